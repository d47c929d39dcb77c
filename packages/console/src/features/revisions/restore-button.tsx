import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  createChangeRequest,
  listChangeRequestsForSpace,
  updateChangeRequestContent,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useRevisionWords } from '../../locales/features/revisions.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

interface RestoreButtonProps {
  spaceId: string
  /** What is brought back: all content of a revision, or one page of it. */
  change:
    | { operation: 'revert_all'; revision: string }
    | { operation: 'revert_page'; page: string; revision: string }
  /** The question of the dialog, and what it explains. */
  title: string
  text: string
  /** The subject of the change request. */
  subject: string
}

/**
 * Brings back content as it was. It goes into a change request, so that somebody can look at it before it is merged, and
 * nothing is lost.
 */
export function RestoreButton({ spaceId, change, title, text, subject }: RestoreButtonProps) {
  const words = useRevisionWords()
  const { revisions, common } = words
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const restore = useWrite(
    async () => {
      const { id } = await call(createChangeRequest, { spaceId, body: { subject } })
      await call(updateChangeRequestContent, {
        spaceId,
        changeRequestId: id,
        body: { changes: [change] },
      })
      return id
    },
    {
      stale: [listChangeRequestsForSpace],
      onSuccess: (changeRequestId) =>
        go({ to: '/spaces/$spaceId/change-requests/$changeRequestId', params: { spaceId, changeRequestId } }),
    },
  )
  return (
    <>
      <Button look="quiet" isDense label={revisions.restore} onPress={() => setOpen(true)} />
      <FormDialog
        title={title}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={revisions.restoreAction}
        cancel={common.cancel}
        isBusy={restore.isPending}
        error={restore.error ? describeError(restore.error, words) : undefined}
        onSubmit={() => restore.mutate(undefined)}
      >
        <p>{text}</p>
      </FormDialog>
    </>
  )
}
