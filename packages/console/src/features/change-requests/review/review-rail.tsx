import { useSession } from '../../../app/session.ts'
import { useChangeRequest } from '../use-change-request.ts'
import { MergeChecks } from './merge-checks.tsx'
import { ReviewForm } from './review-form.tsx'
import { Reviewers } from './reviewers.tsx'
import { useDrafts } from './use-drafts.ts'

/** What stands before the merge, who reviews, and one's own review. */
export function ReviewRail() {
  const { changeRequest, rights } = useChangeRequest()
  const user = useSession()
  // The rules count no review by the author.
  const canReview = rights.canReview && changeRequest?.createdBy.id !== user.id
  const draftCount = useDrafts().length
  return (
    <div className="review-rail">
      <MergeChecks />
      <Reviewers />
      {(canReview || draftCount > 0) && <ReviewForm canDecide={canReview} draftCount={draftCount} />}
    </div>
  )
}
