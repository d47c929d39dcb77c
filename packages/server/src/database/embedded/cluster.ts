import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { SystemAccount } from './system-account.ts'
import type { ClusterPaths } from './cluster-paths.ts'

/** How to connect to the cluster: over its private socket, as its only role. */
export interface ClusterAddress {
  host: string
  user: string
  database: string
}

export interface ClusterLog {
  info: (message: string) => void
  error: (message: string) => void
}

/** Of the machine, or what its container allows. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

const role = 'verso'
const maxRestarts = 5
const restartWindow = 60_000

// What the product's promises rest on stands here, whatever a packager's defaults may be: durable commits, no
// listening on the network. `jit` costs more than it gives on the short queries of an API. Statistics follow soon
// when an import has filled the tables. A sixteenth of the memory holds what is read often.
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: `${Math.min(1024, Math.max(128, Math.floor(memory() / 2 ** 20 / 16)))}MB`,
  jit: 'off',
  autovacuum_naptime: '15s',
}

export const buildClusterAddress = (places: ClusterPaths): ClusterAddress => ({
  host: places.socket,
  user: role,
  database: 'verso',
})

/** A PostgreSQL that Verso makes, starts, watches and stops. */
export class Cluster {
  readonly address: ClusterAddress
  readonly #places: ClusterPaths
  readonly #account: SystemAccount | undefined
  readonly #log: ClusterLog
  #server: ChildProcess | undefined
  #stopping = false
  #restarts: number[] = []

  constructor(places: ClusterPaths, account: SystemAccount | undefined, log: ClusterLog) {
    this.#places = places
    this.#account = account
    this.#log = log
    this.address = buildClusterAddress(places)
  }

  async start(): Promise<void> {
    if (!existsSync(this.#folder)) await this.#create()
    await this.#stopOrphan()
    await this.#launch()
    await this.#createDatabase()
  }

  /** Lets running statements finish, writes a checkpoint and exits. */
  async stop(): Promise<void> {
    this.#stopping = true
    const server = this.#server
    if (!server || hasExited(server)) return
    const exited = once(server, 'exit')
    server.kill('SIGINT')
    await exited
  }

  get #folder(): string {
    return join(this.#places.home, 'cluster')
  }

  get #logFile(): string {
    return join(this.#places.home, 'postgres.log')
  }

  async #create(): Promise<void> {
    this.#log.info(`Creating the database in ${this.#folder}`)
    const unfinished = `${this.#folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    const initdb = this.#spawn('initdb', [
      `--pgdata=${unfinished}`,
      `--username=${role}`,
      // The socket's folder lets nobody in but the database's own account and root.
      '--auth=trust',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
    ])
    const [code] = await once(initdb, 'exit')
    if (code !== 0) throw new Error(`PostgreSQL could not create its files:\n${this.#logTail()}`)
    // An initdb that was cut off leaves the other name behind, so what has this name is whole.
    await rename(unfinished, this.#folder)
  }

  /**
   * A Verso that was killed leaves its PostgreSQL running. We hold the folder's lock, so nobody else can be
   * using it: it is stopped as gently as any other, and loses nothing.
   */
  async #stopOrphan(): Promise<void> {
    const pid = this.#runningPid()
    if (pid === undefined) {
      await this.#clearStaleLock()
      return
    }
    this.#log.info(`Stopping the database that an earlier Verso left running (process ${pid})`)
    process.kill(pid, 'SIGINT')
    for (let waited = 0; this.#runningPid() === pid; waited += 100) {
      if (waited === 30_000) process.kill(pid, 'SIGQUIT')
      if (waited > 60_000) throw new Error(`PostgreSQL (process ${pid}) does not stop; stop it by hand.`)
      await sleep(100)
    }
  }

  /**
   * PostgreSQL refuses to start while the number in `postmaster.pid` is taken, be it by another program or by a
   * dead server that nobody has taken note of. The file may go, but only when none of that server's processes is
   * left: two servers on the same files would ruin them.
   */
  async #clearStaleLock(): Promise<void> {
    for (let waited = 0; processesIn(this.#folder) > 0; waited += 100) {
      if (waited > 60_000) throw new Error(`Processes of an earlier PostgreSQL still use ${this.#folder}.`)
      await sleep(100)
    }
    if (!canSeeProcesses) return
    rmSync(join(this.#folder, 'postmaster.pid'), { force: true })
    // The socket has such a file of its own.
    rmSync(join(this.#places.socket, '.s.PGSQL.5432.lock'), { force: true })
  }

  /** The process in `postmaster.pid`, if it is alive and really serves this folder. */
  #runningPid(): number | undefined {
    const file = join(this.#folder, 'postmaster.pid')
    if (!existsSync(file)) return undefined
    const [pidLine, folderLine] = readFileSync(file, 'utf8').split('\n')
    const pid = Number(pidLine)
    if (!Number.isInteger(pid) || pid <= 1 || folderLine !== this.#folder) return undefined
    return isPostgres(pid) ? pid : undefined
  }

  async #launch(): Promise<void> {
    const options = Object.entries({ ...settings, unix_socket_directories: this.#places.socket })
    const server = this.#spawn('postgres', [
      '-D',
      this.#folder,
      ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    this.#server = server
    await this.#untilReady(server)
    server.once('exit', () => void this.#restart())
  }

  async #untilReady(server: ChildProcess): Promise<void> {
    const started = Date.now()
    let told = started
    while (!hasExited(server)) {
      if (await this.#answers()) return
      if (Date.now() - told > 5000) {
        told = Date.now()
        this.#log.info(`Waiting for the database to recover (${Math.round((told - started) / 1000)} s)`)
      }
      await sleep(20)
    }
    throw new Error(`PostgreSQL stopped while starting:\n${this.#logTail()}`)
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ ...this.address, database: 'postgres' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end()
    }
  }

  async #createDatabase(): Promise<void> {
    const client = new Client({ ...this.address, database: 'postgres' })
    await client.connect()
    try {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
        this.address.database,
      ])
      if (!rowCount) await client.query(`create database ${this.address.database}`)
    } finally {
      await client.end()
    }
  }

  async #restart(): Promise<void> {
    if (this.#stopping) return
    const now = Date.now()
    this.#restarts = [...this.#restarts.filter((time) => now - time < restartWindow), now]
    if (this.#restarts.length > maxRestarts) {
      this.#log.error(`The database keeps stopping; giving up. Its log:\n${this.#logTail()}`)
      process.exit(1)
    }
    this.#log.error('The database stopped by itself; starting it again')
    try {
      await this.#launch()
      this.#log.info('The database is back')
    } catch (error) {
      this.#log.error(String(error))
      await sleep(1000)
      await this.#restart()
    }
  }

  /** Its own session, so that a Ctrl-C in the terminal reaches Verso alone, which stops the database last. */
  #spawn(program: string, args: string[]): ChildProcess {
    const log = openSync(this.#logFile, 'a', 0o600)
    try {
      return spawn(join(this.#places.programs, 'bin', program), args, {
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
        ...(this.#account && { uid: this.#account.uid, gid: this.#account.gid }),
      })
    } finally {
      closeSync(log)
    }
  }

  #logTail(): string {
    return readFileSync(this.#logFile, 'utf8').split('\n').slice(-15).join('\n')
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // The number may have gone to another program since; only Linux tells cheaply.
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) ? readFileSync(commandLine, 'utf8').includes('postgres') : true
}

// Elsewhere the file is left alone, and PostgreSQL decides by itself.
const canSeeProcesses = existsSync('/proc/self/cwd')

/** How many processes work in a folder; each process of a PostgreSQL works in its cluster's. */
function processesIn(folder: string): number {
  if (!canSeeProcesses) return 0
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder).length
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
