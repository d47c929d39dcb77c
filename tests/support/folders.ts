import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

/** A folder that is gone when the scope closes. `closed` lets nobody but its owner pass through. */
export function temporaryFolder(scope: Scope, { closed = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'verso-whole-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  // As root, the database runs under an account of its own, which has to get through.
  chmodSync(folder, closed ? 0o700 : 0o711)
  return folder
}

/** A data folder for Verso. Whatever database comes to live there is stopped and removed with the scope. */
export function dataFolder(scope: Scope, options?: { closed: boolean }): string {
  const dataDir = join(temporaryFolder(scope, options), 'data')
  scope.defer(async () => {
    const pid = postmasterPid(dataDir)
    if (pid !== undefined) {
      process.kill(pid, 'SIGQUIT')
      await waitFor(`PostgreSQL ${pid} to stop`, () => postmasterPid(dataDir) === undefined)
    }
    rmSync(databaseHome(dataDir), { recursive: true, force: true })
  })
  return dataDir
}

/** Where the embedded database of a data folder is: inside, or where the pointer in it says. */
export function databaseHome(dataDir: string): string {
  const pointer = join(dataDir, 'postgres.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
}

/** The main process of the embedded database, if it runs. */
export function postmasterPid(dataDir: string): number | undefined {
  const cluster = join(databaseHome(dataDir), 'cluster')
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  // The file outlives a killed database, and its number may by now belong to somebody else.
  return pid > 1 && commandLine(pid).includes(cluster) ? pid : undefined
}

function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** A folder that any account may read, for what a process under another account needs. */
export function openFolder(scope: Scope): string {
  const folder = join(temporaryFolder(scope), 'open')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return folder
}
