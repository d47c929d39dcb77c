import { lazy, Suspense, useState } from 'react'
import { describeError } from '../../../app/load-failure.tsx'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { calendar, chevronDown, codeMerge, xmark } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { useCancelPlannedMerge, usePlanMerge } from './use-planned-merge.ts'

const MergeTimeDialog = lazy(async () => ({
  default: (await import('./merge-time-dialog.tsx')).MergeTimeDialog,
}))

/** The ways to merge later, beside the button that merges now. */
export function MergeMenu({ look }: Required<Pick<ButtonProps, 'look'>>) {
  const words = useReviewWords()
  const { plannedMerges } = words
  const { changeRequest } = useChangeRequest()
  const plan = usePlanMerge()
  const { cancel } = useCancelPlannedMerge()
  const [isChoosing, setChoosing] = useState(false)
  const planWhenReady = (): void =>
    plan.mutate(undefined, {
      onError: (error) => showToast({ message: describeError(error, words), isError: true }),
    })
  return (
    <>
      <Menu
        label={plannedMerges.menu}
        placement="bottom end"
        items={[
          {
            id: 'ready',
            label: plannedMerges.mergeWhenReady,
            note: plannedMerges.mergeWhenReadyNote,
            icon: codeMerge,
            onAction: planWhenReady,
          },
          {
            id: 'time',
            label: plannedMerges.mergeAtTime,
            icon: calendar,
            onAction: () => setChoosing(true),
          },
          changeRequest?.plannedMerge !== undefined && {
            id: 'cancel',
            label: plannedMerges.cancel,
            icon: xmark,
            onAction: cancel,
          },
        ]}
      >
        <Button
          look={look}
          isIconOnly
          icon={chevronDown}
          label={plannedMerges.menu}
          isBusy={plan.isPending}
        />
      </Menu>
      {isChoosing && (
        <Suspense>
          <MergeTimeDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
