import { useState } from 'react'
import { call, useWrite } from '../../../api/index.ts'
import {
  listCommentsInChangeRequest,
  postCommentInChangeRequest,
  submitChangeRequestReview,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/failures.tsx'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type ChangeRequestIds, useIds } from '../use-change-request.ts'
import { reviewReads } from './review-reads.ts'

type Outcome = 'approved' | 'changes-requested' | 'comment'

function submitReview(ids: ChangeRequestIds, outcome: Outcome, text: string): Promise<unknown> {
  const markdown = text.trim()
  if (outcome === 'comment') return call(postCommentInChangeRequest, { ...ids, body: { body: { markdown } } })
  return call(submitChangeRequestReview, {
    ...ids,
    body: { status: outcome, ...(markdown !== '' && { comment: { markdown } }) },
  })
}

/** One's own review. */
export function ReviewForm() {
  const words = useWords()
  const { reviews } = words
  const ids = useIds()
  const [outcome, setOutcome] = useState<Outcome>('approved')
  const [text, setText] = useState('')
  const submit = useWrite(() => submitReview(ids, outcome, text), {
    stale: [...reviewReads, listCommentsInChangeRequest],
  })
  return (
    <section aria-labelledby="your-review">
      <h2 id="your-review">{reviews.yourReview}</h2>
      <form
        className="stack-s"
        onSubmit={(event) => {
          event.preventDefault()
          submit.mutate(undefined, {
            onSuccess: () => {
              setText('')
              showToast({ message: reviews.submitted })
            },
            onError: (error) => showToast({ message: describeError(error, words), isError: true }),
          })
        }}
      >
        <textarea
          className="textarea"
          aria-label={reviews.reviewText}
          placeholder={reviews.reviewText}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <RadioGroup
          label={reviews.outcome}
          isLabelHidden
          value={outcome}
          onChange={setOutcome}
          choices={[
            { value: 'approved', label: reviews.approve },
            { value: 'changes-requested', label: reviews.requestChanges },
            { value: 'comment', label: reviews.commentOnly },
          ]}
        />
        <Button
          type="submit"
          isWide
          label={reviews.submitReview}
          isBusy={submit.isPending}
          isDisabled={outcome === 'comment' && text.trim() === ''}
        />
      </form>
    </section>
  )
}
