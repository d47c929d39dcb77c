import type { Caller } from '../../../access/admission.ts'
import { teamPermissions } from '../../../access/permissions.ts'
import type { TeamRole } from '../../../access/roles.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Forbidden, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { expectViolations } from '../../../database/violations.ts'
import { presentMember } from '../members/present.ts'
import type { MemberService } from '../members/service.ts'
import { presentTeam } from './present.ts'
import type { TeamRow } from './columns.ts'
import type { TeamRepository } from './repository.ts'
import type { CreateTeam, ListTeams, MemberTeam, Team, TeamMember, UpdateTeamMembers } from './schema.ts'

type Organization = Subjects['organization']

interface TeamServiceDependencies {
  database: Database
  teams: TeamRepository
  members: MemberService
  clock: Clock
  urls: Urls
}

export class TeamService {
  readonly #deps: TeamServiceDependencies

  constructor(deps: TeamServiceDependencies) {
    this.#deps = deps
  }

  async list(
    caller: Caller,
    organization: Organization,
    filter: ListTeams,
    paging: Paging,
  ): Promise<Page<Team>> {
    const page = await this.#deps.teams.list(
      this.#deps.database,
      organization.id,
      filter,
      caller.userId,
      paging,
    )
    return mapPage(page, (row) => presentTeam(row, organization.role))
  }

  async listForMember(
    caller: Caller,
    organization: Organization,
    userId: string,
    { title }: { title?: string },
    paging: Paging,
  ): Promise<Page<MemberTeam>> {
    await this.#deps.members.requireVisible(caller, organization, userId)
    const page = await this.#deps.teams.listForMember(
      this.#deps.database,
      organization.id,
      userId,
      title,
      caller.userId,
      paging,
    )
    return mapPage(page, (row) => ({
      team: presentTeam(row, organization.role),
      member: { role: row.memberRole },
    }))
  }

  async get(caller: Caller, organization: Organization, teamId: string): Promise<Team> {
    const team = await this.#require(this.#deps.database, caller, organization, teamId, 'view')
    return presentTeam(team, organization.role)
  }

  create(caller: Caller, organization: Organization, { title, members = [] }: CreateTeam): Promise<Team> {
    const creation = this.#deps.database.transaction(async (tx) => {
      const id = newId()
      await this.#deps.teams.insert(
        tx,
        { id, organizationId: organization.id, title },
        this.#deps.clock.now(),
      )
      const userIds = await this.#deps.members.requireUserIds(tx, organization.id, members)
      const newMembers = [...new Set(userIds.values())].map((userId) => ({ userId, role: 'member' as const }))
      await this.#setMembers(tx, organization, id, newMembers)
      const team = await this.#require(tx, caller, organization, id, 'view')
      return presentTeam(team, organization.role)
    })
    return expectViolations(creation, concurrentRemovalErrors)
  }

  async update(
    caller: Caller,
    organization: Organization,
    teamId: string,
    { title }: { title: string },
  ): Promise<Team> {
    const team = await this.#require(this.#deps.database, caller, organization, teamId, 'admin')
    await this.#deps.teams.setTitle(this.#deps.database, teamId, title)
    return presentTeam({ ...team, title }, organization.role)
  }

  /** The grants of the team are deleted with it. */
  delete(organization: Organization, teamId: string): Promise<boolean> {
    return this.#deps.teams.delete(this.#deps.database, organization.id, teamId)
  }

  async listMembers(
    caller: Caller,
    organization: Organization,
    teamId: string,
    paging: Paging,
  ): Promise<Page<TeamMember>> {
    await this.#require(this.#deps.database, caller, organization, teamId, 'view')
    const page = await this.#deps.teams.listMembers(this.#deps.database, organization.id, teamId, paging)
    return mapPage(page, (row) => ({
      organization: presentMember(this.#deps.urls, row),
      team: { role: row.teamRole },
      permissions: { view: true },
    }))
  }

  /** Changes all members in one transaction. Someone who is both added and removed is removed. */
  updateMembers(
    caller: Caller,
    organization: Organization,
    teamId: string,
    body: UpdateTeamMembers,
  ): Promise<void> {
    const { add = [], remove = [], memberships = {} } = body
    const update = this.#deps.database.transaction(async (tx) => {
      await this.#lock(tx, caller, organization, teamId)
      const names = [...new Set([...add, ...Object.keys(memberships)])]
      const userIds = await this.#deps.members.requireUserIds(tx, organization.id, names)
      const roles = new Map<string, TeamRole | null>()
      for (const [name, userId] of userIds)
        roles.set(userId, memberships[name]?.role ?? roles.get(userId) ?? null)
      await this.#setMembers(
        tx,
        organization,
        teamId,
        [...roles].map(([userId, role]) => ({ userId, role })),
      )
      // People who are not members are ignored.
      const removedIds = await this.#deps.members.findUserIds(tx, organization.id, remove)
      await this.#deps.teams.removeMembers(tx, teamId, [...removedIds.values()])
    })
    return expectViolations(update, concurrentRemovalErrors)
  }

  setMember(
    caller: Caller,
    organization: Organization,
    teamId: string,
    userId: string,
    role: TeamRole | undefined,
  ): Promise<void> {
    const update = this.#deps.database.transaction(async (tx) => {
      await this.#lock(tx, caller, organization, teamId)
      const userIds = await this.#deps.members.requireUserIds(tx, organization.id, [userId])
      // A path names members by id only, not by e-mail address as bodies may.
      if (userIds.get(userId) !== userId) throw new NotFound('member', userId)
      await this.#setMembers(tx, organization, teamId, [{ userId, role: role ?? null }])
    })
    return expectViolations(update, concurrentRemovalErrors)
  }

  async removeMember(
    caller: Caller,
    organization: Organization,
    teamId: string,
    userId: string,
  ): Promise<boolean> {
    await this.#require(this.#deps.database, caller, organization, teamId, 'admin')
    return (await this.#deps.teams.removeMembers(this.#deps.database, teamId, [userId])) > 0
  }

  async #setMembers(
    tx: Transaction,
    organization: Organization,
    id: string,
    members: { userId: string; role: TeamRole | null }[],
  ): Promise<void> {
    await this.#deps.teams.setMembers(tx, { id, organizationId: organization.id }, members)
  }

  async #lock(tx: Transaction, caller: Caller, organization: Organization, teamId: string): Promise<void> {
    await this.#require(tx, caller, organization, teamId, 'admin')
    if (!(await this.#deps.teams.lock(tx, teamId))) throw new NotFound('team', teamId)
  }

  async #require(
    on: Queryable,
    caller: Caller,
    organization: Organization,
    teamId: string,
    permission: 'view' | 'admin',
  ): Promise<TeamRow> {
    const team = await this.#deps.teams.find(on, organization.id, teamId, caller.userId)
    const allowed = teamPermissions(organization.role, team?.callerRole ?? null)
    if (!team || !allowed.view) throw new NotFound('team', teamId)
    if (!allowed[permission]) throw new Forbidden('Only admins and the owners of this team may change it.')
    return team
  }
}

/** The error when another request removes a member between the check and the write. */
const concurrentRemovalErrors = {
  team_members_organization_id_user_id_fkey: () =>
    new Conflict('Someone who was to join the team left the organization at the same time.'),
}
