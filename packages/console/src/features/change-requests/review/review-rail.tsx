import { useSession } from '../../../app/session.ts'
import { useChangeRequest } from '../use-change-request.ts'
import { MergeChecks } from './merge-checks.tsx'
import { ReviewForm, useReviewText } from './review-form.tsx'
import { Reviewers } from './reviewers.tsx'
import { useDrafts } from './use-drafts.ts'

/** What stands before the merge, who reviews, and one's own review. */
export function ReviewRail() {
  const { changeRequest, rights } = useChangeRequest()
  const user = useSession()
  // The rules count no review by the author.
  const canReview = rights.canReview && changeRequest?.createdBy.id !== user.id
  const draftCount = useDrafts().length
  // Whoever has typed something can still send it as a comment when there is nothing left to decide.
  const hasText = useReviewText().text !== ''
  return (
    <div className="review-rail">
      <MergeChecks />
      <Reviewers />
      {(canReview || draftCount > 0 || hasText) && (
        <ReviewForm canDecide={canReview} draftCount={draftCount} />
      )}
    </div>
  )
}
