import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import { type MemberRole, includesRole } from '../../../access/roles.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { presentCollection, presentSpace, type SpaceDetails, spaceDetails } from '../../content/index.ts'
import type { GrantService, InvitationService, MemberService } from '../../organizations/index.ts'
import { normalizeEmail, type UserService } from '../../identity/index.ts'
import type { InviteLinkRow, InviteRepository } from './repository.ts'
import type { CreateInviteLink, InvitedUsers, InviteLink, InviteUsers, UpdateInviteLink } from './schema.ts'

type Organization = Subjects['organization']

interface InviteServiceDependencies {
  database: Database
  invites: InviteRepository
  users: UserService
  members: MemberService
  invitations: InvitationService
  grants: GrantService
  clock: Clock
  urls: Urls
}

export class InviteService {
  readonly #deps: InviteServiceDependencies

  constructor(deps: InviteServiceDependencies) {
    this.#deps = deps
  }

  /**
   * Makes members of people who have no account, and creates their accounts. Whoever has one is asked: an organization must
   * not be able to make somebody else's account its member. Existing members keep their role.
   */
  inviteUsers(caller: Caller, organization: Organization, body: InviteUsers): Promise<InvitedUsers> {
    const defaultRole = body.role === undefined ? organization.defaultRole : body.role
    const roles = new Map<string, MemberRole>()
    for (const entry of body.emails) {
      const { email, role } = typeof entry === 'string' ? { email: entry, role: defaultRole } : entry
      roles.set(normalizeEmail(email), role)
    }
    return this.#deps.database.transaction(async (tx) => {
      // Nobody who is invited here becomes a member in another way at the same time.
      await lockOrganizations(tx, [organization.id])
      const users = await this.#deps.users.findOrCreate(tx, [...roles.keys()])
      const buildMember = ({ id, email }: { id: string; email: string }) => ({
        userId: id,
        role: roles.get(email.toLowerCase()) ?? null,
        sso: body.sso ?? false,
      })
      const addedIds = await this.#deps.members.addMembers(
        tx,
        organization.id,
        users.filter(({ isNew }) => isNew).map(buildMember),
      )
      await this.#deps.invitations.invite(
        tx,
        organization.id,
        users.filter(({ isNew }) => !isNew).map(buildMember),
        caller.userId,
      )
      return { users: users.map(({ id }) => id), invited: addedIds.length, failedSSOEmails: [] }
    })
  }

  async list(organization: Organization, paging: Paging): Promise<Page<InviteLink>> {
    const page = await this.#deps.invites.list(this.#deps.database, organization.id, paging)
    return mapPage(page, (row) => presentOrganizationLink(row, organization))
  }

  async create(caller: Caller, organization: Organization, body: CreateInviteLink): Promise<InviteLink> {
    const link = { id: newId(), organizationId: organization.id, ...readLinkTarget(body) }
    const inviteLink = await this.#present(caller, organization, link)
    await this.#deps.invites.insert(this.#deps.database, link, this.#deps.clock.now())
    return inviteLink
  }

  async get(caller: Caller, organization: Organization, inviteId: string): Promise<InviteLink> {
    return this.#present(caller, organization, await this.#find(organization.id, inviteId))
  }

  async update(
    caller: Caller,
    organization: Organization,
    inviteId: string,
    { role, level }: UpdateInviteLink,
  ): Promise<InviteLink> {
    const link = await this.#find(organization.id, inviteId)
    await this.#present(caller, organization, link)
    const newRole = isOrganizationLink(link) ? role : level
    if (newRole === undefined) {
      throw new Invalid(`body.${isOrganizationLink(link) ? 'role' : 'level'} must be given for this link.`)
    }
    await this.#deps.invites.setRole(this.#deps.database, link.id, newRole)
    return this.#present(caller, organization, { ...link, role: newRole })
  }

  async delete(caller: Caller, organization: Organization, inviteId: string): Promise<boolean> {
    const link = await this.#deps.invites.find(this.#deps.database, organization.id, inviteId)
    if (!link) {
      // Only admins may learn which links exist.
      if (!hasPermission('organization.admin', organization.role)) throw new NotFound('invite', inviteId)
      return false
    }
    await this.#present(caller, organization, link)
    return this.#deps.invites.delete(this.#deps.database, link.id)
  }

  /** Gives the caller the role of the link. Whoever has a stronger role keeps it. */
  async joinWithLink(
    caller: Caller,
    organizationId: string,
    inviteId: string,
  ): Promise<Record<string, never>> {
    const link = await this.#find(organizationId, inviteId)
    const joinContext = await this.#deps.invites.findJoinContext(
      this.#deps.database,
      organizationId,
      caller.userId,
    )
    if (!joinContext) throw new NotFound('invite', inviteId)
    if (!joinContext.inviteLinks) throw new Forbidden('This organization has turned its invite links off.')
    await this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [organizationId])
      if (isOrganizationLink(link)) {
        await this.#deps.members.ensureRole(tx, organizationId, caller.userId, link.role)
        return
      }
      await this.#deps.members.ensureRole(tx, organizationId, caller.userId, null)
      const target =
        link.spaceId === null
          ? ({ kind: 'collection', id: link.collectionId ?? '', organizationId } as const)
          : ({ kind: 'space', id: link.spaceId, organizationId } as const)
      const current = await this.#deps.grants.findUserRole(tx, target, caller.userId)
      if (link.role !== null && !includesRole(current, link.role)) {
        await this.#deps.grants.setGrants(tx, target, 'user', [caller.userId], link.role)
      }
    })
    return {}
  }

  /** Adds people with an e-mail address in one of the organization's domains. For all others, the organization does not exist. */
  async joinByDomain(caller: Caller, organizationId: string): Promise<void> {
    const joinContext = await this.#deps.invites.findJoinContext(
      this.#deps.database,
      organizationId,
      caller.userId,
    )
    const domain = joinContext?.email.split('@')[1]?.toLowerCase() ?? ''
    if (!joinContext || !(joinContext.member || joinContext.emailDomains.includes(domain))) {
      throw new NotFound('organization', organizationId)
    }
    if (joinContext.member) return
    if (joinContext.sso) throw new Invalid('This organization is joined through its single sign-on.')
    await this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [organizationId])
      await this.#deps.members.addMembers(tx, organizationId, [
        { userId: caller.userId, role: joinContext.defaultRole, sso: false },
      ])
    })
  }

  async #find(organizationId: string, inviteId: string): Promise<InviteLinkRow> {
    const link = await this.#deps.invites.find(this.#deps.database, organizationId, inviteId)
    if (!link) throw new NotFound('invite', inviteId)
    return link
  }

  /** Presents a link to an admin of what it invites to. Throws for everyone else, as if the link did not exist. */
  async #present(caller: Caller, organization: Organization, link: InviteLinkRow): Promise<InviteLink> {
    const base = { object: 'invite', id: link.id, level: link.role, redundant: true } as const
    if (link.spaceId !== null) {
      const space = await requireAccess<'space', SpaceDetails>(
        this.#deps.database,
        caller,
        'space.admin',
        link.spaceId,
        spaceDetails,
      )
      if (space.organizationId !== organization.id) throw new NotFound('space', link.spaceId)
      return { ...base, space: presentSpace(this.#deps.urls, space) }
    }
    if (link.collectionId !== null) {
      const id = link.collectionId
      const collection = await requireAccess<'collection'>(
        this.#deps.database,
        caller,
        'collection.admin',
        id,
      )
      if (collection.organizationId !== organization.id) throw new NotFound('collection', id)
      return { ...base, collection: presentCollection(this.#deps.urls, collection) }
    }
    if (!hasPermission('organization.admin', organization.role)) {
      throw new Forbidden('Only admins can manage the invite links of an organization.')
    }
    return presentOrganizationLink(link, organization)
  }
}

const isOrganizationLink = (link: InviteLinkRow): boolean =>
  link.spaceId === null && link.collectionId === null

const presentOrganizationLink = (link: InviteLinkRow, { role }: Organization): InviteLink => ({
  object: 'invite',
  id: link.id,
  role: link.role,
  redundant: link.role === null || includesRole(role, link.role),
})

/** Reads whether a link is to the organization, a space or a collection, and which role it gives. */
function readLinkTarget({ role, level, space, collection }: CreateInviteLink) {
  if (space !== undefined && collection !== undefined) {
    throw new Invalid('body.space and body.collection exclude each other.')
  }
  if (space === undefined && collection === undefined) {
    if (role === undefined) throw new Invalid('body.role must be given for a link to the organization.')
    return { role, spaceId: null, collectionId: null }
  }
  if (level === undefined) throw new Invalid('body.level must be given for a link to a space or collection.')
  return { role: level, spaceId: space ?? null, collectionId: collection ?? null }
}
