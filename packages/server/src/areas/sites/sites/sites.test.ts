import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countStatuses,
  readError,
  expectStatus,
  type ListBody,
  type Person,
  TestApp,
} from '../../../testing/app.ts'
import { listIds, listTitles } from '../../../testing/lists.ts'
import type { Organization } from '../../organizations/organizations/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { Site } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://own.verso.example', trustedDomains: ['*'] })
  ;({ id: organization, admin } = await app.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
})
afterAll(() => app.stop())

const sites = () => `/orgs/${organization}/sites`
const pathOf = ({ id }: Site) => `${sites()}/${id}`
const space = (title: string) => app.space(admin, organization, { title })
const site = (body: object = {}) => app.site(admin, organization, body)
const read = async (path: string) => expectStatus(200, await admin.get<Site>(path))
const readSpace = async ({ id }: { id: string }) => expectStatus(200, await admin.get<Space>(`/spaces/${id}`))

describe('POST /orgs/:organizationId/sites', () => {
  test('201 with defaults for everything', async () => {
    const createdSite = await site()

    expect(createdSite).toMatchObject({
      object: 'site',
      type: 'basic',
      title: 'Untitled',
      visibility: 'public',
      published: false,
      siteSpaces: 0,
      adaptiveContent: { enabled: false },
      ads: { status: 'disabled', submittable: false },
      agentsContext: 'included',
      permissions: { view: true, admin: true },
    })
    expect(createdSite.urls).not.toHaveProperty('published')
    expect(await read(pathOf(createdSite))).toEqual(createdSite)
  })

  test('201 with the given type, title and visibility, and a basename from the title', async () => {
    const body = { type: 'ultimate', title: 'Über & API', visibility: 'share-link' }
    expect(await site(body)).toMatchObject({ ...body, basename: 'uber-api' })
    expect((await site({ title: '日本語' })).basename).toBe('docs')
  })

  test('201 for many with one title at once, each with its own basename', async () => {
    const createdSite = await Promise.all(Array.from({ length: 8 }, () => site({ title: 'Handbook' })))
    expect(new Set(createdSite.map(({ basename }) => basename)).size).toBe(8)
  })

  test('201 with the given spaces, in order', async () => {
    const [one, two] = [await space('One'), await space('Two')]
    const createdSite = await site({ spaces: [two.id, one.id] })
    expect(createdSite.siteSpaces).toBe(2)
    expect(await listIds(admin, `${sites()}?space=${one.id}`)).toEqual([createdSite.id])
  })

  test.each([
    ['empty', 0],
    ['sample', 4],
  ])('201 with a new space that is %s', async (spaces, pages) => {
    const before = await listIds(admin, `/orgs/${organization}/spaces?limit=1000`)
    const createdSite = await site({ title: 'Fresh [docs](x)', spaces })
    const after = await listIds(admin, `/orgs/${organization}/spaces?limit=1000`)
    const added = after.find((id) => !before.includes(id))

    expect(createdSite.siteSpaces).toBe(1)
    expect(after).toHaveLength(before.length + 1)
    const revision = await admin.get<{ pages: { pages: unknown[] }[] }>(`/spaces/${added}/content`)
    expect(revision.body.pages.reduce((count, page) => count + 1 + page.pages.length, 0)).toBe(pages)
  })

  test('403 and 404 for spaces of which the caller is no admin, without creating a site', async () => {
    const creator = await app.member(organization, 'create')
    const elsewhere = await app.organization('Elsewhere')
    const theirs = await app.space(elsewhere.admin, elsewhere.id)
    const shared = await space('Shared')
    const hidden = await space('Hidden')
    await admin.patch(`/spaces/${hidden.id}`, { defaultLevel: null })
    const mine = await app.space(creator, organization, { title: 'Mine' })
    const before = await listIds(admin, `${sites()}?limit=1000`)

    const statuses = []
    for (const { id } of [shared, hidden, theirs, { id: 'nowhere' }]) {
      statuses.push((await creator.post(sites(), { spaces: [mine.id, id] })).status)
    }
    expect(statuses).toEqual([403, 404, 404, 404])
    expect((await admin.post(sites(), { spaces: [theirs.id] })).status).toBe(404)
    expect(await listIds(admin, `${sites()}?limit=1000`)).toEqual(before)
    expect((await creator.post<Site>(sites(), { spaces: [mine.id] })).body.permissions.admin).toBe(true)
  })

  test.each([
    { title: 'x' },
    { title: 'x'.repeat(129) },
    { title: null },
    { type: 'free' },
    { visibility: 'private' },
    { spaces: 'full' },
    { spaces: [1] },
    { spaces: Array.from({ length: 101 }, () => 'x') },
  ])('400 for %j', async (body) => {
    expect((await admin.post(sites(), body)).status).toBe(400)
  })
})

describe('GET /orgs/:organizationId/sites', () => {
  test('200 filtered by title, space, type and whether they are published', async () => {
    const { id, admin } = await app.organization()
    const siteSpace = await app.space(admin, id)
    const make = (body: object) => app.site(admin, id, body)
    const one = await make({ title: 'Guides 100%', type: 'premium', spaces: [siteSpace.id] })
    const two = await make({ title: 'API', type: 'ultimate' })
    await admin.post(`/orgs/${id}/sites/${two.id}/publish`)
    const list = (query: string) => listTitles(admin, `/orgs/${id}/sites?${query}`)

    expect(await list('')).toEqual(['Guides 100%', 'API'])
    expect(await list('title=guide')).toEqual(['Guides 100%'])
    expect(await list(`title=${encodeURIComponent('%')}`)).toEqual(['Guides 100%'])
    expect(await list('published=true')).toEqual(['API'])
    expect(await list('published=false')).toEqual(['Guides 100%'])
    expect(await list(`space=${siteSpace.id}`)).toEqual(['Guides 100%'])
    expect(await list('type=premium&type=ultimate')).toEqual(['Guides 100%', 'API'])
    expect(await list('type=ultimate')).toEqual(['API'])
    expect((await admin.get(`/orgs/${id}/sites?type=free`)).status).toBe(400)
    expect(one.id).not.toBe(two.id)
  })

  test('200 with only the sites that the caller sees', async () => {
    const { id, admin } = await app.organization()
    const [open, closed] = [await app.site(admin, id), await app.site(admin, id)]
    expectStatus(200, await admin.patch(`/orgs/${id}/sites/${closed.id}`, { defaultLevel: null }))
    const reader = await app.member(id, 'read')
    const guest = await app.member(id, null)

    expect(await listIds(reader, `/orgs/${id}/sites`)).toEqual([open.id])
    expect(await listIds(guest, `/orgs/${id}/sites`)).toEqual([])
    expect((await reader.get(`/orgs/${id}/sites/${closed.id}`)).status).toBe(404)
    expect(await listIds(admin, `/orgs/${id}/sites`)).toEqual([open.id, closed.id])
  })
})

describe('PATCH /orgs/:organizationId/sites/:siteId', () => {
  test('200 changes the given fields and no others', async () => {
    const createdSite = await site({ title: 'Before' })
    const body = {
      title: 'After',
      visibility: 'unlisted',
      basename: 'after',
      hostname: 'docs.after.example',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
      defaultLevel: 'read',
    }
    const changed = expectStatus(200, await admin.patch<Site>(pathOf(createdSite), body))

    expect(changed).toMatchObject({ ...body, type: 'basic', published: false })
    expect(await read(pathOf(createdSite))).toEqual(changed)
    const reset = expectStatus(200, await admin.patch<Site>(pathOf(createdSite), { hostname: null }))
    expect(reset).not.toHaveProperty('hostname')
    expect(expectStatus(200, await admin.patch<Site>(pathOf(createdSite), {}))).toEqual(reset)
  })

  test('200 for a proxy, which becomes the URL of the site', async () => {
    const createdSite = await site({ title: 'Proxied' })
    await admin.post(`${pathOf(createdSite)}/publish`)
    const proxy = { proxy: 'www.acme.example/developer/docs' }
    const changed = expectStatus(200, await admin.patch<Site>(pathOf(createdSite), proxy))

    expect(changed.proxy).toEqual({
      origin: 'www.acme.example/developer/docs',
      target: 'https://own.verso.example/acme/proxied/',
    })
    expect(changed.urls.published).toBe('https://www.acme.example/developer/docs/')
    const back = expectStatus(200, await admin.patch<Site>(pathOf(createdSite), { proxy: null }))
    expect(back).not.toHaveProperty('proxy')
    expect(back.urls.published).toBe('https://own.verso.example/acme/proxied/')
  })

  test.each([
    { basename: '' },
    { basename: 'a/b' },
    { basename: '~reserved' },
    { basename: 'ü' },
    { basename: 'x'.repeat(101) },
    { basename: null },
    { hostname: 'acme' },
    { hostname: 'acme.example' },
    { hostname: 'Docs.Acme.Example' },
    { hostname: 'docs.acme.example:80' },
    { hostname: 'own.verso.example' },
    { hostname: 'https://docs.acme.example' },
    { proxy: 'acme.example' },
    { proxy: 'https://acme.example/docs' },
    { proxy: 'acme.example/docs?x' },
    { visibility: 'private' },
    { agentsContext: 'all' },
    { adaptiveContent: {} },
    { title: '' },
    { defaultLevel: 'owner' },
  ])('400 for %j', async (body) => {
    const createdSite = await site()
    expect((await admin.patch(pathOf(createdSite), body)).status).toBe(400)
    expect(await read(pathOf(createdSite))).toEqual(createdSite)
  })

  test('409 for a basename in the organization, and for any hostname or proxy, that is in use', async () => {
    const [one, two] = [await site(), await site()]
    const elsewhere = await app.organization('Elsewhere')
    const theirs = await app.site(elsewhere.admin, elsewhere.id)
    const theirPath = `/orgs/${elsewhere.id}/sites/${theirs.id}`
    const usedValues = { basename: 'taken', hostname: 'docs.taken.example', proxy: 'taken.example/docs' }
    expectStatus(200, await admin.patch(pathOf(one), usedValues))
    // A site keeps what it has.
    expectStatus(200, await admin.patch(pathOf(one), usedValues))

    for (const [name, value] of Object.entries(usedValues)) {
      const answer = await admin.patch(pathOf(two), { [name]: value })
      expect(answer.status).toBe(409)
      expect(readError(answer).message).toContain(value)
    }
    expect((await elsewhere.admin.patch(theirPath, { basename: 'taken' })).status).toBe(200)
    expect((await elsewhere.admin.patch(theirPath, { hostname: usedValues.hostname })).status).toBe(409)
    expect((await elsewhere.admin.patch(theirPath, { proxy: 'Taken.example/docs' })).status).toBe(409)
  })

  test.each(['basename', 'hostname'])(
    '409 for all but one of those that claim a %s at once',
    async (name) => {
      const createdSite = await Promise.all(Array.from({ length: 6 }, () => site({ title: 'Racing' })))
      const value = `once.${name}.example`
      const answers = await Promise.all(
        createdSite.map((each) => admin.patch(pathOf(each), { [name]: value })),
      )

      expect(countStatuses(answers)).toEqual({ 200: 1, 409: 5 })
      const { body } = await admin.get<ListBody<Site>>(`${sites()}?title=Racing`)
      expect(body.items.filter((each) => each[name as 'basename'] === value)).toHaveLength(1)
    },
  )

  test('404 for a site in the path of another organization', async () => {
    const elsewhere = await app.organization('Elsewhere')
    const createdSite = await site()
    const wrong = `/orgs/${elsewhere.id}/sites/${createdSite.id}`
    await app.database.transaction((tx) =>
      app.app.areas.organizations.members.addMembers(tx, elsewhere.id, [
        { userId: admin.id, role: 'admin', sso: false },
      ]),
    )

    expect((await admin.get(wrong)).status).toBe(404)
    expect((await admin.patch(wrong, { title: 'Mine' })).status).toBe(404)
    expect((await admin.delete(wrong)).status).toBe(204)
    expect(await read(pathOf(createdSite))).toEqual(createdSite)
  })
})

describe('publishing', () => {
  test('200 sets the visibility and the published URL of its spaces', async () => {
    const [one, two] = [await space('One'), await space('Two')]
    const createdSite = await site({ title: 'Live', spaces: [one.id, two.id] })
    expect(await readSpace(one)).toMatchObject({ visibility: 'private' })

    const published = expectStatus(200, await admin.post<Site>(`${pathOf(createdSite)}/publish`))
    expect(published.published).toBe(true)
    expect(published.urls.published).toBe('https://own.verso.example/acme/live/')
    expect(await readSpace(one)).toMatchObject({
      visibility: 'public',
      urls: {
        published: 'https://own.verso.example/acme/live/',
        public: 'https://own.verso.example/acme/live/',
      },
    })
    expect((await readSpace(two)).urls.published).toBe('https://own.verso.example/acme/live/two/')

    await admin.patch(pathOf(createdSite), { visibility: 'visitor-auth', hostname: 'docs.live.example' })
    const limited = await readSpace(two)
    expect(limited).toMatchObject({
      visibility: 'visitor-auth',
      urls: { published: 'https://docs.live.example/two/' },
    })
    expect(limited.urls).not.toHaveProperty('public')

    const back = expectStatus(200, await admin.post<Site>(`${pathOf(createdSite)}/unpublish`))
    expect(back.published).toBe(false)
    expect(await readSpace(one)).toEqual(one)
  })

  test('200 a space has the visibility of its most open site, and without one of its collection', async () => {
    const collection = await app.collection(admin, organization)
    const siteSpace = await app.space(admin, organization, { parent: collection.id })
    expect(siteSpace.visibility).toBe('in-collection')
    const secret = await site({ visibility: 'share-link', spaces: [siteSpace.id] })
    const open = await site({ visibility: 'unlisted', spaces: [siteSpace.id] })
    for (const each of [secret, open]) await admin.post(`${pathOf(each)}/publish`)

    expect((await readSpace(siteSpace)).visibility).toBe('unlisted')
    await admin.delete(pathOf(open))
    expect((await readSpace(siteSpace)).visibility).toBe('share-link')
    await admin.delete(pathOf(secret))
    expect(await readSpace(siteSpace)).toEqual(siteSpace)
  })
})

describe('DELETE /orgs/:organizationId/sites/:siteId', () => {
  test('205, then 204; the spaces stay, and the organization has no default site', async () => {
    const siteSpace = await space('Shown')
    const createdSite = await site({ spaces: [siteSpace.id] })
    const content = { defaultContent: { type: 'site', site: createdSite.id } }
    const defaultContent = await admin.patch<Organization>(`/orgs/${organization}`, content)
    expect(expectStatus(200, defaultContent)).toMatchObject(content)

    expect((await admin.delete(pathOf(createdSite))).status).toBe(205)
    expect((await admin.delete(pathOf(createdSite))).status).toBe(204)
    expect((await admin.get(pathOf(createdSite))).status).toBe(404)
    expect(await readSpace(siteSpace)).toEqual(siteSpace)
    const after = await admin.get<Organization>(`/orgs/${organization}`)
    expect(after.body).not.toHaveProperty('defaultContent')
  })

  test('404 for a site of another organization as the default', async () => {
    const elsewhere = await app.organization('Elsewhere')
    const theirs = await app.site(elsewhere.admin, elsewhere.id)
    const content = { defaultContent: { type: 'site', site: theirs.id } }
    expect((await admin.patch(`/orgs/${organization}`, content)).status).toBe(404)
  })
})
