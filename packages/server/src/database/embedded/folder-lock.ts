import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Held while one Verso process owns a data folder. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the data folder for this process, or returns undefined when another one has it.
 *
 * The lock must vanish with its holder, also on `kill -9`, and must not be fooled by a reused process id: only
 * a lock of the operating system does both. Node offers none of its own, but its SQLite takes one on the file
 * it writes to, on every platform, which is all that this file is for.
 */
export function lockFolder(dataDir: string): FolderLock | undefined {
  const file = new DatabaseSync(join(dataDir, 'verso.lock'))
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw error
  }
  writeFileSync(holderFile(dataDir), `${process.pid}\n`)
  return { release: () => file.close() }
}

/** The process that holds the folder, for messages. */
export function readLockHolder(dataDir: string): string {
  try {
    return `process ${readFileSync(holderFile(dataDir), 'utf8').trim()}`
  } catch {
    return 'another process'
  }
}

const holderFile = (dataDir: string): string => join(dataDir, 'verso.pid')

const SQLITE_BUSY = 5
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
