import { useQuery } from '@tanstack/react-query'
import type { Comment } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { CommentField } from './comment-field.tsx'
import { repliesRead, useCommentPlace } from './comment-place.ts'
import { CommentView } from './comment-view.tsx'
import { useKeptComment } from './kept-comment.ts'
import { writeDraft } from './mentions.ts'
import { SuggestionView } from './suggestion-view.tsx'
import { ThreadPlace, ThreadQuote, ThreadState } from './thread-place.tsx'
import { useCommentWrites } from './use-comments.ts'

interface CommentThreadProps {
  comment: Comment
  /** Whether its page is what one looks at. */
  isOnItsPage?: boolean
  /** Leads to the words that it is on, where these are on the screen. */
  onGoToWords?: () => void
}

/** A comment with its replies. */
export function CommentThread({ comment, isOnItsPage = false, onGoToWords }: CommentThreadProps) {
  const { reviews } = useReviewWords()
  const place = useCommentPlace()
  const { data: replies } = useQuery({ ...repliesRead(place, comment.id), enabled: comment.replies > 0 })
  const { send, isBusy } = useCommentWrites()
  const { draft, keep, forget } = useKeptComment(`reply/${comment.id}`)
  const isEmpty = draft.text.trim() === ''
  const { page, node, quote, outdated } = comment.target
  const { suggestion } = comment
  const isResolved = comment.status === 'resolved'
  // What is said about the space is read beside its pages, and nowhere else.
  const isOfSpace = place.changeRequestId === undefined
  const goToWords = outdated === true ? undefined : onGoToWords
  return (
    <div className="thread">
      {page && !isOnItsPage && <ThreadPlace page={page} commentId={quote && comment.id} />}
      {suggestion ? (
        <SuggestionView comment={comment} suggestion={suggestion} onGoToWords={goToWords} />
      ) : (
        <ThreadQuote text={quote?.exact ?? node?.preview} onGoToWords={goToWords} />
      )}
      {!suggestion?.appliedBy && <ThreadState target={comment.target} />}
      <CommentView
        comment={comment}
        commentId={comment.id}
        {...((quote || isOfSpace) && page && { textPageId: page.id })}
      />
      {(comment.replies > 0 ? (replies?.items ?? []) : []).map((reply) => (
        <CommentView
          key={reply.id}
          comment={reply}
          commentId={comment.id}
          replyId={reply.id}
          {...(isOfSpace && page && { textPageId: page.id })}
        />
      ))}
      {comment.permissions.reply && (
        <form
          className="reply"
          onSubmit={(event) => {
            event.preventDefault()
            if (isEmpty || isBusy) return
            const text = writeDraft(draft)
            send({ kind: 'reply', commentId: comment.id, text }, forget)
          }}
        >
          <CommentField
            label={reviews.replyTo(comment.postedBy.displayName)}
            placeholder={reviews.reply}
            draft={draft}
            onChange={(next) => keep({ draft: next })}
            isShort
          />
          {isEmpty ? (
            // An open suggestion is applied or dismissed instead.
            (isResolved || !suggestion || suggestion.appliedBy) && (
              <Button
                label={isResolved ? reviews.reopenComment : reviews.resolve}
                onPress={() => send({ kind: 'resolve', commentId: comment.id, resolved: !isResolved })}
              />
            )
          ) : (
            <Button type="submit" look="primary" label={reviews.send} isBusy={isBusy} />
          )}
        </form>
      )}
    </div>
  )
}
