import { randomBytes } from 'node:crypto'
import { type Clock, days, hours, minutes } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import type { LinkPurpose, LinkRow, OneTimeLinkRepository } from './repository.ts'
import type { OneTimeLink } from './schema.ts'

/** Lets secret scanners recognize a link, and nobody take it for a token. */
const secretPrefix = 'verso_link_'

/** How long a link is good that somebody copies and passes on by hand. */
export const COPIED_LINK_LIFETIME_MS = 24 * hours
/** How long a link in a mail is good that somebody waits for. */
export const MAILED_LINK_LIFETIME_MS = 30 * minutes
/** How long somebody who was invited may take to come. */
export const INVITATION_LINK_LIFETIME_MS = 7 * days
/** Long enough to say that a link has been used or has expired, rather than that there is none. */
const ENDED_LINK_RETENTION_MS = 30 * days

/** The pages of the console that take a link. The secret is in the fragment, which no browser sends and no log shows. */
const pages: Record<LinkPurpose, string> = {
  setup: '/app/setup',
  'sign-in': '/app/sign-in/link',
  'password-reset': '/app/reset',
  invitation: '/app/invitation',
  'email-change': '/app/confirm-email',
}

interface OneTimeLinksDependencies {
  database: Database
  links: OneTimeLinkRepository
  clock: Clock
  urls: Urls
}

/** A link of an account, or of an address that gets an account when the link is used. */
export type LinkOptions = {
  purpose: LinkPurpose
  organizationId?: string
  /** Where the account joins when the link is used. */
  inviteLinkId?: string
  lifetimeMs: number
  /** The address that the account gets when the link is used. */
  newEmail?: string
  /** Whether it goes to the address of the account by mail, and to nobody else. */
  isMailed?: boolean
} & ({ userId: string; email?: never } | { userId?: never; email: string })

export type AccountLinkRow = LinkRow & { userId: string }

export interface CreatedLink {
  id: string
  url: string
  expiresAt: Date
}

/** The same answer for all links that cannot be used. It does not repeat the secret. */
class UnusableLink extends NotFound {
  override readonly message = 'This link is unknown, has been used or has expired. Ask for a new one.'

  constructor() {
    super('link', '')
  }
}

/** Links that open something once, for whoever has them. */
export class OneTimeLinks {
  readonly #deps: OneTimeLinksDependencies

  constructor(deps: OneTimeLinksDependencies) {
    this.#deps = deps
  }

  async create(on: Queryable, link: LinkOptions): Promise<CreatedLink> {
    const { links, clock, urls } = this.#deps
    const secret = secretPrefix + randomBytes(32).toString('base64url')
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + link.lifetimeMs)
    const id = newId()
    const {
      purpose,
      userId = null,
      email = null,
      newEmail = null,
      organizationId = null,
      inviteLinkId = null,
    } = link
    const isMailed = link.isMailed ?? false
    const row = { purpose, userId, email, newEmail, organizationId, inviteLinkId, isMailed }
    await links.insert(on, { id, secret, ...row, createdAt, expiresAt })
    return { id, url: urls.at(`${pages[purpose]}#${secret}`), expiresAt }
  }

  /** Says what a link is for, and does not use it. */
  async inspect(secret: string): Promise<OneTimeLink> {
    const link = await this.#deps.links.find(this.#deps.database, secret)
    if (!link) throw new UnusableLink()
    return this.#present(link)
  }

  /** Finds a link that can still be used, for work that should not be done in vain. `use` decides. */
  async requireUsable(secret: string, purpose: LinkPurpose): Promise<LinkRow> {
    const link = await this.#deps.links.find(this.#deps.database, secret)
    if (!link || link.purpose !== purpose || this.#readState(link) !== 'valid') throw new UnusableLink()
    return link
  }

  /** Uses a link. If the transaction is rolled back, the link is unused again. */
  async use(tx: Transaction, secret: string, purpose: LinkPurpose): Promise<LinkRow> {
    const link = await this.#deps.links.use(tx, secret, purpose, this.#deps.clock.now())
    if (!link) throw new UnusableLink()
    if (link.isMailed && link.userId !== null) await this.proveAddress(tx, link.userId)
    return link
  }

  /** Notes that the address of an account is its owner's. */
  proveAddress(tx: Transaction, userId: string): Promise<void> {
    return this.#deps.links.proveAddress(tx, userId)
  }

  /** Uses a link of an account that exists. */
  async useOfAccount(tx: Transaction, secret: string, purpose: LinkPurpose): Promise<AccountLinkRow> {
    const link = await this.use(tx, secret, purpose)
    if (link.userId === null) throw new UnusableLink()
    return { ...link, userId: link.userId }
  }

  /** Uses a link that gives this account another address, and returns the address. For other accounts it stays unused. */
  async useForEmailChange(tx: Transaction, secret: string, userId: string): Promise<string> {
    const link = await this.useOfAccount(tx, secret, 'email-change')
    if (link.userId !== userId || link.newEmail === null) throw new UnusableLink()
    return link.newEmail
  }

  /** Ends what was asked for before, so that the last address counts. */
  endEmailChanges(on: Queryable, userId: string): Promise<void> {
    return this.#deps.links.end(on, userId, ['email-change'], this.#deps.clock.now())
  }

  /** Ends the links of an invitation, before another takes their place. */
  endInvitations(on: Queryable, userId: string): Promise<void> {
    return this.#deps.links.end(on, userId, ['invitation'], this.#deps.clock.now())
  }

  /** Ends what would let somebody in who got hold of an earlier link. */
  endForAccount(on: Queryable, userId: string): Promise<void> {
    return this.#deps.links.end(
      on,
      userId,
      ['sign-in', 'password-reset', 'invitation', 'email-change'],
      this.#deps.clock.now(),
    )
  }

  /** Counts the links of an account, and lets nobody else count them before the transaction ends. */
  async countSince(tx: Transaction, userId: string, purpose: LinkPurpose, since: Date): Promise<number> {
    await this.#deps.links.lockAccount(tx, userId)
    return this.#deps.links.countSince(tx, userId, purpose, since)
  }

  delete(on: Queryable, id: string): Promise<void> {
    return this.#deps.links.delete(on, id)
  }

  deleteEnded(now: Date): Promise<void> {
    const before = new Date(now.getTime() - ENDED_LINK_RETENTION_MS)
    return this.#deps.links.deleteExpired(this.#deps.database, before)
  }

  isSetupPending(): Promise<boolean> {
    return this.#deps.links.isSetupPending(this.#deps.database)
  }

  #readState({ isUsed, expiresAt }: LinkRow): OneTimeLink['state'] {
    if (isUsed) return 'used'
    return Date.parse(expiresAt) > this.#deps.clock.now().getTime() ? 'valid' : 'expired'
  }

  #present(link: LinkRow): OneTimeLink {
    const state = this.#readState(link)
    const { purpose, expiresAt, organizationId, organizationTitle } = link
    // An old link that somebody finds must not tell whose it was.
    if (state !== 'valid') return { object: 'one-time-link', purpose, state, expiresAt }
    return {
      object: 'one-time-link',
      purpose,
      state,
      expiresAt,
      email: link.newEmail ?? link.email,
      displayName: link.displayName,
      ...(organizationId !== null &&
        organizationTitle !== null && { organization: { id: organizationId, title: organizationTitle } }),
    }
  }
}
