import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/**
 * Reads carry a fingerprint of their body; who sends it back is told when nothing has changed instead of getting
 * the body again. Only reads that went well: a write must never be answered with 304.
 */
export function registerETags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const given = reply.getHeader('etag')
    const isKept = typeof given === 'string' && Buffer.isBuffer(payload)
    if (!isRead || reply.statusCode !== 200 || (typeof payload !== 'string' && !isKept)) {
      done(null, payload)
      return
    }
    const etag = isKept ? given : createETag(String(payload))
    reply.header('etag', etag)
    if (matches(request.headers['if-none-match'], etag)) {
      reply.code(304).removeHeader('content-type')
      done(null, null)
    } else {
      done(null, payload)
    }
  })
}

/**
 * Weak: the same content has it compressed and plain. It only has to tell two states of one address apart, which length
 * and checksum do; a cryptographic hash took longer than reading the row.
 */
export const createETag = (body: string): string =>
  `W/"${body.length.toString(36)}-${crc32(body).toString(36)}"`

// The comparison is the weak one of RFC 9110, in which the mark does not count.
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => part.trim() === '*' || opaqueTag(part.trim()) === opaqueTag(etag))
}

const opaqueTag = (etag: string): string => etag.replace(/^W\//, '')
