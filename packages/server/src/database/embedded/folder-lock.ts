import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Held while one Verso process owns a data folder. */
export interface FolderLock {
  release(): void
}

/**
 * Locks the data folder for this process, or returns undefined when another process holds the lock.
 *
 * The lock must end with its holder, also after `kill -9`, and must not be confused by a reused process id: only a lock of
 * the operating system does both. Node has no API for one, but its SQLite locks the file that it writes to on every
 * platform. The file `verso.lock` has no other use.
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

/** Describes the process that holds the lock, for messages. */
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
