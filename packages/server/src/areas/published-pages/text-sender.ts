import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import { type CompressionEffort, EncodedBodies, findContentEncoding } from '../../http/content-encoding.ts'

/** A text that is sent many times, with its ETag and its compressed forms. */
class CachedText {
  readonly bytes: Buffer
  readonly etag: string
  readonly encodedBodies: EncodedBodies

  constructor(text: string, effort: CompressionEffort) {
    this.bytes = Buffer.from(text)
    this.encodedBodies = new EncodedBodies(this.bytes, effort)
    this.etag = `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 22)}"`
  }
}

export interface TextResponse {
  text: string
  type: string
  headers?: Record<string, string>
  status?: number
  /** An object with the same lifetime as the text. The compressed forms are cached until it is garbage collected. */
  cacheOwner?: object
  /** Whether it is a file that every first visit to a site loads, so that time is spent on making it small. */
  isAsset?: boolean
}

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
    { text, type, headers = {}, status = 200, cacheOwner, isAsset = false }: TextResponse,
  ): Promise<FastifyReply> {
    const effort = isAsset ? 'small' : 'fast'
    const cachedText = cacheOwner ? this.#getByOwner(cacheOwner, text) : this.#getByText(text, effort)
    reply
      .code(status)
      .headers({ 'content-type': type, vary: 'Accept-Encoding', etag: cachedText.etag, ...headers })
    if (status === 200 && matchesEtag(request.headers['if-none-match'], cachedText.etag)) {
      return reply.code(304).removeHeader('content-type').send()
    }
    const encoding =
      text.length < MIN_COMPRESSED_LENGTH
        ? 'identity'
        : findContentEncoding(request.headers['accept-encoding'])
    const body = await cachedText.encodedBodies.get(encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(body)
  }

  #getByOwner(owner: object, text: string): CachedText {
    let cachedText = this.#byOwner.get(owner)
    if (!cachedText) this.#byOwner.set(owner, (cachedText = new CachedText(text, 'fast')))
    return cachedText
  }

  #getByText(text: string, effort: CompressionEffort): CachedText {
    let cachedText = this.#byText.get(text)
    if (!cachedText) this.#byText.set(text, (cachedText = new CachedText(text, effort)))
    return cachedText
  }
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
