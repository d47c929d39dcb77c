import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeRequest } from '../content/change-requests/schema.ts'
import type { PublishedLookup } from '../sites/renderer-api/schema.ts'
import type { Revision, SemanticChanges } from '../content/revisions/schema.ts'
import type { Site } from '../sites/sites/schema.ts'
import type { SiteSection } from '../sites/structure/schema.ts'
import type { Space } from '../content/spaces/schema.ts'
import type { Preview } from '../sites/visitors/schema.ts'
import { Client, expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'

/** Change requests and revisions of what a site shows, as those see them for whom a preview was made. */
let t: TestApp
let organization: string
let admin: Person
let space: Space
let site: Site
let draft: ChangeRequest
/** The path of the preview, with a slash at its end. */
let preview: string

type Content = Extract<PublishedLookup, { apiToken: string }>

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await t.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
  space = await t.space(admin, organization, { title: 'Guide' })
  await commitChanges(t, admin, space.id, [
    newPage('welcome', 'Welcome', 'Hello.'),
    newPage('setup', 'Setup', 'Install it.'),
  ])
  const publishedSite = await t.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  site = expectStatus(200, await admin.post<Site>(`${pathOf(publishedSite)}/publish`))
  draft = await newDraft(space.id, 'Upcoming')
  preview = await previewBy(admin)
})
afterAll(() => t.stop())

const pathOf = ({ id }: { id: string }) => `/orgs/${organization}/sites/${id}`

async function newDraft(spaceId: string, title: string): Promise<ChangeRequest> {
  const path = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, { subject: 'Plans' }))
  const changes = [{ operation: 'insert_page', title, document: { markdown: `Soon: [setup](setup.md).` } }]
  return expectStatus(200, await admin.post<ChangeRequest>(`${path}/${id}/content`, { changes }))
}

const previewBy = async (person: Person, of = site, query = '') =>
  new URL(expectStatus(200, await person.get<Preview>(`${pathOf(of)}/publishing/preview${query}`)).url)
    .pathname

const resolve = (path: string) =>
  t.anonymous.post<PublishedLookup>('/urls/published', { url: `https://verso.example${path}` })

async function enter(path: string): Promise<Content> {
  const lookup = expectStatus(200, await resolve(path))
  if (!('apiToken' in lookup)) throw new Error('redirected')
  return lookup
}

const renderer = async (path: string) => new Client(t.app, (await enter(path)).apiToken)

const open = (url: string) => t.app.http.inject({ url, headers: { host: 'verso.example' } })

describe('resolving a URL of a preview', () => {
  it('200 with the change request, by its number or id, and the remaining path', async () => {
    for (const name of [draft.number, draft.id]) {
      expect(await enter(`${preview}~/changes/${name}/upcoming`)).toMatchObject({
        site: site.id,
        space: space.id,
        preview: true,
        changeRequest: draft.id,
        pathname: '/upcoming',
        basePath: `${preview}~/changes/${name}/`,
        siteBasePath: preview,
        canonicalUrl: `${site.urls.published}upcoming`,
        complete: true,
      })
    }
    expect(await enter(`${preview}~/changes/${draft.number}`)).toMatchObject({
      changeRequest: draft.id,
      pathname: '/',
    })
    expect(await enter(`${preview}setup`)).not.toHaveProperty('changeRequest')
  })

  it('200 with the revision', async () => {
    const lookup = await enter(`${preview}~/revisions/${space.revision}/setup`)
    expect(lookup).toMatchObject({ revision: space.revision, pathname: '/setup' })
    expect(lookup).not.toHaveProperty('changeRequest')
  })

  it('200 is complete for the preview first, of all beginnings of its URL', async () => {
    const segments = preview.split('/').filter(Boolean)
    const answers = await Promise.all(
      segments.map((_, index) =>
        t.anonymous.post<PublishedLookup>('/urls/published', {
          url: `https://verso.example/${segments.slice(0, index + 1).join('/')}`,
        }),
      ),
    )
    const lookups = answers.flatMap(({ status, body }) =>
      status === 200 && 'complete' in body ? [body] : [],
    )
    expect(lookups.length).toBeGreaterThan(1)
    expect(lookups.find(({ complete }) => complete)).toMatchObject({ preview: true, siteBasePath: preview })
  })

  it('404 for drafts that the space does not have, and for any draft outside of a preview', async () => {
    const other = await t.space(admin, organization)
    const elsewhere = await newDraft(other.id, 'Secret')
    const live = new URL(site.urls.published ?? '').pathname
    for (const path of [
      `${preview}~/changes/999`,
      `${preview}~/changes/nowhere`,
      `${preview}~/changes/${elsewhere.id}`,
      `${preview}~/revisions/nowhere`,
      `${preview}~/revisions/${other.revision}`,
      `${live}~/changes/${draft.number}`,
      `${live}~/revisions/${space.revision}`,
    ]) {
      expect({ path, status: (await resolve(path)).status }).toEqual({ path, status: 404 })
      expect({ path, status: (await open(path)).statusCode }).toEqual({ path, status: 404 })
    }
  })
})

describe('the API token of a preview', () => {
  it('200 for the change request, its changes and its revision, without emails', async () => {
    const reader = await renderer(`${preview}~/changes/${draft.number}`)
    const apiPath = `/spaces/${space.id}`
    const response = expectStatus(
      200,
      await reader.get<ChangeRequest>(`${apiPath}/change-requests/${draft.number}`),
    )
    expect(response).toMatchObject({ id: draft.id, subject: 'Plans', createdBy: { id: admin.id } })
    expect(JSON.stringify(response)).not.toContain(admin.email)
    const { changes } = expectStatus(
      200,
      await reader.get<SemanticChanges>(`${apiPath}/change-requests/${draft.id}/changes`),
    )
    expect(changes).toMatchObject([{ type: 'page_created', page: { title: 'Upcoming' } }])
    const revision = expectStatus(
      200,
      await reader.get<Revision>(`${apiPath}/revisions/${response.revision}`),
    )
    const page = revision.pages.find(({ title }) => title === 'Upcoming')
    const document = await reader.get(`${apiPath}/revisions/${response.revision}/page/${page?.id}/document`)
    expect(JSON.stringify(expectStatus(200, document))).toContain('Soon:')
    expect((await reader.get(`${apiPath}/revisions/${response.revision}/changes`)).status).toBe(200)
  })

  it('404 without a preview, and when its maker may no longer see the space', async () => {
    const visitor = await renderer(new URL(site.urls.published ?? '').pathname)
    const apiPath = `/spaces/${space.id}`
    const member = await t.member(organization, 'read')
    const theirs = await renderer(`${await previewBy(member)}~/changes/${draft.number}`)
    const ways = [
      `${apiPath}/change-requests/${draft.number}`,
      `${apiPath}/change-requests/${draft.id}/changes`,
      `${apiPath}/revisions/${draft.revision}`,
      `${apiPath}/revisions/${draft.revision}/changes`,
    ]
    for (const way of ways) {
      expect({ way, status: (await visitor.get(way)).status }).toEqual({ way, status: 404 })
      expect({ way, status: (await theirs.get(way)).status }).toEqual({ way, status: 200 })
    }
    const [path, publishedSite] = [await previewBy(member), await newDraft(space.id, 'Later')]
    expectStatus(200, await admin.patch(apiPath, { defaultLevel: null }))
    for (const way of ways) {
      expect({ way, status: (await theirs.get(way)).status }).toEqual({ way, status: 404 })
    }
    // They still see what the site shows.
    expect((await theirs.get(apiPath)).status).toBe(200)
    expect((await open(path)).statusCode).toBe(200)
    expect((await open(`${path}~/changes/${publishedSite.number}`)).statusCode).toBe(404)
    expect((await resolve(`${path}~/changes/${publishedSite.number}`)).status).toBe(404)
    expectStatus(200, await admin.patch(apiPath, { defaultLevel: 'inherit' }))
    expectStatus(205, await admin.delete(`/orgs/${organization}/members/${member.id}`))
    for (const way of [apiPath, ...ways]) {
      expect({ way, status: (await theirs.get(way)).status }).toEqual({ way, status: 404 })
    }
  })
})

describe('the pages of a preview', () => {
  it('200 with the content of the change request, not cached or indexed', async () => {
    const apiPath = `${preview}~/changes/${draft.number}`
    const response = await open(`${apiPath}/upcoming`)
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('Soon:')
    expect(response.body).toContain(`href="${apiPath}/setup"`)
    expect(response.headers['cache-control']).toBe('private, no-cache')
    expect(response.headers['x-robots-tag']).toBe('noindex')
    expect((await open(`${apiPath}/setup`)).body).toContain(`href="${apiPath}/upcoming"`)
    expect((await open(`${apiPath}/upcoming.md`)).body).toContain('Soon:')
    // Beside it everything is as it was.
    expect((await open(`${preview}upcoming`)).statusCode).toBe(404)
    expect((await open(`${new URL(site.urls.published ?? '').pathname}upcoming`)).statusCode).toBe(404)
    // What is written later is there later.
    const path = `/spaces/${space.id}/change-requests/${draft.id}`
    const changes = [{ operation: 'insert_page', title: 'Even later', document: { markdown: 'Then.' } }]
    expectStatus(200, await admin.post(`${path}/content`, { changes }))
    expect((await open(`${apiPath}/even-later`)).body).toContain('Then.')
  })

  it('200 with the content of a revision', async () => {
    await commitChanges(t, admin, space.id, [newPage('new', 'New', 'News.')])
    expect((await open(`${preview}new`)).statusCode).toBe(200)
    const apiPath = `${preview}~/revisions/${space.revision}`
    expect((await open(`${apiPath}/new`)).statusCode).toBe(404)
    const before = (await admin.get<Space>(`/spaces/${space.id}`)).body.revision
    expect((await open(`${preview}~/revisions/${before}/new`)).statusCode).toBe(200)
  })

  it('200 below a section, whatever the paths of other sections are', async () => {
    const own = await t.space(admin, organization, { title: 'API' })
    const publishedSite = await t.site(admin, organization, { title: 'Both', spaces: [space.id] })
    const section = expectStatus(
      201,
      await admin.post<SiteSection>(`${pathOf(publishedSite)}/sections`, {
        spaceId: own.id,
        title: 'Upcoming',
      }),
    )
    const inDefault = `${await previewBy(admin, publishedSite)}~/changes/${draft.number}/`
    expect((await open(`${inDefault}upcoming`)).body).toContain('Soon:')
    const change = await newDraft(own.id, 'Endpoints')
    const siteSpace = section.siteSpaces[0]?.id
    const inSection = `${await previewBy(admin, publishedSite, `?siteSpace=${siteSpace}`)}~/changes/${change.number}`
    expect((await open(inSection)).body).toContain('Soon:')
    expect(await enter(inSection)).toMatchObject({ space: own.id, changeRequest: change.id })
  })
})

describe('the path of a default', () => {
  it('names a page if there is one, for pages and for the API, and else the default', async () => {
    const guide = await t.space(admin, organization, { title: 'Guide' })
    const other = await t.space(admin, organization, { title: 'Other' })
    await commitChanges(t, admin, guide.id, [
      newPage('start', 'Start', 'Begin here.'),
      newPage('more', 'More', 'More of it.'),
    ])
    const publishedSite = await t.site(admin, organization, { title: 'Manual', spaces: [guide.id] })
    await admin.post(`${pathOf(publishedSite)}/sections`, { spaceId: other.id, title: 'Other' })
    const { urls } = expectStatus(200, await admin.post<Site>(`${pathOf(publishedSite)}/publish`))
    const { items } = expectStatus(
      200,
      await admin.get<{ items: SiteSection[] }>(`${pathOf(publishedSite)}/sections`),
    )
    const path = items.find((section) => section.default)?.path ?? ''
    const base = new URL(urls.published ?? '').pathname
    // The section was once found by its path, and is still.
    expect((await open(`${base}${path}/more`)).body).toContain('More of it.')
    expect(await enter(`${base}${path}/more`)).toMatchObject({ space: guide.id, pathname: '/more' })

    await commitChanges(t, admin, guide.id, [
      newPage('same', 'Same', 'A page by that name.', { slug: path }),
      newPage('below', 'Below', 'Below the page.', { slug: 'more' }, 'same'),
      newPage('hidden', 'Hidden', 'Not for you.', { condition: 'visitor.claims.x', slug: 'start' }, 'same'),
    ])
    expect((await open(`${base}${path}`)).body).toContain('A page by that name.')
    expect((await open(`${base}${path}.md`)).body).toContain('A page by that name.')
    expect((await open(`${base}${path}/more`)).body).toContain('Below the page.')
    expect((await open(`${base}${path}/more.md`)).body).toContain('Below the page.')
    expect(await enter(`${base}${path}`)).toMatchObject({ space: guide.id, pathname: `/${path}` })
    expect(await enter(`${base}${path}/more`)).toMatchObject({ pathname: `/${path}/more` })
    // What no page has, or none that the visitor sees, is read as before.
    expect((await open(`${base}${path}/start`)).statusCode).toBe(302)
    expect(await enter(`${base}${path}/start`)).toMatchObject({ pathname: '/start' })
    // A section that is not the default has its path for itself.
    expect(await enter(`${base}other`)).toMatchObject({ space: other.id, pathname: '/' })
  })
})
