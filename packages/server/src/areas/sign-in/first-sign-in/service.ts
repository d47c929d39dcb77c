import { Conflict, Invalid } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { PreferencesService, UserService } from '../../identity/index.ts'
import type { OrganizationsArea } from '../../organizations/index.ts'
import type { BrowserSignIn, SignInBrowser, SignInResult } from '../accounts/browser-sign-in.ts'
import type { InviteService } from '../invites/service.ts'
import type { AccountLinkRow, OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { LinkPurpose, LinkRow } from '../one-time-links/repository.ts'
import type { PasswordStore } from '../passwords/password-store.ts'
import type { CompleteFirstSignIn, CompleteSetup } from './schema.ts'

interface FirstSignInServiceDependencies {
  database: Database
  users: UserService
  preferences: PreferencesService
  organizations: OrganizationsArea['organizations']
  invites: InviteService
  links: OneTimeLinks
  passwords: PasswordStore
  browserSignIn: BrowserSignIn
}

/** The first sign-in to an account that somebody else has made: its owner says who they are, and chooses a password. */
export class FirstSignInService {
  readonly #deps: FirstSignInServiceDependencies

  constructor(deps: FirstSignInServiceDependencies) {
    this.#deps = deps
  }

  /** Makes the installation that of whoever has the link of the first start. */
  completeSetup(body: CompleteSetup, browser: SignInBrowser): Promise<SignInResult> {
    return this.#complete('setup', body, browser, async (tx, { organizationId }) => {
      if (organizationId !== null) {
        await this.#deps.organizations.rename(tx, organizationId, body.organization)
      }
    })
  }

  completeInvitation(body: CompleteFirstSignIn, browser: SignInBrowser): Promise<SignInResult> {
    return this.#complete(
      'invitation',
      body,
      browser,
      async (tx, { organizationId, inviteLinkId, userId }) => {
        if (organizationId !== null && inviteLinkId !== null) {
          await this.#deps.invites.join(tx, organizationId, inviteLinkId, userId)
        }
      },
    )
  }

  async #complete(
    purpose: LinkPurpose,
    { secret, displayName, password, language }: CompleteFirstSignIn,
    browser: SignInBrowser,
    finish: (tx: Transaction, link: AccountLinkRow) => Promise<void>,
  ): Promise<SignInResult> {
    const { database, links, users, passwords, preferences, browserSignIn } = this.#deps
    const { email } = await links.requireUsable(secret, purpose)
    const hash = await this.#hash(password, { email, displayName })
    return database.transaction(async (tx) => {
      const link = await this.#requireAccount(tx, await links.use(tx, secret, purpose))
      await users.setDisplayName(tx, link.userId, displayName)
      if (hash !== undefined) await passwords.set(tx, link.userId, hash)
      if (language !== undefined) await preferences.change(tx, link.userId, { language })
      await finish(tx, link)
      await links.endForAccount(tx, link.userId)
      return browserSignIn.start(tx, link.userId, 'link', browser)
    })
  }

  /** Creates the account of an address that had none when the link was made. */
  async #requireAccount(tx: Transaction, link: LinkRow): Promise<AccountLinkRow> {
    if (link.userId !== null) return { ...link, userId: link.userId }
    const [user] = await this.#deps.users.findOrCreate(tx, [link.email], { isUnproven: !link.isMailed })
    if (!user?.isNew) {
      throw new Conflict(
        'There is an account with this address by now. Sign in to it, and open the invite link again.',
      )
    }
    return { ...link, userId: user.id }
  }

  #hash(
    password: string | undefined,
    account: { email: string; displayName: string },
  ): Promise<string | undefined> {
    const { passwords } = this.#deps
    if (password === undefined) {
      if (passwords.isAllowed) throw new Invalid('body.password must be given.')
      return Promise.resolve(undefined)
    }
    passwords.requireAllowed()
    return passwords.hashNew(password, account)
  }
}
