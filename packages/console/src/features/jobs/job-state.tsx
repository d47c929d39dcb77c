import type { Job, JobStatus } from '../../api/operations.ts'
import { useJobWords } from '../../locales/features/jobs.ts'
import { State } from '../../ui/badges.tsx'
import { ban, circleCheck, circleExclamation, circleNotch, clock } from '../../ui/icon-paths.ts'

/** How often what runs is looked at again. */
export const REFRESH_MS = 2000

export const isUnderWay = ({ status }: Job): boolean => status === 'pending' || status === 'running'

/** Whether a job waits, runs, or how it ended. */
export function JobState({ status }: { status: JobStatus }) {
  const { jobs } = useJobWords()
  const label = jobs.status[status]
  switch (status) {
    case 'pending':
      return <State label={label} icon={clock} />
    case 'running':
      return <State label={label} icon={circleNotch} look="info" />
    case 'completed':
      return <State label={label} icon={circleCheck} look="success" />
    case 'failed':
      return <State label={label} icon={circleExclamation} look="danger" />
    case 'canceled':
      return <State label={label} icon={ban} />
  }
}
