import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  createOrganizationSAMLProvider,
  listSAMLProvidersInOrganizationById,
  type MemberRoleOrGuest,
  type SamlProvider,
  updateOrganizationSAMLProvider,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSignOnWords } from '../../locales/features/sign-on.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { RoleSelect } from '../members/index.ts'

interface SamlDialogProps {
  organizationId: string
  /** The one to change. Without it, one is added. */
  provider?: SamlProvider
  onClose: () => void
}

/** What Verso has to know of a SAML provider. */
export function SamlDialog({ organizationId, provider, onClose }: SamlDialogProps) {
  const words = useSignOnWords()
  const { signOn, common } = words
  const [label, setLabel] = useState(provider?.label ?? '')
  const [entityID, setEntityID] = useState(provider?.entityID ?? '')
  const [ssoURL, setSsoURL] = useState(provider?.ssoURL ?? '')
  const [certificate, setCertificate] = useState(provider?.certificate ?? '')
  const [defaultRole, setDefaultRole] = useState<MemberRoleOrGuest>(provider?.defaultRole ?? 'read')
  const save = useWrite(
    () => {
      const body = {
        label: label.trim(),
        defaultRole,
        ...(entityID.trim() !== '' && { entityID: entityID.trim() }),
        ...(ssoURL.trim() !== '' && { ssoURL: ssoURL.trim() }),
        ...(certificate.trim() !== '' && { certificate: certificate.trim() }),
      }
      return provider
        ? call(updateOrganizationSAMLProvider, { organizationId, samlProviderId: provider.id, body })
        : call(createOrganizationSAMLProvider, { organizationId, body })
    },
    { stale: [listSAMLProvidersInOrganizationById] },
  )
  return (
    <FormDialog
      title={provider ? signOn.edit(provider.label) : signOn.add}
      isOpen
      onClose={onClose}
      action={provider ? common.save : signOn.addAction}
      cancel={common.cancel}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      isBusy={save.isPending}
      isDisabled={label.trim() === ''}
      error={save.error ? describeError(save.error, words) : undefined}
    >
      <TextField label={signOn.label} help={signOn.labelHelp} value={label} onChange={setLabel} autoFocus />
      <RoleSelect label={signOn.defaultRole} hasGuest value={defaultRole} onChange={setDefaultRole} />
      <p>{signOn.later}</p>
      <TextField label={signOn.entityId} value={entityID} onChange={setEntityID} />
      <TextField label={signOn.ssoUrl} type="url" value={ssoURL} onChange={setSsoURL} />
      <TextField
        label={signOn.certificate}
        help={signOn.certificateHelp}
        isMultiline
        rows={4}
        value={certificate}
        onChange={setCertificate}
      />
    </FormDialog>
  )
}
