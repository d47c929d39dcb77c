import { contentRoles } from '../../../access/content-role.ts'
import { type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { userColumns, type UserRow } from '../../identity/index.ts'

export interface MemberRow
  extends UserRow, Pick<Tables['members'], 'role' | 'disabled' | 'sso' | 'joinedAt' | 'lastSeenAt'> {
  spaces: number
  teams: number
  sites: number
}

/**
 * The columns of a `MemberRow`, from the table `members m` and `memberJoins`. Spaces, sites and teams are counted by the query:
 * stored counts could become wrong.
 */
export const memberColumns = sql`
  ${userColumns}, m.role, m.disabled, m.sso, m.joined_at as "joinedAt", m.last_seen_at as "lastSeenAt",
  coalesce(accessible.spaces, 0) as spaces, coalesce(accessible.sites, 0) as sites,
  (
    select count(*) from team_members tm
    where tm.organization_id = m.organization_id and tm.user_id = m.user_id
  ) as teams`

/** The joins that `memberColumns` needs: the user, and how many spaces and sites each of the members has access to. */
export const memberJoins = (organizationId: string, members: Sql): Sql => sql`
  join users u on u.id = m.user_id
  left join (
    with ${contentRoles(organizationId, members)}
    select user_id, count(*) filter (where kind = 'space') as spaces, count(*) filter (where kind = 'site') as sites
    from (
      select space_roles.user_id, 'space' as kind
      from space_roles join spaces s on s.id = space_roles.id
      where space_roles.role is not null and s.deleted_at is null
      union all
      select site_roles.user_id, 'site' from site_roles where site_roles.role is not null
    ) as content
    group by user_id
  ) as accessible on accessible.user_id = m.user_id`
