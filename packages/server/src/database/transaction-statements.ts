import type pg from 'pg'
import { type Statement, StatementBatch, type StatementResult } from './statement-batch.ts'

/** A statement that is not sent yet. */
interface WaitingStatement {
  statement: Statement
  /** Absent when nobody waits for the result. */
  answer?: PromiseWithResolvers<StatementResult>
}

const begin: Statement = { name: 'begin', text: 'begin', values: [], hasReader: false }
const commit: Statement = { name: 'commit', text: 'commit', values: [], hasReader: false }

const swallowedErrorMessage =
  'The transaction was rolled back: one of its statements failed, and its error was caught inside of the transaction.'

/**
 * The statements of one transaction. What is asked for at the same time is sent at the same time, `begin` with the first
 * statement, and what nobody waits for with the next one or with `commit`: going to PostgreSQL and back takes longer than
 * most statements.
 */
export class TransactionStatements {
  readonly #client: pg.ClientBase
  readonly #types: pg.CustomTypesConfig
  #waiting: WaitingStatement[] = []
  #isScheduled = false
  #state: 'new' | 'begun' | 'ended' = 'new'
  /** Why a statement failed that nobody waited for. To all others PostgreSQL would only say that the transaction is aborted. */
  #untoldFailure: { error: unknown } | undefined

  constructor(client: pg.ClientBase, types: pg.CustomTypesConfig) {
    this.#client = client
    this.#types = types
  }

  /** Sends a statement, together with all that are asked for before the caller waits. */
  async send(statement: Statement): Promise<StatementResult> {
    const answer = Promise.withResolvers<StatementResult>()
    this.#add({ statement, answer })
    if (!this.#isScheduled) {
      this.#isScheduled = true
      // After everything that goes on without waiting for the database, which may ask for more.
      process.nextTick(() => void this.#sendWaiting())
    }
    try {
      return await answer.promise
    } catch (error) {
      // The stack of an error that came from the network would not say whose statement it was.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  /** Sends a statement with the next one. */
  sendLater(statement: Statement): void {
    this.#add({ statement })
  }

  /** Throws when PostgreSQL has rolled back instead. Nothing is sent if no statement was. */
  async commit(): Promise<void> {
    if (this.#state === 'new' && this.#waiting.length === 0) return this.#end()
    const answer = Promise.withResolvers<StatementResult>()
    this.#add({ statement: commit, answer })
    void this.#sendWaiting()
    const { command } = await answer.promise
    // After a statement that failed, PostgreSQL answers a commit by rolling back, without an error.
    if (command !== 'COMMIT') throw new Error(swallowedErrorMessage)
    this.#end()
  }

  async rollback(): Promise<void> {
    const hasBegun = this.#state === 'begun'
    this.#end()
    if (hasBegun) await this.#client.query('rollback')
  }

  #add(waiting: WaitingStatement): void {
    if (this.#state === 'ended') throw new Error('The transaction has ended.')
    this.#waiting.push(waiting)
  }

  #end(): void {
    this.#state = 'ended'
    // They would wait forever.
    this.#rejectWaiting(new Error('The transaction has ended.'))
  }

  #rejectWaiting(error: unknown): void {
    for (const { answer } of this.#waiting) answer?.reject(error)
    this.#waiting = []
  }

  async #sendWaiting(): Promise<void> {
    this.#isScheduled = false
    if (this.#waiting.length === 0) return
    if (this.#untoldFailure) return this.#rejectWaiting(this.#untoldFailure.error)
    const sent = this.#state === 'new' ? [{ statement: begin }, ...this.#waiting] : this.#waiting
    this.#state = 'begun'
    this.#waiting = []
    const batch = new StatementBatch(
      sent.map(({ statement }) => statement),
      this.#types,
    )
    this.#client.query(batch)
    const { results, error } = await batch.outcome
    const isTold = sent.slice(results.length).some(({ answer }) => answer)
    if (results.length < sent.length && !isTold) this.#untoldFailure = { error }
    for (const [index, { answer }] of sent.entries()) {
      const result = results[index]
      if (result) answer?.resolve(result)
      else answer?.reject(error)
    }
  }
}
