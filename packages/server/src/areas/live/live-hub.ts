import { setTimeout as sleep } from 'node:timers/promises'
import { includesRole } from '../../access/roles.ts'
import { type Clock, seconds } from '../../common/clock.ts'
import { TooManyRequests, Unavailable } from '../../common/errors.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database } from '../../database/database.ts'
import type { Notifications } from '../../database/notifications.ts'
import { getPageName } from './live-documents.ts'
import { LiveStream } from './live-stream.ts'
import { presentUpdate } from './present.ts'
import type {
  CommitRow,
  FollowedPageRow,
  FollowingCaller,
  LiveRepository,
  PageKey,
  PresenceRow,
} from './repository.ts'
import type { LiveSynchronizer } from './synchronizer.ts'

/** How many people may follow one page in one process. */
export const MAX_STREAMS_PER_PAGE = 50
const MAX_STREAMS = 5000
/** What comes close together is read together. */
const PAUSE_MS = 25
const RETRY_DELAY_MS = 1 * seconds
/** How often everybody's access is checked, and who is still there, whatever happens. */
const CHECK_INTERVAL_MS = 10 * seconds
/** Whoever was not heard of for so long has left. */
export const PRESENCE_MS = 30 * seconds
export const MAX_PRESENCES = 100
const RETRY_AFTER_SECONDS = 10

interface LiveHubDependencies {
  database: Database
  notifications: Notifications
  repository: LiveRepository
  synchronizer: LiveSynchronizer
  urls: Urls
  clock: Clock
  onError: (error: unknown) => void
}

/** The open streams of this process, on all pages together: each turn reads what is new for all of them at once. */
export class LiveHub {
  readonly #deps: LiveHubDependencies
  readonly #streams = new Set<LiveStream>()
  /** The change requests in which something is new. */
  #woken = new Set<string>()
  #stopListening: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(deps: LiveHubDependencies) {
    this.#deps = deps
  }

  get size(): number {
    return this.#streams.size
  }

  open(
    caller: FollowingCaller,
    key: PageKey,
    from: { sessionId: string; version: number; follows: boolean },
  ): LiveStream {
    this.#requireRoom(key)
    const stream = new LiveStream(caller, { key, ...from, onClose: (closed) => this.#remove(closed) })
    this.#add(stream)
    this.#wake(key.changeRequestId)
    return stream
  }

  /** Ends all streams, so that their responses do not keep the server from closing. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
    this.#stop()
    await this.#running
  }

  #requireRoom(key: PageKey): void {
    if (this.#isClosed) throw new Unavailable('Verso is stopping. Try again in a moment.')
    const onPage = [...this.#streams].filter((stream) => getPageName(stream.key) === getPageName(key)).length
    if (onPage >= MAX_STREAMS_PER_PAGE || this.#streams.size >= MAX_STREAMS) {
      throw new TooManyRequests('Too many people are in this page. Try again later.', RETRY_AFTER_SECONDS)
    }
  }

  #add(stream: LiveStream): void {
    this.#streams.add(stream)
    if (this.#stopListening.length > 0) return
    const { notifications } = this.#deps
    this.#stopListening = [
      notifications.listen('verso_live', (changeRequestId) =>
        changeRequestId === undefined ? this.#wakeAll() : this.#wake(changeRequestId),
      ),
      notifications.listen('verso_sessions', () => this.#wakeAll()),
    ]
    this.#timer = setInterval(() => {
      for (const open of this.#streams) open.sendHeartbeat()
      this.#wakeAll()
    }, CHECK_INTERVAL_MS).unref()
  }

  #remove(stream: LiveStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#stop()
  }

  #stop(): void {
    for (const stop of this.#stopListening) stop()
    this.#stopListening = []
    clearInterval(this.#timer)
  }

  #wakeAll(): void {
    for (const { key } of this.#streams) this.#woken.add(key.changeRequestId)
    this.#start()
  }

  #wake(changeRequestId: string): void {
    this.#woken.add(changeRequestId)
    this.#start()
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  async #run(): Promise<void> {
    while (this.#woken.size > 0 && !this.#isClosed) {
      const woken = this.#woken
      this.#woken = new Set()
      const streams = [...this.#streams].filter(({ key }) => woken.has(key.changeRequestId))
      if (streams.length === 0) continue
      try {
        await this.#deliver(streams)
        await sleep(PAUSE_MS, undefined, { ref: false })
      } catch (error) {
        this.#deps.onError(error)
        for (const id of woken) this.#woken.add(id)
        await sleep(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
  }

  async #deliver(streams: readonly LiveStream[]): Promise<void> {
    const { database, repository, clock } = this.#deps
    const admitted = await this.#closeForbidden(streams)
    if (admitted.length === 0) return
    const changeRequestIds = [...new Set(admitted.map(({ key }) => key.changeRequestId))]
    const rows = await repository.listFollowed(database, changeRequestIds)
    const pages = new Map(rows.map((row) => [getPageName(row), row]))
    const open = admitted.filter((stream) => {
      const reason = findClosing(stream, pages.get(getPageName(stream.key)))
      if (reason) stream.close(reason)
      return !reason
    })
    if (open.length === 0) return
    await this.#takeInOutsideWrites(open, pages)
    const since = new Date(clock.now().getTime() - PRESENCE_MS)
    const presences = Map.groupBy(
      await repository.listPresences(database, changeRequestIds, since, MAX_PRESENCES),
      getPageName,
    )
    const commits = await this.#readCommits(open, pages)
    for (const stream of open) {
      const name = getPageName(stream.key)
      const row = pages.get(name)
      if (row) this.#send(stream, row, commits.get(name) ?? [], presences.get(name) ?? [])
    }
  }

  #send(
    stream: LiveStream,
    row: FollowedPageRow,
    commits: readonly CommitRow[],
    people: readonly PresenceRow[],
  ): void {
    const missing = commits.filter(({ version }) => version > stream.version)
    // Commits are deleted when nobody should need them any more.
    if (missing.length > 0 && missing[0]?.version !== stream.version + 1) return stream.close('restarted')
    const version = missing.at(-1)?.version ?? stream.version
    stream.send(presentUpdate(this.#deps.urls, { ...row, version }, { commits: missing, people }))
  }

  async #readCommits(
    streams: readonly LiveStream[],
    pages: ReadonlyMap<string, FollowedPageRow>,
  ): Promise<Map<string, CommitRow[]>> {
    const positions = new Map<string, PageKey & { since: number }>()
    for (const { key, version } of streams) {
      const name = getPageName(key)
      if (version >= (pages.get(name)?.version ?? 0)) continue
      positions.set(name, { ...key, since: Math.min(positions.get(name)?.since ?? version, version) })
    }
    if (positions.size === 0) return new Map()
    const commits = await this.#deps.repository.listCommits(this.#deps.database, [...positions.values()])
    return Map.groupBy(commits, getPageName)
  }

  /** What was written by other ways becomes a commit, of which all processes are told. */
  async #takeInOutsideWrites(
    streams: readonly LiveStream[],
    pages: ReadonlyMap<string, FollowedPageRow>,
  ): Promise<void> {
    const spaces = new Map(streams.map(({ key, caller }) => [getPageName(key), caller.spaceId]))
    for (const [name, spaceId] of spaces) {
      const row = pages.get(name)
      if (!row || row.revisionId === row.headId) continue
      // A text that cannot be saved now must not keep the others from hearing of theirs.
      await this.#deps.synchronizer.takeIn(spaceId, row).catch(this.#deps.onError)
    }
  }

  async #closeForbidden(streams: readonly LiveStream[]): Promise<LiveStream[]> {
    const { database, repository, clock } = this.#deps
    const roles = await repository.findRoles(
      database,
      streams.map(({ caller }) => caller),
      clock.now(),
    )
    return streams.filter((stream, index) => {
      const isAllowed = includesRole(roles.get(index), 'edit')
      if (!isAllowed) stream.close('access')
      return isAllowed
    })
  }
}

function findClosing(
  { sessionId }: LiveStream,
  row: FollowedPageRow | undefined,
): 'merged' | 'archived' | 'restarted' | undefined {
  if (row?.status === 'merged' || row?.status === 'archived') return row.status
  return row?.sessionId === sessionId ? undefined : 'restarted'
}
