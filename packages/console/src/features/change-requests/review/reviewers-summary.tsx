import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../../api/index.ts'
import {
  getRequestedReviewersByChangeRequestId,
  getReviewsByChangeRequestId,
  type ChangeRequestReview,
  type User,
} from '../../../api/operations.ts'
import { useWords } from '../../../locales/index.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { circleCheck } from '../../../ui/icon-paths.ts'
import { type ChangeRequestIds, useIds } from '../use-change-request.ts'

export interface Reviewer {
  user: User
  /** When they were asked. */
  askedAt?: string
  /** The latest that they said. */
  review?: ChangeRequestReview
}

export const reviewsRead = (ids: ChangeRequestIds) =>
  read(getReviewsByChangeRequestId, { ...ids, query: { limit: 100 } })

export const requestedReviewersRead = (ids: ChangeRequestIds) =>
  read(getRequestedReviewersByChangeRequestId, { ...ids, query: { limit: 100 } })

/** Everybody who was asked or has answered, each with the latest answer. */
export function useReviewers(ids: ChangeRequestIds): Reviewer[] {
  const { data: reviews } = useQuery(reviewsRead(ids))
  const { data: requested } = useQuery(requestedReviewersRead(ids))
  const reviewers = new Map<string, Reviewer>()
  for (const { user, createdAt } of requested?.items ?? [])
    reviewers.set(user.id, { user, askedAt: createdAt })
  for (const review of reviews?.items ?? []) {
    const known = reviewers.get(review.reviewer.id)
    if (known?.review && known.review.createdAt > review.createdAt) continue
    reviewers.set(review.reviewer.id, { ...known, user: review.reviewer, review })
  }
  return [...reviewers.values()]
}

export const hasApproved = ({ review }: Reviewer): boolean =>
  review?.status === 'approved' && !review.outdated

/** Who reviews, in the bar. */
export function ReviewersSummary() {
  const { changeRequests } = useWords()
  const ids = useIds()
  const reviewers = useReviewers(ids)
  if (reviewers.length === 0) return null
  const approved = reviewers.filter(hasApproved).length
  return (
    <Link className="reviewers" to="/spaces/$spaceId/change-requests/$changeRequestId/review" params={ids}>
      <span className="avatars">
        {reviewers.slice(0, 3).map((reviewer) => (
          <span key={reviewer.user.id} className={classNames('avatar-mark', !reviewer.review && 'pending')}>
            <Avatar name={reviewer.user.displayName} imageUrl={reviewer.user.photoURL} />
            {hasApproved(reviewer) && <Icon of={circleCheck} />}
          </span>
        ))}
      </span>
      <span>{changeRequests.reviewersSummary(approved, reviewers.length)}</span>
    </Link>
  )
}
