import { setTimeout as sleep } from 'node:timers/promises'
import { schema, SCHEMA_VERSION } from '@verso/editor'
import { TestLiveClient } from '../packages/editor/src/testing/live-client.ts'
import type { LivePage, LiveUpdate } from '../packages/server/src/areas/live/schema.ts'
import { type Deployment, deploymentKinds } from '../tests/support/deployments.ts'
import { sendRequest } from '../tests/support/http.ts'
import { Scope } from '../tests/support/scope.ts'
import { cpuOf } from './support/process.ts'

const EDITORS = Number(process.env['BENCH_EDITORS'] ?? 500)
const PAGES = Number(process.env['BENCH_EDITOR_PAGES'] ?? 100)
const MEASURED_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)
const WARM_UP_SECONDS = 5
const PAGES_PER_CHANGE_REQUEST = Number(process.env['BENCH_EDITOR_PAGES_TOGETHER'] ?? 5)
/** How long each editor waits, on average, between two commits: a word at a time, or nearly each key. */
const PAUSES_MS = [4000, 2000, 1000]
/** The console keeps a cursor alive that often. */
const PRESENCE_INTERVAL_MS = 15_000

/** How long people wait until what they type is stored, and until the others see it. */
export interface EditorsRow {
  pauseMs: number
  commitsPerSecond: number
  confirmedMs: { p50: number; p99: number }
  seenMs: { p50: number; p99: number }
  /** CPU milliseconds of both processes for a commit. */
  cpu: number | undefined
  failed: number
}

export interface EditorsResults {
  editors: number
  pages: number
  rows: EditorsRow[]
}

/** Many people who type at once, over two processes on one database. Undefined where there is no PostgreSQL. */
export async function measureEditors(): Promise<EditorsResults | undefined> {
  const pair = deploymentKinds.find(({ name }) => name === 'pair')
  if (!pair || pair.missing !== undefined) return undefined
  const scope = new Scope()
  try {
    const deployment = await pair.start(scope)
    const paths = await createPages(deployment)
    const typists = await openTypists(deployment, paths)
    const rows: EditorsRow[] = []
    for (const pauseMs of PAUSES_MS) rows.push(await measurePace(deployment, typists, pauseMs))
    for (const typist of typists) typist.close()
    return { editors: EDITORS, pages: PAGES, rows }
  } finally {
    await scope.close()
  }
}

/** Creates the pages, each of some screens, some in each change request; returns their paths. */
async function createPages({ origin, adminToken: token }: Deployment): Promise<string[]> {
  const post = async <Body>(path: string, body: object): Promise<Body> =>
    (await sendRequest<Body>(`${origin}/v1${path}`, { method: 'POST', token, body })).body
  const { body: organizations } = await sendRequest<{ items: { id: string }[] }>(`${origin}/v1/orgs`, {
    token,
  })
  const space = await post<{ id: string }>(`/orgs/${organizations.items[0]?.id}/spaces`, {})
  const paragraph =
    'Words that are there before anybody types, as many as a paragraph has in a manual. '.repeat(3)
  const markdown = `${paragraph}\n\n`.repeat(20)
  const paths: string[] = []
  while (paths.length < PAGES) {
    const request = await post<{ id: string }>(`/spaces/${space.id}/change-requests`, {})
    const content = `/spaces/${space.id}/change-requests/${request.id}/content`
    const count = Math.min(PAGES_PER_CHANGE_REQUEST, PAGES - paths.length)
    const changes = Array.from({ length: count }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${paths.length + index}`,
      document: { markdown },
    }))
    const { changes: inserted } = await post<{ changes: { page: { id: string } }[] }>(
      `${content}?compat=false`,
      { changes },
    )
    paths.push(...inserted.map(({ page }) => `${content}/page/${page.id}/live`))
  }
  return paths
}

async function openTypists(deployment: Deployment, paths: readonly string[]): Promise<Typist[]> {
  const sent = new Map<string, number>()
  const typists: Typist[] = []
  for (let index = 0; index < EDITORS; index++) {
    // The people of one page are on both processes.
    const url = `${deployment.origin}/v1${paths[index % paths.length]}`
    typists.push(await Typist.open({ url, token: deployment.adminToken, name: `typist${index}`, sent }))
  }
  return typists
}

async function measurePace(
  { servers }: Deployment,
  typists: readonly Typist[],
  pauseMs: number,
): Promise<EditorsRow> {
  const stop = new AbortController()
  const working = Promise.all(typists.map((typist) => typist.work(pauseMs, stop.signal)))
  await sleep(WARM_UP_SECONDS * 1000)
  for (const typist of typists) typist.takeTimes()
  const readCpu = (): number => servers.reduce((sum, { pid }) => sum + (cpuOf(pid ?? 0) ?? Number.NaN), 0)
  const cpuBefore = readCpu()
  await sleep(MEASURED_SECONDS * 1000)
  const times = typists.map((typist) => typist.takeTimes())
  const cpu = readCpu() - cpuBefore
  stop.abort()
  await working
  const confirmed = times.flatMap((time) => time.confirmed)
  return {
    pauseMs,
    commitsPerSecond: Math.round(confirmed.length / MEASURED_SECONDS),
    confirmedMs: summarize(confirmed),
    seenMs: summarize(times.flatMap((time) => time.seen)),
    cpu: Number.isNaN(cpu) ? undefined : cpu / confirmed.length,
    failed: times.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function summarize(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

interface TypistOptions {
  url: string
  token: string
  name: string
  /** When each commit of all typists was sent, by its reference. */
  sent: Map<string, number>
}

interface TypingTimes {
  confirmed: number[]
  seen: number[]
  failed: number
}

const createTimes = (): TypingTimes => ({ confirmed: [], seen: [], failed: 0 })

/** Somebody who types words in a page, sends them as the console does, and follows what the others type. */
class Typist {
  readonly #options: TypistOptions
  readonly #session: string
  readonly #client: TestLiveClient
  readonly #stream = new AbortController()
  readonly #presenceTimer: NodeJS.Timeout
  #times = createTimes()
  #count = 0

  private constructor(options: TypistOptions, page: LivePage) {
    this.#options = options
    this.#session = page.session
    this.#client = new TestLiveClient(options.name, page.document, page.version)
    this.#presenceTimer = setInterval(() => void this.#tellPresence(), PRESENCE_INTERVAL_MS).unref()
  }

  static async open(options: TypistOptions): Promise<Typist> {
    const { status, body } = await sendRequest<LivePage>(options.url, { token: options.token })
    if (status !== 200) throw new Error(`opening ${options.url} answered ${status}`)
    const typist = new Typist(options, body)
    await typist.#follow()
    await typist.#tellPresence()
    return typist
  }

  takeTimes(): TypingTimes {
    const times = this.#times
    this.#times = createTimes()
    return times
  }

  /** Types a word after each pause, which is between half and one and a half of what is given. */
  async work(pauseMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) await this.#type()
    }
  }

  close(): void {
    clearInterval(this.#presenceTimer)
    this.#stream.abort()
  }

  async #type(): Promise<void> {
    const { url, token, name, sent } = this.#options
    const end = this.#client.doc.content.size - 1
    this.#client.change((transform) => transform.insert(end, schema.text(` word${this.#count++}`)))
    const commit = this.#client.send()
    if (!commit) return
    const started = performance.now()
    sent.set(commit.ref, started)
    const response = await sendRequest<LiveUpdate>(`${url}/commits`, {
      method: 'POST',
      token,
      body: { session: this.#session, schema: SCHEMA_VERSION, client: name, ...commit },
      // A connection that was closed in this moment: the next word goes out with this one.
    }).catch(() => undefined)
    if (response?.status !== 200) {
      this.#times.failed++
      return
    }
    this.#times.confirmed.push(performance.now() - started)
    this.#take(response.body)
  }

  #tellPresence(): Promise<unknown> {
    const { url, token, name } = this.#options
    const { version } = this.#client
    const cursor = { anchor: 1, head: 1 }
    const body = { session: this.#session, client: name, version, cursor }
    return sendRequest(`${url}/presence`, { method: 'PUT', token, body }).catch(() => undefined)
  }

  async #follow(): Promise<void> {
    const { url, token } = this.#options
    const response = await fetch(`${url}/stream?session=${this.#session}&since=${this.#client.version}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: this.#stream.signal,
    })
    if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`)
    void this.#read(response.body).catch((error: unknown) => {
      if (!this.#stream.signal.aborted) throw error
    })
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let buffer = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      buffer += chunk
      const messages = buffer.split('\n\n')
      buffer = messages.pop() ?? ''
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1]
        // The server holds its messages to the schema that the type was made from.
        if (data !== undefined) this.#take(JSON.parse(data) as LiveUpdate)
      }
    }
  }

  #take({ commits }: LiveUpdate): void {
    const { name, sent } = this.#options
    for (const { version, ref, client } of commits) {
      if (client === name || version <= this.#client.version) continue
      const started = sent.get(ref)
      if (started !== undefined) this.#times.seen.push(performance.now() - started)
    }
    this.#client.receive(commits)
  }
}

/** What was aimed at, at the median and for 99 of 100. */
const AIM = { p50: 150, p99: 1000 }

export const editorsTable = ({ editors, pages, rows }: EditorsResults): string =>
  [
    `| ${editors} editors on ${pages} pages, two processes | commits/s | confirmed, ms, p50 | p99 | seen by others, ms, p50 | p99 | CPU ms, Verso | failed |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map(
      ({ pauseMs, commitsPerSecond, confirmedMs, seenMs, cpu, failed }) =>
        `| each sends every ${pauseMs / 1000} s | ${commitsPerSecond} | ${confirmedMs.p50} | ${confirmedMs.p99} | ` +
        `${seenMs.p50} | ${seenMs.p99} | ${cpu === undefined ? '' : cpu.toFixed(1)} | ${failed} |`,
    ),
    `| the aim | | ${AIM.p50} | ${AIM.p99} | | | | |`,
  ].join('\n')
