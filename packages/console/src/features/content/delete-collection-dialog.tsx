import { useParams } from '@tanstack/react-router'
import type { Collection } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useLeave } from '../../app/navigation.ts'
import { useWords } from '../../locales/index.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { ContentDialogProps } from './content-dialogs.tsx'
import { useContentWrites } from './use-content-writes.ts'

/** Collections cannot be restored, so the name has to be typed. */
export function DeleteCollectionDialog({
  organizationId,
  collection,
  onClose,
}: ContentDialogProps & { collection: Collection }) {
  const words = useWords()
  const { content, common } = words
  const leave = useLeave()
  const { collectionId } = useParams({ strict: false })
  const { deleteCollection } = useContentWrites(organizationId)
  return (
    <ConfirmDialog
      title={content.deleteCollectionTitle(collection.title)}
      explanation={content.deleteCollectionText}
      name={collection.title}
      nameLabel={common.typeToConfirm(collection.title)}
      isOpen
      onClose={onClose}
      action={content.deleteCollection}
      cancel={common.cancel}
      onSubmit={() =>
        deleteCollection.mutate({
          collection,
          leave: async () => {
            showToast({ message: content.deleted(collection.title) })
            onClose()
            if (collectionId !== collection.id) return
            await leave({ to: '/orgs/$organizationId/content', params: { organizationId } })
          },
        })
      }
      isBusy={deleteCollection.isPending}
      error={deleteCollection.error ? describeError(deleteCollection.error, words) : undefined}
    />
  )
}
