import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '../../../access/admission.ts'
import { type Clock, hours } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import {
  type Database,
  type Queryable,
  sql,
  type Timestamp,
  type Transaction,
} from '../../../database/database.ts'
import { mapPage, type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Session } from './schema.ts'

/** How long a person stays signed in, unless their provider says less. */
const longest = 12 * hours

/** What ends a session at the provider that began it. */
export interface ProviderSession {
  nameID: string
  nameIDFormat?: string
  sessionIndex?: string
}

interface SessionRow {
  id: string
  name: string
  organizationId: string
  createdAt: Timestamp
  lastUsedAt: Timestamp | null
  expiresAt: Timestamp
}

const columns = sql`
  t.id, t.name, t.organization_id as "organizationId", t.created_at as "createdAt",
  t.last_used_at as "lastUsedAt", t.expires_at as "expiresAt"`

interface SessionServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
}

/** A session is a token that a browser keeps in a cookie: the same door knows both. */
export class SessionService {
  readonly #deps: SessionServiceDependencies

  constructor(deps: SessionServiceDependencies) {
    this.#deps = deps
  }

  /** The secret for the cookie, and until when it is good. */
  async begin(
    tx: Transaction,
    session: {
      userId: string
      organizationId: string
      providerId: string
      browser: string
      until: Date | undefined
      atProvider: ProviderSession
    },
  ): Promise<{ secret: string; expires: Date }> {
    const now = this.#deps.clock.now()
    const latest = now.getTime() + longest
    const expires = new Date(Math.min(latest, session.until?.getTime() ?? latest))
    const secret = `verso_session_${randomBytes(32).toString('base64url')}`
    await tx.execute(sql`
      insert into tokens (
        id, user_id, name, hash, created_at, expires_at, kind, organization_id, saml_provider_id, saml_session
      ) values (
        ${newId()}, ${session.userId}, ${session.browser.slice(0, 200) || 'A browser'}, ${hashOf(secret)}, ${now},
        ${expires}, 'session', ${session.organizationId}, ${session.providerId},
        ${JSON.stringify(session.atProvider)}::jsonb
      )`)
    return { secret, expires }
  }

  /** Ends a session by the secret of its cookie; says what ends it at its provider. */
  async end(secret: string): Promise<{ providerId: string; atProvider: ProviderSession } | undefined> {
    return this.#deps.database.row(sql`
      delete from tokens where hash = ${hashOf(secret)} and kind = 'session'
      returning saml_provider_id as "providerId", saml_session as "atProvider"`)
  }

  /** Ends what a provider says is over: one session, or all of a person. */
  async endOf(on: Queryable, providerId: string, { nameID, sessionIndex }: ProviderSession): Promise<void> {
    await on.execute(sql`
      delete from tokens
      where kind = 'session' and saml_provider_id = ${providerId} and saml_session ->> 'nameID' = ${nameID}
        ${sessionIndex === undefined ? sql`` : sql`and saml_session ->> 'sessionIndex' = ${sessionIndex}`}`)
  }

  async list(caller: Caller, paging: Paging): Promise<Page<Session>> {
    const page = await readPage<SessionRow>(
      this.#deps.database,
      {
        id: sql`t.id`,
        from: sql`
          from tokens t
          where t.user_id = ${caller.userId} and t.kind = 'session' and t.expires_at > ${this.#deps.clock.now()}
            ${caller.organizationId === undefined ? sql`` : sql`and t.organization_id = ${caller.organizationId}`}`,
        columns,
        joins: sql`join tokens t on t.id = page.id`,
      },
      paging,
    )
    return mapPage(page, (row) => this.#present(caller, row))
  }

  async revoke(caller: Caller, id: string): Promise<boolean> {
    const ended = await this.#deps.database.execute(sql`
      delete from tokens
      where id = ${id} and user_id = ${caller.userId} and kind = 'session'
        ${caller.organizationId === undefined ? sql`` : sql`and organization_id = ${caller.organizationId}`}`)
    return ended > 0
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.#deps.database.execute(sql`delete from tokens where kind = 'session' and expires_at < ${now}`)
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

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
