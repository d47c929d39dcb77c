import { useState } from 'react'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useWords } from '../../locales/index.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import type { ContentDialogProps } from './content-dialogs.tsx'
import { isName, NameFields } from './name-fields.tsx'
import { PlaceSelect } from './place-select.tsx'
import { useContentWrites } from './use-content-writes.ts'

export function CreateCollectionDialog({
  organizationId,
  parent: firstParent,
  onClose,
}: ContentDialogProps & { parent: string | undefined }) {
  const words = useWords()
  const { content, common } = words
  const go = useGo()
  const { createCollection } = useContentWrites(organizationId)
  const [title, setTitle] = useState('')
  const [parent, setParent] = useState(firstParent)
  const submit = (): void =>
    createCollection.mutate(
      { title: title.trim(), ...(parent !== undefined && { parent }) },
      {
        onSuccess: ({ id }) => {
          onClose()
          go({ to: '/collections/$collectionId', params: { collectionId: id } })
        },
      },
    )
  return (
    <FormDialog
      title={content.newCollection}
      isOpen
      onClose={onClose}
      action={content.createCollection}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={createCollection.isPending}
      isDisabled={!isName(title)}
      error={createCollection.error ? describeError(createCollection.error, words) : undefined}
    >
      <p>{content.emptyCollectionText}</p>
      <NameFields title={title} onTitleChange={setTitle} placeholder={content.collectionNamePlaceholder} />
      <PlaceSelect organizationId={organizationId} value={parent} onChange={setParent} />
    </FormDialog>
  )
}
