import { useState } from 'react'
import { describeError } from '../../../app/load-failure.tsx'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { usePlanMerge } from './use-planned-merge.ts'

const MAX_DAYS = 366
const DAY_MS = 24 * 60 * 60 * 1000

/** Asks when to merge. */
export function MergeTimeDialog({ onClose }: { onClose: () => void }) {
  const words = useReviewWords()
  const { common, plannedMerges } = words
  const [now] = useState(() => new Date())
  const [value, setValue] = useState(() => writeLocalTime(suggestTime(now)))
  const [isWrong, setWrong] = useState(false)
  const plan = usePlanMerge(onClose)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const submit = (): void => {
    const time = new Date(value)
    const isPossible = time.getTime() > Date.now() && time.getTime() < Date.now() + MAX_DAYS * DAY_MS
    setWrong(!isPossible)
    if (isPossible) plan.mutate(time.toISOString())
  }
  return (
    <FormDialog
      title={plannedMerges.timeTitle}
      isOpen
      onClose={onClose}
      action={plannedMerges.plan}
      cancel={common.cancel}
      isBusy={plan.isPending}
      error={plan.error ? describeError(plan.error, words) : undefined}
      onSubmit={submit}
    >
      <p>{plannedMerges.timeText}</p>
      <TextField
        label={plannedMerges.time}
        type="datetime-local"
        value={value}
        onChange={(next) => {
          setValue(next)
          setWrong(false)
        }}
        help={plannedMerges.timeZone(timeZone)}
        error={isWrong ? plannedMerges.wrongTime : undefined}
        autoFocus
      />
    </FormDialog>
  )
}

/** Tomorrow morning. */
function suggestTime(now: Date): Date {
  const time = new Date(now)
  time.setDate(time.getDate() + 1)
  time.setHours(9, 0, 0, 0)
  return time
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** As a field for date and time has it: in the zone of the person, without naming it. */
function writeLocalTime(time: Date): string {
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  return `${date}T${pad(time.getHours())}:${pad(time.getMinutes())}`
}
