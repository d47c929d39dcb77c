import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { Client, TestApp } from '../../../testing/app.ts'
import { getPath, loginCookie, SingleSignOn } from '../../../testing/single-sign-on.ts'
import type { SamlProvider } from './schema.ts'

const app = await TestApp.start()
// Another process on the same database.
const twin = await TestApp.start({}, { database: app.database })
afterAll(async () => {
  await twin.app.close()
  await app.stop()
})

const sso = await SingleSignOn.start(app)
const { idp, admin, organizationId } = sso
const provider = await sso.createProvider()

/** A cookie of a browser that has begun a login of its own. */
const otherCookie = `verso_login=${'x'.repeat(43)}`

/** Posts a form to the page that ends logins, with the cookies and the fields of a browser. */
const postForm = (target: SamlProvider, fields: Record<string, string>, cookie?: string) =>
  app.app.http.inject({
    method: 'POST',
    url: getPath(target.service.acsURL),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie !== undefined && { cookie }),
    },
    payload: new URLSearchParams(fields).toString(),
  })

const encode = (xml: string) => Buffer.from(xml).toString('base64')

describe('a login', () => {
  test('303 ends in the browser that began it, and 403 in any other', async () => {
    const inResponseTo = await sso.startLogin(provider)
    const claims = { inResponseTo, nameID: 'attacker', email: 'attacker@idp.example.com' }
    const xml = idp.createResponse(provider.service, claims)
    const fields = { SAMLResponse: encode(xml), sentAgain: '1' }

    for (const cookie of [undefined, otherCookie, 'verso_login=short', `verso_session=${'b'.repeat(43)}`]) {
      const answer = await postForm(provider, fields, cookie)
      expect(answer.statusCode).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    // What others tried has not used it up.
    expect((await postForm(provider, fields, loginCookie)).statusCode).toBe(303)
    expect((await postForm(provider, fields, loginCookie)).statusCode).toBe(403)
  })

  test('200 sends a form again that came without cookies, as forms of other sites do', async () => {
    const inResponseTo = await sso.startLogin(provider, '/app/spaces/z')
    const claims = { inResponseTo, nameID: 'bounced', email: 'bounced@idp.example.com' }
    const SAMLResponse = encode(idp.createResponse(provider.service, claims))
    const page = await postForm(provider, { SAMLResponse, RelayState: '"><script>alert(1)</script>' })

    expect(page.statusCode).toBe(200)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'sha256-[^']+';/)
    expect(page.payload).not.toContain('<script>alert')
    const fields = Object.fromEntries(
      [...page.payload.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    expect(fields).toMatchObject({ SAMLResponse, sentAgain: '1' })
    const answer = await postForm(provider, fields, loginCookie)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/app/spaces/z')
  })

  test('403 does not send something again that is no SAML message', async () => {
    for (const SAMLResponse of ['', 'PGE+', encode('<!DOCTYPE a><a></a>')]) {
      expect((await postForm(provider, { SAMLResponse })).statusCode).toBe(403)
    }
  })

  test('302 gives the browser a secret for fifteen minutes, the same in each of its tabs', async () => {
    const start = (cookie?: string, on = app) =>
      on.app.http.inject({
        url: getPath(provider.service.startURL),
        ...(cookie !== undefined && { headers: { cookie } }),
      })
    const first = String((await start()).headers['set-cookie'])
    expect(first).toMatch(/^verso_login=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/)
    const [pair = ''] = first.split(';', 1)
    expect(String((await start(pair, twin)).headers['set-cookie']).split(';', 1)).toEqual([pair])
    expect(String((await start()).headers['set-cookie']).split(';', 1)).not.toEqual([pair])
    expect(String((await start('verso_login=<x>')).headers['set-cookie'])).toMatch(/^verso_login=[\w-]{43};/)

    const secure = await TestApp.start({ publicUrl: 'https://docs.example.com' }, { database: app.database })
    expect(String((await start(pair, secure)).headers['set-cookie'])).toMatch(
      /^__Host-verso_login=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    await secure.app.close()
  })
})

describe('a login that begins at the provider', () => {
  test('403 unless an admin has allowed it, 303 then, and only once', async () => {
    const path = `/orgs/${organizationId}/saml/${provider.id}`
    const claims = { nameID: 'uma', email: 'uma@idp.example.com' }
    const createResponse = () => idp.createResponse(provider.service, claims)
    expect((await admin.get<SamlProvider>(path)).body.idpInitiated).toBe(false)
    expect(await sso.expectRefusal(provider, createResponse())).toBe(403)

    expect((await admin.patch<SamlProvider>(path, { idpInitiated: true })).body.idpInitiated).toBe(true)
    const message = createResponse()
    expect((await sso.postResponse(provider, message)).statusCode).toBe(303)
    expect(await sso.expectRefusal(provider, message)).toBe(403)

    await admin.patch(path, { label: 'Renamed' })
    expect((await sso.postResponse(provider, createResponse())).statusCode).toBe(303)
    expect((await admin.patch<SamlProvider>(path, { idpInitiated: false })).body.idpInitiated).toBe(false)
    expect(await sso.expectRefusal(provider, createResponse())).toBe(403)
    expect((await admin.patch(path, { idpInitiated: 'yes' })).status).toBe(400)
  })
})

describe('first logins at the same time', () => {
  test('create one account for one name, in any number of processes', async () => {
    for (let round = 0; round < 3; round++) {
      const claims = { nameID: newId(), email: `${newId()}@idp.example.com` }
      const messages = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const inResponseTo = await sso.startLogin(provider)
          return idp.createResponse(provider.service, { ...claims, inResponseTo })
        }),
      )
      const answers = await Promise.all(
        messages.map((message, n) => sso.postResponse(provider, message, { on: n % 2 ? app : twin })),
      )

      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 303))
      const users = await Promise.all(
        answers.map(async ({ headers }) => {
          const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
          return (await new Client(app.app, undefined, { cookie }).get<{ id: string }>('/user')).body.id
        }),
      )
      expect(new Set(users).size).toBe(1)
      expect(
        await app.database.row(sql`
          select count(*) as count from users where email = ${claims.email.toLowerCase()}`),
      ).toEqual({ count: 1 })
    }
  })

  test('through two providers of one organization create one account for one address', async () => {
    const second = await sso.createProvider()
    const email = `${newId()}@idp.example.com`.toLowerCase()
    const answers = await Promise.all(
      [provider, second].map(async (target) => {
        const inResponseTo = await sso.startLogin(target)
        const xml = idp.createResponse(target.service, { nameID: newId(), email, inResponseTo })
        return sso.postResponse(target, xml)
      }),
    )

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
    expect(await app.database.row(sql`select count(*) as count from users where email = ${email}`)).toEqual({
      count: 1,
    })
  })
})
