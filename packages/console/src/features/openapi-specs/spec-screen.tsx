import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read, readList, useWrite } from '../../api/index.ts'
import {
  createOrUpdateOpenAPISpecBySlug,
  deleteOpenAPISpecBySlug,
  getOpenAPISpecBySlug,
  listOpenAPISpecs,
  listOpenAPISpecVersions,
  type OpenAPISpec,
} from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useGo } from '../../app/navigation.ts'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats } from '../../locales/index.ts'
import { useSpecWords } from '../../locales/features/openapi.ts'
import { State } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { circleCheck, fileCode } from '../../ui/icon-paths.ts'
import { Notice, SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SpecDialog } from './spec-dialog.tsx'
import { isBeingRead, REFRESH_MS, SpecState } from './spec-state.tsx'
import { SpecUses } from './spec-uses.tsx'
import { VersionChanges } from './version-changes.tsx'
import './openapi-specs.css'

/** One spec: whether it could be read, what is wrong with it, and its versions. */
export function SpecScreen() {
  const { openapi, common } = useSpecWords()
  const { organizationId, specSlug } = useParams({
    from: '/signed-in/orgs/$organizationId/openapi/$specSlug',
  })
  const { data, error, refetch } = useQuery({
    ...read(getOpenAPISpecBySlug, { organizationId, specSlug }),
    refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? REFRESH_MS : false),
  })
  if (error && !data) return <FailedScreen error={error} reset={() => void refetch()} />
  return (
    <Screen
      title={specSlug}
      crumbs={[
        { label: openapi.title, link: { to: '/orgs/$organizationId/openapi', params: { organizationId } } },
      ]}
      actions={data?.permissions.edit === true && <SpecActions organizationId={organizationId} spec={data} />}
    >
      <h1 className="sr">{specSlug}</h1>
      {data ? (
        <div className="stack">
          <SpecHead spec={data} />
          {data.lastProcessedErrors.length > 0 && <SpecProblems spec={data} />}
          <SpecUses organizationId={organizationId} specSlug={specSlug} />
          <SpecVersions organizationId={organizationId} spec={data} />
        </div>
      ) : (
        <SkeletonRows label={common.loading} />
      )}
    </Screen>
  )
}

interface SpecActionsProps {
  organizationId: string
  spec: OpenAPISpec
}

function SpecActions({ organizationId, spec }: SpecActionsProps) {
  const words = useSpecWords()
  const { openapi, common } = words
  const { slug, sourceURL } = spec
  const go = useGo()
  const showFailure = useFailureToast()
  const [dialog, setDialog] = useState<'replace' | 'delete'>()
  const close = (): void => setDialog(undefined)
  const input = { organizationId, specSlug: slug }
  const readAgain = useWrite(
    (url: string) => call(createOrUpdateOpenAPISpecBySlug, { ...input, body: { source: { url } } }),
    { stale: [getOpenAPISpecBySlug, listOpenAPISpecs, listOpenAPISpecVersions] },
  )
  const remove = useWrite(() => call(deleteOpenAPISpecBySlug, input), { stale: [listOpenAPISpecs] })
  return (
    <>
      <Button look="danger" label={common.delete} onPress={() => setDialog('delete')} />
      {sourceURL !== undefined && (
        <Button
          label={openapi.readAgain}
          isBusy={readAgain.isPending}
          onPress={() => readAgain.mutate(sourceURL, { onError: showFailure })}
        />
      )}
      <Button look="primary" label={openapi.replace} onPress={() => setDialog('replace')} />
      {dialog === 'replace' && (
        <SpecDialog organizationId={organizationId} spec={spec} onClose={close} onSaved={close} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={openapi.deleteTitle(slug)}
          explanation={openapi.deleteText}
          name={slug}
          nameLabel={common.typeToConfirm(slug)}
          isOpen
          onClose={close}
          action={common.delete}
          cancel={common.cancel}
          onSubmit={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showToast({ message: openapi.deleted(slug) })
                go({ to: '/orgs/$organizationId/openapi', params: { organizationId } })
              },
            })
          }
          isBusy={remove.isPending}
          error={remove.error ? describeError(remove.error, words) : undefined}
        />
      )}
    </>
  )
}

function SpecHead({ spec }: { spec: OpenAPISpec }) {
  const { openapi } = useSpecWords()
  const { relativeTime } = useFormats()
  return (
    <div className="spec-head">
      <SpecState spec={spec} />
      {spec.sourceURL !== undefined && <span className="cut">{spec.sourceURL}</span>}
      {spec.lastProcessedAt !== undefined && (
        <span className="soft">{openapi.readAt(relativeTime(spec.lastProcessedAt))}</span>
      )}
    </div>
  )
}

function SpecProblems({
  spec: { lastProcessErrorCode, lastProcessedErrors, lastProcessedErrorCount },
}: {
  spec: OpenAPISpec
}) {
  const { openapi } = useSpecWords()
  const hasFailed = lastProcessErrorCode !== undefined
  const rest = lastProcessedErrorCount - lastProcessedErrors.length
  return (
    <Notice look={hasFailed ? 'danger' : 'warning'} title={hasFailed ? openapi.problems : openapi.hints}>
      <ul className="problems">
        {lastProcessedErrors.map(({ message }, index) => (
          <li key={index}>{message}</li>
        ))}
      </ul>
      {rest > 0 && <p>{openapi.moreProblems(rest)}</p>}
    </Notice>
  )
}

function SpecVersions({ organizationId, spec: { slug, lastVersion } }: SpecActionsProps) {
  const { openapi, common } = useSpecWords()
  const { dateTime } = useFormats()
  const { queryKey, ...options } = readList(listOpenAPISpecVersions, { organizationId, specSlug: slug })
  // A version that has just been read makes another list.
  const list = useInfiniteQuery({ ...options, queryKey: [...queryKey, lastVersion] })
  return (
    <section aria-labelledby="versions">
      <div className="section-head">
        <h2 id="versions">{openapi.versions}</h2>
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{openapi.noVersions}</p>
      ) : (
        <ul className="list">
          {list.data.map(({ id, createdAt, url }, index) => (
            <li key={id}>
              <div className="item plain-item line-item">
                <Icon of={fileCode} />
                <span className="grow title">{dateTime(createdAt)}</span>
                {index === 0 && <State label={openapi.latest} icon={circleCheck} look="success" />}
                <a className="btn outline" href={url} aria-label={openapi.downloadOf(dateTime(createdAt))}>
                  {openapi.download}
                </a>
              </div>
              {(index < list.data.length - 1 || list.hasNextPage) && (
                <VersionChanges
                  organizationId={organizationId}
                  specSlug={slug}
                  versionId={id}
                  when={dateTime(createdAt)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}
