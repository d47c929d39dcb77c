import { teamPermissions } from '../../../access/permissions.ts'
import type { MemberRole } from '../../../access/roles.ts'
import type { TeamRow } from './columns.ts'
import type { Team } from './schema.ts'

export const presentTeam = (row: TeamRow, callerRole: MemberRole): Team => ({
  object: 'team',
  id: row.id,
  title: row.title,
  members: row.members,
  spaces: row.spaces,
  createdAt: row.createdAt,
  permissions: teamPermissions(callerRole, row.callerRole),
})
