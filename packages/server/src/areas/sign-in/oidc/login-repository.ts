import { days } from '../../../common/clock.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** A login that was begun. */
export type OidcRequestRow = Pick<
  Tables['oidc_requests'],
  'provider' | 'browser' | 'redirect' | 'linkingSessionId' | 'createdAt'
>

/** The logins through OpenID Connect that are under way. */
export class OidcLoginRepository {
  async insertRequest(
    on: Queryable,
    request: Omit<OidcRequestRow, 'createdAt'> & Pick<Tables['oidc_requests'], 'state'>,
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      insert into oidc_requests (state, provider, browser, redirect, linking_session_id, created_at)
      values (
        ${request.state}, ${request.provider}, ${request.browser}, ${request.redirect}, ${request.linkingSessionId}, ${now}
      )`)
  }

  /** Deletes the login if this browser began it with this provider, and returns it. Of two calls, only one gets it. */
  takeRequest(
    on: Queryable,
    { state, provider, browser }: Pick<Tables['oidc_requests'], 'state' | 'provider' | 'browser'>,
  ): Promise<OidcRequestRow | undefined> {
    return on.row(sql`
      delete from oidc_requests
      where state = ${state} and provider = ${provider} and browser = ${browser}
      returning provider, browser, redirect, linking_session_id as "linkingSessionId", created_at as "createdAt"`)
  }

  /** Logins of one person at the same time wait for each other, so that all end in the same account. */
  async lockSubject(
    tx: Transaction,
    { issuer, subject }: { issuer: string; subject: string },
  ): Promise<void> {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`oidc ${issuer} ${subject}`}, 0))`)
  }

  async deleteExpired(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from oidc_requests where created_at < ${new Date(now.getTime() - days)}`)
  }
}
