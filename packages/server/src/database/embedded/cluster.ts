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

/** The state of the PostgreSQL that this process runs. */
export interface DatabaseProcess {
  isRunning: boolean
  /** How often it stopped by itself and was started again. */
  restarts: number
}

/** The memory of the machine, or the limit of its container. */
const readMemoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

const role = 'verso'
const MAX_RESTARTS = 5
const RESTART_WINDOW_MS = 60_000
const STOP_TIMEOUT_MS = 20_000
const IMMEDIATE_STOP_TIMEOUT_MS = 5000

// Durable commits and no listening on the network are set here, because a packager may have changed the defaults. `jit`
// costs more than it saves on the short queries of an API. The short naptime updates the statistics soon after an import has
// filled the tables. A sixteenth of the memory caches what is read often.
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: `${Math.min(1024, Math.max(128, Math.floor(readMemoryBytes() / 2 ** 20 / 16)))}MB`,
  jit: 'off',
  autovacuum_naptime: '15s',
}

export const buildClusterAddress = (paths: ClusterPaths): ClusterAddress => ({
  host: paths.socket,
  user: role,
  database: 'verso',
})

/** A PostgreSQL that Verso creates, starts, restarts when it crashes, and stops. */
export class Cluster {
  readonly address: ClusterAddress
  readonly #paths: ClusterPaths
  readonly #account: SystemAccount | undefined
  readonly #log: ClusterLog
  #server: ChildProcess | undefined
  #stopping = false
  #restarts: number[] = []
  #restartCount = 0

  constructor(paths: ClusterPaths, account: SystemAccount | undefined, log: ClusterLog) {
    this.#paths = paths
    this.#account = account
    this.#log = log
    this.address = buildClusterAddress(paths)
  }

  async start(): Promise<void> {
    if (!existsSync(this.#folder)) await this.#create()
    await this.#stopOrphan()
    await this.#launch()
    await this.#createDatabase()
  }

  /**
   * Ends the connections, writes a checkpoint and exits. A database that does not end in time is told to do without the
   * checkpoint, and recovers at the next start; if it does not even do that, it is left to the next start to stop.
   */
  async stop(): Promise<void> {
    this.#stopping = true
    const server = this.#server
    if (!server || hasExited(server)) return
    for (const [signal, timeoutMs] of [
      ['SIGINT', STOP_TIMEOUT_MS],
      ['SIGQUIT', IMMEDIATE_STOP_TIMEOUT_MS],
    ] as const) {
      server.kill(signal)
      if (await exitsWithin(server, timeoutMs)) return
    }
    this.#log.error(`The database (process ${server.pid}) does not stop; the next start will stop it.`)
    server.unref()
  }

  readStatus(): DatabaseProcess {
    const server = this.#server
    return { isRunning: server !== undefined && !hasExited(server), restarts: this.#restartCount }
  }

  get #folder(): string {
    return join(this.#paths.home, 'cluster')
  }

  get #logFile(): string {
    return join(this.#paths.home, 'postgres.log')
  }

  async #create(): Promise<void> {
    this.#log.info(`Creating the database in ${this.#folder}`)
    const incomplete = `${this.#folder}.new`
    rmSync(incomplete, { recursive: true, force: true })
    const initdb = this.#spawn('initdb', [
      `--pgdata=${incomplete}`,
      `--username=${role}`,
      // Only the database's account and root can enter the folder of the socket.
      '--auth=trust',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
    ])
    const [code] = await once(initdb, 'exit')
    if (code !== 0) throw new Error(`PostgreSQL could not create its files:\n${this.#readLogTail()}`)
    // The cluster gets its name when it is complete: an initdb that was interrupted leaves the other name.
    await rename(incomplete, this.#folder)
  }

  /**
   * Stops the PostgreSQL that a killed Verso left running. We hold the lock of the folder, so nobody else uses it. It is
   * stopped as gently as any other, and loses nothing.
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
   * PostgreSQL refuses to start while a process has the id in `postmaster.pid`, even when that is another program. The file
   * is removed, but only when no process of the old server is left: two servers on the same files would corrupt them.
   */
  async #clearStaleLock(): Promise<void> {
    for (let waited = 0; countProcessesIn(this.#folder) > 0; waited += 100) {
      if (waited > 60_000) throw new Error(`Processes of an earlier PostgreSQL still use ${this.#folder}.`)
      await sleep(100)
    }
    if (!canSeeProcesses) return
    rmSync(join(this.#folder, 'postmaster.pid'), { force: true })
    // The socket has a lock file too.
    rmSync(join(this.#paths.socket, '.s.PGSQL.5432.lock'), { force: true })
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
    const options = Object.entries({ ...settings, unix_socket_directories: this.#paths.socket })
    const server = this.#spawn('postgres', [
      '-D',
      this.#folder,
      ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    this.#server = server
    await this.#waitUntilReady(server)
    server.once('exit', () => void this.#restart())
  }

  async #waitUntilReady(server: ChildProcess): Promise<void> {
    const startedAt = Date.now()
    let reportedAt = startedAt
    while (!hasExited(server)) {
      if (await this.#acceptsConnections()) return
      if (Date.now() - reportedAt > 5000) {
        reportedAt = Date.now()
        this.#log.info(
          `Waiting for the database to recover (${Math.round((reportedAt - startedAt) / 1000)} s)`,
        )
      }
      await sleep(20)
    }
    throw new Error(`PostgreSQL stopped while starting:\n${this.#readLogTail()}`)
  }

  async #acceptsConnections(): Promise<boolean> {
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
    this.#restartCount++
    const now = Date.now()
    this.#restarts = [...this.#restarts.filter((time) => now - time < RESTART_WINDOW_MS), now]
    if (this.#restarts.length > MAX_RESTARTS) {
      this.#log.error(`The database keeps stopping; Verso exits. Its log:\n${this.#readLogTail()}`)
      process.exit(1)
    }
    this.#log.error('The database stopped by itself; starting it again')
    try {
      await this.#launch()
      this.#log.info('The database is running again')
    } catch (error) {
      this.#log.error(String(error))
      await sleep(1000)
      await this.#restart()
    }
  }

  /** Starts a program in a session of its own: Ctrl-C in the terminal reaches only Verso, which stops the database last. */
  #spawn(program: string, args: string[]): ChildProcess {
    const log = openSync(this.#logFile, 'a', 0o600)
    try {
      return spawn(join(this.#paths.programs, 'bin', program), args, {
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

  #readLogTail(): string {
    return readFileSync(this.#logFile, 'utf8').split('\n').slice(-15).join('\n')
  }
}

async function exitsWithin(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  if (hasExited(child)) return true
  try {
    await once(child, 'exit', { signal: AbortSignal.timeout(timeoutMs) })
    return true
  } catch {
    return false
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // Another program may have the process id by now, which only Linux tells cheaply.
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) ? readFileSync(commandLine, 'utf8').includes('postgres') : true
}

// Without /proc, postmaster.pid is left alone and PostgreSQL decides by itself.
const canSeeProcesses = existsSync('/proc/self/cwd')

/** How many processes have the folder as their working folder, as every process of a PostgreSQL has that of its cluster. */
function countProcessesIn(folder: string): number {
  if (!canSeeProcesses) return 0
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readWorkingFolder(name) === folder)
    .length
}

function readWorkingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
