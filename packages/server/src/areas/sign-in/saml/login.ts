import { randomBytes } from 'node:crypto'
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { type Clock, minutes } from '../../../common/clock.ts'
import { DomainError, NotFound } from '../../../common/errors.ts'
import { hashSecret } from '../../../common/secret-hash.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { LOGIN_TIMEOUT_MS } from '../browser-logins/login-cookie.ts'
import { sanitizeRedirect } from '../browser-logins/redirect.ts'
import type { ProviderMembers } from '../provider-members/service.ts'
import { readCertificates } from './certificates.ts'
import { readRootAttribute, type SamlProfile, readProfile, readMessage, createRefusal } from './messages.ts'
import { isActive, createServiceUrls } from './present.ts'
import type { SamlProviderRow, SamlRepository } from './repository.ts'
import type { Browser, ProviderSession, SessionService } from '../../identity/index.ts'

/** How far the clocks of a provider and of Verso may be apart. */
const CLOCK_SKEW_MS = 1 * minutes
const MAX_ASSERTION_AGE_MS = 10 * minutes

/** The new session of someone who has just signed in, and the path to open. */
export interface LoginResult {
  secret: string
  expires: Date
  redirect: string
}

/** A sign-out message from a provider: the fields of a form, or of the query of a URL. */
export interface SignOutMessage {
  fields: Record<string, unknown>
  /** The query as it was sent, because the signature covers exactly these bytes. */
  query?: string
}

interface SamlLoginDependencies {
  database: Database
  saml: SamlRepository
  providerMembers: ProviderMembers
  sessions: SessionService
  clock: Clock
  urls: Urls
}

/** Signs people in and out through identity providers. All state is in the database, so any process can continue a login. */
export class SamlLogin {
  readonly #deps: SamlLoginDependencies

  constructor(deps: SamlLoginDependencies) {
    this.#deps = deps
  }

  /**
   * Starts a login, and returns the URL at the provider to redirect the browser to.
   *
   * @param browserSecret what only this browser knows: nobody can end the login in another one.
   */
  async start(providerId: string, redirect: unknown, browserSecret: string): Promise<string> {
    const provider = await this.#find(providerId)
    const id = `_${randomBytes(20).toString('hex')}`
    const browser = hashSecret(browserSecret)
    const request = { id, providerId, redirect: sanitizeRedirect(redirect), browser }
    await this.#deps.saml.insertRequest(this.#deps.database, request, this.#deps.clock.now())
    return this.#createClient(provider, { generateUniqueId: () => id }).getAuthorizeUrlAsync(
      '',
      undefined,
      {},
    )
  }

  /** Creates the SAML metadata of Verso for a provider. */
  async createMetadata(providerId: string): Promise<string> {
    const provider = await this.#deps.saml.findById(this.#deps.database, providerId)
    if (!provider) throw new NotFound('SAML provider', providerId)
    const { logoutURL } = createServiceUrls(this.#deps.urls, provider.id)
    // The library lists only the POST binding for sign-outs. Verso also accepts redirects, which most providers use.
    return this.#createClient(provider)
      .generateServiceProviderMetadata(null, null)
      .replace(
        '<SingleLogoutService ',
        `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${logoutURL}"/>\n    $&`,
      )
  }

  /** Verifies the response of a provider and signs the person in. Throws with the reason if it is not valid. */
  async finish(
    providerId: string,
    { SAMLResponse, RelayState }: { SAMLResponse?: unknown; RelayState?: unknown },
    browser: Browser & { secret: string | undefined },
  ): Promise<LoginResult> {
    const provider = await this.#find(providerId)
    readMessage(SAMLResponse)
    // `readMessage` throws unless this is text.
    const profile = await this.#validate(provider, String(SAMLResponse))
    const assertion = readAssertion(profile, createServiceUrls(this.#deps.urls, provider.id).acsURL)
    const request =
      assertion.inResponseTo === undefined
        ? undefined
        : await this.#deps.saml.findRequest(this.#deps.database, assertion.inResponseTo, provider.id)
    if (assertion.inResponseTo === undefined && !provider.idpInitiated) {
      throw createRefusal(
        'This login did not begin here. Sign in from Verso, not from your identity provider.',
      )
    }
    if (request && (browser.secret === undefined || !request.browser.equals(hashSecret(browser.secret)))) {
      throw createRefusal('This login began in another browser, or this one keeps no cookies. Sign in again.')
    }
    return this.#deps.database.transaction(async (tx) => {
      const now = this.#deps.clock.now()
      if (assertion.inResponseTo !== undefined) {
        const isPending = await this.#deps.saml.deleteRequest(tx, assertion.inResponseTo, provider.id)
        if (!request || !isPending || Date.parse(request.createdAt) + LOGIN_TIMEOUT_MS < now.getTime()) {
          throw createRefusal('This login was not started here, or it has expired. Sign in again.')
        }
      }
      const expiresAt = new Date(assertion.expires.getTime() + 2 * CLOCK_SKEW_MS)
      if (!(await this.#deps.saml.insertAssertion(tx, provider.id, assertion.id, expiresAt))) {
        throw createRefusal('This login was used before. Sign in again.')
      }
      const userId = await this.#findOrCreateMember(
        tx,
        provider,
        profile.nameID,
        readProfile(assertion.attributes, profile.nameID),
      )
      const { secret, expires } = await this.#deps.sessions.create(tx, {
        userId,
        signedInWith: 'saml',
        browser,
        provider: {
          kind: 'saml',
          id: provider.id,
          organizationId: provider.organizationId,
          session: readProviderSession(profile),
          expiresAt: assertion.sessionExpiresAt,
        },
      })
      return { secret, expires, redirect: request?.redirect ?? sanitizeRedirect(RelayState) }
    })
  }

  /** Ends a session. Returns the URL that also ends it at its provider, if the provider has one. */
  async signOut(secret: string): Promise<string | undefined> {
    const session = await this.#deps.sessions.endBySecret(secret)
    if (!session) return undefined
    const provider = await this.#deps.saml.findById(this.#deps.database, session.providerId)
    if (!provider || provider.logoutUrl === '') return undefined
    const { nameID, nameIDFormat = '', sessionIndex } = session.providerSession
    const profile = { nameID, nameIDFormat, issuer: '', ...(sessionIndex !== undefined && { sessionIndex }) }
    return this.#createClient(provider).getLogoutUrlAsync(profile, '', {})
  }

  /** Handles a sign-out that began at a provider, or its response to ours. Returns the URL to redirect the browser to. */
  async handleProviderSignOut(providerId: string, message: SignOutMessage): Promise<string> {
    const provider = await this.#find(providerId)
    const { SAMLRequest, SAMLResponse, RelayState } = message.fields
    // This is the response to a sign-out that began here. The session in Verso has already ended.
    if (SAMLRequest === undefined && SAMLResponse !== undefined) return '/app'
    const xml = readMessage(SAMLRequest, { deflated: message.query !== undefined })
    const client = this.#createClient(provider)
    const profile = await verifySignOut(client, message).catch((error: unknown) => {
      throw error instanceof DomainError ? error : createRefusal('The sign-out could not be verified.', error)
    })
    const now = this.#deps.clock.now()
    const issuedAt = Date.parse(readRootAttribute(xml, 'IssueInstant') ?? '')
    const expiresAt = new Date(issuedAt + MAX_ASSERTION_AGE_MS + CLOCK_SKEW_MS)
    if (!(now < expiresAt) || issuedAt > now.getTime() + CLOCK_SKEW_MS)
      throw createRefusal('The sign-out is too old.')
    await this.#deps.database.transaction(async (tx) => {
      if (!(await this.#deps.saml.insertAssertion(tx, provider.id, profile.ID ?? '', expiresAt))) {
        throw createRefusal('This sign-out was used before.')
      }
      await this.#deps.sessions.endByProvider(tx, provider.id, readProviderSession(profile))
    })
    // Without a logout URL the provider cannot receive a response.
    if (provider.logoutUrl === '') return '/app'
    return client.getLogoutResponseUrlAsync(
      profile,
      typeof RelayState === 'string' ? RelayState : '',
      {},
      true,
    )
  }

  async #validate(provider: SamlProviderRow, message: string): Promise<Profile> {
    try {
      const { profile } = await this.#createClient(provider).validatePostResponseAsync({
        SAMLResponse: message,
      })
      if (!profile?.nameID) throw createRefusal('The response of the provider does not name a user.')
      // The library checks the issuer of sign-outs only.
      if (profile.issuer !== provider.entityId) throw createRefusal('The assertion has another issuer.')
      return profile
    } catch (error) {
      if (error instanceof DomainError) throw error
      throw createRefusal(
        `The response of the provider is not valid: ${error instanceof Error ? error.message : 'unknown'}.`,
        error,
      )
    }
  }

  /**
   * Finds or creates the account of a name at a provider: the account of earlier logins; on a first login the account of
   * the organization's member with the same e-mail address; otherwise a new account. Accounts outside the organization are
   * never found by their address, because a provider must not give access to anything outside its organization.
   */
  async #findOrCreateMember(
    tx: Transaction,
    provider: SamlProviderRow,
    nameId: string,
    { email, displayName }: SamlProfile,
  ): Promise<string> {
    const now = this.#deps.clock.now()
    const { providerMembers } = this.#deps
    const { organizationId } = provider
    let account = await this.#deps.saml.findAccount(tx, provider.id, nameId)
    if (!account) {
      // Of several first logins at the same time, the first creates the account and the others find it.
      await lockOrganizations(tx, [organizationId])
      account = await this.#deps.saml.findAccount(tx, provider.id, nameId)
    }
    if (!account && email !== undefined) account = await this.#deps.saml.findMember(tx, provider, email)
    const userId = account?.userId ?? (await providerMembers.createAccount(tx, { email, displayName }))
    if (account && displayName !== undefined) await providerMembers.setDisplayName(tx, userId, displayName)
    await providerMembers.join(tx, provider, userId)
    await this.#deps.saml.recordLogin(tx, { providerId: provider.id, nameId, userId }, now)
    return userId
  }

  async #find(providerId: string): Promise<SamlProviderRow> {
    const provider = await this.#deps.saml.findById(this.#deps.database, providerId)
    if (!provider || !isActive(provider)) throw new NotFound('SAML provider', providerId)
    return provider
  }

  #createClient(provider: SamlProviderRow, options: { generateUniqueId?: () => string } = {}): SAML {
    const { acsURL, entityID, logoutURL } = createServiceUrls(this.#deps.urls, provider.id)
    const certificates = readCertificates(provider.certificate)
    return new SAML({
      callbackUrl: acsURL,
      issuer: entityID,
      audience: entityID,
      entryPoint: provider.ssoUrl,
      logoutUrl: provider.logoutUrl,
      logoutCallbackUrl: logoutURL,
      // The library requires a certificate. Without one the provider is not active, so nothing is verified with this value.
      idpCert: certificates.length > 0 ? certificates : ['none'],
      idpIssuer: provider.entityId,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
      validateInResponseTo: ValidateInResponseTo.ifPresent,
      requestIdExpirationPeriodMs: LOGIN_TIMEOUT_MS,
      cacheProvider: this.#createRequestCache(provider.id),
      ...options,
    })
  }

  /** Reads login requests from the database, so that any process can finish a login. `finish` deletes them. */
  #createRequestCache(providerId: string): CacheProvider {
    return {
      saveAsync: async () => null,
      getAsync: async (id) =>
        (await this.#deps.saml.findRequest(this.#deps.database, id, providerId))?.createdAt ?? null,
      removeAsync: async () => null,
    }
  }
}

/** Verifies a sign-out. In a URL the signature is a query parameter; in a form it is part of the XML. */
async function verifySignOut(client: SAML, { fields, query }: SignOutMessage): Promise<Profile> {
  // The library would accept a message without a signature, or with an empty one.
  if (query !== undefined && !['Signature', 'SigAlg'].every((name) => isText(fields[name]))) {
    throw createRefusal('The sign-out is not signed.')
  }
  // `readMessage` has thrown if the message is not text.
  const textFields = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const { profile } =
    query === undefined
      ? await client.validatePostRequestAsync(textFields)
      : await client.validateRedirectAsync(textFields, query)
  if (!profile?.ID) throw createRefusal('The sign-out does not name a user.')
  return profile
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

interface Assertion {
  id: string
  expires: Date
  sessionExpiresAt: Date | undefined
  inResponseTo: string | undefined
  attributes: Record<string, unknown>
}

interface Element {
  $?: Record<string, string | undefined>
}

/** Reads the signed assertion, and ignores everything around it in the response. */
function readAssertion(profile: Profile, acsURL: string): Assertion {
  // The library parses the signed assertion, but has no type for its shape.
  const parsed = profile.getAssertion?.() as { Assertion?: AssertionXml } | undefined
  const assertion = parsed?.Assertion
  const id = assertion?.$?.['ID']
  const confirmations = assertion?.Subject?.[0]?.SubjectConfirmation ?? []
  const data = confirmations
    .filter(({ $ }) => $?.['Method'] === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map(({ SubjectConfirmationData }) => SubjectConfirmationData?.[0]?.$)
    .find((attributes) => attributes !== undefined)
  if (!assertion || !id || !data) throw createRefusal('The assertion has no bearer confirmation.')
  if (data['Recipient'] !== acsURL) throw createRefusal('The assertion is meant for another recipient.')
  const expires = new Date(data['NotOnOrAfter'] ?? '')
  if (Number.isNaN(expires.getTime())) throw createRefusal('The assertion has no expiry date.')
  const sessionExpiry = new Date(assertion.AuthnStatement?.[0]?.$?.['SessionNotOnOrAfter'] ?? '')
  return {
    id,
    expires,
    sessionExpiresAt: Number.isNaN(sessionExpiry.getTime()) ? undefined : sessionExpiry,
    inResponseTo: data['InResponseTo'],
    attributes: (profile['attributes'] ?? {}) as Record<string, unknown>,
  }
}

interface AssertionXml extends Element {
  Subject?: { SubjectConfirmation?: (Element & { SubjectConfirmationData?: Element[] })[] }[]
  AuthnStatement?: Element[]
}

const readProviderSession = ({ nameID, nameIDFormat, sessionIndex }: Profile): ProviderSession => ({
  nameID,
  ...(nameIDFormat && { nameIDFormat }),
  ...(sessionIndex && { sessionIndex }),
})
