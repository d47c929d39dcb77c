import './sign-in.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  deletePasskey,
  getSecondFactor,
  listPasskeys,
  type Passkey,
  updatePasskey,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useFormats } from '../../locales/index.ts'
import { useAccountWords } from '../../locales/features/account.ts'
import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ellipsis, fingerprint } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { addPasskey, canUsePasskeys, describePasskeyError } from './passkeys.ts'

const passkeysRead = readList(listPasskeys, {})
const MAX_NAME_LENGTH = 100

/** The passkeys of whoever is signed in: added, renamed and deleted. For the screen of the account. */
export function PasskeySection() {
  const { accountSecurity, common } = useAccountWords()
  const { signIn } = useSignInWords()
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(passkeysRead)
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-labelledby="passkeys" className="security-section">
      <div className="section-head">
        <h2 id="passkeys">{accountSecurity.passkeys}</h2>
        {canUsePasskeys() && <Button label={accountSecurity.addPasskey} onPress={() => setAdding(true)} />}
      </div>
      <p className="soft">{canUsePasskeys() ? accountSecurity.passkeysText : signIn.passkeyUnsupported}</p>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={2} label={common.loading} />
      ) : data.length === 0 ? (
        <p className="soft">{accountSecurity.noPasskeys}</p>
      ) : (
        <ul className="list">
          {data.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {hasNextPage && <Button label={common.loadMore} onPress={() => void fetchNextPage()} />}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const words = useAccountWords()
  const signInWords = useSignInWords()
  const { accountSecurity, common } = words
  const [name, setName] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const add = useWrite(() => addPasskey(name.trim()), {
    stale: [listPasskeys, getSecondFactor],
    onSuccess: () => {
      onClose()
      showToast({ message: accountSecurity.passkeyAdded })
    },
  })
  const submit = () => {
    setEmpty(name.trim() === '')
    if (name.trim() !== '') add.mutate(undefined)
  }
  return (
    <FormDialog
      title={accountSecurity.addPasskey}
      isOpen
      onClose={onClose}
      action={accountSecurity.addPasskey}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={add.isPending}
      error={add.error ? describePasskeyError(add.error, signInWords) : undefined}
    >
      <TextField
        label={accountSecurity.passkeyName}
        help={accountSecurity.passkeyNameHelp}
        maxLength={MAX_NAME_LENGTH}
        autoFocus
        value={name}
        onChange={setName}
        error={isEmpty ? accountSecurity.passkeyNameMissing : undefined}
      />
    </FormDialog>
  )
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { accountSecurity, common } = useAccountWords()
  const { date, relativeTime } = useFormats()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const { name, createdAt, lastUsedAt } = passkey
  const use =
    lastUsedAt === undefined ? accountSecurity.neverUsed : accountSecurity.lastUsed(relativeTime(lastUsedAt))
  return (
    <li className="item">
      <Icon of={fingerprint} />
      <span className="grow">
        <span className="title cut">{name}</span>
        <span className="meta">
          {accountSecurity.added(date(createdAt))} · {use}
        </span>
      </span>
      <Menu
        label={common.moreFor(name)}
        items={[
          { id: 'rename', label: common.rename, onAction: () => setOpen('rename') },
          { id: 'delete', label: common.delete, onAction: () => setOpen('delete'), isDangerous: true },
        ]}
      >
        <Button look="quiet" isIconOnly icon={ellipsis} label={common.moreFor(name)} />
      </Menu>
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeletePasskeyDialog passkey={passkey} onClose={() => setOpen(undefined)} />}
    </li>
  )
}

interface PasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

function RenamePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const words = useAccountWords()
  const { accountSecurity, common } = words
  const [name, setName] = useState(passkey.name)
  const rename = useWrite(() => call(updatePasskey, { passkeyId: passkey.id, body: { name: name.trim() } }), {
    stale: [listPasskeys],
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={accountSecurity.renamePasskey}
      isOpen
      onClose={onClose}
      action={common.rename}
      cancel={common.cancel}
      onSubmit={() => rename.mutate(undefined)}
      isBusy={rename.isPending}
      isDisabled={name.trim() === ''}
      error={rename.error ? describeError(rename.error, words) : undefined}
    >
      <TextField
        label={accountSecurity.passkeyName}
        maxLength={MAX_NAME_LENGTH}
        autoFocus
        value={name}
        onChange={setName}
      />
    </FormDialog>
  )
}

function DeletePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const words = useAccountWords()
  const { accountSecurity, common } = words
  const remove = useWrite(() => call(deletePasskey, { passkeyId: passkey.id }), {
    stale: [listPasskeys, getSecondFactor],
    onSuccess: () => {
      onClose()
      showToast({ message: accountSecurity.passkeyDeleted })
    },
  })
  return (
    <FormDialog
      title={accountSecurity.deletePasskey}
      isOpen
      onClose={onClose}
      action={common.delete}
      cancel={common.cancel}
      isDangerous
      onSubmit={() => remove.mutate(undefined)}
      isBusy={remove.isPending}
      error={remove.error ? describeError(remove.error, words) : undefined}
    >
      <p>{accountSecurity.deletePasskeyText}</p>
    </FormDialog>
  )
}
