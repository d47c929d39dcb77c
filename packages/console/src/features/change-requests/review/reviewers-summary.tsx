import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ChangeRequestReviewer } from '../../../api/operations.ts'
import { useWords } from '../../../locales/index.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { circleCheck } from '../../../ui/icon-paths.ts'
import { type ChangeRequestIds, reviewersRead, useIds } from '../use-change-request.ts'

export type Reviewer = ChangeRequestReviewer

/** Everybody who was asked or has answered, each with the latest answer. */
export function useReviewers(ids: ChangeRequestIds): readonly Reviewer[] {
  return useQuery(reviewersRead(ids)).data?.reviewers ?? []
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
