import { SignJWT } from 'jose'
import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import { type MemberRole, roles } from '../../../access/roles.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, hours } from '../../../common/clock.ts'
import { Conflict, Forbidden, NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { presentMember } from './present.ts'
import type { MemberRow } from './columns.ts'
import type { MemberAccountRow, MemberRepository, NewMember } from './repository.ts'
import type { ListMembers, Member, UpdateMember, VisitorClaims } from './schema.ts'

type Organization = Subjects['organization']

/** How long the token with the visitor claims of a member is valid. */
const CLAIMS_LIFETIME_MS = 1 * hours

interface MemberServiceDependencies {
  database: Database
  members: MemberRepository
  clock: Clock
  urls: Urls
  claimsSecret: Buffer
}

export class MemberService {
  readonly #deps: MemberServiceDependencies

  constructor(deps: MemberServiceDependencies) {
    this.#deps = deps
  }

  async list(organization: Organization, filter: ListMembers, paging: Paging): Promise<Page<Member>> {
    const page = await this.#deps.members.list(this.#deps.database, organization.id, filter, paging)
    return mapPage(page, (row) => presentMember(this.#deps.urls, row))
  }

  async get(caller: Caller, organization: Organization, userId: string): Promise<Member> {
    return presentMember(this.#deps.urls, await this.requireVisible(caller, organization, userId))
  }

  update(organization: Organization, userId: string, { role }: UpdateMember): Promise<Member> {
    return this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      if (role !== undefined) await this.#setRole(tx, organization.id, userId, role)
      return presentMember(this.#deps.urls, await this.#find(tx, organization.id, userId))
    })
  }

  /** Removes a member, with their grants and team memberships in the organization. */
  remove(caller: Caller, organization: Organization, userId: string): Promise<boolean> {
    if (userId !== caller.userId && !hasPermission('organization.admin', organization.role)) {
      throw new Forbidden('Only admins can remove other members.')
    }
    return this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      const member = await this.#deps.members.findRole(tx, organization.id, userId)
      if (!member) return false
      await this.#requireOtherAdmin(tx, organization.id, userId, member.role)
      return this.#deps.members.delete(tx, organization.id, userId)
    })
  }

  async setSso(organization: Organization, userId: string): Promise<Member> {
    await this.#deps.members.setSso(this.#deps.database, organization.id, userId)
    return presentMember(this.#deps.urls, await this.#find(this.#deps.database, organization.id, userId))
  }

  async ping(caller: Caller, organization: Organization): Promise<VisitorClaims> {
    const now = this.#deps.clock.now()
    await this.#deps.members.setLastSeen(this.#deps.database, organization.id, caller.userId, now)
    const claims = await new SignJWT({ organization: organization.id, role: organization.role })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(caller.userId)
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + CLAIMS_LIFETIME_MS))
      .sign(this.#deps.claimsSecret)
    return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
  }

  /** Finds a member whom the caller may see; guests see only themselves. */
  async requireVisible(caller: Caller, organization: Organization, userId: string): Promise<MemberRow> {
    const allowed = userId === caller.userId || hasPermission('organization.listMembers', organization.role)
    if (!allowed) throw new NotFound('member', userId)
    return this.#find(this.#deps.database, organization.id, userId)
  }

  /** Finds what an admin's power over the account of a member depends on. */
  async requireAccount(on: Queryable, organizationId: string, userId: string): Promise<MemberAccountRow> {
    const row = await this.#deps.members.findAccount(on, organizationId, userId)
    if (!row) throw new NotFound('member', userId)
    return row
  }

  /** Adds the users who are not members yet, and returns the ids of those that it added. */
  addMembers(tx: Transaction, organizationId: string, members: NewMember[]): Promise<string[]> {
    return this.#deps.members.insert(tx, organizationId, members, this.#deps.clock.now())
  }

  /** Removes somebody who has never come. */
  removePending(tx: Transaction, organizationId: string, userId: string): Promise<boolean> {
    return this.#deps.members.delete(tx, organizationId, userId)
  }

  /** Makes someone a member with at least this role. Whoever has a stronger role keeps it. Says whether anything changed. */
  async ensureRole(
    tx: Transaction,
    organizationId: string,
    userId: string,
    role: MemberRole,
  ): Promise<boolean> {
    const [added] = await this.addMembers(tx, organizationId, [{ userId, role, sso: false }])
    if (added !== undefined) return true
    if (role === null) return false
    const current = await this.#deps.members.findRole(tx, organizationId, userId)
    const isWeaker = current && (current.role === null || roles.indexOf(current.role) < roles.indexOf(role))
    if (isWeaker) await this.#deps.members.setRole(tx, organizationId, userId, role)
    return isWeaker === true
  }

  /** Finds members by id or e-mail address. Throws if one of them is missing. */
  async requireUserIds(
    tx: Transaction,
    organizationId: string,
    names: string[],
  ): Promise<Map<string, string>> {
    const userIds = await this.findUserIds(tx, organizationId, names)
    const missing = names.find((name) => !userIds.has(name))
    if (missing !== undefined) throw new NotFound('member', missing)
    return userIds
  }

  /** Finds members by id or e-mail address. The result maps each name that was found to a user id. */
  async findUserIds(tx: Transaction, organizationId: string, names: string[]): Promise<Map<string, string>> {
    const rows = await this.#deps.members.findNamed(tx, organizationId, names)
    return new Map(rows.map(({ name, userId }) => [name, userId]))
  }

  async #setRole(tx: Transaction, organizationId: string, userId: string, role: MemberRole): Promise<void> {
    const member = await this.#deps.members.findRole(tx, organizationId, userId)
    if (!member) throw new NotFound('member', userId)
    if (role !== 'admin') await this.#requireOtherAdmin(tx, organizationId, userId, member.role)
    await this.#deps.members.setRole(tx, organizationId, userId, role)
  }

  async #requireOtherAdmin(
    tx: Transaction,
    organizationId: string,
    userId: string,
    role: MemberRole,
  ): Promise<void> {
    if (role === 'admin' && !(await this.#deps.members.hasOtherAdmins(tx, organizationId, userId))) {
      throw new Conflict('This is the last admin of the organization. Make someone else an admin first.')
    }
  }

  async #find(on: Database | Transaction, organizationId: string, userId: string): Promise<MemberRow> {
    const row = await this.#deps.members.find(on, organizationId, userId)
    if (!row) throw new NotFound('member', userId)
    return row
  }
}
