import type { Clock } from '../../../common/clock.ts'
import { Invalid, Unavailable } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { type RunningTask, TaskLostError } from '../../../jobs/tasks.ts'
import type { DescriptionProblem } from '../documents/validate-description.ts'
import type { DescriptionReaderPool } from '../documents/description-reader.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { type LoadedDescription, type DescriptionLimits, DescriptionLoader } from './description-loader.ts'
import { type LoadFailure, toLoadFailure } from './load-failure.ts'
import type { OpenAPISpecRepository } from './repository.ts'
import type { SpecErrorCode } from './schema.ts'

export const processingTaskType = 'openapi-spec'
export const makeProcessingKey = (specId: string): string => `openapi ${specId}`

/** What a task of this kind is given. A text that was sent waits here, and nowhere after. */
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

/** How often a source that did not answer is asked before that is what there is to say. */
const attempts = 3

interface SpecProcessorDependencies {
  database: Database
  clock: Clock
  specs: OpenAPISpecRepository
  fetcher: Fetcher
  limits: DescriptionLimits
  readers: DescriptionReaderPool
}

/** Reads the sources of specs, and keeps what they became. */
export class SpecProcessor {
  readonly #deps: SpecProcessorDependencies
  readonly #listeners: SpecListener[] = []

  constructor(deps: SpecProcessorDependencies) {
    this.#deps = deps
  }

  /** The listener runs inside the transaction that changes a spec, so that what it writes holds with the change. */
  onChange(listener: SpecListener): void {
    this.#listeners.push(listener)
  }

  async notifyListeners(tx: Transaction, spec: ChangedSpec): Promise<void> {
    for (const listener of this.#listeners) await listener(tx, spec)
  }

  async processSpec(task: RunningTask<ProcessingData>): Promise<void> {
    const { specId, text } = task.data
    const begun = await this.#deps.specs.startProcessing(this.#deps.database, specId, task.id)
    if (!begun) throw new TaskLostError()
    try {
      const collected = await this.#deps.readers.use((reader) => {
        const collector = new DescriptionLoader({
          fetcher: this.#deps.fetcher,
          reader,
          limits: this.#deps.limits,
          spec: begun.slug,
          signal: task.signal,
          progress: (done, total) => task.progress(done, total),
        })
        return text === undefined ? collector.loadUrl(begun.sourceUrl ?? '') : collector.loadText(text)
      })
      await this.#keep(task, collected)
    } catch (error) {
      task.signal.throwIfAborted()
      const failure = toLoadFailure(error)
      if (failure) return await this.#fail(task, failure)
      // Ours: the task is tried again, and whoever looks meanwhile is not left waiting.
      await this.#finish(task, 'complete', 'PARSE_ERROR', { message: 'Something went wrong on our side.' })
      throw error
    }
  }

  /** A version only when something is other than in the latest one. */
  async #keep(task: RunningTask<ProcessingData>, collected: LoadedDescription): Promise<void> {
    const { specId } = task.data
    const { digest, text, files, format, document, texts, problems } = collected
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

  /** The latest version stays what it is. A source that may answer in a moment is asked again. */
  async #fail(task: RunningTask<ProcessingData>, failure: LoadFailure): Promise<void> {
    const again = failure.isTransient && task.attempt < attempts
    const { code, message, errorCode = code } = failure
    await this.#finish(task, again ? 'pending' : 'complete', code, { message, code: errorCode })
    throw again ? new Unavailable(message) : new Invalid(message)
  }

  #finish(
    task: RunningTask<ProcessingData>,
    state: 'pending' | 'complete',
    code: SpecErrorCode,
    error: DescriptionProblem,
  ): Promise<void> {
    const outcome = { state, code, errors: [error] }
    return this.#deps.specs.finishProcessing(
      this.#deps.database,
      task.data.specId,
      task.id,
      outcome,
      this.#deps.clock.now(),
    )
  }
}
