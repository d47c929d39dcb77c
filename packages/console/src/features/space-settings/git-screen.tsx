import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, isStatus, read, useWrite } from '../../api/index.ts'
import {
  getSpaceGitInfo,
  type GitOperation,
  type GitSyncState,
  removeGitWebhook,
  setGitWebhook,
  type Space,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { useFormats, useWords } from '../../locales/index.ts'
import { State } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { circleCheck, circleExclamation, circleNotch } from '../../ui/icon-paths.ts'
import { Empty, Notice, SkeletonRows } from '../../ui/states.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { GitRunsSection } from './git-runs-section.tsx'
import { SettingsScreen } from './settings-screen.tsx'
import { SSHKeysSection } from './ssh-keys-section.tsx'
import './git-sync.css'

/** How often a run is looked at again. */
const REFRESH_MS = 2000

/** The repository of a space: where it is, how the last run went, and pushes. */
export function SpaceGitScreen() {
  const { settings } = useWords()
  return <SettingsScreen title={settings.git}>{(space) => <GitSync space={space} />}</SettingsScreen>
}

function GitSync({ space }: { space: Space }) {
  const { settings, common } = useWords()
  const [isConnecting, setConnecting] = useState(false)
  const { data, error, refetch } = useQuery({
    ...read(getSpaceGitInfo, { spaceId: space.id }),
    // A space without a repository answers 404.
    retry: false,
    refetchInterval: ({ state }) => (state.data?.operation?.status === 'running' ? REFRESH_MS : false),
  })
  const isMissing = isStatus(error, 404)
  return (
    <>
      {error && !isMissing ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : isMissing ? (
        <Empty
          title={settings.gitNone}
          actions={<Button look="primary" label={settings.gitConnect} onPress={() => setConnecting(true)} />}
        >
          {settings.gitNoneText}
        </Empty>
      ) : data ? (
        <Repository space={space} state={data} onRun={() => setConnecting(true)} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
      <div className="stack git-more">
        {data && <GitRunsSection space={space} />}
        <SSHKeysSection spaceId={space.id} />
      </div>
      {isConnecting && <ConnectDialog spaceId={space.id} state={data} onClose={() => setConnecting(false)} />}
    </>
  )
}

interface RepositoryProps {
  space: Space
  state: GitSyncState
  onRun: () => void
}

function Repository({ space, state, onRun }: RepositoryProps) {
  const { settings } = useWords()
  // What a site synchronises has no runs and no webhook of its own.
  const isOwn = state.parentInstallationId === undefined
  return (
    <div className="stack">
      <section aria-labelledby="repository">
        <div className="section-head">
          <h2 id="repository">{settings.gitRepository}</h2>
          {isOwn && <Button label={settings.gitRun} onPress={onRun} />}
        </div>
        <p className="cut">
          {state.url ?? state.repoName} · {state.ref}
        </p>
      </section>
      {state.operation && <LastRun spaceId={space.id} operation={state.operation} />}
      {isOwn && <Webhook space={space} state={state} />}
    </div>
  )
}

function LastRun({ spaceId, operation }: { spaceId: string; operation: GitOperation }) {
  const { settings, gitSync } = useGitWords()
  const { relativeTime } = useFormats()
  const { direction, status, startedAt, finishedAt, error, problems = [], changeRequest } = operation
  return (
    <section aria-labelledby="last-run">
      <div className="section-head">
        <h2 id="last-run">{settings.gitLastRun}</h2>
      </div>
      <p>
        {status === 'failure' ? (
          <State label={settings.gitStatus.failure} icon={circleExclamation} look="danger" />
        ) : status === 'running' ? (
          <State label={settings.gitStatus.running} icon={circleNotch} look="info" />
        ) : (
          <State label={settings.gitStatus[status]} icon={circleCheck} look="success" />
        )}{' '}
        {settings.gitDirections[direction]} · {relativeTime(finishedAt ?? startedAt)}
      </p>
      {error !== undefined && <p className="soft">{error}</p>}
      {changeRequest !== undefined && (
        <Notice
          look="warning"
          title={gitSync.conflict}
          actions={
            <Link
              className="btn outline"
              to="/spaces/$spaceId/change-requests/$changeRequestId"
              params={{ spaceId, changeRequestId: changeRequest }}
            >
              {gitSync.openConflict}
            </Link>
          }
        >
          {gitSync.conflictText}
        </Notice>
      )}
      {problems.length > 0 && (
        <>
          <h3 className="git-problems">{gitSync.skipped}</h3>
          <ul className="soft">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Webhook({ space, state }: { space: Space; state: GitSyncState }) {
  const { settings, common } = useWords()
  const showFailure = useFailureToast()
  const spaceId = space.id
  const turnOn = useWrite((url: string) => call(setGitWebhook, { spaceId, body: { url, ref: state.ref } }), {
    stale: [getSpaceGitInfo],
  })
  const turnOff = useWrite((_input: undefined) => call(removeGitWebhook, { spaceId }), {
    stale: [getSpaceGitInfo],
  })
  const { url } = state
  return (
    <section aria-labelledby="webhook">
      <div className="section-head">
        <h2 id="webhook">{settings.gitWebhook}</h2>
        {state.webhook ? (
          <Button
            label={settings.gitWebhookOff}
            isBusy={turnOff.isPending}
            onPress={() => turnOff.mutate(undefined, { onError: showFailure })}
          />
        ) : (
          url !== undefined && (
            <Button
              label={settings.gitWebhookOn}
              isBusy={turnOn.isPending}
              onPress={() => turnOn.mutate(url, { onError: showFailure })}
            />
          )
        )}
      </div>
      <p className="soft">{state.webhook ? settings.gitWebhookIsOn : settings.gitWebhookIsOff}</p>
      {state.webhookUrl !== undefined && (
        <div className="form">
          <p>{settings.gitWebhookHelp}</p>
          <CopyField
            label={settings.gitWebhookUrl}
            value={state.webhookUrl}
            copyLabel={common.copy}
            copiedLabel={common.copied}
          />
          {turnOn.data && (
            <CopyField
              label={settings.gitWebhookSecret}
              value={turnOn.data.secret}
              copyLabel={common.copy}
              copiedLabel={common.copied}
            />
          )}
        </div>
      )}
    </section>
  )
}
