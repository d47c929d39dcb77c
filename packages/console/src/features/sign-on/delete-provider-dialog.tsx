import { describeError } from '../../app/load-failure.tsx'
import { useSignOnWords } from '../../locales/features/sign-on.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface DeleteProviderDialogProps {
  label: string
  isBusy: boolean
  error: Error | null
  onDelete: () => void
  onClose: () => void
}

/** Asks for the name of a provider before it is deleted. */
export function DeleteProviderDialog({ label, isBusy, error, onDelete, onClose }: DeleteProviderDialogProps) {
  const words = useSignOnWords()
  const { signOn, common } = words
  return (
    <ConfirmDialog
      title={signOn.deleteTitle(label)}
      explanation={signOn.deleteText}
      name={label}
      nameLabel={common.typeToConfirm(label)}
      isOpen
      onClose={onClose}
      action={common.delete}
      cancel={common.cancel}
      onSubmit={onDelete}
      isBusy={isBusy}
      error={error ? describeError(error, words) : undefined}
    />
  )
}
