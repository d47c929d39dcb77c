import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../../api/index.ts'
import { listOIDCProvidersInOrganization, listSAMLProvidersInOrganizationById } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useOrganization } from '../../app/organization.ts'
import { Screen } from '../../app/screen.tsx'
import { useSignOnWords } from '../../locales/features/sign-on.ts'
import { Button } from '../../ui/button.tsx'
import { plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { PeopleTabs } from '../members/index.ts'
import { OidcDialog } from './oidc-dialog.tsx'
import { OidcProviderItem } from './oidc-provider.tsx'
import { SamlDialog } from './saml-dialog.tsx'
import { SamlProviderItem } from './saml-provider.tsx'
import './sign-on.css'

/** The identity providers of an organization. */
export function SignOnScreen() {
  const { signOn, common, errors } = useSignOnWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const organization = useOrganization(organizationId)
  return (
    <Screen title={signOn.title} tabs={<PeopleTabs organizationId={organizationId} />}>
      <h1 className="sr">{signOn.title}</h1>
      {!organization ? (
        <SkeletonRows label={common.loading} />
      ) : organization.permissions.admin ? (
        <Providers organizationId={organizationId} />
      ) : (
        <p className="soft">{errors.notAllowed}</p>
      )}
    </Screen>
  )
}

function Providers({ organizationId }: { organizationId: string }) {
  const { signOn, common } = useSignOnWords()
  const oidc = useInfiniteQuery(readList(listOIDCProvidersInOrganization, { organizationId }))
  const saml = useInfiniteQuery(readList(listSAMLProvidersInOrganizationById, { organizationId }))
  const [adding, setAdding] = useState<'oidc' | 'saml'>()
  const close = (): void => setAdding(undefined)
  const failed = [oidc, saml].find(({ error }) => error)
  if (failed) return <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
  if (!oidc.data || !saml.data) return <SkeletonRows label={common.loading} />
  return (
    <div className="stack">
      {oidc.data.length + saml.data.length === 0 && (
        <Empty title={signOn.emptyTitle}>{signOn.emptyText}</Empty>
      )}
      <section aria-labelledby="oidc">
        <div className="section-head">
          <h2 id="oidc">{signOn.oidc}</h2>
          <Button look="quiet" isDense icon={plus} label={signOn.addOidc} onPress={() => setAdding('oidc')} />
        </div>
        <p className="soft">{signOn.oidcText}</p>
        {oidc.data.map((provider) => (
          <OidcProviderItem key={provider.id} organizationId={organizationId} provider={provider} />
        ))}
        <LoadMore list={oidc} />
      </section>
      <section aria-labelledby="saml">
        <div className="section-head">
          <h2 id="saml">{signOn.saml}</h2>
          <Button look="quiet" isDense icon={plus} label={signOn.add} onPress={() => setAdding('saml')} />
        </div>
        <p className="soft">{signOn.samlText}</p>
        {saml.data.map((provider) => (
          <SamlProviderItem key={provider.id} organizationId={organizationId} provider={provider} />
        ))}
        <LoadMore list={saml} />
      </section>
      {adding === 'oidc' && <OidcDialog organizationId={organizationId} onClose={close} />}
      {adding === 'saml' && <SamlDialog organizationId={organizationId} onClose={close} />}
    </div>
  )
}
