import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/**
 * Adds an ETag to successful reads, and answers 304 without a body when the client already has it. Writes are left out,
 * because a write must never be answered with 304.
 */
export function registerETags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const preparedETag = reply.getHeader('etag')
    const isPrepared = typeof preparedETag === 'string' && Buffer.isBuffer(payload)
    if (!isRead || reply.statusCode !== 200 || (typeof payload !== 'string' && !isPrepared)) {
      done(null, payload)
      return
    }
    const etag = isPrepared ? preparedETag : createETag(String(payload))
    reply.header('etag', etag)
    if (matchesETag(request.headers['if-none-match'], etag)) {
      reply.code(304).removeHeader('content-type')
      done(null, null)
    } else {
      done(null, payload)
    }
  })
}

/**
 * Creates a weak ETag, because it is the same for compressed and plain bodies. It only has to distinguish two states of one
 * URL, so length and checksum suffice; a cryptographic hash takes longer than reading the row.
 */
export const createETag = (body: string): string => formatETag(body.length, crc32(body))

export const formatETag = (length: number, checksum: number): string =>
  `W/"${length.toString(36)}-${checksum.toString(36)}"`

// RFC 9110 calls this the weak comparison: the prefix W/ does not count.
export function matchesETag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => part.trim() === '*' || opaqueTag(part.trim()) === opaqueTag(etag))
}

const opaqueTag = (etag: string): string => etag.replace(/^W\//, '')
