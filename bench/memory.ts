import { setTimeout as sleep } from 'node:timers/promises'
import { measure } from './support/measure.ts'
import { postgresPids, type Program, residentBytes } from './support/process.ts'
import { headers, Verso } from './support/verso.ts'

/** Megabytes that are resident in memory at one time. */
export interface MemoryUse {
  when: string
  verso: number | undefined
  postgres: number | undefined
}

/** How long a process is left alone before it is looked at. */
const REST_MS = 10_000

/** What Verso and its embedded PostgreSQL take: just started, after ten seconds of nothing, after load, and after a rest from it. */
export async function memory(): Promise<MemoryUse[]> {
  const verso = await Verso.start()
  try {
    const uses: MemoryUse[] = []
    const look = (when: string) => void uses.push(readMemoryUse(verso, when))
    look('just started')
    await sleep(REST_MS)
    look('idle')
    const organizationId = await verso.organization()
    const spacesUrl = `${verso.url}/v1/orgs/${organizationId}/spaces`
    const body = JSON.stringify({ title: 'Handbook' })
    await measure('load', { url: spacesUrl, method: 'POST', body, headers }, verso.meters)
    await measure('load', { url: `${spacesUrl}?limit=50`, headers }, verso.meters)
    look('after writing and reading from 50 connections')
    await sleep(REST_MS)
    look('idle again')
    return uses
  } finally {
    await verso.stop()
  }
}

/** What a program and its PostgreSQL have in memory now. */
export const readMemoryUse = ({ pid }: Pick<Program, 'pid'>, when: string): MemoryUse => ({
  when,
  verso: toMegabytes(residentBytes([pid])),
  postgres: toMegabytes(residentBytes(postgresPids(pid))),
})

const toMegabytes = (bytes: number | undefined): number | undefined =>
  bytes === undefined ? undefined : Math.round(bytes / 1024 ** 2)

export const memoryTable = (uses: readonly MemoryUse[]): string =>
  [
    '| resident memory, MB | Verso | PostgreSQL |',
    '|---|--:|--:|',
    ...uses.map(({ when, verso, postgres }) => `| ${when} | ${verso ?? ''} | ${postgres ?? ''} |`),
  ].join('\n')
