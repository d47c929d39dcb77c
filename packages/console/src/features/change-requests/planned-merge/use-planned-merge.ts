import { call, useWrite } from '../../../api/index.ts'
import {
  cancelPlannedChangeRequestMerge,
  type ChangeRequest,
  getChangeRequestById,
  listChangeRequestsForOrganization,
  listChangeRequestsForSpace,
  planChangeRequestMerge,
} from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { type Formats, useFormats } from '../../../locales/index.ts'
import { type ReviewWords, useReviewWords } from '../../../locales/features/reviews.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useIds } from '../use-change-request.ts'
import { saveOpenPages } from '../writing/open-pages.ts'

type PlannedMerge = NonNullable<ChangeRequest['plannedMerge']>

const stale = [getChangeRequestById, listChangeRequestsForSpace, listChangeRequestsForOrganization]

/** "Merge planned: 4 May 2026, 14:05" */
export const describePlan = (
  { mergeAt }: Pick<PlannedMerge, 'mergeAt'>,
  { plannedMerges }: ReviewWords,
  { dateTime }: Formats,
): string => (mergeAt === undefined ? plannedMerges.whenReady : plannedMerges.atTime(dateTime(mergeAt)))

/** Plans the merge: at a time, or without one as soon as nothing stands against it. What is not saved yet is saved first. */
export function usePlanMerge(onPlanned?: () => void) {
  const words = useReviewWords()
  const formats = useFormats()
  const ids = useIds()
  return useWrite(
    async (mergeAt: string | undefined) => {
      if (!(await saveOpenPages())) return undefined
      return call(planChangeRequestMerge, { ...ids, body: mergeAt === undefined ? {} : { mergeAt } })
    },
    {
      stale,
      onSuccess: (changeRequest) => {
        if (!changeRequest) {
          showToast({ message: words.plannedMerges.unsaved, isError: true })
          return
        }
        onPlanned?.()
        const { plannedMerge } = changeRequest
        if (plannedMerge) showToast({ message: describePlan(plannedMerge, words, formats) })
      },
    },
  )
}

/** Takes the planned merge back. */
export function useCancelPlannedMerge(): { cancel: () => void; isBusy: boolean } {
  const words = useReviewWords()
  const ids = useIds()
  const { mutate, isPending } = useWrite(() => call(cancelPlannedChangeRequestMerge, ids), {
    stale,
    onSuccess: () => showToast({ message: words.plannedMerges.canceled }),
  })
  return {
    cancel: () =>
      mutate(undefined, {
        onError: (error) => showToast({ message: describeError(error, words), isError: true }),
      }),
    isBusy: isPending,
  }
}
