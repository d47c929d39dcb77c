import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder, createTemporaryFolder } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import type { Scope } from '../support/scope.ts'
import { VersoServer } from '../support/verso.ts'

const token = 'a-token-that-is-given-by-the-settings'

/** A server whose main thread is watched while requests are made to it. */
export class WatchedServer {
  readonly #origin: string
  readonly #watchFile: string
  #site = { path: '', spaceId: '' }

  private constructor(origin: string, watchFile: string) {
    this.#origin = origin
    this.#watchFile = watchFile
  }

  static async start(scope: Scope): Promise<WatchedServer> {
    const watchFile = join(createTemporaryFolder(scope), 'busy')
    writeFileSync(watchFile, '')
    const { origin } = await VersoServer.start(scope, {
      VERSO_DATA_DIR: createDataFolder(scope),
      VERSO_ADMIN_TOKEN: token,
      VERSO_TEST_WATCH_FILE: watchFile,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'main-thread-watch.mjs')}`,
    })
    const server = new WatchedServer(origin, watchFile)
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

  /** Applies operations in a change request and merges it. Returns the status of the first that is refused, or 200. */
  async change(changes: object[]): Promise<{ status: number; pageIds: string[] }> {
    const space = `/spaces/${this.spaceId}`
    const request = await this.api<{ id: string }>(`${space}/change-requests`, {})
    const path = `${space}/change-requests/${request.body.id}`
    const content = await this.api<{ changes?: { page?: string }[] }>(`${path}/content`, { changes })
    if (content.status >= 300) return { status: content.status, pageIds: [] }
    const merged = await this.api(`${path}/merge`, {})
    const pageIds = (content.body.changes ?? []).flatMap(({ page }) => (page === undefined ? [] : [page]))
    return { status: merged.status, pageIds }
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
