import type { MemberRoleOrGuest, OrganizationMember } from '../../api/operations.ts'
import { useOrganization } from '../../app/organization.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { showToast } from '../../ui/toast.tsx'
import { describeRole, RoleSelect } from './role-select.tsx'
import { useMemberWrites } from './use-member-writes.ts'

interface MemberRoleProps {
  organizationId: string
  member: OrganizationMember
}

/** The role of a member: to choose for admins, to read for others. */
export function MemberRoleField({ organizationId, member }: MemberRoleProps) {
  const words = useMemberWords()
  const isAdmin = useOrganization(organizationId)?.permissions.admin === true
  const { changeRole } = useMemberWrites(organizationId)
  const showFailure = useFailureToast()
  const userId = member.user.id
  const name = member.user.displayName
  if (!isAdmin) return <span>{describeRole(member.role, words)}</span>
  const change = (role: MemberRoleOrGuest, before: MemberRoleOrGuest | undefined): void =>
    changeRole.mutate(
      { userId, role },
      {
        onSuccess: () =>
          showToast({
            message: words.members.roleChanged(name, describeRole(role, words)),
            ...(before !== undefined && {
              action: { label: words.common.undo, run: () => change(before, undefined) },
            }),
          }),
        onError: showFailure,
      },
    )
  return (
    <RoleSelect
      label={words.roles.roleOf(name)}
      isLabelHidden
      isQuiet
      hasGuest
      // What was chosen shows at once; the old role is back when the server refuses it.
      value={changeRole.isPending ? changeRole.variables.role : member.role}
      onChange={(role) => change(role, member.role)}
    />
  )
}
