import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measurement, Meters } from './measure.ts'
import { cpuOf, freePort, postgresCpu, type Program, start } from './process.ts'

export const token = 'a-token-for-the-benchmark'
const thisCheckout = join(import.meta.dirname, '../..')

/** What the first admin sends with every request. */
export const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

/** Verso as a person starts it, on a data folder of its own, asked by its first admin. */
export class Verso implements Program {
  readonly #program: Program
  readonly #isKept: boolean
  readonly dataDir: string
  readonly meters: Meters

  private constructor(program: Program, dataDir: string, isKept: boolean) {
    this.#program = program
    this.#isKept = isKept
    this.dataDir = dataDir
    this.meters = { cpu: () => cpuOf(program.pid), postgresCpu: () => postgresCpu(program.pid) }
  }

  /**
   * Requests are counted, as in production, but none is too many.
   * @param keptFolder a data folder that is there afterwards, and perhaps was before; without one, it gets a new one that is deleted.
   */
  static async start(
    settings: Record<string, string> = {},
    args: string[] = [],
    checkout = thisCheckout,
    keptFolder?: string,
  ): Promise<Verso> {
    const script = join(checkout, 'packages/server/bin/verso.js')
    if (keptFolder !== undefined) mkdirSync(keptFolder, { recursive: true })
    const dataDir = keptFolder ?? mkdtempSync(join(tmpdir(), 'verso-bench-'))
    // Where root starts Verso, the account of its database must pass through the folder: otherwise the database is elsewhere, and stays.
    chmodSync(dataDir, 0o711)
    const port = await freePort()
    const program = await start(script, ['serve', ...args], {
      port,
      env: {
        VERSO_PORT: String(port),
        VERSO_PUBLIC_URL: `http://127.0.0.1:${port}`,
        VERSO_DATA_DIR: dataDir,
        VERSO_ADMIN_TOKEN: token,
        VERSO_RATE_LIMIT: '1000000000',
        VERSO_SITE_PAGE_LIMIT: '1000000000',
        VERSO_SITE_SEARCH_LIMIT: '1000000000',
        VERSO_SITE_MCP_LIMIT: '1000000000',
        ...settings,
      },
      ready: '/readyz',
    })
    return new Verso(program, dataDir, keptFolder !== undefined)
  }

  get pid(): number {
    return this.#program.pid
  }

  get url(): string {
    return this.#program.url
  }

  async call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${this.url}/v1${path}`, init)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    // The caller declares the shape of the response.
    return (answer.status === 204 ? undefined : await answer.json()) as Body
  }

  /** The organization that is there from the start. */
  async organization(): Promise<string> {
    const { items } = await this.call<{ items: { id: string }[] }>('GET', '/orgs')
    return items[0]?.id ?? ''
  }

  /** Done when a search in the space finds something: whoever searches waits until what was written is in the index. */
  async indexed(spaceId: string, query: string): Promise<void> {
    const path = `/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`
    while ((await this.call<{ items: object[] }>('GET', path)).items.length === 0) await sleep(5)
  }

  /** Done when the process has nothing left to do, which is some seconds after what was written last is found. */
  async quiet(): Promise<void> {
    await sleep(4_000)
  }

  /** What some work took, by what it says to have done: each number but the whole time is of one. */
  async measured(name: string, work: () => Promise<number> | number): Promise<Measurement> {
    const before = { cpu: this.meters.cpu() ?? 0, postgresCpu: this.meters.postgresCpu() ?? 0 }
    const started = performance.now()
    const count = await work()
    const milliseconds = performance.now() - started
    return {
      name,
      requestsPerSecond: Math.round((count * 10_000) / milliseconds) / 10,
      p50: milliseconds,
      p99: milliseconds,
      cpu: ((this.meters.cpu() ?? 0) - before.cpu) / count,
      postgresCpu: ((this.meters.postgresCpu() ?? 0) - before.postgresCpu) / count,
      bytes: 0,
    }
  }

  async stop(): Promise<void> {
    await this.#program.stop()
    if (!this.#isKept) rmSync(this.dataDir, { recursive: true, force: true })
  }
}
