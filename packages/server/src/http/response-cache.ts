import type { FastifyReply } from 'fastify'
import type { CacheableResponse } from '../common/cacheable-response.ts'
import type { CacheBudget, MemoryCache } from '../common/memory-cache.ts'
import { createETag } from './etag.ts'
import { PreparedResponse } from './route.ts'

interface CachedResponse {
  bytes: Buffer
  etag: string
}

/** The bytes of responses that never change. */
export class ResponseCache {
  readonly #responses: MemoryCache<CachedResponse>

  constructor(caches: CacheBudget) {
    this.#responses = caches.create('responses', ({ bytes }) => bytes.byteLength)
  }

  async send(
    reply: FastifyReply,
    operationId: string,
    { key, create }: CacheableResponse<unknown>,
  ): Promise<FastifyReply> {
    const name = `${operationId} ${key}`
    const { bytes, etag } =
      this.#responses.get(name) ?? this.#responses.set(name, serialize(reply, await create()))
    return reply.header('etag', etag).type('application/json; charset=utf-8').send(bytes)
  }
}

/** Serializes by the schema of the route, as Fastify itself would. */
function serialize(reply: FastifyReply, value: unknown): CachedResponse {
  if (value instanceof PreparedResponse) return value
  const text: unknown = reply.serialize(value)
  if (typeof text !== 'string') throw new TypeError('a response is serialized as text')
  return { bytes: Buffer.from(text), etag: createETag(text) }
}
