import { useState } from 'react'
import type { MemberRoleOrGuest } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useOrganization } from '../../app/organization.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RoleSelect } from './role-select.tsx'
import { useMemberWrites } from './use-member-writes.ts'

interface InviteDialogProps {
  organizationId: string
  onClose: () => void
}

/** Invites people by their addresses. */
export function InviteDialog({ organizationId, onClose }: InviteDialogProps) {
  const words = useMemberWords()
  const { members, common, roles } = words
  const organization = useOrganization(organizationId)
  const { invite } = useMemberWrites(organizationId)
  const [text, setText] = useState('')
  const [role, setRole] = useState<MemberRoleOrGuest>(organization?.defaultRole ?? 'read')
  const [isSso, setSso] = useState(false)
  const emails = text.split(/[\s,;]+/).filter((email) => email !== '')
  const failed = invite.data?.failedSSOEmails ?? []
  const submit = (): void =>
    invite.mutate(
      { emails, role, ...(isSso && { sso: true }) },
      {
        onSuccess: ({ users, failedSSOEmails }) => {
          if (users.length > 0) showToast({ message: members.invited(users.length) })
          if (failedSSOEmails.length === 0) onClose()
          else setText(failedSSOEmails.join('\n'))
        },
      },
    )
  return (
    <FormDialog
      title={members.inviteTitle}
      isOpen
      onClose={onClose}
      action={members.send}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={invite.isPending}
      isDisabled={emails.length === 0}
      error={
        invite.error
          ? describeError(invite.error, words)
          : failed.length > 0
            ? members.notInvited(failed.join(', '))
            : undefined
      }
    >
      <TextField
        label={members.emails}
        help={members.emailsHelp}
        isMultiline
        rows={4}
        value={text}
        onChange={setText}
        autoFocus
      />
      <RoleSelect label={roles.role} hasGuest value={role} onChange={setRole} />
      {organization?.sso === true && (
        <Checkbox label={members.inviteAsSso} isChecked={isSso} onChange={setSso} />
      )}
    </FormDialog>
  )
}
