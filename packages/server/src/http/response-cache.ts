import type { FastifyReply } from 'fastify'
import { type CacheableResponse, TransientResponse } from '../common/cacheable-response.ts'
import type { CacheBudget, MemoryCache } from '../common/memory-cache.ts'
import {
  acceptsGzip,
  compressBytes,
  decompressGzip,
  EncodedBodies,
  findContentEncoding,
} from './content-encoding.ts'
import { createETag, matchesETag } from './etag.ts'
import { PreparedResponse } from './route.ts'

/**
 * A response with its compressed forms. One that is too large for the cache is kept compressed only: a tree of many thousand
 * pages takes a tenth of its size then, and unpacking it costs a small part of making it anew.
 */
type CachedResponse = { etag: string } & (
  | { bytes: Buffer; encodedBodies: EncodedBodies }
  | { gzipBytes: Buffer }
)

type NewResponse = Extract<CachedResponse, { bytes: Buffer }>

/** Shorter bodies are not compressed. */
const MIN_COMPRESSED_BYTES = 1024

/** JSON takes about a third of its size in each of its two compressed forms. */
const CACHED_FORMS_FACTOR = 1.7

/** The bytes of responses that never change, with their compressed forms. */
export class ResponseCache {
  readonly #responses: MemoryCache<CachedResponse>

  constructor(caches: CacheBudget) {
    this.#responses = caches.create('responses', (response) =>
      'gzipBytes' in response
        ? response.gzipBytes.byteLength
        : Math.ceil(response.bytes.byteLength * CACHED_FORMS_FACTOR),
    )
  }

  /** Whoever asks while a response is being made waits for it: making a large one several times at once helps nobody. */
  async send(
    reply: FastifyReply,
    operationId: string,
    { key, create }: CacheableResponse<unknown>,
  ): Promise<FastifyReply> {
    const name = `${operationId} ${key}`
    const response = await this.#responses.getOrCreate(name, async () => {
      const value = await create()
      if (value instanceof TransientResponse) {
        return { value: serialize(reply, value.value), isCacheable: false }
      }
      const newResponse = serialize(reply, value)
      if (this.#responses.canHold(name, newResponse)) return { value: newResponse }
      const { etag, encodedBodies } = newResponse
      this.#responses.set(name, { etag, gzipBytes: await encodedBodies.get('gzip') })
      // Those who wait have the plain bytes already.
      return { value: newResponse, isCacheable: false }
    })
    reply.header('etag', response.etag).type('application/json; charset=utf-8')
    return 'gzipBytes' in response ? sendLarge(reply, response) : sendEncoded(reply, response)
  }
}

async function sendEncoded(
  reply: FastifyReply,
  { bytes, etag, encodedBodies }: NewResponse,
): Promise<FastifyReply> {
  const { headers } = reply.request
  const encoding = findContentEncoding(headers['accept-encoding'])
  // A client that has the response already gets no body, so none is compressed for it.
  const isPlain =
    encoding === 'identity' ||
    bytes.byteLength < MIN_COMPRESSED_BYTES ||
    matchesETag(headers['if-none-match'], etag)
  if (isPlain) return reply.send(bytes)
  return sendCompressed(reply, encoding, await encodedBodies.get(encoding))
}

async function sendLarge(
  reply: FastifyReply,
  { gzipBytes, etag }: Extract<CachedResponse, { gzipBytes: Buffer }>,
): Promise<FastifyReply> {
  const { headers } = reply.request
  // The hook that answers 304 sends no body.
  if (matchesETag(headers['if-none-match'], etag)) return reply.send(gzipBytes)
  if (acceptsGzip(headers['accept-encoding'])) return sendCompressed(reply, 'gzip', gzipBytes)
  const bytes = await decompressGzip(gzipBytes)
  if (findContentEncoding(headers['accept-encoding']) !== 'br') return reply.send(bytes)
  return sendCompressed(reply, 'br', await compressBytes(bytes, 'br'))
}

const sendCompressed = (reply: FastifyReply, encoding: string, body: Buffer): FastifyReply =>
  reply
    .header('content-encoding', encoding)
    .header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().join(', '))
    .send(body)

/** Serializes by the schema of the route, as Fastify itself would. */
function serialize(reply: FastifyReply, value: unknown): NewResponse {
  if (value instanceof PreparedResponse) {
    const { bytes, etag } = value
    return { bytes, etag, encodedBodies: new EncodedBodies(bytes) }
  }
  const text: unknown = reply.serialize(value)
  if (typeof text !== 'string') throw new TypeError('a response is serialized as text')
  const bytes = Buffer.from(text)
  return { bytes, etag: createETag(text), encodedBodies: new EncodedBodies(bytes) }
}
