import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../common/clock.ts'
import { sql } from '../../database/database.ts'
import { Client, expectStatus, type ListBody, type Person, TestApp } from '../../testing/app.ts'
import { type Claims, TestIdentityProvider, wrapped } from '../../testing/identity-provider.ts'
import type { Member } from '../members/schema.ts'
import type { Organization } from '../organizations/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { NewToken } from '../tokens/schema.ts'
import type { SamlProvider, Session } from './schema.ts'

const app = await TestApp.start()
// Another process on the same database.
const twin = await TestApp.start({}, { database: app.database })
afterAll(async () => {
  await twin.app.close()
  await app.stop()
})

const idp = await TestIdentityProvider.create()
const otherIdp = await TestIdentityProvider.create()
let organizationId: string
let admin: Person
let provider: SamlProvider

beforeAll(async () => {
  const created = await app.organization('Acme')
  organizationId = created.id
  admin = created.admin
  provider = await newProvider()
})

async function newProvider(body: object = {}): Promise<SamlProvider> {
  const { certificate, entityID, ssoURL } = idp
  return expectStatus(
    201,
    await admin.post<SamlProvider>(`/orgs/${organizationId}/saml`, {
      label: 'Company',
      certificate,
      entityID,
      ssoURL,
      defaultRole: 'edit',
      ...body,
    }),
  )
}

/** The path of an address of ours. */
const pathOf = (url: string) => new URL(url).pathname

async function begin(of = provider, redirect?: string, on = app): Promise<string> {
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
  const answer = await on.app.http.inject({ method: 'GET', url: pathOf(of.service.startURL) + query })
  expect(answer.statusCode).toBe(302)
  const url = new URL(String(answer.headers.location))
  expect(url.origin + url.pathname).toBe(idp.ssoURL)
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  expect(request).toContain(of.service.acsURL)
  return /ID="([^"]+)"/.exec(request)?.[1] ?? ''
}

const post = (xml: string, { of = provider, relayState = '', on = app } = {}) =>
  on.app.http.inject({
    method: 'POST',
    url: pathOf(of.service.acsURL),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Test browser' },
    payload: new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      ...(relayState && { RelayState: relayState }),
    }).toString(),
  })

/** Signs somebody in, and gives what sends requests with their cookie. */
async function signIn(claims: Claims = {}, of = provider) {
  const answer = await post(idp.response(of.service, claims), { of })
  expect(answer.statusCode).toBe(303)
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  const browser = new Client(app.app, undefined, { cookie, origin: 'http://localhost:4000' })
  return { cookie, browser, answer }
}

const members = async () =>
  expectStatus(200, await admin.get<ListBody<Member>>(`/orgs/${organizationId}/members?limit=1000`)).items

describe('signing in', () => {
  test('303 a login that began here ends with a cookie, and where it was going', async () => {
    const inResponseTo = await begin(provider, '/app/spaces/x')
    const answer = await post(idp.response(provider.service, { inResponseTo, nameID: 'first' }))
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/app/spaces/x')
    expect(answer.headers['set-cookie']).toMatch(
      /^verso_session=\S+; Path=\/; HttpOnly; SameSite=Lax; Expires=/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('303 a login that began at the provider, and goes nowhere but here', async () => {
    for (const [relayState, location] of [
      ['/app/spaces/y', '/app/spaces/y'],
      ['https://evil.example', '/app'],
      ['//evil.example', '/app'],
      [String.raw`/\evil.example`, '/app'],
      ['/a\nSet-Cookie: x=y', '/app'],
      ['javascript:alert(1)', '/app'],
    ] as const) {
      const answer = await post(idp.response(provider.service, { nameID: 'second' }), { relayState })
      expect({ relayState, location: answer.headers.location }).toEqual({ relayState, location })
    }
    await begin(provider, 'https://evil.example')
    const stored = await app.database.rows(
      sql`select redirect from saml_requests where redirect like '%evil%'`,
    )
    expect(stored).toEqual([])
  })

  test('303 begun on one process, ended on another', async () => {
    const inResponseTo = await begin(provider, '/app', twin)
    expect((await post(idp.response(provider.service, { inResponseTo, nameID: 'twin' }))).statusCode).toBe(
      303,
    )
  })

  test('a first login makes a member with the role and team of the provider; a second one renames', async () => {
    const team = await app.team(admin, organizationId, 'Newcomers')
    const withTeam = await newProvider({ defaultTeam: team.id, defaultRole: 'comment' })
    const claims = { nameID: 'bob', email: 'bob@idp.example.com', displayName: 'Bob' }
    const { browser } = await signIn(claims, withTeam)
    const me = (await browser.get<{ id: string; displayName: string }>('/user')).body
    expect(me).toMatchObject({ displayName: 'Bob', email: 'bob@idp.example.com' })
    expect((await members()).find(({ id }) => id === me?.id)).toMatchObject({ role: 'comment', sso: true })
    const inTeam = await admin.get<ListBody<unknown>>(`/orgs/${organizationId}/teams/${team.id}/members`)
    expect(inTeam.body.count).toBe(1)
    expect(
      expectStatus(200, await admin.get<SamlProvider>(`/orgs/${organizationId}/saml/${withTeam.id}`)),
    ).toMatchObject({
      defaultTeam: { id: team.id },
    })

    const again = await signIn(
      { ...claims, displayName: 'Robert', email: 'robert@idp.example.com' },
      withTeam,
    )
    expect((await again.browser.get('/user')).body).toMatchObject({ id: me?.id, displayName: 'Robert' })
  })

  test('a member of the organization is found by their address, nobody else is', async () => {
    const member = await app.member(organizationId, 'review', 'carol@example.com')
    const stranger = await app.person('dave@example.com')
    const carol = await signIn({ nameID: 'carol', email: 'Carol@example.com' })
    expect((await carol.browser.get<{ id: string }>('/user')).body?.id).toBe(member.id)
    const dave = await signIn({ nameID: 'dave', email: 'dave@example.com' })
    const account = (await dave.browser.get<{ id: string }>('/user')).body
    expect(account?.id).not.toBe(stranger.id)
    // Everyone else still means the account that was there before by that address.
    const [found] = await app.database.rows<{ id: string }>(
      sql`select id from users where email = 'dave@example.com' and not managed`,
    )
    expect(found?.id).toBe(stranger.id)
  })

  test('what a provider vouches for is worth nothing outside of its organization', async () => {
    const other = await app.organization('Elsewhere')
    const member = await app.member(organizationId, 'read', 'erin@example.com')
    await app.database.execute(sql`
      insert into members (organization_id, user_id, role, joined_at) values (${other.id}, ${member.id}, 'admin', now())`)
    const space = await app.space(other.admin, other.id)
    const { browser } = await signIn({ nameID: 'erin', email: 'erin@example.com' })
    expect((await browser.get(`/orgs/${organizationId}`)).status).toBe(200)
    expect((await browser.get(`/orgs/${other.id}`)).status).toBe(404)
    expect((await browser.get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await browser.get(`/users/${other.admin.id}`)).status).toBe(404)
    const listed = (await browser.get<ListBody<Organization>>('/orgs')).body
    expect(listed?.items.map(({ id }) => id)).toEqual([organizationId])
    for (const [method, path, body] of [
      ['POST', '/orgs', { title: 'Mine' }],
      ['PATCH', `/users/${member.id}`, { displayName: 'Mallory' }],
    ] as const) {
      expect((await browser.send(method, path, body)).status).toBe(403)
    }
    // Nor is a token that was made with it.
    const made = await browser.post<NewToken>('/user/tokens', { name: 'script' })
    expect(made.status).toBe(201)
    const withToken = (path: string) =>
      app.app.http.inject({ url: `/v1${path}`, headers: { authorization: `Bearer ${made.body?.token}` } })
    expect((await withToken(`/orgs/${organizationId}`)).statusCode).toBe(200)
    expect((await withToken(`/orgs/${other.id}`)).statusCode).toBe(404)
    // Their own token reaches both, and the session sees none of it.
    expect((await member.get(`/orgs/${other.id}`)).status).toBe(200)
    const tokens = (await browser.get<ListBody<{ id: string }>>('/user/tokens')).body
    expect(tokens?.items.map(({ id }) => id)).toEqual([made.body?.id])
  })
})

describe('sessions', () => {
  test('are listed, and ended one by one', async () => {
    const [one, two] = [await signIn({ nameID: 'frank' }), await signIn({ nameID: 'frank' })]
    const sessions = (await one.browser.get<ListBody<Session>>('/user/sessions')).body
    expect(sessions?.items).toHaveLength(2)
    expect(sessions?.items.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions?.items[0]).toMatchObject({
      object: 'session',
      name: 'Test browser',
      organization: organizationId,
    })
    const other = sessions?.items.find(({ current }) => !current)
    expect((await one.browser.delete(`/user/sessions/${other?.id}`)).status).toBe(205)
    expect((await one.browser.delete(`/user/sessions/${other?.id}`)).status).toBe(204)
    expect((await two.browser.get('/user')).status).toBe(401)
    expect((await one.browser.get('/user')).status).toBe(200)
    // Somebody else's is not there.
    const gina = await signIn({ nameID: 'gina', email: 'gina@idp.example.com' })
    const mine = sessions?.items.find(({ current }) => current)
    expect((await gina.browser.delete(`/user/sessions/${mine?.id}`)).status).toBe(204)
    expect((await one.browser.get('/user')).status).toBe(200)
  })

  test('end with the membership, with the provider, with a sign-out and with time', async () => {
    const own = await newProvider()
    const claims = { nameID: 'hugo', email: 'hugo@idp.example.com' }
    const first = await signIn(claims, own)
    const { body: hugo } = await first.browser.get<{ id: string }>('/user')
    expectStatus(205, await admin.delete(`/orgs/${organizationId}/members/${hugo?.id}`))
    expect((await first.browser.get('/user')).status).toBe(401)

    // Whoever the provider still vouches for comes back as the same person, with the role that newcomers have.
    const second = await signIn(claims, own)
    expect((await second.browser.get('/user')).body).toMatchObject({ id: hugo?.id })
    const signedOut = await app.app.http.inject({
      method: 'POST',
      url: '/sso/logout',
      headers: { cookie: second.cookie },
    })
    expect(signedOut.statusCode).toBe(303)
    expect(signedOut.headers['set-cookie']).toContain('Max-Age=0')
    expect((await second.browser.get('/user')).status).toBe(401)

    const third = await signIn(claims, own)
    expectStatus(205, await admin.delete(`/orgs/${organizationId}/saml/${own.id}`))
    expect((await third.browser.get('/user')).status).toBe(401)

    const fourth = await signIn({ nameID: 'ida', email: 'ida@idp.example.com' })
    app.clock.advance(13 * hours)
    expect((await fourth.browser.get('/user')).status).toBe(401)
    app.clock.advance(-13 * hours)
  })

  test('a cookie is worth nothing in what another site makes a browser send', async () => {
    const { cookie } = await signIn({ nameID: 'jack', email: 'jack@idp.example.com' })
    const send = (headers: Record<string, string>) =>
      new Client(app.app, undefined, { cookie, ...headers }).post('/user/tokens', { name: 'stolen' })
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await send(headers)).status).toBe(401)
    }
    const fromUs = { 'sec-fetch-site': 'same-origin' }
    expect((await send(fromUs)).status).toBe(201)
  })

  test('are ended at the provider too, where it offers that', async () => {
    const own = await newProvider({ logoutURL: 'https://idp.example.com/slo' })
    const { cookie } = await signIn({ nameID: 'kim', email: 'kim@idp.example.com' }, own)
    const answer = await app.app.http.inject({ method: 'POST', url: '/sso/logout', headers: { cookie } })
    const url = new URL(String(answer.headers.location))
    expect(url.origin + url.pathname).toBe('https://idp.example.com/slo')
    const request = inflateRawSync(
      Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString()
    expect(request).toContain('>kim<')
    expect(request).toContain('_session')
  })
})

/** Sends what must not be taken: nobody is signed in, and nobody is made. */
const refuse = async (xml: string, of = provider) => {
  const before = await members()
  const answer = await post(xml, { of })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['content-type']).toContain('text/html')
  expect((await members()).length).toBe(before.length)
  return answer.statusCode
}

const ago = (time: number) => new Date(Date.now() - time)

describe('what is refused', () => {
  const mallory = { nameID: 'mallory', email: 'mallory@idp.example.com' }

  test('403 an assertion that nobody signed, or that was changed after it was signed', async () => {
    const { service } = provider
    expect(await refuse(wrapped(service.acsURL, idp.assertion(service, mallory)))).toBe(403)
    const signed = idp.response(service, mallory)
    expect(await refuse(signed.replace('mallory', 'admin'))).toBe(403)
    // A signature of the response does not make up for one of the assertion.
    expect(await refuse(idp.sign(wrapped(service.acsURL, idp.assertion(service, mallory))))).toBe(403)
  })

  test('403 a certificate of another provider', async () => {
    expect(await refuse(otherIdp.response(provider.service, mallory))).toBe(403)
  })

  test('403 signature wrapping', async () => {
    const { service } = provider
    const good = idp.sign(idp.assertion(service, { ...mallory, assertionId: '_good' }))
    const evil = idp.assertion(service, { ...mallory, nameID: 'root', assertionId: '_evil' })
    const evilSameId = evil.replace('_evil', '_good')
    const extensions = `<samlp:Extensions>${good}</samlp:Extensions>`
    const signature = /<Signature[\s\S]*<\/Signature>/.exec(good)?.[0] ?? ''
    const object = `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${good}</Object>`
    for (const inside of [
      // Beside each other, in both orders.
      evil + good,
      good + evil,
      evilSameId + good,
      good + evilSameId,
      // The signed one hidden where nobody looks.
      extensions + evil,
      extensions + evilSameId,
      evil.replace('</saml:Issuer>', `</saml:Issuer>${good}`),
      evilSameId.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</Signature>', `${object}</Signature>`)}`,
      ),
      // The forged one carries the signature of the other.
      evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
      evilSameId.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
      evil.replace('</saml:Assertion>', `<saml:Advice>${good}</saml:Advice></saml:Assertion>`),
    ]) {
      expect(await refuse(wrapped(service.acsURL, inside))).toBe(403)
    }
  })

  test('403 for another audience, recipient or issuer', async () => {
    const { service } = provider
    const other = await newProvider()
    for (const claims of [
      { audience: 'https://other.example' },
      { audience: other.service.entityID },
      { recipient: 'https://other.example/acs' },
      { recipient: other.service.acsURL },
      { issuer: 'https://other.example/metadata' },
    ]) {
      expect(await refuse(idp.response(service, { ...mallory, ...claims }))).toBe(403)
    }
    // What was meant for one provider is nothing to another of the same company.
    expect(await refuse(idp.response(service, mallory), other)).toBe(403)
  })

  test('403 an answer to what was not asked, was answered before, or was asked too long ago', async () => {
    const { service } = provider
    expect(await refuse(idp.response(service, { ...mallory, inResponseTo: '_never' }))).toBe(403)
    const other = await newProvider()
    expect(await refuse(idp.response(service, { ...mallory, inResponseTo: await begin(other) }))).toBe(403)
    // The response says one thing, what is signed in it another.
    const inResponseTo = await begin()
    const signed = idp.sign(idp.assertion(service, { ...mallory, inResponseTo: '_never' }))
    expect(await refuse(wrapped(service.acsURL, signed, { inResponseTo }))).toBe(403)
    expect(await refuse(wrapped(service.acsURL, signed))).toBe(403)

    const asked = await begin()
    const used = { nameID: 'lena', email: 'lena@idp.example.com', inResponseTo: asked }
    expect((await post(idp.response(service, used))).statusCode).toBe(303)
    expect(await refuse(idp.response(service, used))).toBe(403)
    const late = await begin()
    app.clock.advance(16 * minutes)
    expect(await refuse(idp.response(service, { ...mallory, inResponseTo: late }))).toBe(403)
    app.clock.advance(-16 * minutes)
  })

  test('403 what has expired, is not good yet, or was used before', async () => {
    const { service } = provider
    expect(await refuse(idp.response(service, { ...mallory, notOnOrAfter: ago(5 * minutes) }))).toBe(403)
    expect(await refuse(idp.response(service, { ...mallory, notBefore: ago(-5 * minutes) }))).toBe(403)
    const once = idp.response(service, { nameID: 'max', email: 'max@idp.example.com' })
    expect((await post(once)).statusCode).toBe(303)
    expect(await refuse(once)).toBe(403)
    // Also on another process, and many at once.
    const race = idp.response(service, { nameID: 'nina', email: 'nina@idp.example.com' })
    const answers = await Promise.all([app, twin, app, twin].map((on) => post(race, { on })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      303, 403, 403, 403,
    ])
  })

  test('403 comments, document types, entities and what is no message at all', async () => {
    const { service } = provider
    const signed = idp.response(service, { nameID: 'ann@victim.example.evil.example' })
    const doctype = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    for (const xml of [
      signed.replace('ann@victim.example', 'ann@victim.example<!---->'),
      doctype + signed,
      `<?xml version="1.0"?>${doctype}${signed}`,
      signed.replace('>ann@', '><![CDATA[ann@]]>'),
      signed.replace('<samlp:Status>', '<?evil x?><samlp:Status>'),
      'no xml',
      '<a/>',
      '',
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${'<a>'.repeat(20_000)}`,
    ]) {
      expect(await refuse(xml)).toBe(403)
    }
    const utf16 = Buffer.from(`\ufeff${doctype}${signed}`, 'utf16le').toString('latin1')
    expect(await refuse(utf16)).toBe(403)
    const missing = await app.app.http.inject({ method: 'POST', url: pathOf(service.acsURL) })
    expect(missing.statusCode).toBe(403)
    const huge = await app.app.http.inject({
      method: 'POST',
      url: pathOf(service.acsURL),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `SAMLResponse=${'A'.repeat(400_000)}`,
    })
    expect(huge.statusCode).toBe(403)
  })

  test('404 through a provider that is not set up, or not there', async () => {
    const pending = expectStatus(
      201,
      await admin.post<SamlProvider>(`/orgs/${organizationId}/saml`, { label: 'Soon' }),
    )
    expect(pending.status).toBe('pending')
    expect(await refuse(idp.response(pending.service), pending)).toBe(404)
    const start = await app.app.http.inject({ url: pathOf(pending.service.startURL) })
    expect(start.statusCode).toBe(404)
    expect((await app.app.http.inject({ url: '/sso/nowhere/metadata' })).statusCode).toBe(404)
    // What a provider needs to know of us, it needs before that.
    const metadata = await app.app.http.inject({ url: pathOf(pending.service.entityID) })
    expect(metadata.payload).toContain(pending.service.acsURL)
  })

  test('403 a sign-out that nobody signed ends nothing', async () => {
    const { browser } = await signIn({ nameID: 'olga', email: 'olga@idp.example.com' })
    const answer = await app.app.http.inject({ url: `${pathOf(provider.service.logoutURL)}?SAMLRequest=abc` })
    expect(answer.statusCode).toBe(403)
    expect((await browser.get('/user')).status).toBe(200)
  })
})

describe('a certificate', () => {
  test('takes the place of another while both are good, and then alone', async () => {
    const both = await newProvider({ certificate: `${idp.certificate}\n${otherIdp.certificate}` })
    const claims = { nameID: 'pia', email: 'pia@idp.example.com' }
    expect((await post(idp.response(both.service, claims), { of: both })).statusCode).toBe(303)
    expect((await post(otherIdp.response(both.service, claims), { of: both })).statusCode).toBe(303)
    expectStatus(
      200,
      await admin.patch(`/orgs/${organizationId}/saml/${both.id}`, { certificate: otherIdp.certificate }),
    )
    expect((await post(idp.response(both.service, claims), { of: both })).statusCode).toBe(403)
    expect((await post(otherIdp.response(both.service, claims), { of: both })).statusCode).toBe(303)
  })
})

describe('an organization that requires single sign-on', () => {
  test('403 for tokens of members until they come through it; not for whoever required it', async () => {
    const { id, admin: owner } = await app.organization('Strict')
    const [member, second] = [await app.member(id, 'edit', 'quin@example.com'), await app.member(id, 'admin')]
    const space: Space = await app.space(owner, id)
    const { certificate, entityID, ssoURL } = idp
    const own = expectStatus(
      201,
      await owner.post<SamlProvider>(`/orgs/${id}/saml`, { label: 'IdP', certificate, entityID, ssoURL }),
    )
    expectStatus(200, await owner.patch(`/orgs/${id}`, { sso: true }))
    for (const path of [`/orgs/${id}`, `/spaces/${space.id}`]) {
      expect((await member.get(path)).status).toBe(403)
      expect((await second.get(path)).status).toBe(403)
      expect((await owner.get(path)).status).toBe(200)
      expect((await admin.get(path)).status).toBe(404)
    }
    expect((await member.get<{ error: { message: string } }>(`/orgs/${id}`)).body.error.message).toContain(
      '/sso',
    )
    const logins = await app.anonymous.get<{ items: { startURL: string }[] }>(`/orgs/${id}/sso`)
    expect(logins.body.items).toEqual([{ id: own.id, label: 'IdP', startURL: own.service.startURL }])

    await signIn({ nameID: 'quin', email: 'quin@example.com' }, own)
    expect((await member.get(`/spaces/${space.id}`)).status).toBe(200)
    // An admin may be let in without it.
    expectStatus(200, await owner.post(`/orgs/${id}/members/${second.id}/sso`))
    expect((await second.get(`/orgs/${id}`)).status).toBe(200)
    expectStatus(200, await owner.patch(`/orgs/${id}`, { sso: false }))
  })
})
