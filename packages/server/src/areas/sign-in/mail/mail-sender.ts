import { type Clock, days, hours, minutes } from '../../../common/clock.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import type { MailRequest } from '../../../jobs/jobs.ts'
import type { Mailer } from '../../../outbound/mailer.ts'
import type { PreferencesService, UserService } from '../../identity/index.ts'
import {
  type CreatedLink,
  INVITATION_LINK_LIFETIME_MS,
  type LinkOptions,
  MAILED_LINK_LIFETIME_MS,
  type OneTimeLinks,
} from '../one-time-links/one-time-links.ts'
import { composeMail } from './compose.ts'
import { mailLocales } from './locales/locales.ts'
import type { InvitationMailRepository } from './repository.ts'
import type { MailText, MailTexts } from './locales/texts.ts'

/** Nobody can fill somebody else's mailbox with links: of more than this in an hour, the others are not sent. */
const MAX_MAILS_PER_ACCOUNT = 5
const MAIL_COUNT_PERIOD_MS = 1 * hours

interface MailSenderDependencies {
  database: Database
  users: UserService
  preferences: PreferencesService
  links: OneTimeLinks
  invitationMails: InvitationMailRepository
  /** Undefined where the operator has set none. */
  mailer: Mailer | undefined
  clock: Clock
  urls: Urls
}

interface Recipient {
  email: string
  displayName: string
}

/** Writes the mails about signing in, and sends them. */
export class MailSender {
  readonly #deps: MailSenderDependencies

  constructor(deps: MailSenderDependencies) {
    this.#deps = deps
  }

  async send(request: MailRequest): Promise<void> {
    // The setting may have been taken away since. Whoever waits asks again, and learns it then.
    if (!this.#deps.mailer) return
    if (request.kind === 'invitation') return this.#sendInvitation(request)
    if (request.kind === 'join') return this.#sendJoin(request)
    if (request.kind === 'email-change') return this.#sendEmailChange(request)
    if (request.kind === 'email-changed') return this.#sendEmailChanged(request)
    return this.#sendLink(request)
  }

  /** Sends nothing where there is no account. Nobody who asks learns that, because the answer was given before. */
  async #sendLink({
    kind,
    email,
  }: {
    kind: 'password-reset' | 'sign-in-link'
    email: string
  }): Promise<void> {
    const { database, users, preferences } = this.#deps
    const account = await users.findByEmail(database, email)
    if (!account) return
    const purpose = kind === 'password-reset' ? 'password-reset' : 'sign-in'
    const link = await this.#createLink({ purpose, userId: account.id })
    if (!link) return
    const texts = mailLocales[await preferences.findLanguage(database, account.id)]
    const values = { minutes: MAILED_LINK_LIFETIME_MS / minutes }
    const text = kind === 'password-reset' ? texts.passwordReset(values) : texts.signInLink(values)
    const recipient = { email: account.email, displayName: account.displayName }
    await this.#deliver(texts, recipient, text, link)
  }

  /**
   * Creates a link of an account; undefined where it has got enough of them lately. Mails are sent several at once, so each
   * waits until the one before is counted.
   */
  #createLink(
    link: Pick<LinkOptions, 'purpose' | 'newEmail'> & { userId: string },
  ): Promise<CreatedLink | undefined> {
    const { database, links, clock } = this.#deps
    const since = new Date(clock.now().getTime() - MAIL_COUNT_PERIOD_MS)
    return database.transaction(async (tx) => {
      if ((await links.countSince(tx, link.userId, link.purpose, since)) >= MAX_MAILS_PER_ACCOUNT)
        return undefined
      if (link.purpose === 'email-change') await links.endEmailChanges(tx, link.userId)
      return links.create(tx, { ...link, lifetimeMs: MAILED_LINK_LIFETIME_MS, isMailed: true })
    })
  }

  /** Sends nothing where the invitation was withdrawn or answered since. */
  async #sendInvitation({
    organizationId,
    userId,
    invitedBy,
  }: {
    organizationId: string
    userId: string
    invitedBy: string
  }): Promise<void> {
    const { database, preferences, links, invitationMails, urls, clock } = this.#deps
    const invitation = await invitationMails.find(
      database,
      { organizationId, userId, invitedBy },
      clock.now(),
    )
    if (!invitation) return
    const { organizationTitle: organization, inviterName: inviter, isFirstSignIn, ...recipient } = invitation
    // Somebody who has no account yet has no language either; the inviter knows them.
    const texts = mailLocales[await preferences.findLanguage(database, isFirstSignIn ? invitedBy : userId)]
    if (!isFirstSignIn) {
      const url = urls.at('/app/invitations')
      return this.#deliver(texts, recipient, texts.invitationOfAccount({ organization, inviter }), { url })
    }
    const text = texts.invitation({ organization, inviter, days: INVITATION_LINK_LIFETIME_MS / days })
    const link = await links.create(database, {
      purpose: 'invitation',
      userId,
      organizationId,
      lifetimeMs: INVITATION_LINK_LIFETIME_MS,
      isMailed: true,
    })
    return this.#deliver(texts, recipient, text, link)
  }

  /** Somebody with an account gets a link to sign in to it instead, so that only they learn that there is one. */
  async #sendJoin(request: Extract<MailRequest, { kind: 'join' }>): Promise<void> {
    const { database, users, links, invitationMails } = this.#deps
    const { organizationId, inviteId, email, language } = request
    if (await users.findByEmail(database, email)) return this.#sendLink({ kind: 'sign-in-link', email })
    const invite = await invitationMails.findInvite(database, organizationId, inviteId)
    if (!invite) return
    const texts = mailLocales[language]
    const text = texts.joinWithLink({
      organization: invite.organizationTitle,
      days: INVITATION_LINK_LIFETIME_MS / days,
    })
    const link = await links.create(database, {
      purpose: 'invitation',
      email,
      organizationId,
      inviteLinkId: inviteId,
      lifetimeMs: INVITATION_LINK_LIFETIME_MS,
      isMailed: true,
    })
    await this.#deliver(texts, { email, displayName: email.split('@', 1)[0] ?? email }, text, link)
  }

  /** As with `#sendJoin`, only the owner of an address learns that an account has it. */
  async #sendEmailChange({ userId, email }: { userId: string; email: string }): Promise<void> {
    const { database, users } = this.#deps
    if (await users.findByEmail(database, email)) return this.#sendLink({ kind: 'sign-in-link', email })
    const account = await this.#findRecipient(userId)
    const link = account && (await this.#createLink({ purpose: 'email-change', userId, newEmail: email }))
    if (!link) return
    const { texts, displayName } = account
    const text = texts.emailChange({ minutes: MAILED_LINK_LIFETIME_MS / minutes })
    await this.#deliver(texts, { email, displayName }, text, link)
  }

  /** Tells the old address, whose owner may not have wanted it. It does not say the new one: it may be nobody's business. */
  async #sendEmailChanged({ userId, email }: { userId: string; email: string }): Promise<void> {
    const account = await this.#findRecipient(userId)
    if (!account) return
    const { texts, displayName } = account
    const url = this.#deps.urls.at('/app/account')
    await this.#deliver(texts, { email, displayName }, texts.emailChanged(), { url })
  }

  async #findRecipient(userId: string): Promise<{ displayName: string; texts: MailTexts } | undefined> {
    const { database, users, preferences } = this.#deps
    const account = await users.find(database, userId)
    if (!account) return undefined
    const texts = mailLocales[await preferences.findLanguage(database, userId)]
    return { displayName: account.displayName, texts }
  }

  async #deliver(
    texts: MailTexts,
    { email, displayName }: Recipient,
    text: MailText,
    { id, url }: { id?: string; url: string },
  ): Promise<void> {
    const { mailer, links, database } = this.#deps
    try {
      await mailer?.send({
        to: { name: displayName, address: email },
        subject: text.subject,
        language: texts.language,
        ...composeMail(texts, { name: displayName, text, url }),
      })
    } catch (error) {
      // The next try makes a link of its own.
      if (id !== undefined) await links.delete(database, id)
      throw error
    }
  }
}
