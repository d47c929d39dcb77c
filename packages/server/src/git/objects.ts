import { Invalid, Unavailable } from '../common/errors.ts'
import { type Git, GitError, type RunningGit } from './git.ts'

export interface ObjectInfo {
  oid: string
  type: string
  size: number
}

export interface GitObject extends ObjectInfo {
  bytes: Buffer
}

/** Something that was asked for, and what has come of it so far. */
interface Request {
  count: number
  /** Whether their bytes come too, and how many at most for each. */
  largest: number | undefined
  answers: (ObjectInfo | GitObject | undefined)[]
  resolve(answers: (ObjectInfo | GitObject | undefined)[]): void
  reject(reason: unknown): void
}

/** An object whose bytes are coming. */
interface Coming {
  info: ObjectInfo
  bytes: Buffer
  filled: number
}

/** No answer begins with a longer line. */
const longestLine = 8192

/**
 * What is in a repository, told by one process that stays until it is closed: starting a process for each question
 * costs more than the answers. It is given what it is asked for in order, and holds no more in memory than that.
 */
export class Objects {
  readonly #git: Git
  readonly #folder: string
  readonly #signal: AbortSignal
  readonly #requests: Request[] = []
  #running: RunningGit | undefined
  #timer: NodeJS.Timeout | undefined
  #line = ''
  #coming: Coming | undefined

  constructor(git: Git, { folder, signal }: { folder: string; signal: AbortSignal }) {
    this.#git = git
    this.#folder = folder
    this.#signal = signal
  }

  /** Starts the process, for whoever has to wait for something else before there is anything to ask. */
  async open(): Promise<void> {
    this.#running ??= this.#start()
  }

  /** What the named objects are; undefined for those that are not here. */
  async infos(names: readonly string[]): Promise<(ObjectInfo | undefined)[]> {
    return this.#ask('info', names, undefined)
  }

  /** The named objects; undefined for those that are not here. Fails when one is larger than `largest`. */
  async read(names: readonly string[], largest: number): Promise<(GitObject | undefined)[]> {
    // `#took` has given each its bytes.
    return (await this.#ask('contents', names, largest)) as (GitObject | undefined)[]
  }

  /** Ends the process, and waits until it is gone. It may be asked again, and begins anew then. */
  async close(): Promise<void> {
    const running = this.#running
    running?.kill()
    await running?.ended.catch(() => undefined)
  }

  #ask(
    command: 'info' | 'contents',
    names: readonly string[],
    largest: number | undefined,
  ): Promise<(ObjectInfo | GitObject | undefined)[]> {
    if (names.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const running = (this.#running ??= this.#start())
      this.#requests.push({ count: names.length, largest, answers: [], resolve, reject })
      running.stdin.write(`${names.map((name) => `${command} ${name}\n`).join('')}flush\n`)
      this.#watch()
    })
  }

  #start(): RunningGit {
    const options = { folder: this.#folder, signal: this.#signal }
    const running = this.#git.start('cat-file', ['--batch-command', '--buffer'], options)
    running.stdout.on('data', (chunk: Buffer) => {
      if (this.#running !== running) return
      this.#timer?.refresh()
      try {
        this.#take(chunk)
      } catch (error) {
        this.#fail(error)
      }
    })
    const over = (error: unknown) => {
      if (this.#running === running) this.#fail(error)
    }
    running.ended.then(
      () => over(new GitError('cat-file', 0, 'it ended too early')),
      (error: unknown) => over(isUsage(error) ? new Unavailable('Verso needs Git 2.37 or later.') : error),
    )
    return running
  }

  /** Nobody waits for a process that says nothing. */
  #watch(): void {
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
    this.#coming = undefined
    const requests = this.#requests.splice(0)
    this.#watch()
    for (const request of requests) request.reject(error)
  }

  #take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#coming) {
        at = this.#fill(this.#coming, chunk, at)
        continue
      }
      const end = chunk.indexOf(10, at)
      this.#line += chunk.toString('utf8', at, end < 0 ? chunk.length : end)
      if (this.#line.length > longestLine) throw new GitError('cat-file', 0, 'it said what it does not say')
      if (end < 0) return
      at = end + 1
      this.#begin(this.#line)
      this.#line = ''
    }
  }

  /** A line says what the object is, or that there is none. */
  #begin(line: string): void {
    const [, oid, type = '', size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line) ?? []
    if (oid === undefined) {
      if (!/ (missing|ambiguous)$/.test(line)) throw new GitError('cat-file', 0, line)
      this.#took(undefined)
      return
    }
    const info = { oid, type, size: Number(size) }
    const largest = this.#requests[0]?.largest
    if (largest === undefined) {
      this.#took(info)
      return
    }
    if (info.size > largest) throw new Invalid('The repository has something that is too large to be read.')
    // A line feed comes behind the bytes.
    this.#coming = { info, bytes: Buffer.allocUnsafe(info.size + 1), filled: 0 }
  }

  #fill(coming: Coming, chunk: Buffer, at: number): number {
    const copied = chunk.copy(coming.bytes, coming.filled, at)
    coming.filled += copied
    if (coming.filled === coming.bytes.length) {
      this.#coming = undefined
      this.#took({ ...coming.info, bytes: coming.bytes.subarray(0, coming.info.size) })
    }
    return at + copied
  }

  #took(answer: ObjectInfo | GitObject | undefined): void {
    const request = this.#requests[0]
    if (!request) throw new GitError('cat-file', 0, 'it answered what nobody asked')
    request.answers.push(answer)
    if (request.answers.length < request.count) return
    this.#requests.shift()
    this.#watch()
    request.resolve(request.answers)
  }
}

/** Git did not understand what it was asked to do: it is older than we are. */
const isUsage = (error: unknown): boolean => error instanceof GitError && error.code === 129
