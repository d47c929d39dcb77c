import { useInfiniteQuery } from '@tanstack/react-query'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  cancelJob,
  getTranslation,
  type Job,
  listJobsInOrganization,
  listTranslations,
  retryJob,
  runTranslation,
  type Translation,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { isUnderWay, JobState, REFRESH_MS } from '../jobs/index.ts'

interface TranslationProps {
  organizationId: string
  translation: Translation
}

const stale = [getTranslation, listTranslations, listJobsInOrganization]

/** Starts a run, cancels the one that is under way, and runs one at once that waits for its next attempt. */
export function RunActions({ organizationId, translation }: TranslationProps) {
  const { translations } = useTranslationWords()
  const showFailure = useFailureToast()
  const { id: translationId, run, status, error } = translation
  const jobId = run?.job ?? ''
  const start = useWrite(() => call(runTranslation, { organizationId, translationId }), { stale })
  const cancel = useWrite(() => call(cancelJob, { organizationId, jobId }), { stale })
  const retry = useWrite(() => call(retryJob, { organizationId, jobId }), { stale })
  if (!run) {
    return (
      <Button
        look="primary"
        label={error === undefined ? translations.run : translations.runAgain}
        isBusy={start.isPending}
        onPress={() =>
          start.mutate(undefined, {
            onSuccess: () => showToast({ message: translations.started }),
            onError: showFailure,
          })
        }
      />
    )
  }
  return (
    <>
      <Button
        label={translations.cancel}
        isBusy={cancel.isPending}
        onPress={() =>
          cancel.mutate(undefined, {
            onSuccess: () => showToast({ message: translations.canceled }),
            onError: showFailure,
          })
        }
      />
      {status === 'pending' && error !== undefined && (
        <Button
          look="primary"
          label={translations.runNow}
          isBusy={retry.isPending}
          onPress={() => retry.mutate(undefined, { onError: showFailure })}
        />
      )}
    </>
  )
}

/** The runs of a translation, the latest first. */
export function TranslationRuns({ organizationId, translation }: TranslationProps) {
  const { translations, common } = useTranslationWords()
  const list = useInfiniteQuery({
    ...readList(listJobsInOrganization, { organizationId, query: { translation: translation.id } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? REFRESH_MS : false,
  })
  return (
    <section aria-labelledby="runs">
      <div className="section-head">
        <h2 id="runs">{translations.runs}</h2>
      </div>
      <p className="soft">{translations.runsHelp}</p>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{translations.noRuns}</p>
      ) : (
        <ul className="list">
          {list.data.map((job) => (
            <RunItem key={job.id} job={job} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}

function RunItem({ job }: { job: Job }) {
  const { translations } = useTranslationWords()
  const { dateTime, duration, number } = useFormats()
  const { progress, attempts, error, createdAt, startedAt, finishedAt } = job
  const { done, total } = progress
  const seconds = startedAt !== undefined && finishedAt !== undefined && readSeconds(startedAt, finishedAt)
  return (
    <li className="item plain-item run-item">
      <JobState status={job.status} />
      <span className="grow">
        <span className="title">{dateTime(createdAt)}</span>
        <span className="meta">
          {[
            total !== undefined && translations.progress(number(done), number(total)),
            seconds !== false && translations.took(duration(seconds)),
            attempts > 1 && translations.attempt(attempts),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {error !== undefined && <span className="run-error">{error}</span>}
      </span>
    </li>
  )
}

const readSeconds = (from: string, to: string): number =>
  Math.round((new Date(to).getTime() - new Date(from).getTime()) / 1000)
