import { type Clock, seconds } from '../../common/clock.ts'
import { DomainError } from '../../common/errors.ts'
import type { Database } from '../../database/database.ts'
import { getPageName } from './live-documents.ts'
import type { LiveRepository, PageKey } from './repository.ts'
import type { LiveSynchronizer } from './synchronizer.ts'

/** How long after the last commit a page is saved. */
const QUIET_MS = 2 * seconds
/** How long after the first commit that is not saved, at the latest. */
const MAX_UNSAVED_MS = 15 * seconds
/** How often one looks for pages that another process left unsaved when it ended. */
const SWEEP_INTERVAL_MS = 30 * seconds

interface WaitingPage {
  key: PageKey
  spaceId: string
  dueBy: number
  timer: NodeJS.Timeout
}

interface SaverDependencies {
  database: Database
  repository: LiveRepository
  synchronizer: LiveSynchronizer
  clock: Clock
  onError: (error: unknown) => void
}

/** Saves pages when nobody has written on them for a moment. What is not saved is in the log, so nothing is lost by waiting. */
export class LiveSaver {
  readonly #deps: SaverDependencies
  readonly #waiting = new Map<string, WaitingPage>()
  readonly #running = new Set<Promise<void>>()
  #sweepTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: SaverDependencies) {
    this.#deps = deps
  }

  start(): void {
    this.#track(this.sweep())
    this.#sweepTimer = setInterval(() => this.#track(this.sweep()), SWEEP_INTERVAL_MS).unref()
  }

  schedule(key: PageKey, spaceId: string): void {
    if (this.#isClosed) return
    const name = getPageName(key)
    const now = performance.now()
    const waiting = this.#waiting.get(name)
    if (waiting) clearTimeout(waiting.timer)
    const dueBy = waiting?.dueBy ?? now + MAX_UNSAVED_MS
    const timer = setTimeout(() => this.#track(this.#save(name)), Math.min(QUIET_MS, dueBy - now)).unref()
    this.#waiting.set(name, { key, spaceId, dueBy, timer })
  }

  /** Saves the pages that other processes left unsaved. */
  async sweep(): Promise<void> {
    const { database, repository, clock } = this.#deps
    const before = new Date(clock.now().getTime() - MAX_UNSAVED_MS)
    for (const { spaceId, ...key } of await repository.listUnsaved(database, before)) {
      await this.#saveQuietly(spaceId, key)
    }
  }

  /** Saves what is waiting, so that nobody has to look for it. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweepTimer)
    for (const [name, { timer }] of this.#waiting) {
      clearTimeout(timer)
      this.#track(this.#save(name))
    }
    await Promise.all(this.#running)
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(this.#deps.onError).finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
  }

  async #save(name: string): Promise<void> {
    const waiting = this.#waiting.get(name)
    this.#waiting.delete(name)
    if (waiting) await this.#saveQuietly(waiting.spaceId, waiting.key)
  }

  async #saveQuietly(spaceId: string, key: PageKey): Promise<void> {
    try {
      await this.#deps.synchronizer.save(spaceId, key)
    } catch (error) {
      // People see why their text is not saved yet, and can change it.
      if (!(error instanceof DomainError)) this.#deps.onError(error)
    }
  }
}
