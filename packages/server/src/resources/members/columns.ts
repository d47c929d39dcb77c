import type { MemberRole } from '../../access/roles.ts'
import { spaceRole } from '../../access/subjects.ts'
import { sql, type Timestamp } from '../../database/database.ts'
import { userColumns, type UserRow } from '../users/columns.ts'

export interface MemberRow extends UserRow {
  role: MemberRole
  disabled: boolean
  sso: boolean
  joinedAt: Timestamp
  lastSeenAt: Timestamp | null
  spaces: number
  teams: number
}

/** Of the member `m` and the person `u`. Counted when asked, so that no operation can leave them wrong. */
export const memberColumns = sql`
  ${userColumns}, m.role, m.disabled, m.sso, m.joined_at as "joinedAt", m.last_seen_at as "lastSeenAt",
  (
    select count(*) from spaces s
    where s.organization_id = m.organization_id and s.deleted_at is null and (${spaceRole}) is not null
  ) as spaces,
  (
    select count(*) from team_members tm
    where tm.organization_id = m.organization_id and tm.user_id = m.user_id
  ) as teams`
