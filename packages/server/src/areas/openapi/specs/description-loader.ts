import { createHash } from 'node:crypto'
import { seconds } from '../../../common/clock.ts'
import type { BundledDescription, DescriptionReader } from '../documents/description-reader.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { FetchResponse, Fetcher } from '../../../outbound/fetcher.ts'
import type { SpecErrorCode } from './schema.ts'
import { MAX_DESCRIPTION_BYTES } from './schema.ts'

/** What one description may cost. */
export interface DescriptionLimits {
  /** For each file. */
  timeoutMs: number
  /** For all of them. */
  totalTimeoutMs: number
  maxFiles: number
  /** Of all files together. */
  maxBytes: number
}

export const specDescriptionLimits: DescriptionLimits = {
  timeoutMs: 30 * seconds,
  totalTimeoutMs: 180 * seconds,
  maxFiles: 100,
  maxBytes: MAX_DESCRIPTION_BYTES,
}

/** Why there is nothing to read. */
export class DescriptionLoadError extends Error {
  readonly code: SpecErrorCode
  /** Whether it may be otherwise in a moment. */
  readonly isTransient: boolean

  constructor(code: SpecErrorCode, message: string, { passing = false }: { passing?: boolean } = {}) {
    super(message)
    this.code = code
    this.isTransient = passing
  }
}

export interface LoadedDescription extends BundledDescription {
  /** The first file as it came. */
  text: string
  files: number
  /** Of all files as they came. */
  digest: Buffer
}

const accept =
  'application/vnd.oai.openapi+json, application/json, application/yaml, application/x-yaml, text/yaml, */*;q=0.5'

interface DescriptionLoaderDependencies {
  fetcher: Fetcher
  reader: DescriptionReader
  limits: DescriptionLimits
  /** What the description goes by. */
  spec: string
  signal: AbortSignal
  progress: (done: number, total: number) => Promise<void>
}

/** Brings the files of one description together, and has them read. */
export class DescriptionLoader {
  readonly #deps: DescriptionLoaderDependencies
  readonly #texts = new Map<string, string>()
  readonly #deadline: number
  #bytes = 0

  constructor(deps: DescriptionLoaderDependencies) {
    this.#deps = deps
    this.#deadline = Date.now() + deps.limits.totalTimeoutMs
  }

  async loadText(text: string): Promise<LoadedDescription> {
    return this.#finish(text, undefined)
  }

  async loadUrl(address: string): Promise<LoadedDescription> {
    const { text, url } = await this.#fetch(address)
    const collected = await this.#finish(text, url)
    if (collected.files === 1) return collected
    // What was read in several requests may be of two states: the first file as it is now says whether it is.
    const again = await this.#fetch(address)
    if (again.text !== text) {
      throw new DescriptionLoadError('FETCH_ERROR', 'The description changed while it was read.', {
        passing: true,
      })
    }
    return collected
  }

  async #finish(text: string, url: string | undefined): Promise<LoadedDescription> {
    this.#texts.set(url ?? '', text)
    const waiting = await this.#deps.reader.addFile(text, url)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (this.#texts.has(next)) continue
      if (this.#texts.size >= this.#deps.limits.maxFiles) {
        throw new DescriptionLoadError(
          'FETCH_ERROR',
          `It refers to more than ${this.#deps.limits.maxFiles - 1} other files.`,
        )
      }
      const file = await this.#fetch(next)
      this.#texts.set(next, file.text)
      // References in a file are relative to where it was asked for: that is the name others know it by.
      waiting.push(...(await this.#deps.reader.addFile(file.text, next)))
      await this.#deps.progress(this.#texts.size, this.#texts.size + waiting.length + 1)
    }
    const bundle = await this.#deps.reader.bundle(this.#deps.spec)
    return { ...bundle, text, files: this.#texts.size, digest: this.#digest() }
  }

  /** Where a file is counts too: the same files elsewhere may refer to one another in other ways. */
  #digest(): Buffer {
    const digest = createHash('sha256')
    const [first, ...others] = this.#texts
    for (const [name, text] of [['', first?.[1] ?? ''], ...others.toSorted(byName)]) {
      digest.update(`${name}\n${Buffer.byteLength(text ?? '')}\n`).update(text ?? '')
    }
    return digest.digest()
  }

  async #fetch(address: string): Promise<{ text: string; url: string }> {
    const answer = await this.#ask(address)
    if (answer.status !== 200) {
      const passing = answer.status >= 500 || answer.status === 429 || answer.status === 408
      throw new DescriptionLoadError('FETCH_ERROR', `${address} answered ${answer.status}.`, { passing })
    }
    this.#bytes += answer.body.length
    if (this.#bytes > this.#deps.limits.maxBytes) throw tooLarge(this.#deps.limits.maxBytes)
    try {
      // Also takes a byte order mark away.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(answer.body)
      if (!text.includes('\0')) return { text, url: answer.url.replace(/#.*$/, '') }
    } catch {
      // Not UTF-8: told below.
    }
    throw new DescriptionLoadError('PARSE_ERROR', `${address} is no text in UTF-8.`)
  }

  async #ask(address: string): Promise<FetchResponse> {
    const left = this.#deadline - Date.now()
    if (left <= 0) throw new DescriptionLoadError('FETCH_TIMEOUT', 'Its files took too long to fetch.')
    try {
      return await this.#deps.fetcher.fetch(address, {
        accept,
        maxBytes: this.#deps.limits.maxBytes,
        timeoutMs: Math.min(this.#deps.limits.timeoutMs, left),
        stallMs: Math.min(15 * seconds, this.#deps.limits.timeoutMs),
        signal: this.#deps.signal,
      })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const code = error.failure === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR'
      const passing = error.failure === 'timeout' || error.failure === 'failed'
      throw new DescriptionLoadError(code, `${address}: ${error.reason}`, { passing })
    }
  }
}

const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : 1)

const tooLarge = (bytes: number) =>
  new DescriptionLoadError(
    'FETCH_ERROR',
    `Its files are larger than ${Math.floor(bytes / 2 ** 20)} MiB together.`,
  )
