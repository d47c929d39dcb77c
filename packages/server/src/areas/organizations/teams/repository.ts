import type { TeamRole } from '../../../access/roles.ts'
import { buildLikePattern, type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { memberColumns, memberJoins, type MemberRow } from '../members/columns.ts'
import { teamColumns, type TeamRow } from './columns.ts'

export interface TeamMemberRow extends MemberRow {
  teamRole: Tables['team_members']['role']
}

export class TeamRepository {
  list(
    on: Queryable,
    organizationId: string,
    { owner, title }: { owner?: string | undefined; title?: string | undefined },
    callerId: string,
    paging: Paging,
  ): Promise<Page<TeamRow>> {
    return readPage(
      on,
      {
        id: sql`t.id`,
        from: sql`
          from teams t where t.organization_id = ${organizationId}
          ${title === undefined ? sql`` : sql`and t.title ilike ${buildLikePattern(title)}`}
          ${
            owner === undefined
              ? sql``
              : sql`and (
                  exists (
                    select from members a
                    where a.organization_id = t.organization_id and a.user_id = ${owner} and a.role = 'admin'
                  ) or exists (
                    select from team_members tm
                    where tm.team_id = t.id and tm.user_id = ${owner} and tm.role = 'owner'
                  )
                )`
          }`,
        columns: teamColumns(callerId),
        joins: sql`join teams t on t.id = page.id`,
      },
      paging,
    )
  }

  /** Lists the teams of one member, with their role in each. */
  listForMember(
    on: Queryable,
    organizationId: string,
    userId: string,
    title: string | undefined,
    callerId: string,
    paging: Paging,
  ): Promise<Page<TeamRow & { memberRole: Tables['team_members']['role'] }>> {
    return readPage(
      on,
      {
        id: sql`t.id`,
        matched: sql`tm.role as member_role`,
        from: sql`
          from team_members tm join teams t on t.id = tm.team_id
          where tm.organization_id = ${organizationId} and tm.user_id = ${userId}
          ${title === undefined ? sql`` : sql`and t.title ilike ${buildLikePattern(title)}`}`,
        columns: sql`${teamColumns(callerId)}, page.member_role as "memberRole"`,
        joins: sql`join teams t on t.id = page.id`,
      },
      paging,
    )
  }

  find(on: Queryable, organizationId: string, id: string, callerId: string): Promise<TeamRow | undefined> {
    return on.row(sql`
      select ${teamColumns(callerId)} from teams t where t.organization_id = ${organizationId} and t.id = ${id}`)
  }

  async insert(
    tx: Transaction,
    team: Pick<Tables['teams'], 'id' | 'organizationId' | 'title'>,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into teams (id, organization_id, title, created_at)
      values (${team.id}, ${team.organizationId}, ${team.title}, ${now})`)
  }

  async setTitle(on: Queryable, id: string, title: string): Promise<void> {
    await on.execute(sql`update teams set title = ${title} where id = ${id}`)
  }

  async delete(on: Queryable, organizationId: string, id: string): Promise<boolean> {
    const deleted = await on.execute(sql`
      delete from teams where organization_id = ${organizationId} and id = ${id}`)
    return deleted > 0
  }

  /** Makes concurrent changes of the members of one team run one after the other. */
  async lock(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.row(sql`select id from teams where id = ${id} for update`)) !== undefined
  }

  listMembers(
    on: Queryable,
    organizationId: string,
    teamId: string,
    paging: Paging,
  ): Promise<Page<TeamMemberRow>> {
    return readPage(
      on,
      {
        id: sql`tm.user_id`,
        matched: sql`tm.role as team_role`,
        from: sql`from team_members tm where tm.team_id = ${teamId}`,
        columns: sql`${memberColumns}, page.team_role as "teamRole"`,
        joins: sql`
          join members m on m.organization_id = ${organizationId} and m.user_id = page.id
          ${memberJoins(organizationId, sql`m.user_id in (select id from page)`)}`,
      },
      paging,
    )
  }

  /** Adds members, or changes the role of those who are in the team; without a role, members keep theirs. */
  async setMembers(
    tx: Transaction,
    team: { id: string; organizationId: string },
    members: { userId: string; role: TeamRole | null }[],
  ): Promise<void> {
    await tx.execute(sql`
      insert into team_members as tm (organization_id, team_id, user_id, role)
      select ${team.organizationId}, ${team.id}, user_id, coalesce(role::team_role, 'member')
      from unnest(
        ${members.map(({ userId }) => userId)}::text[],
        ${members.map(({ role }) => role)}::text[]
      ) as given (user_id, role)
      where role is not null or not exists (
        select from team_members old where old.team_id = ${team.id} and old.user_id = given.user_id
      )
      on conflict (team_id, user_id) do update set role = excluded.role`)
  }

  async removeMembers(on: Queryable, teamId: string, userIds: string[]): Promise<number> {
    return on.execute(sql`
      delete from team_members where team_id = ${teamId} and user_id = any(${userIds})`)
  }
}
