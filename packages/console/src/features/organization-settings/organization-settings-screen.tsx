import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, read, useWrite } from '../../api/index.ts'
import {
  getOrganizationById,
  listOrganizationsForAuthenticatedUser,
  type Organization,
  updateOrganizationById,
} from '../../api/operations.ts'
import { FailedScreen } from '../../app/failures.tsx'
import { describeError } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RoleSelect } from '../members/index.ts'
import { MergeRulesField, readMergeRules } from '../merge-rules/index.ts'
import { DeleteOrganization } from './delete-organization.tsx'

/** Name, joining and merge rules of an organization, and its end. */
export function OrganizationSettingsScreen() {
  const { settings, common, errors } = useSettingsWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const { data, error, refetch } = useQuery(read(getOrganizationById, { organizationId }))
  if (error && !data) return <FailedScreen error={error} reset={() => void refetch()} />
  return (
    <Screen title={settings.title}>
      <h1 className="sr">{settings.title}</h1>
      {!data ? (
        <SkeletonRows label={common.loading} />
      ) : data.permissions.admin ? (
        <div className="stack" key={data.id}>
          <OrganizationForm organization={data} />
          <DeleteOrganization organization={data} />
        </div>
      ) : (
        <p className="soft">{errors.notAllowed}</p>
      )}
    </Screen>
  )
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const words = useSettingsWords()
  const { settings, common } = words
  const [title, setTitle] = useState(organization.title)
  const [domains, setDomains] = useState(organization.emailDomains.join(', '))
  const [defaultRole, setDefaultRole] = useState(organization.defaultRole)
  const [hasLinks, setLinks] = useState(organization.inviteLinks)
  const [hostname, setHostname] = useState(organization.hostname ?? '')
  const [mergeRules, setMergeRules] = useState(() => readMergeRules(organization.mergeRules))
  const save = useWrite(
    () =>
      call(updateOrganizationById, {
        organizationId: organization.id,
        body: {
          title: title.trim(),
          emailDomains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
          defaultRole,
          inviteLinks: hasLinks,
          ...(hostname.trim() !== (organization.hostname ?? '') && { hostname: hostname.trim() }),
          ...(mergeRules.type !== 'inherit' && { mergeRules }),
        },
      }),
    {
      stale: [getOrganizationById, listOrganizationsForAuthenticatedUser],
      onSuccess: () => showToast({ message: settings.saved }),
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!save.isPending && title.trim() !== '') save.mutate(undefined)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField label={settings.name} value={title} onChange={setTitle} />
      <TextField
        label={settings.hostname}
        value={hostname}
        onChange={setHostname}
        help={settings.hostnameHelp}
      />
      <TextField
        label={settings.emailDomains}
        value={domains}
        onChange={setDomains}
        help={settings.emailDomainsHelp}
        placeholder="fernwall.example"
      />
      <RoleSelect label={settings.defaultRole} hasGuest value={defaultRole} onChange={setDefaultRole} />
      <Checkbox label={settings.inviteLinks} isChecked={hasLinks} onChange={setLinks} />
      <MergeRulesField value={mergeRules} onChange={setMergeRules} canInherit={false} />
      {save.error && (
        <p role="alert" className="form-error">
          {describeError(save.error, words)}
        </p>
      )}
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          label={common.save}
          isBusy={save.isPending}
          isDisabled={title.trim() === ''}
        />
      </div>
    </form>
  )
}
