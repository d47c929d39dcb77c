import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'
import type { Member } from '../areas/organizations/members/schema.ts'
import type { SamlProvider } from '../areas/sign-in/saml/schema.ts'
import { Client, expectStatus, type ListBody, type Person, type TestApp } from './app.ts'
import { type SamlClaims, TestIdentityProvider } from './identity-provider.ts'

/** The path of an address of ours. */
export const getPath = (url: string): string => new URL(url).pathname

/** An organization whose people sign in through a provider, and what browsers and that provider send. */
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
    const given = { label: 'Company', certificate, entityID, ssoURL, defaultRole: 'edit', ...body }
    return expectStatus(201, await this.admin.post<SamlProvider>(`/orgs/${this.organizationId}/saml`, given))
  }

  /** Begins a login as a browser does; the id of what the provider is asked. */
  async startLogin(of: SamlProvider, redirect?: string, on = this.app): Promise<string> {
    const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
    const answer = await on.app.http.inject({ method: 'GET', url: getPath(of.service.startURL) + query })
    assert.equal(answer.statusCode, 302)
    const url = new URL(String(answer.headers.location))
    assert.equal(url.origin + url.pathname, this.idp.ssoURL)
    const request = inflateRawSync(
      Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString()
    assert.ok(request.includes(of.service.acsURL))
    return /ID="([^"]+)"/.exec(request)?.[1] ?? ''
  }

  /** Posts what the provider would have a browser post. */
  postResponse(of: SamlProvider, xml: string, { relayState = '', on = this.app } = {}) {
    return on.app.http.inject({
      method: 'POST',
      url: getPath(of.service.acsURL),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Test browser' },
      payload: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        ...(relayState && { RelayState: relayState }),
      }).toString(),
    })
  }

  /** Signs somebody in, and gives what sends requests with their cookie. */
  async signIn(of: SamlProvider, claims: SamlClaims = {}) {
    const answer = await this.postResponse(of, this.idp.createResponse(of.service, claims))
    assert.equal(answer.statusCode, 303)
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
    const browser = new Client(this.app.app, undefined, { cookie, origin: 'http://localhost:4000' })
    return { cookie, browser, answer }
  }

  /** Sends what must not be taken: nobody is signed in, and nobody is made. */
  async expectRefusal(of: SamlProvider, xml: string): Promise<number> {
    const before = await this.listMembers()
    const answer = await this.postResponse(of, xml)
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
