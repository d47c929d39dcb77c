import { lazy, Suspense, useState } from 'react'
import { describeError } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import {
  arrowsRotate,
  boxArchive,
  clock,
  ellipsis,
  penToSquare,
  rotateLeft,
  shareFromSquare,
} from '../../ui/icon-paths.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { UndoMergeDialog } from '../merge-undo/index.ts'
import { useChangeRequestUpdate } from './subject-field.tsx'
import { useChangeRequest } from './use-change-request.ts'
import { useUpdateFromSpace } from './use-merge.ts'

const PreviewDialog = lazy(async () => ({
  default: (await import('./preview/preview-dialog.tsx')).PreviewDialog,
}))

/** What else can be done with a change request. */
export function ActionsMenu() {
  const words = useWords()
  const { common, changeRequests } = words
  const { ids, space, changeRequest, rights } = useChangeRequest()
  const { mutate } = useChangeRequestUpdate(ids)
  const { update } = useUpdateFromSpace()
  const [isUndoing, setUndoing] = useState(false)
  const [isSharing, setSharing] = useState(false)
  if (!changeRequest || !(rights.canEdit || rights.canUndoMerge)) return null
  const { status } = changeRequest
  const setStatus = (next: 'draft' | 'open' | 'archived', onDone?: () => void): void =>
    mutate(
      { status: next },
      {
        ...(onDone && { onSuccess: onDone }),
        onError: (error) => showToast({ message: describeError(error, words), isError: true }),
      },
    )
  const archive = (): void => {
    const before = status === 'draft' ? 'draft' : 'open'
    setStatus('archived', () =>
      showToast({
        message: changeRequests.archived,
        action: { label: common.undo, run: () => setStatus(before) },
      }),
    )
  }
  const items: MenuEntry[] = [
    status === 'draft' && {
      id: 'open',
      label: changeRequests.submitForReview,
      icon: clock,
      onAction: () => setStatus('open'),
    },
    status === 'open' && {
      id: 'draft',
      label: changeRequests.backToDraft,
      icon: penToSquare,
      onAction: () => setStatus('draft'),
    },
    rights.canWrite && {
      id: 'update',
      label: changeRequests.updateFromSpace,
      icon: arrowsRotate,
      onAction: update,
    },
    rights.canWrite && {
      id: 'share-preview',
      label: changeRequests.sharePreview,
      icon: shareFromSquare,
      onAction: () => setSharing(true),
    },
    status === 'archived' && {
      id: 'reopen',
      label: changeRequests.reopen,
      icon: rotateLeft,
      onAction: () => setStatus('open'),
    },
    (status === 'draft' || status === 'open') && {
      id: 'archive',
      label: changeRequests.archive,
      icon: boxArchive,
      onAction: archive,
    },
    rights.canUndoMerge && {
      id: 'undo',
      label: changeRequests.undoMerge,
      icon: rotateLeft,
      onAction: () => setUndoing(true),
    },
  ]
  return (
    <>
      <Menu label={common.moreFor(changeRequests.changeRequest)} items={items} placement="bottom end">
        <Button
          look="quiet"
          isIconOnly
          icon={ellipsis}
          label={common.moreFor(changeRequests.changeRequest)}
        />
      </Menu>
      {isSharing && space && (
        <Suspense>
          <PreviewDialog ids={ids} organizationId={space.organization} onClose={() => setSharing(false)} />
        </Suspense>
      )}
      <UndoMergeDialog
        spaceId={ids.spaceId}
        changeRequest={changeRequest}
        isOpen={isUndoing}
        onClose={() => setUndoing(false)}
      />
    </>
  )
}
