import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/index.ts'
import { organizationsRead } from '../../app/organization.ts'
import { listSites, listSpacesInOrganizationById } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useAccountWords } from '../../locales/features/account.ts'
import { Checkbox, Select } from '../../ui/choice.tsx'

const kinds = ['all', 'organization', 'space', 'site'] as const

/** What a new token is limited to, as far as it is chosen. */
export interface ScopeChoice {
  kind: (typeof kinds)[number]
  organizationId: string
  /** The space or the site. */
  contentId: string
  isReadOnly: boolean
}

export const wholeScope: ScopeChoice = { kind: 'all', organizationId: '', contentId: '', isReadOnly: false }

/** The limits as the API takes them. Undefined while something has to be chosen. */
export function readScope({ kind, organizationId, contentId, isReadOnly }: ScopeChoice) {
  const readOnly = isReadOnly && { readOnly: true }
  if (kind === 'all') return { ...readOnly }
  if (kind === 'organization') {
    return organizationId === '' ? undefined : { ...readOnly, organization: organizationId }
  }
  return contentId === '' ? undefined : { ...readOnly, [kind]: contentId }
}

interface ScopeFieldsProps {
  value: ScopeChoice
  onChange: (value: ScopeChoice) => void
}

/** Chooses what a token reaches, and whether it only reads. */
export function TokenScopeFields({ value, onChange }: ScopeFieldsProps) {
  const { account } = useAccountWords()
  const labels = {
    all: account.reachesAll,
    organization: account.reachesOrganization,
    space: account.reachesSpace,
    site: account.reachesSite,
  }
  return (
    <>
      <Select
        label={account.reaches}
        choices={kinds.map((kind) => ({ value: kind, label: labels[kind] }))}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind, contentId: '' })}
      />
      {value.kind !== 'all' && <OrganizationField value={value} onChange={onChange} />}
      {(value.kind === 'space' || value.kind === 'site') && value.organizationId !== '' && (
        <ContentField key={value.kind} kind={value.kind} value={value} onChange={onChange} />
      )}
      <Checkbox
        label={account.readOnly}
        help={account.readOnlyHelp}
        isChecked={value.isReadOnly}
        onChange={(isReadOnly) => onChange({ ...value, isReadOnly })}
      />
    </>
  )
}

/** Nothing is chosen at first, so that nobody takes the first of a list without looking. */
const unchosen = { value: '', label: '–' }

function OrganizationField({ value, onChange }: ScopeFieldsProps) {
  const { account } = useAccountWords()
  const { data, error, refetch } = useQuery(organizationsRead)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <Select
      label={account.organization}
      choices={[unchosen, ...(data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))]}
      value={value.organizationId}
      onChange={(organizationId) => onChange({ ...value, organizationId, contentId: '' })}
    />
  )
}

const LIST_LIMIT = 1000

function ContentField({ kind, value, onChange }: ScopeFieldsProps & { kind: 'space' | 'site' }) {
  const { account } = useAccountWords()
  const input = { organizationId: value.organizationId, query: { limit: LIST_LIMIT } }
  const spaces = useQuery({ ...read(listSpacesInOrganizationById, input), enabled: kind === 'space' })
  const sites = useQuery({ ...read(listSites, input), enabled: kind === 'site' })
  const { data, error, refetch } = kind === 'space' ? spaces : sites
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const items: { id: string; title: string }[] = data?.items ?? []
  return (
    <Select
      label={kind === 'space' ? account.space : account.site}
      choices={[unchosen, ...items.map(({ id, title }) => ({ value: id, label: title }))]}
      value={value.contentId}
      onChange={(contentId) => onChange({ ...value, contentId })}
      {...(data && items.length === 0 && { help: account.nothingToChoose })}
    />
  )
}
