import { useState } from 'react'
import { useWords } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CommentField } from './comment-field.tsx'
import { emptyDraft, writeDraft } from './mentions.ts'
import { useCommentWrites } from './use-comments.ts'

/** A field for the next comment, on the change request or on one page of it. */
export function NewComment({ pageId }: { pageId?: string }) {
  const { reviews } = useWords()
  const { send, isBusy } = useCommentWrites()
  const [draft, setDraft] = useState(emptyDraft)
  const isEmpty = draft.text.trim() === ''
  return (
    <form
      className="stack-s"
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || isBusy) return
        send({ kind: 'post', text: writeDraft(draft), pageId }, () => setDraft(emptyDraft))
      }}
    >
      <CommentField
        label={pageId === undefined ? reviews.comment : reviews.commentOnPage}
        placeholder={reviews.commentPlaceholder}
        draft={draft}
        onChange={setDraft}
      />
      <div>
        <Button type="submit" label={reviews.send} isBusy={isBusy} isDisabled={isEmpty} />
      </div>
    </form>
  )
}
