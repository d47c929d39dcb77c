import { randomBytes } from 'node:crypto'
import { ExternalPostgres, findPostgres } from './external-postgres.ts'
import { createDataFolder } from './folders.ts'
import { findFreePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { type ProcessResult, runVerso, type Settings, VersoServer } from './verso.ts'

/** Running Verso servers on one database. */
export class Deployment {
  readonly servers: readonly VersoServer[]
  readonly adminToken: string
  readonly publicUrl: string
  readonly #settings: Settings
  #requests = 0

  constructor(servers: readonly VersoServer[], settings: Settings, admin: { token: string; url: string }) {
    this.servers = servers
    this.#settings = settings
    this.adminToken = admin.token
    this.publicUrl = admin.url
  }

  /** The server of the next request. Servers take turns, as behind a load balancer. */
  get origin(): string {
    const server = this.servers[this.#requests++ % this.servers.length]
    if (!server) throw new Error('a deployment has servers')
    return server.origin
  }

  /** Runs a command on the same database, beside the running servers. */
  run(...args: string[]): Promise<ProcessResult> {
    return runVerso(args, this.#settings)
  }

  /** Creates an account with a token on the command line, and returns the token. */
  async createPerson(email: string): Promise<string> {
    await this.#runSuccessfully('user', 'create', email)
    return (await this.#runSuccessfully('token', 'create', email)).trim()
  }

  async #runSuccessfully(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args)
    if (code !== 0) throw new Error(`verso ${args.join(' ')}: ${stderr}`)
    return stdout
  }
}

export interface DeploymentKind {
  name: 'embedded' | 'external' | 'pair'
  /** Why it cannot run on this machine; undefined if it can. */
  missing: string | undefined
  start(scope: Scope, settings?: Settings): Promise<Deployment>
}

const postgres = await findPostgres()
const missing = 'missing' in postgres ? postgres.missing : undefined

/** Starts the PostgreSQL that is installed on the machine. Tests are skipped without it. */
export const startPostgres = (scope: Scope): Promise<ExternalPostgres> => {
  if ('missing' in postgres) throw new Error(postgres.missing)
  return ExternalPostgres.start(scope, postgres.programs)
}

/** The three ways to run Verso. All suites must pass on each of them. */
export const deploymentKinds: readonly DeploymentKind[] = [
  {
    name: 'embedded',
    missing: undefined,
    start: (scope, settings) =>
      startServers(scope, 1, { VERSO_DATA_DIR: createDataFolder(scope), ...settings }),
  },
  { name: 'external', missing, start: (scope, settings) => startExternal(scope, 1, settings) },
  { name: 'pair', missing, start: (scope, settings) => startExternal(scope, 2, settings) },
]

/** The title of a suite, with the reason if it cannot run on this machine. */
export const formatSuiteTitle = ({ name, missing }: { name: string; missing: string | undefined }): string =>
  missing === undefined ? name : `${name} (${missing})`

export const needsPostgres = { name: 'external PostgreSQL', missing }

async function startExternal(scope: Scope, servers: number, settings?: Settings): Promise<Deployment> {
  const postgres = await startPostgres(scope)
  // The data folder is not shared, so nothing may be stored there that another process needs.
  const VERSO_DATA_DIR = createDataFolder(scope)
  return startServers(scope, servers, {
    DATABASE_URL: await postgres.createDatabase(),
    VERSO_DATA_DIR,
    ...settings,
  })
}

async function startServers(scope: Scope, count: number, overrides: Settings): Promise<Deployment> {
  const token = randomBytes(24).toString('base64url')
  const ports = await Promise.all(Array.from({ length: count }, findFreePort))
  const url = `http://localhost:${ports[0]}`
  const settings = { VERSO_ADMIN_TOKEN: token, VERSO_PUBLIC_URL: url, ...overrides }
  const servers = await Promise.all(
    ports.map((port) => VersoServer.start(scope, { ...settings, VERSO_PORT: String(port) })),
  )
  return new Deployment(servers, settings, { token, url })
}
