import { type Configuration, Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { expectStatus, type ListBody, readError, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { readProviders, TestBrowser } from '../../../testing/openid-connect.ts'
import type { LinkedIdentity, SignInProviders } from '../identities/schema.ts'
import type { DeliveredLink, InviteLink } from '../invites/schema.ts'
import type { SignInOptions } from '../options/schema.ts'

const network = new TestNetwork()
const issuer = 'https://id.example.com'
const secret = 'only+two/know%this:secret'
// Its host is private, as that of a provider in the same rack is. The operator has set it, so it is reached.
const address = '10.0.0.7'

/** A provider that others wrote and certified. Everybody signs in with a name and any password. */
const configuration: Configuration = {
  clients: [
    {
      client_id: 'verso',
      client_secret: secret,
      redirect_uris: ['http://localhost:4000/sso/oidc/company/callback'],
      application_type: 'native',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  pkce: { required: () => true },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `Name of ${id}` }),
  }),
  cookies: { keys: ['a key of a test'] },
}
const provider = new Provider(issuer, configuration)
provider.proxy = true
const answer = provider.callback()
await network.addSite('id.example.com', address, (request, response) => {
  request.headers['x-forwarded-proto'] = 'https'
  void answer(request, response)
})

const environment = {
  VERSO_OIDC_COMPANY_ISSUER: issuer,
  VERSO_OIDC_COMPANY_CLIENT_ID: 'verso',
  VERSO_OIDC_COMPANY_CLIENT_SECRET: secret,
  VERSO_OIDC_COMPANY_LABEL: 'Company account',
  VERSO_OIDC_COMPANY_SIGN_UP: 'example.com',
}
const app = await TestApp.start({ oidcProviders: readProviders(environment) }, { network })
afterAll(async () => {
  await app.stop()
  await network.close()
})

/** Fills in the forms of the provider, until it sends the browser back to Verso. */
async function signInAtProvider(browser: TestBrowser, url: string, name: string) {
  let page = await browser.follow(url)
  for (let form = 0; page.url.startsWith(issuer) && form < 5; form++) {
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page.text) ?? []
    expect(prompt).toMatch(/^(login|consent)$/)
    page = await browser.follow(new URL(action, page.url).href, {
      form: { prompt, login: name, password: 'x' },
    })
  }
  return page
}

const signIn = async (name: string, browser = new TestBrowser(app, network), redirect = '/app/home') => {
  const page = await signInAtProvider(browser, `/sso/oidc/company/start?redirect=${redirect}`, name)
  return { browser, page }
}

const readIdentities = async (browser: TestBrowser) =>
  expectStatus(200, await browser.api.get<ListBody<LinkedIdentity>>('/user/identities')).items

describe('signing in through a certified provider', () => {
  test('303 with an account of its own, the same each time, whose sessions last as those of passwords do', async () => {
    const providers = expectStatus(200, await app.anonymous.get<SignInProviders>('/sign-in/providers'))
    expect(providers.items).toEqual([
      { id: 'company', label: 'Company account', startURL: 'http://localhost:4000/sso/oidc/company/start' },
    ])
    const options = expectStatus(200, await app.anonymous.get<SignInOptions>('/sign-in/options'))
    expect(options).toMatchObject({ passwords: true, passkeys: true, providers: providers.items })
    const { browser, page } = await signIn('grace')
    expect(page).toMatchObject({ status: 303, location: 'http://localhost:4000/app/home' })
    const { body: user } = await browser.api.get<{ id: string }>('/user')
    expect(user).toMatchObject({ displayName: 'Name of grace', email: 'grace@example.com' })
    const sessions = await browser.api.get<ListBody<{ name: string }>>('/user/sessions')
    expect(sessions.body.items).toMatchObject([{ name: 'Test browser', current: true }])
    expect(sessions.body.items[0]).not.toHaveProperty('organization')

    const again = await signIn('grace')
    expect((await again.browser.api.get('/user')).body).toEqual(user)
    expect(await readIdentities(browser)).toMatchObject([
      { provider: 'company', label: 'Company account', issuer, email: 'grace@example.com' },
    ])
    const { body } = await browser.api.post<{ id: string }>('/orgs', { title: 'Mine' })
    expect((await again.browser.api.get(`/orgs/${body.id}`)).status).toBe(200)
  })

  test('whoever is signed in is asked again by the provider', async () => {
    const { browser } = await signIn('lise')
    const asked = await browser.follow('/sso/oidc/company/start')
    expect(asked.text).toContain('name="prompt" value="login"')
  })
})

/** Somebody with a password, signed in with it. */
async function signInWithPassword() {
  const person = await app.person()
  const password = 'seven purple otters'
  await app.database.transaction((tx) => app.app.areas.signIn.accounts.setPassword(tx, person.id, password))
  const response = await app.anonymous.post('/user/sessions', { email: person.email, password })
  const browser = new TestBrowser(app, network)
  browser.setCookie(String(response.headers['set-cookie']))
  return { person, browser }
}

/** Begins linking, as a page of ours does, and opens the provider's page. */
async function link(browser: TestBrowser, name: string) {
  const response = await browser.api.post<{ url: string }>('/user/identities', {
    provider: 'company',
    redirect: '/app/account',
  })
  browser.setCookie(String(response.headers['set-cookie']))
  return signInAtProvider(browser, expectStatus(200, response).url, name)
}

describe('linking an identity', () => {
  test('303 signs in to the account that linked it, and no other; unlinked, it is a stranger again', async () => {
    const { person, browser } = await signInWithPassword()
    const name = newId().toLowerCase()
    expect(await link(browser, name)).toMatchObject({
      status: 303,
      location: 'http://localhost:4000/app/account',
    })
    const later = await signIn(name)
    expect((await later.browser.api.get('/user')).body).toMatchObject({ id: person.id, email: person.email })

    const other = await signInWithPassword()
    const refused = await link(other.browser, name)
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('belongs to another account'),
    ])
    expect(await readIdentities(other.browser)).toEqual([])

    const [identity] = await readIdentities(browser)
    expect((await other.browser.api.delete(`/user/identities/${identity?.id}`)).status).toBe(204)
    expect((await browser.api.delete(`/user/identities/${identity?.id}`)).status).toBe(205)
    expect((await browser.api.delete(`/user/identities/${identity?.id}`)).status).toBe(204)
    const stranger = await signIn(name)
    expect((await stranger.browser.api.get<{ id: string }>('/user')).body.id).not.toBe(person.id)
  })

  test('409 for the last way in', async () => {
    const { browser } = await signIn(newId().toLowerCase())
    const [identity] = await readIdentities(browser)
    const response = await browser.api.delete(`/user/identities/${identity?.id}`)
    expect(response.status).toBe(409)
    expect(readError(response).message).toContain('only way')
    expect(await readIdentities(browser)).toHaveLength(1)
  })

  test('403 with an access token, after signing out, in another session, or long after signing in', async () => {
    const { person, browser } = await signInWithPassword()
    expect((await person.post('/user/identities', { provider: 'company' })).status).toBe(403)
    expect((await browser.api.post('/user/identities', { provider: 'nowhere' })).status).toBe(404)

    const response = await browser.api.post<{ url: string }>('/user/identities', { provider: 'company' })
    browser.setCookie(String(response.headers['set-cookie']))
    const other = await signInWithPassword()
    // Somebody else signs in, in the browser in which linking began.
    browser.setCookie(other.browser.readCookies())
    const page = await signInAtProvider(browser, response.body.url, newId().toLowerCase())
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('signed out')])
    expect(await readIdentities(other.browser)).toEqual([])

    app.clock.advance(11 * minutes)
    expect((await other.browser.api.post('/user/identities', { provider: 'company' })).status).toBe(403)
  })
})

describe('JOIN_BY_EMAIL', () => {
  let joining: TestApp
  beforeAll(async () => {
    const settings = { ...environment, VERSO_OIDC_COMPANY_JOIN_BY_EMAIL: 'on' }
    joining = await TestApp.start({ oidcProviders: readProviders(settings) }, { network })
  })
  afterAll(() => joining.stop())

  /** Somebody who has typed this address, and had to prove nothing, because there is no mail. */
  async function createAccountWithInvite(email: string) {
    const { id, admin } = await joining.organization()
    const invite = expectStatus(
      201,
      await admin.post<InviteLink>(`/orgs/${id}/link-invites`, { role: 'read' }),
    )
    const browser = new BrowserClient(joining.anonymous)
    const { link } = expectStatus(
      201,
      await browser.post<DeliveredLink>(`/orgs/${id}/invites/${invite.id}/account`, { email }),
    )
    const form = { secret: readSecret(link), displayName: 'Mallory', password: 'seven purple otters' }
    expectStatus(201, await browser.post('/user/first-sign-in', form))
    return expectStatus(200, await browser.get<{ id: string }>('/user')).id
  }

  test('303 to the account with the address, whoever made it, if the address is proven', async () => {
    const person = await joining.person()
    const name = person.email.split('@', 1)[0] ?? ''
    const { browser, page } = await signIn(name, new TestBrowser(joining, network))
    expect(page.status).toBe(303)
    expect((await browser.api.get('/user')).body).toMatchObject({ id: person.id })
  })

  test('403 for an account whose user has not proven the address, until a mailed link was used', async () => {
    const name = newId().toLowerCase()
    const userId = await createAccountWithInvite(`${name}@example.com`)
    const refused = await signIn(name, new TestBrowser(joining, network))
    expect([refused.page.status, refused.page.text]).toEqual([
      403,
      expect.stringContaining('There already is an account'),
    ])
    expect((await refused.browser.api.get('/user')).status).toBe(401)

    const link = { purpose: 'sign-in', userId, lifetimeMs: hours, isMailed: true } as const
    const { url } = await joining.app.areas.signIn.links.create(joining.database, link)
    expectStatus(201, await joining.anonymous.post('/user/sessions/link', { secret: readSecret(url) }))
    const { browser, page } = await signIn(name, new TestBrowser(joining, network))
    expect(page.status).toBe(303)
    expect((await browser.api.get('/user')).body).toMatchObject({ id: userId })
  })

  test('303 to an account that an invitation made; the link that the admin has opens it no more', async () => {
    const { id, admin } = await joining.organization()
    const name = newId().toLowerCase()
    const invitation = { emails: [`${name}@example.com`], role: 'read' }
    const { users } = expectStatus(
      200,
      await admin.post<{ users: string[] }>(`/orgs/${id}/invites`, invitation),
    )
    const pending = await admin.get<ListBody<{ id: string }>>(`/orgs/${id}/invitations`)
    const { link } = expectStatus(
      201,
      await admin.post<DeliveredLink>(`/orgs/${id}/invitations/${pending.body.items[0]?.id}/resend`),
    )
    const { browser, page } = await signIn(name, new TestBrowser(joining, network))
    expect(page.status).toBe(303)
    expect((await browser.api.get('/user')).body).toMatchObject({ id: users[0] })
    const form = { secret: readSecret(link), displayName: 'Mallory', password: 'seven purple otters' }
    expect((await joining.anonymous.post('/user/first-sign-in', form)).status).toBe(404)
    expect((await signIn(name, new TestBrowser(joining, network))).page.status).toBe(303)
  })
})
