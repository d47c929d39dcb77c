import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, useWrite } from '../../api/index.ts'
import {
  createOIDCProvider,
  listOIDCProvidersInOrganization,
  listTeamsInOrganizationById,
  type MemberRoleOrGuest,
  type OidcProvider,
  updateOIDCProvider,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSignOnWords } from '../../locales/features/sign-on.ts'
import { Checkbox, Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { RoleSelect } from '../members/index.ts'

interface OidcDialogProps {
  organizationId: string
  /** The one to change. Without it, one is added. */
  provider?: OidcProvider
  onClose: () => void
}

interface OidcForm {
  label: string
  issuer: string
  clientID: string
  clientSecret: string
  domains: string
  trustEmails: boolean
  defaultRole: MemberRoleOrGuest
  defaultTeam: string
}

const createForm = (provider: OidcProvider | undefined): OidcForm => ({
  label: provider?.label ?? '',
  issuer: provider?.issuer ?? '',
  clientID: provider?.clientID ?? '',
  clientSecret: '',
  domains: provider?.domains.join(', ') ?? '',
  trustEmails: provider?.trustEmails ?? false,
  defaultRole: provider?.defaultRole ?? 'read',
  defaultTeam: provider?.defaultTeam?.id ?? '',
})

/** An empty secret keeps the one that is stored, as the server does where none is given. */
const readForm = ({ domains, clientSecret, defaultTeam, ...form }: OidcForm) => ({
  ...form,
  label: form.label.trim(),
  issuer: form.issuer.trim(),
  clientID: form.clientID.trim(),
  domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
  defaultTeam: defaultTeam === '' ? null : defaultTeam,
  ...(clientSecret !== '' && { clientSecret }),
})

/** What Verso has to know of an OpenID Connect provider. */
export function OidcDialog({ organizationId, provider, onClose }: OidcDialogProps) {
  const words = useSignOnWords()
  const { signOn, common } = words
  const [form, setForm] = useState(() => createForm(provider))
  const change = (changes: Partial<OidcForm>): void => setForm({ ...form, ...changes })
  const save = useWrite(
    () =>
      provider
        ? call(updateOIDCProvider, { organizationId, oidcProviderId: provider.id, body: readForm(form) })
        : call(createOIDCProvider, { organizationId, body: readForm(form) }),
    { stale: [listOIDCProvidersInOrganization] },
  )
  const { label, issuer, clientID } = form
  return (
    <FormDialog
      title={provider ? signOn.edit(provider.label) : signOn.addOidc}
      isOpen
      onClose={onClose}
      action={provider ? common.save : signOn.addAction}
      cancel={common.cancel}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      isBusy={save.isPending}
      isDisabled={[label, issuer, clientID].some((text) => text.trim() === '')}
      error={save.error ? describeError(save.error, words) : undefined}
    >
      <TextField
        label={signOn.label}
        help={signOn.labelHelp}
        value={label}
        onChange={(value) => change({ label: value })}
        autoFocus
      />
      <TextField
        label={signOn.issuer}
        help={signOn.issuerHelp}
        type="url"
        value={issuer}
        onChange={(value) => change({ issuer: value })}
      />
      <TextField
        label={signOn.clientId}
        value={clientID}
        onChange={(value) => change({ clientID: value })}
        autoComplete="off"
      />
      <TextField
        label={signOn.clientSecret}
        help={provider?.hasClientSecret === true ? signOn.clientSecretKept : signOn.clientSecretHelp}
        type="password"
        autoComplete="off"
        value={form.clientSecret}
        onChange={(clientSecret) => change({ clientSecret })}
      />
      <OidcMemberFields organizationId={organizationId} form={form} onChange={change} />
    </FormDialog>
  )
}

interface OidcMemberFieldsProps {
  organizationId: string
  form: OidcForm
  onChange: (changes: Partial<OidcForm>) => void
}

/** Who becomes a member through the provider, and as what. */
function OidcMemberFields({ organizationId, form, onChange }: OidcMemberFieldsProps) {
  const { signOn } = useSignOnWords()
  const { data } = useQuery(read(listTeamsInOrganizationById, { organizationId, query: { limit: 1000 } }))
  return (
    <>
      <TextField
        label={signOn.domains}
        help={signOn.domainsHelp}
        value={form.domains}
        onChange={(domains) => onChange({ domains })}
      />
      <RoleSelect
        label={signOn.defaultRole}
        hasGuest
        value={form.defaultRole}
        onChange={(defaultRole) => onChange({ defaultRole })}
      />
      <Select
        label={signOn.defaultTeam}
        choices={[
          { value: '', label: signOn.noTeam },
          ...(data?.items ?? []).map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={form.defaultTeam}
        onChange={(defaultTeam) => onChange({ defaultTeam })}
      />
      <Checkbox
        label={signOn.trustEmails}
        help={signOn.trustEmailsHelp}
        isChecked={form.trustEmails}
        onChange={(trustEmails) => onChange({ trustEmails })}
      />
    </>
  )
}
