import { Invalid, Unavailable } from '../common/errors.ts'
import { type Git, GitError, type RunningGit } from './git.ts'

export interface GitObjectInfo {
  oid: string
  type: string
  size: number
}

export interface GitObject extends GitObjectInfo {
  bytes: Buffer
}

/** A request to the process, with the answers that have arrived so far. */
interface Request {
  count: number
  /** The size limit of each object. Without it, the answers have no bytes. */
  maxBytes: number | undefined
  answers: (GitObjectInfo | GitObject | undefined)[]
  resolve(answers: (GitObjectInfo | GitObject | undefined)[]): void
  reject(reason: unknown): void
}

/** An object whose bytes are being received. */
interface IncomingObject {
  info: GitObjectInfo
  bytes: Buffer
  receivedBytes: number
}

/** No answer of Git begins with a longer line. */
const MAX_LINE_CHARACTERS = 8192

/**
 * Reads objects of a repository through one `git cat-file` process that runs until it is closed, because starting a
 * process for each request costs more than the answers. Answers arrive in the order of the requests, and only requested
 * objects are held in memory.
 */
export class GitObjectReader {
  readonly #git: Git
  readonly #folder: string
  readonly #signal: AbortSignal
  readonly #requests: Request[] = []
  #running: RunningGit | undefined
  #timer: NodeJS.Timeout | undefined
  #line = ''
  #incoming: IncomingObject | undefined

  constructor(git: Git, { folder, signal }: { folder: string; signal: AbortSignal }) {
    this.#git = git
    this.#folder = folder
    this.#signal = signal
  }

  /** Starts the process before the first request, so that it starts while the caller waits for something else. */
  async open(): Promise<void> {
    this.#running ??= this.#start()
  }

  /** Returns type and size of the named objects, and undefined for those that are missing. */
  async readInfos(names: readonly string[]): Promise<(GitObjectInfo | undefined)[]> {
    return this.#request('info', names, undefined)
  }

  /** Returns the named objects, and undefined for those that are missing. Throws if one is larger than `maxBytes`. */
  async readObjects(names: readonly string[], maxBytes: number): Promise<(GitObject | undefined)[]> {
    // With a size limit, `#beginObject` answers with objects that have their bytes.
    return (await this.#request('contents', names, maxBytes)) as (GitObject | undefined)[]
  }

  /** Ends the process and waits for its end. A later request starts a new one. */
  async close(): Promise<void> {
    const running = this.#running
    running?.kill()
    await running?.ended.catch(() => undefined)
  }

  #request(
    command: 'info' | 'contents',
    names: readonly string[],
    maxBytes: number | undefined,
  ): Promise<(GitObjectInfo | GitObject | undefined)[]> {
    if (names.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const running = (this.#running ??= this.#start())
      this.#requests.push({ count: names.length, maxBytes, answers: [], resolve, reject })
      running.stdin.write(`${names.map((name) => `${command} ${name}\n`).join('')}flush\n`)
      this.#restartTimer()
    })
  }

  #start(): RunningGit {
    const options = { folder: this.#folder, signal: this.#signal }
    const running = this.#git.start('cat-file', ['--batch-command', '--buffer'], options)
    running.stdout.on('data', (chunk: Buffer) => {
      if (this.#running !== running) return
      this.#timer?.refresh()
      try {
        this.#receive(chunk)
      } catch (error) {
        this.#fail(error)
      }
    })
    const failIfCurrent = (error: unknown) => {
      if (this.#running === running) this.#fail(error)
    }
    running.ended.then(
      () => failIfCurrent(new GitError('cat-file', 0, 'the process ended too early')),
      (error: unknown) =>
        failIfCurrent(isUsageError(error) ? new Unavailable('Verso needs Git 2.37 or later.') : error),
    )
    return running
  }

  /** Fails all requests if the process does not answer for too long. */
  #restartTimer(): void {
    if (this.#requests.length === 0) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      return
    }
    this.#timer ??= setTimeout(
      () => this.#fail(new Unavailable('The copy of the repository took too long to answer.')),
      this.#git.limits.stallSeconds * 1000,
    )
  }

  #fail(error: unknown): void {
    this.#running?.kill()
    this.#running = undefined
    this.#line = ''
    this.#incoming = undefined
    const requests = this.#requests.splice(0)
    this.#restartTimer()
    for (const request of requests) request.reject(error)
  }

  #receive(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#incoming) {
        at = this.#receiveBytes(this.#incoming, chunk, at)
        continue
      }
      const end = chunk.indexOf(10, at)
      this.#line += chunk.toString('utf8', at, end < 0 ? chunk.length : end)
      if (this.#line.length > MAX_LINE_CHARACTERS) throw new GitError('cat-file', 0, 'the line is too long')
      if (end < 0) return
      at = end + 1
      this.#beginObject(this.#line)
      this.#line = ''
    }
  }

  /** Parses the first line of an answer: the id, type and size of an object, or that it is missing. */
  #beginObject(line: string): void {
    const [, oid, type = '', size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line) ?? []
    if (oid === undefined) {
      if (!/ (missing|ambiguous)$/.test(line)) throw new GitError('cat-file', 0, line)
      this.#answer(undefined)
      return
    }
    const info = { oid, type, size: Number(size) }
    const maxBytes = this.#requests[0]?.maxBytes
    if (maxBytes === undefined) {
      this.#answer(info)
      return
    }
    if (info.size > maxBytes) throw new Invalid('The repository has something that is too large to be read.')
    // A line feed follows the bytes.
    this.#incoming = { info, bytes: Buffer.allocUnsafe(info.size + 1), receivedBytes: 0 }
  }

  #receiveBytes(incoming: IncomingObject, chunk: Buffer, at: number): number {
    const copied = chunk.copy(incoming.bytes, incoming.receivedBytes, at)
    incoming.receivedBytes += copied
    if (incoming.receivedBytes === incoming.bytes.length) {
      this.#incoming = undefined
      this.#answer({ ...incoming.info, bytes: incoming.bytes.subarray(0, incoming.info.size) })
    }
    return at + copied
  }

  #answer(answer: GitObjectInfo | GitObject | undefined): void {
    const request = this.#requests[0]
    if (!request) throw new GitError('cat-file', 0, 'there is an answer without a request')
    request.answers.push(answer)
    if (request.answers.length < request.count) return
    this.#requests.shift()
    this.#restartTimer()
    request.resolve(request.answers)
  }
}

/** Git exits with 129 if it does not know an option, which means that it is too old. */
const isUsageError = (error: unknown): boolean => error instanceof GitError && error.exitCode === 129
