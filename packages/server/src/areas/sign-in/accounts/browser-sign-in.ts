import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../access/admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { Forbidden } from '../../../common/errors.ts'
import type { Transaction } from '../../../database/database.ts'
import { createRateLimitKey } from '../../../http/rate-limit-key.ts'
import { createSessionCookie, readSessionCookie } from '../../../http/session-cookie.ts'
import type {
  Browser,
  NewSessionCookie,
  Session,
  SessionService,
  SignInMethod,
} from '../../identity/index.ts'
import type { SecondFactorRequest } from './schema.ts'

/** The browser that somebody signs in with, and the session that it has until then. */
export interface SignInBrowser extends Browser {
  /** The secret of a session that ends: it may be somebody else's. */
  replacedSecret: string | undefined
}

/** A session that has just begun. */
export interface NewSignIn extends NewSessionCookie {
  caller: Caller
}

/** A session, or a ticket where the account asks for a second factor. */
export type SignInResult = NewSignIn | SecondFactorRequest

/** What somebody shows first who may have to show a second factor. */
export type FirstFactor = Extract<SignInMethod, 'password' | 'link'>

/** Asks for a second factor after the first, where an account wants that. */
export interface SecondFactorTickets {
  createTicketIfRequired(
    tx: Transaction,
    userId: string,
    signedInWith: FirstFactor,
  ): Promise<SecondFactorRequest | undefined>
}

interface BrowserSignInDependencies {
  sessions: SessionService
  secondFactors: SecondFactorTickets
  clock: Clock
  /** That of the installation's own pages. */
  origin: string
  secure: boolean
}

/** What all operations share that end with a person signed in: who asks, the new session, its cookie. */
export class BrowserSignIn {
  readonly #deps: BrowserSignInDependencies

  constructor(deps: BrowserSignInDependencies) {
    this.#deps = deps
  }

  /** Refuses a page of another site, which must not be able to sign its visitors in as somebody else. */
  readBrowser(request: FastifyRequest): SignInBrowser {
    const { origin, secure } = this.#deps
    const { headers } = request
    // Programs send no `Origin`.
    const isForeign = headers.origin !== undefined && headers.origin !== origin
    const site = headers['sec-fetch-site']
    if (isForeign || site === 'cross-site' || site === 'same-site') {
      throw new Forbidden('People sign in on pages of Verso only, not on those of another site.')
    }
    return { ...describeBrowser(request), replacedSecret: readSessionCookie(headers.cookie, { secure }) }
  }

  /** Begins a session of somebody who has shown the first factor, unless the account asks for a second. */
  async start(
    tx: Transaction,
    userId: string,
    signedInWith: FirstFactor,
    browser: SignInBrowser,
  ): Promise<SignInResult> {
    const ticket = await this.#deps.secondFactors.createTicketIfRequired(tx, userId, signedInWith)
    return ticket ?? this.startVerified(tx, userId, signedInWith, browser)
  }

  /**
   * Begins a session of somebody who has shown all that the account asks for. It is good in all organizations of the
   * account, and ends the session that the browser had.
   */
  async startVerified(
    tx: Transaction,
    userId: string,
    signedInWith: SignInMethod,
    { replacedSecret, ...browser }: SignInBrowser,
  ): Promise<NewSignIn> {
    const { sessions, clock } = this.#deps
    if (replacedSecret !== undefined) await sessions.endBySecret(replacedSecret, tx)
    const session = await sessions.create(tx, { userId, signedInWith, browser })
    return {
      ...session,
      caller: { userId, tokenId: session.id, signedInAt: clock.now().toISOString() },
    }
  }

  /** Gives the browser its cookie, and returns the session as the API shows it. A ticket is returned as it is. */
  async finish(
    result: SignInResult,
    setCookie: (header: string) => void,
  ): Promise<Session | SecondFactorRequest> {
    return 'ticket' in result ? result : this.finishVerified(result, setCookie)
  }

  finishVerified(
    { secret, expires, caller, id }: NewSignIn,
    setCookie: (header: string) => void,
  ): Promise<Session> {
    const { sessions, secure } = this.#deps
    setCookie(createSessionCookie(secret, expires, { secure }))
    return sessions.get(caller, id)
  }
}

export const describeBrowser = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers['user-agent'] ?? '',
  address: createRateLimitKey(ip),
})
