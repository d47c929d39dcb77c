import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  cancelJob,
  type Job,
  type JobStatus,
  listJobsInOrganization,
  retryJob,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats } from '../../locales/index.ts'
import { useJobWords } from '../../locales/features/jobs.ts'
import { Progress } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useContent } from '../content/index.ts'
import { isUnderWay, JobState, REFRESH_MS } from './job-state.tsx'
import './jobs.css'

const statuses: readonly JobStatus[] = ['pending', 'running', 'completed', 'failed', 'canceled']

/** Long work of an organization: what runs, what is done, what failed. */
export function JobsScreen() {
  const { jobs, common } = useJobWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const [status, setStatus] = useState<JobStatus | 'any'>('any')
  const list = useInfiniteQuery({
    ...readList(listJobsInOrganization, {
      organizationId,
      query: { ...(status !== 'any' && { status }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? REFRESH_MS : false,
  })
  return (
    <Screen title={jobs.title}>
      <h1 className="sr">{jobs.title}</h1>
      <div className="toolbar">
        <Select
          label={jobs.filter}
          isLabelHidden
          isQuiet
          choices={[
            { value: 'any', label: jobs.any },
            ...statuses.map((value) => ({ value, label: jobs.status[value] })),
          ]}
          value={status}
          onChange={setStatus}
        />
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        status === 'any' ? (
          <Empty title={jobs.emptyTitle}>{jobs.emptyText}</Empty>
        ) : (
          <p className="soft">{jobs.noMatch}</p>
        )
      ) : (
        <ul className="list">
          {list.data.map((job) => (
            <JobItem key={job.id} organizationId={organizationId} job={job} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

interface JobItemProps {
  organizationId: string
  job: Job
}

function JobItem({ organizationId, job }: JobItemProps) {
  const { jobs } = useJobWords()
  const { relativeTime, number } = useFormats()
  const { nodes } = useContent(organizationId)
  const showFailure = useFailureToast()
  const name = describeType(job.type)
  const input = { organizationId, jobId: job.id }
  const stale = [listJobsInOrganization]
  const retry = useWrite(() => call(retryJob, input), { stale })
  const cancel = useWrite(() => call(cancelJob, input), { stale })
  const space = nodes.find(({ id }) => id === job.space)
  const { done, total } = job.progress
  return (
    <li className="item job">
      <JobState status={job.status} />
      <span className="grow">
        <span className="title">{name}</span>
        <span className="meta">
          {space && (
            <Link to="/spaces/$spaceId" params={{ spaceId: space.id }}>
              {space.label}
            </Link>
          )}
          {space && ' · '}
          {relativeTime(job.finishedAt ?? job.startedAt ?? job.createdAt)}
          {job.attempts > 1 && ` · ${jobs.attempts(job.attempts)}`}
        </span>
        {job.error !== undefined && <span className="job-error">{job.error}</span>}
      </span>
      {isUnderWay(job) && (
        <span className="job-progress">
          <Progress label={name} value={total === undefined ? undefined : done} max={total} />
          {total !== undefined && <small>{jobs.progress(number(done), number(total))}</small>}
        </span>
      )}
      {isUnderWay(job) && (
        <Button
          label={jobs.cancel}
          aria-label={jobs.cancelFor(name)}
          isBusy={cancel.isPending}
          onPress={() => cancel.mutate(undefined, { onError: showFailure })}
        />
      )}
      {(job.status === 'failed' || job.status === 'canceled') && (
        <Button
          label={jobs.retry}
          aria-label={jobs.retryFor(name)}
          isBusy={retry.isPending}
          onPress={() =>
            retry.mutate(undefined, {
              onSuccess: () => showToast({ message: jobs.retried }),
              onError: showFailure,
            })
          }
        />
      )}
    </li>
  )
}

/** The API names types of jobs in English words joined by hyphens. */
const describeType = (type: string): string => {
  const words = type.replaceAll(/[-_:.]/g, ' ')
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}
