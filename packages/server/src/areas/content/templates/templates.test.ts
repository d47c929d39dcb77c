import { listReferences, type Document, walkBlocks } from '@verso/markdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { TestPage } from '../../../testing/import-world.ts'
import type { Space } from '../spaces/schema.ts'
import { loadTemplates } from './library.ts'
import type { Template } from './schema.ts'

let app: TestApp
let admin: Person
let organizationId: string

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organizationId, admin } = await app.organization())
})
afterAll(() => app.stop())

const url = (address: string) => ({ kind: 'url', url: address })
const refs = {
  specification: url('https://example.com/openapi.yaml'),
  support: url('mailto:help@example.com'),
}

async function listPages(spaceId: string): Promise<TestPage[]> {
  const flatten = (pages: TestPage[]): TestPage[] =>
    pages.flatMap((page) => [page, ...flatten(page.pages ?? [])])
  const answer = await admin.get<{ pages: TestPage[] }>(`/spaces/${spaceId}/content/pages`)
  return flatten(expectStatus(200, answer).pages)
}

const readPage = async (spaceId: string, pageId: string, format = 'markdown') =>
  expectStatus(
    200,
    await admin.get<{ markdown: string; document: Document }>(
      `/spaces/${spaceId}/content/page/${pageId}?format=${format}`,
    ),
  )

describe('GET /templates', () => {
  test('200 lists five templates with their pages, features and references', async () => {
    const { items, count } = expectStatus(200, await admin.get<ListBody<Template>>('/templates'))
    expect(items.map(({ id }) => id)).toEqual([
      'product-docs',
      'knowledge-base',
      'changelog',
      'runbook',
      'api-reference',
    ])
    expect(count).toBe(5)
    for (const { pages, title, subtitle, features } of items) {
      expect(pages).toBeGreaterThanOrEqual(4)
      expect([title, subtitle, features.length > 0]).not.toContain('')
    }
    expect(items.at(-1)?.contentRefs.map(({ name }) => name)).toEqual(['specification', 'support'])
  })

  test('401 without a token', async () => {
    expect((await app.anonymous.get('/templates')).status).toBe(401)
  })
})

describe('POST /spaces/:spaceId/content/template', () => {
  test.each([...loadTemplates().keys()])('201 %s adds all its pages, without a broken link', async (id) => {
    const space = await app.space(admin, organizationId)
    const body = { id, params: { contentRefs: refs } }
    const answer = await admin.post(`/spaces/${space.id}/content/template`, body)
    expect(answer).toMatchObject({ status: 201, body: undefined })
    const pages = await listPages(space.id)
    const documents = pages.filter(({ type }) => type === 'document')
    expect(documents).toHaveLength(loadTemplates().get(id)?.pages.size ?? 0)
    const ids = new Set(pages.map((page) => page.id))
    const kinds = new Set<string>()
    for (const page of documents) {
      const { document } = await readPage(space.id, page.id, 'document')
      expect(page.description).toBeTruthy()
      for (const { block } of walkBlocks(document)) {
        kinds.add(block.type)
        expect('raw' in block.data && block.data.raw).toBeFalsy()
      }
      const broken = listReferences(document).filter(({ ref }) =>
        ref.kind === 'url'
          ? !/^(https|mailto):/.test(ref.url)
          : 'page' in ref && !ids.has(ref.page ?? page.id),
      )
      expect(broken).toEqual([])
    }
    expect(kinds.size).toBeGreaterThan(6)
  })

  test('201 the given references replace the placeholders', async () => {
    const space = await app.space(admin, organizationId)
    const contentRefs = {
      specification: { kind: 'openapi', spec: 'petstore' },
      support: { kind: 'space', space: space.id },
    }
    const body = { id: 'api-reference', params: { contentRefs } }
    expect((await admin.post(`/spaces/${space.id}/content/template`, body)).status).toBe(201)
    const introduction = (await listPages(space.id)).find(({ title }) => title === 'Introduction')
    const { markdown } = await readPage(space.id, introduction?.id ?? '')
    expect(markdown).toContain('[specification](/openapi/petstore)')
    expect(markdown).toContain(`[Ask us](/spaces/${space.id})`)
    expect(markdown).not.toContain('ref:')
  })

  test('201 a template can be applied twice', async () => {
    const space = await app.space(admin, organizationId)
    for (let times = 0; times < 2; times += 1) {
      expect((await admin.post(`/spaces/${space.id}/content/template`, { id: 'changelog' })).status).toBe(201)
    }
    const size = loadTemplates().get('changelog')?.pages.size ?? 0
    expect((await listPages(space.id)).filter(({ type }) => type === 'document')).toHaveLength(2 * size)
  })

  test.each([
    [404, { id: 'nowhere' }],
    [404, { id: '../product-docs' }],
    [404, { id: '__proto__' }],
    [400, { id: 'api-reference' }],
    [400, { id: 'api-reference', params: {} }],
    [400, { id: 'api-reference', params: { contentRefs: { support: url('https://example.com/') } } }],
    [400, { id: 'api-reference', params: { contentRefs: { ...refs, support: url('javascript:alert(1)') } } }],
    [400, { id: 'api-reference', params: { contentRefs: { ...refs, support: { kind: 'nonsense' } } } }],
    [400, { id: 'api-reference', params: { contentRefs: { ...refs, support: 'x' } } }],
    [400, { id: 'api-reference', params: { contentRefs: [] } }],
    [400, {}],
    [400, { id: '' }],
    [400, { id: 7 }],
  ])('%i for %j, and the space is unchanged', async (status, body) => {
    const space = await app.space(admin, organizationId)
    expect((await admin.post(`/spaces/${space.id}/content/template`, body)).status).toBe(status)
    const { body: after } = await admin.get<Space>(`/spaces/${space.id}`)
    expect(after.revision).toBe(space.revision)
  })

  test('409 for a locked space, 403 for readers, 404 for another organization', async () => {
    const locked = await app.space(admin, organizationId, { editMode: 'locked' })
    const path = `/spaces/${locked.id}/content/template`
    expect((await admin.post(path, { id: 'runbook' })).status).toBe(409)
    const reader = await app.member(organizationId, 'read')
    expect((await reader.post(path, { id: 'runbook' })).status).toBe(403)
    const { admin: stranger } = await app.organization()
    expect((await stranger.post(path, { id: 'runbook' })).status).toBe(404)
  })
})

describe('POST /orgs/:organizationId/spaces with a template', () => {
  test('201 the space starts with the pages of the template, also when it is locked', async () => {
    const space = await app.space(admin, organizationId, { editMode: 'locked', template: { id: 'runbook' } })
    expect((await listPages(space.id)).map(({ title }) => title)).toContain('When something is wrong')
    const { body } = await admin.get<Space>(`/spaces/${space.id}`)
    expect(body.revision).toBe(space.revision)
  })

  test('400 without the references that it needs, and no space is created', async () => {
    const path = `/orgs/${organizationId}/spaces`
    const { body: before } = await admin.get<ListBody<Space>>(`${path}?limit=0`)
    expect((await admin.post(path, { template: { id: 'api-reference' } })).status).toBe(400)
    const { body: after } = await admin.get<ListBody<Space>>(`${path}?limit=0`)
    expect(after.count).toBe(before.count)
  })
})
