import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, days } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { NewMember } from '../members/repository.ts'
import type { MemberService } from '../members/service.ts'
import { presentReceivedInvitation, presentSentInvitation } from './present.ts'
import type { InvitationRepository } from './repository.ts'
import type { ReceivedInvitation, SentInvitation } from './schema.ts'

type Organization = Subjects['organization']

/** How long someone can accept an invitation. */
const INVITATION_LIFETIME_MS = 30 * days

interface InvitationServiceDependencies {
  database: Database
  invitations: InvitationRepository
  members: MemberService
  clock: Clock
  urls: Urls
}

/**
 * Invitations of people who have an account already. An organization cannot make somebody else's account a member: its
 * owner accepts or declines.
 */
export class InvitationService {
  readonly #deps: InvitationServiceDependencies

  constructor(deps: InvitationServiceDependencies) {
    this.#deps = deps
  }

  /** Invites those of these people who are not members. The caller must hold the lock of the organization. */
  async invite(
    tx: Transaction,
    organizationId: string,
    people: NewMember[],
    invitedBy: string,
  ): Promise<string[]> {
    const now = this.#deps.clock.now()
    const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS)
    const rows = people.map((person) => ({ ...person, id: newId() }))
    return this.#deps.invitations.insert(tx, organizationId, rows, invitedBy, { now, expiresAt })
  }

  /** Waits for the first sign-in of members whose accounts were made for them. */
  async expectFirstSignIns(
    tx: Transaction,
    organizationId: string,
    people: NewMember[],
    invitedBy: string,
    lifetimeMs: number,
  ): Promise<void> {
    const now = this.#deps.clock.now()
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const rows = people.map((person) => ({ ...person, id: newId() }))
    await this.#deps.invitations.insertFirstSignIns(tx, organizationId, rows, invitedBy, { now, expiresAt })
  }

  /** Gives a pending invitation a new time, and returns whom it is for. */
  async renew(
    tx: Transaction,
    organizationId: string,
    id: string,
    firstSignInLifetimeMs: number,
  ): Promise<{ userId: string; email: string; isFirstSignIn: boolean; expiresAt: Date }> {
    const { invitations, clock } = this.#deps
    const now = clock.now()
    const invitation = await invitations.findSent(tx, organizationId, id, now)
    if (!invitation) throw new NotFound('invitation', id)
    const { userId, email, isFirstSignIn } = invitation
    const lifetimeMs = isFirstSignIn ? firstSignInLifetimeMs : INVITATION_LIFETIME_MS
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    await invitations.setExpiry(tx, id, expiresAt)
    return { userId, email, isFirstSignIn, expiresAt }
  }

  async listSent(organization: Organization, paging: Paging): Promise<Page<SentInvitation>> {
    const { database, invitations, clock, urls } = this.#deps
    const page = await invitations.listSent(database, organization.id, clock.now(), paging)
    return mapPage(page, (row) => presentSentInvitation(urls, row, clock.now()))
  }

  /** Whoever has not come yet is no member any more, and an account that was made for the invitation is deleted. */
  withdraw(organization: Organization, id: string): Promise<boolean> {
    const { database, invitations, members, clock } = this.#deps
    return database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      const invitation = await invitations.findSent(tx, organization.id, id, clock.now())
      if (!invitation) return false
      await invitations.deleteSent(tx, organization.id, id)
      if (invitation.isFirstSignIn) {
        await members.removePending(tx, organization.id, invitation.userId)
        await invitations.deleteUnusedAccount(tx, invitation.userId)
      }
      return true
    })
  }

  async listReceived(caller: Caller, paging: Paging): Promise<Page<ReceivedInvitation>> {
    const { database, invitations, clock, urls } = this.#deps
    const page = await invitations.listReceived(database, caller.userId, clock.now(), paging)
    return mapPage(page, (row) => presentReceivedInvitation(urls, row))
  }

  /** Makes the caller a member. What was withdrawn, accepted or declined before, or has expired, does not exist. */
  accept(caller: Caller, id: string): Promise<void> {
    const { database, invitations, members, clock } = this.#deps
    return database.transaction(async (tx) => {
      const now = clock.now()
      const invitation = await invitations.findOrganization(tx, id, caller.userId, now)
      if (!invitation) throw new NotFound('invitation', id)
      const { organizationId } = invitation
      await lockOrganizations(tx, [organizationId])
      const member = await invitations.take(tx, id, caller.userId, now)
      if (!member) throw new NotFound('invitation', id)
      await members.addMembers(tx, organizationId, [{ userId: caller.userId, ...member }])
    })
  }

  decline(caller: Caller, id: string): Promise<boolean> {
    return this.#deps.invitations.deleteReceived(this.#deps.database, caller.userId, id)
  }
}
