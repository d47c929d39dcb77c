import { SCHEMA_VERSION } from '@verso/editor'
import { TestLiveClient } from '../../../editor/src/testing/live-client.ts'
import type { ChangeRequest } from '../areas/content/change-requests/schema.ts'
import type { RevisionPage } from '../areas/content/revisions/schema.ts'
import type { LivePage, LiveUpdate } from '../areas/live/schema.ts'
import { type Client, expectStatus, type Person, type TestApp, type TestResponse } from './app.ts'

/** A change request with one page that tests edit live. */
export interface LiveWorld {
  spaceId: string
  changeRequestId: string
  /** The path of the change request. */
  path: string
  pageId: string
  /** The path of the live page. */
  livePath: string
}

export async function createLiveWorld(
  app: TestApp,
  by: Person,
  organization: string,
  markdown: string,
): Promise<LiveWorld> {
  const { id: spaceId } = await app.space(by, organization)
  const requests = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await by.post<ChangeRequest>(requests, { subject: 'Live' }))
  const change = { operation: 'insert_page', title: 'Page', document: { markdown } }
  const { changes } = expectStatus(
    200,
    await by.post<{ changes: { page: { id: string } }[] }>(`${requests}/${id}/content?compat=false`, {
      changes: [change],
    }),
  )
  const pageId = changes[0]?.page.id ?? ''
  const path = `${requests}/${id}`
  return { spaceId, changeRequestId: id, path, pageId, livePath: `${path}/content/page/${pageId}/live` }
}

export const readMarkdown = async (by: Client, { path, pageId }: LiveWorld): Promise<string> => {
  const page = await by.get<RevisionPage>(`${path}/content/page/${pageId}?format=markdown`)
  const { markdown } = expectStatus(200, page) as { markdown?: string }
  return markdown ?? ''
}

export const writeMarkdown = async (
  by: Client,
  { path, pageId }: LiveWorld,
  markdown: string,
): Promise<void> => {
  const change = { operation: 'update_page', page: pageId, document: { markdown } }
  expectStatus(200, await by.post(`${path}/content`, { changes: [change] }))
}

/** Somebody in a live page, who talks to a server. */
export class LiveWriter extends TestLiveClient {
  readonly person: Client
  readonly session: string
  readonly #livePath: string

  private constructor(id: string, person: Client, { livePath }: LiveWorld, page: LivePage) {
    super(id, page.document, page.version)
    this.person = person
    this.session = page.session
    this.#livePath = livePath
  }

  static async open(id: string, person: Client, world: LiveWorld): Promise<LiveWriter> {
    const page = expectStatus(200, await person.get<LivePage>(world.livePath))
    return new LiveWriter(id, person, world, page)
  }

  /** Sends what is waiting and takes the answer. */
  async commit(): Promise<LiveUpdate | undefined> {
    const response = await this.post()
    if (!response) return undefined
    const update = expectStatus(200, response)
    this.receive(update.commits)
    return update
  }

  /** Sends what is waiting, and does not hear the answer. */
  async post(): Promise<TestResponse<LiveUpdate> | undefined> {
    const sent = this.send()
    if (!sent) return undefined
    const body = { session: this.session, schema: SCHEMA_VERSION, client: this.id, ...sent }
    return this.person.post<LiveUpdate>(`${this.#livePath}/commits`, body)
  }

  /** Reads what is new. */
  async read(): Promise<LiveUpdate> {
    const query = `session=${this.session}&since=${this.version}`
    const update = expectStatus(200, await this.person.get<LiveUpdate>(`${this.#livePath}/commits?${query}`))
    this.receive(update.commits)
    return update
  }

  async save(): Promise<LiveUpdate> {
    const body = { session: this.session }
    return expectStatus(200, await this.person.post<LiveUpdate>(`${this.#livePath}/save`, body))
  }
}
