import { type Static, Type } from 'typebox'
import {
  JsonDocumentSchema,
  IdSchema,
  orderSchema,
  TimestampSchema,
  UrlSchema,
} from '../../../http/schemas.ts'
import { User } from '../../identity/index.ts'

export const MAX_COMMENT_LENGTH = 20_000

export const CommentBody = Type.Object({
  markdown: Type.Optional(Type.String()),
  document: Type.Optional(JsonDocumentSchema),
})
export type CommentBody = Static<typeof CommentBody>

const Reaction = Type.Object(
  {
    emoji: Type.String(),
    count: Type.Integer(),
    users: Type.Array(Type.Object({ user: User, reactedAt: TimestampSchema })),
  },
  { 'x-name': 'EmojiReaction' },
)
export type Reaction = Static<typeof Reaction>

const Permissions = Type.Object({
  view: Type.Boolean(),
  edit: Type.Boolean(),
  reply: Type.Boolean(),
  delete: Type.Boolean(),
})

const TableCell = Type.Object({
  record: Type.String({ minLength: 1, maxLength: 256 }),
  definition: Type.String({ minLength: 1, maxLength: 256 }),
})

const TargetPage = Type.Object({
  id: Type.String(),
  title: Type.String(),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  createdAt: Type.Optional(TimestampSchema),
  updatedAt: Type.Optional(TimestampSchema),
  path: Type.String(),
  outdated: Type.Boolean({
    description:
      'Whether the text of the page has changed since the comment, or the page does not exist any more.',
  }),
})
export type TargetPage = Static<typeof TargetPage>

const Quote = Type.Object(
  {
    exact: Type.String(),
    prefix: Type.String({ description: 'What stood before them.' }),
    suffix: Type.String({ description: 'What stood after them.' }),
  },
  { description: 'Verso’s own: the words that it is on, as they were when it was posted.' },
)

const CommentPosition = Type.Object(
  {
    node: Type.String({ description: 'The key of the block, or of the block that the words begin in.' }),
    start: Type.Optional(
      Type.Integer({ description: 'Where the words begin in the text of `node`, in UTF-16 code units.' }),
    ),
    endNode: Type.Optional(Type.String({ description: 'The key of the block that the words end in.' })),
    end: Type.Optional(Type.Integer({ description: 'Where the words end in the text of `endNode`.' })),
    prefix: Type.Optional(Type.String({ description: 'What stands before the words.' })),
    suffix: Type.Optional(Type.String({ description: 'What stands after the words.' })),
  },
  {
    description:
      'Verso’s own: where the block or the words are in the page as it is now. Missing when they are gone.',
  },
)
export type CommentPosition = Static<typeof CommentPosition>

const Suggestion = Type.Object(
  {
    replacement: Type.String({
      description: 'The words instead of `target.quote.exact`. Empty words delete.',
    }),
    appliedAt: Type.Optional(TimestampSchema),
    appliedBy: Type.Optional(User),
  },
  { 'x-name': 'CommentSuggestion', description: 'Verso’s own: what it suggests instead of its words.' },
)

export const CommentTarget = Type.Object({
  node: Type.Optional(
    Type.Object({
      id: Type.String(),
      preview: Type.Optional(
        Type.String({ description: 'The beginning of its text when the comment was posted.' }),
      ),
    }),
  ),
  tableCell: Type.Optional(TableCell),
  quote: Type.Optional(Quote),
  position: Type.Optional(CommentPosition),
  outdated: Type.Optional(
    Type.Boolean({
      description: 'Verso’s own: whether the block or the words that it is on are gone from the page.',
    }),
  ),
  changeRequest: Type.Optional(Type.String()),
  review: Type.Optional(Type.String({ description: 'The review that it is part of.' })),
  page: Type.Optional(TargetPage),
  space: Type.String(),
  revision: Type.String({ description: 'The revision that it was posted on.' }),
})

export const Comment = Type.Object(
  {
    object: Type.Literal('comment'),
    id: Type.String(),
    postedBy: User,
    postedAt: TimestampSchema,
    editedAt: Type.Optional(TimestampSchema),
    reactions: Type.Array(Reaction),
    replies: Type.Integer(),
    repliers: Type.Array(Type.Object({ user: User, count: Type.Integer(), updatedAt: TimestampSchema }), {
      description: 'Who replied, the latest first.',
    }),
    body: CommentBody,
    suggestion: Type.Optional(Suggestion),
    target: CommentTarget,
    urls: Type.Object({ location: UrlSchema }),
    permissions: Permissions,
    status: Type.Enum(['open', 'resolved'], { type: 'string' }),
    resolvedAt: Type.Optional(TimestampSchema),
    resolvedBy: Type.Optional(User),
  },
  { 'x-name': 'Comment' },
)
export type Comment = Static<typeof Comment>

export const CommentReply = Type.Object(
  {
    object: Type.Literal('comment-reply'),
    id: Type.String(),
    postedBy: User,
    postedAt: TimestampSchema,
    editedAt: Type.Optional(TimestampSchema),
    reactions: Type.Array(Reaction),
    body: CommentBody,
    urls: Type.Object({ location: UrlSchema }),
    permissions: Permissions,
  },
  { 'x-name': 'CommentReply' },
)
export type CommentReply = Static<typeof CommentReply>

export const CommentBodyInput = Type.Object(
  {
    markdown: Type.Optional(Type.String({ maxLength: MAX_COMMENT_LENGTH })),
    document: Type.Optional(JsonDocumentSchema),
  },
  {
    description: 'The text: either `markdown`, stored as it is given, or `document`, stored as Markdown.',
  },
)
export type CommentBodyInput = Static<typeof CommentBodyInput>

const Reactions = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 50,
    description: 'Reactions of the caller. One that is both added and removed is removed.',
  }),
)

const QuoteInput = Type.Object(
  {
    exact: Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'Words of one block, or of several with a line feed between them, without their marks. What has no words, such as a picture, is U+FFFC.',
    }),
    prefix: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words before them, which tell equal words apart.' }),
    ),
    suffix: Type.Optional(Type.String({ maxLength: 200, description: 'Words after them.' })),
  },
  { description: 'Verso’s own: the words of the page that the comment is on; needs `page`.' },
)
export type QuoteInput = Static<typeof QuoteInput>

const SuggestionInput = Type.Object(
  {
    replacement: Type.String({
      maxLength: 2000,
      // Control characters are in no text that people read.
      pattern: String.raw`^[^\u0000-\u001f\u007f]*$`,
      description:
        'The words instead of those of `quote`: one line of text. What looks like Markdown in it stays text. Empty words delete.',
    }),
  },
  {
    description:
      'Verso’s own: suggests other words. Needs a `quote` of words of one block, in a change request.',
  },
)

export const PostComment = Type.Object({
  body: Type.Optional({
    ...CommentBodyInput,
    description:
      'The text: either `markdown`, stored as it is given, or `document`, stored as Markdown. Only beside a `suggestion` it may be missing.',
  }),
  page: Type.Optional(IdSchema),
  node: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'The key of a block; needs `page`.' }),
  ),
  tableCell: Type.Optional({ ...TableCell, description: 'Needs `page`.' }),
  quote: Type.Optional(QuoteInput),
  suggestion: Type.Optional(SuggestionInput),
})
export type PostComment = Static<typeof PostComment>

export const UpdateComment = Type.Object({
  resolved: Type.Optional(Type.Boolean()),
  body: Type.Optional(CommentBodyInput),
  addedReactions: Reactions,
  removedReactions: Reactions,
})
export type UpdateComment = Static<typeof UpdateComment>

export const PostReply = Type.Object({ body: CommentBodyInput })
export type PostReply = Static<typeof PostReply>

export const UpdateReply = Type.Object({
  body: Type.Optional(CommentBodyInput),
  addedReactions: Reactions,
  removedReactions: Reactions,
})
export type UpdateReply = Static<typeof UpdateReply>

export const CommentFormatQuery = Type.Object({
  format: Type.Optional(Type.Enum(['document', 'markdown'], { type: 'string', default: 'markdown' })),
})
export type CommentFormat = Static<typeof CommentFormatQuery>['format']

export const ListComments = Type.Object({
  ...CommentFormatQuery.properties,
  order: orderSchema,
  status: Type.Optional(Type.Enum(['all', 'open', 'resolved'], { type: 'string', default: 'all' })),
  targetPage: Type.Optional(IdSchema),
  authors: Type.Optional(Type.Array(IdSchema, { maxItems: 100, description: 'The ids of the authors.' })),
})
export type ListComments = Static<typeof ListComments>
