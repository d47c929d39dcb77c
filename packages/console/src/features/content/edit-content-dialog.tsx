import { useState } from 'react'
import { describeError } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { readEmoji } from '../../ui/emoji.ts'
import type { ContentDialogProps } from './content-dialogs.tsx'
import { isName, NameFields } from './name-fields.tsx'
import type { ContentNode } from './use-content.ts'
import { useContentWrites } from './use-content-writes.ts'

/** Another name, and another emoji for a space. */
export function EditContentDialog({
  organizationId,
  node,
  onClose,
}: ContentDialogProps & { node: ContentNode }) {
  const words = useWords()
  const { content, common } = words
  const { edit } = useContentWrites(organizationId)
  const [title, setTitle] = useState(node.label)
  const [emoji, setEmoji] = useState(node.kind === 'space' ? readEmoji(node.item.emoji) : '')
  return (
    <FormDialog
      title={content.editTitle(node.label)}
      isOpen
      onClose={onClose}
      action={common.save}
      cancel={common.cancel}
      onSubmit={() =>
        edit.mutate(
          { node, title: title.trim(), ...(node.kind === 'space' && { emoji }) },
          { onSuccess: onClose },
        )
      }
      isBusy={edit.isPending}
      isDisabled={!isName(title)}
      error={edit.error ? describeError(edit.error, words) : undefined}
    >
      <NameFields
        title={title}
        onTitleChange={setTitle}
        emoji={emoji}
        {...(node.kind === 'space' && { onEmojiChange: setEmoji })}
      />
    </FormDialog>
  )
}
