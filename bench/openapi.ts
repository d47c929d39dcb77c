import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { validate } from '@scalar/openapi-parser'
import type { Measurement } from './support/measure.ts'
import { cpuOf, freePort, postgresCpu, start } from './support/process.ts'

const root = join(import.meta.dirname, '..')
const require = createRequire(join(root, 'packages/server/package.json'))
const token = 'a-token-for-the-benchmark'
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const runs = 5

interface Spec {
  processingState: string
  lastVersion?: string
}

/**
 * A description of 1.7 MB that others wrote: until it is a version that can be read; then until a space that is made
 * from it shows its pages anew. Beside the parser alone, which reads the same text and says whether it is valid. Each
 * number is of one description, or of one page.
 */
export async function openapi(): Promise<Measurement[]> {
  const text = readFileSync(require.resolve('gitbook-api-0.202/spec/openapi.json'), 'utf8')
  const dataDir = mkdtempSync(join(tmpdir(), 'verso-bench-'))
  const port = await freePort()
  const verso = await start(join(root, 'packages/server/bin/verso.js'), ['serve'], {
    port,
    env: {
      VERSO_PORT: String(port),
      VERSO_DATA_DIR: dataDir,
      VERSO_ADMIN_TOKEN: token,
      VERSO_RATE_LIMIT: '0',
    },
    ready: '/readyz',
  })
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${verso.url}/v1${path}`, init)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  const measured = async (name: string, bytes: number, work: () => Promise<number>): Promise<Measurement> => {
    const before = {
      cpu: cpuOf(verso.pid) ?? 0,
      postgresCpu: postgresCpu(verso.pid) ?? 0,
      at: performance.now(),
    }
    const count = await work()
    const milliseconds = (performance.now() - before.at) / count
    return {
      name,
      requestsPerSecond: Math.round(10_000 / milliseconds) / 10,
      p50: milliseconds,
      p99: milliseconds,
      cpu: ((cpuOf(verso.pid) ?? 0) - before.cpu) / count,
      postgresCpu: ((postgresCpu(verso.pid) ?? 0) - before.postgresCpu) / count,
      bytes,
    }
  }
  try {
    const { items } = await call<{ items: { id: string }[] }>('GET', '/orgs')
    const organization = items[0]?.id ?? ''
    const path = `/orgs/${organization}/openapi/gitbook`
    // Each is another text, or there would be no new version.
    const process = async (n: number): Promise<void> => {
      const { lastVersion } = await call<Spec>('PUT', path, { source: { text: `${text}${' '.repeat(n)}` } })
      for (;;) {
        const spec = await call<Spec>('GET', path)
        if (spec.processingState === 'complete' && spec.lastVersion !== lastVersion) return
        await sleep(10)
      }
    }
    await process(0)
    const processing = await measured('OpenAPI 1.7 MB, processed: Verso', text.length, async () => {
      for (let n = 1; n <= runs; n++) await process(n)
      return runs
    })
    const ref = { kind: 'openapi', spec: 'gitbook' }
    const source = { type: 'builtin:openapi', dependencies: { spec: { ref } }, props: { models: true } }
    const pages = await measured('OpenAPI 1.7 MB, a page made from it: Verso', 0, async () => {
      const { id } = await call<{ id: string }>('POST', `/orgs/${organization}/spaces`, {
        computedSource: source,
      })
      return (await call<{ pages: object[] }>('GET', `/spaces/${id}/content/pages`)).pages.length
    })
    return [await floor(text), processing, pages]
  } finally {
    await verso.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The parser on the same text, in this process, and nothing kept. */
async function floor(text: string): Promise<Measurement> {
  await validate(JSON.parse(text) as Record<string, unknown>)
  const before = process.cpuUsage()
  const at = performance.now()
  for (let n = 0; n < runs; n++) await validate(JSON.parse(text) as Record<string, unknown>)
  const milliseconds = (performance.now() - at) / runs
  const { user, system } = process.cpuUsage(before)
  return {
    name: 'OpenAPI 1.7 MB, processed: the parser alone',
    requestsPerSecond: Math.round(10_000 / milliseconds) / 10,
    p50: milliseconds,
    p99: milliseconds,
    cpu: (user + system) / 1000 / runs,
    postgresCpu: undefined,
    bytes: text.length,
  }
}
