import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import {
  getChangeRequestMergeability,
  mergeChangeRequest,
  updateChangeRequest,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useWords } from '../../locales/index.ts'
import { showToast } from '../../ui/toast.tsx'
import { changeRequestRead, useIds } from './use-change-request.ts'
import { saveOpenPages } from './writing/open-pages.ts'

/** Merges a change request into its space. What is not saved yet is saved first. */
export function useMerge(): { merge: () => void; isBusy: boolean } {
  const words = useWords()
  const { changeRequests } = words
  const ids = useIds()
  const go = useGo()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => ((await saveOpenPages()) ? call(mergeChangeRequest, ids) : undefined),
    onSuccess: async (outcome) => {
      if (!outcome) {
        showToast({ message: changeRequests.unsavedBlocksMerge, isError: true })
        return
      }
      if (outcome.result === 'conflicts') {
        showToast({
          message: changeRequests.notMerged,
          isError: true,
          action: {
            label: changeRequests.showConflicts,
            run: () => go({ to: '/spaces/$spaceId/change-requests/$changeRequestId/review', params: ids }),
          },
        })
        await client.invalidateQueries({ queryKey: [getChangeRequestMergeability.id] })
        return
      }
      const subject = client.getQueryData(changeRequestRead(ids).queryKey)?.subject
      showToast({
        message: changeRequests.merged(subject || words.common.untitled),
        action: {
          label: changeRequests.openSpace,
          run: () => go({ to: '/spaces/$spaceId', params: { spaceId: ids.spaceId } }),
        },
      })
      // The space has new content: everything that is read of it is stale.
      await client.invalidateQueries()
    },
    onError: (error) => showToast({ message: describeError(error, words), isError: true }),
  })
  return { merge: () => mutate(), isBusy: isPending }
}

/** Brings what is new in the space into the change request. */
export function useUpdateFromSpace(): { update: () => void; isBusy: boolean } {
  const words = useWords()
  const { changeRequests } = words
  const ids = useIds()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => ((await saveOpenPages()) ? call(updateChangeRequest, ids) : undefined),
    onSuccess: async (outcome) => {
      if (!outcome) {
        showToast({ message: changeRequests.unsavedBlocksMerge, isError: true })
        return
      }
      showToast(
        outcome.result === 'conflicts'
          ? { message: changeRequests.updatedWithConflicts(outcome.conflicts.length), isError: true }
          : { message: changeRequests.updated },
      )
      await client.invalidateQueries()
    },
    onError: (error) => showToast({ message: describeError(error, words), isError: true }),
  })
  return { update: () => mutate(), isBusy: isPending }
}
