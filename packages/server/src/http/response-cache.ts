import type { FastifyReply } from 'fastify'
import { type CacheableResponse, TransientResponse } from '../common/cacheable-response.ts'
import type { CacheBudget, MemoryCache } from '../common/memory-cache.ts'
import { EncodedBodies, findContentEncoding } from './content-encoding.ts'
import { createETag, matchesETag } from './etag.ts'
import { PreparedResponse } from './route.ts'

interface CachedResponse {
  bytes: Buffer
  etag: string
  encodedBodies: EncodedBodies
}

/** Shorter bodies are not compressed. */
const MIN_COMPRESSED_BYTES = 1024

/** JSON takes about a third of its size in each of its two compressed forms. */
const CACHED_FORMS_FACTOR = 1.7

/** The bytes of responses that never change, with their compressed forms. */
export class ResponseCache {
  readonly #responses: MemoryCache<CachedResponse>

  constructor(caches: CacheBudget) {
    this.#responses = caches.create('responses', ({ bytes }) =>
      Math.ceil(bytes.byteLength * CACHED_FORMS_FACTOR),
    )
  }

  async send(
    reply: FastifyReply,
    operationId: string,
    { key, create }: CacheableResponse<unknown>,
  ): Promise<FastifyReply> {
    const name = `${operationId} ${key}`
    const { bytes, etag, encodedBodies } =
      this.#responses.get(name) ?? (await this.#createResponse(reply, name, create))
    reply.header('etag', etag).type('application/json; charset=utf-8')
    const { headers } = reply.request
    const encoding = findContentEncoding(headers['accept-encoding'])
    // A client that has the response already gets no body, so none is compressed for it.
    const isPlain =
      encoding === 'identity' ||
      bytes.byteLength < MIN_COMPRESSED_BYTES ||
      matchesETag(headers['if-none-match'], etag)
    if (isPlain) return reply.send(bytes)
    const body = await encodedBodies.get(encoding)
    return reply
      .header('content-encoding', encoding)
      .header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().join(', '))
      .send(body)
  }

  async #createResponse(
    reply: FastifyReply,
    name: string,
    create: CacheableResponse<unknown>['create'],
  ): Promise<CachedResponse> {
    const value = await create()
    return value instanceof TransientResponse
      ? serialize(reply, value.value)
      : this.#responses.set(name, serialize(reply, value))
  }
}

/** Serializes by the schema of the route, as Fastify itself would. */
function serialize(reply: FastifyReply, value: unknown): CachedResponse {
  if (value instanceof PreparedResponse) {
    const { bytes, etag } = value
    return { bytes, etag, encodedBodies: new EncodedBodies(bytes) }
  }
  const text: unknown = reply.serialize(value)
  if (typeof text !== 'string') throw new TypeError('a response is serialized as text')
  const bytes = Buffer.from(text)
  return { bytes, etag: createETag(text), encodedBodies: new EncodedBodies(bytes) }
}
