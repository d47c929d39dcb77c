import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type ConsoleResults, consoleTable, measureConsole } from './console.ts'
import { content, type Cost, type Speed } from './content.ts'
import { type EditorsResults, editorsTable, measureEditors } from './editors.ts'
import { editTable, measureEdits } from './edits.ts'
import { foundation } from './foundation.ts'
import { gitSync } from './git.ts'
import { growth } from './growth.ts'
import { type IdleUse, idleTable, measureIdle } from './growth/idle.ts'
import { type IndexingSpeed, indexingTable, measureIndexing } from './growth/indexing.ts'
import { type GrowthRow, growthTable } from './growth/measure.ts'
import { measureReadMemory } from './growth/memory.ts'
import { measureOrganizations, organizationTable, type OrganizationWeight } from './growth/organization.ts'
import { measureSoak } from './growth/soak.ts'
import { measureWrites, type WriteCost, writeTable } from './growth/writes.ts'
import { imports } from './imports.ts'
import { openapi } from './openapi.ts'
import { memory, memoryTable, type MemoryUse } from './memory.ts'
import { pdf } from './pdf.ts'
import { type HitRate, hitRateTable, search } from './search.ts'
import { site, type SiteResults } from './site.ts'
import { sites } from './sites.ts'
import { translations } from './translations.ts'
import { measureTyping, type TypingResults, typingTable } from './typing.ts'
import type { Measurement } from './support/measure.ts'
import { measureYardstick } from './support/yardstick.ts'

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const number = (value: number | undefined, digits: number): string =>
  value === undefined ? '' : value.toFixed(digits)

/** The table of `bench/README.md`. */
function table(rows: Measurement[]): string {
  return [
    '| what | CPU ms, Verso | CPU ms, PostgreSQL | bytes | requests/s | p50 ms | p99 ms |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${number(row.cpu, 3)} | ${number(row.postgresCpu, 3)} | ${row.bytes || ''} | ` +
        `${row.requestsPerSecond} | ${number(row.p50, 1)} | ${number(row.p99, 1)} |`,
    ),
  ].join('\n')
}

const operations = [
  'get-space',
  'list-50-spaces',
  'create-space',
  'get-content-1000',
  'list-pages-1000',
  'get-page',
  'get-page-markdown',
  'published-site',
  'resolve-url',
  'page, warm',
]

/** What edits and merges write. */
function costTable(costs: Cost[]): string {
  return [
    '| what | rows written | bytes written | CPU ms, Verso | CPU ms, PostgreSQL | ms |',
    '|---|--:|--:|--:|--:|--:|',
    ...costs.map(
      ({ name, rows, bytes, cpu, postgresCpu, milliseconds }) =>
        `| ${name} | ${number(rows, 1)} | ${bytes} | ${number(cpu, 1)} | ${number(postgresCpu, 1)} | ${number(milliseconds, 1)} |`,
    ),
  ].join('\n')
}

const speedTable = (speeds: Speed[]): string =>
  [
    '| parsing the corpus | MB/s of CPU |',
    '|---|--:|',
    ...speeds.map(({ name, megabytesPerSecond }) => `| ${name} | ${number(megabytesPerSecond, 1)} |`),
  ].join('\n')

/** What a visitor waits for and loads. */
const visitTable = ({ weight, afterMerge }: NonNullable<Results['visit']>): string =>
  [
    '| a first visit to a published page | compressed bytes |',
    '|---|--:|',
    ...Object.entries(weight).map(([name, bytes]) => `| ${name} | ${bytes} |`),
    '',
    '| from merge to the new page, ms | half | most |',
    '|---|--:|--:|',
    `| a page of 20 KB | ${number(afterMerge.p50, 1)} | ${number(afterMerge.most, 1)} |`,
  ].join('\n')

/** What Verso makes of its floor: requests a second, and the CPU of its own process, per operation. */
function ratios(rows: Measurement[]): string {
  const named = (name: string) => rows.find((row) => row.name === name)
  const lines = operations.flatMap((operation) => {
    const verso = named(`${operation}: Verso`)
    const bare = named(`${operation}: bare Fastify`)
    if (!verso || !bare) return []
    const cpu = verso.cpu !== undefined && bare.cpu !== undefined ? (bare.cpu / verso.cpu).toFixed(2) : ''
    return `| ${operation} | ${(verso.requestsPerSecond / bare.requestsPerSecond).toFixed(2)} | ${cpu} |`
  })
  return ['| Verso against bare Fastify | requests/s | CPU |', '|---|--:|--:|', ...lines].join('\n')
}

/** What a part of the benchmark found. */
interface Results {
  /** Where and when it was run last. */
  machine?: string
  rows?: Measurement[]
  costs?: Cost[]
  speeds?: Speed[]
  hitRates?: HitRate[]
  memory?: MemoryUse[]
  growth?: GrowthRow[]
  writes?: WriteCost[]
  weights?: OrganizationWeight[]
  indexing?: IndexingSpeed[]
  idle?: IdleUse
  edits?: ReturnType<typeof measureEdits>
  typing?: TypingResults
  editors?: EditorsResults
  console?: ConsoleResults
  visit?: Pick<SiteResults, 'weight' | 'afterMerge'>
}

/** In the order of the table. */
const parts: Record<string, () => Promise<Results>> = {
  foundation: async () => ({ rows: await foundation() }),
  memory: async () => ({ memory: await memory() }),
  content: async () => {
    const { reads, ...others } = await content()
    return { rows: reads, ...others }
  },
  edits: () => Promise.resolve({ edits: measureEdits() }),
  typing: async () => {
    const typing = await measureTyping()
    return typing ? { typing } : {}
  },
  editors: async () => {
    const editors = await measureEditors()
    return editors ? { editors } : {}
  },
  console: async () => {
    const results = await measureConsole()
    return results ? { console: results } : {}
  },
  git: async () => ({ rows: await gitSync() }),
  imports: async () => ({ rows: await imports() }),
  openapi: async () => ({ rows: await openapi() }),
  pdf: async () => ({ rows: await pdf() }),
  translations: async () => ({ rows: await translations() }),
  sites: async () => ({ rows: await sites() }),
  site: async () => {
    const { measurements, ...visit } = await site()
    return { rows: measurements, visit }
  },
  search: async () => {
    const { measurements, hitRates } = await search()
    return { rows: measurements, hitRates }
  },
  growth: async () => ({ growth: await growth() }),
  organization: async () => {
    const { rows, weights } = await measureOrganizations()
    return { growth: rows, weights }
  },
  'read-memory': async () => ({ memory: await measureReadMemory() }),
  soak: async () => ({ memory: await measureSoak() }),
  writes: async () => ({ writes: await measureWrites() }),
  indexing: async () => ({ indexing: await measureIndexing() }),
  idle: async () => ({ idle: await measureIdle() }),
}

const describeMachine = (yardstickMs: number): string =>
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${new Date().toISOString().slice(0, 10)}, the yardstick took ${yardstickMs.toFixed(1)} ms`

/** Says which parts were run where: figures of different machines cannot be compared. */
function listMachines(known: Record<string, Results>): string {
  const names = Object.keys(parts).filter((name) => known[name])
  const namesByMachine = Map.groupBy(names, (name) => known[name]?.machine ?? 'machines that were not noted')
  return [...namesByMachine].map(([machine, some]) => `- ${some.join(', ')}: ${machine}`).join('\n')
}

/** Everything that is known, each part as it was last run. */
function reportOf(known: Record<string, Results>): string {
  const all = Object.keys(parts).flatMap((name) => known[name] ?? [])
  const rows = all.flatMap((part) => part.rows ?? [])
  return [
    listMachines(known),
    table(rows),
    ratios(rows),
    ...all.flatMap(({ visit }) => (visit ? [visitTable(visit)] : [])),
    ...all.flatMap(({ costs }) => (costs ? [costTable(costs)] : [])),
    ...all.flatMap(({ speeds }) => (speeds ? [speedTable(speeds)] : [])),
    ...all.flatMap(({ edits }) => (edits ? [editTable(edits)] : [])),
    ...all.flatMap(({ typing }) => (typing ? [typingTable(typing)] : [])),
    ...all.flatMap(({ editors }) => (editors ? [editorsTable(editors)] : [])),
    ...all.flatMap(({ console: loads }) => (loads ? [consoleTable(loads)] : [])),
    ...all.flatMap(({ hitRates }) => (hitRates ? [hitRateTable(hitRates)] : [])),
    ...all.flatMap(({ growth: costs }) => (costs ? [growthTable(costs)] : [])),
    ...all.flatMap(({ weights }) => (weights ? [organizationTable(weights)] : [])),
    ...all.flatMap(({ writes }) => (writes ? [writeTable(writes)] : [])),
    ...all.flatMap(({ indexing }) => (indexing ? [indexingTable(indexing)] : [])),
    ...all.flatMap(({ idle }) => (idle ? [idleTable(idle)] : [])),
    ...all.flatMap(({ memory: uses }) => (uses ? [memoryTable(uses)] : [])),
  ].join('\n\n')
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  print(`There is no ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const file = join(import.meta.dirname, 'results.json')
// Only we write it.
const known = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, Results>
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  print(`${name} …`)
  const yardstickMs = measureYardstick()
  const results = await run()
  known[name] = { machine: describeMachine(Math.min(yardstickMs, measureYardstick())), ...results }
  if (results.rows) print(table(results.rows))
  if (results.typing) print(typingTable(results.typing))
  if (results.editors) print(editorsTable(results.editors))
  if (results.console) print(consoleTable(results.console))
  if (results.growth) print(growthTable(results.growth))
  if (results.memory) print(memoryTable(results.memory))
  if (results.weights) print(organizationTable(results.weights))
  if (results.writes) print(writeTable(results.writes))
  if (results.indexing) print(indexingTable(results.indexing))
  if (results.idle) print(idleTable(results.idle))
}
const report = reportOf(known)
writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`)
const readme = join(import.meta.dirname, 'README.md')
const [before = '', rest = ''] = readFileSync(readme, 'utf8').split('<!-- results -->\n')
const after = rest.split('<!-- end of results -->')[1] ?? ''
writeFileSync(readme, `${before}<!-- results -->\n\n${report}\n\n<!-- end of results -->${after}`)
