import { randomBytes } from 'node:crypto'
import { type Caller, MAX_SESSION_MS, MAX_UNUSED_SESSION_MS } from '../../../access/admission.ts'
import { type Clock, hours } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { SESSION_SECRET_PREFIX } from '../../../http/session-cookie.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { describeDevice } from './device.ts'
import type {
  NewSession,
  ProviderSession,
  SessionRepository,
  SessionRow,
  SignInMethod,
} from './repository.ts'
import type { Session } from './schema.ts'

/** How long a session of an identity provider lasts, unless the provider says less. */
const MAX_PROVIDER_SESSION_MS = 12 * hours
const MAX_NAME_LENGTH = 200

interface SessionServiceDependencies {
  database: Database
  sessions: SessionRepository
  clock: Clock
  urls: Urls
}

/** The browser that somebody signs in with. */
export interface Browser {
  /** What it calls itself. */
  userAgent: string
  address: string
}

export interface NewSessionCookie {
  id: string
  secret: string
  /** When the cookie ends. The session may end before, when it is not used. */
  expires: Date
}

/** Sessions of browsers. A session is a token in a cookie, which admission treats like any other token. */
export class SessionService {
  readonly #deps: SessionServiceDependencies

  constructor(deps: SessionServiceDependencies) {
    this.#deps = deps
  }

  /** Returns the secret for the cookie, and when it expires. */
  async create(
    tx: Transaction,
    session: {
      userId: string
      signedInWith: SignInMethod
      browser: Browser
      provider?: NewSession['provider'] & {
        /** When the provider ends the session. */
        expiresAt?: Date | undefined
      }
    },
  ): Promise<NewSessionCookie> {
    const now = this.#deps.clock.now()
    const secret = SESSION_SECRET_PREFIX + randomBytes(32).toString('base64url')
    const { userId, signedInWith, browser, provider } = session
    const id = newId()
    const name = browser.userAgent.slice(0, MAX_NAME_LENGTH) || 'A browser'
    const latest = now.getTime() + (provider ? MAX_PROVIDER_SESSION_MS : MAX_UNUSED_SESSION_MS)
    const expires = new Date(Math.min(latest, provider?.expiresAt?.getTime() ?? latest))
    await this.#deps.sessions.insert(
      tx,
      { id, userId, name, secret, signedInWith, lastAddress: browser.address, ...(provider && { provider }) },
      now,
      expires,
    )
    // Use extends the session of an account, which the cookie must not end before.
    return { id, secret, expires: provider ? expires : new Date(now.getTime() + MAX_SESSION_MS) }
  }

  /** Finds the session of a browser by the secret of its cookie. */
  findBySecret(secret: string): Promise<{ id: string; userId: string } | undefined> {
    const { database, sessions, clock } = this.#deps
    return sessions.findBySecret(database, secret, clock.now())
  }

  /** Ends a session by the secret of its cookie. Returns what ends it at its provider too. */
  async endBySecret(
    secret: string,
    on: Queryable = this.#deps.database,
  ): Promise<{ providerId: string; providerSession: ProviderSession } | undefined> {
    const session = await this.#deps.sessions.deleteBySecret(on, secret)
    if (session?.providerId == null || session.providerSession === null) return undefined
    return { providerId: session.providerId, providerSession: session.providerSession }
  }

  endOthers(on: Queryable, caller: Caller): Promise<number> {
    return this.#deps.sessions.deleteOthers(on, caller.userId, caller.tokenId)
  }

  endAll(on: Queryable, userId: string): Promise<number> {
    return this.#deps.sessions.deleteAll(on, userId)
  }

  /** Ends what a provider says is over: one session, or all of a person. */
  endByProvider(on: Queryable, providerId: string, session: ProviderSession): Promise<void> {
    return this.#deps.sessions.deleteByProvider(on, providerId, session)
  }

  async list(caller: Caller, paging: Paging): Promise<Page<Session>> {
    const { database, sessions, clock } = this.#deps
    const page = await sessions.list(database, caller, clock.now(), paging)
    return mapPage(page, (row) => this.#present(caller, row))
  }

  async get(caller: Caller, id: string): Promise<Session> {
    const row = await this.#deps.sessions.find(this.#deps.database, caller.userId, id)
    if (!row) throw new NotFound('session', id)
    return this.#present(caller, row)
  }

  /** Ends all sessions of the caller but the one that asks, if it is one. */
  async revokeOthers(caller: Caller): Promise<boolean> {
    return (await this.endOthers(this.#deps.database, caller)) > 0
  }

  revoke(caller: Caller, id: string): Promise<boolean> {
    return this.#deps.sessions.delete(this.#deps.database, id, caller)
  }

  #present(caller: Caller, row: SessionRow): Session {
    const device = describeDevice(row.name)
    return {
      object: 'session',
      id: row.id,
      name: row.name,
      ...(device !== undefined && { device }),
      ...(row.organizationId !== null && { organization: row.organizationId }),
      current: row.id === caller.tokenId,
      createdAt: row.createdAt,
      signedInAt: row.signedInAt,
      ...(row.lastAddress !== null && { lastAddress: row.lastAddress }),
      ...(row.lastUsedAt !== null && { lastUsedAt: row.lastUsedAt }),
      expiresAt: row.expiresAt,
      urls: { location: this.#deps.urls.location(`/user/sessions/${row.id}`) },
    }
  }
}
