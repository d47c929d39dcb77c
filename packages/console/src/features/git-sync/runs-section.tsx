import { useInfiniteQuery } from '@tanstack/react-query'
import { readList } from '../../api/index.ts'
import { type Job, listJobsInOrganization } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { useFormats } from '../../locales/index.ts'
import { useJobWords } from '../../locales/features/jobs.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { isUnderWay, JobState, REFRESH_MS } from '../jobs/index.ts'
import './git-sync.css'

interface RunsSectionProps {
  organizationId: string
  /** Whose runs. */
  of: { space: string } | { site: string }
}

/** The imports and exports of a space or a site, the latest first, with why those failed that did. */
export function RunsSection({ organizationId, of }: RunsSectionProps) {
  const { gitSync, common } = useGitWords()
  const list = useInfiniteQuery({
    ...readList(listJobsInOrganization, {
      organizationId,
      query: 'space' in of ? { ...of, type: ['git-import', 'git-export'] } : of,
    }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? REFRESH_MS : false,
  })
  return (
    <section aria-labelledby="git-runs">
      <div className="section-head">
        <h2 id="git-runs">{gitSync.runs}</h2>
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows rows={2} label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{gitSync.runsNone}</p>
      ) : (
        <ul className="list">
          {list.data.map((job) => (
            <GitRunItem key={job.id} job={job} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}

function GitRunItem({ job }: { job: Job }) {
  const { settings } = useSettingsWords()
  const { jobs } = useJobWords()
  const { dateTime, number } = useFormats()
  const { type, createdAt, attempts, error } = job
  const { done, total } = job.progress
  return (
    <li className="item plain-item git-run">
      <JobState status={job.status} />
      <span className="grow">
        <span className="title">
          {type.endsWith('git-import') ? settings.gitDirections.import : settings.gitDirections.export}
        </span>
        <span className="meta">
          {[
            dateTime(createdAt),
            total !== undefined && jobs.progress(number(done), number(total)),
            attempts > 1 && jobs.attempts(attempts),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {error !== undefined && <span className="git-run-error">{error}</span>}
      </span>
    </li>
  )
}
