import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'
import type { Member } from '../areas/organizations/members/schema.ts'
import type { SamlProvider } from '../areas/sign-in/saml/schema.ts'
import { Client, expectStatus, type ListBody, type Person, type TestApp } from './app.ts'
import { type SamlClaims, TestIdentityProvider } from './identity-provider.ts'

/** The path of a URL of Verso. */
export const getPath = (url: string): string => new URL(url).pathname

/** The cookie of the browser that begins and ends logins. */
export const loginCookie = `verso_login=${'b'.repeat(43)}`

/** An organization with an identity provider, and the requests that browsers send on behalf of the provider. */
export class SingleSignOn {
  readonly app: TestApp
  readonly idp: TestIdentityProvider
  readonly organizationId: string
  readonly admin: Person

  private constructor(app: TestApp, idp: TestIdentityProvider, organization: { id: string; admin: Person }) {
    this.app = app
    this.idp = idp
    this.organizationId = organization.id
    this.admin = organization.admin
  }

  static async start(app: TestApp): Promise<SingleSignOn> {
    return new SingleSignOn(app, await TestIdentityProvider.create(), await app.organization('Acme'))
  }

  async createProvider(body: object = {}): Promise<SamlProvider> {
    const { certificate, entityID, ssoURL } = this.idp
    const fields = { label: 'Company', certificate, entityID, ssoURL, defaultRole: 'edit', ...body }
    return expectStatus(201, await this.admin.post<SamlProvider>(`/orgs/${this.organizationId}/saml`, fields))
  }

  /** Starts a login as a browser does, and returns the id of the SAML request. */
  async startLogin(provider: SamlProvider, redirect?: string, on = this.app): Promise<string> {
    const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
    const answer = await on.app.http.inject({
      method: 'GET',
      url: getPath(provider.service.startURL) + query,
      headers: { cookie: loginCookie },
    })
    assert.equal(answer.statusCode, 302)
    const url = new URL(String(answer.headers.location))
    assert.equal(url.origin + url.pathname, this.idp.ssoURL)
    const request = inflateRawSync(
      Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString()
    assert.ok(request.includes(provider.service.acsURL))
    return /ID="([^"]+)"/.exec(request)?.[1] ?? ''
  }

  /** Posts a SAML response, as a browser does for the provider. */
  postResponse(
    provider: SamlProvider,
    xml: string,
    { relayState = '', on = this.app, cookie = loginCookie } = {},
  ) {
    return on.app.http.inject({
      method: 'POST',
      url: getPath(provider.service.acsURL),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Test browser',
        cookie,
      },
      payload: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        ...(relayState && { RelayState: relayState }),
      }).toString(),
    })
  }

  /** Signs a user in, and returns a client with their cookie. */
  async signIn(provider: SamlProvider, claims: SamlClaims = {}) {
    const inResponseTo = await this.startLogin(provider)
    const xml = this.idp.createResponse(provider.service, { inResponseTo, ...claims })
    const answer = await this.postResponse(provider, xml)
    assert.equal(answer.statusCode, 303)
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
    const browser = new Client(this.app.app, undefined, { cookie, origin: 'http://localhost:4000' })
    return { cookie, browser, answer }
  }

  /** Posts a SAML response that must be rejected: it signs nobody in and creates no member. Returns the status. */
  async expectRefusal(provider: SamlProvider, xml: string): Promise<number> {
    const before = await this.listMembers()
    const answer = await this.postResponse(provider, xml)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.match(String(answer.headers['content-type']), /text\/html/)
    assert.equal((await this.listMembers()).length, before.length)
    return answer.statusCode
  }

  async listMembers(): Promise<Member[]> {
    const path = `/orgs/${this.organizationId}/members?limit=1000`
    return expectStatus(200, await this.admin.get<ListBody<Member>>(path)).items
  }
}
