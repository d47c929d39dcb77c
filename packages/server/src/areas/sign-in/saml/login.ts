import { randomBytes } from 'node:crypto'
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { type Clock, minutes } from '../../../common/clock.ts'
import { DomainError, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import type { MemberService } from '../../organizations/index.ts'
import { readCertificates } from './certificates.ts'
import {
  readRootAttribute,
  type SamlProfile,
  readProfile,
  readMessage,
  createRefusal,
  sanitizeRedirect,
} from './messages.ts'
import { isActive, createServiceUrls } from './present.ts'
import type { SamlProviderRow, SamlRepository } from './repository.ts'
import type { ProviderSession, SessionService } from '../../identity/index.ts'

/** How long people may take at their provider. */
const patience = 15 * minutes
/** How far the clocks of a provider and of Verso may be apart. */
const skew = 1 * minutes
const oldestAssertion = 10 * minutes

/** Somebody who has just signed in. */
export interface LoginResult {
  secret: string
  expires: Date
  redirect: string
}

/** A message about a sign-out as it came: in a form, or in the query of an address. */
export interface SignOutMessage {
  fields: Record<string, unknown>
  /** As it was sent: its signature is over these bytes. */
  query?: string
}

interface SamlLoginDependencies {
  database: Database
  saml: SamlRepository
  members: MemberService
  sessions: SessionService
  clock: Clock
  urls: Urls
}

/** Signing in and out through the identity providers of organizations. Nothing of it is kept in a process. */
export class SamlLogin {
  readonly #deps: SamlLoginDependencies

  constructor(deps: SamlLoginDependencies) {
    this.#deps = deps
  }

  /** The address at the provider that a login goes on at. */
  async start(providerId: string, redirect: unknown): Promise<string> {
    const provider = await this.#find(providerId)
    const id = `_${randomBytes(20).toString('hex')}`
    const request = { id, providerId, redirect: sanitizeRedirect(redirect) }
    await this.#deps.saml.insertRequest(this.#deps.database, request, this.#deps.clock.now())
    return this.#client(provider, { generateUniqueId: () => id }).getAuthorizeUrlAsync('', undefined, {})
  }

  /** What a provider is told about us. */
  async createMetadata(providerId: string): Promise<string> {
    const provider = await this.#deps.saml.findById(this.#deps.database, providerId)
    if (!provider) throw new NotFound('SAML provider', providerId)
    const { logoutURL } = createServiceUrls(this.#deps.urls, provider.id)
    // The library knows of one way to sign people out; we take both, and most providers use the other.
    return this.#client(provider)
      .generateServiceProviderMetadata(null, null)
      .replace(
        '<SingleLogoutService ',
        `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${logoutURL}"/>\n    $&`,
      )
  }

  /** What the provider says about who came back: they are signed in, or it is refused with the reason. */
  async finish(
    providerId: string,
    { SAMLResponse, RelayState }: { SAMLResponse?: unknown; RelayState?: unknown },
    browser: string,
  ): Promise<LoginResult> {
    const provider = await this.#find(providerId)
    readMessage(SAMLResponse)
    // `readMessage` refuses everything but text.
    const profile = await this.#validate(provider, String(SAMLResponse))
    const assertion = readAssertion(profile, createServiceUrls(this.#deps.urls, provider.id).acsURL)
    const request =
      assertion.inResponseTo === undefined
        ? undefined
        : await this.#deps.saml.findRequest(this.#deps.database, assertion.inResponseTo, provider.id)
    return this.#deps.database.transaction(async (tx) => {
      const now = this.#deps.clock.now()
      if (assertion.inResponseTo !== undefined) {
        const taken = await this.#deps.saml.deleteRequest(tx, assertion.inResponseTo, provider.id)
        if (!request || !taken || Date.parse(request.createdAt) + patience < now.getTime()) {
          throw createRefusal('This answers a login that was not begun here, or is over. Sign in again.')
        }
      }
      const forgettable = new Date(assertion.expires.getTime() + 2 * skew)
      if (!(await this.#deps.saml.insertAssertion(tx, provider.id, assertion.id, forgettable))) {
        throw createRefusal('This login was used before. Sign in again.')
      }
      const userId = await this.#admit(
        tx,
        provider,
        profile.nameID,
        readProfile(assertion.attributes, profile.nameID),
      )
      const { secret, expires } = await this.#deps.sessions.create(tx, {
        userId,
        organizationId: provider.organizationId,
        providerId: provider.id,
        userAgent: browser,
        expiresAt: assertion.sessionUntil,
        providerSession: readProviderSession(profile),
      })
      return { secret, expires, redirect: request?.redirect ?? sanitizeRedirect(RelayState) }
    })
  }

  /** Ends a session here; the address that ends it at its provider too, where that offers one. */
  async signOut(secret: string): Promise<string | undefined> {
    const ended = await this.#deps.sessions.endBySecret(secret)
    if (!ended) return undefined
    const provider = await this.#deps.saml.findById(this.#deps.database, ended.providerId)
    if (!provider || provider.logoutUrl === '') return undefined
    const { nameID, nameIDFormat = '', sessionIndex } = ended.providerSession
    const profile = { nameID, nameIDFormat, issuer: '', ...(sessionIndex !== undefined && { sessionIndex }) }
    return this.#client(provider).getLogoutUrlAsync(profile, '', {})
  }

  /** Sign-outs that began at a provider, and its answers to ours. Where to send the browser next. */
  async handleProviderSignOut(providerId: string, sent: SignOutMessage): Promise<string> {
    const provider = await this.#find(providerId)
    const { SAMLRequest, SAMLResponse, RelayState } = sent.fields
    // Ours is over already, whatever the provider says of its own.
    if (SAMLRequest === undefined && SAMLResponse !== undefined) return '/app'
    const xml = readMessage(SAMLRequest, { deflated: sent.query !== undefined })
    const client = this.#client(provider)
    const profile = await verifySignOut(client, sent).catch((error: unknown) => {
      throw error instanceof DomainError ? error : createRefusal('The sign-out could not be verified.', error)
    })
    const now = this.#deps.clock.now()
    const issued = Date.parse(readRootAttribute(xml, 'IssueInstant') ?? '')
    const forgettable = new Date(issued + oldestAssertion + skew)
    if (!(now < forgettable) || issued > now.getTime() + skew) throw createRefusal('The sign-out is too old.')
    await this.#deps.database.transaction(async (tx) => {
      if (!(await this.#deps.saml.insertAssertion(tx, provider.id, profile.ID ?? '', forgettable))) {
        throw createRefusal('This sign-out was used before.')
      }
      await this.#deps.sessions.endByProvider(tx, provider.id, readProviderSession(profile))
    })
    // Without an address there is nobody to answer.
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
      const { profile } = await this.#client(provider).validatePostResponseAsync({ SAMLResponse: message })
      if (!profile?.nameID) throw createRefusal('The provider does not say who you are.')
      // The library asks this of sign-outs only.
      if (profile.issuer !== provider.entityId) throw createRefusal('The assertion is of another issuer.')
      return profile
    } catch (error) {
      if (error instanceof DomainError) throw error
      throw createRefusal(
        `The provider's answer was refused: ${error instanceof Error ? error.message : 'unknown'}.`,
        error,
      )
    }
  }

  /**
   * Whose account a name at a provider is: the one it always was; on a first login that of the organization's member with
   * the same address; otherwise a new one. An account outside of the organization is never found by its address, and what
   * a provider vouches for reaches no further than its organization.
   */
  async #admit(
    tx: Parameters<Parameters<Database['transaction']>[0]>[0],
    provider: SamlProviderRow,
    nameId: string,
    { email, displayName }: SamlProfile,
  ): Promise<string> {
    const now = this.#deps.clock.now()
    const { organizationId } = provider
    let account = await this.#deps.saml.findAccount(tx, provider.id, nameId)
    if (!account && email !== undefined) account = await this.#deps.saml.findMember(tx, provider, email)
    if (!account) {
      const id = newId()
      const address = email ?? `${id}@sso.invalid`
      const name = displayName ?? address.split('@', 1)[0] ?? address
      await this.#deps.saml.insertUser(tx, { id, email: address, displayName: name }, now)
      account = { userId: id, managed: true }
    } else if (displayName !== undefined) {
      await this.#deps.saml.setDisplayName(tx, account.userId, displayName)
    }
    const { userId } = account
    const membership = await this.#deps.saml.getMembership(tx, organizationId, userId)
    if (membership === 'disabled') throw createRefusal('Your membership in this organization is disabled.')
    if (membership === 'no') {
      await this.#deps.members.addMembers(tx, organizationId, [
        { userId, role: provider.defaultRole, sso: true },
      ])
      if (provider.defaultTeamId !== null) {
        await this.#deps.saml.addToTeam(tx, organizationId, provider.defaultTeamId, userId)
      }
    }
    await this.#deps.saml.setSsoMember(tx, organizationId, userId)
    await this.#deps.saml.recordLogin(tx, { providerId: provider.id, nameId, userId }, now)
    return userId
  }

  async #find(providerId: string): Promise<SamlProviderRow> {
    const provider = await this.#deps.saml.findById(this.#deps.database, providerId)
    if (!provider || !isActive(provider)) throw new NotFound('SAML provider', providerId)
    return provider
  }

  #client(provider: SamlProviderRow, options: { generateUniqueId?: () => string } = {}): SAML {
    const { acsURL, entityID, logoutURL } = createServiceUrls(this.#deps.urls, provider.id)
    const certificates = readCertificates(provider.certificate)
    return new SAML({
      callbackUrl: acsURL,
      issuer: entityID,
      audience: entityID,
      entryPoint: provider.ssoUrl,
      logoutUrl: provider.logoutUrl,
      logoutCallbackUrl: logoutURL,
      // What has none is never asked to verify anything.
      idpCert: certificates.length > 0 ? certificates : ['none'],
      idpIssuer: provider.entityId,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: skew,
      maxAssertionAgeMs: oldestAssertion,
      validateInResponseTo: ValidateInResponseTo.ifPresent,
      requestIdExpirationPeriodMs: patience,
      cacheProvider: this.#requests(provider.id),
      ...options,
    })
  }

  /** Requests are in the database, so that a login begun on one process ends on any other. They are taken by `finish`. */
  #requests(providerId: string): CacheProvider {
    return {
      saveAsync: async () => null,
      getAsync: async (id) =>
        (await this.#deps.saml.findRequest(this.#deps.database, id, providerId))?.createdAt ?? null,
      removeAsync: async () => null,
    }
  }
}

/** Who is signed out by their provider. A message in an address is signed by it, one in a form by itself. */
async function verifySignOut(client: SAML, { fields, query }: SignOutMessage): Promise<Profile> {
  // The library takes what has no signature, or an empty one, for what needs none.
  if (query !== undefined && !['Signature', 'SigAlg'].every((name) => isText(fields[name]))) {
    throw createRefusal('The sign-out is not signed.')
  }
  // `readMessage` refused what is not text.
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const { profile } =
    query === undefined
      ? await client.validatePostRequestAsync(given)
      : await client.validateRedirectAsync(given, query)
  if (!profile?.ID) throw createRefusal('The sign-out names nobody.')
  return profile
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

interface Assertion {
  id: string
  expires: Date
  sessionUntil: Date | undefined
  inResponseTo: string | undefined
  attributes: Record<string, unknown>
}

interface Element {
  $?: Record<string, string | undefined>
}

/** What was signed, and nothing around it. */
function readAssertion(profile: Profile, acsURL: string): Assertion {
  // The library's own reading of the signed assertion, whose shape it does not describe.
  const parsed = profile.getAssertion?.() as { Assertion?: AssertionXml } | undefined
  const assertion = parsed?.Assertion
  const id = assertion?.$?.['ID']
  const confirmations = assertion?.Subject?.[0]?.SubjectConfirmation ?? []
  const data = confirmations
    .filter(({ $ }) => $?.['Method'] === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map(({ SubjectConfirmationData }) => SubjectConfirmationData?.[0]?.$)
    .find((each) => each !== undefined)
  if (!assertion || !id || !data) throw createRefusal('The assertion has no bearer confirmation.')
  if (data['Recipient'] !== acsURL) throw createRefusal('The assertion is meant for another recipient.')
  const expires = new Date(data['NotOnOrAfter'] ?? '')
  if (Number.isNaN(expires.getTime()))
    throw createRefusal('The assertion does not say until when it is good.')
  const until = new Date(assertion.AuthnStatement?.[0]?.$?.['SessionNotOnOrAfter'] ?? '')
  return {
    id,
    expires,
    sessionUntil: Number.isNaN(until.getTime()) ? undefined : until,
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
