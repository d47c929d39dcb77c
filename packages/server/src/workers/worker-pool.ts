import { basename } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { CallMessage, FromWorker, SessionHandlers, StartMessage } from './messages.ts'

/** How long a thread without work is kept: starting one takes longer than most tasks. */
const IDLE_TIMEOUT_MS = 60_000

export interface WorkerPoolOptions {
  /** The entry file. Its default export comes from `defineTask` or `defineSession`. */
  entry: URL
  /** How many threads may work at the same time. Further tasks wait in a queue. */
  maxThreads: number
  /** How long one task, or one call of a session, may take. */
  timeoutMs: number
  /** The largest heap of a thread. */
  memoryMb: number
  stackMb?: number
  /** Given to each thread when it starts. */
  workerData?: unknown
}

/** A task took longer than its pool allows. Its thread was ended. */
export class WorkerTimeoutError extends Error {}

/** A task needed more memory than its pool allows. Its thread was ended. */
export class WorkerMemoryError extends Error {}

/** The pool was closed before the task was finished. */
export class WorkerPoolClosedError extends Error {}

/** How a pool is used. */
export interface WorkerPoolStatistics {
  /** From the name of its entry file. */
  name: string
  running: number
  waiting: number
  /** How many tasks and sessions ended, by how. */
  ended: Record<WorkerOutcome, number>
}

export type WorkerOutcome = 'completed' | 'failed' | 'too-slow' | 'too-large'

/** The pools of the process that are open, for the metrics. */
const openPools = new Set<WorkerPool>()

export const listWorkerPools = (): WorkerPoolStatistics[] =>
  [...openPools].map((pool) => pool.readStatistics())

/** Work in a thread that did not end as it should. */
export interface WorkerFailure {
  /** The name of the pool. */
  pool: string
  outcome: Exclude<WorkerOutcome, 'completed'>
  /** Whom the work was for, where that is known. */
  owner?: string
  error: unknown
}

type WorkerFailureListener = (failure: WorkerFailure) => void

const failureListeners = new Set<WorkerFailureListener>()

/** Tells of every failure in any pool of the process, for the log. Returns what ends that. */
export function onWorkerFailure(listener: WorkerFailureListener): () => void {
  failureListeners.add(listener)
  return () => void failureListeners.delete(listener)
}

/**
 * Runs work that takes CPU in threads, so that requests go on being answered. A task that takes too long or too much
 * memory ends its thread and nothing else. Threads start when they are needed, end when they are idle, and do not keep
 * the process alive while they are.
 */
export class WorkerPool {
  readonly #piscina: Piscina
  readonly #timeoutMs: number
  readonly #running = new Set<RunningTask>()
  /** Tasks that wait for a thread. Piscina starts no thread for a task in its own queue after one was ended. */
  readonly #queue: { owner: string | undefined; start: () => void }[] = []
  readonly #threadsByOwner = new Map<string, number>()
  readonly #maxThreadsPerOwner: number
  #freeThreads: number
  #isClosed = false
  readonly #name: string
  readonly #ended: Record<WorkerOutcome, number> = { completed: 0, failed: 0, 'too-slow': 0, 'too-large': 0 }

  constructor(options: WorkerPoolOptions) {
    this.#name = basename(options.entry.pathname).replace(/-?worker\.[jt]s$/, '')
    openPools.add(this)
    this.#timeoutMs = options.timeoutMs
    this.#freeThreads = options.maxThreads
    this.#maxThreadsPerOwner = Math.max(1, options.maxThreads - 1)
    this.#piscina = new Piscina({
      filename: options.entry.href,
      minThreads: 0,
      maxThreads: options.maxThreads,
      idleTimeout: IDLE_TIMEOUT_MS,
      // The histograms of its own would take most of a megabyte for each pool.
      recordTiming: false,
      workerData: options.workerData,
      // Threads need nothing of the environment, which holds secrets.
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: options.memoryMb,
        ...(options.stackMb !== undefined && { stackSizeMb: options.stackMb }),
      },
    })
  }

  /**
   * Runs one task of an entry made with `defineTask`.
   * @param answer answers what the task asks for while it runs.
   * @param owner whom the task is for, such as an organization. The tasks of one owner never take all threads.
   */
  run<Result>(
    task: unknown,
    answer?: (question: unknown) => Promise<unknown>,
    { owner }: { owner?: string } = {},
  ): Promise<Result> {
    const running = this.#start(task, { owner })
    running.startTimer()
    if (answer) running.onQuestion(answer)
    // The entry file declares what its task returns.
    return running.result as Promise<Result>
  }

  /** Opens a session of an entry made with `defineSession`. It occupies one thread until it is closed. */
  open<Handlers extends SessionHandlers>({
    timeoutMs,
  }: {
    /** How long one call may take, where that is less than the pool allows. */
    timeoutMs?: number | undefined
  } = {}): WorkerSession<Handlers> {
    return new WorkerSession<Handlers>(this.#start(undefined, { timeoutMs }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    openPools.delete(this)
    const error = new WorkerPoolClosedError('the worker pool was closed')
    for (const task of this.#running) task.abort(error)
    await this.#piscina.destroy()
  }

  readStatistics(): WorkerPoolStatistics {
    const waiting = this.#queue.length
    return { name: this.#name, running: this.#running.size - waiting, waiting, ended: { ...this.#ended } }
  }

  #start(
    task: unknown,
    { timeoutMs = this.#timeoutMs, owner }: { timeoutMs?: number | undefined; owner?: string | undefined },
  ): RunningTask {
    if (this.#isClosed) throw new WorkerPoolClosedError('the worker pool was closed')
    const running = new RunningTask(this.#piscina, task, {
      timeoutMs,
      thread: this.#waitForThread(owner),
    })
    this.#running.add(running)
    const finish = (outcome: WorkerOutcome) => {
      this.#ended[outcome] += 1
      this.#running.delete(running)
      this.#freeThread(owner)
    }
    running.result.then(
      () => finish('completed'),
      (error: unknown) => {
        const outcome = getOutcome(error)
        finish(outcome)
        if (!(error instanceof WorkerPoolClosedError)) this.#reportFailure(outcome, owner, error)
      },
    )
    return running
  }

  #reportFailure(outcome: WorkerFailure['outcome'], owner: string | undefined, error: unknown): void {
    const failure = { pool: this.#name, outcome, ...(owner !== undefined && { owner }), error }
    for (const listener of failureListeners) listener(failure)
  }

  async #waitForThread(owner: string | undefined): Promise<void> {
    if (this.#canStart(owner)) this.#takeThread(owner)
    else await new Promise<void>((start) => this.#queue.push({ owner, start }))
  }

  #freeThread(owner: string | undefined): void {
    this.#freeThreads += 1
    if (owner !== undefined) this.#countThreads(owner, -1)
    const position = this.#queue.findIndex((waiting) => this.#canStart(waiting.owner))
    const [next] = position === -1 ? [] : this.#queue.splice(position, 1)
    if (!next) return
    this.#takeThread(next.owner)
    next.start()
  }

  #canStart(owner: string | undefined): boolean {
    if (this.#freeThreads === 0) return false
    return owner === undefined || (this.#threadsByOwner.get(owner) ?? 0) < this.#maxThreadsPerOwner
  }

  #takeThread(owner: string | undefined): void {
    this.#freeThreads -= 1
    if (owner !== undefined) this.#countThreads(owner, 1)
  }

  #countThreads(owner: string, change: number): void {
    const count = (this.#threadsByOwner.get(owner) ?? 0) + change
    if (count === 0) this.#threadsByOwner.delete(owner)
    else this.#threadsByOwner.set(owner, count)
  }
}

/** Several calls that one thread answers, with what it remembers between them. */
export class WorkerSession<Handlers extends SessionHandlers> {
  readonly #task: RunningTask

  constructor(task: RunningTask) {
    this.#task = task
  }

  call<Name extends keyof Handlers & string>(
    name: Name,
    argument: Parameters<Handlers[Name]>[0],
  ): Promise<Awaited<ReturnType<Handlers[Name]>>> {
    // The entry file declares what its handlers return.
    return this.#task.call(name, argument) as Promise<Awaited<ReturnType<Handlers[Name]>>>
  }

  /** Resolves when it is this session's turn: others may have to wait for a thread. */
  ready(): Promise<void> {
    return this.#task.thread
  }

  /** Gives the thread back to the pool, after the calls that it has begun. */
  async close(): Promise<void> {
    await this.#task.finish()
  }

  /** Ends the thread at once. Calls under way fail with the reason. */
  async abort(reason: Error): Promise<void> {
    this.#task.abort(reason)
    await this.#task.result.catch(() => undefined)
  }

  /** Closes the session after an error: a thread that is busy with a call is ended, an idle one is given back. */
  async release(reason: Error): Promise<void> {
    await (this.#task.hasPendingCalls ? this.abort(reason) : this.close())
  }
}

/** A task in a thread, with the port over which both sides talk while it runs. */
class RunningTask {
  readonly result: Promise<unknown>
  /** Resolves when there is a thread for the task. */
  readonly thread: Promise<void>
  readonly #port: MessagePort
  readonly #timeoutMs: number
  readonly #abortion = new AbortController()
  readonly #started = Promise.withResolvers<void>()
  readonly #calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #answer: ((question: unknown) => Promise<unknown>) | undefined
  #nextCall = 0
  #reason: Error | undefined

  constructor(
    piscina: Piscina,
    task: unknown,
    { timeoutMs, thread }: { timeoutMs: number; thread: Promise<void> },
  ) {
    this.#timeoutMs = timeoutMs
    this.thread = thread
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.on('message', (message: FromWorker) => this.#receive(message))
    const start: StartMessage = { task, port: port2 }
    this.result = thread
      .then(() => {
        if (this.#reason) throw this.#reason
        return piscina.run(start, { transferList: [port2], signal: this.#abortion.signal })
      })
      .catch((error: unknown) => {
        throw this.#reason ?? toWorkerError(error)
      })
      .finally(() => port1.close())
    // Pending calls are rejected with the error. A session without one reports it to the next call.
    this.result.catch((error: unknown) => this.#failCalls(error))
  }

  /** Time in the queue does not count: the clock runs from the moment a thread begins with the task. */
  startTimer(): void {
    void this.#limitTime(this.result.catch(() => undefined))
  }

  get hasPendingCalls(): boolean {
    return this.#calls.size > 0
  }

  onQuestion(answer: (question: unknown) => Promise<unknown>): void {
    this.#answer = answer
  }

  async call(name: string, argument: unknown): Promise<unknown> {
    if (this.#reason) throw this.#reason
    const id = (this.#nextCall += 1)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#calls.set(id, { resolve, reject })
    this.#send({ id, name, argument })
    void this.#limitTime(promise.catch(() => undefined))
    return promise
  }

  async finish(): Promise<void> {
    this.#send({ isFinished: true })
    await this.result.catch(() => undefined)
  }

  abort(error: Error): void {
    this.#reason ??= error
    this.#abortion.abort()
  }

  #receive(message: FromWorker): void {
    if ('hasStarted' in message) this.#started.resolve()
    else if ('question' in message) void this.#answerQuestion(message.id, message.question)
    else {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if ('error' in message) call?.reject(new Error(message.error))
      else call?.resolve(message.value)
    }
  }

  async #answerQuestion(id: number, question: unknown): Promise<void> {
    try {
      this.#send({ id, value: await this.#answer?.(question) })
    } catch (error) {
      this.#send({ id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  #send(message: CallMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- ports have no origin
    this.#port.postMessage(message)
  }

  #failCalls(error: unknown): void {
    this.#reason ??= error instanceof Error ? error : new Error(String(error))
    for (const { reject } of this.#calls.values()) reject(this.#reason)
    this.#calls.clear()
  }

  /** Ends the thread when the work takes longer than the limit, counted from when the thread began. */
  async #limitTime(work: Promise<unknown>): Promise<void> {
    await Promise.race([this.#started.promise, work])
    const timer = setTimeout(() => this.abort(this.#timeoutError()), this.#timeoutMs)
    await work
    clearTimeout(timer)
  }

  #timeoutError(): WorkerTimeoutError {
    return new WorkerTimeoutError(`a task took longer than ${this.#timeoutMs} ms`)
  }
}

function getOutcome(error: unknown): Exclude<WorkerOutcome, 'completed'> {
  if (error instanceof WorkerTimeoutError) return 'too-slow'
  return error instanceof WorkerMemoryError ? 'too-large' : 'failed'
}

function toWorkerError(error: unknown): Error {
  const cause = error instanceof Error ? error : new Error(String(error))
  return 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new WorkerMemoryError('a task took too much memory', { cause })
    : cause
}
