import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  createChangeRequest,
  listChangeRequestsForSpace,
  type RevisionEntry,
  updateChangeRequestContent,
} from '../../api/operations.ts'
import { describeError } from '../../app/failures.tsx'
import { useGo } from '../../app/navigation.ts'
import { useFormats, useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

/**
 * Brings back the content as it was. It goes into a change request, so that somebody can look at it before it is merged, and
 * nothing is lost.
 */
export function RestoreButton({ entry, spaceId }: { entry: RevisionEntry; spaceId: string }) {
  const words = useWords()
  const { revisions, common } = words
  const { dateTime } = useFormats()
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const when = dateTime(entry.createdAt)
  const restore = useWrite(
    async () => {
      const { id } = await call(createChangeRequest, {
        spaceId,
        body: { subject: revisions.restoreSubject(when) },
      })
      await call(updateChangeRequestContent, {
        spaceId,
        changeRequestId: id,
        body: { changes: [{ operation: 'revert_all', revision: entry.id }] },
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
        title={revisions.restoreTitle(when)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={revisions.restoreAction}
        cancel={common.cancel}
        isBusy={restore.isPending}
        error={restore.error ? describeError(restore.error, words) : undefined}
        onSubmit={() => restore.mutate(undefined)}
      >
        <p>{revisions.restoreText}</p>
      </FormDialog>
    </>
  )
}
