import type { Clock } from '../../../common/clock.ts'
import { Invalid, Unavailable } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { type RunningTask, TaskLostError } from '../../../jobs/tasks.ts'
import type { DescriptionProblem } from '../documents/validate-description.ts'
import type { DescriptionReaderPool } from '../documents/description-reader.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { type LoadedDescription, type DescriptionLimits, DescriptionLoader } from './description-loader.ts'
import { describeOwnError, type LoadFailure, toLoadFailure } from './load-failure.ts'
import type { OpenAPISpecRepository } from './repository.ts'
import type { SpecErrorCode } from './schema.ts'

export const processingTaskType = 'openapi-spec'
export const makeProcessingKey = (specId: string): string => `openapi ${specId}`

/** The data of a processing task. A text from a request is stored only here until it is processed. */
export interface ProcessingData {
  specId: string
  text?: string
}

/** A spec that has a new latest version, or was deleted. */
export interface ChangedSpec {
  organizationId: string
  slug: string
}

export type SpecListener = (tx: Transaction, spec: ChangedSpec) => Promise<void>

/** How many attempts a source with transient errors gets. */
const MAX_ATTEMPTS = 3

interface SpecProcessorDependencies {
  database: Database
  clock: Clock
  specs: OpenAPISpecRepository
  fetcher: Fetcher
  limits: DescriptionLimits
  readers: DescriptionReaderPool
}

/** Loads the sources of specs and stores them as versions. */
export class SpecProcessor {
  readonly #deps: SpecProcessorDependencies
  readonly #listeners: SpecListener[] = []

  constructor(deps: SpecProcessorDependencies) {
    this.#deps = deps
  }

  /** The listener runs inside the transaction that changes a spec, so that both are committed together. */
  onChange(listener: SpecListener): void {
    this.#listeners.push(listener)
  }

  async notifyListeners(tx: Transaction, spec: ChangedSpec): Promise<void> {
    for (const listener of this.#listeners) await listener(tx, spec)
  }

  async processSpec(task: RunningTask<ProcessingData>): Promise<void> {
    const { specId, text } = task.data
    const spec = await this.#deps.specs.startProcessing(this.#deps.database, specId, task.id)
    if (!spec) throw new TaskLostError()
    try {
      const description = await this.#deps.readers.use((reader) => {
        const loader = new DescriptionLoader({
          fetcher: this.#deps.fetcher,
          reader,
          limits: this.#deps.limits,
          spec: spec.slug,
          signal: task.signal,
          progress: (done, total) => task.progress(done, total),
        })
        return text === undefined ? loader.loadUrl(spec.sourceUrl ?? '') : loader.loadText(text)
      })
      await this.#storeVersion(task, description)
    } catch (error) {
      task.signal.throwIfAborted()
      const failure = toLoadFailure(error)
      if (failure) return await this.#handleFailure(task, failure)
      // An error of Verso itself: the task is retried, and meanwhile the spec does not stay in progress.
      await this.#storeError(task, 'complete', 'PARSE_ERROR', {
        message: describeOwnError('process', task.attempt),
      })
      throw error
    }
  }

  /** Adds a version if the description differs from the latest one. */
  async #storeVersion(task: RunningTask<ProcessingData>, description: LoadedDescription): Promise<void> {
    const { specId } = task.data
    const { digest, text, files, format, document, texts, problems } = description
    await this.#deps.database.transaction(async (tx) => {
      const spec = await this.#deps.specs.lockSpecForTask(tx, specId, task.id)
      if (!spec) throw new TaskLostError()
      const now = this.#deps.clock.now()
      if (!spec.digest?.equals(digest)) {
        const version = { id: newId(), digest, text, files, format, document, texts }
        await this.#deps.specs.insertVersion(tx, specId, version, now)
        await this.notifyListeners(tx, spec)
      }
      await this.#deps.specs.finishProcessing(
        tx,
        specId,
        task.id,
        { state: 'complete', code: null, errors: problems },
        now,
      )
      await task.complete(tx)
    })
  }

  /** Stores why the source could not be loaded. A transient failure is retried. The latest version stays. */
  async #handleFailure(task: RunningTask<ProcessingData>, failure: LoadFailure): Promise<void> {
    const shouldRetry = failure.isTransient && task.attempt < MAX_ATTEMPTS
    const { code, message, errorCode = code } = failure
    await this.#storeError(task, shouldRetry ? 'pending' : 'complete', code, { message, code: errorCode })
    throw shouldRetry ? new Unavailable(message) : new Invalid(message)
  }

  #storeError(
    task: RunningTask<ProcessingData>,
    state: 'pending' | 'complete',
    code: SpecErrorCode,
    error: DescriptionProblem,
  ): Promise<void> {
    const result = { state, code, errors: [error] }
    return this.#deps.specs.finishProcessing(
      this.#deps.database,
      task.data.specId,
      task.id,
      result,
      this.#deps.clock.now(),
    )
  }
}
