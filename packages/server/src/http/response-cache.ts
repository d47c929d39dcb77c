import type { FastifyReply } from 'fastify'
import { type CacheableResponse, TransientResponse } from '../common/cacheable-response.ts'
import type { CacheBudget, MemoryCache } from '../common/memory-cache.ts'
import { copyUnpooled } from '../common/unpooled-copy.ts'
import {
  acceptsGzip,
  compressBytes,
  decompressGzip,
  streamDecompressed,
  EncodedBodies,
  findContentEncoding,
} from './content-encoding.ts'
import { createETag, matchesETag } from './etag.ts'
import { PreparedResponse } from './route.ts'
import { SegmentedResponse } from './segmented-response.ts'

/** A response with its compressed forms. */
interface PlainResponse {
  etag: string
  bytes: Buffer
  encodedBodies: EncodedBodies
}

/**
 * A response that is compressed from the start, or that is too large for the cache otherwise: a tree of many thousand pages
 * takes a tenth of its size then, and unpacking it costs a small part of making it anew.
 */
interface CompressedResponse {
  etag: string
  gzipBytes: Buffer
  /** How long the plain bytes are. */
  byteLength: number
  /** The plain bytes, once somebody has asked for them, of one that is small enough to keep both. */
  plain?: { bytes?: Buffer }
}

type CachedResponse = PlainResponse | CompressedResponse

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
        ? response.gzipBytes.byteLength + (response.plain ? response.byteLength : 0)
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
      // A schema is an object, which its type does not say.
      const value = await create((schema, part) =>
        reply.serializeInput(part, schema as Record<string, unknown>),
      )
      if (value instanceof SegmentedResponse) return { value: this.#createCompressed(name, value) }
      if (value instanceof TransientResponse) {
        return { value: serialize(reply, value.value), isCacheable: false }
      }
      const newResponse = serialize(reply, value)
      if (this.#responses.canHold(name, newResponse)) return { value: newResponse }
      const { etag, bytes, encodedBodies } = newResponse
      const gzipBytes = await encodedBodies.get('gzip')
      this.#responses.set(name, { etag, gzipBytes, byteLength: bytes.byteLength })
      // Those who wait have the plain bytes already.
      return { value: newResponse, isCacheable: false }
    })
    reply.header('etag', response.etag).type('application/json; charset=utf-8')
    return 'gzipBytes' in response ? sendCompressedFirst(reply, response) : sendEncoded(reply, response)
  }

  #createCompressed(name: string, response: SegmentedResponse<unknown>): CompressedResponse {
    const { etag, byteLength } = response
    const compressed: CompressedResponse = { etag, gzipBytes: response.createGzipBytes(), byteLength }
    const withPlain: CompressedResponse = { ...compressed, plain: {} }
    return this.#responses.canHold(name, withPlain) ? withPlain : compressed
  }
}

async function sendEncoded(
  reply: FastifyReply,
  { bytes, etag, encodedBodies }: PlainResponse,
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

async function sendCompressedFirst(
  reply: FastifyReply,
  { gzipBytes, byteLength, etag, plain }: CompressedResponse,
): Promise<FastifyReply> {
  const { headers } = reply.request
  // The hook that answers 304 sends no body.
  if (matchesETag(headers['if-none-match'], etag)) return reply.send(gzipBytes)
  const isShort = byteLength < MIN_COMPRESSED_BYTES
  if (!isShort && acceptsGzip(headers['accept-encoding'])) return sendCompressed(reply, 'gzip', gzipBytes)
  const encoding = findContentEncoding(headers['accept-encoding'])
  if (!plain && encoding !== 'br') {
    return reply.header('content-length', byteLength).send(streamDecompressed(gzipBytes))
  }
  const bytes = plain?.bytes ?? (await decompressGzip(gzipBytes, byteLength))
  if (plain) plain.bytes = bytes
  if (isShort || encoding !== 'br') return reply.send(bytes)
  return sendCompressed(reply, 'br', await compressBytes(bytes, 'br'))
}

const sendCompressed = (reply: FastifyReply, encoding: string, body: Buffer): FastifyReply =>
  reply
    .header('content-encoding', encoding)
    .header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().join(', '))
    .send(body)

/** Serializes by the schema of the route, as Fastify itself would. */
function serialize(reply: FastifyReply, value: unknown): PlainResponse {
  if (value instanceof PreparedResponse) {
    const { bytes, etag } = value
    return { bytes, etag, encodedBodies: new EncodedBodies(bytes) }
  }
  const text: unknown = reply.serialize(value)
  if (typeof text !== 'string') throw new TypeError('a response is serialized as text')
  const bytes = copyUnpooled(Buffer.from(text))
  return { bytes, etag: createETag(text), encodedBodies: new EncodedBodies(bytes) }
}
