import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose'
import { minutes } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { TestApp } from '../../../testing/app.ts'
import { TestNetwork } from '../../../testing/network.ts'
import {
  type OpenedPage,
  readProviders,
  TestBrowser,
  TestOidcProvider,
} from '../../../testing/openid-connect.ts'

const network = new TestNetwork()
const company = await TestOidcProvider.start(network, 'id.example.com', '203.0.113.1')
const other = await TestOidcProvider.start(network, 'id.example.org', '203.0.113.2')
const oidcProviders = readProviders({
  VERSO_OIDC_COMPANY_ISSUER: company.issuer,
  VERSO_OIDC_COMPANY_CLIENT_ID: 'verso',
  VERSO_OIDC_COMPANY_CLIENT_SECRET: 'a secret of the company',
  VERSO_OIDC_COMPANY_SIGN_UP: 'example.com',
  VERSO_OIDC_OTHER_ISSUER: other.issuer,
  VERSO_OIDC_OTHER_CLIENT_ID: 'verso',
  VERSO_OIDC_OTHER_SIGN_UP: 'on',
})
const app = await TestApp.start({ oidcProviders }, { network })
// Another process on the same database.
const twin = await TestApp.start({ oidcProviders }, { database: app.database, network })
afterAll(async () => {
  await twin.app.close()
  await app.stop()
  await network.close()
})

beforeEach(() => {
  for (const provider of [company, other]) {
    provider.discovery = {}
    provider.userInfo = undefined
    provider.intercept = () => false
    provider.createIdToken = (claims) => provider.sign(claims)
  }
})

const createBrowser = () => new TestBrowser(app, network)

/** Begins a login, and returns where the browser is sent. */
async function start(browser: TestBrowser, id = 'company', redirect?: string): Promise<string> {
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
  const page = await browser.open(`/sso/oidc/${id}/start${query}`)
  expect(page.status).toBe(302)
  return page.location ?? ''
}

/** Signs somebody in at the company's provider, and returns the last page. */
async function signIn(claims: JWTPayload, browser = createBrowser()): Promise<OpenedPage> {
  return browser.open(company.signIn(await start(browser), claims))
}

const createPerson = () => {
  const sub = newId()
  return { sub, email: `${sub}@example.com`.toLowerCase() }
}

const readUserId = async (browser: TestBrowser) => (await browser.api.get<{ id: string }>('/user')).body.id

/** Expects a page that signs nobody in and says why. */
function expectRefusal(page: OpenedPage, status: number, message: RegExp): void {
  expect(page.text).toMatch(message)
  expect(page.status).toBe(status)
  expect(page.location).toBeUndefined()
}

describe('a login', () => {
  test('303 signs in with a new session, and ends the one that the browser had', async () => {
    const browser = createBrowser()
    await signIn(createPerson(), browser)
    const before = browser.api
    const [first, person] = [await readUserId(browser), createPerson()]
    const page = await signIn({ ...person, name: 'Ada Lovelace' }, browser)

    expect(page).toMatchObject({ status: 303, location: 'http://localhost:4000/app' })
    expect((await before.get('/user')).status).toBe(401)
    expect(await readUserId(browser)).not.toBe(first)
    expect((await browser.api.get('/user')).body).toMatchObject({
      displayName: 'Ada Lovelace',
      email: person.email,
    })
  })

  test('303 opens paths of ours afterwards, and nothing else', async () => {
    for (const [redirect, opened] of [
      ['/app/spaces/x?y=1', '/app/spaces/x?y=1'],
      ['//evil.example', '/app'],
      ['https://evil.example/', '/app'],
      ['/\\evil.example', '/app'],
      ['/%09/evil.example', '/%09/evil.example'],
      ['javascript:alert(1)', '/app'],
      ['app', '/app'],
    ] as const) {
      const browser = createBrowser()
      const page = await browser.open(
        company.signIn(await start(browser, 'company', redirect), createPerson()),
      )
      expect(page.location).toBe(`http://localhost:4000${opened}`)
    }
  })

  test('303 can begin in one process and end in another', async () => {
    const browser = createBrowser()
    const callback = company.signIn(await start(browser), createPerson())
    expect((await browser.open(callback, { on: twin })).status).toBe(303)
    expect((await browser.open(callback)).status).toBe(403)
    expect((await browser.api.get('/user')).status).toBe(200)
  })

  test('asks the provider to ask again whoever is signed in already', async () => {
    const browser = createBrowser()
    expect(new URL(await start(browser)).searchParams.get('prompt')).toBeNull()
    await signIn(createPerson(), browser)
    expect(new URL(await start(browser)).searchParams.get('prompt')).toBe('login')
  })

  test('reads the address from the user info where the ID token has none', async () => {
    const { sub, email } = createPerson()
    company.userInfo = { sub, email, email_verified: true }
    // The discovery document of before is still known: a new installation reads it again.
    const fresh = await TestApp.start(
      {
        oidcProviders: readProviders({
          VERSO_OIDC_COMPANY_ISSUER: company.issuer,
          VERSO_OIDC_COMPANY_CLIENT_ID: 'verso',
          VERSO_OIDC_COMPANY_SIGN_UP: 'on',
        }),
      },
      { network },
    )
    const browser = new TestBrowser(fresh, network)
    const url = (await browser.open('/sso/oidc/company/start')).location ?? ''
    const page = await browser.open(company.signIn(url, { sub, email: undefined, email_verified: undefined }))
    expect(page.status).toBe(303)
    expect((await browser.api.get('/user')).body).toMatchObject({ email })

    company.userInfo = { sub: 'somebody else', email }
    const again = new TestBrowser(fresh, network)
    const next = (await again.open('/sso/oidc/company/start')).location ?? ''
    expectRefusal(await again.open(company.signIn(next, { sub, email: undefined })), 403, /somebody else/)
    await fresh.stop()
  })

  test('404 for a provider that there is not', async () => {
    expect((await createBrowser().open('/sso/oidc/nowhere/start')).status).toBe(404)
    expect((await createBrowser().open('/sso/oidc/nowhere/callback?code=x&state=y')).status).toBe(404)
  })

  test('first logins of one person at the same time end in one account', async () => {
    const person = createPerson()
    const browsers = Array.from({ length: 6 }, createBrowser)
    const pages = await Promise.all(browsers.map((browser) => signIn(person, browser)))
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 303))
    expect(new Set(await Promise.all(browsers.map(readUserId))).size).toBe(1)
  })
})

describe('403 for a callback', () => {
  test('in another browser, without a cookie, used before, or too late', async () => {
    const browser = createBrowser()
    const callback = company.signIn(await start(browser), createPerson())
    const thief = createBrowser()
    expectRefusal(await thief.open(callback), 403, /another browser/)
    await start(thief)
    expectRefusal(await thief.open(callback), 403, /not started in this browser/)
    // What others tried has not used it up.
    expect((await browser.open(callback)).status).toBe(303)
    expectRefusal(await browser.open(callback), 403, /used before/)

    const late = company.signIn(await start(browser), createPerson())
    app.clock.advance(16 * minutes)
    expectRefusal(await browser.open(late), 403, /expired/)
  })

  test('with a state that was never given, or none, or two', async () => {
    const browser = createBrowser()
    await start(browser)
    for (const query of ['', '?code=x', '?code=x&state=', '?code=x&state=y', '?code=x&state=%00']) {
      expect((await browser.open(`/sso/oidc/company/callback${query}`)).status).toBe(403)
    }
    const callback = company.signIn(await start(browser), createPerson())
    expect((await browser.open(`${callback}&state=x`)).status).toBe(403)
  })

  test('with a code that the provider does not know, or an error of the provider', async () => {
    const browser = createBrowser()
    const callback = new URL(company.signIn(await start(browser), createPerson()))
    callback.searchParams.set('code', 'stolen')
    expectRefusal(await browser.open(callback.href), 403, /refused the login \(invalid_grant\)/)

    const state = new URL(await start(browser)).searchParams.get('state') ?? ''
    const denied = `/sso/oidc/company/callback?error=access_denied&state=${state}&iss=${company.issuer}`
    expectRefusal(await browser.open(denied), 403, /cancelled or refused/)
    expect((await browser.api.get('/user')).status).toBe(401)
  })

  test('of another provider: a code of one is never sent to the other', async () => {
    const browser = createBrowser()
    const callback = new URL(company.signIn(await start(browser), createPerson()))
    const requests: string[] = []
    other.intercept = ({ url = '' }) => {
      requests.push(url)
      return false
    }
    // An attacker who runs one provider sends the browser to the callback of the other.
    callback.pathname = '/sso/oidc/other/callback'
    expectRefusal(await browser.open(callback.href), 403, /not started in this browser/)
    expect(requests).not.toContain('/token')

    const mixed = new URL(company.signIn(await start(browser), createPerson()))
    mixed.searchParams.set('iss', other.issuer)
    expectRefusal(await browser.open(mixed.href), 403, /not valid/)
  })
})

/** Signs in with an ID token that must be refused, and returns the page. */
async function readRefusal(claims: JWTPayload): Promise<string> {
  const { status, text } = await signIn({ ...createPerson(), ...claims })
  expect(status).toBe(403)
  return text
}

describe('403 for an ID token', () => {
  test('of another issuer, for another client, or for another login', async () => {
    expect(await readRefusal({ iss: other.issuer })).toMatch(/another issuer/)
    expect(await readRefusal({ aud: 'somebody-else' })).toMatch(/another client/)
    expect(await readRefusal({ nonce: 'another' })).toMatch(/another login/)
    expect(await readRefusal({ nonce: undefined })).toMatch(/not valid/)
    expect(await readRefusal({ sub: '' })).toMatch(/not valid|does not name/)
    expect(await readRefusal({ sub: 'x'.repeat(300) })).toMatch(/not valid/)
  })

  test('that is not signed, or signed by somebody else', async () => {
    company.createIdToken = (claims) => Promise.resolve(new UnsecuredJWT(claims).encode())
    expect(await readRefusal({})).toMatch(/signed in a way|not valid/)
    const { privateKey } = await generateKeyPair('RS256')
    company.createIdToken = (claims) => company.sign(claims, privateKey)
    expect(await readRefusal({})).toMatch(/not valid/)
    company.createIdToken = async (claims) => {
      const [header, , signature] = (await company.sign(claims)).split('.')
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')
      return `${header}.${changed}.${signature}`
    }
    expect(await readRefusal({})).toMatch(/not valid/)
    company.createIdToken = () => Promise.resolve('garbage')
    expect(await readRefusal({})).toMatch(/cannot be read|not valid/)
  })

  test('from a clock that is wrong by minutes; seconds are tolerated', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(await readRefusal({ iat: now - 600, exp: now - 300 })).toMatch(/clock/)
    expect(await readRefusal({ iat: now + 300, nbf: now + 300, exp: now + 600 })).toMatch(/clock/)
    expect((await signIn({ ...createPerson(), iat: now - 330, exp: now - 20 })).status).toBe(303)
    expect((await signIn({ ...createPerson(), iat: now + 20, nbf: now + 20, exp: now + 300 })).status).toBe(
      303,
    )
  })
})

/** Verso with a provider that nobody has asked before. */
async function withFreshProvider(use: (browser: TestBrowser) => Promise<void>): Promise<void> {
  const oidcProviders = readProviders({
    VERSO_OIDC_COMPANY_ISSUER: company.issuer,
    VERSO_OIDC_COMPANY_CLIENT_ID: 'verso',
  })
  const fresh = await TestApp.start({ oidcProviders }, { network, database: app.database })
  await use(new TestBrowser(fresh, network))
  await fresh.app.close()
}
const openStart = (browser: TestBrowser) => browser.open('/sso/oidc/company/start')

describe('a provider that does not answer as it should', () => {
  test('is said to be wrong in words, and asked again for the next login', async () => {
    await withFreshProvider(async (browser) => {
      company.intercept = (_request, response) => Boolean(response.writeHead(500).end('<h1>Oops</h1>'))
      expectRefusal(await openStart(browser), 403, /answered with status 500/)
      company.intercept = (_request, response) => Boolean(response.end('<h1>Hello</h1>'))
      expectRefusal(await openStart(browser), 403, /not JSON/)
      company.intercept = (_request, response) =>
        Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":'))
      expectRefusal(await openStart(browser), 403, /cannot be read/)
      company.intercept = (_request, response) =>
        Boolean(response.writeHead(302, { location: 'http://127.0.0.1/' }).end())
      expectRefusal(await openStart(browser), 503, /could not be reached/)
      company.intercept = (request) => Boolean(request.socket.destroy())
      expectRefusal(await openStart(browser), 503, /could not be reached/)
      company.intercept = () => false
      company.discovery = { issuer: other.issuer }
      expectRefusal(await openStart(browser), 403, /another issuer/)
      company.discovery = { authorization_endpoint: undefined }
      expectRefusal(await openStart(browser), 403, /not valid/)
      company.discovery = {}
      expect((await openStart(browser)).status).toBe(302)
    })
  })

  test('503 when it is slow, and when it sends without end', { timeout: 60_000 }, async () => {
    await withFreshProvider(async (browser) => {
      // It accepts the request and never answers.
      company.intercept = () => true
      expectRefusal(await openStart(browser), 503, /could not be reached|in time/)
      company.intercept = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const send = () => void (response.destroyed || response.write(' '.repeat(65_536), send))
        send()
        return true
      }
      expectRefusal(await openStart(browser), 503, /larger than/)
      expect((await browser.api.get('/user')).status).toBe(401)
    })
  })
})

describe('who somebody is', () => {
  test('is decided by the subject within the issuer: not by the address, and not by the subject alone', async () => {
    const [browser, person] = [createBrowser(), createPerson()]
    await signIn(person, browser)
    const id = await readUserId(browser)
    // The address changes, at the provider and without being verified: the person is the same.
    const later = createBrowser()
    await signIn({ ...person, email: 'new@example.com', email_verified: false }, later)
    expect(await readUserId(later)).toBe(id)

    const elsewhere = createBrowser()
    const url = await start(elsewhere, 'other')
    const page = await elsewhere.open(
      other.signIn(url, { ...person, email: `${newId()}@example.org`.toLowerCase() }),
    )
    expect(page.status).toBe(303)
    expect(await readUserId(elsewhere)).not.toBe(id)
  })

  test('403 for an address that is not verified, that nobody has invited, or that an account in use has', async () => {
    const unverified = createPerson()
    expectRefusal(await signIn({ ...unverified, email_verified: false }), 403, /is verified/)
    expectRefusal(await signIn({ ...unverified, email_verified: undefined }), 403, /is verified/)
    expectRefusal(await signIn({ ...unverified, email: undefined }), 403, /is verified/)
    expectRefusal(await signIn({ ...unverified, email: 'a\r\nb@example.com' }), 403, /is verified/)
    expect(
      await app.database.row(sql`select id from users where email = ${unverified.email}`),
    ).toBeUndefined()
    const stranger = { ...createPerson(), email: 'x@example.com.evil.example' }
    expectRefusal(await signIn(stranger), 403, /Nobody has invited/)

    const owner = await app.person(createPerson().email)
    expectRefusal(await signIn({ sub: newId(), email: owner.email }), 403, /already is an account/)
  })

  test('303 for somebody who was invited and has never signed in', async () => {
    const { id: organizationId, admin } = await app.organization()
    const email = `${newId()}@partner.example`.toLowerCase()
    await admin.post(`/orgs/${organizationId}/invites`, { emails: [email], role: 'edit' })
    const browser = createBrowser()
    expect((await signIn({ sub: newId(), email }, browser)).status).toBe(303)
    expect((await browser.api.get(`/orgs/${organizationId}`)).status).toBe(200)
    // Removed again, the account stays and reaches nothing there.
    await admin.delete(`/orgs/${organizationId}/members/${await readUserId(browser)}`)
    expect((await browser.api.get(`/orgs/${organizationId}`)).status).toBe(404)
  })
})
