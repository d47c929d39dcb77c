import { afterAll, describe, expect, test } from 'vitest'
import { hours } from '../../../common/clock.ts'
import { sql } from '../../../database/database.ts'
import { Client, expectStatus, type ListBody, TestApp } from '../../../testing/app.ts'
import { TestIdentityProvider } from '../../../testing/identity-provider.ts'
import { loginCookie, SingleSignOn } from '../../../testing/single-sign-on.ts'
import type { ReceivedInvitation } from '../../organizations/invitations/schema.ts'
import type { Organization } from '../../organizations/organizations/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { NewToken } from '../../identity/tokens/schema.ts'
import type { Session } from '../../identity/sessions/schema.ts'
import type { SamlProvider } from './schema.ts'

const app = await TestApp.start()
// Another process on the same database.
const twin = await TestApp.start({}, { database: app.database })
afterAll(async () => {
  await twin.app.close()
  await app.stop()
})

const otherIdp = await TestIdentityProvider.create()
const sso = await SingleSignOn.start(app)
const { idp, admin, organizationId } = sso
const provider = await sso.createProvider()
const openProvider = await sso.createProvider({ idpInitiated: true })

describe('signing in', () => {
  test('303 a login that began at Verso sets a cookie and redirects to the requested page', async () => {
    const inResponseTo = await sso.startLogin(provider, '/app/spaces/x')
    const answer = await sso.postResponse(
      provider,
      idp.createResponse(provider.service, { inResponseTo, nameID: 'first' }),
    )
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/app/spaces/x')
    expect(answer.headers['set-cookie']).toMatch(
      /^verso_session=\S+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('303 a login that began at the provider redirects only to Verso', async () => {
    for (const [relayState, location] of [
      ['/app/spaces/y', '/app/spaces/y'],
      ['https://evil.example', '/app'],
      ['//evil.example', '/app'],
      [String.raw`/\evil.example`, '/app'],
      ['/a\nSet-Cookie: x=y', '/app'],
      ['javascript:alert(1)', '/app'],
    ] as const) {
      const answer = await sso.postResponse(
        openProvider,
        idp.createResponse(openProvider.service, { nameID: 'second' }),
        {
          relayState,
        },
      )
      expect({ relayState, location: answer.headers.location }).toEqual({ relayState, location })
    }
    await sso.startLogin(provider, 'https://evil.example')
    const stored = await app.database.rows(
      sql`select redirect from saml_requests where redirect like '%evil%'`,
    )
    expect(stored).toEqual([])
  })

  test('303 a login can begin in one process and end in another', async () => {
    const inResponseTo = await sso.startLogin(provider, '/app', twin)
    expect(
      (
        await sso.postResponse(
          provider,
          idp.createResponse(provider.service, { inResponseTo, nameID: 'twin' }),
        )
      ).statusCode,
    ).toBe(303)
  })

  test('a first login creates a member with the role and team of the provider; a second one updates the name', async () => {
    const team = await app.team(admin, organizationId, 'Newcomers')
    const withTeam = await sso.createProvider({ defaultTeam: team.id, defaultRole: 'comment' })
    const claims = { nameID: 'bob', email: 'bob@idp.example.com', displayName: 'Bob' }
    const { browser } = await sso.signIn(withTeam, claims)
    const me = (await browser.get<{ id: string; displayName: string }>('/user')).body
    expect(me).toMatchObject({ displayName: 'Bob', email: 'bob@idp.example.com' })
    expect((await sso.listMembers()).find(({ id }) => id === me?.id)).toMatchObject({
      role: 'comment',
      sso: true,
    })
    const inTeam = await admin.get<ListBody<unknown>>(`/orgs/${organizationId}/teams/${team.id}/members`)
    expect(inTeam.body.count).toBe(1)
    expect(
      expectStatus(200, await admin.get<SamlProvider>(`/orgs/${organizationId}/saml/${withTeam.id}`)),
    ).toMatchObject({
      defaultTeam: { id: team.id },
    })

    const again = await sso.signIn(withTeam, {
      ...claims,
      displayName: 'Robert',
      email: 'robert@idp.example.com',
    })
    expect((await again.browser.get('/user')).body).toMatchObject({ id: me?.id, displayName: 'Robert' })
  })

  test('the same name at two providers is two users', async () => {
    const second = await sso.createProvider()
    const [here, there] = [
      await sso.signIn(provider, { nameID: 'same', email: 'one@idp.example.com' }),
      await sso.signIn(second, { nameID: 'same', email: 'two@idp.example.com' }),
    ]
    const [one, two] = [
      (await here.browser.get<{ id: string }>('/user')).body,
      (await there.browser.get<{ id: string }>('/user')).body,
    ]
    expect(one).toMatchObject({ email: 'one@idp.example.com' })
    expect(two).toMatchObject({ email: 'two@idp.example.com' })
    expect(one.id).not.toBe(two.id)
    // Nor does the address of one open the account of the other to a third name.
    const third = await sso.signIn(second, { nameID: 'third', email: 'two@idp.example.com' })
    expect((await third.browser.get<{ id: string }>('/user')).body.id).not.toBe(two.id)
  })

  test('403 for a membership that is disabled', async () => {
    const claims = { nameID: 'rosa', email: 'rosa@idp.example.com' }
    const { browser } = await sso.signIn(openProvider, claims)
    const { body: rosa } = await browser.get<{ id: string }>('/user')
    await app.database.execute(sql`update members set disabled = true where user_id = ${rosa.id}`)
    expect(await sso.expectRefusal(openProvider, idp.createResponse(openProvider.service, claims))).toBe(403)
  })

  test('only members of the organization are found by their e-mail address', async () => {
    const member = await app.member(organizationId, 'review', 'carol@example.com')
    const stranger = await app.person('dave@example.com')
    const carol = await sso.signIn(provider, { nameID: 'carol', email: 'Carol@example.com' })
    expect((await carol.browser.get<{ id: string }>('/user')).body?.id).toBe(member.id)
    const dave = await sso.signIn(provider, { nameID: 'dave', email: 'dave@example.com' })
    const account = (await dave.browser.get<{ id: string }>('/user')).body
    expect(account?.id).not.toBe(stranger.id)
    // Everyone else still means the account that was there before by that address.
    const [found] = await app.database.rows<{ id: string }>(
      sql`select id from users where email = 'dave@example.com' and not managed`,
    )
    expect(found?.id).toBe(stranger.id)
  })

  test('a session gives access only to the organization of its provider', async () => {
    const other = await app.organization('Elsewhere')
    const member = await app.member(organizationId, 'read', 'erin@example.com')
    await app.database.execute(sql`
      insert into members (organization_id, user_id, role, joined_at) values (${other.id}, ${member.id}, 'admin', now())`)
    const space = await app.space(other.admin, other.id)
    const { browser } = await sso.signIn(provider, { nameID: 'erin', email: 'erin@example.com' })
    expect((await browser.get(`/orgs/${organizationId}`)).status).toBe(200)
    expect((await browser.get(`/orgs/${other.id}`)).status).toBe(404)
    expect((await browser.get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await browser.get(`/users/${other.admin.id}`)).status).toBe(404)
    const listed = (await browser.get<ListBody<Organization>>('/orgs')).body
    expect(listed?.items.map(({ id }) => id)).toEqual([organizationId])
    // Nor does the provider answer for them what other organizations ask.
    const third = await app.organization('Third')
    expectStatus(200, await third.admin.post(`/orgs/${third.id}/invites`, { emails: [member.email] }))
    const invitations = await member.get<ListBody<ReceivedInvitation>>('/user/invitations')
    const invitation = `/user/invitations/${invitations.body.items[0]?.id}`
    for (const [method, path, body] of [
      ['GET', '/user/invitations', undefined],
      ['POST', `${invitation}/accept`, undefined],
      ['DELETE', invitation, undefined],
      ['POST', '/orgs', { title: 'Mine' }],
      ['PATCH', `/users/${member.id}`, { displayName: 'Mallory' }],
    ] as const) {
      expect((await browser.send(method, path, body)).status).toBe(403)
    }
    // Nor is a token that was created with it.
    const tokenResponse = await browser.post<NewToken>('/user/tokens', { name: 'script' })
    expect(tokenResponse.status).toBe(201)
    const withToken = (path: string) =>
      app.app.http.inject({
        url: `/v1${path}`,
        headers: { authorization: `Bearer ${tokenResponse.body?.token}` },
      })
    expect((await withToken(`/orgs/${organizationId}`)).statusCode).toBe(200)
    expect((await withToken(`/orgs/${other.id}`)).statusCode).toBe(404)
    // Their own token reaches both, and the session sees none of it.
    expect((await member.get(`/orgs/${other.id}`)).status).toBe(200)
    const tokens = (await browser.get<ListBody<{ id: string }>>('/user/tokens')).body
    expect(tokens?.items.map(({ id }) => id)).toEqual([tokenResponse.body?.id])
  })
})

/** For how many hours a session is good. */
const lasts = async (claims: object): Promise<number> => {
  const { answer } = await sso.signIn(provider, {
    nameID: 'sven',
    email: 'sven@idp.example.com',
    ...claims,
  })
  const expires = /Expires=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
  return (Date.parse(expires) - app.clock.now().getTime()) / hours
}

describe('sessions', () => {
  test('are listed, and can be ended one by one', async () => {
    const [one, two] = [
      await sso.signIn(provider, { nameID: 'frank' }),
      await sso.signIn(provider, { nameID: 'frank' }),
    ]
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
    const gina = await sso.signIn(provider, { nameID: 'gina', email: 'gina@idp.example.com' })
    const mine = sessions?.items.find(({ current }) => current)
    expect((await gina.browser.delete(`/user/sessions/${mine?.id}`)).status).toBe(204)
    expect((await one.browser.get('/user')).status).toBe(200)
  })

  test('end with the membership, the provider, a sign-out or their expiry', async () => {
    const own = await sso.createProvider()
    const claims = { nameID: 'hugo', email: 'hugo@idp.example.com' }
    const first = await sso.signIn(own, claims)
    const { body: hugo } = await first.browser.get<{ id: string }>('/user')
    expectStatus(205, await admin.delete(`/orgs/${organizationId}/members/${hugo?.id}`))
    expect((await first.browser.get('/user')).status).toBe(401)

    // Whoever the provider still vouches for comes back as the same person, with the role that newcomers have.
    const second = await sso.signIn(own, claims)
    expect((await second.browser.get('/user')).body).toMatchObject({ id: hugo?.id })
    const signedOut = await app.app.http.inject({
      method: 'POST',
      url: '/sso/logout',
      headers: { cookie: second.cookie },
    })
    expect(signedOut.statusCode).toBe(303)
    expect(signedOut.headers['set-cookie']).toContain('Max-Age=0')
    expect((await second.browser.get('/user')).status).toBe(401)

    const third = await sso.signIn(own, claims)
    expectStatus(205, await admin.delete(`/orgs/${organizationId}/saml/${own.id}`))
    expect((await third.browser.get('/user')).status).toBe(401)

    const fourth = await sso.signIn(provider, { nameID: 'ida', email: 'ida@idp.example.com' })
    app.clock.advance(13 * hours)
    expect((await fourth.browser.get('/user')).status).toBe(401)
    app.clock.advance(-13 * hours)
  })

  test('last as long as the provider allows, and at most twelve hours', async () => {
    expect(await lasts({})).toBeCloseTo(12, 1)
    expect(await lasts({ sessionUntil: new Date(Date.now() + 2 * hours) })).toBeCloseTo(2, 1)
    expect(await lasts({ sessionUntil: new Date(Date.now() + 100 * hours) })).toBeCloseTo(12, 1)
  })

  test('have a secure cookie if Verso uses https', async () => {
    const publicUrl = 'https://docs.example.com'
    const secure = await TestApp.start({ publicUrl }, { database: app.database })
    const service = {
      acsURL: openProvider.service.acsURL.replace('http://localhost:4000', publicUrl),
      entityID: openProvider.service.entityID.replace('http://localhost:4000', publicUrl),
    }
    const message = idp.createResponse(service, { nameID: 'tina', email: 'tina@idp.example.com' })
    const answer = await sso.postResponse(openProvider, message, {
      on: secure,
      cookie: `__Host-${loginCookie}`,
    })
    expect(answer.headers['set-cookie']).toMatch(/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    await secure.app.close()
  })

  test('the cookie does not count in requests that another site sends', async () => {
    const { cookie } = await sso.signIn(provider, { nameID: 'jack', email: 'jack@idp.example.com' })
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
})

describe('a certificate', () => {
  test('can be replaced while both are valid, and then alone', async () => {
    const certificate = `${idp.certificate}\n${otherIdp.certificate}`
    const both = await sso.createProvider({ certificate, idpInitiated: true })
    const claims = { nameID: 'pia', email: 'pia@idp.example.com' }
    expect((await sso.postResponse(both, idp.createResponse(both.service, claims))).statusCode).toBe(303)
    expect((await sso.postResponse(both, otherIdp.createResponse(both.service, claims))).statusCode).toBe(303)
    expectStatus(
      200,
      await admin.patch(`/orgs/${organizationId}/saml/${both.id}`, { certificate: otherIdp.certificate }),
    )
    expect((await sso.postResponse(both, idp.createResponse(both.service, claims))).statusCode).toBe(403)
    expect((await sso.postResponse(both, otherIdp.createResponse(both.service, claims))).statusCode).toBe(303)
  })
})

describe('an organization that requires single sign-on', () => {
  test('403 for tokens of members until they sign in through it, but not for the admin who required it', async () => {
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

    await sso.signIn(own, { nameID: 'quin', email: 'quin@example.com' })
    expect((await member.get(`/spaces/${space.id}`)).status).toBe(200)
    // An admin may be let in without it.
    expectStatus(200, await owner.post(`/orgs/${id}/members/${second.id}/sso`))
    expect((await second.get(`/orgs/${id}`)).status).toBe(200)
    expectStatus(200, await owner.patch(`/orgs/${id}`, { sso: false }))
  })
})
