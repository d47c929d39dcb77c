import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findDatabaseAccount } from '../../packages/server/src/database/embedded/system-account.ts'
import { runAsRootOnDebian, installCommand, describeMissingPackages } from './debian.ts'
import { createTemporaryFolder } from './folders.ts'
import { findFreePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'

const debianFolder = '/usr/lib/postgresql'
const OLDEST_VERSION = 15

/** Installs the oldest PostgreSQL that Verso supports, or the one that this Debian has. */
const script =
  `ls ${debianFolder}/*/bin/postgres 2>/dev/null || ` +
  `{ apt-get update; ${installCommand} postgresql-${OLDEST_VERSION} || ${installCommand} postgresql; }`

/** The programs of the oldest PostgreSQL from 15 on that is installed, or why there is none. */
export type FoundPostgres = { programs: string } | { missing: string }

export async function findPostgres(): Promise<FoundPostgres> {
  const programs =
    findInstalledPostgres() ?? ((await runAsRootOnDebian(script)) ? findInstalledPostgres() : undefined)
  if (programs !== undefined) return { programs }
  return { missing: describeMissingPackages(`PostgreSQL ${OLDEST_VERSION} or later`, 'postgresql') }
}

function findInstalledPostgres(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const version = versions.filter((version) => version >= OLDEST_VERSION).sort((a, b) => a - b)[0]
  const programs = join(debianFolder, String(version), 'bin')
  return existsSync(join(programs, 'postgres')) ? programs : undefined
}

/** A PostgreSQL as an administrator sets it up: on TCP, with passwords, and with a linguistic collation. */
export class ExternalPostgres {
  readonly #programs: string
  readonly #folder: string
  readonly #port: number
  readonly #password = randomBytes(12).toString('hex')
  #server: ChildProcess | undefined

  private constructor(programs: string, folder: string, port: number) {
    this.#programs = programs
    this.#folder = folder
    this.#port = port
  }

  static async start(scope: Scope, programs: string): Promise<ExternalPostgres> {
    const folder = join(createTemporaryFolder(scope), 'postgres')
    const postgres = new ExternalPostgres(programs, folder, await findFreePort())
    scope.defer(() => postgres.#stop())
    await postgres.#start()
    return postgres
  }

  /** A new, empty database whose owner is an ordinary role, and the URL that role connects with. */
  async createDatabase(): Promise<string> {
    const name = `verso_${randomBytes(6).toString('hex')}`
    const admin = new pg.Client(this.#url('postgres', 'postgres'))
    await admin.connect()
    try {
      await admin.query(`create role ${name} login password '${this.#password}'`)
      await admin.query(`create database ${name} owner ${name}`)
    } finally {
      await admin.end()
    }
    return this.#url(name, name)
  }

  #url(role: string, database: string): string {
    return `postgres://${role}:${this.#password}@127.0.0.1:${this.#port}/${database}`
  }

  async #start(): Promise<void> {
    const account = findDatabaseAccount()
    mkdirSync(this.#folder, { mode: 0o700 })
    const passwordFile = join(this.#folder, 'password')
    writeFileSync(passwordFile, this.#password)
    if (account) for (const path of [this.#folder, passwordFile]) chownSync(path, account.uid, account.gid)
    const cluster = join(this.#folder, 'cluster')
    const initdb = this.#spawn('initdb', [
      `--pgdata=${cluster}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--no-sync',
    ])
    await once(initdb, 'close')
    if (initdb.exitCode !== 0) throw new Error('initdb failed')

    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.#port,
      unix_socket_directories: '',
      max_connections: 150,
      fsync: 'off',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = this.#spawn('postgres', ['-D', cluster, ...options])
    this.#server = server
    await waitFor('PostgreSQL to answer', async () => {
      if (server.exitCode !== null) throw new Error('PostgreSQL stopped while starting')
      const client = new pg.Client(this.#url('postgres', 'postgres'))
      client.on('error', () => undefined)
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    })
  }

  async #stop(): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGINT')
    await once(server, 'close')
  }

  #spawn(program: string, args: string[]): ChildProcess {
    const account = findDatabaseAccount()
    return spawn(join(this.#programs, program), args, {
      cwd: '/',
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'America/St_Johns' },
      ...(account && { uid: account.uid, gid: account.gid }),
    })
  }
}
