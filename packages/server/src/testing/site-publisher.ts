import type { Change } from '@verso/revisions'
import type { Site } from '../areas/sites/sites/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import { expectStatus, type Person, type TestApp } from './app.ts'
import { commitChanges, newPage } from './direct-changes.ts'

/** A published site of a test, with its only space. */
export interface PublishedTestSite {
  site: Site
  space: Space
  /** The path of its pages, without a slash at the end. */
  path: string
}

/** A response as a browser receives it. */
export interface BrowserResponse {
  status: number
  text: string
  headers: Record<string, string | string[] | number | undefined>
  location: string
  cookie: string
}

/** An organization named acme for tests, which publishes sites and requests their pages as visitors do. */
export class SitePublisher {
  readonly t: TestApp
  readonly organization: string
  readonly admin: Person
  readonly #host: string

  private constructor(t: TestApp, organization: string, admin: Person, host: string) {
    this.t = t
    this.organization = organization
    this.admin = admin
    this.#host = host
  }

  static async create(t: TestApp, host = 'verso.example'): Promise<SitePublisher> {
    const { id, admin } = await t.organization()
    expectStatus(200, await admin.patch(`/orgs/${id}`, { hostname: 'acme' }))
    return new SitePublisher(t, id, admin, host)
  }

  /** The path of a site in the API. */
  getApiPath({ id }: { id: string }): string {
    return `/orgs/${this.organization}/sites/${id}`
  }

  async publish(
    body: object = {},
    { isPublished = true, pages = handbook } = {},
  ): Promise<PublishedTestSite> {
    const space = await this.t.space(this.admin, this.organization, { title: 'Guide' })
    const fields = { title: 'Handbook', spaces: [space.id], ...body }
    const site = await this.t.site(this.admin, this.organization, fields)
    await commitChanges(this.t, this.admin, space.id, pages)
    if (isPublished) expectStatus(200, await this.admin.post(`${this.getApiPath(site)}/publish`))
    return { site, space, path: `/acme/${site.basename}` }
  }

  async customize(site: { id: string }, body: object): Promise<void> {
    expectStatus(200, await this.admin.put(`${this.getApiPath(site)}/customization`, body))
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<BrowserResponse> {
    const response = await this.t.app.http.inject({ url, headers: { host: this.#host, ...headers } })
    const cookies = response.headers['set-cookie']
    return {
      status: response.statusCode,
      text: response.body,
      headers: response.headers,
      location: response.headers.location ?? '',
      cookie: [cookies ?? []]
        .flat()
        .map((cookie) => cookie.split(';', 1)[0])
        .join('; '),
    }
  }
}

const handbook: Change[] = [
  newPage('welcome', 'Welcome', 'Hello, see [setup](setup.md#linux).'),
  newPage('setup', 'Setup', '## Linux\n\nInstall the zebra.\n\n```ts\nconst a = 1\n```', {
    description: 'How to',
  }),
  newPage('deep', 'Deep', 'Below.', {}, 'setup'),
  newPage('beta', 'Beta', 'Only for some.', { condition: 'visitor.claims.unsigned.isBeta' }),
]
