import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, isStatus, read } from '../../api/index.ts'
import {
  exportToGitRepository,
  getSpaceById,
  getSpaceGitInfo,
  type GitSyncState,
  importGitRepository,
  listJobsInOrganization,
  removeGitWebhook,
  setGitWebhook,
  type Space,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Notice, SkeletonRows } from '../../ui/states.tsx'
import {
  ConnectDialog,
  describeRepository,
  LastRun,
  RunsSection,
  type SyncRequest,
  WebhookSection,
  findRefreshInterval,
} from '../git-sync/index.ts'
import { SettingsScreen } from './settings-screen.tsx'
import { SSHKeysSection } from './ssh-keys-section.tsx'

/** The repository of a space: where it is, how the last run went, and pushes. */
export function SpaceGitScreen() {
  const { settings } = useSettingsWords()
  return <SettingsScreen title={settings.git}>{(space) => <GitSync space={space} />}</SettingsScreen>
}

function GitSync({ space }: { space: Space }) {
  const { settings, common } = useSettingsWords()
  const [isConnecting, setConnecting] = useState(false)
  const { data, error, refetch } = useQuery({
    ...read(getSpaceGitInfo, { spaceId: space.id }),
    // A space without a repository answers 404.
    retry: false,
    refetchInterval: ({ state }) => findRefreshInterval(state.data),
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
        {data && <RunsSection organizationId={space.organization} of={{ space: space.id }} />}
        <SSHKeysSection spaceId={space.id} />
      </div>
      {isConnecting && (
        <ConnectDialog
          state={data}
          previewedSpaceId={space.id}
          start={(request) => startSync(space.id, request)}
          stale={[getSpaceGitInfo, getSpaceById, listJobsInOrganization]}
          onClose={() => setConnecting(false)}
        />
      )}
    </>
  )
}

const startSync = (
  spaceId: string,
  { direction, repository, commitMessage }: SyncRequest,
): Promise<unknown> =>
  direction === 'import'
    ? call(importGitRepository, { spaceId, body: repository })
    : call(exportToGitRepository, { spaceId, body: { ...repository, commitMessage } })

interface RepositoryProps {
  space: Space
  state: GitSyncState
  onRun: () => void
}

function Repository({ space, state, onRun }: RepositoryProps) {
  const { settings } = useSettingsWords()
  // What a site synchronises has no runs and no webhook of its own.
  const isOwn = state.parentInstallationId === undefined
  const spaceId = space.id
  return (
    <div className="stack">
      <section aria-labelledby="repository">
        <div className="section-head">
          <h2 id="repository">{settings.gitRepository}</h2>
          {isOwn && <Button label={settings.gitRun} onPress={onRun} />}
        </div>
        <p className="git-address">{describeRepository(state)}</p>
      </section>
      {state.operation && (
        <LastRun operation={state.operation}>
          {state.operation.changeRequest !== undefined && (
            <ConflictNotice spaceId={spaceId} changeRequestId={state.operation.changeRequest} />
          )}
        </LastRun>
      )}
      {isOwn && (
        <WebhookSection
          state={state}
          turnOn={(body) => call(setGitWebhook, { spaceId, body })}
          turnOff={() => call(removeGitWebhook, { spaceId })}
          stale={[getSpaceGitInfo]}
        />
      )}
    </div>
  )
}

interface ConflictNoticeProps {
  spaceId: string
  changeRequestId: string
}

function ConflictNotice({ spaceId, changeRequestId }: ConflictNoticeProps) {
  const { gitSync } = useGitWords()
  return (
    <Notice
      look="warning"
      title={gitSync.conflict}
      actions={
        <Link
          className="btn outline"
          to="/spaces/$spaceId/change-requests/$changeRequestId"
          params={{ spaceId, changeRequestId }}
        >
          {gitSync.openConflict}
        </Link>
      }
    >
      {gitSync.conflictText}
    </Notice>
  )
}
