import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { validate } from '@scalar/openapi-parser'
import type { Measurement } from './support/measure.ts'
import { Verso } from './support/verso.ts'

const root = join(import.meta.dirname, '..')
const require = createRequire(join(root, 'packages/server/package.json'))
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
  const verso = await Verso.start()
  const call = verso.call.bind(verso)
  // Time and CPU are of one description or one page.
  const measured = async (name: string, bytes: number, work: () => Promise<number>): Promise<Measurement> => {
    const row = await verso.measured(name, work)
    const each = 1000 / row.requestsPerSecond
    return { ...row, p50: each, p99: each, bytes }
  }
  try {
    const organization = await verso.organization()
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
