import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  exportToGitRepository,
  getSpaceById,
  getSpaceGitInfo,
  type GitSyncState,
  importGitRepository,
  listJobsInOrganization,
} from '../../api/operations.ts'
import { describeError } from '../../app/failures.tsx'
import { useWords } from '../../locales/index.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'

interface ConnectDialogProps {
  spaceId: string
  /** What it is connected to already. */
  state: GitSyncState | undefined
  onClose: () => void
}

/** Imports from a repository or exports to it, which connects the space to it. */
export function ConnectDialog({ spaceId, state, onClose }: ConnectDialogProps) {
  const words = useWords()
  const { settings, common } = words
  const [url, setUrl] = useState(state?.url ?? '')
  const [branch, setBranch] = useState((state?.ref ?? 'main').replace(/^refs\/heads\//, ''))
  const [folder, setFolder] = useState('')
  const [message, setMessage] = useState<string>(settings.gitDefaultMessage)
  const [direction, setDirection] = useState<'import' | 'export'>('import')
  const run = useWrite(
    async () => {
      const body = {
        url: url.trim(),
        ref: `refs/heads/${branch.trim()}`,
        ...(folder.trim() !== '' && { repoProjectDirectory: folder.trim() }),
      }
      if (direction === 'import') await call(importGitRepository, { spaceId, body })
      else await call(exportToGitRepository, { spaceId, body: { ...body, commitMessage: message.trim() } })
    },
    { stale: [getSpaceGitInfo, getSpaceById, listJobsInOrganization] },
  )
  return (
    <FormDialog
      title={settings.gitConnect}
      isOpen
      onClose={onClose}
      action={settings.gitStart}
      cancel={common.cancel}
      onSubmit={() =>
        run.mutate(undefined, {
          onSuccess: () => {
            showToast({ message: settings.gitStarted })
            onClose()
          },
        })
      }
      isBusy={run.isPending}
      isDisabled={
        url.trim() === '' || branch.trim() === '' || (direction === 'export' && message.trim() === '')
      }
      error={run.error ? describeError(run.error, words) : undefined}
    >
      <TextField
        label={settings.gitUrl}
        help={settings.gitUrlHelp}
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
          { value: 'import', label: settings.gitImport, help: settings.gitImportHelp },
          { value: 'export', label: settings.gitExport, help: settings.gitExportHelp },
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
