import { type Clock, hours, minutes, seconds } from '../../../common/clock.ts'
import { Unavailable } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { RunningTask, Tasks } from '../../../jobs/tasks.ts'
import type { PartSelection } from '../documents/dereference.ts'
import type { DescriptionReaderPool } from '../documents/description-reader.ts'
import type { JsonObject } from '../documents/json-value.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { type DescriptionLimits, DescriptionLoader } from './description-loader.ts'
import { describeOwnError, toLoadFailure } from './load-failure.ts'
import type { OpenAPIDocumentCache } from './document-cache.ts'
import type { OpenAPISourceRepository } from './source-repository.ts'

/** If a source was requested longer ago, the next read of a page requests it again. */
const REFRESH_INTERVAL_MS = 1 * hours
/** How many sources the pages of one space may have. Further ones stay links. */
const MAX_SOURCES = 30
/** Longer URLs do not fit a database index. */
const MAX_URL_LENGTH = 2000
/** How many attempts a source with transient errors gets. */
const MAX_ATTEMPTS = 3

const taskType = 'openapi-sources'

interface ReadingData {
  spaceId: string
}

/** Stricter than the limits of specs, because anyone who may write a page can add a source. */
export const sourceDescriptionLimits: DescriptionLimits = {
  timeoutMs: 15 * seconds,
  totalTimeoutMs: 1 * minutes,
  maxFiles: 20,
  maxBytes: 4 * 1024 * 1024,
}

interface SourceDescriptionsDependencies {
  database: Database
  clock: Clock
  tasks: Tasks
  sources: OpenAPISourceRepository
  fetcher: Fetcher
  limits: DescriptionLimits
  readers: DescriptionReaderPool
  documents: OpenAPIDocumentCache
}

/**
 * Descriptions that pages refer to by URL. No reader waits for a source: the document that was read last is stored for
 * the space. If it is old when a page is read, a task reads the source again for later readers.
 */
export class SourceDescriptions {
  readonly #deps: SourceDescriptionsDependencies

  constructor(deps: SourceDescriptionsDependencies) {
    this.#deps = deps
    this.#deps.tasks.handle<ReadingData>(taskType, (task) => this.#readSources(task))
  }

  /**
   * The states of the sources that have been read, by their URL as given. Requests the sources that are new, or were
   * requested long ago.
   */
  async loadStates(
    space: { id: string; organizationId: string },
    givenUrls: Iterable<string>,
  ): Promise<Map<string, string>> {
    const normalizedUrls = new Map([...givenUrls].map((url) => [url, this.#normalizeUrl(url)]))
    const urls = [...new Set(normalizedUrls.values())].filter((url) => url !== undefined)
    if (urls.length === 0) return new Map()
    const now = this.#deps.clock.now()
    const requestedBefore = new Date(now.getTime() - REFRESH_INTERVAL_MS)
    const rows = await this.#deps.sources.findSources(this.#deps.database, space.id, urls, requestedBefore)
    const rowsByUrl = new Map(rows.map((row) => [row.url, row]))
    const isNew = urls.some((url) => !rowsByUrl.has(url))
    if (
      rows.some(({ isDue }) => isDue) ||
      (isNew && (await this.#deps.sources.countSources(this.#deps.database, space.id)) < MAX_SOURCES)
    ) {
      await this.#requestSources(space, { urls, requestedBefore, now })
    }
    return new Map(
      [...normalizedUrls].flatMap(([given, url]) => {
        const digest = url === undefined ? undefined : rowsByUrl.get(url)?.digest
        return digest ? [[given, digest]] : []
      }),
    )
  }

  /** Parts of the document that a source had in a state. */
  async loadParts(
    spaceId: string,
    given: string,
    state: string,
    selection: PartSelection,
  ): Promise<JsonObject | undefined> {
    const url = this.#normalizeUrl(given)
    if (url === undefined) return undefined
    const document = await this.#deps.documents.get(`${spaceId} ${state} ${url}`, () =>
      this.#deps.sources.readDocument(this.#deps.database, spaceId, url, state),
    )
    return document?.selectParts(selection)
  }

  async #requestSources(
    { id: spaceId, organizationId }: { id: string; organizationId: string },
    request: { urls: string[]; requestedBefore: Date; now: Date },
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      if (!(await this.#deps.sources.requestReading(tx, { spaceId, maxSources: MAX_SOURCES, ...request })))
        return
      // All sources of a space share one key, so that many of them do not delay the tasks of other spaces.
      const key = `openapi-sources ${spaceId}`
      await this.#deps.tasks.startOnce(tx, {
        organizationId,
        spaceId,
        type: taskType,
        key,
        data: { spaceId },
      })
    })
  }

  async #readSources(task: RunningTask<ReadingData>): Promise<void> {
    const { spaceId } = task.data
    const urls = await this.#deps.sources.findWaitingUrls(this.#deps.database, spaceId)
    const errors: Error[] = []
    for (const [index, url] of urls.entries()) {
      await task.progress(index, urls.length)
      const error = await this.#readSource(task, url)
      if (error) errors.push(error)
    }
    if (errors[0]) throw errors[0]
  }

  /** Returns the error for which the task is retried, so that one source does not prevent reading the others. */
  async #readSource(task: RunningTask<ReadingData>, url: string): Promise<Error | undefined> {
    const { spaceId } = task.data
    const storeError = (message: string) =>
      this.#deps.sources.storeError(this.#deps.database, spaceId, url, message, this.#deps.clock.now())
    try {
      const description = await this.#deps.readers.use((reader) =>
        new DescriptionLoader({
          fetcher: this.#deps.fetcher,
          reader,
          limits: this.#deps.limits,
          spec: '',
          signal: task.signal,
          progress: () => Promise.resolve(),
        }).loadUrl(url),
      )
      await this.#deps.sources.storeDocument(
        this.#deps.database,
        spaceId,
        url,
        description,
        this.#deps.clock.now(),
      )
    } catch (error) {
      task.signal.throwIfAborted()
      const failure = toLoadFailure(error)
      if (failure?.isTransient === true && task.attempt < MAX_ATTEMPTS)
        return new Unavailable(failure.message)
      await storeError(failure?.message ?? describeOwnError('read', task.attempt))
      if (!failure) return error instanceof Error ? error : new Error(String(error))
    }
    return undefined
  }

  /** The URL without its fragment; undefined if it may not be requested. */
  #normalizeUrl(given: string): string | undefined {
    try {
      const url = this.#deps.fetcher.guard.checkUrl(given)
      url.hash = ''
      return url.href.length > MAX_URL_LENGTH ? undefined : url.href
    } catch (error) {
      if (error instanceof OutboundError) return undefined
      throw error
    }
  }
}
