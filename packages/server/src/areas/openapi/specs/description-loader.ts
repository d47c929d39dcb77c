import { createHash } from 'node:crypto'
import { seconds } from '../../../common/clock.ts'
import type { BundledDescription, DescriptionReader } from '../documents/description-reader.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import type { FetchResponse, Fetcher } from '../../../outbound/fetcher.ts'
import type { SpecErrorCode } from './schema.ts'
import { MAX_DESCRIPTION_BYTES } from './schema.ts'

/** How long loading a description may take, and how large it may be. */
export interface DescriptionLimits {
  /** For each file. */
  timeoutMs: number
  /** For all files together. */
  totalTimeoutMs: number
  maxFiles: number
  /** For all files together. */
  maxBytes: number
}

export const specDescriptionLimits: DescriptionLimits = {
  timeoutMs: 30 * seconds,
  totalTimeoutMs: 180 * seconds,
  maxFiles: 100,
  maxBytes: MAX_DESCRIPTION_BYTES,
}

/** A file of a description could not be fetched, or is not text. */
export class DescriptionLoadError extends Error {
  readonly code: SpecErrorCode
  /** Whether a later attempt may succeed. */
  readonly isTransient: boolean

  constructor(code: SpecErrorCode, message: string, { isTransient = false }: { isTransient?: boolean } = {}) {
    super(message)
    this.code = code
    this.isTransient = isTransient
  }
}

export interface LoadedDescription extends BundledDescription {
  /** The first file as it was received. */
  text: string
  files: number
  /** The digest of all files as they were received. */
  digest: Buffer
}

/** How long a server may send nothing. */
const STALL_TIMEOUT_MS = 15 * seconds

const acceptedTypes =
  'application/vnd.oai.openapi+json, application/json, application/yaml, application/x-yaml, text/yaml, */*;q=0.5'

interface DescriptionLoaderDependencies {
  fetcher: Fetcher
  reader: DescriptionReader
  limits: DescriptionLimits
  /** The name of the description in the texts of its pages. */
  spec: string
  signal: AbortSignal
  progress: (done: number, total: number) => Promise<void>
}

/** Fetches the files of one description and has them parsed and bundled. */
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
    return this.#loadReferencedFiles(text, undefined)
  }

  async loadUrl(address: string): Promise<LoadedDescription> {
    const { text, url } = await this.#fetchText(address)
    const description = await this.#loadReferencedFiles(text, url)
    if (description.files === 1) return description
    // The description may have changed between two requests. The first file is fetched again to notice that.
    const secondFetch = await this.#fetchText(address)
    if (secondFetch.text !== text) {
      throw new DescriptionLoadError('FETCH_ERROR', 'The description changed while it was read.', {
        isTransient: true,
      })
    }
    return description
  }

  async #loadReferencedFiles(text: string, url: string | undefined): Promise<LoadedDescription> {
    this.#texts.set(url ?? '', text)
    const waiting = await this.#deps.reader.addFile(text, url)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (this.#texts.has(next)) continue
      if (this.#texts.size >= this.#deps.limits.maxFiles) {
        throw new DescriptionLoadError(
          'FETCH_ERROR',
          `The description refers to more than ${this.#deps.limits.maxFiles - 1} other files.`,
        )
      }
      const file = await this.#fetchText(next)
      this.#texts.set(next, file.text)
      // References in a file are relative to the URL that others refer to it by, not to where it was redirected.
      waiting.push(...(await this.#deps.reader.addFile(file.text, next)))
      await this.#deps.progress(this.#texts.size, this.#texts.size + waiting.length + 1)
    }
    const bundle = await this.#deps.reader.bundle(this.#deps.spec)
    return { ...bundle, text, files: this.#texts.size, digest: this.#computeDigest() }
  }

  /** The URLs of the files count, too: equal files at other URLs may refer to each other differently. */
  #computeDigest(): Buffer {
    const digest = createHash('sha256')
    const [first, ...others] = this.#texts
    for (const [name, text] of [['', first?.[1] ?? ''], ...others.toSorted(byName)]) {
      digest.update(`${name}\n${Buffer.byteLength(text ?? '')}\n`).update(text ?? '')
    }
    return digest.digest()
  }

  async #fetchText(address: string): Promise<{ text: string; url: string }> {
    const response = await this.#request(address)
    if (response.status !== 200) {
      const isTransient = response.status >= 500 || response.status === 429 || response.status === 408
      throw new DescriptionLoadError('FETCH_ERROR', `${address} responded with status ${response.status}.`, {
        isTransient,
      })
    }
    this.#bytes += response.body.length
    if (this.#bytes > this.#deps.limits.maxBytes) throw makeTooLargeError(this.#deps.limits.maxBytes)
    try {
      // The decoder also removes a byte order mark.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(response.body)
      if (!text.includes('\0')) return { text, url: response.url.replace(/#.*$/, '') }
    } catch {
      // The file is not UTF-8: the error below says so.
    }
    throw new DescriptionLoadError('PARSE_ERROR', `${address} is not UTF-8 text.`)
  }

  async #request(address: string): Promise<FetchResponse> {
    const timeLeftMs = this.#deadline - Date.now()
    if (timeLeftMs <= 0)
      throw new DescriptionLoadError('FETCH_TIMEOUT', 'The files of the description took too long to fetch.')
    try {
      return await this.#deps.fetcher.fetch(address, {
        accept: acceptedTypes,
        maxBytes: this.#deps.limits.maxBytes,
        timeoutMs: Math.min(this.#deps.limits.timeoutMs, timeLeftMs),
        stallMs: Math.min(STALL_TIMEOUT_MS, this.#deps.limits.timeoutMs),
        signal: this.#deps.signal,
      })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const code = error.failure === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR'
      const isTransient = error.failure === 'timeout' || error.failure === 'failed'
      throw new DescriptionLoadError(code, `${address}: ${error.reason}`, { isTransient })
    }
  }
}

const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : 1)

const makeTooLargeError = (maxBytes: number) =>
  new DescriptionLoadError(
    'FETCH_ERROR',
    `The files of the description are larger than ${Math.floor(maxBytes / 2 ** 20)} MiB together.`,
  )
