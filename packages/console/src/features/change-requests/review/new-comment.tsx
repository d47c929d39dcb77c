import { useState } from 'react'
import type { Comment } from '../../../api/operations.ts'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
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
  const isEmpty = draft.text.trim() === ''
  return (
    <form
      className="stack-s"
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || isBusy) return
        send({ kind: 'post', text: writeDraft(draft), pageId, quote }, () => {
          setDraft(emptyDraft)
          onDone?.()
        })
      }}
    >
      <CommentField
        label={
          quote ? reviews.commentOnWords : pageId === undefined ? reviews.comment : reviews.commentOnPage
        }
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
