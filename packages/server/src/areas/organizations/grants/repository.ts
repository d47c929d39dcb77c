import { collectionLevels, contentRoles, siteLevels, spaceLevels } from '../../../access/content-role.ts'
import type { Role } from '../../../access/roles.ts'
import {
  buildLikePattern,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { teamColumns, type TeamRow } from '../teams/columns.ts'
import { userColumns, type UserRow } from '../../identity/index.ts'
import type { SiteAccessQuery } from './schema.ts'

/** The space, collection or site that a grant is for. */
export interface GrantTarget {
  kind: 'space' | 'collection' | 'site'
  id: string
  organizationId: string
}

/** Whether a grant belongs to a user or to a team. */
export type PrincipalKind = 'user' | 'team'

export type ExplainedMember = UserRow &
  Pick<Tables['members'], 'role' | 'disabled'> & { organizationTitle: string }

/** Somebody who has access to a site. */
export type SiteAccessRow = UserRow &
  Pick<Tables['members'], 'lastSeenAt'> & {
    permission: Role
    /** What decided: the organization, or what was set on the site for the person, a team, or all members. */
    origin: 'organization' | 'member' | 'team' | 'default'
    team: string | null
  }

/** A space, collection or site that decides about a role, with what was granted to one person on it. */
export interface ExplainedLevel {
  id: string
  object: GrantTarget['kind']
  title: string
  /** Sites that show a space are one level. */
  depth: number
  defaultLevel: Role | 'inherit' | null
  personRole: Role | null
  /** The teams of the person that were granted a role, the strongest first. */
  teams: { id: string; title: string; role: Role }[]
}

/** The levels of a target, as a relation of (depth, content_id, default_level, top). */
const targetLevels: Record<GrantTarget['kind'], (id: string) => Sql> = {
  space: (id) => sql`
    (select * from spaces where id = ${id}) as target cross join lateral (
      ${spaceLevels({ id: sql`target.id`, defaultLevel: sql`target.default_level`, parentId: sql`target.parent_id` })}
    )`,
  collection: (id) => sql`
    (select * from collections where id = ${id}) as target cross join lateral (
      ${collectionLevels(sql`target.path`)}
    )`,
  site: (id) => sql`
    (select * from sites where id = ${id}) as target cross join lateral (
      ${siteLevels({ id: sql`target.id`, defaultLevel: sql`target.default_level` })}
    )`,
}

export class GrantRepository {
  /** Grants one role to many users or teams, in place of their earlier grants. */
  async set(
    tx: Transaction,
    target: GrantTarget,
    principal: PrincipalKind,
    ids: string[],
    role: Role,
    now: Date,
  ): Promise<void> {
    const column = principalColumn(principal)
    await tx.execute(sql`
      insert into grants (organization_id, ${targetColumn(target)}, ${column}, role, created_at)
      select ${target.organizationId}, ${target.id}, id, ${role}, ${now} from unnest(${ids}::text[]) as given (id)
      on conflict (content_id, ${column}) do update set role = excluded.role`)
  }

  remove(on: Queryable, target: GrantTarget, principal: PrincipalKind, ids: string[]): Promise<number> {
    return on.execute(sql`
      delete from grants
      where content_id = ${target.id} and ${principalColumn(principal)} = any(${ids}::text[])`)
  }

  listUsers(
    on: Queryable,
    target: GrantTarget,
    paging: Paging,
  ): Promise<Page<UserRow & { permission: Tables['grants']['role'] }>> {
    return readPage(
      on,
      {
        id: sql`g.user_id`,
        matched: sql`g.role as permission`,
        from: sql`from grants g where g.content_id = ${target.id} and g.user_id is not null`,
        columns: sql`${userColumns}, page.permission`,
        joins: sql`join users u on u.id = page.id`,
      },
      paging,
    )
  }

  listTeams(
    on: Queryable,
    target: GrantTarget,
    callerId: string,
    paging: Paging,
  ): Promise<Page<TeamRow & { permission: Tables['grants']['role'] }>> {
    return readPage(
      on,
      {
        id: sql`g.team_id`,
        matched: sql`g.role as permission`,
        from: sql`from grants g where g.content_id = ${target.id} and g.team_id is not null`,
        columns: sql`${teamColumns(callerId)}, page.permission`,
        joins: sql`join teams t on t.id = page.id`,
      },
      paging,
    )
  }

  /** Everyone who has access: by a grant, through a team, by a default level or as an admin. */
  listAggregate(
    on: Queryable,
    target: GrantTarget,
    role: Role | undefined,
    paging: Paging,
  ): Promise<Page<UserRow & { permission: Tables['grants']['role'] }>> {
    const [roles, nearest] =
      target.kind === 'space'
        ? [sql`space_roles`, sql`c.id = (select parent_id from spaces where id = ${target.id})`]
        : [sql`collection_roles`, sql`c.id = ${target.id}`]
    return readPage(
      on,
      {
        id: sql`effective.user_id`,
        with: contentRoles(target.organizationId, sql`not m.disabled`, nearest),
        matched: sql`effective.role as permission`,
        from: sql`
          from ${roles} effective
          where effective.id = ${target.id}
            and effective.role ${role === undefined ? sql`is not null` : sql`= ${role}`}`,
        columns: sql`${userColumns}, page.permission`,
        joins: sql`join users u on u.id = page.id`,
      },
      paging,
    )
  }

  /** Everyone who has access to a site, with what decided about their role. */
  listSiteAccess(
    on: Queryable,
    { id, organizationId }: GrantTarget,
    { role, search, team, sort = 'joinedAt', order = 'desc' }: SiteAccessQuery,
    paging: Paging,
  ): Promise<Page<SiteAccessRow>> {
    const pattern = search === undefined ? undefined : buildLikePattern(search)
    return readPage(
      on,
      {
        id: sql`effective.user_id`,
        with: contentRoles(organizationId, sql`not m.disabled`, sql`false`),
        matched: sql`effective.role as permission`,
        sort: [siteAccessSorts[sort]],
        order,
        from: sql`
          from site_roles effective
          join members m on m.organization_id = ${organizationId} and m.user_id = effective.user_id
          join users u on u.id = effective.user_id
          where effective.id = ${id} and effective.role is not null
            ${role === undefined ? sql`` : role === 'guest' ? sql`and m.role is null` : sql`and effective.role = ${role}`}
            ${sort === 'lastSeenAt' ? sql`and m.last_seen_at is not null` : sql``}
            ${team === undefined ? sql`` : sql`and u.id in (select user_id from team_members where team_id = ${team})`}
            ${pattern === undefined ? sql`` : sql`and (u.display_name ilike ${pattern} or u.email ilike ${pattern})`}`,
        columns: sql`
          ${userColumns}, page.permission, m.last_seen_at as "lastSeenAt",
          case
            when m.role = 'admin' then 'organization'
            when granted.to_person then 'member'
            when granted.team is not null then 'team'
            when m.role is not null and site.default_level is distinct from 'inherit' then 'default'
            else 'organization'
          end as origin,
          case when m.role is distinct from 'admin' and not granted.to_person then granted.team end as team`,
        joins: sql`
          join users u on u.id = page.id
          join members m on m.organization_id = ${organizationId} and m.user_id = page.id
          join sites site on site.id = ${id}
          cross join lateral (
            select coalesce(bool_or(g.user_id is not null), false) as to_person,
              (array_agg(g.team_id order by g.role desc, g.team_id) filter (where g.team_id is not null))[1] as team
            from grants g
            where g.content_id = ${id} and (
              g.user_id = page.id
              or g.team_id in (select tm.team_id from team_members tm where tm.user_id = page.id)
            )
          ) as granted`,
      },
      paging,
    )
  }

  /** A member, with their role in the organization. */
  findMember(on: Queryable, organizationId: string, userId: string): Promise<ExplainedMember | undefined> {
    return on.row(sql`
      select ${userColumns}, m.role, m.disabled, o.title as "organizationTitle"
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      where m.organization_id = ${organizationId} and m.user_id = ${userId}`)
  }

  /** The levels that decide about a target, the nearest first, with what was granted to a person on each. */
  listLevels(on: Queryable, { kind, id }: GrantTarget, userId: string): Promise<ExplainedLevel[]> {
    return on.rows(sql`
      select level.content_id as id,
        case when s.id is not null then 'space' when c.id is not null then 'collection' else 'site' end as object,
        coalesce(s.title, c.title, site.title) as title, level.depth, level.default_level as "defaultLevel",
        granted.to_person as "personRole", coalesce(granted.teams, '[]') as teams
      from ${targetLevels[kind](id)} as level (depth, content_id, default_level, top)
      left join spaces s on s.id = level.content_id
      left join collections c on c.id = level.content_id
      left join sites site on site.id = level.content_id
      left join lateral (
        select max(g.role) filter (where g.user_id is not null) as to_person,
          jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title, 'role', g.role) order by g.role desc, t.id)
            filter (where g.team_id is not null) as teams
        from grants g left join teams t on t.id = g.team_id
        where g.content_id = level.content_id and (
          g.user_id = ${userId}
          or g.team_id in (select tm.team_id from team_members tm where tm.user_id = ${userId})
        )
      ) as granted on true
      order by level.depth, level.content_id`)
  }

  async findUserRole(on: Queryable, target: GrantTarget, userId: string): Promise<Role | null> {
    const row = await on.row<Pick<Tables['grants'], 'role'>>(sql`
      select role from grants where content_id = ${target.id} and user_id = ${userId}`)
    return row?.role ?? null
  }

  /** Finds which of these teams belong to the organization. */
  async findTeamIds(on: Queryable, organizationId: string, ids: string[]): Promise<Set<string>> {
    const rows = await on.rows<Pick<Tables['teams'], 'id'>>(sql`
      select id from teams where organization_id = ${organizationId} and id = any(${ids}::text[])`)
    return new Set(rows.map(({ id }) => id))
  }
}

const siteAccessSorts = {
  joinedAt: { column: sql`m.joined_at`, type: 'timestamptz' },
  lastSeenAt: { column: sql`m.last_seen_at`, type: 'timestamptz' },
  name: { column: sql`lower(u.display_name)`, type: 'text' },
} as const

const targetColumns: Record<GrantTarget['kind'], Sql> = {
  space: sql`space_id`,
  collection: sql`collection_id`,
  site: sql`site_id`,
}
const targetColumn = ({ kind }: GrantTarget): Sql => targetColumns[kind]
const principalColumn = (principal: PrincipalKind): Sql =>
  principal === 'user' ? sql`user_id` : sql`team_id`
