import { InvalidSteps, readSteps, SCHEMA_VERSION } from '@verso/editor'
import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Clock } from '../../common/clock.ts'
import { Conflict, Invalid, NotFound } from '../../common/errors.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database } from '../../database/database.ts'
import type { ChangeRequestService } from '../content/index.ts'
import { type Committer, createBehindError, createRestartedError, describeStatus } from './committer.ts'
import { type LiveHub, MAX_PRESENCES, PRESENCE_MS } from './live-hub.ts'
import type { LiveStream } from './live-stream.ts'
import { presentLivePage, presentUpdate } from './present.ts'
import type { FollowedPageRow, LiveRepository, PageKey, PresenceRow } from './repository.ts'
import type { LiveSaver } from './saver.ts'
import type { LivePage, LiveUpdate, ReadUpdates, SendCommit, SetPresence } from './schema.ts'
import type { LiveSynchronizer } from './synchronizer.ts'

type Space = Subjects['space']

/** A page of a change request, as a request names it. */
export interface PageAddress {
  changeRequestId: string
  pageId: string
}

interface LiveServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  repository: LiveRepository
  changeRequests: ChangeRequestService
  committer: Committer
  synchronizer: LiveSynchronizer
  saver: LiveSaver
  hub: LiveHub
}

/** Several people in one page of one change request. */
export class LiveService {
  readonly #deps: LiveServiceDependencies

  constructor(deps: LiveServiceDependencies) {
    this.#deps = deps
  }

  async open(space: Space, address: PageAddress): Promise<LivePage> {
    const { row, doc } = await this.#deps.synchronizer.open(space.id, await this.#locate(space, address))
    const people = await this.#listPeople(row)
    return presentLivePage(this.#deps.urls, row, { document: doc.toJSON(), people })
  }

  /** Adds steps to the page, rebased over what others have added meanwhile. */
  async commit(caller: Caller, space: Space, address: PageAddress, sent: SendCommit): Promise<LiveUpdate> {
    if (sent.schema !== SCHEMA_VERSION) {
      throw new Conflict(`The editor has the schema ${SCHEMA_VERSION} by now. Load the application again.`)
    }
    const key = await this.#locate(space, address)
    const { session: sessionId, since, client, ref, cursor } = sent
    const steps = readSentSteps(sent.steps)
    const { row, version, commits, lostCount } = await this.#deps.committer.commit({
      ...key,
      sessionId,
      since,
      userId: caller.userId,
      client,
      ref,
      steps,
    })
    this.#deps.saver.schedule(key, space.id)
    if (cursor) await this.#putPresence(caller, key, { client, version, cursor })
    const update = presentUpdate(this.#deps.urls, { ...row, version }, { commits })
    return { ...update, ...(lostCount > 0 && { lostSteps: lostCount }) }
  }

  /** What is new since a version, for those who cannot follow a stream. */
  async read(space: Space, address: PageAddress, { session, since = 0 }: ReadUpdates): Promise<LiveUpdate> {
    const key = await this.#locate(space, address)
    let row = await this.#findOpen(key, session, since)
    if (row.revisionId !== row.headId) {
      await this.#deps.synchronizer.takeIn(space.id, key)
      row = await this.#findOpen(key, session, since)
    }
    const { database, repository, urls } = this.#deps
    const commits = since < row.version ? await repository.listCommits(database, [{ ...key, since }]) : []
    if (commits.length < row.version - since) throw createBehindError()
    const version = commits.at(-1)?.version ?? row.version
    return presentUpdate(urls, { ...row, version }, { commits, people: await this.#listPeople(key) })
  }

  async follow(
    caller: Caller,
    space: Space,
    address: PageAddress,
    { session, since = 0, follows }: ReadUpdates & { follows: boolean },
  ): Promise<LiveStream> {
    const key = await this.#locate(space, address)
    await this.#findOpen(key, session, since)
    const { userId, tokenId } = caller
    return this.#deps.hub.open({ spaceId: space.id, userId, tokenId }, key, {
      sessionId: session,
      version: since,
      follows,
    })
  }

  /** Writes the page into the change request now. */
  async save(space: Space, address: PageAddress, { session }: { session: string }): Promise<LiveUpdate> {
    const key = await this.#locate(space, address)
    await this.#findOpen(key, session, 0)
    await this.#deps.synchronizer.save(space.id, key)
    const row = await this.#findOpen(key, session, 0)
    return presentUpdate(this.#deps.urls, row, { commits: [] })
  }

  async setPresence(
    caller: Caller,
    space: Space,
    address: PageAddress,
    presence: SetPresence,
  ): Promise<void> {
    const key = await this.#locate(space, address)
    await this.#findOpen(key, presence.session, 0)
    if (presence.left !== true) return this.#putPresence(caller, key, presence)
    const { database, repository } = this.#deps
    await repository.deletePresence(database, key, presence.client, caller.userId)
    await repository.notify(database, [key.changeRequestId])
  }

  async #putPresence(
    { userId }: Caller,
    key: PageKey,
    { client, version, cursor }: Pick<SetPresence, 'client' | 'version' | 'cursor'>,
  ): Promise<void> {
    const { database, repository, clock } = this.#deps
    const place = { anchor: cursor?.anchor ?? null, head: cursor?.head ?? null }
    await repository.putPresence(database, { ...key, client, userId, version, ...place }, clock.now())
    await repository.notify(database, [key.changeRequestId])
  }

  async #listPeople({ changeRequestId, pageId }: PageKey): Promise<PresenceRow[]> {
    const { database, repository, clock } = this.#deps
    const since = new Date(clock.now().getTime() - PRESENCE_MS)
    const rows = await repository.listPresences(database, [changeRequestId], since, MAX_PRESENCES)
    return rows.filter((row) => row.pageId === pageId)
  }

  async #findOpen(key: PageKey, sessionId: string, since: number): Promise<FollowedPageRow> {
    const { database, repository } = this.#deps
    const rows = await repository.listFollowed(database, [key.changeRequestId])
    const row = rows.find(({ pageId }) => pageId === key.pageId)
    if (!row) throw new NotFound('live page', key.pageId)
    if (row.status !== 'draft' && row.status !== 'open') throw new Conflict(describeStatus(row.status))
    if (row.sessionId !== sessionId) throw createRestartedError()
    if (since > row.version) throw new Invalid(`since is ${since}, and the last version is ${row.version}.`)
    return row
  }

  async #locate(space: Space, { changeRequestId, pageId }: PageAddress): Promise<PageKey> {
    const { id } = await this.#deps.changeRequests.locate(this.#deps.database, space, changeRequestId)
    return { changeRequestId: id, pageId }
  }
}

function readSentSteps(values: readonly unknown[]): ReturnType<typeof readSteps> {
  try {
    return readSteps(values)
  } catch (error) {
    if (error instanceof InvalidSteps) throw new Invalid(`body.steps: ${error.message}.`)
    throw error
  }
}
