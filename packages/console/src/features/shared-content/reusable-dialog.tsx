import { useState } from 'react'
import type { RevisionReusableContent } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSharedWords } from '../../locales/features/shared-content.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useProposeChange } from './use-propose-change.ts'

const MAX_TITLE_CHARACTERS = 256

interface ReusableDialogProps {
  spaceId: string
  /** The one to change. Without it, one is made. */
  content?: RevisionReusableContent
  onClose: () => void
}

/** The title and the text of a reusable content. They become a change request, as every change of what readers see. */
export function ReusableDialog({ spaceId, content, onClose }: ReusableDialogProps) {
  const words = useSharedWords()
  const { shared, common } = words
  const [title, setTitle] = useState(content?.title ?? '')
  const [markdown, setMarkdown] = useState(content?.markdown ?? '')
  const propose = useProposeChange(spaceId)
  const name = title.trim()
  return (
    <FormDialog
      title={content ? shared.editReusable : shared.addReusable}
      width="wide"
      isOpen
      onClose={onClose}
      action={shared.propose}
      cancel={common.cancel}
      onSubmit={() =>
        propose.mutate({
          subject: shared.subject(name),
          changes: [
            {
              operation: 'put_reusable_content',
              ...(content && { reusableContent: content.id }),
              title: name,
              document: { markdown },
            },
          ],
        })
      }
      isBusy={propose.isPending}
      isDisabled={name === ''}
      error={propose.error ? describeError(propose.error, words) : undefined}
    >
      <TextField
        label={shared.name}
        value={title}
        onChange={setTitle}
        maxLength={MAX_TITLE_CHARACTERS}
        autoFocus
      />
      <TextField
        label={shared.text}
        help={shared.textHelp}
        isMultiline
        rows={12}
        value={markdown}
        onChange={setMarkdown}
      />
      <p className="soft">{shared.proposeHelp}</p>
    </FormDialog>
  )
}

/** Nothing changes for readers until the change request is merged, so no name has to be typed. */
export function DeleteReusableDialog({
  spaceId,
  content,
  onClose,
}: ReusableDialogProps & { content: RevisionReusableContent }) {
  const words = useSharedWords()
  const { shared, common } = words
  const propose = useProposeChange(spaceId)
  return (
    <FormDialog
      title={shared.deleteTitle(content.title)}
      isOpen
      onClose={onClose}
      action={shared.proposeDeletion}
      cancel={common.cancel}
      isDangerous
      onSubmit={() =>
        propose.mutate({
          subject: shared.deleteSubject(content.title),
          changes: [{ operation: 'delete_reusable_content', reusableContent: content.id }],
        })
      }
      isBusy={propose.isPending}
      error={propose.error ? describeError(propose.error, words) : undefined}
    >
      <p>{shared.deleteText}</p>
    </FormDialog>
  )
}
