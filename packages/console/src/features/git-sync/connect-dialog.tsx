import { useState } from 'react'
import { call, isStatus, type Operation, useWrite } from '../../api/index.ts'
import { startGitSyncPreview } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import './git-sync.css'

export interface SyncRequest {
  direction: 'import' | 'export'
  repository: { url: string; ref: string; repoProjectDirectory?: string }
  commitMessage: string
}

/** What a space or a site is connected to already. */
interface ConnectedRepository {
  repoURL?: string
  repoProjectDirectory?: string
  ref: string
  commit?: string
}

interface ConnectDialogProps {
  state: ConnectedRepository | undefined
  /** The space whose first synchronisation is shown before it happens. */
  previewedSpaceId?: string
  /** What the directions mean, where it is not one space that is connected. */
  directionHelp?: Record<SyncRequest['direction'], string>
  start: (request: SyncRequest) => Promise<unknown>
  stale: readonly Pick<Operation<never, unknown>, 'id'>[]
  onClose: () => void
}

/** The beginning of an address, also of the short form that SSH has: user@host:path. */
const repositoryAddress = /^((https?|ssh):\/\/|([\w.-]+@)?[a-z\d][\w.-]*:[^:/])/i

/** Imports from a repository or exports to it, which connects to it. */
export function ConnectDialog({
  state,
  previewedSpaceId,
  directionHelp,
  start,
  stale,
  onClose,
}: ConnectDialogProps) {
  const words = useGitWords()
  const { settings, gitSync, common } = words
  const [url, setUrl] = useState(state?.repoURL ?? '')
  /** The address that was sent and cannot be one. */
  const [wrongUrl, setWrongUrl] = useState<string>()
  const [branch, setBranch] = useState((state?.ref ?? 'main').replace(/^refs\/heads\//, ''))
  const [folder, setFolder] = useState(state?.repoProjectDirectory ?? '')
  const [message, setMessage] = useState<string>(settings.gitDefaultMessage)
  const [direction, setDirection] = useState<'import' | 'export'>('import')
  const [previewId, setPreviewId] = useState<string>()
  const request: SyncRequest = {
    direction,
    repository: {
      url: url.trim(),
      ref: `refs/heads/${branch.trim()}`,
      ...(folder.trim() !== '' && { repoProjectDirectory: folder.trim() }),
    },
    commitMessage: message.trim(),
  }
  const run = useWrite(() => start(request), {
    stale,
    onSuccess: () => {
      showToast({ message: settings.gitStarted })
      onClose()
    },
  })
  const preview = useWrite(
    (spaceId: string) => call(startGitSyncPreview, { spaceId, body: { ...request.repository, direction } }),
    { stale: [], onSuccess: ({ id }) => setPreviewId(id) },
  )
  const isPreviewed = previewedSpaceId !== undefined && !isSynchronised(state, url, folder)
  const submit = (): void => {
    if (!repositoryAddress.test(url.trim())) return setWrongUrl(url)
    if (!isPreviewed) return run.mutate(undefined)
    preview.mutate(previewedSpaceId, {
      // The server knows best whether both have a commit in common, and what is left is to merge.
      onError: (error) => {
        if (isStatus(error, 409) && state?.commit !== undefined) run.mutate(undefined)
      },
    })
  }
  if (previewId !== undefined && previewedSpaceId !== undefined) {
    return (
      <PreviewDialog
        spaceId={previewedSpaceId}
        previewId={previewId}
        direction={direction}
        onBack={() => {
          // How the last run could not be started says nothing about the next.
          run.reset()
          setPreviewId(undefined)
        }}
        onClose={onClose}
        onConfirm={() => run.mutate(undefined)}
        isBusy={run.isPending}
        error={run.error ? describeError(run.error, words) : undefined}
      />
    )
  }
  const error = run.error ?? preview.error
  return (
    <FormDialog
      title={state ? settings.gitRun : settings.gitConnect}
      isOpen
      onClose={onClose}
      action={isPreviewed ? gitSync.preview : settings.gitStart}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={run.isPending || preview.isPending}
      isDisabled={
        url.trim() === '' || branch.trim() === '' || (direction === 'export' && message.trim() === '')
      }
      error={error ? describeError(error, words) : undefined}
    >
      <TextField
        label={settings.gitUrl}
        help={gitSync.urlHelp}
        error={url === wrongUrl ? gitSync.urlWrong : undefined}
        value={url}
        onChange={setUrl}
        type="url"
        autoFocus
      />
      <TextField label={settings.gitRef} value={branch} onChange={setBranch} />
      <TextField
        label={settings.gitFolder}
        help={settings.gitFolderHelp}
        value={folder}
        onChange={setFolder}
      />
      <RadioGroup
        label={settings.gitDirection}
        choices={[
          {
            value: 'import',
            label: settings.gitImport,
            help: directionHelp?.import ?? settings.gitImportHelp,
          },
          {
            value: 'export',
            label: settings.gitExport,
            help: directionHelp?.export ?? settings.gitExportHelp,
          },
        ]}
        value={direction}
        onChange={setDirection}
      />
      {direction === 'export' && (
        <TextField label={settings.gitMessage} value={message} onChange={setMessage} />
      )}
    </FormDialog>
  )
}

/** Whether both sides have a commit in common: what changed on either is then merged, and there is no preview. */
function isSynchronised(state: ConnectedRepository | undefined, url: string, folder: string): boolean {
  if (state?.commit === undefined || folder.trim() !== (state.repoProjectDirectory ?? '')) return false
  const typed = URL.parse(url.trim())
  if (!typed) return url.trim() === state.repoURL
  if (typed.protocol !== 'ssh:') typed.username = ''
  typed.password = ''
  return typed.href === state.repoURL
}
