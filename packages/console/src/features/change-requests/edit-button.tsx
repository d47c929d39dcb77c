import { useMutation, useQuery } from '@tanstack/react-query'
import { call, read } from '../../api/index.ts'
import {
  createChangeRequest,
  getSpaceById,
  listChangeRequestsForSpace,
  type ChangeRequest,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useSession } from '../../app/session.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { pen } from '../../ui/icon-paths.ts'
import { showToast } from '../../ui/toast.tsx'

interface EditButtonProps {
  spaceId: string
  /** The page to write in. Without one, writing begins with the first page. */
  pageId?: string | undefined
}

/** Continues the draft that one has in a space, or begins a change request. Absent for whoever may not write. */
export function EditButton({ spaceId, pageId }: EditButtonProps) {
  const { changeRequests } = useWords()
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const edit = useEdit(spaceId, pageId)
  const canEdit = space?.permissions.edit === true
  useShortcuts(canEdit ? [{ keys: 'e', label: changeRequests.edit, run: edit.start }] : [])
  if (!canEdit) return null
  return (
    <Button
      look="primary"
      icon={pen}
      label={changeRequests.edit}
      isBusy={edit.isBusy}
      onPress={() => edit.start()}
    />
  )
}

/** What the button does, for keys and the palette. */
export function useEdit(spaceId: string, pageId?: string): { start: () => void; isBusy: boolean } {
  const words = useWords()
  const go = useGo()
  const user = useSession()
  const { mutate, isPending } = useMutation({
    mutationFn: () => findOrCreateDraft(spaceId, user.id),
    onSuccess: ({ id: changeRequestId }) =>
      pageId === undefined
        ? go({
            to: '/spaces/$spaceId/change-requests/$changeRequestId',
            params: { spaceId, changeRequestId },
          })
        : go({
            to: '/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId',
            params: { spaceId, changeRequestId, pageId },
          }),
    onError: (error) => showToast({ message: describeError(error, words), isError: true }),
  })
  return { start: () => mutate(), isBusy: isPending }
}

async function findOrCreateDraft(spaceId: string, userId: string): Promise<ChangeRequest> {
  const { items } = await call(listChangeRequestsForSpace, {
    spaceId,
    query: { status: ['draft'], creator: userId, limit: 1 },
  })
  return items[0] ?? (await call(createChangeRequest, { spaceId, body: {} }))
}
