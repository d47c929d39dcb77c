import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  createOrganizationInvite,
  listOrganizationInviteLinks,
  type MemberRoleOrGuest,
  type OrganizationInviteLink,
  updateOrganizationInviteById,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useFormats } from '../../locales/index.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { RoleSelect } from './role-select.tsx'

const lifetimes = ['1', '7', '30', '90'] as const

type Lifetime = (typeof lifetimes)[number] | 'never' | 'keep'

const DAY_MS = 24 * 3600 * 1000

interface InviteLinkDialogProps {
  organizationId: string
  /** The one to change. Without it, one is created. */
  link?: OrganizationInviteLink
  onClose: () => void
}

/** Whether this is a number of people, or nothing for any number. */
const isCount = (text: string): boolean => /^\s*([1-9]\d*)?\s*$/.test(text)

/** Where an invite link ends, as the API takes it: not given, what it has stays. */
const readExpiry = (lifetime: Lifetime): { expiresAt?: string | null } =>
  lifetime === 'keep'
    ? {}
    : {
        expiresAt:
          lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString(),
      }

/** The role that an invite link gives, and its limits. */
export function InviteLinkDialog({ organizationId, link, onClose }: InviteLinkDialogProps) {
  const words = useMemberWords()
  const { members, common, roles } = words
  const { date } = useFormats()
  const [role, setRole] = useState<MemberRoleOrGuest>(link?.role ?? 'read')
  const [lifetime, setLifetime] = useState<Lifetime>(
    link ? (link.expiresAt === undefined ? 'never' : 'keep') : '7',
  )
  const [maxUses, setMaxUses] = useState(link?.maxUses === undefined ? '' : String(link.maxUses))
  const [domains, setDomains] = useState(link?.emailDomains.join(', ') ?? '')
  const save = useWrite(
    () => {
      const body = {
        role,
        ...readExpiry(lifetime),
        maxUses: maxUses.trim() === '' ? null : Number(maxUses),
        emailDomains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
      }
      return link
        ? call(updateOrganizationInviteById, { organizationId, inviteId: link.id, body })
        : call(createOrganizationInvite, { organizationId, body })
    },
    { stale: [listOrganizationInviteLinks] },
  )
  return (
    <FormDialog
      title={link ? members.changeLink : members.newLink}
      isOpen
      onClose={onClose}
      action={link ? common.save : members.createLink}
      cancel={common.cancel}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      isBusy={save.isPending}
      isDisabled={!isCount(maxUses)}
      error={save.error ? describeError(save.error, words) : undefined}
    >
      <p>{members.linksText}</p>
      <RoleSelect label={roles.role} value={role} onChange={setRole} />
      <Select
        label={members.linkLifetime}
        choices={[
          ...(link?.expiresAt === undefined
            ? []
            : [{ value: 'keep' as const, label: members.linkKeep(date(link.expiresAt)) }]),
          ...lifetimes.map((value) => ({ value, label: members.linkDays(Number(value)) })),
          { value: 'never', label: members.linkForever },
        ]}
        value={lifetime}
        onChange={setLifetime}
      />
      <TextField
        label={members.maxUses}
        help={members.maxUsesHelp}
        inputMode="numeric"
        value={maxUses}
        onChange={setMaxUses}
      />
      <TextField
        label={members.linkDomains}
        help={members.linkDomainsHelp}
        value={domains}
        onChange={setDomains}
      />
    </FormDialog>
  )
}
