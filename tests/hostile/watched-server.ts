import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { GitServer, type TestRepository } from '../../packages/server/src/testing/git-server.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { createDataFolder, createTemporaryFolder } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import type { Scope } from '../support/scope.ts'
import { VersoServer } from '../support/verso.ts'

const token = 'a-token-that-is-given-by-the-settings'

/** A server whose main thread is watched while requests are made to it. */
export class WatchedServer {
  readonly #origin: string
  readonly #watchFile: string
  readonly #repository: TestRepository
  #site = { path: '', spaceId: '' }

  private constructor(origin: string, watchFile: string, repository: TestRepository) {
    this.#origin = origin
    this.#watchFile = watchFile
    this.#repository = repository
  }

  static async start(scope: Scope): Promise<WatchedServer> {
    const watchFile = join(createTemporaryFolder(scope), 'busy')
    writeFileSync(watchFile, '')
    const { origin } = await VersoServer.start(scope, {
      VERSO_DATA_DIR: createDataFolder(scope),
      VERSO_ADMIN_TOKEN: token,
      VERSO_TEST_WATCH_FILE: watchFile,
      // A book that takes longer is refused, which is not the question here.
      VERSO_PDF_TIMEOUT: '8',
      VERSO_OUTBOUND_ALLOW: '127.0.0.1',
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'main-thread-watch.mjs')}`,
    })
    const git = await GitServer.start()
    scope.defer(() => git.stop())
    const server = new WatchedServer(origin, watchFile, git.createRepository())
    await server.#publish()
    return server
  }

  /** The longest time that the main thread was busy without a turn of the event loop since the last call. */
  takeLongestBusyMs(): number {
    const times = readFileSync(this.#watchFile, 'utf8').split('\n').filter(Boolean).map(Number)
    writeFileSync(this.#watchFile, '')
    return Math.max(0, ...times)
  }

  /** Sends a request to the API. */
  api<Body>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') {
    return sendRequest<Body>(`${this.#origin}/v1${path}`, {
      token,
      method,
      ...(body !== undefined && { body }),
    })
  }

  async isHealthy(): Promise<boolean> {
    return (await fetch(`${this.#origin}/healthz`)).status === 200
  }

  get spaceId(): string {
    return this.#site.spaceId
  }

  /** Opens a page of the published site. */
  async visit(path: string): Promise<{ status: number }> {
    const response = await fetch(`${this.#origin}${this.#site.path}${path}`)
    await response.arrayBuffer()
    return response
  }

  /** Makes a PDF of one page. */
  async print(slug: string): Promise<{ status: number }> {
    const page = await this.#findPage(slug)
    if (page === undefined) return { status: 404 }
    const link = await this.api<{ url: string }>(`/spaces/${this.spaceId}/pdf?page=${page}&only=true`)
    const response = await fetch(link.body.url)
    await response.arrayBuffer()
    return response
  }

  /** Pushes the space to a Git repository, and waits until that is done. */
  async exportToGit(): Promise<{ status: number }> {
    const order = { url: this.#repository.url, ref: 'main', commitMessage: 'Export', force: true }
    const { status } = await this.api(`/spaces/${this.spaceId}/git/export`, order)
    if (status >= 300) return { status }
    const state = await waitFor('the end of the export', async () => {
      const { body } = await this.api<{ operation?: { state: string } }>(`/spaces/${this.spaceId}/git/info`)
      return body.operation?.state === 'success' || body.operation?.state === 'failure'
        ? body.operation.state
        : undefined
    })
    return { status: state === 'success' ? 200 : 500 }
  }

  /** Deletes a page, so that what follows does not pay for it. */
  async deletePage(slug: string): Promise<{ status: number }> {
    const page = await this.#findPage(slug)
    return page === undefined ? { status: 404 } : this.change([{ operation: 'delete_page', page }])
  }

  /** Imports a file that a web server offers. */
  async import(source: string, text: string): Promise<{ status: number }> {
    const files = createServer((_request, response) => {
      response.setHeader('content-type', source === 'html' ? 'text/html' : 'text/markdown')
      response.end(text)
    })
    files.listen(0, '127.0.0.1')
    await once(files, 'listening')
    try {
      // A server that listens on a port has an address with one.
      const { port } = files.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/file.${source === 'html' ? 'html' : 'md'}`
      return await this.api(`/spaces/${this.spaceId}/content/import`, { source, url })
    } finally {
      files.close()
    }
  }

  /** The steps of two change requests that rewrite one page: the second merge joins both texts line by line. */
  divergingChanges(slug: string, text: string, [ours, theirs]: [string, string]) {
    const space = `/spaces/${this.spaceId}`
    let page: string | undefined
    const requests: string[] = []
    const begin = async (markdown: string) => {
      const { body } = await this.api<{ id: string }>(`${space}/change-requests`, {})
      requests.push(body.id)
      const update = { operation: 'update_page', page, document: { markdown } }
      return this.api(`${space}/change-requests/${body.id}/content`, { changes: [update] })
    }
    const merge = (index: number) => this.api(`${space}/change-requests/${requests[index]}/merge`, {})
    return {
      write: async () => {
        const insert = { operation: 'insert_page', title: slug, slug, document: { markdown: text } }
        const result = await this.change([insert])
        page = await this.#findPage(slug)
        return result
      },
      'the first change': () => begin(ours),
      'the second change': () => begin(theirs),
      'the first merge': () => merge(0),
      'the second merge': () => merge(1),
    }
  }

  async #findPage(slug: string): Promise<string | undefined> {
    return (await this.api<{ id?: string }>(`/spaces/${this.spaceId}/content/path/${slug}`)).body.id
  }

  /** Applies operations in a change request and merges it. Returns the status of the first that is refused, or 200. */
  async change(changes: object[]): Promise<{ status: number }> {
    const space = `/spaces/${this.spaceId}`
    const request = await this.api<{ id: string }>(`${space}/change-requests`, {})
    const path = `${space}/change-requests/${request.body.id}`
    const content = await this.api(`${path}/content`, { changes })
    return content.status >= 300 ? content : this.api(`${path}/merge`, {})
  }

  async #publish(): Promise<void> {
    const organizations = await this.api<{ items: { id: string }[] }>('/orgs')
    const organizationId = organizations.body.items[0]?.id ?? ''
    const space = await this.api<{ id: string }>(`/orgs/${organizationId}/spaces`, { title: 'Hostile' })
    const sites = `/orgs/${organizationId}/sites`
    const site = await this.api<{ id: string }>(sites, { title: 'Hostile', spaces: [space.body.id] })
    const published = await this.api<{ urls: { published: string } }>(`${sites}/${site.body.id}/publish`, {})
    this.#site = {
      path: new URL(published.body.urls.published).pathname.replace(/\/$/, ''),
      spaceId: space.body.id,
    }
    await this.api(`${sites}/${site.body.id}/customization`, { pdf: { enabled: true } }, 'PUT')
  }
}
