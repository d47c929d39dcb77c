import type { JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { expectStatus, type ListBody, type Person, readError, TestApp } from '../../../testing/app.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { TestBrowser, TestOidcProvider } from '../../../testing/openid-connect.ts'
import type { SsoLogins } from '../saml/schema.ts'
import type { OidcProvider, OidcProviderCheck } from './schema.ts'

const network = new TestNetwork()
const idp = await TestOidcProvider.start(network, 'id.example.com', '93.184.216.34')
const app = await TestApp.start({}, { network })
afterAll(async () => {
  await app.stop()
  await network.close()
})

beforeEach(() => {
  idp.discovery = {}
  idp.intercept = () => false
})

const { id: organizationId, admin } = await app.organization()
const path = `/orgs/${organizationId}/oidc`

const createProvider = async (body: object = {}): Promise<OidcProvider> =>
  expectStatus(
    201,
    await admin.post<OidcProvider>(path, {
      label: 'Company',
      issuer: idp.issuer,
      clientID: 'verso',
      clientSecret: 'never shown',
      defaultRole: 'edit',
      domains: ['Example.com'],
      ...body,
    }),
  )

const createPerson = () => {
  const sub = newId()
  return { sub, email: `${sub}@example.com`.toLowerCase() }
}

async function signIn(provider: OidcProvider, claims: JWTPayload) {
  const browser = new TestBrowser(app, network)
  const start = await browser.open(provider.service.startURL)
  expect(start.status).toBe(302)
  const page = await browser.open(idp.signIn(start.location ?? '', claims))
  return { browser, page }
}

const readUser = async (browser: TestBrowser) =>
  expectStatus(200, await browser.api.get<{ id: string; email: string }>('/user'))

/** Removes all providers but those of this test, because an organization has only so many. */
beforeEach(async () => {
  await app.database.execute(sql`delete from oidc_providers`)
})

describe('a provider of an organization', () => {
  test('201 without its secret, listed among the ways in, changed, and 205 when it is deleted', async () => {
    const team = await app.team(admin, organizationId, 'Newcomers')
    const provider = await createProvider({ defaultTeam: team.id })
    expect(provider).toMatchObject({
      object: 'oidc-provider',
      hasClientSecret: true,
      domains: ['example.com'],
      defaultRole: 'edit',
      defaultTeam: { id: team.id },
      service: { callbackURL: `http://localhost:4000/sso/oidc/${provider.id}/callback` },
    })
    expect(JSON.stringify(provider)).not.toContain('never shown')
    const stored = await app.database.row<{ row: string }>(sql`
      select encode(client_secret, 'escape') || p::text as row from oidc_providers p`)
    expect(stored?.row).not.toContain('never shown')
    expect((await admin.get(`${path}/${provider.id}`)).body).toEqual(provider)
    const logins = await app.anonymous.get<SsoLogins>(`/orgs/${organizationId}/sso`)
    expect(logins.body.items).toEqual([
      { id: provider.id, label: 'Company', startURL: provider.service.startURL },
    ])
    const renamed = await admin.patch<OidcProvider>(`${path}/${provider.id}`, {
      label: 'New',
      defaultTeam: null,
    })
    expect(renamed.body).toMatchObject({ label: 'New', hasClientSecret: true })
    expect(renamed.body).not.toHaveProperty('defaultTeam')
    // A secret is never sent to an issuer that it was not given for.
    const moved = await admin.patch<OidcProvider>(`${path}/${provider.id}`, {
      issuer: 'https://evil.example',
    })
    expect(moved.body.hasClientSecret).toBe(false)
    expect((await admin.delete(`${path}/${provider.id}`)).status).toBe(205)
    expect((await admin.delete(`${path}/${provider.id}`)).status).toBe(204)
  })

  test('400 for settings that cannot be right, 404 for those of others', async () => {
    const provider = await createProvider()
    for (const body of [
      { issuer: 'http://id.example.com' },
      { issuer: 'https://id.example.com/?x=1' },
      { issuer: 'https://a:b@id.example.com' },
      { issuer: 'nowhere' },
      { label: '' },
      { clientID: '' },
      { clientSecret: '' },
      { domains: ['not a domain'] },
      { domains: ['a@b.c'] },
      { defaultRole: 'owner' },
      { issuer: 'https://login.microsoftonline.com/common/v2.0', trustEmails: true },
    ]) {
      expect((await admin.patch(`${path}/${provider.id}`, body)).status).toBe(400)
    }
    expect((await admin.patch(`${path}/${provider.id}`, { defaultTeam: 'nowhere' })).status).toBe(404)
    const other = await app.organization('Other')
    const foreign = await app.team(other.admin, other.id, 'Theirs')
    expect((await admin.patch(`${path}/${provider.id}`, { defaultTeam: foreign.id })).status).toBe(404)
    expect((await other.admin.get(`/orgs/${other.id}/oidc/${provider.id}`)).status).toBe(404)
    expect((await other.admin.delete(`/orgs/${other.id}/oidc/${provider.id}`)).status).toBe(204)
    expect((await admin.get(`${path}/${provider.id}`)).body).toEqual(provider)
  })

  test('409 for more than twenty', async () => {
    for (let n = 0; n < 20; n++) await createProvider()
    const response = await admin.post(path, { label: 'One more', issuer: idp.issuer, clientID: 'x' })
    expect(response.status).toBe(409)
  })
})

const check = async (provider: OidcProvider) =>
  expectStatus(200, await admin.post<OidcProviderCheck>(`${path}/${provider.id}/test`))

describe('testing a provider', () => {
  test('200 says that all is well, or in words what is not', async () => {
    const provider = await createProvider()
    expect(await check(provider)).toEqual({ object: 'oidc-provider-check', ok: true, problems: [] })

    idp.discovery = { issuer: 'https://other.example' }
    expect((await check(provider)).problems).toEqual([expect.stringContaining('another issuer')])
    idp.discovery = {
      token_endpoint: undefined,
      response_types_supported: ['id_token'],
      code_challenge_methods_supported: ['plain'],
      jwks_uri: `${idp.issuer}/nowhere`,
    }
    expect(await check(provider)).toMatchObject({
      ok: false,
      problems: [
        expect.stringContaining('token_endpoint'),
        expect.stringContaining('code flow'),
        expect.stringContaining('PKCE'),
        expect.stringContaining('keys'),
      ],
    })
    idp.intercept = (_request, response) => Boolean(response.writeHead(404).end())
    expect((await check(provider)).problems).toEqual([expect.stringContaining('status 404')])
    const nowhere = await createProvider({ issuer: 'https://nowhere.example' })
    expect((await check(nowhere)).problems).toEqual([expect.stringContaining('There is no host')])
    const internal = await createProvider({ issuer: 'https://127.0.0.1' })
    expect((await check(internal)).problems).toEqual([expect.stringContaining('not on the public Internet')])
  })
})

describe('signing in through a provider of an organization', () => {
  test('303 makes a member with the role and team of newcomers, in this organization only', async () => {
    const team = await app.team(admin, organizationId, 'Team')
    const provider = await createProvider({ defaultTeam: team.id })
    await admin.patch(`/orgs/${organizationId}`, { sso: true })
    const person = createPerson()
    const { browser, page } = await signIn(provider, { ...person, name: 'Ada' })
    expect(page.status).toBe(303)
    const user = await readUser(browser)
    expect(user.email).toBe(person.email)
    expect((await browser.api.get(`/orgs/${organizationId}`)).status).toBe(200)
    expect((await browser.api.post('/orgs', { title: 'Mine' })).status).toBe(403)
    const teamMembers = await admin.get(`/orgs/${organizationId}/teams/${team.id}/members`)
    expect(JSON.stringify(teamMembers.body)).toContain(user.id)
    expect((await browser.api.get<ListBody<object>>('/user/sessions')).body.items).toMatchObject([
      { organization: organizationId },
    ])
    const again = await signIn(provider, person)
    expect((await readUser(again.browser)).id).toBe(user.id)
    await admin.patch(`/orgs/${organizationId}`, { sso: false })

    // Access tokens that were made with the session end with the provider, as the session does.
    const { body: token } = await browser.api.post<{ token: string }>('/user/tokens', { name: 'x' })
    const withToken = { authorization: `Bearer ${token.token}` }
    expect((await app.anonymous.get(`/orgs/${organizationId}`, withToken)).status).toBe(200)
    await admin.delete(`${path}/${provider.id}`)
    expect((await browser.api.get('/user')).status).toBe(401)
    expect((await app.anonymous.get(`/orgs/${organizationId}`, withToken)).status).toBe(401)
  })

  test('303 for a member by a verified address; never an account outside of the organization', async () => {
    const provider = await createProvider({ domains: ['*'] })
    const member: Person = await app.member(organizationId, 'read')
    const { browser } = await signIn(provider, { sub: newId(), email: member.email })
    expect((await readUser(browser)).id).toBe(member.id)
    const unverified = await signIn(provider, { sub: newId(), email: admin.email, email_verified: false })
    expect((await readUser(unverified.browser)).id).not.toBe(admin.id)

    const outsider = await app.person()
    const stranger = await signIn(provider, { sub: newId(), email: outsider.email })
    expect((await readUser(stranger.browser)).id).not.toBe(outsider.id)
  })

  test('303 never to an account in use whose address nobody has proven', async () => {
    const provider = await createProvider()
    const { sub, email } = createPerson()
    // Somebody who chose the address of another person, and uses the account.
    const squatter = await app.member(organizationId, 'read', email)
    await app.database.execute(sql`
      update users set email_unproven = true, first_signed_in_at = now() where id = ${squatter.id}`)
    const { browser } = await signIn(provider, { sub, email, email_verified: true })
    expect((await readUser(browser)).id).not.toBe(squatter.id)
  })

  test('403 for strangers, and for members who were removed', async () => {
    const provider = await createProvider({ domains: ['example.com'] })
    const person = createPerson()
    const elsewhere = await signIn(provider, { sub: newId(), email: 'x@example.org' })
    expect(elsewhere.page.status).toBe(403)
    expect((await signIn(provider, { ...person, email_verified: undefined })).page.text).toContain('verified')

    const { browser } = await signIn(provider, person)
    const { id } = await readUser(browser)
    await admin.patch(`${path}/${provider.id}`, { domains: [] })
    await admin.delete(`/orgs/${organizationId}/members/${id}`)
    expect((await browser.api.get('/user')).status).toBe(401)
    const again = await signIn(provider, person)
    expect([again.page.status, again.page.text]).toEqual([403, expect.stringContaining('not a member')])
  })

  test('the same subject at another issuer is somebody else, also for the same provider', async () => {
    const other = await TestOidcProvider.start(network, 'id.example.net', '93.184.216.35')
    const provider = await createProvider({ domains: ['*'] })
    const first = await signIn(provider, { sub: 'one', email: undefined })
    expectStatus(200, await admin.patch(`${path}/${provider.id}`, { issuer: other.issuer }))
    const browser = new TestBrowser(app, network)
    const start = await browser.open(provider.service.startURL)
    await browser.open(other.signIn(start.location ?? '', { sub: 'one', email: undefined }))
    expect((await readUser(browser)).id).not.toBe((await readUser(first.browser)).id)
  })

  test('403 to link an identity of it to an account of the installation', async () => {
    const provider = await createProvider()
    const response = await admin.post('/user/identities', { provider: provider.id })
    expect(response.status).toBe(403)
    expect(readError(response).message).toContain('browser')
  })
})
