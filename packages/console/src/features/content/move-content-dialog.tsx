import { useState } from 'react'
import { describeError } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { listBelow } from './content-cache.ts'
import type { ContentDialogProps } from './content-dialogs.tsx'
import { PlaceSelect } from './place-select.tsx'
import { type ContentNode, useContent } from './use-content.ts'
import { useContentWrites } from './use-content-writes.ts'

/** Moves a space or collection by name, without dragging. */
export function MoveContentDialog({
  organizationId,
  node,
  onClose,
}: ContentDialogProps & { node: ContentNode }) {
  const words = useWords()
  const { content, common } = words
  const { move } = useContentWrites(organizationId)
  const { nodes } = useContent(organizationId)
  const [parent, setParent] = useState(node.parent)
  const submit = (): void =>
    move.mutate(
      { node, place: { parent, before: undefined } },
      {
        onSuccess: () => {
          const place = nodes.find(({ id }) => id === parent)?.label
          showToast({
            message: place === undefined ? content.movedToTop(node.label) : content.moved(node.label, place),
          })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={content.moveTitle(node.label)}
      isOpen
      onClose={onClose}
      action={content.move}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={move.isPending}
      isDisabled={parent === node.parent}
      error={move.error ? describeError(move.error, words) : undefined}
    >
      <PlaceSelect
        organizationId={organizationId}
        value={parent}
        onChange={setParent}
        {...(node.kind === 'collection' && { without: listBelow(nodes, node.id) })}
      />
    </FormDialog>
  )
}
