import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document } from '@verso/markdown'
import { Client, readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, writePages } from '../../../testing/content.ts'
import { readList } from '../../../testing/lists.ts'
import { createPetstore, waitForProcessedSpec } from '../../../testing/specs.ts'
import { waitFor } from '../../../testing/wait-for.ts'
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

const okResponses = { 200: { description: 'ok' } }
const createOperation = (summary: string, tags: string[], more: object = {}) => ({
  summary,
  tags,
  responses: okResponses,
  ...more,
})

const createSpec = (changes: object = {}) => ({
  ...createPetstore(),
  tags: [
    { name: 'pets', description: 'All about **pets**.' },
    { name: 'shops', 'x-page-title': 'The shops' },
  ],
  paths: {
    '/pets': {
      get: createOperation('List pets', ['pets'], { description: 'Those that are *alive*.' }),
      post: createOperation('Add a pet', ['pets']),
    },
    '/shops': { get: createOperation('List shops', ['shops']) },
    '/v1/health-checks/{id}': { get: createOperation('Check', []) },
  },
  ...changes,
})

const putSpec = async (slug: string, document: object) => {
  const response = await admin.put<OpenAPISpec>(`/orgs/${organization}/openapi/${slug}`, {
    source: { text: JSON.stringify(document) },
  })
  if (response.status !== 201) expectStatus(200, response)
  return waitForProcessedSpec(admin, organization, slug)
}

const createSource = (spec: string, props: object = { models: true }) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props,
})

const insertReference = (
  spec: string,
  { props, ...fields }: { props?: object; [field: string]: unknown } = {},
) => ({
  operation: 'insert_page',
  title: 'Reference',
  computed: createSource(spec, props),
  ...fields,
})

const contentPath = (space: { id: string }, path: string) => `/spaces/${space.id}/content${path}`

/** The titles of pages, each with those of its child pages. */
type Titles = (string | [string, Titles])[]
const listTitles = (pages: RevisionPage[]): Titles =>
  pages.map(({ title, pages: children = [] }) =>
    children.length === 0 ? title : [title, listTitles(children as RevisionPage[])],
  )

const listPages = async (space: { id: string }, query = '') =>
  expectStatus(200, await admin.get<{ pages: RevisionPage[] }>(contentPath(space, `/pages${query}`))).pages

const getPage = async (space: { id: string }, path: string, query = '?format=markdown') =>
  expectStatus(
    200,
    await admin.get<RevisionPage>(contentPath(space, `/path/${encodeURIComponent(path)}${query}`)),
  )

const getContent = async (space: { id: string }) =>
  expectStatus(200, await admin.get<Revision>(contentPath(space, '')))

/** Waits until the space has another revision, and returns that. */
const waitForNewRevision = (space: { id: string }, previousId: string): Promise<Revision> =>
  waitFor('a new revision of the space', async () => {
    const revision = await getContent(space)
    return revision.id !== previousId && revision
  })

/** Creates a space with a page that is computed from a spec. */
async function createReference(spec: string, fields: Record<string, unknown> = {}): Promise<Space> {
  const space = await app.space(admin, organization)
  await changeContent(admin, space.id, [insertReference(spec, fields)])
  return space
}

describe('a computed page', () => {
  test('is replaced by a page for each tag or group of paths and one for the models, except with `computed=false`', async () => {
    await putSpec('shop', createSpec())
    const space = await app.space(admin, organization)
    await changeContent(admin, space.id, [
      { operation: 'insert_page', title: 'Before', document: { markdown: 'a' } },
      insertReference('shop'),
      { operation: 'insert_page', title: 'Pets', document: { markdown: 'b' } },
    ])

    const pages = await listPages(space)
    expect(listTitles(pages)).toEqual(['Before', 'Pets', 'The shops', 'Health checks', 'Models', 'Pets'])
    // The path of the written page wins; the generated page gets another.
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
      computed: createSource('shop', { doc: 'operations', page: 'pets' }),
      computedSeed: expect.any(String),
      documentId: expect.any(String),
    })
    const writtenPages = await listPages(space, '?computed=false')
    expect(writtenPages.map(({ title, type }) => [title, type])).toEqual([
      ['Before', 'document'],
      ['Reference', 'computed'],
      ['Pets', 'document'],
    ])
    expect(writtenPages[1]).toMatchObject({ computed: createSource('shop') })
    expect(writtenPages[1]).not.toHaveProperty('slug')
  })

  test('gives pages that can be read by path, by id and by document, in every format', async () => {
    await putSpec('readable', createSpec())
    const space = await createReference('readable')
    const { id, markdown, documentId } = await getPage(space, 'pets')
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
    const byId = expectStatus(200, await admin.get<RevisionPage>(contentPath(space, `/page/${id}`)))
    expect(JSON.stringify(byId.document)).toContain('"openapi-operation"')
    const document = await admin.get<Document>(`/spaces/${space.id}/documents/${documentId}`)
    expect(expectStatus(200, document)).toEqual(byId.document)
    expect((await getPage(space, 'models')).markdown).toContain(
      '## The Pet object\n\n{% openapi-schemas spec="readable" schemas="Pet" %}',
    )
    expect((await admin.get(contentPath(space, '/path/pets?computed=false'))).status).toBe(404)
  })

  test('gives a page for each operation, and a link to the spec', async () => {
    await putSpec('detailed', createSpec())
    const props = { models: false, grouping: 'by-operation', downloadLink: true }
    const space = await createReference('detailed', { props })
    expect(listTitles(await listPages(space))).toEqual([
      ['Pets', ['List pets', 'Add a pet']],
      ['The shops', ['List shops']],
      ['Health checks', ['Check']],
    ])
    expect((await getPage(space, 'pets')).markdown).toBe(
      '[OpenAPI](/openapi/detailed)\n\nAll about **pets**.\n',
    )
    const operationPage = await getPage(space, 'pets/list-pets')
    expect(operationPage.markdown).toContain('method="get"')
    expect(operationPage.computed).toMatchObject({
      props: { doc: 'operation', page: '/pets', method: 'get' },
    })
  })

  test('nests tags, includes webhooks and leaves out internal operations', async () => {
    await putSpec('nested', {
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
          get: createOperation('X', ['inner', 'a']),
          post: createOperation('Hidden', ['inner'], { 'x-internal': true }),
        },
        '/y': { $ref: '#/components/pathItems/Y' },
      },
      webhooks: { 'pet.born': { post: createOperation('A pet is born', []) } },
      components: { pathItems: { Y: { get: createOperation('Y', ['b']) } } },
    })
    const space = await createReference('nested')
    expect(listTitles(await listPages(space))).toEqual([['Top', ['Inner']], 'A', 'B', 'Webhooks'])
    expect((await getPage(space, 'top')).computed).toMatchObject({ props: { doc: 'info', page: 'top' } })
    expect((await getPage(space, 'top/inner')).markdown).not.toContain('Hidden')
    expect((await getPage(space, 'webhooks')).markdown).toContain(
      '{% openapi-webhook spec="nested" name="pet.born" method="post" headless="true" %}',
    )
  })

  test('has a condition that holds for the generated pages too', async () => {
    await putSpec('conditional', createSpec())
    const space = await createReference('conditional', { condition: 'visitor.claims.unsigned.isBeta' })
    const unpublishedSite = await app.site(admin, organization, { title: 'Beta', spaces: [space.id] })
    const site = expectStatus(
      200,
      await admin.post<Site>(`/orgs/${organization}/sites/${unpublishedSite.id}/publish`),
    )
    const listTitlesFor = async (unsignedClaims: object) => {
      const body = { url: site.urls.published, visitor: { unsignedClaims } }
      const lookup = expectStatus(200, await app.anonymous.post<PublishedLookup>('/urls/published', body))
      const visitor = new Client(app.app, 'apiToken' in lookup ? lookup.apiToken : '')
      const response = await visitor.get<{ pages: RevisionPage[] }>(contentPath(space, '/pages'))
      return listTitles(expectStatus(200, response).pages)
    }
    expect(await listTitlesFor({})).toEqual([])
    expect(await listTitlesFor({ isBeta: true })).toContain('Pets')
  })

  test('gives no pages until the spec exists', async () => {
    const space = await createReference('later')
    expect(await listPages(space)).toEqual([])
    expect(listTitles(await listPages(space, '?computed=false'))).toEqual(['Reference'])
    const before = await getContent(space)
    await putSpec('later', createSpec())
    const after = await waitForNewRevision(space, before.id)
    expect(listTitles(after.pages)).toContain('Pets')
  })

  test('400 for invalid sources, and for a page with both a text and a source', async () => {
    const space = await app.space(admin, organization)
    const requests = `/spaces/${space.id}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    for (const change of [
      insertReference('x', { document: { markdown: 'a' } }),
      { operation: 'insert_page', title: 'Neither' },
      insertReference('Not A Slug'),
      insertReference('x', { props: {} }),
      insertReference('x', { props: { models: true, grouping: 'by-colour' } }),
      { ...insertReference('x'), computed: { type: 'integration:a:b', props: {} } },
    ]) {
      const response = await admin.post(`${requests}/${id}/content`, { changes: [change] })
      expect({ change, status: response.status }).toEqual({ change, status: 400 })
      expect(readError(response).message).not.toBe('')
    }
  })

  test('404 for a change of a generated page', async () => {
    await putSpec('theirs', createSpec())
    const space = await createReference('theirs')
    const { id: pageId } = await getPage(space, 'pets')
    const requests = `/spaces/${space.id}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    const changes = [{ operation: 'update_page', page: pageId, title: 'Mine' }]
    expect((await admin.post(`${requests}/${id}/content`, { changes })).status).toBe(404)
  })
})

describe('when the spec changes', () => {
  test('the space gets a new revision with the same page ids and without changes of its own', async () => {
    await putSpec('moving', createSpec())
    const space = await createReference('moving')
    const before = await getContent(space)
    const paths = { '/pets': { get: createOperation('List all pets', ['pets']) } }
    await putSpec('moving', createSpec({ paths }))
    const after = await waitForNewRevision(space, before.id)
    expect(after).toMatchObject({ type: 'computed', parents: [before.id] })
    expect(listTitles(after.pages)).toEqual(['Pets', 'Models'])
    expect(after.pages[0]?.id).toBe(before.pages[0]?.id)
    expect((await getPage(space, 'pets')).markdown).toContain('List all pets')
    const changes = await admin.get<{ changes: object[] }>(
      `/spaces/${space.id}/revisions/${after.id}/changes`,
    )
    expect(expectStatus(200, changes).changes).toEqual([])
    // The older revision still has its own pages.
    const olderRevision = await admin.get<Revision>(`/spaces/${space.id}/revisions/${before.id}`)
    expect(listTitles(expectStatus(200, olderRevision).pages)).toContain('The shops')
    const jobs = await readList<Job>(admin, `/orgs/${organization}/jobs?space=${space.id}`)
    expect(jobs.items).toMatchObject([{ type: 'compute-content', status: 'completed' }])
    // Putting the same spec again makes no new revision.
    await putSpec('moving', createSpec({ paths }))
    expect((await getContent(space)).id).toBe(after.id)
  })

  test('change requests are merged with the pages of the new spec', async () => {
    await putSpec('branched', createSpec())
    const space = await createReference('branched')
    const requests = `/spaces/${space.id}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    const changes = [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'x' } }]
    expectStatus(200, await admin.post(`${requests}/${id}/content`, { changes }))
    const requestPages = await admin.get<{ pages: RevisionPage[] }>(`${requests}/${id}/content/pages`)
    expect(listTitles(expectStatus(200, requestPages).pages)).toEqual([
      'Pets',
      'The shops',
      'Health checks',
      'Models',
      'Mine',
    ])
    const before = await getContent(space)
    await putSpec('branched', createSpec({ paths: { '/pets': { get: createOperation('List', ['pets']) } } }))
    await waitForNewRevision(space, before.id)
    expectStatus(200, await admin.post(`${requests}/${id}/merge`))
    expect(listTitles(await listPages(space))).toEqual(['Pets', 'Models', 'Mine'])
  })

  test('a deleted spec removes the generated pages and leaves the computed page', async () => {
    await putSpec('doomed', createSpec())
    const space = await createReference('doomed')
    const before = await getContent(space)
    expectStatus(205, await admin.delete(`/orgs/${organization}/openapi/doomed`))
    expect((await waitForNewRevision(space, before.id)).pages).toEqual([])
    expect(listTitles(await listPages(space, '?computed=false'))).toEqual(['Reference'])
  })

  test('a duplicate of the space is updated too', async () => {
    await putSpec('copied', createSpec())
    const space = await createReference('copied')
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${space.id}/duplicate`))
    expect(listTitles(await listPages(copy))).toEqual(listTitles(await listPages(space)))
    const before = await getContent(copy)
    await putSpec('copied', createSpec({ paths: { '/pets': { get: createOperation('List', ['pets']) } } }))
    expect(listTitles((await waitForNewRevision(copy, before.id)).pages)).toEqual(['Pets', 'Models'])
  })

  test('a space that moves to another organization uses the specs of that one', async () => {
    await putSpec('local', createSpec())
    const space = await createReference('local')
    const before = await getContent(space)
    const other = (await admin.post<{ id: string }>('/orgs', { title: 'Elsewhere' })).body.id
    expectStatus(200, await admin.post(`/spaces/${space.id}/transfer`, { organization: other }))
    expect((await waitForNewRevision(space, before.id)).pages).toEqual([])
  })
})

describe('search and links', () => {
  test('find generated pages and link to them', async () => {
    await putSpec('findable', createSpec())
    const space = await app.space(admin, organization)
    await changeContent(admin, space.id, [
      insertReference('findable'),
      {
        operation: 'insert_page',
        title: 'Guide',
        document: { markdown: '[all](pets.md#list-pets) [no](nowhere.md)' },
      },
    ])
    const results = await readList<{ title: string; sections?: { title: string }[] }>(
      admin,
      `/spaces/${space.id}/search?query=alive`,
    )
    expect(results.items.map(({ title }) => title)).toEqual(['Pets'])
    const pageId = (await getPage(space, 'pets')).id
    const backlinks = await readList<{ page?: { id: string } }>(
      admin,
      contentPath(space, `/page/${pageId}/backlinks`),
    )
    expect(backlinks.count).toBe(1)
    const links = await readList<{ status: string; targetReference: { kind: string } }>(
      admin,
      `/spaces/${space.id}/links`,
    )
    const statuses = links.items.map(({ status, targetReference: { kind } }) => [kind, status])
    expect(statuses).toContainEqual(['page', 'ok'])
    expect(statuses).toContainEqual(['openapi', 'ok'])
    expect(statuses.filter(([, status]) => status === 'broken')).toEqual([['url', 'broken']])
    const before = await getContent(space)
    await putSpec('findable', createSpec({ paths: { '/cats': { get: createOperation('Cats', ['cats']) } } }))
    await waitForNewRevision(space, before.id)
    expect((await readList(admin, `/spaces/${space.id}/search?query=alive`)).items).toEqual([])
    expect((await readList(admin, `/spaces/${space.id}/search?query=cats`)).items).toHaveLength(1)
  })
})

describe('POST …/content/computed', () => {
  test('200 with the pages and documents of a source, as a space would have them; 400 and 404', async () => {
    await putSpec('companion', createSpec())
    const space = await app.space(admin, organization)
    const compute = <Body>(what: string, source: object) =>
      admin.post<Body>(contentPath(space, `/computed/${what}`), { source, seed: 'seed' })
    const revision = await compute<{ pages: RevisionPage[]; files: []; reusableContents: [] }>(
      'revision',
      createSource('companion'),
    )
    const { pages, files, reusableContents } = expectStatus(200, revision)
    expect(listTitles(pages)).toEqual(['Pets', 'The shops', 'Health checks', 'Models'])
    expect([files, reusableContents]).toEqual([[], []])
    for (const { computed, computedSeed } of pages) {
      expect(computedSeed).toBe('seed')
      const document = await compute<Document>('document', computed ?? {})
      expect(expectStatus(200, document).nodes.length).toBeGreaterThan(0)
    }
    const again = await compute<{ pages: RevisionPage[] }>('revision', createSource('companion'))
    expect(again.body.pages.map(({ id }) => id)).toEqual(pages.map(({ id }) => id))
    // A space with this source has the same document.
    const referenceSpace = await createReference('companion')
    const { document } = await getPage(referenceSpace, 'pets', '')
    expect((await compute('document', pages[0]?.computed ?? {})).body).toEqual(document)

    expect((await compute('revision', createSource('nowhere'))).status).toBe(404)
    expect(
      (await compute('document', createSource('companion', { doc: 'operations', page: 'x' }))).status,
    ).toBe(404)
    expect((await compute('document', createSource('companion', { doc: 'poem' }))).status).toBe(400)
    expect((await compute('revision', createSource('companion', { models: 'yes' }))).status).toBe(400)
  })

  test('a space can be created from a source', async () => {
    await putSpec('whole', createSpec())
    const space = await app.space(admin, organization, { computedSource: createSource('whole') })
    expect(listTitles(await listPages(space))).toEqual(['Pets', 'The shops', 'Health checks', 'Models'])
  })
})

/** Creates a spec with one operation, which has this description. */
const createDescribedSpec = (text: string) =>
  createSpec({ paths: { '/shops': { get: createOperation('Shops', [], { description: text }) } } })

describe('on a published site', () => {
  test('generated pages are shown, and updated with the spec', async () => {
    await putSpec('shown', createSpec())
    const space = await createReference('shown')
    await writePages(admin, space.id, [{ title: 'Welcome', markdown: '[pets](pets.md)' }])
    const unpublishedSite = await app.site(admin, organization, { title: 'Reference', spaces: [space.id] })
    const site = expectStatus(
      200,
      await admin.post<Site>(`/orgs/${organization}/sites/${unpublishedSite.id}/publish`),
    )
    const get = async (path: string) =>
      app.app.http.inject({ url: `/acme/${site.basename}${path}`, headers: { host: 'localhost:4000' } })
    const shops = await get('/the-shops')
    expect(shops.statusCode).toBe(200)
    expect(shops.body).toContain('List shops')
    expect(shops.body).toContain('<span class="method get">GET</span>')
    expect(shops.body).toContain('https://pets.example.com/v1')
    expect((await get('/models')).body).toContain('<code class="field-name">parents</code>')
    const before = await getContent(space)
    await putSpec(
      'shown',
      createSpec({ paths: { '/shops': { get: createOperation('Every shop', ['shops']) } } }),
    )
    await waitForNewRevision(space, before.id)
    expect((await get('')).body).toContain('Every shop')
  })

  test('OpenAPI blocks in written pages show the latest version of the spec', async () => {
    await putSpec('blocks', createDescribedSpec('The first words.'))
    const space = await app.space(admin, organization)
    const markdown =
      '{% openapi-operation spec="blocks" path="/shops" method="get" %}\n{% endopenapi-operation %}\n\n' +
      '{% openapi-schemas spec="blocks" schemas="Pet" %}\n{% endopenapi-schemas %}\n\n' +
      '{% openapi-operation spec="nowhere" path="/gone" method="get" %}\n{% endopenapi-operation %}\n\n[all](/openapi/blocks)'
    await writePages(admin, space.id, [{ title: 'Written', markdown }])
    const unpublishedSite = await app.site(admin, organization, { title: 'Blocks', spaces: [space.id] })
    const site = expectStatus(
      200,
      await admin.post<Site>(`/orgs/${organization}/sites/${unpublishedSite.id}/publish`),
    )
    const read = async () => (await app.app.http.inject({ url: `/acme/${site.basename}` })).body
    const first = await read()
    expect(first).toContain('The first words.')
    expect(first).toContain('field-name">parents')
    expect(first).toContain('/gone')
    expect(first).not.toContain('/~openapi/')
    await putSpec('blocks', createDescribedSpec('Other words.'))
    expect(await read()).toContain('Other words.')
    await admin.patch(`/orgs/${organization}/openapi/blocks`, { visibility: 'public' })
    expect(await read()).toContain('/~openapi/')
    expectStatus(205, await admin.delete(`/orgs/${organization}/openapi/blocks`))
    expect(await read()).not.toContain('Other words.')
  })
})
