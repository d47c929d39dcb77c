import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { bootstrap, type FirstAdmin, formatWelcome } from '../../../cli/bootstrap.ts'
import { hours } from '../../../common/clock.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, readError, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import type { OneTimeLink } from '../one-time-links/schema.ts'
import type { SignInOptions } from '../options/schema.ts'

const config = readConfig({})
const form = {
  displayName: 'Ada Lovelace',
  password: 'seven purple otters',
  organization: 'Analytical Engines',
  language: 'de',
}

const apps: TestApp[] = []
afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** An installation that has just been started for the first time. */
async function startFirst(
  settings: Partial<typeof config> = {},
): Promise<{ app: TestApp; admin: FirstAdmin; secret: string }> {
  const app = await TestApp.start(settings)
  apps.push(app)
  const admin = await bootstrap(app.database, app.app.areas, { ...config, ...settings })
  if (!admin) throw new Error('the database was not empty')
  return { app, admin, secret: readSecret(admin.setupUrl) }
}

const isSetupPending = async (app: TestApp) =>
  expectStatus(200, await app.anonymous.get<SignInOptions>('/sign-in/options')).setupPending

const inspect = (app: TestApp, secret: string) =>
  app.anonymous.post<OneTimeLink>('/sign-in/links/inspect', { secret })

describe('the link of the first start', () => {
  let app: TestApp
  let admin: FirstAdmin
  let secret: string
  beforeAll(async () => {
    ;({ app, admin, secret } = await startFirst())
  })

  test('is printed once, and stored as a hash', async () => {
    expect(formatWelcome(config, admin)).toContain(`http://localhost:4000/app/setup#${secret}`)
    expect(secret).toMatch(/^verso_link_[\w-]{43}$/)
    const rows = await app.database.rows(sql`select l::text as text from one_time_links l`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(await bootstrap(app.database, app.app.areas, config)).toBeUndefined()
  })

  test('says what it is for without being used', async () => {
    expect(await isSetupPending(app)).toBe(true)
    const { body } = await inspect(app, secret)
    expect(body).toEqual({
      object: 'one-time-link',
      purpose: 'setup',
      state: 'valid',
      email: 'admin@localhost',
      displayName: 'admin',
      organization: { id: admin.organizationId, title: 'My organization' },
      expiresAt: expect.any(String) as string,
    })
    expect((await inspect(app, `${secret}x`)).status).toBe(404)
  })

  test('400 and 404 leave it unused: a weak password, a missing one, another operation, a page of another site', async () => {
    const post = (path: string, body: object) => app.anonymous.post(path, body)
    expect((await post('/setup', { ...form, secret, password: 'password1234' })).status).toBe(400)
    expect((await post('/setup', { ...form, secret, password: undefined })).status).toBe(400)
    expect((await post('/setup', { ...form, secret, organization: '' })).status).toBe(400)
    expect((await post('/setup', { ...form, secret, language: 'tlh' })).status).toBe(400)
    expect((await post('/user/sessions/link', { secret })).status).toBe(404)
    expect((await post('/user/first-sign-in', { ...form, secret })).status).toBe(404)
    expect(
      (await post('/user/password-resets/complete', { secret, password: 'seven purple otters' })).status,
    ).toBe(404)
    const foreign = await app.anonymous.send(
      'POST',
      '/setup',
      { ...form, secret },
      { origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(403)
    expect((await inspect(app, secret)).body.state).toBe('valid')
  })

  test('201 names the admin and the organization, signs in, and works once', async () => {
    const browser = new BrowserClient(app.anonymous)
    expectStatus(201, await browser.post('/setup', { ...form, secret }))

    expect((await browser.get('/user')).body).toMatchObject({
      displayName: 'Ada Lovelace',
      email: 'admin@localhost',
    })
    expect((await browser.get(`/orgs/${admin.organizationId}`)).body).toMatchObject({
      title: 'Analytical Engines',
      permissions: { admin: true },
    })
    expect((await browser.get('/user/preferences')).body).toMatchObject({ language: 'de' })
    const signIn = { email: 'admin@localhost', password: form.password }
    expect((await app.anonymous.post('/user/sessions', signIn)).status).toBe(201)

    const again = await app.anonymous.post('/setup', { ...form, secret, password: 'a lamp under the table' })
    expect(again.status).toBe(404)
    expect(readError(again).message).toContain('has been used')
    expect((await inspect(app, secret)).body).toEqual({
      object: 'one-time-link',
      purpose: 'setup',
      state: 'used',
      expiresAt: expect.any(String) as string,
    })
    expect(await isSetupPending(app)).toBe(false)
    expect((await app.anonymous.post('/user/sessions', signIn)).status).toBe(201)
  })
})

test('of two people with one link at once, one wins and the other changes nothing', async () => {
  const { app, secret } = await startFirst()
  const people = ['Ada', 'Bob', 'Cy', 'Di']
  const answers = await Promise.all(
    people.map((displayName) =>
      app.anonymous.post('/setup', {
        ...form,
        displayName,
        password: `${displayName} has purple otters`,
        secret,
      }),
    ),
  )
  expect(countStatuses(answers)).toEqual({ 201: 1, 404: 3 })
  const winner = people[answers.findIndex(({ status }) => status === 201)]
  const signIns = await Promise.all(
    people.map((name) =>
      app.anonymous.post('/user/sessions', {
        email: 'admin@localhost',
        password: `${name} has purple otters`,
      }),
    ),
  )
  expect(countStatuses(signIns)).toEqual({ 201: 1, 401: 3 })
  expect(people.filter((_, index) => signIns[index]?.status === 201)).toEqual([winner])
})

test('404 after 24 hours; the installation still says that nobody has set it up', async () => {
  const { app, secret } = await startFirst()
  app.clock.advance(24 * hours)
  expect((await app.anonymous.post('/setup', { ...form, secret })).status).toBe(404)
  expect((await inspect(app, secret)).body.state).toBe('expired')
  expect(await isSetupPending(app)).toBe(true)
})

test('a password in the settings takes the place of the link', async () => {
  const { app, admin } = await startFirst({ adminPassword: 'seven purple otters' })
  expect(admin.setupUrl).toBeUndefined()
  expect(formatWelcome(config, admin)).not.toContain('/app/setup')
  expect(await isSetupPending(app)).toBe(false)
})

test('without passwords the link signs in, and a password is refused', async () => {
  const { app, secret } = await startFirst({ passwords: false })
  expect((await app.anonymous.post('/setup', { ...form, secret })).status).toBe(403)
  const browser = new BrowserClient(app.anonymous)
  expectStatus(201, await browser.post('/setup', { ...form, secret, password: undefined }))
  expect((await browser.get('/user')).status).toBe(200)
})

test('a link is worth nothing once its person has come in another way', async () => {
  const { app, admin, secret } = await startFirst()
  const row = await app.database.row<{ id: string }>(sql`select id from users where email = ${admin.email}`)
  const link = await app.app.areas.signIn.links.create(app.database, {
    purpose: 'sign-in',
    userId: row?.id ?? '',
    lifetimeMs: hours,
  })
  expectStatus(201, await app.anonymous.post('/user/sessions/link', { secret: readSecret(link.url) }))
  expect((await inspect(app, secret)).body.state).toBe('used')
  expect((await app.anonymous.post('/setup', { ...form, secret })).status).toBe(404)
})
