import type { UseMutationResult } from '@tanstack/react-query'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import type { StructureNode } from './structure-nodes.ts'

interface RemoveDialogProps {
  node: StructureNode
  remove: UseMutationResult<void, Error, StructureNode>
  onClose: () => void
}

/** Says what is lost when something is taken out of a site, and what stays. */
export function RemoveDialog({ node, remove, onClose }: RemoveDialogProps) {
  const words = useSiteWords()
  const { sites, common } = words
  return (
    <FormDialog
      title={sites.removeTitle(node.label)}
      isOpen
      isDangerous
      onClose={onClose}
      action={common.remove}
      cancel={common.cancel}
      onSubmit={() => remove.mutate(node, { onSuccess: onClose })}
      isBusy={remove.isPending}
      error={remove.error ? describeError(remove.error, words) : undefined}
    >
      <p>{sites.removeTexts[node.kind]}</p>
    </FormDialog>
  )
}
