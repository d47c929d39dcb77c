import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import { type Clock, minutes, seconds } from '../../../common/clock.ts'
import { GenerationalCache } from '../../../common/generational-cache.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { createProviderError, explainProviderError } from './errors.ts'
import { createGitHubConfiguration, fetchGitHubProfile } from './github.ts'
import { isUsableSubject, type OidcProfile, readOidcProfile } from './profile.ts'
import type { OidcClientSettings } from './settings.ts'

/** How far the clocks of a provider and of Verso may be apart. */
const CLOCK_SKEW_MS = 1 * minutes
/** How long what a provider says about itself is used without asking again. */
const DISCOVERY_LIFETIME_MS = 10 * minutes
const REQUEST_TIMEOUT_MS = 10 * seconds
const MAX_RESPONSE_BYTES = 512 * 1024
const MAX_CACHED_PROVIDERS = 200

/** What only the browser that began a login can prove. */
export interface LoginSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

interface CachedConfiguration {
  configuration: Promise<Configuration>
  expiresAt: number
}

/** Speaks OpenID Connect with identity providers, through the guarded fetcher. */
export class OidcClients {
  readonly #fetch: CustomFetch
  readonly #clock: Clock
  readonly #configurations = new GenerationalCache<CachedConfiguration>(MAX_CACHED_PROVIDERS)

  constructor({ fetcher, clock }: { fetcher: Fetcher; clock: Clock }) {
    this.#fetch = createGuardedFetch(fetcher)
    this.#clock = clock
  }

  /** Builds the URL at the provider to send the browser to. */
  async buildLoginUrl(
    settings: OidcClientSettings,
    { state, nonce, codeVerifier }: LoginSecrets,
    { redirectUri, isAgain }: { redirectUri: string; isAgain: boolean },
  ): Promise<string> {
    try {
      const configuration = await this.#getConfiguration(settings)
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: settings.scopes,
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(settings.type === 'oidc' && { nonce, ...(isAgain && { prompt: 'login' }) }),
      })
      return url.href
    } catch (error) {
      throw createProviderError(error)
    }
  }

  /** Exchanges the code that the browser brought, and reads who it is for. Throws with the reason if anything is wrong. */
  async fetchProfile(
    settings: OidcClientSettings,
    callbackUrl: URL,
    { state, nonce, codeVerifier }: LoginSecrets,
  ): Promise<OidcProfile> {
    try {
      const configuration = await this.#getConfiguration(settings)
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
      if (settings.type === 'github') {
        const tokens = await authorizationCodeGrant(configuration, callbackUrl, checks)
        return await fetchGitHubProfile(configuration, tokens.access_token, settings.issuer)
      }
      const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
        ...checks,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !isUsableSubject(claims.sub)) {
        throw new Error('the answer does not name a person')
      }
      // Many providers put the address into the ID token only when they are told to.
      const needsUserInfo =
        claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      const userInfo = needsUserInfo
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined
      return readOidcProfile({ issuer: claims.iss, subject: claims.sub }, { ...userInfo, ...claims })
    } catch (error) {
      throw createProviderError(error)
    }
  }

  /** Checks what a provider says about itself, and returns in words what is wrong with it. */
  async findProblems(settings: OidcClientSettings): Promise<string[]> {
    let configuration: Configuration
    try {
      configuration = await this.#discover(settings)
    } catch (error) {
      return [explainProviderError(error)]
    }
    const server = configuration.serverMetadata()
    const problems: string[] = []
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      if (server[name] === undefined) problems.push(`The provider's discovery document has no ${name}.`)
    }
    if (server.response_types_supported && !server.response_types_supported.includes('code')) {
      problems.push('The provider does not offer the authorization code flow.')
    }
    if (server.code_challenge_methods_supported && !configuration.serverMetadata().supportsPKCE()) {
      problems.push('The provider does not offer PKCE with S256.')
    }
    if (server.jwks_uri !== undefined) {
      const keyProblem = await this.#findKeyProblem(server.jwks_uri)
      if (keyProblem !== undefined) problems.push(keyProblem)
    }
    return problems
  }

  async #findKeyProblem(url: string): Promise<string | undefined> {
    try {
      const response = await this.#fetch(url, { method: 'GET', headers: {}, body: null, redirect: 'manual' })
      const { keys } = (await response.json()) as { keys?: unknown }
      if (!response.ok || !Array.isArray(keys)) return 'The provider does not show its keys at jwks_uri.'
      return keys.length === 0
        ? 'The provider has no keys at jwks_uri. Give it a signing key (RS256): tokens that are signed with the client secret are not accepted.'
        : undefined
    } catch (error) {
      return `The keys of the provider could not be read. ${explainProviderError(error)}`
    }
  }

  async #getConfiguration(settings: OidcClientSettings): Promise<Configuration> {
    const key = JSON.stringify(settings)
    const now = this.#clock.now().getTime()
    const cached = this.#configurations.get(key)
    if (cached && cached.expiresAt > now) return cached.configuration
    const entry = this.#configurations.set(key, {
      configuration: this.#discover(settings).then(requireEndpoints),
      expiresAt: now + DISCOVERY_LIFETIME_MS,
    })
    // The next login asks again after a failure.
    entry.configuration.catch(() => (entry.expiresAt = 0))
    return entry.configuration
  }

  #discover(settings: OidcClientSettings): Promise<Configuration> {
    if (settings.type === 'github') return Promise.resolve(createGitHubConfiguration(settings, this.#fetch))
    const issuer = new URL(settings.issuer)
    return discovery(
      issuer,
      settings.clientId,
      { [clockTolerance]: CLOCK_SKEW_MS / seconds },
      chooseAuthentication(settings.clientSecret),
      {
        [customFetch]: this.#fetch,
        timeout: REQUEST_TIMEOUT_MS / seconds,
        // Without these checks, the library trusts the connection and does not verify the signature of an ID token.
        execute: [
          enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
        ],
      },
    )
  }
}

/** What lacks an address that a login needs is not kept: the provider may be in the middle of its start. */
function requireEndpoints(configuration: Configuration): Configuration {
  const server = configuration.serverMetadata()
  if (server.authorization_endpoint === undefined || server.token_endpoint === undefined) {
    throw new Error('the discovery document lacks an endpoint')
  }
  return configuration
}

/** Sends the secret in the way that the provider accepts; in the header when it does not say, as the standard has it. */
function chooseAuthentication(clientSecret: string | undefined): ClientAuth {
  if (clientSecret === undefined) return None()
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, client, body, headers)
  }
}

const createGuardedFetch =
  (fetcher: Fetcher): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const response = await fetcher.fetch(url, {
      // The library sends nothing but these two.
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      // The library sends nothing but forms.
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      maxBytes: MAX_RESPONSE_BYTES,
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxRedirects: 0,
      ...(signal && { signal }),
    })
    const hasBody = ![204, 205, 304].includes(response.status)
    return new Response(hasBody ? new Uint8Array(response.body) : null, {
      status: response.status,
      headers: response.headers,
    })
  }
