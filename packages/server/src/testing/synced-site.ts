import type { SiteGitSync } from '../areas/sites/sites/git-source.ts'
import type { Site } from '../areas/sites/sites/schema.ts'
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
} from '../areas/sites/structure/schema.ts'
import { type TestResponse, expectStatus, type Person } from './app.ts'
import type { TestRepository } from './git-server.ts'
import { SyncedSpace } from './synced-space.ts'
import { waitFor } from './wait-for.ts'

type StructureItem = SiteExternalLink | SiteSection | SiteSectionGroup | SiteSpace

/** A site that is synchronised with a repository as a whole, used through the API. */
export class SyncedSite {
  readonly site: Site
  readonly path: string
  readonly repository: TestRepository
  readonly #admin: Person

  constructor(site: Site, organization: string, repository: TestRepository, admin: Person) {
    this.site = site
    this.path = `/orgs/${organization}/sites/${site.id}`
    this.repository = repository
    this.#admin = admin
  }

  request(
    direction: 'import' | 'export',
    body: object = {},
    by: Person = this.#admin,
  ): Promise<TestResponse<unknown>> {
    const message = direction === 'export' ? { commitMessage: 'From Verso' } : {}
    return by.post(`${this.path}/git/${direction}`, {
      url: this.repository.url,
      ref: 'refs/heads/main',
      ...message,
      ...body,
    })
  }

  /** Starts an operation, waits until it is over, and returns it. */
  async run(direction: 'import' | 'export', body: object = {}, by?: Person): Promise<SiteOperation> {
    const before = (await this.#readOperation())?.startedAt
    expectStatus(204, await this.request(direction, body, by))
    return this.waitForOperation(before)
  }

  /** Waits until an operation is over that began after another one. */
  waitForOperation(after: string | undefined): Promise<SiteOperation> {
    return waitFor('the operation of the site', async () => {
      const operation = await this.#readOperation()
      return operation && operation.startedAt !== after && operation.status !== 'running'
        ? operation
        : undefined
    })
  }

  /** Runs an operation and throws unless it succeeds. */
  async synchronise(direction: 'import' | 'export', body: object = {}): Promise<SiteOperation> {
    const operation = await this.run(direction, body)
    if (operation.status !== 'success') throw new Error(`${direction} failed: ${operation.error ?? ''}`)
    return operation
  }

  async #readOperation(): Promise<SiteOperation | undefined> {
    const { body, status } = await this.#admin.get<SiteGitSync>(`${this.path}/git/info`)
    return status === 200 ? body.operation : undefined
  }

  async structure(): Promise<SiteStructure> {
    return expectStatus(200, await this.#admin.get<SiteStructure>(`${this.path}/structure`))
  }

  /** The structure as lines, indented by depth. */
  async outline(): Promise<string[]> {
    const lines: string[] = []
    const visit = (nodes: readonly StructureItem[], indent: string): void => {
      for (const node of nodes) {
        const isDefault = 'default' in node && node.default ? ' *' : ''
        lines.push(
          `${indent}${node.title}${'path' in node ? ` /${node.path}` : ''}${'url' in node ? ` -> ${node.url}` : ''}${isDefault}`,
        )
        if (node.object === 'site-section') visit(node.siteSpaces, `${indent}  `)
        if (node.object === 'site-section-group') visit(node.children, `${indent}  `)
      }
    }
    visit((await this.structure()).structure, '')
    return lines
  }

  /** All site spaces, by their paths with that of their section. */
  async siteSpaces(): Promise<Map<string, SiteSpace>> {
    const found = new Map<string, SiteSpace>()
    const visit = (nodes: readonly StructureItem[], prefix: string): void => {
      for (const node of nodes) {
        if (node.object === 'site-space') found.set(`${prefix}${node.path}`, node)
        if (node.object === 'site-section') visit(node.siteSpaces, `${node.path}/`)
        if (node.object === 'site-section-group') visit(node.children, '')
      }
    }
    visit((await this.structure()).structure, '')
    return found
  }

  async space(path: string): Promise<SyncedSpace> {
    const siteSpace = (await this.siteSpaces()).get(path)
    if (!siteSpace) throw new Error(`the site has no space at "${path}"`)
    return new SyncedSpace(siteSpace.space, this.repository, this.#admin)
  }
}

export type SiteOperation = NonNullable<SiteGitSync['operation']>
