import { type Static, Type } from 'typebox'
import { TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { reviewStatuses } from '../../content/index.ts'
import { CommentBody, CommentBodyInput, CommentTarget } from '../comments/schema.ts'
import { Review } from '../reviews/schema.ts'

export const DraftComment = Type.Object(
  {
    object: Type.Literal('draft-comment'),
    id: Type.String(),
    createdAt: TimestampSchema,
    editedAt: Type.Optional(TimestampSchema),
    body: CommentBody,
    suggestion: Type.Optional(
      Type.Object({
        replacement: Type.String({
          description: 'The words instead of `target.quote.exact`. Empty words delete.',
        }),
      }),
    ),
    target: CommentTarget,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'DraftComment' },
)
export type DraftComment = Static<typeof DraftComment>

export const UpdateDraftComment = Type.Object({ body: CommentBodyInput })
export type UpdateDraftComment = Static<typeof UpdateDraftComment>

export const SubmitDraftComments = Type.Object({
  status: Type.Optional(
    Type.Enum([...reviewStatuses], {
      type: 'string',
      description: 'Without it the drafts become comments, and nothing is approved or refused.',
    }),
  ),
  comment: Type.Optional({ ...CommentBodyInput, description: 'What you say about the whole.' }),
})
export type SubmitDraftComments = Static<typeof SubmitDraftComments>

export const SubmittedDraftComments = Type.Object(
  {
    review: Type.Optional(Review),
    comments: Type.Array(Type.String(), {
      description: 'The ids of the comments that the drafts have become, in their order.',
    }),
  },
  { 'x-name': 'SubmittedDraftComments' },
)
export type SubmittedDraftComments = Static<typeof SubmittedDraftComments>
