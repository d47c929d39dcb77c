import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Reads carry a fingerprint of their body; who sends it back is told when nothing has changed instead of getting
 * the body again. Only reads that went well: a write must never be answered with 304.
 */
export function registerETags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') {
      done(null, payload)
      return
    }
    const etag = `"${hash('sha1', payload, 'base64url')}"`
    reply.header('etag', etag)
    if (matches(request.headers['if-none-match'], etag)) {
      reply.code(304).removeHeader('content-type')
      done(null, null)
    } else {
      done(null, payload)
    }
  })
}

// Compression makes an ETag weak on its way; the comparison is the weak one of RFC 9110.
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)
}
