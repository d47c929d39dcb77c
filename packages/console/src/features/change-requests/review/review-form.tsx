import { Link } from '@tanstack/react-router'
import { call, useWrite } from '../../../api/index.ts'
import {
  listCommentsInChangeRequest,
  listDraftComments,
  submitDraftComments,
} from '../../../api/operations.ts'
import { useKeptText } from '../../../app/kept-text.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type ChangeRequestIds, useIds } from '../use-change-request.ts'
import { reviewReads } from './review-reads.ts'

const outcomes = ['approved', 'changes-requested', 'comment'] as const
type Outcome = (typeof outcomes)[number]

/** What one has typed of a review, here or on another screen of the change request. */
export const useReviewText = () => useKeptText(`review/${useIds().changeRequestId}`)

function submitReview(ids: ChangeRequestIds, outcome: Outcome, text: string): Promise<unknown> {
  const markdown = text.trim()
  return call(submitDraftComments, {
    ...ids,
    body: {
      ...(outcome !== 'comment' && { status: outcome }),
      ...(markdown !== '' && { comment: { markdown } }),
    },
  })
}

interface ReviewFormProps {
  /** Whoever may not, or whose own change request it is, can only comment. */
  canDecide: boolean
  /** How many comments go with it. */
  draftCount: number
}

/** One's own review, which takes one's drafts with it. */
export function ReviewForm({ canDecide, draftCount }: ReviewFormProps) {
  const { reviews } = useReviewWords()
  const fail = useFailureToast()
  const ids = useIds()
  const chosen = useKeptText(`outcome/${ids.changeRequestId}`)
  const outcome = canDecide ? (outcomes.find((each) => each === chosen.text) ?? 'approved') : 'comment'
  const { text, keep, forget } = useReviewText()
  const send = async (): Promise<void> => {
    await submitReview(ids, outcome, text)
    forget(text)
    chosen.keep('')
    // The form of somebody who may only comment is gone with the drafts, and its callbacks with it.
    showToast({ message: reviews.submitted })
  }
  const submit = useWrite(send, { stale: [...reviewReads, listCommentsInChangeRequest, listDraftComments] })
  return (
    <section aria-labelledby="your-review">
      <h2 id="your-review">{reviews.yourReview}</h2>
      <form
        className="stack-s"
        onSubmit={(event) => {
          event.preventDefault()
          // Callbacks of `mutate` are gone with the screen, which somebody may have left before the answer.
          submit.mutateAsync(undefined).catch(fail)
        }}
      >
        {draftCount > 0 && (
          <p className="soft">
            <Link className="link" to="/spaces/$spaceId/change-requests/$changeRequestId/review" params={ids}>
              {reviews.draftCount(draftCount)}
            </Link>{' '}
            {reviews.draftsText}
          </p>
        )}
        <textarea
          className="textarea"
          aria-label={reviews.reviewText}
          placeholder={reviews.reviewText}
          value={text}
          onChange={(event) => keep(event.target.value)}
        />
        {canDecide && (
          <RadioGroup
            label={reviews.outcome}
            isLabelHidden
            value={outcome}
            onChange={chosen.keep}
            choices={[
              { value: 'approved', label: reviews.approve },
              { value: 'changes-requested', label: reviews.requestChanges },
              { value: 'comment', label: reviews.commentOnly },
            ]}
          />
        )}
        <Button
          type="submit"
          isWide
          label={reviews.submitReview}
          isBusy={submit.isPending}
          isDisabled={outcome === 'comment' && text.trim() === '' && draftCount === 0}
        />
      </form>
    </section>
  )
}
