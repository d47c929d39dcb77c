import type { RequestListener } from 'node:http'
import { RevisionStore } from '../areas/content/store/revision-store.ts'
import { ObjectStore } from '../areas/content/store/object-store.ts'
import type { ImportContentResult } from '../areas/imports/schema.ts'
import { allowLoopback, readError, expectStatus, type Person, TestApp } from './app.ts'
import { TestNetwork } from './network.ts'
import { CacheBudget } from '../common/memory-cache.ts'

/** A page of a response, with its child pages. */
export interface TestPage {
  id: string
  title: string
  type: string
  slug?: string
  description?: string
  pages?: TestPage[]
}

/** The result of an import into a new space. */
export interface ImportOutcome {
  result: ImportContentResult
  /** The titles of pages, indented by level, with groups in brackets. */
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

/** Serves files by path. Text is HTML and bytes are a PNG, unless a type is given. */
export const serveFiles =
  (files: Record<string, ServedFile>): RequestListener =>
  (request, response) => {
    const file = files[decodeURI(request.url ?? '')]
    if (file === undefined) return void response.writeHead(404).end('not here')
    const { body, type } =
      typeof file === 'string'
        ? { body: file, type: 'text/html; charset=utf-8' }
        : Buffer.isBuffer(file)
          ? { body: file, type: 'image/png' }
          : file
    response.writeHead(200, { 'content-type': type }).end(body)
  }

/** A server that may fetch from loopback, and servers on loopback to fetch from. */
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

  /** @param role `all` for a server that also runs jobs. */
  static async start(role: 'api' | 'all' = 'api'): Promise<ImportWorld> {
    const network = new TestNetwork()
    const app = await TestApp.start({ outboundAllow: allowLoopback }, { network, role })
    return new ImportWorld(app, network, await app.organization())
  }

  async stop(): Promise<void> {
    await this.app.stop()
    await this.network.close()
  }

  /** Serves these bytes and returns their URL. */
  async serveFile(body: string | Buffer, type = 'application/zip', path = '/file'): Promise<string> {
    const { url } = await this.network.listen(serveFiles({ [path]: { body, type } }))
    return url + path
  }

  /** Uploads a file, and returns the address to import it from. */
  async upload(bytes: Buffer, name: string): Promise<string> {
    const { url } = expectStatus(
      201,
      await this.admin.post<{ url: string }>(`/orgs/${this.organizationId}/storage/upload`, {
        kind: 'import_file',
        file: { name, type: 'application/octet-stream', size: bytes.length },
      }),
    )
    const { pathname, search } = new URL(url)
    const response = await this.app.app.http.inject({
      method: 'PUT',
      url: pathname + search,
      payload: bytes,
    })
    return response.json<{ downloadURL: string }>().downloadURL
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
    const caches = new CacheBudget(64 * 1024 * 1024)
    const content = new RevisionStore(new ObjectStore(caches), caches)
    const revision = await content.find(this.app.database, spaceId, result.revision)
    if (!revision) throw new Error('the import created no revision')
    const files = await content.createView(this.app.database, revision.root).listFiles({ limit: 1000 })
    const id = (title: string): string => {
      const page = flattenPages(pages).find((candidate) => candidate.title === title)
      if (!page) throw new Error(`there is no page "${title}" in ${formatOutline(pages).join(', ')}`)
      return page.id
    }
    return {
      result,
      outline: formatOutline(pages),
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

  /** Tries an import that must fail with 400 and create no revision, and returns the error message. */
  async importAndReadError(source: string, url: string): Promise<string> {
    const spaceId = await this.createSpace()
    const before = await this.admin.get<{ revision: string }>(`/spaces/${spaceId}`)
    const answer = await this.admin.post(`/spaces/${spaceId}/content/import`, { source, url })
    expectStatus(400, answer)
    const after = await this.admin.get<{ revision: string }>(`/spaces/${spaceId}`)
    if (after.body.revision !== before.body.revision) throw new Error('a rejected import created a revision')
    return readError(answer).message
  }
}

const flattenPages = (pages: TestPage[]): TestPage[] =>
  pages.flatMap((page) => [page, ...flattenPages(page.pages ?? [])])

const formatOutline = (pages: TestPage[], indent = ''): string[] =>
  pages.flatMap(({ title, type, pages: below = [] }) => [
    indent + (type === 'group' ? `[${title}]` : title),
    ...formatOutline(below, `${indent}  `),
  ])
