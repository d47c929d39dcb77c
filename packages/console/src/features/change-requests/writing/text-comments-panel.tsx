import { type ReactNode, useEffect, useRef } from 'react'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { commentDots, xmark } from '../../../ui/icon-paths.ts'
import { CommentThread } from '../review/comment-thread.tsx'
import { DraftThread } from '../review/draft-thread.tsx'
import { NewComment } from '../review/new-comment.tsx'
import { ReviewLink } from '../review/review-link.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import type { TextComments, WordComment } from './text-comments.ts'
import './text-comments.css'

interface TextCommentsPanelProps {
  pageId: string
  comments: TextComments
}

/** The comments on words of a page: beside the text, or in a sheet on a phone. */
export function TextCommentsPanel({ pageId, comments }: TextCommentsPanelProps) {
  const { reviews } = useReviewWords()
  const { placed, quote, close, finishNew } = comments
  // The words of an applied suggestion are gone because it was applied: that is nothing to look at again.
  const applied = comments.outdated.filter(
    (comment) => comment.object === 'comment' && comment.suggestion?.appliedBy !== undefined,
  )
  const outdated = comments.outdated.filter((comment) => !applied.includes(comment))
  const listed = [...placed, ...applied]
  return (
    <aside
      className="text-comments conversation"
      aria-labelledby="text-comments"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
    >
      <div className="text-comments-head">
        <h2 id="text-comments">{reviews.commentsOnWords}</h2>
        <Button look="quiet" isDense isIconOnly icon={xmark} label={reviews.closeComments} onPress={close} />
      </div>
      {quote && (
        <div className="thread new-thread">
          <blockquote className="thread-quote">{quote.exact}</blockquote>
          <NewComment key={quote.exact} pageId={pageId} quote={quote} onDone={finishNew} />
        </div>
      )}
      <ReviewLink />
      {!quote && listed.length + outdated.length === 0 && <p className="soft">{reviews.noWordComments}</p>}
      {listed.map((comment) => (
        <TextThread key={comment.id} comment={comment} comments={comments} />
      ))}
      {outdated.length > 0 && (
        <>
          <h3>{reviews.outdatedWords}</h3>
          {outdated.map((comment) => (
            <TextThread key={comment.id} comment={comment} comments={comments} />
          ))}
        </>
      )}
    </aside>
  )
}

interface TextThreadProps {
  comment: WordComment
  comments: TextComments
}

function TextThread({ comment, comments }: TextThreadProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { activeId, takesFocus, goToWords } = comments
  const isActive = activeId === comment.id
  useEffect(() => {
    if (!isActive) return
    ref.current?.scrollIntoView({ block: 'nearest' })
    if (takesFocus) ref.current?.querySelector('textarea')?.focus()
  }, [isActive, takesFocus])
  return (
    <div ref={ref} className={classNames('text-thread', isActive && 'is-active')}>
      {comment.object === 'comment' ? (
        <CommentThread comment={comment} isOnItsPage onGoToWords={() => goToWords(comment.id)} />
      ) : (
        <DraftThread draft={comment} isOnItsPage onGoToWords={() => goToWords(comment.id)} />
      )}
    </div>
  )
}

/** Opens the comments on words, and says how many there are. */
export function TextCommentsButton({ comments }: { comments: TextComments }): ReactNode {
  const { reviews } = useReviewWords()
  const { placed, outdated, isOpen, open, close } = comments
  const count = placed.length + outdated.length
  if (count === 0) return null
  return (
    <Button
      look="quiet"
      icon={commentDots}
      label={reviews.wordComments(count)}
      isIconOnly
      aria-expanded={isOpen}
      onPress={isOpen ? close : open}
    />
  )
}

/** The keys for comments on words, as the list of keys shows them. In the text, the editor handles them itself. */
export function useCommentKeys(comments: TextComments): void {
  const { reviews } = useReviewWords()
  const { rights } = useChangeRequest()
  const { placed, begin } = comments
  useShortcuts(rights.canComment ? [{ keys: 'Ctrl Alt M', label: reviews.commentOnWords, run: begin }] : [])
  useShortcuts(
    placed.length > 0
      ? [
          { keys: 'Ctrl Alt N', label: reviews.nextWords, run: () => step(comments, 1) },
          { keys: 'Ctrl Alt P', label: reviews.previousWords, run: () => step(comments, -1) },
        ]
      : [],
  )
}

function step({ placed, activeId, goToWords }: TextComments, distance: 1 | -1): void {
  const index = placed.findIndex(({ id }) => id === activeId)
  const next = placed[(index + distance + placed.length) % placed.length]
  if (next) goToWords(next.id)
}
