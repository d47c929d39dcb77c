import { call, useWrite } from '../../api/index.ts'
import {
  type ChangeRequest,
  listChangeRequestsForSpace,
  undoChangeRequestMerge,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useRevisionWords } from '../../locales/features/revisions.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

interface UndoMergeDialogProps {
  spaceId: string
  changeRequest: Pick<ChangeRequest, 'id' | 'number' | 'subject'>
  isOpen: boolean
  onClose: () => void
}

/** How long a subject may be. */
const MAX_SUBJECT_LENGTH = 100

/** Takes back what a merge changed, in a change request of its own. What was changed since stays. */
export function UndoMergeDialog({ spaceId, changeRequest, isOpen, onClose }: UndoMergeDialogProps) {
  const words = useRevisionWords()
  const { common, changeRequests: texts, revisions } = words
  const go = useGo()
  const name = changeRequest.subject || `#${changeRequest.number}`
  const undo = useWrite(
    () =>
      call(undoChangeRequestMerge, {
        spaceId,
        changeRequestId: changeRequest.id,
        body: { subject: texts.undoSubject(name).slice(0, MAX_SUBJECT_LENGTH) },
      }),
    {
      stale: [listChangeRequestsForSpace],
      onSuccess: ({ changeRequest: { id }, conflicts }) => {
        onClose()
        if (conflicts.length > 0) {
          showToast({ message: texts.undoConflicts(conflicts.length), isError: true })
        }
        go({
          to: '/spaces/$spaceId/change-requests/$changeRequestId/changes',
          params: { spaceId, changeRequestId: id },
        })
      },
    },
  )
  return (
    <FormDialog
      title={texts.undoTitle(name)}
      isOpen={isOpen}
      onClose={onClose}
      action={revisions.restoreAction}
      cancel={common.cancel}
      isBusy={undo.isPending}
      error={undo.error ? describeError(undo.error, words) : undefined}
      onSubmit={() => undo.mutate(undefined)}
    >
      <p>{texts.undoText}</p>
    </FormDialog>
  )
}
