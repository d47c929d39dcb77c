import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call, read, useWrite } from '../../api/index.ts'
import {
  cancelImportRun,
  type ContentImportRun,
  getImportRun,
  getSpaceById,
  listFiles,
  listImportRuns,
  listJobsInOrganization,
  listPages,
  retryJob,
  type Space,
} from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useImportWords } from '../../locales/features/imports.ts'
import { useFormats } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ImportReport } from './import-report.tsx'
import { ImportState, isUnderWay, REFRESH_MS, useSourceName } from './import-state.tsx'
import { ImportSteps } from './import-steps.tsx'
import './imports.css'

/** One import: the step it is at while it runs, and then what came in and what did not. */
export function ImportRunScreen() {
  const { imports, common } = useImportWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId/imports/$importRunId' })
  const crumb = useSpaceCrumb(spaceId)
  const { data: space, error, refetch } = useQuery(read(getSpaceById, { spaceId }))
  if (error && !space) return <FailedScreen error={error} reset={() => void refetch()} />
  if (space) return <LoadedScreen space={space} />
  return (
    <Screen title={imports.run} crumbs={[crumb]}>
      <SkeletonRows label={common.loading} />
    </Screen>
  )
}

function LoadedScreen({ space }: { space: Space }) {
  const { imports, common } = useImportWords()
  const { importRunId } = useParams({ from: '/signed-in/spaces/$spaceId/imports/$importRunId' })
  const client = useQueryClient()
  const crumb = useSpaceCrumb(space.id)
  const getSourceName = useSourceName()
  const organizationId = space.organization
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...read(getImportRun, { organizationId, importRunId }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? REFRESH_MS : false),
  })
  const isDone = run?.status === 'completed'
  useEffect(() => {
    // The pages are there now, also for a browser that missed the event.
    if (isDone) for (const { id } of [listPages, listFiles]) void client.invalidateQueries({ queryKey: [id] })
  }, [client, isDone])
  if (error && !run) return <FailedScreen error={error} reset={() => void refetch()} />
  return (
    <Screen
      title={run ? getSourceName(run) : imports.run}
      crumbs={[
        crumb,
        { label: imports.title, link: { to: '/spaces/$spaceId/import', params: { spaceId: space.id } } },
      ]}
      actions={run && <RunActions space={space} run={run} />}
    >
      {run ? (
        <>
          <RunHead run={run} />
          <div className="stack import-run">
            {isUnderWay(run) ? <ImportSteps run={run} /> : <ImportReport run={run} spaceId={space.id} />}
          </div>
        </>
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Screen>
  )
}

function RunHead({ run }: { run: ContentImportRun }) {
  const { imports } = useImportWords()
  const { relativeTime } = useFormats()
  const getSourceName = useSourceName()
  const format = run.source.type === 'file' ? run.source.format : run.source.type
  return (
    <div className="head">
      <div>
        <h1 className="run-title">{getSourceName(run)}</h1>
        <p className="run-facts">
          <ImportState status={run.status} />
          {format && <span>{imports.sources[format].label}</span>}
          <span>{relativeTime(run.updatedAt)}</span>
        </p>
      </div>
    </div>
  )
}

/** Cancels what runs, and runs again what did not come to its end. */
function RunActions({ space, run }: { space: Space; run: ContentImportRun }) {
  const { imports } = useImportWords()
  const go = useGo()
  const showFailure = useFailureToast()
  const organizationId = space.organization
  const stale = [getImportRun, listImportRuns, listJobsInOrganization]
  const cancel = useWrite(() => call(cancelImportRun, { organizationId, importRunId: run.id }), { stale })
  const retry = useWrite(() => call(retryJob, { organizationId, jobId: run.id }), { stale })
  if (isUnderWay(run)) {
    return (
      run.permissions.cancel && (
        <Button
          label={imports.cancel}
          isBusy={cancel.isPending}
          onPress={() => cancel.mutate(undefined, { onError: showFailure })}
        />
      )
    )
  }
  if (run.status !== 'completed') {
    return (
      run.permissions.cancel && (
        <Button
          look="primary"
          label={imports.retry}
          isBusy={retry.isPending}
          onPress={() =>
            retry.mutate(undefined, {
              onError: showFailure,
              onSuccess: ({ id }) =>
                go({
                  to: '/spaces/$spaceId/imports/$importRunId',
                  params: { spaceId: space.id, importRunId: id },
                }),
            })
          }
        />
      )
    )
  }
  const { changeRequest: changeRequestId } = run.target
  return changeRequestId === undefined ? (
    <Link className="btn primary" to="/spaces/$spaceId" params={{ spaceId: space.id }}>
      {imports.look}
    </Link>
  ) : (
    <Link
      className="btn primary"
      to="/spaces/$spaceId/change-requests/$changeRequestId"
      params={{ spaceId: space.id, changeRequestId }}
    >
      {imports.openRequest}
    </Link>
  )
}
