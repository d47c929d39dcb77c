import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import { createToken, listTokens } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useAccountWords } from '../../locales/features/account.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { readScope, TokenScopeFields, wholeScope } from './token-scope-fields.tsx'

const lifetimes = ['30', '90', '365', 'never'] as const

const DAY_MS = 24 * 3600 * 1000

/** A new token, and then its secret, which is shown once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const words = useAccountWords()
  const { account, common } = words
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]>('90')
  const [scope, setScope] = useState(wholeScope)
  const limits = readScope(scope)
  const create = useWrite(
    () =>
      call(createToken, {
        body: {
          name: name.trim(),
          ...limits,
          ...(lifetime !== 'never' && {
            expiresAt: new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
          }),
        },
      }),
    { stale: [listTokens] },
  )
  if (create.data) {
    return (
      <Dialog title={account.tokenCreated} isOpen onClose={onClose} isPersistent>
        <p>{account.tokenCreatedText}</p>
        <CopyField
          label={account.token}
          value={create.data.token}
          copyLabel={common.copy}
          copiedLabel={common.copied}
        />
        <div className="dialog-actions">
          <Button look="primary" label={account.done} onPress={onClose} />
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={account.newToken}
      isOpen
      onClose={onClose}
      action={account.createToken}
      cancel={common.cancel}
      onSubmit={() => create.mutate(undefined)}
      isBusy={create.isPending}
      isDisabled={name.trim() === '' || limits === undefined}
      error={create.error ? describeError(create.error, words) : undefined}
    >
      <p>{account.tokensText}</p>
      <TextField
        label={account.tokenName}
        help={account.tokenNameHelp}
        value={name}
        onChange={setName}
        autoFocus
        autoComplete="off"
      />
      <Select
        label={account.expires}
        choices={lifetimes.map((value) => ({
          value,
          label: value === 'never' ? account.neverExpires : account.days(Number(value)),
        }))}
        value={lifetime}
        onChange={setLifetime}
      />
      <TokenScopeFields value={scope} onChange={setScope} />
    </FormDialog>
  )
}
