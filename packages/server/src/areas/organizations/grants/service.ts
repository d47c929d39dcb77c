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
import type { InviteUsersAndTeams, TeamGrant, UpdateGrant, UserGrant } from './schema.ts'

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

  /** All of them or none: an unknown one grants nothing to the others. */
  async invite(content: GrantTarget, { role, users = [], teams = [] }: InviteUsersAndTeams): Promise<void> {
    if (users.length + teams.length === 0) throw new Invalid('body.users or body.teams must be given.')
    const invitation = this.#deps.database.transaction(async (tx) => {
      await this.setGrants(tx, content, 'user', users, role)
      await this.setGrants(tx, content, 'team', teams, role)
    })
    await expectViolations(invitation, removedByOthers)
  }

  async update(
    content: GrantTarget,
    principal: PrincipalKind,
    id: string,
    { role }: UpdateGrant,
  ): Promise<void> {
    const update = this.#deps.database.transaction(async (tx) => {
      if (role === undefined) await this.#requireKnown(tx, content, principal, [id])
      else await this.setGrants(tx, content, principal, [id], role)
    })
    await expectViolations(update, removedByOthers)
  }

  async remove(content: GrantTarget, principal: PrincipalKind, id: string): Promise<boolean> {
    return (await this.#deps.grants.remove(this.#deps.database, content, principal, [id])) > 0
  }

  async listUsers(content: GrantTarget, paging: Paging): Promise<Page<UserGrant>> {
    return mapPage(await this.#deps.grants.listUsers(this.#deps.database, content, paging), (row) => ({
      permission: row.permission,
      user: presentUser(this.#deps.urls, row),
    }))
  }

  async listTeams(caller: Caller, content: GrantTarget, paging: Paging): Promise<Page<TeamGrant>> {
    const organization = await requireAccess<'organization'>(
      this.#deps.database,
      caller,
      'organization.view',
      content.organizationId,
    )
    const page = await this.#deps.grants.listTeams(this.#deps.database, content, caller.userId, paging)
    return mapPage(page, (row) => ({
      permission: row.permission,
      team: presentTeam(row, organization.role),
    }))
  }

  async listAggregate(
    content: GrantTarget,
    role: Role | undefined,
    paging: Paging,
  ): Promise<Page<UserGrant>> {
    const page = await this.#deps.grants.listAggregate(this.#deps.database, content, role, paging)
    return mapPage(page, (row) => ({ permission: row.permission, user: presentUser(this.#deps.urls, row) }))
  }

  /** A null role takes a grant back: what is not granted is not stored. */
  async setGrants(
    tx: Transaction,
    content: GrantTarget,
    principal: PrincipalKind,
    ids: string[],
    role: MemberRole,
  ): Promise<void> {
    // In one order, so that two requests about the same people cannot block each other.
    const distinct = [...new Set(ids)].sort()
    await this.#requireKnown(tx, content, principal, distinct)
    if (role === null) await this.#deps.grants.remove(tx, content, principal, distinct)
    else await this.#deps.grants.set(tx, content, principal, distinct, role, this.#deps.clock.now())
  }

  /** What was granted to the person themselves, if anything. */
  findUserRole(tx: Transaction, content: GrantTarget, userId: string): Promise<Role | null> {
    return this.#deps.grants.findUserRole(tx, content, userId)
  }

  async #requireKnown(
    tx: Transaction,
    content: GrantTarget,
    principal: PrincipalKind,
    ids: string[],
  ): Promise<void> {
    const known =
      principal === 'user'
        ? new Set((await this.#deps.members.findUserIds(tx, content.organizationId, ids)).values())
        : await this.#deps.grants.findTeamIds(tx, content.organizationId, ids)
    const missing = ids.find((id) => !known.has(id))
    if (missing !== undefined) throw new NotFound(principal === 'user' ? 'member' : 'team', missing)
  }
}

/** The errors for whom another request can remove between the check and the write. */
const removedByOthers = {
  grants_organization_id_user_id_fkey: () =>
    new Conflict('Someone who was to be granted a role left the organization at the same time.'),
  grants_organization_id_team_id_fkey: () =>
    new Conflict('A team that was to be granted a role was deleted at the same time.'),
}
