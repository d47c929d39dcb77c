import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { waitForProcessedSpec } from '../../../testing/specs.ts'
import type { OpenAPISpec, OpenAPISpecContent } from '../../openapi/specs/schema.ts'
import type { RevisionPage } from '../revisions/schema.ts'
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

const require = createRequire(import.meta.url)
const readFile = (name: string) => readFileSync(require.resolve(name), 'utf8')

const flattenPages = (pages: RevisionPage[]): RevisionPage[] =>
  // Child pages have the shape of a page, which the schema cannot express.
  pages.flatMap((page) => [page, ...flattenPages((page.pages ?? []) as RevisionPage[])])

/** The keys of the parts that a page has links to. */
const listPartLinks = (html: string): string[] =>
  [...html.matchAll(/data-part href="\?parts#(part-\d+)"/g)].map(([, key = '']) => key)

const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

// These specs were written by others and are published as packages.
test.each([
  ['gitbook', 'gitbook-api-0.202/spec/openapi.yaml'],
  ['figma', '@figma/rest-api-spec/openapi/openapi.yaml'],
  ['galaxy', '@scalar/galaxy/3.1.yaml'],
])(
  'the spec of %s gives pages that contain every operation',
  async (slug, file) => {
    const text = readFile(file)
    const specPath = `/orgs/${organization}/openapi/${slug}`
    expectStatus(201, await admin.put<OpenAPISpec>(specPath, { source: { text } }))
    const spec = await waitForProcessedSpec(admin, organization, slug)
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    const { filesystem } = expectStatus(
      200,
      await admin.get<OpenAPISpecContent>(`${specPath}/versions/latest/content`),
    )
    const [entry] = filesystem as {
      specification: { paths: Record<string, Record<string, { 'x-internal'?: boolean }>> }
    }[]
    const paths = entry?.specification.paths ?? {}
    const expected = Object.entries(paths).flatMap(([path, item]) =>
      httpMethods
        .filter((method) => item[method] && item[method]['x-internal'] !== true)
        .map((method) => `${method} ${path}`),
    )

    const ref = { kind: 'openapi', spec: slug }
    const source = { type: 'builtin:openapi', dependencies: { spec: { ref } }, props: { models: true } }
    const space = expectStatus(
      201,
      await admin.post<Space>(`/orgs/${organization}/spaces`, { computedSource: source }),
    )
    const tree = await admin.get<{ pages: RevisionPage[] }>(`/spaces/${space.id}/content/pages`)
    const pages = flattenPages(expectStatus(200, tree).pages)
    const operations = new Set<string>()
    const lengths = new Map<RevisionPage, number>()
    for (const page of pages) {
      const path = `/spaces/${space.id}/content/page/${page.id}?format=markdown`
      const { markdown = '' } = expectStatus(200, await admin.get<RevisionPage>(path))
      lengths.set(page, markdown.length)
      for (const [, path, method] of markdown.matchAll(
        /\{% openapi-operation spec="[^"]*" path="([^"]*)" method="([^"]*)"/g,
      )) {
        operations.add(`${method} ${path}`)
      }
    }
    expect([...operations].toSorted()).toEqual(expected.toSorted())

    const unpublishedSite = await app.site(admin, organization, { title: slug, spaces: [space.id] })
    const site = expectStatus(
      200,
      await admin.post<Site>(`/orgs/${organization}/sites/${unpublishedSite.id}/publish`),
    )
    const first = await app.app.http.inject({ url: `/acme/${site.basename}` })
    expect(first.statusCode).toBe(200)
    expect(first.body).toContain('class="api-line"')
    const models = pages.find(({ title }) => title === 'Models')
    const last = await app.app.http.inject({ url: `/acme/${site.basename}/${models?.path ?? ''}` })
    expect(last.body).toContain('class="field-name"')

    const readPage = async (path: string): Promise<string> =>
      (await app.app.http.inject({ url: `/acme/${site.basename}/${path}` })).body
    const longest = pages.toSorted((one, other) => (lengths.get(other) ?? 0) - (lengths.get(one) ?? 0))
    for (const page of longest.slice(0, 4)) {
      // What a page has not at once, its parts have, and the parts of those.
      const html = await readPage(page.path ?? '')
      const links = listPartLinks(html)
      if (links.length === 0) continue
      const parts = await readPage(`${page.path ?? ''}?parts`)
      const contained = new Set([...parts.matchAll(/<!--(part-\d+)-->/g)].map(([, key = '']) => key))
      expect([...links, ...listPartLinks(parts)].filter((key) => !contained.has(key))).toEqual([])
      expect(parts).toContain(`data-version="${/id="parts" hidden data-version="(\w+)"/.exec(html)?.[1]}"`)
      expect(html.length).toBeLessThan(300_000)
    }
  },
  180_000,
)
