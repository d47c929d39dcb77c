import type { Comment } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { pen } from '../../../ui/icon-paths.ts'
import { CommentField } from './comment-field.tsx'
import { useKeptComment } from './kept-comment.ts'
import { emptyDraft, writeDraft } from './mentions.ts'
import { useCommentWrites } from './use-comments.ts'
import { useDrafts, useDraftWrites } from './use-drafts.ts'

interface NewCommentProps {
  pageId?: string
  /** The words of the page that it is on. */
  quote?: Comment['target']['quote']
  /** It is sent, or given up. Without it the field stays. */
  onDone?: () => void
}

/** A field for the next comment, on the change request, on one page of it or on words of that. */
export function NewComment({ pageId, quote, onDone }: NewCommentProps) {
  const { common, reviews } = useReviewWords()
  const comments = useCommentWrites()
  const drafts = useDraftWrites()
  const hasDrafts = useDrafts().length > 0
  const isBusy = comments.isBusy || drafts.isBusy
  const place = quote ? `${pageId}/${quote.prefix ?? ''}${quote.exact}` : (pageId ?? 'all')
  const { draft, replacement, keep, forget } = useKeptComment(place)
  const isSuggesting = replacement !== undefined
  const hasNoText = draft.text.trim() === ''
  const isEmpty = isSuggesting ? replacement === quote?.exact : hasNoText
  const finish = (): void => {
    forget()
    onDone?.()
  }
  const send = (isDraft: boolean): void => {
    if (isEmpty || isBusy) return
    const fields = { text: hasNoText ? '' : writeDraft(draft), pageId, quote, replacement }
    if (isDraft) drafts.send({ kind: 'create', ...fields }, finish)
    else comments.send({ kind: 'post', ...fields }, finish)
  }
  return (
    <form
      className="stack-s"
      onSubmit={(event) => {
        event.preventDefault()
        // Whoever has begun a review goes on with it by key.
        send(hasDrafts)
      }}
    >
      {isSuggesting && (
        <TextField
          label={reviews.replaceWith}
          isMultiline
          rows={2}
          value={replacement}
          // Whoever asked to suggest goes on in the words.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          // A suggestion is one line, as the words are that it replaces.
          onChange={(value) => keep({ draft, replacement: value.replaceAll(/\s*[\r\n]+\s*/g, ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit()
          }}
        />
      )}
      <CommentField
        label={
          quote ? reviews.commentOnWords : pageId === undefined ? reviews.comment : reviews.commentOnPage
        }
        placeholder={isSuggesting ? reviews.suggestionReason : reviews.commentPlaceholder}
        draft={draft}
        onChange={(next) => keep({ draft: next, replacement })}
        autoFocus={quote !== undefined}
        isShort={isSuggesting}
      />
      <div className="actions">
        <Button
          type={hasDrafts ? 'button' : 'submit'}
          label={reviews.send}
          isBusy={comments.isBusy}
          isDisabled={isEmpty}
          {...(hasDrafts && { onPress: () => send(false) })}
        />
        <Button
          type={hasDrafts ? 'submit' : 'button'}
          look={hasDrafts ? 'primary' : 'outline'}
          label={hasDrafts ? reviews.addToReview : reviews.startReview}
          isBusy={drafts.isBusy}
          isDisabled={isEmpty}
          {...(!hasDrafts && { onPress: () => send(true) })}
        />
        {quote && isReplaceable(quote.exact) && (
          <Button
            look="quiet"
            icon={pen}
            label={reviews.suggest}
            aria-pressed={isSuggesting}
            onPress={() => keep({ draft, replacement: isSuggesting ? undefined : quote.exact })}
          />
        )}
        {onDone && (
          <Button
            look="quiet"
            label={common.cancel}
            onPress={() => {
              keep({ draft: emptyDraft })
              onDone()
            }}
          />
        )}
      </div>
    </form>
  )
}

/** Whether words are in one block, and nothing among them is a picture or another object. */
const isReplaceable = (words: string): boolean => !/[\n\uFFFC]/.test(words)
