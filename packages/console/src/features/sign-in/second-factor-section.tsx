import './sign-in.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, useWrite } from '../../api/index.ts'
import {
  createRecoveryCodes,
  getSecondFactor,
  type SecondFactor,
  updateSecondFactor,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useAccountWords } from '../../locales/features/account.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { copy, download } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

/** What signing in asks for beside the password, and the codes for the day it is lost. For the screen of the account. */
export function SecondFactorSection() {
  const { accountSecurity, common } = useAccountWords()
  const { data, error, refetch } = useQuery(read(getSecondFactor))
  return (
    <section aria-labelledby="second-factor" className="security-section">
      <div className="section-head">
        <h2 id="second-factor">{accountSecurity.secondFactor}</h2>
      </div>
      <p className="soft">{accountSecurity.secondFactorText}</p>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={2} label={common.loading} />
      ) : (
        <>
          <RequirementSwitch factor={data} />
          <RecoveryCodesPart factor={data} />
        </>
      )}
    </section>
  )
}

function RequirementSwitch({ factor }: { factor: SecondFactor }) {
  const words = useAccountWords()
  const { accountSecurity } = words
  const update = useWrite((required: boolean) => call(updateSecondFactor, { body: { required } }), {
    stale: [getSecondFactor],
  })
  const isPossible = factor.passkeys > 0 && factor.recoveryCodes > 0
  return (
    <>
      <Switch
        label={accountSecurity.requireFactor}
        {...(!isPossible && !factor.required && { help: accountSecurity.requireNeeds })}
        isChecked={factor.required}
        isDisabled={(!isPossible && !factor.required) || update.isPending}
        onChange={(required) => update.mutate(required)}
      />
      {update.error && (
        <p role="alert" className="form-error">
          {describeError(update.error, words)}
        </p>
      )}
    </>
  )
}

function RecoveryCodesPart({ factor }: { factor: SecondFactor }) {
  const words = useAccountWords()
  const { accountSecurity } = words
  const [codes, setCodes] = useState<readonly string[]>()
  const create = useWrite(() => call(createRecoveryCodes), {
    stale: [getSecondFactor],
    onSuccess: (created) => setCodes(created.codes),
  })
  const hasCodes = factor.recoveryCodes > 0
  return (
    <div className="security-row">
      <div className="grow">
        <strong>{accountSecurity.codes}</strong>
        <p className="soft">
          {accountSecurity.codesText} {accountSecurity.codesLeft(factor.recoveryCodes)}
          {hasCodes && ` ${accountSecurity.replaceCodesText}`}
        </p>
        {create.error && (
          <p role="alert" className="form-error">
            {describeError(create.error, words)}
          </p>
        )}
      </div>
      <Button
        label={hasCodes ? accountSecurity.replaceCodes : accountSecurity.createCodes}
        isBusy={create.isPending}
        onPress={() => create.mutate(undefined)}
      />
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </div>
  )
}

/** Shown once. It is closed by its button only, so that a key that was pressed by mistake does not lose the codes. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { accountSecurity, common } = useAccountWords()
  const text = codes.join('\n')
  const copyCodes = async () => {
    await navigator.clipboard.writeText(text)
    showToast({ message: common.copied })
  }
  return (
    <Dialog title={accountSecurity.codes} isOpen onClose={onClose} isPersistent>
      <p>{accountSecurity.codesShownOnce}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        {/* Browsers let pages write to the clipboard on https and on localhost only. */}
        {'clipboard' in navigator && (
          <Button icon={copy} label={accountSecurity.copyCodes} onPress={() => void copyCodes()} />
        )}
        <Button
          icon={download}
          label={accountSecurity.downloadCodes}
          onPress={() => downloadText(accountSecurity.codesFileName, `${text}\n`)}
        />
        <Button look="primary" label={accountSecurity.codesKept} onPress={onClose} />
      </div>
    </Dialog>
  )
}

function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(url)
}
