import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organizationsRead } from '../../app/organization.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { ContentDialogProps } from './content-dialogs.tsx'
import type { ContentNode } from './use-content.ts'
import { useContentWrites } from './use-content-writes.ts'

/** Gives a space or collection to another organization that one administers. */
export function TransferContentDialog({
  organizationId,
  node,
  onClose,
}: ContentDialogProps & { node: ContentNode }) {
  const words = useWords()
  const { content, common } = words
  const { transfer } = useContentWrites(organizationId)
  const { data } = useQuery(organizationsRead)
  const [chosenId, setChosenId] = useState<string>()
  const targets = (data?.items ?? []).filter(
    ({ id, permissions }) => id !== organizationId && permissions.admin,
  )
  const target = targets.find(({ id }) => id === chosenId) ?? targets[0]
  const submit = (): void => {
    if (!target) return
    transfer.mutate(
      { node, organization: target.id },
      {
        onSuccess: () => {
          showToast({ message: content.transferred(node.label, target.title) })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={content.transferTitle(node.label)}
      isOpen
      onClose={onClose}
      action={content.transferAction}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={transfer.isPending}
      isDisabled={!target}
      error={transfer.error ? describeError(transfer.error, words) : undefined}
    >
      <p>{target ? content.transferText : content.transferNone}</p>
      {target && (
        <Select
          label={content.transferTo}
          choices={targets.map(({ id, title }) => ({ value: id, label: title }))}
          value={target.id}
          onChange={setChosenId}
        />
      )}
    </FormDialog>
  )
}
