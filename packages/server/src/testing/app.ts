import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HTTPMethods, InjectOptions } from 'fastify'
import type { MemberRole } from '../access/roles.ts'
import { type App, createApp, type AppOptions } from '../app.ts'
import { type Clock, systemClock } from '../common/clock.ts'
import { newId } from '../common/ids.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { ErrorBody } from '../http/errors.ts'
import type { Collection } from '../areas/content/collections/schema.ts'
import type { Organization } from '../areas/organizations/organizations/schema.ts'
import type { Site } from '../areas/sites/sites/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import type { Team } from '../areas/organizations/teams/schema.ts'
import { createTestDatabase } from './database.ts'
import { TestNetwork } from './network.ts'

/** A setting for `TestApp.start` that allows requests to servers that a test has started on 127.0.0.1. */
export const allowLoopback = readConfig({ VERSO_OUTBOUND_ALLOW: '127.0.0.1' }).outboundAllow

/** Tests send requests faster than anybody reads. */
const noSiteLimits = { pages: 0, search: 0, mcp: 0, shareKeys: 0 }

/** A clock that tests can advance. */
export class TestClock implements Clock {
  #offset = 0

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#offset)
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds
  }
}

export interface TestResponse<Body> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Body
}

/** The body of a list response. */
export interface ListBody<Item> {
  items: Item[]
  count: number
  next?: { page: string }
  previous?: { page: string }
}

type Headers = Record<string, string>

/** A client of the API, with a token or without. Paths are below `/v1`. */
export class Client {
  readonly #app: App
  readonly #headers: Headers

  constructor(app: App, token: string | undefined, headers: Headers = {}) {
    this.#app = app
    this.#headers = token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` }
  }

  get = <Body = unknown>(path: string, headers?: Headers) => this.send<Body>('GET', path, undefined, headers)
  post = <Body = unknown>(path: string, body?: unknown) => this.send<Body>('POST', path, body)
  put = <Body = unknown>(path: string, body?: unknown) => this.send<Body>('PUT', path, body)
  patch = <Body = unknown>(path: string, body?: unknown) => this.send<Body>('PATCH', path, body)
  delete = <Body = unknown>(path: string) => this.send<Body>('DELETE', path)

  async send<Body>(
    method: HTTPMethods,
    path: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<TestResponse<Body>> {
    const options: InjectOptions = {
      method,
      url: `/v1${path}`,
      headers: { ...this.#headers, ...headers },
      ...(body !== undefined && { payload: body as object }),
    }
    const response = await this.#app.http.inject(options)
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      // Each test names the type that it expects, and then checks the value.
      body: (isJson ? response.json() : undefined) as Body,
    }
  }
}

/** A client with an account. */
export class Person extends Client {
  readonly id: string
  readonly email: string
  readonly token: string

  constructor(app: App, account: { id: string; email: string; token: string }) {
    super(app, account.token)
    this.id = account.id
    this.email = account.email
    this.token = account.token
  }
}

/** Verso in this process, with its own database, and methods that create what tests need. */
export class TestApp {
  readonly app: App
  readonly database: Database
  readonly clock: TestClock
  readonly anonymous: Client
  /** The folder of uploaded files, unless the settings name another. */
  readonly folder: string

  private constructor(app: App, database: Database, clock: TestClock, folder: string) {
    this.app = app
    this.database = database
    this.clock = clock
    this.folder = folder
    this.anonymous = new Client(app, undefined)
  }

  static async start(
    settings: Partial<Config> = {},
    parts: Partial<Pick<AppOptions, 'role' | 'network' | 'gitLimits' | 'openapiLimits' | 'logger'>> & {
      database?: Database
    } = {},
  ): Promise<TestApp> {
    const clock = new TestClock()
    const database = parts.database ?? (await createTestDatabase())
    const folder = mkdtempSync(join(tmpdir(), 'verso-files-'))
    const config = {
      ...readConfig({ VERSO_DATA_DIR: folder }),
      rateLimit: 0,
      siteRateLimits: noSiteLimits,
      ...settings,
    }
    const app = await createApp({
      role: 'api',
      network: new TestNetwork(),
      ...parts,
      config,
      database,
      clock,
    })
    return new TestApp(app, database, clock, folder)
  }

  async stop(): Promise<void> {
    await this.app.close()
    await this.database.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /**
   * Counts the statements that some work sends. It first waits for the indexing of earlier writes, and leaves out what the
   * background does meanwhile and updates of the last use of a token, which do not happen for each request.
   */
  async countStatements(work: () => Promise<unknown>): Promise<number> {
    await this.app.areas.search.indexer.waitForFlush()
    let count = 0
    const counted = new AsyncLocalStorage<true>()
    const stop = this.database.onQuery((text) => {
      if (counted.getStore() && !text.includes('update tokens')) count++
    })
    try {
      await counted.run(true, work)
    } finally {
      stop()
    }
    return count
  }

  /** Creates an account with a token. */
  person(email = `${newId()}@example.com`): Promise<Person> {
    const { users, tokens } = this.app.areas.identity
    return this.database.transaction(async (tx) => {
      const [user] = await users.findOrCreate(tx, [email])
      if (!user) throw new Error('no user was created')
      const { token } = await tokens.createForUser(tx, user.id, { name: 'test' })
      return new Person(this.app, { id: user.id, email: user.email, token })
    })
  }

  /** Creates an organization with an admin. */
  async organization(title = 'Acme'): Promise<{ id: string; admin: Person }> {
    const admin = await this.person()
    const { body } = await admin.post<Organization>('/orgs', { title })
    return { id: body.id, admin }
  }

  /** Creates an account that is a member with this role; null makes a guest. */
  async member(organizationId: string, role: MemberRole, email?: string): Promise<Person> {
    const person = await this.person(email)
    await this.addMember(organizationId, person, role)
    return person
  }

  /** Makes someone who has an account a member, as if they had accepted an invitation. */
  async addMember(organizationId: string, person: Person, role: MemberRole): Promise<void> {
    await this.database.transaction((tx) =>
      this.app.areas.organizations.members.addMembers(tx, organizationId, [
        { userId: person.id, role, sso: false },
      ]),
    )
  }

  async space(by: Person, organizationId: string, body: object = {}): Promise<Space> {
    return expectStatus(201, await by.post<Space>(`/orgs/${organizationId}/spaces`, body))
  }

  async collection(by: Person, organizationId: string, body: object = {}): Promise<Collection> {
    return expectStatus(201, await by.post<Collection>(`/orgs/${organizationId}/collections`, body))
  }

  async site(by: Person, organizationId: string, body: object = { title: 'Docs' }): Promise<Site> {
    return expectStatus(201, await by.post<Site>(`/orgs/${organizationId}/sites`, body))
  }

  async team(by: Person, organizationId: string, title: string, members: Person[] = []): Promise<Team> {
    const body = { title, members: members.map(({ id }) => id) }
    return expectStatus(201, await by.put<Team>(`/orgs/${organizationId}/teams`, body))
  }
}

/** Returns the body of a response. Throws with its error message if it has another status. */
export function expectStatus<Body>(status: number, response: TestResponse<Body>): Body {
  if (response.status === status) return response.body
  const { error } = (response.body ?? {}) as Partial<ErrorBody>
  throw new Error(`expected ${status}, got ${response.status}: ${error?.message ?? 'no error'}`)
}

/** Reads the error of a response. */
export const readError = (response: TestResponse<unknown>): ErrorBody['error'] =>
  (response.body as ErrorBody).error

/** Counts the responses by status. */
export function countStatuses(responses: TestResponse<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
