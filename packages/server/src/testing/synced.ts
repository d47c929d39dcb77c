import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeRequest, MergeOutcome } from '../areas/content/change-requests/schema.ts'
import type { GitSyncState } from '../areas/git-sync/schema.ts'
import type { Job } from '../areas/tasks/schema.ts'
import type { Revision, RevisionPage } from '../areas/content/revisions/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import { type Answer, expectStatus, type ListBody, type Person } from './app.ts'
import type { TestRepository } from './git-server.ts'
import { readList } from './lists.ts'

const ref = 'refs/heads/main'

/** A space that is synchronised with a repository, as people use it. */
export class Synced {
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

  async ask(direction: 'import' | 'export', body: object = {}): Promise<Answer<unknown>> {
    const message = direction === 'export' ? { commitMessage: 'From Verso' } : {}
    return this.#admin.post(`${this.path}/git/${direction}`, {
      url: this.repository.url,
      ref,
      ...message,
      ...body,
    })
  }

  /** Asks, waits until it is done, and says what became of it. */
  async run(direction: 'import' | 'export', body: object = {}): Promise<Job> {
    expectStatus(204, await this.ask(direction, body))
    return this.idle()
  }

  /** The last job, when none is under way. */
  async idle(): Promise<Job> {
    for (;;) {
      const { items } = await readList<Job>(this.#admin, `/orgs/${this.#organization}/jobs?space=${this.id}`)
      const busy = items.some(
        ({ status, attempts }) => status === 'running' || (status === 'pending' && attempts === 0),
      )
      const [last] = items
      if (!busy && last) return last
      await sleep(20)
    }
  }

  async done(direction: 'import' | 'export', body: object = {}): Promise<void> {
    const { status, error } = await this.run(direction, body)
    if (status !== 'completed') throw new Error(`${direction} is ${status}: ${error ?? ''}`)
  }

  async info(): Promise<GitSyncState> {
    return expectStatus(200, await this.#admin.get<GitSyncState>(`${this.path}/git/info`))
  }

  async revision(): Promise<Revision> {
    return expectStatus(200, await this.#admin.get<Revision>(`${this.path}/content`))
  }

  /** All pages, wherever they are. */
  async pages(): Promise<RevisionPage[]> {
    const flat = (pages: RevisionPage[]): RevisionPage[] =>
      pages.flatMap((page) => [page, ...flat((page.pages ?? []) as RevisionPage[])])
    return flat((await this.revision()).pages)
  }

  /** What the pages are called, and where they are. */
  async titles(): Promise<[string, string | undefined][]> {
    return (await this.pages()).map(({ title, path }) => [title, path])
  }

  async page(title: string): Promise<RevisionPage> {
    const found = (await this.pages()).find((page) => page.title === title)
    if (!found) throw new Error(`no page ${title}`)
    return found
  }

  async text(id: string, scope = ''): Promise<string> {
    const answer = await this.#admin.get<RevisionPage>(
      `${this.path}${scope}/content/page/${id}?format=markdown`,
    )
    return expectStatus(200, answer).markdown ?? ''
  }

  /** Changes made in Verso, through a change request that is merged. */
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

  async conflicts(): Promise<ChangeRequest[]> {
    const path = `${this.path}/change-requests?status=open`
    return expectStatus(200, await this.#admin.get<ListBody<ChangeRequest>>(path)).items
  }
}
