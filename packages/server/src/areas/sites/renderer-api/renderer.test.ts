import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { Revision, RevisionPage, SemanticChanges } from '../../content/revisions/schema.ts'
import type { SearchSpace } from '../../search/schema.ts'
import type { Site } from '../sites/schema.ts'
import type { SiteSection } from '../structure/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { User } from '../../identity/users/schema.ts'
import type { Preview, PublishingAuth, ShareLink } from '../visitors/schema.ts'
import type { PublishedLookup, PublishedContentSite } from './schema.ts'

/**
 * A renderer of someone else's, on nothing but what the contract says that it asks, and with no other token than the
 * one it is given for a visitor.
 */
const embedded = 'https://video.example/watch'

let t: TestApp
let organization: string
let admin: Person
let guide: Space
let reference: Space
let beta: Space

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await t.organization())
  guide = await t.space(admin, organization, { title: 'Guide' })
  reference = await t.space(admin, organization, { title: 'Reference' })
  beta = await t.space(admin, organization, { title: 'Beta' })
  await write(
    guide,
    'Welcome',
    `Hello, reader. Ask [us](/users/${admin.id}).\n\n{% embed url="${embedded}" %}\n\n` +
      '{% if visitor.claims.isBeta %}\nHello, tester.\n{% endif %}\n',
  )
  await write(reference, 'Endpoints', 'An overview of endpoints.')
  await write(beta, 'Upcoming', 'An overview of what is upcoming.')
})
afterAll(() => t.stop())

async function write({ id: spaceId }: Space, title: string, markdown: string): Promise<void> {
  const path = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const changes = [{ operation: 'insert_page', title, document: { markdown } }]
  expectStatus(200, await admin.post(`${path}/${id}/content`, { changes }))
  expectStatus(200, await admin.post(`${path}/${id}/merge`))
}

/** A published site with three sections, one of them for testers, and a link in its header for them. */
async function publish(visibility: string): Promise<{ site: Site; path: string }> {
  const unpublishedSite = await t.site(admin, organization, { title: 'Docs', visibility, spaces: [guide.id] })
  const path = `/orgs/${organization}/sites/${unpublishedSite.id}`
  await admin.post(`${path}/sections`, { spaceId: reference.id, title: 'Reference' })
  const section = expectStatus(
    201,
    await admin.post<SiteSection>(`${path}/sections`, { spaceId: beta.id, title: 'Beta' }),
  )
  const condition = 'visitor.claims.isBeta'
  expectStatus(200, await admin.patch(`${path}/sections/${section.id}`, { condition }))
  const to = { kind: 'url', url: 'https://example.com' }
  const links = [
    { title: 'Everyone', to, links: [] },
    { title: 'Testers', to, links: [], condition },
  ]
  expectStatus(200, await admin.put(`${path}/customization`, { header: { preset: 'default', links } }))
  return { site: expectStatus(200, await admin.post<Site>(`${path}/publish`)), path }
}

/** Asks for every beginning of the address at once, as such a renderer does, and takes what is complete. */
async function enter(url: string, visitor: object): Promise<Extract<PublishedLookup, { apiToken: string }>> {
  const { origin, pathname } = new URL(url)
  const segments = pathname.split('/').filter(Boolean)
  const beginnings = Array.from(
    { length: segments.length + 1 },
    (_, n) => `${origin}/${segments.slice(0, n).join('/')}`,
  )
  const answers = await Promise.all(
    beginnings.map((beginning) =>
      t.anonymous.post<PublishedLookup>('/urls/published', {
        url: beginning,
        visitor,
        redirectOnError: true,
      }),
    ),
  )
  const lookup = answers.flatMap(({ status, body }) => (status === 200 && 'apiToken' in body ? [body] : []))
  const last = lookup.find(({ complete }) => complete) ?? lookup.at(-1)
  if (!last) throw new Error('nothing was found')
  return last
}

const ways: Record<
  string,
  (site: Site, path: string) => Promise<{ url: string; jwtToken?: string; tester?: boolean }>
> = {
  public: ({ urls }) => Promise.resolve({ url: urls.published ?? '' }),
  unlisted: ({ urls }) => Promise.resolve({ url: urls.published ?? '' }),
  'share-link': async (_, path) => {
    const link = await admin.post<ShareLink>(`${path}/share-links`, { name: 'For friends' })
    return { url: expectStatus(201, link).urls.published }
  },
  'visitor-auth': async ({ urls }, path) => {
    const auth = expectStatus(200, await admin.get<PublishingAuth>(`${path}/publishing/auth`))
    const jwtToken = await new SignJWT({ isBeta: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(auth.privateKey))
    return { url: urls.published ?? '', jwtToken, tester: true }
  },
  'a preview': async (_, path) => {
    expectStatus(200, await admin.post(`${path}/unpublish`))
    const preview = await admin.get<Preview>(`${path}/publishing/preview?claims=(isBeta:!t)`)
    return { url: expectStatus(200, preview).url, tester: true }
  },
}

describe.each(Object.entries(ways))('%s', (name, way) => {
  test('200 for everything from a URL to a page, with one token', async () => {
    const { site, path } = await publish(name === 'a preview' ? 'visitor-auth' : name)
    const { url, jwtToken, tester = false } = await way(site, path)
    const lookup = await enter(url, { unsignedClaims: {}, type: 'human', ...(jwtToken && { jwtToken }) })
    expect(lookup).toMatchObject({ site: site.id, organization, space: guide.id })
    const renderer = new Client(t.app, lookup.apiToken)
    const get = async <Body>(way: string) => expectStatus(200, await renderer.get<Body>(way))

    const profile = await get<PublishedContentSite>(path.concat('/published'))
    expect(profile.site.id).toBe(site.id)
    // Every section of the answer is one: none of them is in a group.
    const sections = profile.structure.structure as SiteSection[]
    expect(sections.map(({ title }) => title)).toEqual(
      tester ? ['Docs', 'Reference', 'Beta'] : ['Docs', 'Reference'],
    )
    expect(sections.filter((section) => section.default)).toHaveLength(1)
    expect(sections.map(({ id }) => id)).toContain(lookup.siteSection)
    expect(sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ id }) => id))).toContain(lookup.siteSpace)
    expect(Object.keys(profile.customizations.siteSpaces)).toHaveLength(tester ? 3 : 2)
    const { header } = profile.customizations.site as { header: { links: { title: string }[] } }
    expect(header.links.map(({ title }) => title)).toEqual(tester ? ['Everyone', 'Testers'] : ['Everyone'])

    const space = await get<Space>(`/spaces/${lookup.space}`)
    const content = `/spaces/${space.id}/revisions/${space.revision}`
    const revision = await get<Revision>(`${content}?metadata=true`)
    const [page] = revision.pages
    const document = `${content}/page/${page?.id}/document?evaluated=deterministic-only&dereferenced=reusable-contents`
    const documentText = JSON.stringify(await get(document))
    expect(documentText).toContain('Hello, reader.')
    expect(documentText.includes('Hello, tester.')).toBe(tester)
    const markdown = await get<RevisionPage>(
      `${content}/page/${page?.id}?format=markdown&format.markdown.refs=stable`,
    )
    expect(markdown.markdown).toMatch(/^# Welcome\n/)
    await get(`${content}/path/${encodeURIComponent('welcome')}`)
    expect(await get(`${content}/page/${page?.id}/meta-links`)).toEqual({})
    expect(await get<SemanticChanges>(`${content}/changes`)).toHaveProperty('changes')
    expect(await get(`/spaces/${space.id}/embed?url=${encodeURIComponent(embedded)}`)).toMatchObject({
      type: 'link',
    })
    expect(await get<User>(`/users/${admin.id}`)).toMatchObject({ object: 'user', id: admin.id })
    const redirect = await renderer.get(`${path}/redirect?source=${encodeURIComponent('/nothing')}`)
    expect(redirect.status).toBe(404)
    // A change request is shown in a preview, and nowhere else.
    const shownIn = name === 'a preview' ? 200 : 404
    const change = await renderer.get<ChangeRequest>(`/spaces/${space.id}/change-requests/1`)
    expect(change.status).toBe(shownIn)
    const changes = await renderer.get(`/spaces/${space.id}/change-requests/1/changes`)
    expect(changes.status).toBe(shownIn)

    const search = { query: 'overview', scope: { mode: 'default', currentSiteSpace: lookup.siteSpace } }
    const hits = expectStatus(200, await renderer.post<ListBody<SearchSpace>>(`${path}/search`, search))
    expect(hits.items.map(({ title }) => title).toSorted()).toEqual(
      tester ? ['Beta', 'Reference'] : ['Reference'],
    )
    expect(hits.items).toMatchObject(
      hits.items.map(({ pages }) => ({
        type: 'space',
        score: Math.max(...pages.map(({ score }) => score)),
        pages: pages.map(() => ({ rank: expect.any(Number), ancestors: [], description: '' })),
      })),
    )
    const searchIn = async (restrictTo: string) => {
      const body = { ...search, scope: { ...search.scope, restrictTo } }
      const { items } = expectStatus(200, await renderer.post<ListBody<SearchSpace>>(`${path}/search`, body))
      return items.map(({ id }) => id).toSorted()
    }
    const foundIds = hits.items.map(({ id }) => id).toSorted()
    expect(await searchIn('currentSiteSpace')).toEqual(foundIds.filter((id) => id === lookup.space))
    expect(await searchIn('otherSiteSpaces')).toEqual(foundIds.filter((id) => id !== lookup.space))
    // What this visitor is not shown is not there, whatever they know of it.
    expect((await renderer.get(`/spaces/${beta.id}`)).status).toBe(tester ? 200 : 404)
    expect((await renderer.get(`/spaces/${beta.id}/content/pages`)).status).toBe(tester ? 200 : 404)
  })
})

const at = async (url: string) =>
  expectStatus(200, await t.anonymous.post<PublishedLookup>('/urls/published', { url }))

test('200 resolves a section, a page in it, and whether the URL is complete', async () => {
  const { site } = await publish('public')
  const base = site.urls.published ?? ''
  expect(await at(base)).toMatchObject({ space: guide.id, complete: false, pathname: '/' })
  expect(await at(`${base}reference`)).toMatchObject({ space: reference.id, complete: true, pathname: '/' })
  expect(await at(`${base}reference/endpoints`)).toMatchObject({
    space: reference.id,
    pathname: '/endpoints',
    basePath: `${new URL(base).pathname}reference/`,
    siteBasePath: new URL(base).pathname,
    canonicalUrl: `${base}reference/endpoints`,
  })
  // Hidden: the address is that of a page in the default section, which need not be there.
  expect(await at(`${base}beta`)).toMatchObject({ space: guide.id, pathname: '/beta' })
})

test('200 resolves another default when the default is hidden', async () => {
  const { site, path } = await publish('public')
  const profile = async () => expectStatus(200, await admin.get<PublishedContentSite>(`${path}/published`))
  const [first] = (await profile()).structure.structure as SiteSection[]
  expectStatus(
    200,
    await admin.patch(`${path}/sections/${first?.id}`, { condition: 'visitor.claims.isBeta' }),
  )
  const [left] = (await profile()).structure.structure as SiteSection[]
  expect(left).toMatchObject({ title: 'Reference', default: true })
  const body = { url: site.urls.published }
  const lookup = expectStatus(200, await t.anonymous.post<PublishedLookup>('/urls/published', body))
  expect(lookup).toMatchObject({ space: reference.id })
})

test('200 shows every change at once', async () => {
  const { path } = await publish('public')
  const read = async () =>
    JSON.stringify(expectStatus(200, await admin.get<PublishedContentSite>(`${path}/published`)))
  const changes: [string, () => Promise<unknown>][] = [
    ['Renamed site', () => admin.patch(path, { title: 'Renamed site' })],
    ['Renamed space', () => admin.patch(`/spaces/${guide.id}`, { title: 'Renamed space' })],
    [
      'Renamed section',
      async () => {
        const { structure } = expectStatus(200, await admin.get<PublishedContentSite>(`${path}/published`))
        return admin.patch(`${path}/sections/${structure.structure[1]?.id}`, { title: 'Renamed section' })
      },
    ],
    ['"default":"dark"', () => admin.put(`${path}/customization`, { themes: { default: 'dark' } })],
  ]
  for (const [words, change] of changes) {
    const before = await read()
    await change()
    expect(await read()).not.toBe(before)
    expect(await read()).toContain(words)
  }
  const revision = expectStatus(200, await admin.get<Space>(`/spaces/${guide.id}`)).revision
  await write(guide, 'Another', 'More.')
  expect(await read()).not.toContain(revision)
})
