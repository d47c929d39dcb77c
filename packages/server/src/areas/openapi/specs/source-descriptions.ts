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
import { toLoadFailure } from './load-failure.ts'
import type { OpenAPIDocumentCache } from './document-cache.ts'
import type { OpenAPISourceRepository } from './source-repository.ts'

/** Once so much time is over since it was last asked for, the next one who reads a page has it read again. */
const refreshAfter = 1 * hours
/** Pages of one space may name as many; further ones stay links. */
const mostSources = 30
/** Longer addresses are nobody's, and no index takes them. */
const longestUrl = 2000
/** How often one that did not answer is asked before that is what there is to say. */
const attempts = 3

const taskType = 'openapi-sources'

interface Reading {
  spaceId: string
}

/** What one of them may cost: less than a spec, for anyone who writes a page has it read. */
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
 * Descriptions that pages name by their addresses. No reader waits for one: what was last read is kept for the space,
 * and who reads a page while that is old has it read again, by a task, for those who come after.
 */
export class SourceDescriptions {
  readonly #deps: SourceDescriptionsDependencies

  constructor(deps: SourceDescriptionsDependencies) {
    this.#deps = deps
    this.#deps.tasks.handle<Reading>(taskType, (task) => this.#run(task))
  }

  /**
   * The states of those with some addresses: what was last read of each, or nothing. Has those read that nobody has
   * asked for in a while, or ever.
   */
  async loadStates(
    space: { id: string; organizationId: string },
    given: Iterable<string>,
  ): Promise<Map<string, string>> {
    const addresses = new Map([...given].map((url) => [url, this.#address(url)]))
    const urls = [...new Set(addresses.values())].filter((url) => url !== undefined)
    if (urls.length === 0) return new Map()
    const now = this.#deps.clock.now()
    const askedBefore = new Date(now.getTime() - refreshAfter)
    const rows = await this.#deps.sources.findSources(this.#deps.database, space.id, urls, askedBefore)
    const known = new Map(rows.map((row) => [row.url, row]))
    const isNew = urls.some((url) => !known.has(url))
    if (
      rows.some(({ isDue }) => isDue) ||
      (isNew && (await this.#deps.sources.countSources(this.#deps.database, space.id)) < mostSources)
    ) {
      await this.#ask(space, { urls, askedBefore, now })
    }
    return new Map(
      [...addresses].flatMap(([given, url]) => {
        const digest = url === undefined ? undefined : known.get(url)?.digest
        return digest ? [[given, digest]] : []
      }),
    )
  }

  /** Parts of what was read when one was in a state. */
  async loadParts(
    spaceId: string,
    given: string,
    state: string,
    wanted: PartSelection,
  ): Promise<JsonObject | undefined> {
    const url = this.#address(given)
    if (url === undefined) return undefined
    const document = await this.#deps.documents.get(`${spaceId} ${state} ${url}`, () =>
      this.#deps.sources.readDocument(this.#deps.database, spaceId, url, state),
    )
    return document?.selectParts(wanted)
  }

  async #ask(
    { id: spaceId, organizationId }: { id: string; organizationId: string },
    what: { urls: string[]; askedBefore: Date; now: Date },
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      if (!(await this.#deps.sources.requestReading(tx, { spaceId, most: mostSources, ...what }))) return
      // One key for all of a space: however many it names, they wait for one another and for nobody else.
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

  async #run(task: RunningTask<Reading>): Promise<void> {
    const { spaceId } = task.data
    const waiting = await this.#deps.sources.findWaitingUrls(this.#deps.database, spaceId)
    const problems: Error[] = []
    for (const [index, url] of waiting.entries()) {
      await task.progress(index, waiting.length)
      const problem = await this.#read(task, url)
      if (problem) problems.push(problem)
    }
    if (problems[0]) throw problems[0]
  }

  /** What the task is to be tried again for, if it is: one that is no description keeps no other from being read. */
  async #read(task: RunningTask<Reading>, url: string): Promise<Error | undefined> {
    const { spaceId } = task.data
    const fail = (message: string) =>
      this.#deps.sources.storeError(this.#deps.database, spaceId, url, message, this.#deps.clock.now())
    try {
      const collected = await this.#deps.readers.use((reader) =>
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
        collected,
        this.#deps.clock.now(),
      )
    } catch (error) {
      task.signal.throwIfAborted()
      const failure = toLoadFailure(error)
      if (failure?.isTransient === true && task.attempt < attempts) return new Unavailable(failure.message)
      await fail(failure?.message ?? 'Something went wrong on our side.')
      if (!failure) return error instanceof Error ? error : new Error(String(error))
    }
    return undefined
  }

  /** The address of a description, if it is one that may be asked for. */
  #address(given: string): string | undefined {
    try {
      const url = this.#deps.fetcher.guard.checkUrl(given)
      url.hash = ''
      return url.href.length > longestUrl ? undefined : url.href
    } catch (error) {
      if (error instanceof OutboundError) return undefined
      throw error
    }
  }
}
