import type { MemberRole, MemberRoleOrGuest } from '../../api/operations.ts'
import { useWords, type Words } from '../../locales/index.ts'
import { type Choice, Select } from '../../ui/choice.tsx'

const memberRoles: readonly MemberRole[] = ['admin', 'create', 'review', 'edit', 'comment', 'read']

/** The name of a role. Guests have none in the organization, only on what they were given. */
export const describeRole = (role: MemberRoleOrGuest | undefined, { roles }: Words): string =>
  role === null || role === undefined ? roles.guest : roles[role]

interface RoleSelectProps {
  label: string
  isLabelHidden?: boolean
  value: MemberRoleOrGuest
  onChange: (role: MemberRoleOrGuest) => void
  /** Whether "Guest" is among the choices. */
  hasGuest?: boolean
  isQuiet?: boolean
  isDisabled?: boolean
}

const GUEST = 'guest'

/** Chooses a role. */
export function RoleSelect({ value, onChange, hasGuest = false, ...select }: RoleSelectProps) {
  const words = useWords()
  const choices: Choice<MemberRole | typeof GUEST>[] = [
    ...memberRoles.map((role) => ({ value: role, label: words.roles[role] })),
    ...(hasGuest || value === null ? [{ value: GUEST, label: words.roles.guest } as const] : []),
  ]
  return (
    <Select
      {...select}
      choices={choices}
      value={value ?? GUEST}
      onChange={(next) => onChange(next === GUEST ? null : next)}
    />
  )
}
