import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { xmark } from '../../../ui/icon-paths.ts'
import { CommentField } from '../review/comment-field.tsx'
import { CommentThread } from '../review/comment-thread.tsx'
import { emptyDraft, writeDraft } from '../review/mentions.ts'
import { useCommentWrites } from '../review/use-comments.ts'
import type { QuotedWords } from './use-page-comments.ts'
import '../review/review.css'
import '../writing/text-comments.css'

interface CommentsPanelProps {
  pageId: string
  comments: readonly Comment[]
  canComment: boolean
  activeId: string | undefined
  /** The words that a new comment is going to be on. */
  quote: QuotedWords | undefined
  onClose: () => void
  onDone: () => void
  onGoToWords: (id: string) => void
}

/** The comments on a page of a space and on its words: beside the text, or in a sheet on a phone. */
export function CommentsPanel({ pageId, comments, canComment, activeId, quote, ...on }: CommentsPanelProps) {
  const { reviews } = useReviewWords()
  const placed = comments.filter(({ target }) => target.outdated !== true)
  const outdated = comments.filter(({ target }) => target.outdated === true)
  const listThreads = (listed: readonly Comment[]) =>
    listed.map((comment) => (
      <PageThread
        key={comment.id}
        comment={comment}
        isActive={comment.id === activeId}
        onGoToWords={() => on.onGoToWords(comment.id)}
      />
    ))
  return (
    <aside
      className="text-comments conversation"
      aria-labelledby="page-comments"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        on.onClose()
      }}
    >
      <div className="text-comments-head">
        <h2 id="page-comments">{reviews.commentsOnPage}</h2>
        <Button
          look="quiet"
          isDense
          isIconOnly
          icon={xmark}
          label={reviews.closeComments}
          onPress={on.onClose}
        />
      </div>
      {quote && (
        <div className="thread new-thread">
          <blockquote className="thread-quote">{quote.exact}</blockquote>
          <NewPageComment key={quote.exact} pageId={pageId} quote={quote} onDone={on.onDone} />
        </div>
      )}
      {!quote && comments.length === 0 && <p className="soft">{reviews.noWordComments}</p>}
      {listThreads(placed)}
      {outdated.length > 0 && <h3>{reviews.outdatedWords}</h3>}
      {listThreads(outdated)}
      {canComment && !quote && <NewPageComment pageId={pageId} />}
    </aside>
  )
}

interface PageThreadProps {
  comment: Comment
  isActive: boolean
  onGoToWords: () => void
}

function PageThread({ comment, isActive, onGoToWords }: PageThreadProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div ref={ref} className={classNames('text-thread', isActive && 'is-active')}>
      <CommentThread comment={comment} isOnItsPage onGoToWords={onGoToWords} />
    </div>
  )
}

interface NewPageCommentProps {
  pageId: string
  quote?: QuotedWords
  /** It is sent, or given up. Without it the field stays. */
  onDone?: () => void
}

/** A field for the next comment. Unlike in a change request there are no drafts and no suggestions. */
function NewPageComment({ pageId, quote, onDone }: NewPageCommentProps) {
  const { common, reviews } = useReviewWords()
  const { send, isBusy } = useCommentWrites()
  const [draft, setDraft] = useState(emptyDraft)
  const isEmpty = draft.text.trim() === ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isEmpty || isBusy) return
    send({ kind: 'post', text: writeDraft(draft), pageId, quote }, () => {
      setDraft(emptyDraft)
      onDone?.()
    })
  }
  return (
    <form className="stack-s" onSubmit={submit}>
      <CommentField
        label={quote ? reviews.commentOnWords : reviews.commentOnPage}
        placeholder={reviews.commentPlaceholder}
        draft={draft}
        onChange={setDraft}
        autoFocus={quote !== undefined}
      />
      <div className="actions">
        <Button type="submit" label={reviews.send} isBusy={isBusy} isDisabled={isEmpty} />
        {onDone && <Button look="quiet" label={common.cancel} onPress={onDone} />}
      </div>
    </form>
  )
}
