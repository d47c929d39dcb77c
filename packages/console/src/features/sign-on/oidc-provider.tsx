import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  deleteOIDCProvider,
  listOIDCProvidersInOrganization,
  type OidcProvider,
  type OidcProviderCheck,
  testOIDCProvider,
} from '../../api/operations.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useSignOnWords } from '../../locales/features/sign-on.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { circleCheck } from '../../ui/icon-paths.ts'
import { Notice } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DeleteProviderDialog } from './delete-provider-dialog.tsx'
import { OidcDialog } from './oidc-dialog.tsx'

interface OidcProviderItemProps {
  organizationId: string
  provider: OidcProvider
}

/** An OpenID Connect provider, the values that it has to know, and a test that says what is wrong. */
export function OidcProviderItem({ organizationId, provider }: OidcProviderItemProps) {
  const { signOn, common } = useSignOnWords()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = (): void => setDialog(undefined)
  const { id, label, issuer, service } = provider
  const showFailure = useFailureToast()
  const check = useWrite(() => call(testOIDCProvider, { organizationId, oidcProviderId: id }), { stale: [] })
  const remove = useWrite(() => call(deleteOIDCProvider, { organizationId, oidcProviderId: id }), {
    stale: [listOIDCProvidersInOrganization],
    onSuccess: () => showToast({ message: signOn.deleted(label) }),
  })
  const copyLabels = { copyLabel: common.copy, copiedLabel: common.copied }
  return (
    <section className="provider" aria-labelledby={`provider-${id}`}>
      <div className="section-head">
        <h3 id={`provider-${id}`}>{label}</h3>
        <Button
          label={signOn.test}
          aria-label={signOn.testNamed(label)}
          isBusy={check.isPending}
          onPress={() => check.mutate(undefined, { onError: showFailure })}
        />
        <Button
          label={signOn.change}
          aria-label={signOn.editNamed(label)}
          onPress={() => setDialog('edit')}
        />
        <Button
          look="danger"
          label={common.delete}
          aria-label={signOn.deleteNamed(label)}
          onPress={() => setDialog('delete')}
        />
      </div>
      <p className="soft cut">{issuer}</p>
      {check.data && <CheckResult check={check.data} />}
      <div className="form">
        <p className="soft">{signOn.values}</p>
        <CopyField label={signOn.callbackUrl} value={service.callbackURL} {...copyLabels} />
        <CopyField label={signOn.startUrl} value={service.startURL} {...copyLabels} />
      </div>
      {dialog === 'edit' && (
        <OidcDialog
          organizationId={organizationId}
          provider={provider}
          onClose={() => {
            check.reset()
            close()
          }}
        />
      )}
      {dialog === 'delete' && (
        <DeleteProviderDialog
          label={label}
          isBusy={remove.isPending}
          error={remove.error}
          onDelete={() => remove.mutate(undefined)}
          onClose={close}
        />
      )}
    </section>
  )
}

function CheckResult({ check: { ok, problems } }: { check: OidcProviderCheck }) {
  const { signOn } = useSignOnWords()
  if (ok) return <Notice look="success" icon={circleCheck} title={signOn.testOk} />
  return (
    <Notice look="danger" title={signOn.testFailed}>
      <ul className="problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  )
}
