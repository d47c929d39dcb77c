import type { Caller } from '../../../access/admission.ts'
import type { MemberRole, Role } from '../../../access/roles.ts'
import { requireAccess } from '../../../access/require-access.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { expectViolations } from '../../../database/violations.ts'
import type { MemberService } from '../members/service.ts'
import { presentTeam } from '../teams/present.ts'
import { presentUser } from '../../identity/index.ts'
import type { GrantTarget, GrantRepository, PrincipalKind } from './repository.ts'
import { explainAccess } from './explain-access.ts'
import type {
  AccessExplanation,
  InviteUsersAndTeams,
  SiteAccess,
  SiteAccessQuery,
  TeamGrant,
  UpdateGrant,
  UserGrant,
} from './schema.ts'

interface GrantServiceDependencies {
  database: Database
  grants: GrantRepository
  members: MemberService
  clock: Clock
  urls: Urls
}

export class GrantService {
  readonly #deps: GrantServiceDependencies

  constructor(deps: GrantServiceDependencies) {
    this.#deps = deps
  }

  /** Grants in one transaction: if one user or team is unknown, nobody gets a grant. */
  async invite(target: GrantTarget, { role, users = [], teams = [] }: InviteUsersAndTeams): Promise<void> {
    if (users.length + teams.length === 0) throw new Invalid('body.users or body.teams must be given.')
    const grantAll = this.#deps.database.transaction(async (tx) => {
      await this.setGrants(tx, target, 'user', users, role)
      await this.setGrants(tx, target, 'team', teams, role)
    })
    await expectViolations(grantAll, concurrentRemovalErrors)
  }

  async update(
    target: GrantTarget,
    principal: PrincipalKind,
    id: string,
    { role }: UpdateGrant,
  ): Promise<void> {
    const update = this.#deps.database.transaction(async (tx) => {
      if (role === undefined) await this.#requireKnown(tx, target, principal, [id])
      else await this.setGrants(tx, target, principal, [id], role)
    })
    await expectViolations(update, concurrentRemovalErrors)
  }

  async remove(target: GrantTarget, principal: PrincipalKind, id: string): Promise<boolean> {
    return (await this.#deps.grants.remove(this.#deps.database, target, principal, [id])) > 0
  }

  async listUsers(target: GrantTarget, paging: Paging): Promise<Page<UserGrant>> {
    return mapPage(await this.#deps.grants.listUsers(this.#deps.database, target, paging), (row) => ({
      permission: row.permission,
      user: presentUser(this.#deps.urls, row),
    }))
  }

  async listTeams(caller: Caller, target: GrantTarget, paging: Paging): Promise<Page<TeamGrant>> {
    const organization = await requireAccess<'organization'>(
      this.#deps.database,
      caller,
      'organization.view',
      target.organizationId,
    )
    const page = await this.#deps.grants.listTeams(this.#deps.database, target, caller.userId, paging)
    return mapPage(page, (row) => ({
      permission: row.permission,
      team: presentTeam(row, organization.role),
    }))
  }

  async listAggregate(target: GrantTarget, role: Role | undefined, paging: Paging): Promise<Page<UserGrant>> {
    const page = await this.#deps.grants.listAggregate(this.#deps.database, target, role, paging)
    return mapPage(page, (row) => ({ permission: row.permission, user: presentUser(this.#deps.urls, row) }))
  }

  /** Everyone who has access to a site, with where their role comes from. */
  async listSiteAccess(
    { id, organizationId }: Pick<GrantTarget, 'id' | 'organizationId'>,
    query: SiteAccessQuery,
    paging: Paging,
  ): Promise<Page<SiteAccess>> {
    const site = { kind: 'site', id, organizationId } as const
    const page = await this.#deps.grants.listSiteAccess(this.#deps.database, site, query, paging)
    return mapPage(page, ({ permission, origin, team, lastSeenAt, ...user }) => ({
      permission,
      user: presentUser(this.#deps.urls, user),
      origin:
        origin === 'organization'
          ? { type: origin, organization: organizationId }
          : { type: 'site', site: id, reason: origin, ...(team !== null && { team }) },
      disabled: false,
      ...(lastSeenAt !== null && { lastSeenAt }),
    }))
  }

  /** Says why a member has the role that they have, or none. */
  async explain(target: GrantTarget, userId: string): Promise<AccessExplanation> {
    const { database, grants, urls } = this.#deps
    const member = await grants.findMember(database, target.organizationId, userId)
    if (!member) throw new NotFound('member', userId)
    const levels = await grants.listLevels(database, target, userId)
    return {
      object: 'access-explanation',
      user: presentUser(urls, member),
      ...explainAccess(member, target.organizationId, levels),
    }
  }

  /** Sets the role of users or teams; a null role removes their grants. */
  async setGrants(
    tx: Transaction,
    target: GrantTarget,
    principal: PrincipalKind,
    ids: string[],
    role: MemberRole,
  ): Promise<void> {
    // Always written in the same order, so that two requests about the same people cannot deadlock.
    const distinctIds = [...new Set(ids)].sort()
    await this.#requireKnown(tx, target, principal, distinctIds)
    if (role === null) await this.#deps.grants.remove(tx, target, principal, distinctIds)
    else await this.#deps.grants.set(tx, target, principal, distinctIds, role, this.#deps.clock.now())
  }

  /** The role that was granted to the person directly, not through a team. */
  findUserRole(tx: Transaction, target: GrantTarget, userId: string): Promise<Role | null> {
    return this.#deps.grants.findUserRole(tx, target, userId)
  }

  async #requireKnown(
    tx: Transaction,
    target: GrantTarget,
    principal: PrincipalKind,
    ids: string[],
  ): Promise<void> {
    const knownIds =
      principal === 'user'
        ? new Set((await this.#deps.members.findUserIds(tx, target.organizationId, ids)).values())
        : await this.#deps.grants.findTeamIds(tx, target.organizationId, ids)
    const missing = ids.find((id) => !knownIds.has(id))
    if (missing !== undefined) throw new NotFound(principal === 'user' ? 'member' : 'team', missing)
  }
}

/** The errors when another request removes a member or a team between the check and the write. */
const concurrentRemovalErrors = {
  grants_organization_id_user_id_fkey: () =>
    new Conflict('Someone who was to be granted a role left the organization at the same time.'),
  grants_organization_id_team_id_fkey: () =>
    new Conflict('A team that was to be granted a role was deleted at the same time.'),
}
