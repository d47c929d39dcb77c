import type { RequestListener } from 'node:http'
import { RevisionStore } from '../areas/content/store/revision-store.ts'
import { ObjectStore } from '../areas/content/store/object-store.ts'
import type { ImportContentResult } from '../areas/imports/schema.ts'
import { allowLoopback, errorOf, expectStatus, type Person, TestApp } from './app.ts'
import { TestNetwork } from './network.ts'

/** A page as answers have it, with those below it. */
export interface TestPage {
  id: string
  title: string
  type: string
  slug?: string
  description?: string
  pages?: TestPage[]
}

/** What an import has brought into a new space. */
export interface ImportOutcome {
  result: ImportContentResult
  /** Titles, indented by how deep they stand; groups in brackets. */
  outline: string[]
  pages: TestPage[]
  files: readonly { id: string; name: string; contentType: string }[]
  spaceId: string
  /** The id of the page of a title. */
  id: (title: string) => string
  /** The Markdown of the page of a title. */
  text: (title: string) => Promise<string>
}

/** One transparent pixel. */
export const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type ServedFile = string | Buffer | { body: string | Buffer; type: string }

/** Answers with files by path: text is HTML, bytes are a picture, unless they say otherwise. */
export const serveFiles =
  (files: Record<string, ServedFile>): RequestListener =>
  (request, response) => {
    const found = files[decodeURI(request.url ?? '')]
    if (found === undefined) return void response.writeHead(404).end('not here')
    const { body, type } =
      typeof found === 'string'
        ? { body: found, type: 'text/html; charset=utf-8' }
        : Buffer.isBuffer(found)
          ? { body: found, type: 'image/png' }
          : found
    response.writeHead(200, { 'content-type': type }).end(body)
  }

/** Verso that may fetch from loopback, and servers there to fetch from. */
export class ImportWorld {
  readonly app: TestApp
  readonly network: TestNetwork
  readonly admin: Person
  readonly organizationId: string

  private constructor(app: TestApp, network: TestNetwork, organization: { id: string; admin: Person }) {
    this.app = app
    this.network = network
    this.admin = organization.admin
    this.organizationId = organization.id
  }

  static async start(): Promise<ImportWorld> {
    const network = new TestNetwork()
    const app = await TestApp.start({ outboundAllow: allowLoopback }, { network })
    return new ImportWorld(app, network, await app.organization())
  }

  async stop(): Promise<void> {
    await this.app.stop()
    await this.network.close()
  }

  /** A URL at which these bytes are. */
  async serveFile(body: string | Buffer, type = 'application/zip', path = '/file'): Promise<string> {
    const { url } = await this.network.listen(serveFiles({ [path]: { body, type } }))
    return url + path
  }

  async createSpace(): Promise<string> {
    return (await this.app.space(this.admin, this.organizationId)).id
  }

  async importInto(spaceId: string, source: string, url: string): Promise<ImportContentResult> {
    const path = `/spaces/${spaceId}/content/import`
    return expectStatus(201, await this.admin.post<ImportContentResult>(path, { source, url }))
  }

  async import(source: string, url: string): Promise<ImportOutcome> {
    const spaceId = await this.createSpace()
    const result = await this.importInto(spaceId, source, url)
    const answer = await this.admin.get<{ pages: TestPage[] }>(`/spaces/${spaceId}/content/pages`)
    const { pages } = expectStatus(200, answer)
    const content = new RevisionStore(new ObjectStore())
    const revision = await content.find(this.app.database, spaceId, result.revision)
    if (!revision) throw new Error('the import made no revision')
    const files = await content.createView(this.app.database, revision.root).files({ limit: 1000 })
    const id = (title: string): string => {
      const found = flattened(pages).find((page) => page.title === title)
      if (!found) throw new Error(`no page "${title}" in ${outlineOf(pages).join(', ')}`)
      return found.id
    }
    return {
      result,
      outline: outlineOf(pages),
      pages,
      files: files.items,
      spaceId,
      id,
      text: async (title) => {
        const path = `/spaces/${spaceId}/content/page/${id(title)}?format=markdown`
        return expectStatus(200, await this.admin.get<{ markdown: string }>(path)).markdown
      },
    }
  }

  /** The reason for which an import is refused; no revision may come of it. */
  async importAndReadError(source: string, url: string): Promise<string> {
    const spaceId = await this.createSpace()
    const before = await this.admin.get<{ revision: string }>(`/spaces/${spaceId}`)
    const answer = await this.admin.post(`/spaces/${spaceId}/content/import`, { source, url })
    expectStatus(400, answer)
    const after = await this.admin.get<{ revision: string }>(`/spaces/${spaceId}`)
    if (after.body.revision !== before.body.revision) throw new Error('a refused import made a revision')
    return errorOf(answer).message
  }
}

const flattened = (pages: TestPage[]): TestPage[] =>
  pages.flatMap((page) => [page, ...flattened(page.pages ?? [])])

const outlineOf = (pages: TestPage[], indent = ''): string[] =>
  pages.flatMap(({ title, type, pages: below = [] }) => [
    indent + (type === 'group' ? `[${title}]` : title),
    ...outlineOf(below, `${indent}  `),
  ])
