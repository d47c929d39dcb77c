import { applyChanges, type Change } from '@verso/revisions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthorizedMain } from '../store/main-authorization.ts'
import { RevisionStore } from '../store/revision-store.ts'
import { MainBranch } from '../store/main-branch.ts'
import { ObjectStore } from '../store/object-store.ts'
import { sql } from '../../../database/database.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId, type PageToWrite, writePages } from '../../../testing/content.ts'
import { buildPagePath } from '../../../testing/lists.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { ContentLocation, Link, LinkStats } from './schema.ts'
import { CacheBudget } from '../../../common/memory-cache.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

async function createSpaceWith(pages: PageToWrite[]): Promise<string> {
  const { id } = await app.space(admin, organization)
  await writePages(admin, id, pages)
  return id
}

/** Applies changes that the API has no operation for, such as covers and link pages. */
async function applyToSpace(spaceId: string, changes: Change[]): Promise<void> {
  const caches = new CacheBudget(64 * 1024 * 1024)
  const revisionStore = new RevisionStore(new ObjectStore(caches), caches)
  const main = new MainBranch(revisionStore)
  await app.database.transaction(async (tx) => {
    const locked = await main.lock(tx, spaceId)
    const written = await applyChanges(revisionStore.objects.createReader(tx), locked.revision.root, changes)
    const authorized = AuthorizedMain.forDirectChange(locked, { userId: admin.id, role: 'admin' })
    await main.commitChange(tx, authorized, written, { userId: admin.id, now: new Date() })
  })
}

const file = (name: string) => ({ name, contentType: 'image/png', size: 1, blob: 'a'.repeat(43) })

type Links = ListBody<Link> & LinkStats

const listLinks = async (path: string, by = admin) => expectStatus(200, await by.get<Links>(path))

/** Formats a location as one string, for comparing. */
function formatLocation(location: ContentLocation | undefined): string {
  if (!location) return 'nothing'
  const { kind, page, file, url, user, space, collection, reusableContent, internalLocation } = location
  const anchor = internalLocation?.anchor === undefined ? '' : `#${internalLocation.anchor}`
  const name =
    page?.title ??
    file?.name ??
    url ??
    user?.email ??
    collection?.title ??
    reusableContent?.title ??
    space?.title
  return `${kind} ${name}${anchor}`
}

const summarize = ({ items }: Links) =>
  items.map(({ status, targetReference }) => `${status}: ${formatLocation(targetReference)}`)

describe('GET …/page/:pageId/links', () => {
  test('200 lists every kind of link with its status', async () => {
    const other = await createSpaceWith([{ title: 'Far', markdown: '## There' }])
    const far = await findPageId(admin, other, 'far')
    const collection = await app.collection(admin, organization, { title: 'Shelf' })
    const id = await createSpaceWith([
      { title: 'Home', markdown: 'Start' },
      { title: 'Guide', markdown: '## Set up\n\nText', pages: [{ title: 'Deep', markdown: 'x' }] },
    ])
    const guide = await findPageId(admin, id, 'guide')
    const appUrl = 'http://localhost:4000/app'
    const markdown = [
      '[a](guide/README.md)',
      '[b](guide/README.md#set-up)',
      '[c](guide/README.md#nothing)',
      '[c2](guide/README.md#guide)',
      '[d](guide/deep.md)',
      '[e](guide/missing.md)',
      '[f](#own)',
      '[g](#not-own)',
      `[h](/pages/${guide})`,
      '[i](/pages/gone)',
      '[j](https://example.com/)',
      `[k](${appUrl}/spaces/x)`,
      `[l](/spaces/${other})`,
      `[m](/spaces/${other}/pages/${far})`,
      `[n](/spaces/${other}/pages/${far}#there)`,
      `[o](/spaces/${other}/pages/${far}#elsewhere)`,
      `[p](/spaces/${other}/pages/gone)`,
      '[q](/spaces/gone)',
      `[r](/collections/${collection.id})`,
      '[s](/collections/gone)',
      `[t](/users/${admin.id})`,
      '[u](/users/gone)',
      '![v](.gitbook/assets/gone.png)',
      '[w](../../outside.md)',
      '## Own',
    ].join('\n\n')
    await writePages(admin, id, [{ title: 'Links', markdown }])
    const page = await findPageId(admin, id, 'links')
    const links = await listLinks(`/spaces/${id}/content/page/${page}/links`)
    expect(summarize(links)).toEqual([
      'ok: page Guide',
      'ok: page Guide#set-up',
      'broken: page Guide#nothing',
      'ok: page Guide#guide',
      'ok: page Deep',
      'broken: url guide/missing.md',
      'ok: page Links#own',
      'broken: page Links#not-own',
      'broken: url gone',
      'ok: url https://example.com/',
      `in-app: url ${appUrl}/spaces/x`,
      'ok: space Untitled',
      'ok: page Far',
      'ok: page Far#there',
      'broken: page Far#elsewhere',
      `broken: url /spaces/${other}/pages/gone`,
      'broken: url /spaces/gone',
      'ok: collection Shelf',
      'broken: url /collections/gone',
      `ok: user ${admin.email}`,
      'broken: url /users/gone',
      'broken: url .gitbook/assets/gone.png',
      'broken: url ../../outside.md',
    ])
    expect(links.stats).toEqual({ total: 23, broken: { total: 11 } })
    expect(links.count).toBe(23)
    const first = links.items[0]
    expect(first?.relation).toBe('reference')
    expect(first?.locations).toBe(2)
    expect(first?.locationReferences[0]).toMatchObject({
      kind: 'page',
      organization: { id: organization },
      space: { id },
      page: { id: page, path: 'links', pages: [] },
      versionContext: { type: 'revision', revision: { object: 'revision' } },
      internalLocation: { type: 'node', node: expect.any(String) },
    })
  })

  test('200 filters by status and pages, with the stats of all links', async () => {
    const markdown = Array.from(
      { length: 5 },
      (_, n) => `[x](gone-${n}.md) [y](https://example.com/${n})`,
    ).join('\n\n')
    const id = await createSpaceWith([{ title: 'A', markdown }])
    const path = `/spaces/${id}/links?status=broken&limit=2`
    const summaries: string[] = []
    let next: string | undefined = path
    while (next !== undefined) {
      const links: Links = await listLinks(next)
      expect(links.stats).toEqual({ total: 10, broken: { total: 5 } })
      expect(links.count).toBe(5)
      summaries.push(...summarize(links))
      next = links.next && buildPagePath(path, links.next.page)
    }
    expect(summaries).toEqual(Array.from({ length: 5 }, (_, n) => `broken: url gone-${n}.md`))
    expect((await admin.get(`/spaces/${id}/links?status=fine`)).status).toBe(400)
  })

  test('200 a target that the caller may not see is broken like one that does not exist', async () => {
    const hidden = await createSpaceWith([{ title: 'Secret', markdown: 'x' }])
    expectStatus(200, await admin.patch(`/spaces/${hidden}`, { defaultLevel: null }))
    const secret = await findPageId(admin, hidden, 'secret')
    const { id: foreign } = await app.organization('Foreign')
    const id = await createSpaceWith([
      { title: 'A', markdown: `[x](/spaces/${hidden}) [y](/spaces/${hidden}/pages/${secret})` },
    ])
    const reader = await app.member(organization, 'read')
    expect((await listLinks(`/spaces/${id}/links`)).stats.broken.total).toBe(0)
    const readerLinks = await listLinks(`/spaces/${id}/links`, reader)
    expect(readerLinks.stats.broken.total).toBe(2)
    expect(JSON.stringify(readerLinks)).not.toContain('Secret')
    expect(foreign).not.toBe(organization)
  })

  test('200 for pages without text, and for pages of a Git repository by their paths', async () => {
    const id = await createSpaceWith([{ title: 'Empty' }])
    await applyToSpace(id, [
      {
        type: 'insert-page',
        id: 'one',
        parent: null,
        fields: { type: 'document', title: 'One', slug: 'first', git: { oid: 'x', path: 'docs/one.md' } },
        document: { markdown: '[two](sub/two.md) [three](sub/three.md)' },
      },
      {
        type: 'insert-page',
        id: 'two',
        parent: null,
        fields: {
          type: 'document',
          title: 'Two',
          slug: 'second',
          git: { oid: 'y', path: 'docs/sub/two.md' },
        },
        document: { markdown: '[one](../one.md)' },
      },
    ])
    expect(summarize(await listLinks(`/spaces/${id}/links`))).toEqual([
      'ok: page Two',
      'broken: url docs/sub/three.md',
      'ok: page One',
    ])
    const empty = await findPageId(admin, id, 'empty')
    expect(await listLinks(`/spaces/${id}/content/page/${empty}/links`)).toEqual({
      items: [],
      count: 0,
      stats: { total: 0, broken: { total: 0 } },
    })
  })

  test('404 for a page, a change request and a space that do not exist or are hidden', async () => {
    const id = await createSpaceWith([{ title: 'A' }])
    const { admin: stranger } = await app.organization('Other')
    const page = await findPageId(admin, id, 'a')
    for (const path of [
      'content/page/gone/links',
      'content/page/gone/backlinks',
      'content/files/gone/backlinks',
      'content/page/gone/meta-links',
      `change-requests/9/content/page/${page}/links`,
    ]) {
      expect((await admin.get(`/spaces/${id}/${path}`)).status).toBe(404)
    }
    for (const path of ['links', `content/page/${page}/links`, `content/page/${page}/backlinks`]) {
      expect((await stranger.get(`/spaces/${id}/${path}`)).status).toBe(404)
    }
  })
})

test('200 finds the last of 100,001 files, as many as a repository may well have', async () => {
  const id = await createSpaceWith([{ title: 'Page', markdown: '![last](/files/z-last)' }])
  const names = [...Array.from({ length: 100_000 }, (_, index) => `f${index}`), 'z-last']
  await applyToSpace(
    id,
    names.map((name) => ({ type: 'put-file', id: name, file: file(name) })),
  )
  const page = await findPageId(admin, id, 'page')
  expect(summarize(await listLinks(`/spaces/${id}/content/page/${page}/links`))).toEqual(['ok: file z-last'])
}, 120_000)

describe('links in a change request', () => {
  test('200 counts the links that the change request breaks', async () => {
    const id = await createSpaceWith([
      { title: 'Target', markdown: '## Part' },
      { title: 'Source', markdown: '[a](target.md)\n\n[b](target.md#part)\n\n[c](never.md)' },
    ])
    const [target, source] = [await findPageId(admin, id, 'target'), await findPageId(admin, id, 'source')]
    const path = `/spaces/${id}/change-requests`
    const request = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
    const write = async (...changes: object[]) =>
      expectStatus(200, await admin.post(`${path}/${request.id}/content`, { changes }))
    const inRequest = `${path}/${request.id}/content/page/${source}/links`
    expect((await listLinks(inRequest)).stats).toEqual({ total: 3, broken: { total: 1, changeRequest: 0 } })
    await write({ operation: 'update_page', page: target, document: { markdown: '## Another part' } })
    expect((await listLinks(inRequest)).stats).toEqual({ total: 3, broken: { total: 2, changeRequest: 1 } })
    await write({ operation: 'delete_page', page: target })
    const broken = await listLinks(inRequest)
    expect(broken.stats).toEqual({ total: 3, broken: { total: 3, changeRequest: 2 } })
    expect(broken.items[0]?.locationReferences[0]?.versionContext).toMatchObject({
      type: 'changeRequest',
      changeRequest: { id: request.id },
    })
    expect((await listLinks(`/spaces/${id}/content/page/${source}/links`)).stats).toEqual({
      total: 3,
      broken: { total: 1 },
    })
    await write({ operation: 'insert_page', title: 'Never', document: { markdown: '' } })
    expect((await listLinks(inRequest)).stats.broken).toEqual({ total: 2, changeRequest: 2 })
  })
})

describe('backlinks', () => {
  test('200 lists where a page is referred to, except by itself', async () => {
    const id = await createSpaceWith([
      { title: 'Target', markdown: '## Part\n\n[self](#part)' },
      { title: 'One', markdown: '[a](target.md)\n\n[b](target.md#part)' },
      { title: 'Two', markdown: 'Nothing' },
    ])
    const target = await findPageId(admin, id, 'target')
    await applyToSpace(id, [
      {
        type: 'insert-page',
        id: 'link',
        parent: null,
        fields: { type: 'link', title: 'Go', target: { kind: 'page', page: target } },
      },
      {
        type: 'put-reusable-content',
        id: 'snippet',
        title: 'Snippet',
        document: { markdown: `[x](/pages/${target})` },
      },
    ])
    const { items, count } = expectStatus(
      200,
      await admin.get<ListBody<ContentLocation>>(`/spaces/${id}/content/page/${target}/backlinks`),
    )
    expect(count).toBe(4)
    expect(items.map(formatLocation).toSorted()).toEqual([
      'page Go',
      'page One',
      'page One',
      'reusable-content Snippet',
    ])
    expect(items[0]).toMatchObject({
      versionContext: { type: 'revision' },
      internalLocation: { type: 'node' },
    })
  })

  test('200 lists uses of a file in a text, as a cover and in a reusable content', async () => {
    const id = await createSpaceWith([
      { title: 'One', markdown: '![x](.gitbook/assets/picture.png)' },
      { title: 'Two', markdown: 'No picture' },
    ])
    const two = await findPageId(admin, id, 'two')
    await applyToSpace(id, [
      { type: 'put-file', id: 'picture', file: file('picture.png') },
      { type: 'put-file', id: 'other', file: file('other.png') },
      {
        type: 'update-page',
        id: two,
        fields: { cover: { ref: { kind: 'file', file: 'picture' }, yPos: 0 } },
      },
      {
        type: 'put-reusable-content',
        id: 'snippet',
        title: 'Snippet',
        document: { markdown: '![x](/files/picture)' },
      },
    ])
    const backlinks = async (fileId: string) =>
      expectStatus(
        200,
        await admin.get<ListBody<ContentLocation>>(`/spaces/${id}/content/files/${fileId}/backlinks`),
      ).items.map(formatLocation)
    expect(await backlinks('picture')).toEqual(['page One', 'page Two', 'reusable-content Snippet'])
    expect(await backlinks('other')).toEqual([])
    const path = `/spaces/${id}/change-requests`
    const request = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
    const inRequest = await admin.get<ListBody<ContentLocation>>(
      `${path}/${request.id}/content/files/picture/backlinks`,
    )
    expect(inRequest.body.count).toBe(3)
    const { items } = await listLinks(`/spaces/${id}/links`)
    expect(items).toMatchObject([
      { status: 'ok', targetReference: { kind: 'file', file: { id: 'picture' } }, locations: 3 },
    ])
  })
})

test('200 a page depends on an included content, whose headings are anchors of the page', async () => {
  const id = await createSpaceWith([
    { title: 'Host', markdown: '{% include "/reusable-contents/snippet" %}\n\n[a](#inside) [b](#outside)' },
  ])
  await applyToSpace(id, [
    { type: 'put-reusable-content', id: 'snippet', title: 'Snippet', document: { markdown: '## Inside' } },
  ])
  const links = await listLinks(`/spaces/${id}/links`)
  expect(
    links.items.map(
      ({ status, relation, targetReference }) => `${status} ${relation} ${formatLocation(targetReference)}`,
    ),
  ).toEqual([
    'ok dependsOn reusable-content Snippet',
    'ok reference page Host#inside',
    'broken reference page Host#outside',
  ])
})

test('200 a link to the title of a page is not broken, as on Git hosts, where the title is a heading', async () => {
  const id = await createSpaceWith([
    { title: 'Über uns!', markdown: 'We.', fields: { slug: 'about' } },
    { title: 'Help', markdown: '[a](/about.md#über-uns) [b](#help) [c](/about.md#other)' },
  ])
  const { items } = await listLinks(`/spaces/${id}/links`)
  expect(items.map(({ status, targetReference }) => `${status} ${formatLocation(targetReference)}`)).toEqual([
    'ok page Über uns!#über-uns',
    'ok page Help#help',
    'broken page Über uns!#other',
  ])
})

test('200 returns the meta links of a page, or none', async () => {
  const id = await createSpaceWith([{ title: 'A' }])
  const page = await findPageId(admin, id, 'a')
  const path = `/spaces/${id}/content/page/${page}/meta-links`
  expect(expectStatus(200, await admin.get(path))).toEqual({})
  const metaLinks = {
    canonical: { kind: 'url', url: 'https://example.com/' },
    alternates: [{ kind: 'page', page: 'x' }],
  }
  await applyToSpace(id, [{ type: 'update-page', id: page, fields: { metaLinks } }])
  expect(expectStatus(200, await admin.get(path))).toEqual(metaLinks)
})

test('links of many pages are read with one statement, because texts are parsed only once', async () => {
  const pages = Array.from({ length: 40 }, (_, n) => ({
    title: `Page ${n}`,
    markdown: `[x](page-${n + 1}.md) ${n}`,
  }))
  const id = await createSpaceWith(pages)
  await app.app.areas.search.indexer.catchUp([id])
  const storedLinks = await app.database.row<{ count: number }>(sql`
    select count(*) from document_links where refs::text like '%page-%'`)
  expect(storedLinks?.count).toBeGreaterThanOrEqual(40)
  const queries: string[] = []
  const stop = app.database.onQuery((text) => queries.push(text))
  expect((await listLinks(`/spaces/${id}/links?limit=1`)).stats).toEqual({ total: 40, broken: { total: 1 } })
  stop()
  expect(queries.filter((text) => text.includes('document_links')).length).toBeLessThanOrEqual(1)
  await changeContent(admin, id, [{ operation: 'delete_page', page: await findPageId(admin, id, 'page-3') }])
  expect((await listLinks(`/spaces/${id}/links?limit=1`)).stats).toEqual({ total: 39, broken: { total: 2 } })
})
