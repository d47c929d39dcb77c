import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import { type MemberRole, includesRole } from '../../../access/roles.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { presentCollection, presentSpace, type SpaceDetails, spaceDetails } from '../../content/index.ts'
import type { GrantService, InvitationService, MemberService } from '../../organizations/index.ts'
import { normalizeEmail, type UserService } from '../../identity/index.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { INVITATION_LINK_LIFETIME_MS } from '../one-time-links/one-time-links.ts'
import type { InviteLinkLimits, InviteLinkRow, InvitePreviewRow, InviteRepository } from './repository.ts'
import type {
  CreateInviteLink,
  InvitedUsers,
  InviteLink,
  InvitePreview,
  InviteUsers,
  UpdateInviteLink,
} from './schema.ts'

type Organization = Subjects['organization']

interface InviteServiceDependencies {
  database: Database
  invites: InviteRepository
  users: UserService
  members: MemberService
  invitations: InvitationService
  mails: MailQueue
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
      const users = await this.#deps.users.findOrCreate(tx, [...roles.keys()], { isUnproven: true })
      const buildMember = ({ id, email }: { id: string; email: string }) => ({
        userId: id,
        role: roles.get(email.toLowerCase()) ?? null,
        sso: body.sso ?? false,
      })
      const newMembers = users.filter(({ isNew }) => isNew).map(buildMember)
      const known = users.filter(({ isNew }) => !isNew).map(buildMember)
      const addedIds = await this.#deps.members.addMembers(tx, organization.id, newMembers)
      const { invitations, mails } = this.#deps
      const lifetimeMs = INVITATION_LINK_LIFETIME_MS
      await invitations.expectFirstSignIns(tx, organization.id, newMembers, caller.userId, lifetimeMs)
      const askedIds = await invitations.invite(tx, organization.id, known, caller.userId)
      if (mails.isAvailable) {
        for (const userId of [...addedIds, ...askedIds]) {
          const mail = { organizationId: organization.id, userId, invitedBy: caller.userId }
          await mails.enqueue(tx, { kind: 'invitation', ...mail })
        }
      }
      return { users: users.map(({ id }) => id), invited: addedIds.length, failedSSOEmails: [] }
    })
  }

  async list(organization: Organization, paging: Paging): Promise<Page<InviteLink>> {
    const page = await this.#deps.invites.list(this.#deps.database, organization.id, paging)
    return mapPage(page, (row) => this.#presentOrganizationLink(row, organization))
  }

  async create(caller: Caller, organization: Organization, body: CreateInviteLink): Promise<InviteLink> {
    const limits = this.#readLimits(body, { maxUses: null, expiresAt: null, emailDomains: [] })
    const target = readLinkTarget(body)
    const link = { id: newId(), organizationId: organization.id, uses: 0, ...target, ...limits }
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
    body: UpdateInviteLink,
  ): Promise<InviteLink> {
    const link = await this.#find(organization.id, inviteId)
    await this.#present(caller, organization, link)
    const givenRole = isOrganizationLink(link) ? body.role : body.level
    const changesLimits =
      body.maxUses !== undefined || body.expiresAt !== undefined || body.emailDomains !== undefined
    if (givenRole === undefined && !changesLimits) {
      throw new Invalid(`body.${isOrganizationLink(link) ? 'role' : 'level'} must be given for this link.`)
    }
    const role = givenRole === undefined ? link.role : givenRole
    const changes = { role, ...this.#readLimits(body, link) }
    await this.#deps.invites.update(this.#deps.database, link.id, changes)
    return this.#present(caller, organization, { ...link, ...changes })
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

  /** Shows what a link is for to whoever has it. */
  async preview(organizationId: string, inviteId: string): Promise<InvitePreview> {
    const row = await this.#deps.invites.findPreview(this.#deps.database, organizationId, inviteId)
    if (!row) throw new NotFound('invite', inviteId)
    return {
      object: 'invite-preview',
      organization: { id: row.organizationId, title: row.organizationTitle },
      state: this.#readState(row),
      emailDomains: row.emailDomains,
    }
  }

  /** Throws unless somebody with this address could join by the link. */
  async requireJoinable(organizationId: string, inviteId: string, email: string): Promise<InvitePreviewRow> {
    const row = await this.#deps.invites.findPreview(this.#deps.database, organizationId, inviteId)
    if (!row) throw new NotFound('invite', inviteId)
    this.#requireUsable(row)
    requireDomain(row, email)
    return row
  }

  /** Gives the caller the role of the link. Whoever has a stronger role keeps it. */
  async joinWithLink(
    caller: Caller,
    organizationId: string,
    inviteId: string,
  ): Promise<Record<string, never>> {
    await this.#deps.database.transaction((tx) => this.join(tx, organizationId, inviteId, caller.userId))
    return {}
  }

  /** Gives somebody the role of the link. A use counts when it gives them something. */
  async join(tx: Transaction, organizationId: string, inviteId: string, userId: string): Promise<void> {
    const { invites } = this.#deps
    await lockOrganizations(tx, [organizationId])
    const link = await invites.findPreview(tx, organizationId, inviteId)
    const joinContext = await invites.findJoinContext(tx, organizationId, userId)
    if (!link || !joinContext) throw new NotFound('invite', inviteId)
    this.#requireUsable({ ...link, uses: 0 })
    if (!joinContext.member) requireDomain(link, joinContext.isEmailUnproven ? '' : joinContext.email)
    const hasChanged = await this.#giveRole(tx, link, userId)
    if (hasChanged && !(await invites.countUse(tx, link.id))) throw createUsedUpError()
  }

  async #giveRole(tx: Transaction, link: InviteLinkRow, userId: string): Promise<boolean> {
    const { members, grants } = this.#deps
    const { organizationId } = link
    if (isOrganizationLink(link)) return members.ensureRole(tx, organizationId, userId, link.role)
    const hasJoined = await members.ensureRole(tx, organizationId, userId, null)
    const target =
      link.spaceId === null
        ? ({ kind: 'collection', id: link.collectionId ?? '', organizationId } as const)
        : ({ kind: 'space', id: link.spaceId, organizationId } as const)
    const current = await grants.findUserRole(tx, target, userId)
    if (link.role === null || includesRole(current, link.role)) return hasJoined
    await grants.setGrants(tx, target, 'user', [userId], link.role)
    return true
  }

  #readState({ inviteLinks, expiresAt, maxUses, uses }: InvitePreviewRow): InvitePreview['state'] {
    if (!inviteLinks) return 'off'
    if (expiresAt !== null && Date.parse(expiresAt) <= this.#deps.clock.now().getTime()) return 'expired'
    return maxUses !== null && uses >= maxUses ? 'used-up' : 'valid'
  }

  #requireUsable(link: InvitePreviewRow): void {
    switch (this.#readState(link)) {
      case 'off':
        throw new Forbidden('This organization has turned its invite links off.')
      case 'expired':
        throw new Forbidden('This invite link has expired. Ask for a new one.')
      case 'used-up':
        throw createUsedUpError()
      case 'valid':
    }
  }

  #readLimits(body: UpdateInviteLink, current: InviteLinkLimits): InviteLinkLimits {
    const { maxUses = current.maxUses, expiresAt = current.expiresAt } = body
    const isPast = body.expiresAt != null && !(Date.parse(body.expiresAt) > this.#deps.clock.now().getTime())
    if (isPast) throw new Invalid('body.expiresAt must lie in the future.')
    const emailDomains = body.emailDomains ?? current.emailDomains
    return {
      maxUses,
      expiresAt,
      emailDomains: [...new Set(emailDomains.map((domain) => domain.toLowerCase()))],
    }
  }

  /** Adds people with an e-mail address in one of the organization's domains. For all others, the organization does not exist. */
  async joinByDomain(caller: Caller, organizationId: string): Promise<void> {
    const joinContext = await this.#deps.invites.findJoinContext(
      this.#deps.database,
      organizationId,
      caller.userId,
    )
    const domain = joinContext?.email.split('@')[1]?.toLowerCase() ?? ''
    const hasDomain = joinContext?.emailDomains.includes(domain) && !joinContext.isEmailUnproven
    if (!joinContext || !(joinContext.member || hasDomain)) {
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
    const base = {
      object: 'invite',
      id: link.id,
      level: link.role,
      redundant: true,
      ...this.#presentLimits(link),
    } as const
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
    return this.#presentOrganizationLink(link, organization)
  }

  #presentOrganizationLink(link: InviteLinkRow, { role }: Organization): InviteLink {
    return {
      object: 'invite',
      id: link.id,
      role: link.role,
      redundant: link.role === null || includesRole(role, link.role),
      ...this.#presentLimits(link),
    }
  }

  #presentLimits({ id, organizationId, uses, maxUses, expiresAt, emailDomains }: InviteLinkRow) {
    return {
      uses,
      ...(maxUses !== null && { maxUses }),
      ...(expiresAt !== null && { expiresAt }),
      emailDomains,
      urls: { join: this.#deps.urls.at(`/app/join/${organizationId}/${id}`) },
    }
  }
}

const isOrganizationLink = (link: InviteLinkRow): boolean =>
  link.spaceId === null && link.collectionId === null

const createUsedUpError = (): Forbidden =>
  new Forbidden('This invite link has been used as often as it may be. Ask for a new one.')

/** @param email empty where nobody knows whether the person has the address. */
function requireDomain({ emailDomains }: InviteLinkRow, email: string): void {
  const domain = email.split('@')[1]?.toLowerCase() ?? ''
  if (emailDomains.length > 0 && !emailDomains.includes(domain)) {
    throw new Forbidden(
      `This invite link is for people with a proven address of ${emailDomains.join(', ')} only.`,
    )
  }
}

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
