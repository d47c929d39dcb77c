import { type Static, Type } from 'typebox'
import { IdSchema } from '../../http/schemas.ts'
import { User } from '../identity/index.ts'

/** How many steps a commit may have, and how many bytes a request. */
export const MAX_STEPS = 1000
export const MAX_COMMIT_BYTES = 1024 * 1024

const Version = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const Client = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'A name that your program makes up for itself, such as a random number; another one in each window.',
})
const Session = Type.String({
  ...IdSchema,
  description: 'The `session` of the page when it was opened. 409 when the page was begun anew since.',
})
const Position = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const Cursor = Type.Object(
  { anchor: Position, head: Position },
  { description: 'The two ends of the selection, as positions in the document of the version.' },
)

const LivePerson = Type.Object({
  client: Type.String(),
  user: User,
  version: Type.Integer({ description: 'The version that the positions of the cursor are of.' }),
  cursor: Type.Optional(Cursor),
})

const LiveCommitSchema = Type.Object(
  {
    version: Type.Integer({ description: '1, 2, 3 and so on.' }),
    user: Type.Optional(Type.String({ description: 'The id of who wrote it.' })),
    client: Type.String({ description: 'Empty for what was written by other ways, such as the API or Git.' }),
    ref: Type.String(),
    steps: Type.Array(Type.Unknown(), {
      description:
        'Steps of ProseMirror as JSON. `insertMoved` is a `replace` that inserts what the step before it has deleted.',
    }),
  },
  { 'x-name': 'LiveCommit' },
)

const stateFields = {
  session: Type.String(),
  version: Type.Integer({ description: 'The last version that there is.' }),
  savedVersion: Type.Integer({ description: 'The last version that is in the change request.' }),
  revision: Type.String({ description: 'The revision of the change request that it is in.' }),
  problem: Type.Optional(Type.String({ description: 'Why the last version cannot be saved.' })),
}

/** The page as it is when somebody opens it. */
export const LivePage = Type.Object(
  {
    object: Type.Literal('live-page'),
    ...stateFields,
    schema: Type.Integer({ description: 'The version of the editor’s schema.' }),
    document: Type.Unknown({ description: 'The document of the editor, as JSON of ProseMirror.' }),
    people: Type.Array(LivePerson),
  },
  { 'x-name': 'LivePage' },
)
export type LivePage = Static<typeof LivePage>

/** What is new since a version. */
export const LiveUpdate = Type.Object(
  {
    object: Type.Literal('live-update'),
    ...stateFields,
    commits: Type.Array(LiveCommitSchema),
    people: Type.Optional(Type.Array(LivePerson)),
    lostSteps: Type.Optional(
      Type.Integer({
        description: 'How many of your steps were left out, because what they changed was deleted meanwhile.',
      }),
    ),
    closed: Type.Optional(
      Type.Enum(['access', 'merged', 'archived', 'restarted'], {
        type: 'string',
        description:
          'The last message of a stream: you may not edit the space any more, the change request is merged or ' +
          'archived, or the page must be opened anew.',
      }),
    ),
  },
  { 'x-name': 'LiveUpdate' },
)
export type LiveUpdate = Static<typeof LiveUpdate>
export type LiveClosing = NonNullable<LiveUpdate['closed']>

export const SendCommit = Type.Object({
  session: Session,
  schema: Type.Integer({ description: 'The version of the schema that the steps are of.' }),
  since: Type.Integer({ ...Version, description: 'The last version that the steps were made on top of.' }),
  client: Client,
  ref: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'Another one for each commit of the client. Sending a commit twice has the effect of sending it once.',
  }),
  steps: Type.Array(Type.Object({}, { additionalProperties: true }), { minItems: 1, maxItems: MAX_STEPS }),
  cursor: Type.Optional(Cursor),
})
export type SendCommit = Static<typeof SendCommit>

export const ReadUpdates = Type.Object({
  session: Session,
  since: Type.Optional(Type.Integer({ ...Version, default: 0 })),
})
export type ReadUpdates = Static<typeof ReadUpdates>

export const FollowUpdates = Type.Object({
  ...ReadUpdates.properties,
  follow: Type.Optional(
    Type.Boolean({ default: true, description: 'False ends the response after what there is.' }),
  ),
})

export const SetPresence = Type.Object({
  session: Session,
  client: Client,
  version: Version,
  cursor: Type.Optional(Cursor),
  left: Type.Optional(Type.Boolean({ description: 'True when you have closed the page.' })),
})
export type SetPresence = Static<typeof SetPresence>
