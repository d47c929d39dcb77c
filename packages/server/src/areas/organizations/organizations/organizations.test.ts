import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { countStatuses, readError, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { Organization } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const guest = await app.member(organizationId, null)
const { id: otherId, admin: stranger } = await app.organization('Other')

const path = `/orgs/${organizationId}`

const statusOfTitle = async (title: unknown) => (await admin.post('/orgs', { title })).status

describe('POST /orgs', () => {
  test('201 makes the caller its first and only admin', async () => {
    const person = await app.person()
    const { status, body, headers } = await person.post<Organization>('/orgs', {
      title: 'Acme',
      emailDomains: ['Example.ORG', 'example.org', 'acme.test'],
    })

    expect(status).toBe(201)
    expect(headers['location']).toBe(body.urls.location)
    expect(body).toMatchObject({
      object: 'organization',
      title: 'Acme',
      emailDomains: ['example.org', 'acme.test'],
      type: 'business',
      defaultRole: 'read',
      sso: false,
      inviteLinks: true,
      mergeRules: { type: 'none' },
      permissions: { view: true, access: true, admin: true, createContent: true, ownTeam: false },
    })
    expect(body).not.toHaveProperty('hostname')
    expect(await readList(person, `/orgs/${body.id}/members`)).toMatchObject({
      count: 1,
      items: [{ id: person.id, role: 'admin' }],
    })
  })

  test('201 for titles up to the maximum length, 400 above it', async () => {
    expect(await statusOfTitle('ab')).toBe(201)
    expect(await statusOfTitle('é'.repeat(255))).toBe(201)
    expect(await statusOfTitle('😀'.repeat(255))).toBe(201)
    expect(await statusOfTitle('a')).toBe(400)
    expect(await statusOfTitle('é'.repeat(256))).toBe(400)
    expect(await statusOfTitle(null)).toBe(400)
    expect(await statusOfTitle(undefined)).toBe(400)
  })

  test('400 for an invalid domain', async () => {
    for (const domain of ['', 'a b', 'a@b.c', '-x.org', 'x..org', `${'x'.repeat(64)}.org`]) {
      const answer = await admin.post('/orgs', { title: 'Acme', emailDomains: [domain] })
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toContain('body.emailDomains.0')
    }
  })

  test('401 without a token', async () => {
    expect((await app.anonymous.post('/orgs', { title: 'Acme' })).status).toBe(401)
  })
})

describe('GET /orgs', () => {
  test('200 lists those the caller belongs to, with what they may do in each', async () => {
    const person = await app.person()
    const own = await person.post<Organization>('/orgs', { title: 'Own' })
    await app.addMember(organizationId, person, 'edit')

    const { count, items } = await readList<Organization>(person, '/orgs')

    expect(count).toBe(2)
    const admins = items.map(({ id, permissions }) => [id, permissions.admin])
    expect(admins).toEqual(
      expect.arrayContaining([
        [own.body.id, true],
        [organizationId, false],
      ]),
    )
  })

  test('200 is empty for someone without an organization', async () => {
    expect(await readList(await app.person(), '/orgs')).toEqual({ count: 0, items: [] })
  })
})

describe('GET /orgs/:organizationId', () => {
  test('200 has fixed billing fields that disable no feature', async () => {
    const { status, body } = await reader.get<Organization>(path)

    expect(status).toBe(200)
    expect(body).toMatchObject({ plan: 'enterprise_2024', trial: { status: 'notapplicable' } })
    expect(body.billing).toMatchObject({ hasPaymentFailed: false, isScheduledToCancel: false })
    expect(body).not.toHaveProperty('blocked')
  })

  test('200 says what the caller may do', async () => {
    const permissions = async (who: typeof admin) => (await who.get<Organization>(path)).body.permissions

    expect(await permissions(reader)).toMatchObject({
      admin: false,
      createContent: false,
      listMembers: true,
      listTeams: true,
    })
    expect(await permissions(guest)).toMatchObject({ view: true, listMembers: false, listTeams: false })
    const team = await app.team(admin, organizationId, 'Owned')
    await admin.put(`${path}/teams/${team.id}/members/${reader.id}`, { role: 'owner' })
    expect(await permissions(reader)).toMatchObject({ ownTeam: true })
    expect(await permissions(admin)).toMatchObject({ admin: true, ownTeam: false })
  })

  test('404 for what is missing, of another kind, or another organization', async () => {
    expect((await admin.get(`/orgs/${newId()}`)).status).toBe(404)
    expect((await admin.get(`/orgs/${admin.id}`)).status).toBe(404)
    expect((await admin.get(`/orgs/${otherId}`)).status).toBe(404)
    expect((await stranger.get(path)).status).toBe(404)
  })
})

describe('PATCH /orgs/:organizationId', () => {
  test('200 changes the given fields, and members see the changes', async () => {
    const { status, body } = await admin.patch<Organization>(path, {
      title: 'Acme & Sons',
      emailDomains: ['acme.test'],
      hostname: 'acme-sons',
      defaultRole: null,
      logo: 'https://acme.test/logo.svg',
      sso: true,
      ai: true,
      inviteLinks: false,
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Acme & Sons',
      emailDomains: ['acme.test'],
      hostname: 'acme-sons',
      defaultRole: null,
      sso: true,
      ai: true,
      inviteLinks: false,
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
      urls: { logo: 'https://acme.test/logo.svg' },
    })
    // Whoever comes without the single sign-on that is now required, is let in by an admin.
    expect((await reader.get(path)).status).toBe(403)
    expect((await admin.post(`${path}/members/${reader.id}/sso`)).status).toBe(200)
    const response = await reader.get<Organization>(path)
    expect(response.body).toEqual({ ...body, permissions: response.body.permissions })
    const { body: back } = await admin.patch<Organization>(path, {
      logo: null,
      sso: false,
      defaultContent: null,
    })
    expect(back.urls).not.toHaveProperty('logo')
    expect(back).toMatchObject({ title: 'Acme & Sons', sso: false })
  })

  test('200 ignores unknown fields, including names of database columns', async () => {
    const { body: before } = await admin.get<Organization>(path)
    const { status, body } = await admin.patch<Organization>(path, {
      id: newId(),
      plan: 'free',
      type: 'community',
      logoUrl: 'x',
      defaultSite: 'x',
      createdAt: 0,
    })

    expect(status).toBe(200)
    expect(body).toEqual(before)
  })

  test('400 for a hostname that is reserved or malformed', async () => {
    for (const hostname of [
      'docs',
      'assets',
      'healthz',
      'app',
      'v1',
      '~me',
      'Upper',
      '-x-',
      'a.b',
      'x'.repeat(33),
    ]) {
      const answer = await admin.patch(path, { hostname })
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toContain('body.hostname')
    }
  })

  test.each([
    { title: 'a' },
    { title: 7 },
    { defaultRole: 'owner' },
    { emailDomains: 'acme.test' },
    { sso: 'yes' },
    { logo: 'no url' },
    { mergeRules: { type: 'inherit' } },
  ])('400 for %j, and nothing changes', async (wrong) => {
    const { body: before } = await admin.get<Organization>(path)

    expect((await admin.patch(path, { ai: !before.ai, ...wrong })).status).toBe(400)
    expect((await admin.get<Organization>(path)).body).toEqual(before)
  })

  test('403 for members who are not admins', async () => {
    expect((await reader.patch(path, { title: 'Mine' })).status).toBe(403)
    expect((await guest.patch(path, { title: 'Mine' })).status).toBe(403)
  })

  test("404 with another organization's token, and for a missing site", async () => {
    expect((await stranger.patch(path, { title: 'Mine' })).status).toBe(404)
    expect((await admin.patch(path, { defaultContent: { type: 'site', site: newId() } })).status).toBe(404)
  })

  test('409 for a hostname that another organization has, also when both ask at once', async () => {
    const organizations = await Promise.all([1, 2, 3, 4].map(() => app.organization()))
    const answers = await Promise.all(
      organizations.map(({ id, admin: owner }) => owner.patch(`/orgs/${id}`, { hostname: 'contested' })),
    )

    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 3 })
    expect((await stranger.patch(`/orgs/${otherId}`, { hostname: 'contested' })).status).toBe(409)
    const winner = organizations[answers.findIndex(({ status }) => status === 200)]
    const again = await winner?.admin.patch(`/orgs/${winner.id}`, { hostname: 'contested' })
    expect(again?.status).toBe(200)
  })
})

describe('GET /email-domains/:emailDomain/orgs', () => {
  test('200 lists those the caller is in, and those their own address lets them join', async () => {
    const { id, admin: owner } = await app.organization('Domain')
    await owner.patch(`/orgs/${id}`, { emailDomains: ['inside.test'] })
    const colleague = await app.person('someone@INSIDE.test')
    const ask = async (who: typeof owner, domain: string) =>
      (await who.get<{ organizations: Organization[] }>(`/email-domains/${domain}/orgs`)).body.organizations

    expect(await ask(owner, 'inside.test')).toMatchObject([
      { id, permissions: { access: true, admin: true } },
    ])
    expect(await ask(colleague, 'Inside.Test')).toMatchObject([
      { id, permissions: { access: false, view: false, admin: false, listMembers: false } },
    ])
    expect(await ask(stranger, 'inside.test')).toEqual([])
    expect(await ask(owner, 'elsewhere.test')).toEqual([])
  })

  test('200 is empty for an unknown domain, 400 for text that cannot be stored', async () => {
    expect((await admin.get('/email-domains/%20/orgs')).body).toEqual({ organizations: [] })
    expect((await admin.get('/email-domains/a%00b/orgs')).status).toBe(400)
  })

  test('200 does not give access to an organization that the caller has not joined', async () => {
    const { id, admin: owner } = await app.organization('Closed')
    await owner.patch(`/orgs/${id}`, { emailDomains: ['closed.test'] })
    const colleague = await app.person('new@closed.test')

    expect((await colleague.get(`/orgs/${id}`)).status).toBe(404)
    expect(await listIds(colleague, '/orgs')).toEqual([])
  })
})
