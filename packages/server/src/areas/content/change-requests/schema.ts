import { type Static, Type } from 'typebox'
import { IdSchema, JsonDocumentSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { RevisionFile } from '../files/schema.ts'
import { User } from '../../identity/index.ts'

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const
export type ChangeRequestStatus = (typeof changeRequestStatuses)[number]

const Status = Type.Enum([...changeRequestStatuses], { type: 'string', 'x-name': 'ChangeRequestStatus' })

export const MAX_SUBJECT_LENGTH = 100

export const ChangeRequestSubject = Type.String({ maxLength: MAX_SUBJECT_LENGTH })

/** What can stand against a planned merge. */
const plannedMergeObstacles = ['changes', 'approval', 'rules', 'conflicts'] as const
export type PlannedMergeObstacle = (typeof plannedMergeObstacles)[number]

/** Why a planned merge is taken back. */
export const plannedMergeEnds = ['canceled', 'archived', 'permission', ...plannedMergeObstacles] as const
export type PlannedMergeEnd = (typeof plannedMergeEnds)[number]

const PlannedMerge = Type.Object(
  {
    plannedBy: User,
    plannedAt: TimestampSchema,
    mergeAt: Type.Optional({
      ...TimestampSchema,
      description: 'When it is merged. Without it, as soon as nothing stands against it.',
    }),
    waitingFor: Type.Optional(
      Type.Enum([...plannedMergeObstacles], {
        type: 'string',
        description:
          'What it waited for when it was last looked at: that there is something to merge, an approval of what somebody ' +
          'who may not merge has changed since, the merge rules, or that conflicts are solved.',
      }),
    ),
  },
  { 'x-name': 'PlannedMerge' },
)

export const PlanMerge = Type.Object({
  mergeAt: Type.Optional({
    ...TimestampSchema,
    maxLength: 64,
    description:
      'When to merge, in the future and within a year. Without it, as soon as nothing stands against it.',
  }),
})
export type PlanMerge = Static<typeof PlanMerge>

export const ChangeRequest = Type.Object(
  {
    object: Type.Literal('change-request'),
    id: Type.String(),
    number: Type.Integer(),
    status: Status,
    subject: ChangeRequestSubject,
    description: Type.Optional(JsonDocumentSchema),
    createdBy: User,
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
    mergedBy: Type.Optional(User),
    mergedAt: Type.Optional(TimestampSchema),
    plannedMerge: Type.Optional(PlannedMerge),
    space: Type.String(),
    revision: Type.String(),
    revisionInitial: Type.String(),
    revisionMergedAncestor: Type.String(),
    revisionMerged: Type.Optional(Type.String()),
    comments: Type.Integer(),
    outdated: Type.Boolean({
      description: 'Whether the space has changed since the change request was last up to date.',
    }),
    urls: Type.Object({ app: UrlSchema, location: UrlSchema }),
  },
  { 'x-name': 'ChangeRequest' },
)
export type ChangeRequest = Static<typeof ChangeRequest>

export const CreateChangeRequest = Type.Object({
  subject: Type.Optional(ChangeRequestSubject),
  agentTaskId: Type.Optional(IdSchema),
})
export type CreateChangeRequest = Static<typeof CreateChangeRequest>

export const UpdateChangeRequest = Type.Object({
  subject: Type.Optional(ChangeRequestSubject),
  description: Type.Optional(JsonDocumentSchema),
  status: Type.Optional(Type.Enum(['draft', 'open', 'archived'], { type: 'string' })),
})
export type UpdateChangeRequest = Static<typeof UpdateChangeRequest>

export const ListChangeRequests = Type.Object({
  status: Type.Optional(
    Type.Array(Status, {
      maxItems: changeRequestStatuses.length,
      default: ['open'],
      description:
        'Only change requests with this status, or with one of several: `status=draft&status=open`.',
    }),
  ),
  query: Type.Optional(
    Type.String({ maxLength: 256, description: 'A part of the subject, or the number: `12` or `#12`.' }),
  ),
  creator: Type.Optional(IdSchema),
  contributor: Type.Optional(IdSchema),
})
export type ListChangeRequests = Static<typeof ListChangeRequests>

export const ListOrganizationChangeRequests = Type.Object({
  ...ListChangeRequests.properties,
  requestedReviewer: Type.Optional(IdSchema),
  space: Type.Optional(IdSchema),
})
export type ListOrganizationChangeRequests = Static<typeof ListOrganizationChangeRequests>

const PageReference = Type.Object({
  object: Type.Literal('page'),
  id: Type.String(),
  urls: Type.Object({ location: UrlSchema }),
})

const AffectedObject = Type.Object({
  object: Type.Enum(
    [
      'created_page',
      'updated_page',
      'deleted_page',
      'created_reusable_content',
      'updated_reusable_content',
      'deleted_reusable_content',
    ],
    { type: 'string' },
  ),
  ref: Type.Optional(Type.String()),
  page: Type.Optional(Type.Union([PageReference, Type.String()])),
  reusableContent: Type.Optional(Type.String()),
})
export type AffectedObject = Static<typeof AffectedObject>

/** The response with `compat=false`: the change request, and what was created, updated and deleted. */
export const ContentUpdateResult = Type.Object({
  changeRequest: ChangeRequest,
  changes: Type.Array(AffectedObject),
  insertedFiles: Type.Array(RevisionFile),
})
export type ContentUpdateResult = Static<typeof ContentUpdateResult>

const Conflict = Type.Object({
  page: Type.Optional(Type.String({ description: 'The page, when the conflict is about one.' })),
  path: Type.Optional(Type.String()),
  kind: Type.String({
    description:
      'What both sides changed: `content`, `field`, `deleted-edited`, `parent-deleted`, `moved-moved`, `cycle` or `slug`.',
  }),
})
export type ConflictEntry = Static<typeof Conflict>

export const Mergeability = Type.Object(
  {
    mergeable: Type.Boolean({ description: 'Whether a merge by the caller would succeed now.' }),
    status: Status,
    allowed: Type.Boolean({ description: 'Whether the role of the caller includes merging.' }),
    changed: Type.Boolean({ description: 'Whether the change request changes anything.' }),
    outdated: Type.Boolean({
      description: 'Whether the space has changed since the change request was last up to date.',
    }),
    bypass: Type.Boolean({ description: 'Whether the caller may merge although rules are not met.' }),
    rules: Type.Array(
      Type.Object({
        rule: Type.String(),
        met: Type.Boolean(),
        reason: Type.Optional(Type.String({ description: 'Why the rule is not met.' })),
        users: Type.Optional(Type.Array(Type.String(), { description: 'The people whom the rule names.' })),
        missingApprovals: Type.Optional(
          Type.Array(User, {
            description: 'The people whose approval an unmet rule waits for; one of them where one suffices.',
          }),
        ),
      }),
    ),
    conflicts: Type.Array(Conflict),
    settledConflicts: Type.Array(
      Type.Object({
        page: Type.String(),
        path: Type.Optional(Type.String()),
        revision: Type.String({
          description: 'The revision with both versions: `revert_page` to it brings the conflict back.',
        }),
      }),
      { description: 'Conflicts between markers that somebody has decided in this change request.' },
    ),
  },
  { 'x-name': 'ChangeRequestMergeability' },
)
export type Mergeability = Static<typeof Mergeability>

const createOutcomeSchema = (success: 'merge' | 'update') =>
  Type.Object({
    revision: Type.String(),
    result: Type.Enum([success, 'conflicts'], { type: 'string' }),
    conflicts: Type.Array(Conflict),
  })

export const MergeOutcome = createOutcomeSchema('merge')
export type MergeOutcome = Static<typeof MergeOutcome>
export const UpdateOutcome = createOutcomeSchema('update')
export type UpdateOutcome = Static<typeof UpdateOutcome>

export const UndoMerge = Type.Object({ subject: Type.Optional(ChangeRequestSubject) })
export type UndoMerge = Static<typeof UndoMerge>

export const MergeUndo = Type.Object(
  {
    changeRequest: ChangeRequest,
    conflicts: Type.Array(Conflict, {
      description:
        'What was changed again since the merge. It is as it is in the space; texts have both between markers.',
    }),
  },
  { 'x-name': 'MergeUndo' },
)
export type MergeUndo = Static<typeof MergeUndo>
