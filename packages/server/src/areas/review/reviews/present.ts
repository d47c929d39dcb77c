import type { Urls } from '../../../common/urls.ts'
import type { Comment } from '../comments/schema.ts'
import { presentUser } from '../../identity/index.ts'
import type { ContributorRow, ReviewRequestRow, ReviewRow } from './repository.ts'
import type { Contributor, RequestedReviewer, Review } from './schema.ts'

export const presentReview = (urls: Urls, row: ReviewRow, comment: Comment | undefined): Review => ({
  object: 'change-request-review',
  id: row.id,
  revision: row.revisionId,
  reviewer: presentUser(urls, row.reviewer),
  ...(row.requester && { requestedBy: presentUser(urls, row.requester) }),
  status: row.status,
  outdated: row.outdated,
  ...(comment && { comment }),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  urls: {
    location: urls.location(
      `/spaces/${row.spaceId}/change-requests/${row.changeRequestId}/reviews/${row.id}`,
    ),
  },
})

export const presentRequestedReviewer = (urls: Urls, row: ReviewRequestRow): RequestedReviewer => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  user: presentUser(urls, row.user),
  revision: row.revisionId,
  requestedBy: presentUser(urls, row.requester),
  createdAt: row.createdAt,
})

export const presentContributor = (
  urls: Urls,
  { edits, updatedAt, ...user }: ContributorRow,
): Contributor => ({
  user: presentUser(urls, user),
  actionType: 'edit',
  count: edits,
  updatedAt,
})
