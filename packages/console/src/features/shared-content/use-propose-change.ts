import { useRef } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  type ChangeRequestContentChange,
  createChangeRequest,
  listChangeRequestsForSpace,
  updateChangeRequestContent,
} from '../../api/operations.ts'
import { useGo } from '../../app/navigation.ts'

interface ProposedChange {
  subject: string
  changes: ChangeRequestContentChange[]
}

/** Makes a change request of a change, and leads to what it changes. */
export function useProposeChange(spaceId: string) {
  const go = useGo()
  // An attempt that failed has left an empty change request, which the next attempt fills.
  const begun = useRef<string>(undefined)
  return useWrite(
    async ({ subject, changes }: ProposedChange) => {
      begun.current ??= (await call(createChangeRequest, { spaceId, body: { subject } })).id
      const changeRequestId = begun.current
      await call(updateChangeRequestContent, { spaceId, changeRequestId, body: { changes } })
      return changeRequestId
    },
    {
      stale: [listChangeRequestsForSpace],
      onSuccess: (changeRequestId) =>
        go({
          to: '/spaces/$spaceId/change-requests/$changeRequestId/changes',
          params: { spaceId, changeRequestId },
        }),
    },
  )
}
