import type { Database } from '../../../database/database.ts'
import { type Browser, normalizeEmail } from '../../identity/index.ts'
import type { BrowserSignIn, SignInBrowser, SignInResult } from '../accounts/browser-sign-in.ts'
import type { AttemptLimits } from '../attempts/attempt-limits.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { RequestSignInLink } from './schema.ts'

interface SignInLinkServiceDependencies {
  database: Database
  links: OneTimeLinks
  attempts: AttemptLimits
  mails: MailQueue
  browserSignIn: BrowserSignIn
}

/** Signs people in with a link, from a mail or from whoever runs the installation. */
export class SignInLinkService {
  readonly #deps: SignInLinkServiceDependencies

  constructor(deps: SignInLinkServiceDependencies) {
    this.#deps = deps
  }

  signIn(secret: string, browser: SignInBrowser): Promise<SignInResult> {
    const { database, links, browserSignIn } = this.#deps
    return database.transaction(async (tx) => {
      const { userId } = await links.useOfAccount(tx, secret, 'sign-in')
      return browserSignIn.start(tx, userId, 'link', browser)
    })
  }

  /** Does the same whether or not there is an account: who it is for is looked up when the mail is sent. */
  async request({ email }: RequestSignInLink, browser: Browser): Promise<void> {
    const { database, attempts, mails } = this.#deps
    mails.requireAvailable()
    const address = normalizeEmail(email)
    await attempts.begin(`mail ${address}`, `mail ${browser.address}`)
    await database.transaction((tx) => mails.enqueue(tx, { kind: 'sign-in-link', email: address }))
  }
}
