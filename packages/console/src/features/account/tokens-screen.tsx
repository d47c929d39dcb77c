import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import { deleteToken, listTokens, type Token } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useFormats } from '../../locales/index.ts'
import { useAccountWords } from '../../locales/features/account.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { key, plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'

/** The tokens with which programs act for one. */
export function TokensScreen() {
  const { account, common } = useAccountWords()
  const list = useInfiniteQuery(readList(listTokens, {}))
  const [isCreating, setCreating] = useState(false)
  return (
    <Screen
      title={account.tokens}
      actions={
        <Button look="primary" icon={plus} label={account.newToken} onPress={() => setCreating(true)} />
      }
    >
      <h1 className="sr">{account.tokens}</h1>
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={account.noTokensTitle}>{account.tokensText}</Empty>
      ) : (
        <>
          <p className="soft">{account.tokensText}</p>
          <ul className="list">
            {list.data.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        </>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

function TokenItem({ token }: { token: Token }) {
  const words = useAccountWords()
  const { account, common } = words
  const { relativeTime, date } = useFormats()
  const [isRevoking, setRevoking] = useState(false)
  const { id, name, createdAt, lastUsedAt, expiresAt, scope } = token
  const target = scope.space ?? scope.site ?? scope.organization
  const revoke = useWrite(() => call(deleteToken, { tokenId: id }), {
    stale: [listTokens],
    onSuccess: () => showToast({ message: account.revoked(name) }),
  })
  return (
    <li className="item plain-item line-item">
      <Icon of={key} />
      <span className="grow">
        <span className="title cut">{name}</span>
        <span className="meta">
          {[
            ...(target ? [account.onlyIn(target.title ?? target.id)] : []),
            ...(scope.readOnly ? [account.readOnly] : []),
            account.created(date(createdAt)),
            lastUsedAt === undefined ? account.neverUsed : account.lastUsed(relativeTime(lastUsedAt)),
            expiresAt === undefined ? account.endless : account.expiresAt(date(expiresAt)),
          ].join(' · ')}
        </span>
      </span>
      <Button
        look="danger"
        label={account.revoke}
        aria-label={account.revokeNamed(name)}
        onPress={() => setRevoking(true)}
      />
      {isRevoking && (
        <FormDialog
          title={account.revokeTitle(name)}
          isOpen
          onClose={() => setRevoking(false)}
          action={account.revoke}
          cancel={common.cancel}
          onSubmit={() => revoke.mutate(undefined)}
          isBusy={revoke.isPending}
          isDangerous
          error={revoke.error ? describeError(revoke.error, words) : undefined}
        >
          <p>{account.revokeText}</p>
        </FormDialog>
      )}
    </li>
  )
}
