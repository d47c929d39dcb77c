import { Link } from '@tanstack/react-router'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { useIds } from '../use-change-request.ts'
import { useDrafts } from './use-drafts.ts'

/** Leads to where one submits the review that one has begun. */
export function ReviewLink() {
  const { reviews } = useReviewWords()
  const ids = useIds()
  const draftCount = useDrafts().length
  if (draftCount === 0) return null
  return (
    <p className="soft review-link">
      {reviews.draftCount(draftCount)} {reviews.draftsText}{' '}
      <Link
        className="link"
        to="/spaces/$spaceId/change-requests/$changeRequestId/review"
        params={ids}
        hash="your-review"
      >
        {reviews.finishReview}
      </Link>
    </p>
  )
}
