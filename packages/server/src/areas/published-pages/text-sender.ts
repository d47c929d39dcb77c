import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { GenerationalCache } from '../../common/generational-cache.ts'
import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'

/** A text that is cachedText many times, with its ETag and its compressed forms. */
class CachedText {
  readonly bytes: Buffer
  readonly etag: string
  readonly encodedBodies = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.bytes = Buffer.from(text)
    this.etag = `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 22)}"`
  }
}

type Encoding = 'br' | 'gzip' | 'identity'

export interface TextResponse {
  text: string
  type: string
  headers?: Record<string, string>
  status?: number
  /** An object with the same lifetime as the text. The compressed forms are cached until it is garbage collected. */
  cacheOwner?: object
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
/** Shorter texts are not compressed. */
const MIN_COMPRESSED_LENGTH = 1000
/** Sends texts. Each is compressed once as long as it is cached. */
export class TextSender {
  /** Texts without a cache owner. */
  readonly #byText: MemoryCache<CachedText>
  readonly #byOwner = new WeakMap<object, CachedText>()

  constructor(caches: CacheBudget) {
    this.#byText = caches.create('published-texts', ({ bytes }) => bytes.length * 2)
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { text, type, headers = {}, status = 200, cacheOwner }: TextResponse,
  ): Promise<FastifyReply> {
    const cachedText = cacheOwner ? this.#getByOwner(cacheOwner, text) : this.#getByText(text)
    reply
      .code(status)
      .headers({ 'content-type': type, vary: 'Accept-Encoding', etag: cachedText.etag, ...headers })
    if (status === 200 && matchesEtag(request.headers['if-none-match'], cachedText.etag)) {
      return reply.code(304).removeHeader('content-type').send()
    }
    const encoding =
      text.length < MIN_COMPRESSED_LENGTH ? 'identity' : findEncoding(request.headers['accept-encoding'])
    const body = await this.#encode(cachedText, encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(body)
  }

  #getByOwner(owner: object, text: string): CachedText {
    let cachedText = this.#byOwner.get(owner)
    if (!cachedText) this.#byOwner.set(owner, (cachedText = new CachedText(text)))
    return cachedText
  }

  #getByText(text: string): CachedText {
    let cachedText = this.#byText.get(text)
    if (!cachedText) this.#byText.set(text, (cachedText = new CachedText(text)))
    return cachedText
  }

  #encode(cachedText: CachedText, encoding: Encoding): Promise<Buffer> {
    let body = cachedText.encodedBodies.get(encoding)
    if (!body) {
      body =
        encoding === 'br'
          ? brotliAsync(cachedText.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : encoding === 'gzip'
            ? gzipAsync(cachedText.bytes, { level: 6 })
            : Promise.resolve(cachedText.bytes)
      cachedText.encodedBodies.set(encoding, body)
    }
    return body
  }
}

/** Browsers send only a few different headers, so each is parsed once. */
const encodings = new GenerationalCache<Encoding>(200)

function findEncoding(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  let encoding = encodings.get(text)
  if (encoding === undefined) encodings.set(text, (encoding = chooseEncoding(text)))
  return encoding
}

function chooseEncoding(header: string): Encoding {
  const parts = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const accepted = new Set(
    parts.filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part)).map((part) => part.split(';', 1)[0]),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : 'identity'
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
