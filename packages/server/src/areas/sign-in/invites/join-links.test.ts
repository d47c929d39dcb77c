import { afterAll, describe, expect, test } from 'vitest'
import { days } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { countStatuses, expectStatus, readError, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import type { DeliveredLink, InviteLink, InvitePreview } from './schema.ts'

const app = await TestApp.start({ trustProxy: ['127.0.0.1'] })
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const listPath = `/orgs/${organizationId}/link-invites`
const form = { displayName: 'Ann', password: 'seven purple otters' }

const createLink = async (body: object = {}) =>
  expectStatus(201, await admin.post<InviteLink>(listPath, { role: 'edit', ...body }))

const join = (id: string, by: { post: typeof admin.post }) => by.post(`/orgs/${organizationId}/invites/${id}`)

const preview = (id: string) => app.anonymous.get<InvitePreview>(`/orgs/${organizationId}/invites/${id}`)

let lastAddress = 0
const begin = (id: string, email = `${newId()}@example.com`) =>
  app.anonymous.send<DeliveredLink>(
    'POST',
    `/orgs/${organizationId}/invites/${id}/account`,
    { email },
    { 'x-forwarded-for': `198.51.100.${++lastAddress}` },
  )

describe('the limits of an invite link', () => {
  test('are in the answer, with the address to send to people', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + days).toISOString()
    const link = await createLink({ maxUses: 3, expiresAt, emailDomains: ['Acme.example', 'acme.example'] })
    expect(link).toMatchObject({
      uses: 0,
      maxUses: 3,
      expiresAt,
      emailDomains: ['acme.example'],
      urls: { join: `http://localhost:4000/app/join/${organizationId}/${link.id}` },
    })
    const { body } = await admin.patch<InviteLink>(`${listPath}/${link.id}`, {
      maxUses: null,
      emailDomains: [],
    })
    expect(body).toMatchObject({ role: 'edit', expiresAt, emailDomains: [] })
    expect(body).not.toHaveProperty('maxUses')
    expect((await admin.get(`${listPath}/${link.id}`)).body).toEqual(body)
  })

  test('400 for limits that are none', async () => {
    for (const limits of [
      { maxUses: 0 },
      { maxUses: 1.5 },
      { maxUses: 'many' },
      { expiresAt: '2020-01-01T00:00:00Z' },
      { expiresAt: 'soon' },
      { emailDomains: 'acme.example' },
      { emailDomains: ['a b'] },
      { emailDomains: ['ann@acme.example'] },
    ]) {
      expect((await admin.post(listPath, { role: 'edit', ...limits })).status).toBe(400)
    }
  })

  test('403 after as many uses, also for many at once; whoever is a member already costs none', async () => {
    const { id } = await createLink({ maxUses: 2 })
    expect((await join(id, await app.member(organizationId, 'edit'))).status).toBe(200)
    const people = await Promise.all(Array.from({ length: 5 }, () => app.person()))
    const answers = await Promise.all(people.map((person) => join(id, person)))
    expect(countStatuses(answers)).toEqual({ 200: 2, 403: 3 })
    expect((await preview(id)).body.state).toBe('used-up')
    const winner = people[answers.findIndex(({ status }) => status === 200)]
    expect((winner && (await join(id, winner)))?.status).toBe(200)
    expect((await begin(id)).status).toBe(403)
    expect((await admin.get<InviteLink>(`${listPath}/${id}`)).body.uses).toBe(2)
  })

  test('403 once it has expired', async () => {
    const clock = await TestApp.start()
    try {
      const { id: organization, admin: owner } = await clock.organization()
      const expiresAt = new Date(clock.clock.now().getTime() + days).toISOString()
      const body = { role: 'read', expiresAt }
      const link = expectStatus(201, await owner.post<InviteLink>(`/orgs/${organization}/link-invites`, body))
      clock.clock.advance(2 * days)
      const person = await clock.person()
      const answer = await person.post(`/orgs/${organization}/invites/${link.id}`)
      expect(answer.status).toBe(403)
      expect(readError(answer).message).toContain('expired')
    } finally {
      await clock.stop()
    }
  })

  test('403 for an address of another domain', async () => {
    const { id } = await createLink({ emailDomains: ['acme.example'] })
    expect((await join(id, await app.person(`${newId()}@acme.example`))).status).toBe(200)
    for (const domain of ['other.example', 'sub.acme.example', 'acme.example.org']) {
      expect((await join(id, await app.person(`${newId()}@${domain}`))).status).toBe(403)
    }
    expect((await begin(id)).status).toBe(403)
    // Without mail nobody can show that the address is theirs.
    expect((await begin(id, `${newId()}@acme.example`)).status).toBe(412)
  })
})

describe('joining without an account', () => {
  test('201 gives a link that makes the account, joins and signs in, once', async () => {
    const { id } = await createLink()
    expect((await preview(id)).body).toEqual({
      object: 'invite-preview',
      organization: { id: organizationId, title: 'Acme' },
      state: 'valid',
      emailDomains: [],
    })
    const email = `${newId()}@example.com`
    const { link } = expectStatus(201, await begin(id, email))
    const secret = readSecret(link)
    const browser = new BrowserClient(app.anonymous)
    expectStatus(201, await browser.post('/user/first-sign-in', { ...form, secret }))
    expect((await browser.get('/user')).body).toMatchObject({ email, displayName: 'Ann' })
    expect((await browser.get(`/orgs/${organizationId}`)).status).toBe(200)
    expect((await app.anonymous.post('/user/first-sign-in', { ...form, secret })).status).toBe(404)
    expect((await begin(id, email)).status).toBe(409)
  })

  test('409 when an account with the address was made in the meantime; it is not taken over', async () => {
    const { id } = await createLink()
    const email = `${newId()}@example.com`
    const [first, second] = [await begin(id, email), await begin(id, email)]
    const use = (answer: typeof first) =>
      app.anonymous.post('/user/first-sign-in', { ...form, secret: readSecret(answer.body.link) })
    expect(countStatuses(await Promise.all([use(first), use(second)]))).toEqual({ 201: 1, 409: 1 })
  })

  test('404 for a link that was deleted before the account was made, and for one that never was', async () => {
    const { id } = await createLink()
    const { link } = expectStatus(201, await begin(id))
    expect((await admin.delete(`${listPath}/${id}`)).status).toBe(205)
    const body = { ...form, secret: readSecret(link) }
    expect((await app.anonymous.post('/user/first-sign-in', body)).status).toBe(404)
    expect((await begin(id)).status).toBe(404)
    expect((await preview(newId())).status).toBe(404)
    const other = await app.organization('Other')
    const foreign = await createLink()
    expect((await app.anonymous.get(`/orgs/${other.id}/invites/${foreign.id}`)).status).toBe(404)
  })

  test('a link that is used up by others before the account is made makes none', async () => {
    const { id } = await createLink({ maxUses: 1 })
    const email = `${newId()}@example.com`
    const { link } = expectStatus(201, await begin(id, email))
    expect((await join(id, await app.person())).status).toBe(200)
    const body = { ...form, secret: readSecret(link) }
    expect((await app.anonymous.post('/user/first-sign-in', body)).status).toBe(403)
    expect((await app.anonymous.post('/user/sessions', { email, password: form.password })).status).toBe(401)
  })

  test('400 for what is no address', async () => {
    const { id } = await createLink()
    for (const email of ['', 'x', 'a@b@c', 'a@example.com\nBcc: b@example.com']) {
      expect((await begin(id, email)).status).toBe(400)
    }
  })
})
