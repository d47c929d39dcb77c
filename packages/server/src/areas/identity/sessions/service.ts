import { randomBytes } from 'node:crypto'
import type { Caller } from '../../../access/admission.ts'
import { type Clock, hours } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { SESSION_SECRET_PREFIX } from '../../../http/session-cookie.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { ProviderSession, SessionRepository, SessionRow } from './repository.ts'
import type { Session } from './schema.ts'

/** How long a session lasts, unless its provider says less. */
const MAX_SESSION_MS = 12 * hours
const MAX_NAME_LENGTH = 200

interface SessionServiceDependencies {
  database: Database
  sessions: SessionRepository
  clock: Clock
  urls: Urls
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
      organizationId: string
      providerId: string
      /** What the browser calls itself. */
      userAgent: string
      /** When the provider ends the session. */
      expiresAt: Date | undefined
      providerSession: ProviderSession
    },
  ): Promise<{ secret: string; expires: Date }> {
    const now = this.#deps.clock.now()
    const latest = now.getTime() + MAX_SESSION_MS
    const expires = new Date(Math.min(latest, session.expiresAt?.getTime() ?? latest))
    const secret = SESSION_SECRET_PREFIX + randomBytes(32).toString('base64url')
    const name = session.userAgent.slice(0, MAX_NAME_LENGTH) || 'A browser'
    const { userId, organizationId, providerId, providerSession } = session
    await this.#deps.sessions.insert(
      tx,
      { id: newId(), userId, organizationId, providerId, name, secret, providerSession },
      now,
      expires,
    )
    return { secret, expires }
  }

  /** Ends a session by the secret of its cookie. Returns what ends it at its provider too. */
  endBySecret(secret: string): Promise<{ providerId: string; providerSession: ProviderSession } | undefined> {
    return this.#deps.sessions.deleteBySecret(this.#deps.database, secret)
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

  revoke(caller: Caller, id: string): Promise<boolean> {
    return this.#deps.sessions.delete(this.#deps.database, id, caller)
  }

  #present(caller: Caller, row: SessionRow): Session {
    return {
      object: 'session',
      id: row.id,
      name: row.name,
      organization: row.organizationId,
      current: row.id === caller.tokenId,
      createdAt: row.createdAt,
      ...(row.lastUsedAt !== null && { lastUsedAt: row.lastUsedAt }),
      expiresAt: row.expiresAt,
      urls: { location: this.#deps.urls.location(`/user/sessions/${row.id}`) },
    }
  }
}
