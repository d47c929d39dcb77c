import { useState } from 'react'
import type { Comment } from '../../../api/operations.ts'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { pen } from '../../../ui/icon-paths.ts'
import { CommentField } from './comment-field.tsx'
import { emptyDraft, writeDraft } from './mentions.ts'
import { useCommentWrites } from './use-comments.ts'

interface NewCommentProps {
  pageId?: string
  /** The words of the page that it is on. */
  quote?: Comment['target']['quote']
  /** It is sent, or given up. Without it the field stays. */
  onDone?: () => void
}

/** A field for the next comment, on the change request, on one page of it or on words of that. */
export function NewComment({ pageId, quote, onDone }: NewCommentProps) {
  const { common, reviews } = useWords()
  const { send, isBusy } = useCommentWrites()
  const [draft, setDraft] = useState(emptyDraft)
  /** The words instead of those of the quote; undefined while nothing is suggested. */
  const [replacement, setReplacement] = useState<string>()
  const isSuggesting = replacement !== undefined
  const hasNoText = draft.text.trim() === ''
  const isEmpty = isSuggesting ? replacement === quote?.exact : hasNoText
  return (
    <form
      className="stack-s"
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || isBusy) return
        const text = hasNoText ? '' : writeDraft(draft)
        send({ kind: 'post', text, pageId, quote, replacement }, () => {
          setDraft(emptyDraft)
          onDone?.()
        })
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
          onChange={(value) => setReplacement(value.replaceAll(/\s*[\r\n]+\s*/g, ' '))}
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
        onChange={setDraft}
        autoFocus={quote !== undefined}
        isShort={isSuggesting}
      />
      <div className="actions">
        <Button type="submit" label={reviews.send} isBusy={isBusy} isDisabled={isEmpty} />
        {quote && isReplaceable(quote.exact) && (
          <Button
            look="quiet"
            icon={pen}
            label={reviews.suggest}
            aria-pressed={isSuggesting}
            onPress={() => setReplacement(isSuggesting ? undefined : quote.exact)}
          />
        )}
        {onDone && <Button look="quiet" label={common.cancel} onPress={onDone} />}
      </div>
    </form>
  )
}

/** Whether words are in one block, and nothing among them is a picture or another object. */
const isReplaceable = (words: string): boolean => !/[\n\uFFFC]/.test(words)
