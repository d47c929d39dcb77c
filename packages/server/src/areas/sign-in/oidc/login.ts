import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { hashSecret } from '../../../common/secret-hash.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import type { Browser, NewSessionCookie, SessionService } from '../../identity/index.ts'
import { LOGIN_TIMEOUT_MS } from '../browser-logins/login-cookie.ts'
import { sanitizeRedirect } from '../browser-logins/redirect.ts'
import type { OidcAccounts } from './accounts.ts'
import type { LoginSecrets } from './client.ts'
import { createLoginRefusal } from './errors.ts'
import type { OidcLoginRepository } from './login-repository.ts'
import type { LoginProvider, LoginProviders } from './providers.ts'

/** The path to open after a login, and the new session, unless the login linked an identity to an account. */
export interface OidcLoginResult {
  redirect: string
  session: NewSessionCookie | undefined
}

interface OidcLoginDependencies {
  database: Database
  logins: OidcLoginRepository
  providers: LoginProviders
  accounts: OidcAccounts
  sessions: SessionService
  clock: Clock
  urls: Urls
}

/**
 * Signs people in through OpenID Connect: authorization code flow with PKCE. All state is in the database, so any process
 * can end a login that another one began.
 */
export class OidcLogin {
  readonly #deps: OidcLoginDependencies

  constructor(deps: OidcLoginDependencies) {
    this.#deps = deps
  }

  /**
   * Starts a login, and returns the URL at the provider to redirect the browser to.
   *
   * @param browser what only this browser knows: nobody can end the login in another one; and the session that it has.
   */
  async start(
    providerId: string,
    redirect: unknown,
    browser: { secret: string; sessionSecret: string | undefined },
  ): Promise<string> {
    const provider = await this.#find(providerId)
    const session =
      browser.sessionSecret === undefined
        ? undefined
        : await this.#deps.sessions.findBySecret(browser.sessionSecret)
    // Somebody who is signed in and signs in again shows that it is still them, so the provider has to ask them.
    return this.#start(provider, redirect, browser.secret, { isAgain: session !== undefined })
  }

  /** Starts linking an identity at a provider of the installation to the account of a session. */
  async startLinking(
    providerId: string,
    redirect: unknown,
    { secret, sessionId }: { secret: string; sessionId: string },
  ): Promise<string> {
    const provider = await this.#find(providerId)
    if (provider.kind !== 'installation') throw new NotFound('identity provider', providerId)
    return this.#start(provider, redirect, secret, { isAgain: false, sessionId })
  }

  async #start(
    provider: LoginProvider,
    redirect: unknown,
    browserSecret: string,
    { isAgain, sessionId }: { isAgain: boolean; sessionId?: string },
  ): Promise<string> {
    const state = randomBytes(32).toString('base64url')
    const url = await provider.clients.buildLoginUrl(provider.client, createSecrets(browserSecret, state), {
      redirectUri: this.#buildCallbackUrl(provider.id),
      isAgain,
    })
    await this.#deps.logins.insertRequest(
      this.#deps.database,
      {
        state: hashSecret(state),
        provider: provider.id,
        browser: hashSecret(browserSecret),
        redirect: sanitizeRedirect(redirect),
        linkingSessionId: sessionId ?? null,
      },
      this.#deps.clock.now(),
    )
    return url
  }

  /** Verifies what the provider answered and signs the person in. Throws with the reason if it is not valid. */
  async finish(
    providerId: string,
    query: URLSearchParams,
    browser: Browser & { secret: string | undefined; sessionSecret: string | undefined },
  ): Promise<OidcLoginResult> {
    const provider = await this.#find(providerId)
    const state = query.get('state') ?? ''
    const request = await this.#takeRequest(provider.id, state, browser.secret)
    const url = new URL(this.#buildCallbackUrl(provider.id))
    url.search = query.toString()
    const secrets = createSecrets(browser.secret ?? '', state)
    const profile = await provider.clients.fetchProfile(provider.client, url, secrets)
    const { database, sessions, accounts } = this.#deps
    if (request.linkingSessionId !== null) {
      const session =
        browser.sessionSecret === undefined ? undefined : await sessions.findBySecret(browser.sessionSecret)
      if (session?.id !== request.linkingSessionId) {
        throw createLoginRefusal('You have signed out since you began. Sign in, and link the identity again.')
      }
      await database.transaction((tx) => accounts.link(tx, profile, session.userId))
      return { redirect: request.redirect, session: undefined }
    }
    const session = await database.transaction(async (tx) => {
      await this.#deps.logins.lockSubject(tx, profile)
      const userId =
        provider.kind === 'installation'
          ? await accounts.findOrCreate(tx, provider.settings, profile)
          : await accounts.findOrCreateMember(tx, provider.row, profile)
      // The session that the browser had may be somebody else's.
      if (browser.sessionSecret !== undefined) await sessions.endBySecret(browser.sessionSecret, tx)
      return sessions.create(tx, {
        userId,
        signedInWith: 'oidc',
        browser,
        ...(provider.kind === 'organization' && {
          provider: { kind: 'oidc', id: provider.row.id, organizationId: provider.row.organizationId },
        }),
      })
    })
    return { redirect: request.redirect, session }
  }

  async #takeRequest(provider: string, state: string, browserSecret: string | undefined) {
    if (browserSecret === undefined) {
      throw createLoginRefusal(
        'This login began in another browser, or this one keeps no cookies. Sign in again.',
      )
    }
    const { database, logins, clock } = this.#deps
    const request = await logins.takeRequest(database, {
      state: hashSecret(state),
      provider,
      browser: hashSecret(browserSecret),
    })
    if (!request || Date.parse(request.createdAt) + LOGIN_TIMEOUT_MS < clock.now().getTime()) {
      throw createLoginRefusal(
        'This login was not started in this browser, was used before, or has expired. Sign in again.',
      )
    }
    return request
  }

  async #find(id: string): Promise<LoginProvider> {
    const provider = await this.#deps.providers.find(id)
    if (!provider) throw new NotFound('identity provider', id)
    return provider
  }

  #buildCallbackUrl(providerId: string): string {
    return buildOidcUrls(this.#deps.urls, providerId).callbackURL
  }
}

/** The addresses of Verso for a provider. Each provider has its own callback, so that none can answer for another. */
export const buildOidcUrls = (urls: Urls, providerId: string) => ({
  callbackURL: urls.at(`/sso/oidc/${providerId}/callback`),
  startURL: urls.at(`/sso/oidc/${providerId}/start`),
})

/** Derives what the provider is told, so that the database holds nothing that could end a login. */
function createSecrets(browserSecret: string, state: string): LoginSecrets {
  const derive = (use: string) =>
    createHmac('sha256', browserSecret).update(`${use} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}
