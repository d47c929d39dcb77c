import { randomBytes } from 'node:crypto'
import { ExternalPostgres, findPostgres } from './external-postgres.ts'
import { dataFolder } from './folders.ts'
import { freePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { type Ended, runVerso, type Settings, VersoServer } from './verso.ts'

/** The running product, whatever it runs on. */
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

  /** Where the next request goes: to each server in turn, as behind a load balancer. */
  get origin(): string {
    const server = this.servers[this.#requests++ % this.servers.length]
    if (!server) throw new Error('a deployment has servers')
    return server.origin
  }

  /** A command on the same database, beside the running servers. */
  run(...args: string[]): Promise<Ended> {
    return runVerso(args, this.#settings)
  }

  /** A new account with a token, made as an administrator would. */
  async person(email: string): Promise<string> {
    await this.#succeed('user', 'create', email)
    return (await this.#succeed('token', 'create', email)).trim()
  }

  async #succeed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args)
    if (code !== 0) throw new Error(`verso ${args.join(' ')}: ${stderr}`)
    return stdout
  }
}

export interface DeploymentKind {
  name: 'embedded' | 'external' | 'pair'
  /** What the machine lacks for it. */
  missing: string | undefined
  start(scope: Scope, settings?: Settings): Promise<Deployment>
}

const postgres = await findPostgres()
const missing = 'missing' in postgres ? postgres.missing : undefined

/** The PostgreSQL of the machine, for tests that are skipped without it. */
export const startPostgres = (scope: Scope): Promise<ExternalPostgres> => {
  if ('missing' in postgres) throw new Error(postgres.missing)
  return ExternalPostgres.start(scope, postgres.programs)
}

/** The three ways to run Verso. All suites hold on each of them. */
export const deploymentKinds: readonly DeploymentKind[] = [
  {
    name: 'embedded',
    missing: undefined,
    start: (scope, settings) => start(scope, 1, { VERSO_DATA_DIR: dataFolder(scope), ...settings }),
  },
  { name: 'external', missing, start: (scope, settings) => startExternal(scope, 1, settings) },
  { name: 'pair', missing, start: (scope, settings) => startExternal(scope, 2, settings) },
]

/** The name of a suite, with the reason when it cannot run here. */
export const titleOf = ({ name, missing }: { name: string; missing: string | undefined }): string =>
  missing === undefined ? name : `${name} (${missing})`

export const needsPostgres = { name: 'external PostgreSQL', missing }

async function startExternal(scope: Scope, servers: number, settings?: Settings): Promise<Deployment> {
  const postgres = await startPostgres(scope)
  // Its data folder stays empty: nothing may be written there that another process would miss.
  const VERSO_DATA_DIR = dataFolder(scope)
  return start(scope, servers, { DATABASE_URL: await postgres.createDatabase(), VERSO_DATA_DIR, ...settings })
}

async function start(scope: Scope, count: number, given: Settings): Promise<Deployment> {
  const token = randomBytes(24).toString('base64url')
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const url = `http://localhost:${ports[0]}`
  const settings = { VERSO_ADMIN_TOKEN: token, VERSO_PUBLIC_URL: url, ...given }
  const servers = await Promise.all(
    ports.map((port) => VersoServer.start(scope, { ...settings, VERSO_PORT: String(port) })),
  )
  return new Deployment(servers, settings, { token, url })
}
