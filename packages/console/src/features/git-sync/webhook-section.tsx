import { useState } from 'react'
import { type Operation, useWrite } from '../../api/index.ts'
import type { GitWebhook } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import './git-sync.css'

/** The repository whose pushes are imported. */
interface PushedRepository {
  repoURL?: string
  repoProjectDirectory?: string
  ref: string
  webhook: boolean
  webhookUrl?: string
}

interface WebhookSectionProps {
  state: PushedRepository
  /** Sets the webhook. It replaces the secret of an earlier one. */
  turnOn: (body: { url: string; ref: string; repoProjectDirectory: string }) => Promise<GitWebhook>
  turnOff: () => Promise<unknown>
  stale: readonly Pick<Operation<never, unknown>, 'id'>[]
}

/** Whether pushes are imported by themselves, and what the repository has to be given for it. */
export function WebhookSection({ state, turnOn, turnOff, stale }: WebhookSectionProps) {
  const words = useGitWords()
  const { settings, gitSync, common } = words
  const showFailure = useFailureToast()
  const [isAsking, setAsking] = useState(false)
  const { ref, repoProjectDirectory = '' } = state
  const on = useWrite((url: string) => turnOn({ url, ref, repoProjectDirectory }), {
    stale,
    onSuccess: () => setAsking(false),
  })
  const off = useWrite((_input: undefined) => turnOff(), { stale, onSuccess: () => on.reset() })
  const copyWords = { copyLabel: common.copy, copiedLabel: common.copied }
  return (
    <section aria-labelledby="webhook">
      <div className="section-head">
        <h2 id="webhook">{settings.gitWebhook}</h2>
        <div className="git-head-actions">
          {state.webhook ? (
            <>
              <Button label={gitSync.webhookRenew} onPress={() => setAsking(true)} />
              <Button
                label={settings.gitWebhookOff}
                isBusy={off.isPending}
                onPress={() => off.mutate(undefined, { onError: showFailure })}
              />
            </>
          ) : (
            <Button label={settings.gitWebhookOn} onPress={() => setAsking(true)} />
          )}
        </div>
      </div>
      <p className="soft">{state.webhook ? settings.gitWebhookIsOn : settings.gitWebhookIsOff}</p>
      {state.webhookUrl !== undefined && (
        <div className="form">
          <p>{settings.gitWebhookHelp}</p>
          <CopyField label={settings.gitWebhookUrl} value={state.webhookUrl} {...copyWords} />
          {on.data && (
            <>
              <CopyField label={settings.gitWebhookSecret} value={on.data.secret} {...copyWords} />
              <p>{gitSync.webhookSecretOnce}</p>
            </>
          )}
          <p className="soft">{gitSync.webhookWhere}</p>
        </div>
      )}
      {isAsking && (
        <TurnOnDialog
          title={state.webhook ? gitSync.webhookRenew : settings.gitWebhook}
          repositoryUrl={state.repoURL ?? ''}
          onSubmit={(url) => on.mutate(url)}
          onClose={() => setAsking(false)}
          isBusy={on.isPending}
          error={on.error ? describeError(on.error, words) : undefined}
        />
      )}
    </section>
  )
}

interface TurnOnDialogProps {
  title: string
  repositoryUrl: string
  onSubmit: (url: string) => void
  onClose: () => void
  isBusy: boolean
  error: string | undefined
}

/** Asks for the address once more, because the credentials for a private repository are kept from here on. */
function TurnOnDialog({ title, repositoryUrl, onSubmit, onClose, isBusy, error }: TurnOnDialogProps) {
  const { gitSync, common } = useGitWords()
  const { settings } = useSettingsWords()
  const [url, setUrl] = useState(repositoryUrl)
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      action={settings.gitWebhookOn}
      cancel={common.cancel}
      onSubmit={() => onSubmit(url.trim())}
      isBusy={isBusy}
      isDisabled={url.trim() === ''}
      error={error}
    >
      <TextField
        label={settings.gitUrl}
        help={gitSync.webhookUrlHelp}
        value={url}
        onChange={setUrl}
        type="url"
        autoFocus
      />
    </FormDialog>
  )
}
