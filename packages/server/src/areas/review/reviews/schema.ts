import { type Static, Type } from 'typebox'
import { IdSchema, JsonDocumentSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { reviewStatuses, ChangeRequestSubject } from '../../content/index.ts'
import { CommentBodyInput, Comment } from '../comments/schema.ts'
import { User } from '../../identity/index.ts'

const Status = Type.Enum([...reviewStatuses], { type: 'string', 'x-name': 'ChangeRequestReviewStatus' })

export const Review = Type.Object(
  {
    object: Type.Literal('change-request-review'),
    id: Type.String(),
    revision: Type.String({ description: 'The head of the change request at that time.' }),
    reviewer: User,
    requestedBy: Type.Optional(User),
    status: Status,
    outdated: Type.Boolean({
      description:
        'Whether the reviewer has reviewed again since or was asked to, or the change request has changed.',
    }),
    comment: Type.Optional(Comment),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'ChangeRequestReview' },
)
export type Review = Static<typeof Review>

export const SubmitReview = Type.Object({
  status: Status,
  comment: Type.Optional(CommentBodyInput),
})
export type SubmitReview = Static<typeof SubmitReview>

export const ListReviews = Type.Object({
  outdated: Type.Optional(
    Type.Boolean({ description: 'Lists only outdated reviews, or only current ones.' }),
  ),
})
export type ListReviews = Static<typeof ListReviews>

export const RequestedReviewer = Type.Object(
  {
    object: Type.Literal('change-request-requested-reviewer'),
    kind: Type.Literal('user'),
    user: User,
    revision: Type.String({ description: 'The head of the change request at that time.' }),
    requestedBy: User,
    createdAt: TimestampSchema,
  },
  { 'x-name': 'ChangeRequestRequestedReviewer' },
)
export type RequestedReviewer = Static<typeof RequestedReviewer>

export const Reviewers = Type.Object(
  {
    reviewers: Type.Array(
      Type.Object(
        {
          user: User,
          askedAt: Type.Optional(TimestampSchema),
          review: Type.Optional(Review),
        },
        { 'x-name': 'ChangeRequestReviewer' },
      ),
    ),
  },
  { 'x-name': 'ChangeRequestReviewers' },
)
export type Reviewers = Static<typeof Reviewers>

export const RequestReviewers = Type.Object({
  users: Type.Array(IdSchema, { maxItems: 100 }),
  teams: Type.Optional(
    Type.Array(IdSchema, {
      maxItems: 20,
      description:
        'Verso’s own: everybody of these teams who has access to the space, except you, is asked. `users` may be empty then.',
    }),
  ),
  subject: Type.Optional(ChangeRequestSubject),
  description: Type.Optional(JsonDocumentSchema),
})
export type RequestReviewers = Static<typeof RequestReviewers>

export const RequestedReviewers = Type.Object({ users: Type.Array(RequestedReviewer) })
export type RequestedReviewers = Static<typeof RequestedReviewers>

export const Contributor = Type.Object(
  {
    user: User,
    actionType: Type.Literal('edit'),
    count: Type.Integer({ description: 'How many revisions of the change request they made.' }),
    updatedAt: TimestampSchema,
  },
  { 'x-name': 'UserContributor' },
)
export type Contributor = Static<typeof Contributor>
