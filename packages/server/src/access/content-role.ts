import { type Sql, sql } from '../database/database.ts'

/** What decides a role, as SQL expressions of the query it stands in. */
interface Facts {
  /** The person's role in the organization, null for a guest. */
  memberRole: Sql
  userId: Sql
  /** Levels from the nearest up: a relation of (depth, content_id, default_level). */
  levels: Sql
}

/**
 * The role of a member on a space or collection, as a scalar subquery. Precedence decides, not strength: the
 * nearest level that says something is the answer.
 *
 * An organization admin is admin everywhere in it. Else, at each level from the content up: what was granted to
 * the person; else the strongest that was granted to teams of theirs; else the default level, unless it is
 * `inherit`. At the top stands the role in the organization. Default levels mean nothing to guests.
 */
export const contentRole = ({ memberRole, userId, levels }: Facts): Sql => sql`
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
    order by level.depth
    limit 1
  ) end`

/** The levels of a collection: itself and the collections above it. */
export const collectionLevels = (path: Sql): Sql => sql`
  select step.depth, c.id, c.default_level, null::role
  from unnest(${path}) with ordinality as step (id, depth)
  join collections c on c.id = step.id`

/** The levels of a space: itself, then those of the collection it is in. */
export const spaceLevels = (space: { id: Sql; defaultLevel: Sql; parentId: Sql }): Sql => sql`
  select 0, ${space.id}, ${space.defaultLevel}, null::role
  union all
  ${collectionLevels(sql`(select parent.path from collections parent where parent.id = ${space.parentId})`)}`
