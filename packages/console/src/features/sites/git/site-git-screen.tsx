import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isStatus, read, useWrite } from '../../../api/index.ts'
import {
  exportSiteToGitRepository,
  getSiteById,
  getSiteGitInfo,
  getSiteStructure,
  importSiteGitRepository,
  listJobsInOrganization,
  removeSiteGitSync,
  removeSiteGitWebhook,
  setSiteGitWebhook,
  type SiteGitSyncState,
} from '../../../api/operations.ts'
import { DangerSection } from '../../../app/danger-section.tsx'
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { useGitWords } from '../../../locales/features/git-sync.ts'
import { useSettingsWords } from '../../../locales/features/settings.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  ConnectDialog,
  describeRepository,
  LastRun,
  RunsSection,
  type SyncRequest,
  WebhookSection,
  findRefreshInterval,
} from '../../git-sync/index.ts'
import { SiteScreen } from '../site-screen.tsx'
import { type SiteParams, useSiteParams } from '../use-site.ts'

/** The repository that a whole site is synchronised with: its structure and all of its spaces. */
export function SiteGitScreen() {
  const { sites } = useSiteWords()
  const { settings } = useSettingsWords()
  return (
    <SiteScreen title={settings.git}>
      {(site) =>
        site.permissions.admin ? <SiteGitSync /> : <Empty title={settings.git}>{sites.adminsOnly}</Empty>
      }
    </SiteScreen>
  )
}

function SiteGitSync() {
  const { gitSync, common } = useGitWords()
  const { settings } = useSettingsWords()
  const params = useSiteParams()
  const [isConnecting, setConnecting] = useState(false)
  const { data, error, refetch } = useQuery({
    ...read(getSiteGitInfo, params),
    // A site without a repository answers 404.
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
          title={gitSync.siteNone}
          actions={<Button look="primary" label={settings.gitConnect} onPress={() => setConnecting(true)} />}
        >
          {gitSync.siteNoneText}
        </Empty>
      ) : data ? (
        <div className="stack">
          <SiteRepository params={params} state={data} onRun={() => setConnecting(true)} />
          <RunsSection organizationId={params.organizationId} of={{ site: params.siteId }} />
          <EndSection params={params} />
        </div>
      ) : (
        <SkeletonRows label={common.loading} />
      )}
      {isConnecting && (
        <ConnectDialog
          state={data}
          directionHelp={{ import: gitSync.siteImportHelp, export: gitSync.siteExportHelp }}
          start={(request) => startSync(params, request)}
          stale={[getSiteGitInfo, getSiteById, getSiteStructure, listJobsInOrganization]}
          onClose={() => setConnecting(false)}
        />
      )}
    </>
  )
}

const startSync = (
  params: SiteParams,
  { direction, repository, commitMessage }: SyncRequest,
): Promise<unknown> =>
  direction === 'import'
    ? call(importSiteGitRepository, { ...params, body: repository })
    : call(exportSiteToGitRepository, { ...params, body: { ...repository, commitMessage } })

interface SiteRepositoryProps {
  params: SiteParams
  state: SiteGitSyncState
  onRun: () => void
}

function SiteRepository({ params, state, onRun }: SiteRepositoryProps) {
  const { gitSync } = useGitWords()
  const { settings } = useSettingsWords()
  return (
    <>
      <section aria-labelledby="repository">
        <div className="section-head">
          <h2 id="repository">{settings.gitRepository}</h2>
          <Button label={settings.gitRun} onPress={onRun} />
        </div>
        <p className="git-address">{describeRepository(state)}</p>
        <p className="soft">{gitSync.siteText}</p>
      </section>
      {state.operation && <LastRun operation={state.operation} />}
      <WebhookSection
        state={state}
        turnOn={(body) => call(setSiteGitWebhook, { ...params, body })}
        turnOff={() => call(removeSiteGitWebhook, params)}
        stale={[getSiteGitInfo]}
      />
    </>
  )
}

/** Ends the synchronisation. It is asked for, because what both sides had in common is forgotten. */
function EndSection({ params }: { params: SiteParams }) {
  const words = useGitWords()
  const { gitSync, common } = words
  const [isAsking, setAsking] = useState(false)
  const end = useWrite((_input: undefined) => call(removeSiteGitSync, params), {
    stale: [getSiteGitInfo, getSiteById],
    onSuccess: () => showToast({ message: gitSync.siteEnded }),
  })
  return (
    <DangerSection text={gitSync.siteEndText} action={gitSync.siteEnd} onPress={() => setAsking(true)}>
      {isAsking && (
        <FormDialog
          title={gitSync.siteEndTitle}
          isOpen
          isDangerous
          onClose={() => setAsking(false)}
          action={gitSync.siteEnd}
          cancel={common.cancel}
          onSubmit={() => end.mutate(undefined)}
          isBusy={end.isPending}
          error={end.error ? describeError(end.error, words) : undefined}
        >
          <p>{gitSync.siteEndText}</p>
        </FormDialog>
      )}
    </DangerSection>
  )
}
