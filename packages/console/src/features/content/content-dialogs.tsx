import { CreateCollectionDialog } from './create-collection-dialog.tsx'
import { CreateSpaceDialog } from './create-space-dialog.tsx'
import type { ContentDialogState } from './content-dialog-state.ts'
import { DeleteCollectionDialog } from './delete-collection-dialog.tsx'
import { EditContentDialog } from './edit-content-dialog.tsx'
import { MoveContentDialog } from './move-content-dialog.tsx'
import { TransferContentDialog } from './transfer-content-dialog.tsx'

export interface ContentDialogProps {
  organizationId: string
  onClose: () => void
}

interface ContentDialogsProps extends ContentDialogProps {
  state: ContentDialogState
}

/** The dialogs about collections and spaces. They are loaded when the first of them is opened. */
export function ContentDialogs({ state, ...props }: ContentDialogsProps) {
  switch (state.kind) {
    case 'create-space':
      return <CreateSpaceDialog {...props} parent={state.parent} start={state.start} />
    case 'create-collection':
      return <CreateCollectionDialog {...props} parent={state.parent} />
    case 'edit':
      return <EditContentDialog {...props} node={state.node} />
    case 'move':
      return <MoveContentDialog {...props} node={state.node} />
    case 'transfer':
      return <TransferContentDialog {...props} node={state.node} />
    case 'delete-collection':
      return <DeleteCollectionDialog {...props} collection={state.collection} />
  }
}
