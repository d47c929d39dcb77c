import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

/** Creates a folder that is deleted when the scope closes. With `closed`, only its owner can enter it. */
export function createTemporaryFolder(scope: Scope, { closed = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'verso-whole-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  // If root runs the tests, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, closed ? 0o700 : 0o711)
  return folder
}

/** Creates a data folder for Verso. A database in it is stopped and deleted when the scope closes. */
export function createDataFolder(scope: Scope, options?: { closed: boolean }): string {
  const dataDir = join(createTemporaryFolder(scope, options), 'data')
  scope.defer(async () => {
    const pid = readPostmasterPid(dataDir)
    if (pid !== undefined) {
      process.kill(pid, 'SIGQUIT')
      await waitFor(`PostgreSQL ${pid} to stop`, () => readPostmasterPid(dataDir) === undefined)
    }
    rmSync(findDatabaseFolder(dataDir), { recursive: true, force: true })
  })
  return dataDir
}

/** Finds the folder of the embedded database: inside the data folder, or where its pointer file says. */
export function findDatabaseFolder(dataDir: string): string {
  const pointer = join(dataDir, 'postgres.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
}

/** Reads the process id of the embedded database, if it is running. */
export function readPostmasterPid(dataDir: string): number | undefined {
  const cluster = join(findDatabaseFolder(dataDir), 'cluster')
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  // The file of a killed database remains, and its process id may belong to another process by now.
  return pid > 1 && readCommandLine(pid).includes(cluster) ? pid : undefined
}

/** Sends a signal to all processes of the embedded database. Its connections have processes of their own. */
export function signalDatabase(dataDir: string, signal: NodeJS.Signals): void {
  const postmaster = readPostmasterPid(dataDir)
  if (postmaster === undefined) throw new Error('the database does not run')
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []))
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, signal)
    } catch {
      // A connection may have been closed since the processes were listed.
    }
  }
}

function readCommandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Creates a folder that every account may read, for processes of other accounts. */
export function createOpenFolder(scope: Scope): string {
  const folder = join(createTemporaryFolder(scope), 'open')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return folder
}
