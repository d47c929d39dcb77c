import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document } from '@verso/markdown'
import { Client, errorOf, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, writePages } from '../../../testing/content.ts'
import { readList } from '../../../testing/lists.ts'
import { makePetstore, waitForProcessedSpec } from '../../../testing/specs.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { Job } from '../../tasks/schema.ts'
import type { OpenAPISpec } from '../../openapi/specs/schema.ts'
import type { PublishedLookup } from '../../sites/renderer-api/schema.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { Space } from '../spaces/schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({}, { role: 'all' })
  ;({ id: organization, admin } = await app.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
})
afterAll(() => app.stop())

const ok = { 200: { description: 'ok' } }
const operation = (summary: string, tags: string[], more: object = {}) => ({
  summary,
  tags,
  responses: ok,
  ...more,
})

const description = (changes: object = {}) => ({
  ...makePetstore(),
  tags: [
    { name: 'pets', description: 'All about **pets**.' },
    { name: 'shops', 'x-page-title': 'The shops' },
  ],
  paths: {
    '/pets': {
      get: operation('List pets', ['pets'], { description: 'Those that are *alive*.' }),
      post: operation('Add a pet', ['pets']),
    },
    '/shops': { get: operation('List shops', ['shops']) },
    '/v1/health-checks/{id}': { get: operation('Check', []) },
  },
  ...changes,
})

const put = async (slug: string, document: object) => {
  const answer = await admin.put<OpenAPISpec>(`/orgs/${organization}/openapi/${slug}`, {
    source: { text: JSON.stringify(document) },
  })
  if (answer.status !== 201) expectStatus(200, answer)
  return waitForProcessedSpec(admin, organization, slug)
}

const sourceOf = (spec: string, props: object = { models: true }) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props,
})

const insert = (spec: string, { props, ...fields }: { props?: object; [field: string]: unknown } = {}) => ({
  operation: 'insert_page',
  title: 'Reference',
  computed: sourceOf(spec, props),
  ...fields,
})

const at = (space: { id: string }, path: string) => `/spaces/${space.id}/content${path}`

/** Titles with those of the pages below them. */
type Titles = (string | [string, Titles])[]
const titlesOf = (pages: RevisionPage[]): Titles =>
  pages.map(({ title, pages: below = [] }) =>
    below.length === 0 ? title : [title, titlesOf(below as RevisionPage[])],
  )

const tree = async (space: { id: string }, query = '') =>
  expectStatus(200, await admin.get<{ pages: RevisionPage[] }>(at(space, `/pages${query}`))).pages

const page = async (space: { id: string }, path: string, query = '?format=markdown') =>
  expectStatus(200, await admin.get<RevisionPage>(at(space, `/path/${encodeURIComponent(path)}${query}`)))

const current = async (space: { id: string }) => expectStatus(200, await admin.get<Revision>(at(space, '')))

/** The content, once it is another than before. */
async function moved(space: { id: string }, from: string): Promise<Revision> {
  for (;;) {
    const revision = await current(space)
    if (revision.id !== from) return revision
    await sleep(20)
  }
}

async function reference(spec: string, fields: Record<string, unknown> = {}): Promise<Space> {
  const space = await app.space(admin, organization)
  await changeContent(admin, space.id, [insert(spec, fields)])
  return space
}

describe('a page that is computed', () => {
  test('becomes one page a tag or a group of paths, and one of the models; without `computed` it is itself', async () => {
    await put('shop', description())
    const space = await app.space(admin, organization)
    await changeContent(admin, space.id, [
      { operation: 'insert_page', title: 'Before', document: { markdown: 'a' } },
      insert('shop'),
      { operation: 'insert_page', title: 'Pets', document: { markdown: 'b' } },
    ])

    const pages = await tree(space)
    expect(titlesOf(pages)).toEqual(['Before', 'Pets', 'The shops', 'Health checks', 'Models', 'Pets'])
    // The page that was written keeps its address; the one that was made gets another.
    expect(pages.map(({ path }) => path)).toEqual([
      'before',
      'pets-1',
      'the-shops',
      'health-checks',
      'models',
      'pets',
    ])
    expect(pages[1]).toMatchObject({
      type: 'document',
      computed: sourceOf('shop', { doc: 'operations', page: 'pets' }),
      computedSeed: expect.any(String),
      documentId: expect.any(String),
    })
    const written = await tree(space, '?computed=false')
    expect(written.map(({ title, type }) => [title, type])).toEqual([
      ['Before', 'document'],
      ['Reference', 'computed'],
      ['Pets', 'document'],
    ])
    expect(written[1]).toMatchObject({ computed: sourceOf('shop') })
    expect(written[1]).not.toHaveProperty('slug')
  })

  test('its pages are read as any others: by path, by id, by document, in every format', async () => {
    await put('readable', description())
    const space = await reference('readable')
    const { id, markdown, documentId } = await page(space, 'pets')
    expect(markdown).toBe(
      [
        'All about **pets**.',
        '## List pets',
        'Those that are _alive_.',
        '{% openapi-operation spec="readable" path="/pets" method="get" headless="true" %}\n{% endopenapi-operation %}',
        '## Add a pet',
        '{% openapi-operation spec="readable" path="/pets" method="post" headless="true" %}\n{% endopenapi-operation %}\n',
      ].join('\n\n'),
    )
    const byId = expectStatus(200, await admin.get<RevisionPage>(at(space, `/page/${id}`)))
    expect(JSON.stringify(byId.document)).toContain('"openapi-operation"')
    const document = await admin.get<Document>(`/spaces/${space.id}/documents/${documentId}`)
    expect(expectStatus(200, document)).toEqual(byId.document)
    expect((await page(space, 'models')).markdown).toContain(
      '{% openapi-schemas spec="readable" schemas="Pet" %}',
    )
    expect((await admin.get(at(space, '/path/pets?computed=false'))).status).toBe(404)
  })

  test('one page an operation, and where the description is', async () => {
    await put('detailed', description())
    const props = { models: false, grouping: 'by-operation', downloadLink: true }
    const space = await reference('detailed', { props })
    expect(titlesOf(await tree(space))).toEqual([
      ['Pets', ['List pets', 'Add a pet']],
      ['The shops', ['List shops']],
      ['Health checks', ['Check']],
    ])
    expect((await page(space, 'pets')).markdown).toBe('[OpenAPI](/openapi/detailed)\n\nAll about **pets**.\n')
    const operation = await page(space, 'pets/list-pets')
    expect(operation.markdown).toContain('method="get"')
    expect(operation.computed).toMatchObject({ props: { doc: 'operation', page: '/pets', method: 'get' } })
  })

  test('tags below tags, webhooks, and what is not for everyone', async () => {
    await put('nested', {
      openapi: '3.1.0',
      info: { title: 'N', version: '1' },
      tags: [
        { name: 'top', description: 'Only above others.' },
        { name: 'inner', 'x-parent': 'top' },
        { name: 'unused' },
        { name: 'a', 'x-parent': 'b' },
        { name: 'b', 'x-parent': 'a' },
      ],
      paths: {
        '/x': {
          get: operation('X', ['inner', 'a']),
          post: operation('Hidden', ['inner'], { 'x-internal': true }),
        },
        '/y': { $ref: '#/components/pathItems/Y' },
      },
      webhooks: { 'pet.born': { post: operation('A pet is born', []) } },
      components: { pathItems: { Y: { get: operation('Y', ['b']) } } },
    })
    const space = await reference('nested')
    expect(titlesOf(await tree(space))).toEqual([['Top', ['Inner']], 'A', 'B', 'Webhooks'])
    expect((await page(space, 'top')).computed).toMatchObject({ props: { doc: 'info', page: 'top' } })
    expect((await page(space, 'top/inner')).markdown).not.toContain('Hidden')
    expect((await page(space, 'webhooks')).markdown).toContain(
      '{% openapi-webhook spec="nested" name="pet.born" method="post" headless="true" %}',
    )
  })

  test('who may see it holds for what it makes', async () => {
    await put('conditional', description())
    const space = await reference('conditional', { condition: 'visitor.claims.unsigned.isBeta' })
    const made = await app.site(admin, organization, { title: 'Beta', spaces: [space.id] })
    const site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${made.id}/publish`))
    const titlesFor = async (unsignedClaims: object) => {
      const body = { url: site.urls.published, visitor: { unsignedClaims } }
      const found = expectStatus(200, await app.anonymous.post<PublishedLookup>('/urls/published', body))
      const visitor = new Client(app.app, 'apiToken' in found ? found.apiToken : '')
      const answer = await visitor.get<{ pages: RevisionPage[] }>(at(space, '/pages'))
      return titlesOf(expectStatus(200, answer).pages)
    }
    expect(await titlesFor({})).toEqual([])
    expect(await titlesFor({ isBeta: true })).toContain('Pets')
  })

  test('nothing stands in its place while there is no such spec; then there is', async () => {
    const space = await reference('later')
    expect(await tree(space)).toEqual([])
    expect(titlesOf(await tree(space, '?computed=false'))).toEqual(['Reference'])
    const before = await current(space)
    await put('later', description())
    const after = await moved(space, before.id)
    expect(titlesOf(after.pages)).toContain('Pets')
  })

  test('400 for sources that are none, and for a page with both a text and a source', async () => {
    const space = await app.space(admin, organization)
    const requests = `/spaces/${space.id}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    for (const change of [
      insert('x', { document: { markdown: 'a' } }),
      { operation: 'insert_page', title: 'Neither' },
      insert('Not A Slug'),
      insert('x', { props: {} }),
      insert('x', { props: { models: true, grouping: 'by-colour' } }),
      { ...insert('x'), computed: { type: 'integration:a:b', props: {} } },
    ]) {
      const answer = await admin.post(`${requests}/${id}/content`, { changes: [change] })
      expect({ change, status: answer.status }).toEqual({ change, status: 400 })
      expect(errorOf(answer).message).not.toBe('')
    }
  })

  test('what it makes cannot be written: it is somebody else’s', async () => {
    await put('theirs', description())
    const space = await reference('theirs')
    const { id: pageId } = await page(space, 'pets')
    const requests = `/spaces/${space.id}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    const changes = [{ operation: 'update_page', page: pageId, title: 'Mine' }]
    expect((await admin.post(`${requests}/${id}/content`, { changes })).status).toBe(404)
  })
})

describe('when the description changes', () => {
  test('there is a new revision, with the same ids, and nobody changed anything', async () => {
    await put('moving', description())
    const space = await reference('moving')
    const before = await current(space)
    const paths = { '/pets': { get: operation('List all pets', ['pets']) } }
    await put('moving', description({ paths }))
    const after = await moved(space, before.id)
    expect(after).toMatchObject({ type: 'computed', parents: [before.id] })
    expect(titlesOf(after.pages)).toEqual(['Pets', 'Models'])
    expect(after.pages[0]?.id).toBe(before.pages[0]?.id)
    expect((await page(space, 'pets')).markdown).toContain('List all pets')
    const changes = await admin.get<{ changes: object[] }>(
      `/spaces/${space.id}/revisions/${after.id}/changes`,
    )
    expect(expectStatus(200, changes).changes).toEqual([])
    // What was, still is what it was.
    const then = await admin.get<Revision>(`/spaces/${space.id}/revisions/${before.id}`)
    expect(titlesOf(expectStatus(200, then).pages)).toContain('The shops')
    const jobs = await readList<Job>(admin, `/orgs/${organization}/jobs?space=${space.id}`)
    expect(jobs.items).toMatchObject([{ type: 'compute-content', status: 'completed' }])
    // The same again is nothing new.
    await put('moving', description({ paths }))
    expect((await current(space)).id).toBe(after.id)
  })

  test('change requests go on: what is written in them is merged with what is computed then', async () => {
    await put('branched', description())
    const space = await reference('branched')
    const requests = `/spaces/${space.id}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    const changes = [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'x' } }]
    expectStatus(200, await admin.post(`${requests}/${id}/content`, { changes }))
    const inRequest = await admin.get<{ pages: RevisionPage[] }>(`${requests}/${id}/content/pages`)
    expect(titlesOf(expectStatus(200, inRequest).pages)).toEqual([
      'Pets',
      'The shops',
      'Health checks',
      'Models',
      'Mine',
    ])
    const before = await current(space)
    await put('branched', description({ paths: { '/pets': { get: operation('List', ['pets']) } } }))
    await moved(space, before.id)
    expectStatus(200, await admin.post(`${requests}/${id}/merge`))
    expect(titlesOf(await tree(space))).toEqual(['Pets', 'Models', 'Mine'])
  })

  test('deleted, it takes its pages with it; the source stays', async () => {
    await put('doomed', description())
    const space = await reference('doomed')
    const before = await current(space)
    expectStatus(205, await admin.delete(`/orgs/${organization}/openapi/doomed`))
    expect((await moved(space, before.id)).pages).toEqual([])
    expect(titlesOf(await tree(space, '?computed=false'))).toEqual(['Reference'])
  })

  test('a copy of the space has it too, and follows', async () => {
    await put('copied', description())
    const space = await reference('copied')
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${space.id}/duplicate`))
    expect(titlesOf(await tree(copy))).toEqual(titlesOf(await tree(space)))
    const before = await current(copy)
    await put('copied', description({ paths: { '/pets': { get: operation('List', ['pets']) } } }))
    expect(titlesOf((await moved(copy, before.id)).pages)).toEqual(['Pets', 'Models'])
  })

  test('in another organization, its specs are meant', async () => {
    await put('local', description())
    const space = await reference('local')
    const before = await current(space)
    const other = (await admin.post<{ id: string }>('/orgs', { title: 'Elsewhere' })).body.id
    expectStatus(200, await admin.post(`/spaces/${space.id}/transfer`, { organization: other }))
    expect((await moved(space, before.id)).pages).toEqual([])
  })
})

describe('search and links', () => {
  test('find what is computed, and lead to it', async () => {
    await put('findable', description())
    const space = await app.space(admin, organization)
    await changeContent(admin, space.id, [
      insert('findable'),
      {
        operation: 'insert_page',
        title: 'Guide',
        document: { markdown: '[all](pets.md#list-pets) [no](nowhere.md)' },
      },
    ])
    const found = await readList<{ title: string; sections?: { title: string }[] }>(
      admin,
      `/spaces/${space.id}/search?query=alive`,
    )
    expect(found.items.map(({ title }) => title)).toEqual(['Pets'])
    const pageId = (await page(space, 'pets')).id
    const backlinks = await readList<{ page?: { id: string } }>(admin, at(space, `/page/${pageId}/backlinks`))
    expect(backlinks.count).toBe(1)
    const links = await readList<{ status: string; targetReference: { kind: string } }>(
      admin,
      `/spaces/${space.id}/links`,
    )
    const statuses = links.items.map(({ status, targetReference: { kind } }) => [kind, status])
    expect(statuses).toContainEqual(['page', 'ok'])
    expect(statuses).toContainEqual(['openapi', 'ok'])
    expect(statuses.filter(([, status]) => status === 'broken')).toEqual([['url', 'broken']])
    const before = await current(space)
    await put('findable', description({ paths: { '/cats': { get: operation('Cats', ['cats']) } } }))
    await moved(space, before.id)
    expect((await readList(admin, `/spaces/${space.id}/search?query=alive`)).items).toEqual([])
    expect((await readList(admin, `/spaces/${space.id}/search?query=cats`)).items).toHaveLength(1)
  })
})

describe('the companions', () => {
  test('the pages and texts of a source, as a space would have them', async () => {
    await put('companion', description())
    const space = await app.space(admin, organization)
    const ask = <Body>(what: string, source: object) =>
      admin.post<Body>(at(space, `/computed/${what}`), { source, seed: 'seed' })
    const revision = await ask<{ pages: RevisionPage[]; files: []; reusableContents: [] }>(
      'revision',
      sourceOf('companion'),
    )
    const { pages, files, reusableContents } = expectStatus(200, revision)
    expect(titlesOf(pages)).toEqual(['Pets', 'The shops', 'Health checks', 'Models'])
    expect([files, reusableContents]).toEqual([[], []])
    for (const { computed, computedSeed } of pages) {
      expect(computedSeed).toBe('seed')
      const document = await ask<Document>('document', computed ?? {})
      expect(expectStatus(200, document).nodes.length).toBeGreaterThan(0)
    }
    const again = await ask<{ pages: RevisionPage[] }>('revision', sourceOf('companion'))
    expect(again.body.pages.map(({ id }) => id)).toEqual(pages.map(({ id }) => id))
    // The same document as in a space.
    const made = await reference('companion')
    const { document } = await page(made, 'pets', '')
    expect((await ask('document', pages[0]?.computed ?? {})).body).toEqual(document)

    expect((await ask('revision', sourceOf('nowhere'))).status).toBe(404)
    expect((await ask('document', sourceOf('companion', { doc: 'operations', page: 'x' }))).status).toBe(404)
    expect((await ask('document', sourceOf('companion', { doc: 'poem' }))).status).toBe(400)
    expect((await ask('revision', sourceOf('companion', { models: 'yes' }))).status).toBe(400)
  })

  test('a space that is all computed', async () => {
    await put('whole', description())
    const space = await app.space(admin, organization, { computedSource: sourceOf('whole') })
    expect(titlesOf(await tree(space))).toEqual(['Pets', 'The shops', 'Health checks', 'Models'])
  })
})

/** A description that says something of its one operation. */
const described = (text: string) =>
  description({ paths: { '/shops': { get: operation('Shops', [], { description: text }) } } })

describe('published', () => {
  test('what is computed is there to read, in the tree, and after the next version too', async () => {
    await put('shown', description())
    const space = await reference('shown')
    await writePages(admin, space.id, [{ title: 'Welcome', markdown: '[pets](pets.md)' }])
    const made = await app.site(admin, organization, { title: 'Reference', spaces: [space.id] })
    const site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${made.id}/publish`))
    const get = async (path: string) =>
      app.app.http.inject({ url: `/acme/${site.basename}${path}`, headers: { host: 'localhost:4000' } })
    const shops = await get('/the-shops')
    expect(shops.statusCode).toBe(200)
    expect(shops.body).toContain('List shops')
    expect(shops.body).toContain('<span class="method get">GET</span>')
    expect(shops.body).toContain('https://pets.example.com/v1')
    expect((await get('/models')).body).toContain('<code class="field-name">parents</code>')
    const before = await current(space)
    await put('shown', description({ paths: { '/shops': { get: operation('Every shop', ['shops']) } } }))
    await moved(space, before.id)
    expect((await get('')).body).toContain('Every shop')
  })

  test('blocks in pages that people write show what the spec says now', async () => {
    await put('blocks', described('The first words.'))
    const space = await app.space(admin, organization)
    const markdown =
      '{% openapi-operation spec="blocks" path="/shops" method="get" %}\n{% endopenapi-operation %}\n\n' +
      '{% openapi-schemas spec="blocks" schemas="Pet" %}\n{% endopenapi-schemas %}\n\n' +
      '{% openapi-operation spec="nowhere" path="/gone" method="get" %}\n{% endopenapi-operation %}\n\n[all](/openapi/blocks)'
    await writePages(admin, space.id, [{ title: 'Written', markdown }])
    const made = await app.site(admin, organization, { title: 'Blocks', spaces: [space.id] })
    const site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${made.id}/publish`))
    const read = async () => (await app.app.http.inject({ url: `/acme/${site.basename}` })).body
    const first = await read()
    expect(first).toContain('The first words.')
    expect(first).toContain('field-name">parents')
    expect(first).toContain('/gone')
    expect(first).not.toContain('/~openapi/')
    await put('blocks', described('Other words.'))
    expect(await read()).toContain('Other words.')
    await admin.patch(`/orgs/${organization}/openapi/blocks`, { visibility: 'public' })
    expect(await read()).toContain('/~openapi/')
    expectStatus(205, await admin.delete(`/orgs/${organization}/openapi/blocks`))
    expect(await read()).not.toContain('Other words.')
  })
})
