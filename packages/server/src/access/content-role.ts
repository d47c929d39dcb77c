import { replanEachCall, type Sql, sql } from '../database/database.ts'
import type { MemberRole } from './roles.ts'

/** The inputs of `contentRole`, as SQL expressions of the surrounding query. */
interface RoleInputs {
  /** The person's role in the organization, null for a guest. */
  memberRole: Sql
  userId: Sql
  /** Levels from the nearest up: a relation of (depth, content_id, default_level). */
  levels: Sql
}

/**
 * The access rule has two implementations in SQL: `contentRole` finds the role of one person on one object by keys, and
 * `contentRoles` finds many roles at once by joining whole tables. A property test compares both with a plain
 * implementation of the rule.
 *
 * The role of a member on a space or collection, as a scalar subquery. The nearest level that decides wins, even if a
 * level above it has a stronger role.
 *
 * An organization admin is admin everywhere in it. Else, at each level from the content up: what was granted to
 * the person; else the strongest that was granted to teams of theirs; else the default level, unless it is
 * `inherit`. At the top stands the role in the organization. Default levels mean nothing to guests.
 *
 * Between a space whose default level is `inherit` and its collection stand the sites that show it, all as one
 * level, with what was granted on them.
 */
export const contentRole = ({ memberRole, userId, levels }: RoleInputs): Sql => sql`
  case when ${memberRole} = 'admin' then 'admin'::role else (
    select coalesce(granted.to_person, granted.to_teams, level.default_level::text::role, level.top)
    from (
      ${levels}
      union all
      select 2147483647, null, null, ${memberRole}
    ) as level (depth, content_id, default_level, top)
    left join lateral (
      select
        max(g.role) filter (where g.user_id is not null) as to_person,
        max(g.role) filter (where g.team_id is not null) as to_teams
      from grants g
      where g.content_id = level.content_id and (
        g.user_id = ${userId}
        or g.team_id in (select tm.team_id from team_members tm where tm.user_id = ${userId})
      )
    ) as granted on true
    where granted.to_person is not null
      or granted.to_teams is not null
      or level.content_id is null
      or (${memberRole} is not null and level.default_level is distinct from 'inherit')
    order by level.depth, granted.to_person desc nulls last, granted.to_teams desc nulls last
    limit 1
  ) end`

/** The levels of a collection: itself and the collections above it. */
export const collectionLevels = (path: Sql): Sql => sql`
  select step.depth, c.id, c.default_level, null::role
  from unnest(${path}) with ordinality as step (id, depth)
  join collections c on c.id = step.id`

/** The only level of a site: itself. */
export const siteLevels = (site: { id: Sql; defaultLevel: Sql }): Sql => sql`
  select 0, ${site.id}, ${site.defaultLevel}, null::role`

/** The levels of a space: itself, the sites that show it, then those of the collection it is in. */
export const spaceLevels = (space: { id: Sql; defaultLevel: Sql; parentId: Sql }): Sql => sql`
  select -1, ${space.id}, ${space.defaultLevel}, null::role
  union all
  select 0, shown.site_id, 'inherit'::level, null::role
  from site_spaces shown where shown.space_id = ${space.id} and ${space.defaultLevel} = 'inherit'
  union all
  ${collectionLevels(sql`(select parent.path from collections parent where parent.id = ${space.parentId})`)}`

/** The person for whom a list is read. */
export interface Viewer {
  userId: string
  /** Their role in the organization, if it is known. For an admin, no role has to be computed. */
  memberRole?: MemberRole
}

const roleTables = {
  collection_roles: sql`collection_roles`,
  space_roles: sql`space_roles`,
  site_roles: sql`site_roles`,
}

/**
 * The SQL parts of a list that shows a viewer their roles: tables for a WITH clause, the join to the content, and the
 * expression for the role. For a list of spaces, the content is the name of its table of spaces; the rule is then evaluated
 * once for each space of the list, in a plan that is made once.
 */
export function viewerRoles(
  organizationId: string,
  { userId, memberRole }: Viewer,
  content: { table: keyof typeof roleTables; id: Sql } | { spaces: Sql },
): ViewerRoles {
  if (memberRole === 'admin') {
    return { join: sql``, role: sql`'admin'::role`, isVisible: sql`true` }
  }
  if ('spaces' in content) {
    return {
      with: peopleWithGrants(organizationId, sql`m.user_id = ${userId}`, sql`true`),
      ...joinPeopleToSpaces(content.spaces),
    }
  }
  const table = roleTables[content.table]
  return {
    with: contentRoles(organizationId, sql`m.user_id = ${userId}`),
    join: sql`join ${table} mine on mine.id = ${content.id}`,
    role: sql`mine.role`,
    isVisible: sql`mine.role is not null`,
  }
}

export interface ViewerRoles {
  with?: Sql
  join: Sql
  role: Sql
  /** The condition that there is a role. It is cheaper than to compare the role of a space. */
  isVisible: Sql
}

/** The join of spaces to `people p`, and the role of these on a space. */
export const joinPeopleToSpaces = (space: Sql): Omit<ViewerRoles, 'with'> => ({
  join: sql`cross join people p`,
  role: sql`(${roleOnSpace(space)})::role`,
  isVisible: sql`(${roleOnSpace(space)}) is not null`,
})

/** The role of a person of `people p` on a space, as text: making a role of every one of many texts takes time. */
const roleOnSpace = (space: Sql): Sql => sql`
  case
    when p.role = 'admin' then 'admin'
    when p.granted ? ${space}.id then p.granted ->> ${space}.id
    when p.role is not null and ${space}.default_level is distinct from 'inherit' then ${space}.default_level::text
    when ${space}.default_level = 'inherit' and p.on_sites ? ${space}.id then p.on_sites ->> ${space}.id
    when p.decided ? ${space}.parent_id then p.decided ->> ${space}.parent_id
    else p.role::text
  end`

/**
 * The roles of some members of an organization on all its content, as the tables `collection_roles`, `space_roles` and
 * `site_roles` (user_id, id, role) of a WITH clause. Where there is no access, the role is null.
 *
 * Grants and decisions are looked up in one map a person, not joined: a join that PostgreSQL plans without statistics,
 * as it must right after many rows came in, compares everything with everything.
 *
 * @param members which members, as a condition on `m`.
 * @param collections which collections matter, as a condition on `c`; all, unless only one object is of interest.
 */
export const contentRoles = (organizationId: string, members: Sql, collections = sql`true`): Sql => sql`
  ${replanEachCall}
  ${peopleWithGrants(organizationId, members, collections)}, collection_roles as (
    select p.user_id, c.id,
      case
        when p.role = 'admin' then 'admin'
        when p.decided ? c.id then (p.decided ->> c.id)::role
        else p.role
      end as role
    from people p join collections c on c.organization_id = ${organizationId} and ${collections}
  ), space_roles as (
    select p.user_id, s.id,
      (${roleOnSpace(sql`s`)})::role as role
    from people p join spaces s on s.organization_id = ${organizationId}
  ), site_roles as (
    select p.user_id, site.id,
      case
        when p.role = 'admin' then 'admin'
        when p.granted ? site.id then (p.granted ->> site.id)::role
        when p.role is not null and site.default_level is distinct from 'inherit'
          then site.default_level::text::role
        else p.role
      end as role
    from people p join sites site on site.organization_id = ${organizationId}
  )`

/**
 * The members with what was granted to them and what was decided about collections, as the table `people` of a WITH clause.
 * Tables that may be large are only looked up by key or read once, never joined with each other, so that one plan serves
 * however much there is.
 */
const peopleWithGrants = (organizationId: string, members: Sql, collections: Sql): Sql => sql`
  ${membersWithGrants(organizationId, members)}, own_decisions_of as (
    select asked.user_id,
      jsonb_object_agg(level.id, coalesce(grants_of.roles ->> level.id, level.default_level::text)) as roles
    from asked
    left join grants_of on grants_of.user_id = asked.user_id
    cross join collections level
    where level.organization_id = ${organizationId}
      and (
        coalesce(grants_of.roles, '{}') ? level.id
        or (asked.role is not null and level.default_level is distinct from 'inherit')
      )
    group by asked.user_id
  ), decisions_of as (
    select own.user_id, jsonb_object_agg(c.id, own.roles -> nearest.id) as roles
    from own_decisions_of own
    cross join collections c
    cross join lateral (
      select step.id from unnest(c.path) with ordinality as step (id, depth)
      where own.roles ? step.id
      order by step.depth
      limit 1
    ) as nearest
    where c.organization_id = ${organizationId} and ${collections}
    group by own.user_id
  ), people as (
    select asked.user_id, asked.role, coalesce(grants_of.roles, '{}') as granted,
      coalesce(site_grants_of.roles, '{}') as on_sites, coalesce(decisions_of.roles, '{}') as decided
    from asked
    left join grants_of on grants_of.user_id = asked.user_id
    left join site_grants_of on site_grants_of.user_id = asked.user_id
    left join decisions_of on decisions_of.user_id = asked.user_id
  )`

/** The members, as the table `asked`, and what was granted to them on content and on sites that show it, as maps by content. */
export const membersWithGrants = (organizationId: string, members: Sql): Sql => sql`
  asked as (
    select m.user_id, m.role from members m where m.organization_id = ${organizationId} and ${members}
  ), each_grant as (
    -- Each offset makes PostgreSQL begin with the person. Otherwise it may read all grants of the organization.
    select asked.user_id, g.content_id, g.site_id, g.role as to_person, null::role as to_teams
    from asked
    cross join lateral (select * from grants where grants.user_id = asked.user_id offset 0) g
    where g.organization_id = ${organizationId}
    union all
    select asked.user_id, g.content_id, g.site_id, null, g.role
    from asked
    cross join lateral (select team_id from team_members where team_members.user_id = asked.user_id offset 0) tm
    cross join lateral (select * from grants where grants.team_id = tm.team_id offset 0) g
    where g.organization_id = ${organizationId}
  ), grants_of as (
    select user_id, jsonb_object_agg(content_id, role) as roles
    from (
      select user_id, content_id, coalesce(max(to_person), max(to_teams)) as role
      from each_grant
      group by user_id, content_id
    ) as granted
    group by user_id
  ), site_grants_of as (
    select user_id, jsonb_object_agg(space_id, role) as roles
    from (
      select user_id, shown.space_id, coalesce(max(to_person), max(to_teams)) as role
      from each_grant join site_spaces shown on shown.site_id = each_grant.site_id
      group by user_id, shown.space_id
    ) as granted
    group by user_id
  )`
