import type { Clock } from '../../../common/clock.ts'
import { seconds } from '../../../common/clock.ts'
import { DomainError, Invalid, Unavailable } from '../../../common/errors.ts'
import { FairQueue, FairQueueFullError } from '../../../common/fair-queue.ts'
import type { Git } from '../../../git/git.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import type { FileService } from '../../content/index.ts'
import { type AssembledImport, assembleImport } from './assemble.ts'
import { PageConverterPool } from '../conversion/page-converter.ts'
import { sourceImporters } from '../sources/index.ts'
import type { ImportContext, ImportProgress } from '../sources/source.ts'

/** How many imports of one organization may wait. Further requests get 503. */
export const MAX_WAITING_IMPORTS = 20

/** How many imports run at once, and what each may take. */
export interface ImportSettings {
  concurrency: number
  timeoutMs: number
  memoryBytes: number
}

interface ContentCollectorDependencies {
  files: FileService
  fetcher: Fetcher
  git: Git
  clock: Clock
  settings: ImportSettings
}

/** What is at one address, and what it is. */
export interface ImportPart {
  source: keyof typeof sourceImporters
  url: string
}

/** What whoever waits for an import is told of it, and how it is stopped. */
interface CollectOptions {
  onProgress?: ImportProgress
  signal?: AbortSignal
}

/** Fetches what is to be imported and converts it. Organizations take turns. */
export class ContentCollector {
  readonly #deps: ContentCollectorDependencies
  readonly #converters: PageConverterPool
  readonly #queue: FairQueue

  constructor(deps: ContentCollectorDependencies) {
    this.#deps = deps
    const { concurrency, memoryBytes } = deps.settings
    this.#converters = new PageConverterPool({ maxThreads: concurrency, memoryBytes })
    this.#queue = new FairQueue({ concurrency, maxWaitingPerOwner: MAX_WAITING_IMPORTS })
  }

  /** Ends the imports that are running. */
  async close(): Promise<void> {
    await this.#converters.close()
  }

  /** Throws for a URL that may not be fetched. */
  checkUrl(url: string): void {
    if (!this.#deps.files.isOwnUrl(url)) this.#deps.fetcher.guard.checkUrl(url)
  }

  /** Collects when it is the organization's turn. */
  async collect(
    organizationId: string,
    parts: readonly ImportPart[],
    options: CollectOptions = {},
  ): Promise<AssembledImport> {
    for (const { url } of parts) this.checkUrl(url)
    try {
      return await this.#queue.run(organizationId, () => this.#collectNow(parts, options))
    } catch (error) {
      if (!(error instanceof FairQueueFullError)) throw error
      throw new Unavailable(
        `${MAX_WAITING_IMPORTS} imports of your organization are waiting. Try again in a minute.`,
      )
    }
  }

  #collectNow(
    parts: readonly ImportPart[],
    { onProgress = ignoreProgress, signal }: CollectOptions,
  ): Promise<AssembledImport> {
    const { timeoutMs } = this.#deps.settings
    return this.#converters.use(async (converter) => {
      const timeout = new AbortController()
      const timer = setTimeout(
        () => timeout.abort(new Invalid(`The import took longer than ${timeoutMs / seconds} seconds.`)),
        timeoutMs,
      )
      const stop = (): void => timeout.abort(signal?.reason)
      signal?.addEventListener('abort', stop, { once: true })
      if (signal?.aborted) stop()
      const context: ImportContext = {
        fetcher: this.#deps.fetcher,
        readOwnFile: (address) => this.#deps.files.readOwnUrl(address),
        git: this.#deps.git,
        converter,
        signal: timeout.signal,
        onProgress,
        // The other half of the time is for converting and storing what was fetched.
        deadline: Date.now() + timeoutMs / 2,
      }
      // A conversion that does not end has to be stopped.
      timeout.signal.addEventListener('abort', () => void converter.abort(), { once: true })
      try {
        timeout.signal.throwIfAborted()
        return await this.#collectParts(context, parts)
      } catch (error) {
        throw timeout.signal.aborted ? timeout.signal.reason : error
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
    })
  }

  /** Collects the parts one after another. One of several that cannot be read is reported, and the others are imported. */
  async #collectParts(context: ImportContext, parts: readonly ImportPart[]): Promise<AssembledImport> {
    const [first] = parts
    if (first && parts.length === 1) return this.#collectPart(context, first)
    const all: AssembledImport = {
      changes: [],
      pages: [],
      imported: 0,
      failures: [],
      summaryHeading: undefined,
    }
    for (const part of parts) {
      try {
        const { changes, pages, imported, failures, summaryHeading } = await this.#collectPart(context, part)
        all.changes.push(...changes)
        all.pages.push(...pages)
        all.failures.push(...failures)
        all.imported += imported
        all.summaryHeading ??= summaryHeading
      } catch (error) {
        context.signal.throwIfAborted()
        if (!(error instanceof DomainError)) throw error
        all.failures.push({ resource: part.url, reason: error.message })
      }
    }
    if (all.changes.length === 0) throw new Invalid(all.failures[0]?.reason ?? nothingMessage)
    return all
  }

  async #collectPart(context: ImportContext, { source, url }: ImportPart): Promise<AssembledImport> {
    await context.onProgress('read', 0, 1)
    const sourceContent = await sourceImporters[source](context, url)
    if (sourceContent.pages.length === 0) {
      throw new Invalid(sourceContent.failures[0]?.reason ?? nothingMessage)
    }
    return assembleImport(sourceContent, {
      converter: context.converter,
      store: (file) => this.#deps.files.store(file),
      onProgress: context.onProgress,
      signal: context.signal,
      now: this.#deps.clock.now(),
    })
  }
}

const nothingMessage = 'There is nothing to import at this URL.'

const ignoreProgress: ImportProgress = () => Promise.resolve()
