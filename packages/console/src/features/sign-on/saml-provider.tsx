import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  deleteOrganizationSAMLProvider,
  listSAMLProvidersInOrganizationById,
  type SamlProvider,
} from '../../api/operations.ts'
import { useSignOnWords } from '../../locales/features/sign-on.ts'
import { State } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { circleCheck, clock } from '../../ui/icon-paths.ts'
import { showToast } from '../../ui/toast.tsx'
import { DeleteProviderDialog } from './delete-provider-dialog.tsx'
import { SamlDialog } from './saml-dialog.tsx'

interface SamlProviderItemProps {
  organizationId: string
  provider: SamlProvider
}

/** A SAML provider with the values that it has to know. */
export function SamlProviderItem({ organizationId, provider }: SamlProviderItemProps) {
  const { signOn, common } = useSignOnWords()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = (): void => setDialog(undefined)
  const { id, label, status, service } = provider
  const remove = useWrite(
    () => call(deleteOrganizationSAMLProvider, { organizationId, samlProviderId: id }),
    {
      stale: [listSAMLProvidersInOrganizationById],
      onSuccess: () => showToast({ message: signOn.deleted(label) }),
    },
  )
  const copyLabels = { copyLabel: common.copy, copiedLabel: common.copied }
  return (
    <section className="provider" aria-labelledby={`provider-${id}`}>
      <div className="section-head">
        <h3 id={`provider-${id}`}>{label}</h3>
        {status === 'active' ? (
          <State label={signOn.active} icon={circleCheck} look="success" />
        ) : (
          <State label={signOn.pending} icon={clock} look="warning" />
        )}
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
      <div className="form">
        <p className="soft">{signOn.values}</p>
        <CopyField label={signOn.acsUrl} value={service.acsURL} {...copyLabels} />
        <CopyField label={signOn.serviceId} value={service.entityID} {...copyLabels} />
        <CopyField label={signOn.startUrl} value={service.startURL} {...copyLabels} />
      </div>
      {dialog === 'edit' && (
        <SamlDialog organizationId={organizationId} provider={provider} onClose={close} />
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
