import './sign-in.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, read, readList, useWrite } from '../../api/index.ts'
import {
  type Identity,
  linkIdentity,
  listIdentities,
  listSignInProviders,
  unlinkIdentity,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useFormats } from '../../locales/index.ts'
import { useAccountWords } from '../../locales/features/account.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { idBadge } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

const identitiesRead = readList(listIdentities, {})
/** It changes with the settings of the server only. */
const providersRead = { ...read(listSignInProviders), staleTime: Infinity }

/** The identities of whoever is signed in at providers of the installation. For the screen of the account. */
export function IdentitySection() {
  const { accountSecurity, common } = useAccountWords()
  const identities = useInfiniteQuery(identitiesRead)
  const { data: providers } = useQuery(providersRead)
  const linked = new Set(identities.data?.map(({ provider }) => provider))
  const others = providers?.items.filter(({ id }) => !linked.has(id)) ?? []
  // An installation without providers has nothing to link.
  if (providers?.items.length === 0 && identities.data?.length === 0) return null
  return (
    <section aria-labelledby="identities" className="security-section">
      <div className="section-head">
        <h2 id="identities">{accountSecurity.identities}</h2>
      </div>
      <p className="soft">{accountSecurity.identitiesText}</p>
      {identities.error ? (
        <LoadFailure error={identities.error} onRetry={() => void identities.refetch()} />
      ) : identities.data === undefined ? (
        <SkeletonRows rows={2} label={common.loading} />
      ) : identities.data.length === 0 ? (
        <p className="soft">{accountSecurity.noIdentities}</p>
      ) : (
        <ul className="list">
          {identities.data.map((identity) => (
            <IdentityItem key={identity.id} identity={identity} />
          ))}
        </ul>
      )}
      <div className="actions">
        {identities.data &&
          others.map(({ id, label }) => <LinkButton key={id} provider={id} label={label} />)}
      </div>
    </section>
  )
}

function LinkButton({ provider, label }: { provider: string; label: string }) {
  const words = useAccountWords()
  const redirect = location.pathname + location.search
  const link = useWrite(() => call(linkIdentity, { body: { provider, redirect } }), {
    stale: [],
    // The page of the provider, which leads back here.
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <>
      <Button
        label={words.accountSecurity.link(label)}
        isBusy={link.isPending}
        onPress={() => link.mutate(undefined)}
      />
      {link.error && (
        <p role="alert" className="form-error">
          {describeError(link.error, words)}
        </p>
      )}
    </>
  )
}

function IdentityItem({ identity }: { identity: Identity }) {
  const words = useAccountWords()
  const { accountSecurity } = words
  const { relativeTime } = useFormats()
  const { id: identityId, label, email, lastLoginAt } = identity
  const unlink = useWrite(() => call(unlinkIdentity, { identityId }), {
    stale: [listIdentities],
    onSuccess: () => showToast({ message: accountSecurity.unlinked(label) }),
  })
  return (
    <li className="item">
      <Icon of={idBadge} />
      <span className="grow">
        <span className="title cut">{label}</span>
        <span className="meta">
          {email !== undefined && `${email} · `}
          {accountSecurity.lastUsed(relativeTime(lastLoginAt))}
        </span>
        {unlink.error && (
          <span role="alert" className="form-error">
            {describeError(unlink.error, words)}
          </span>
        )}
      </span>
      <Button
        isDense
        label={accountSecurity.unlink}
        aria-label={accountSecurity.unlinkFor(label)}
        isBusy={unlink.isPending}
        onPress={() => unlink.mutate(undefined)}
      />
    </li>
  )
}
