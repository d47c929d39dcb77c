import { setTimeout as sleep } from 'node:timers/promises'
import { Verso } from '../support/verso.ts'
import { readMeters } from './measure.ts'

const START_MS = 30_000
const WATCHED_MS = 120_000

/** What a process that nobody uses takes of a core, in percent. */
export interface IdleUse {
  cpu: number
  postgresCpu: number
}

export async function measureIdle(): Promise<IdleUse> {
  const verso = await Verso.start()
  try {
    await sleep(START_MS)
    const before = readMeters(verso.meters)
    await sleep(WATCHED_MS)
    const after = readMeters(verso.meters)
    return {
      cpu: ((after.cpu - before.cpu) / WATCHED_MS) * 100,
      postgresCpu: ((after.postgresCpu - before.postgresCpu) / WATCHED_MS) * 100,
    }
  } finally {
    await verso.stop()
  }
}

export const idleTable = ({ cpu, postgresCpu }: IdleUse): string =>
  [
    '| a process that nobody uses | aim | Verso | PostgreSQL |',
    '|---|--:|--:|--:|',
    `| % of a core | 0.3 | ${cpu.toFixed(2)} | ${postgresCpu.toFixed(2)} |`,
  ].join('\n')
