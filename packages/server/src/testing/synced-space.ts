import type { ChangeRequest, MergeOutcome } from '../areas/content/change-requests/schema.ts'
import type { GitSyncState } from '../areas/git-sync/schema.ts'
import type { Job } from '../areas/tasks/schema.ts'
import type { Revision, RevisionPage } from '../areas/content/revisions/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import { type TestResponse, expectStatus, type ListBody, type Person } from './app.ts'
import type { TestRepository } from './git-server.ts'
import { readList } from './lists.ts'
import { waitFor } from './wait-for.ts'

const ref = 'refs/heads/main'

/** A space that is synchronised with a repository, used through the API. */
export class SyncedSpace {
  readonly id: string
  readonly repository: TestRepository
  readonly #admin: Person
  readonly #organization: string

  constructor(space: Space, repository: TestRepository, admin: Person) {
    this.#admin = admin
    this.#organization = space.organization
    this.id = space.id
    this.repository = repository
  }

  get path(): string {
    return `/spaces/${this.id}`
  }

  async request(direction: 'import' | 'export', body: object = {}): Promise<TestResponse<unknown>> {
    const message = direction === 'export' ? { commitMessage: 'From Verso' } : {}
    return this.#admin.post(`${this.path}/git/${direction}`, {
      url: this.repository.url,
      ref,
      ...message,
      ...body,
    })
  }

  /** Starts a job, waits until it is over, and returns it. */
  async run(direction: 'import' | 'export', body: object = {}): Promise<Job> {
    expectStatus(204, await this.request(direction, body))
    return this.waitUntilIdle()
  }

  /** Waits until no job is running and returns the last one. */
  async waitUntilIdle(): Promise<Job> {
    return waitFor('the jobs of the space', async () => {
      const { items } = await readList<Job>(this.#admin, `/orgs/${this.#organization}/jobs?space=${this.id}`)
      const isBusy = items.some(
        ({ status, attempts }) => status === 'running' || (status === 'pending' && attempts === 0),
      )
      return isBusy ? undefined : items[0]
    })
  }

  /** Runs a job and throws unless it completes. */
  async synchronise(direction: 'import' | 'export', body: object = {}): Promise<void> {
    const { status, error } = await this.run(direction, body)
    if (status !== 'completed') throw new Error(`${direction} is ${status}: ${error ?? ''}`)
  }

  async info(): Promise<GitSyncState> {
    return expectStatus(200, await this.#admin.get<GitSyncState>(`${this.path}/git/info`))
  }

  async revision(): Promise<Revision> {
    return expectStatus(200, await this.#admin.get<Revision>(`${this.path}/content`))
  }

  /** All pages, at every depth. */
  async pages(): Promise<RevisionPage[]> {
    const flat = (pages: RevisionPage[]): RevisionPage[] =>
      pages.flatMap((page) => [page, ...flat((page.pages ?? []) as RevisionPage[])])
    return flat((await this.revision()).pages)
  }

  /** The titles and paths of all pages. */
  async titles(): Promise<[string, string | undefined][]> {
    return (await this.pages()).map(({ title, path }) => [title, path])
  }

  async page(title: string): Promise<RevisionPage> {
    const page = (await this.pages()).find((candidate) => candidate.title === title)
    if (!page) throw new Error(`there is no page "${title}"`)
    return page
  }

  async text(id: string, scope = ''): Promise<string> {
    const answer = await this.#admin.get<RevisionPage>(
      `${this.path}${scope}/content/page/${id}?format=markdown`,
    )
    return expectStatus(200, answer).markdown ?? ''
  }

  /** Changes the space through a change request that is merged. */
  async edit(...changes: object[]): Promise<void> {
    const requests = `${this.path}/change-requests`
    const { id } = expectStatus(201, await this.#admin.post<ChangeRequest>(requests, {}))
    expectStatus(200, await this.#admin.post(`${requests}/${id}/content`, { changes }))
    const outcome = expectStatus(200, await this.#admin.post<MergeOutcome>(`${requests}/${id}/merge`))
    if (outcome.result !== 'merge') throw new Error(`the edit was not merged: ${JSON.stringify(outcome)}`)
  }

  async write(title: string, markdown: string): Promise<void> {
    const { id } = await this.page(title)
    await this.edit({ operation: 'update_page', page: id, document: { markdown } })
  }

  async listOpenChangeRequests(): Promise<ChangeRequest[]> {
    const path = `${this.path}/change-requests?status=open`
    return expectStatus(200, await this.#admin.get<ListBody<ChangeRequest>>(path)).items
  }
}
