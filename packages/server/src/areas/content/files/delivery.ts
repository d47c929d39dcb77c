import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canShowInline } from './content-type.ts'
import type { Download, FileService } from './service.ts'

/**
 * What people upload is shown, played and saved; it can run nothing, load nothing and knows nothing of who looks at
 * it. A PDF is opened by a part of the browser that sandboxes it by itself and does not open in one of ours.
 */
const policy = (contentType: string): string =>
  contentType === 'application/pdf'
    ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"
    : "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; " +
      "frame-ancestors 'none'"

/** The addresses that files are read at. Their signature is all that is asked for, so they are not counted. */
export function registerFileDelivery(app: FastifyInstance, files: FileService): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:blob/:name',
    config: { unguarded: 'signed-url' },
    compress: false,
    handler: async (request, reply) =>
      // The address changes when the bytes do.
      sendFile(
        files,
        request,
        reply,
        await files.findDownload(request.url),
        'public, max-age=31536000, immutable',
      ),
  })
}

/** Sends a file, or the part of it that is asked for, or word that it is the one they have. */
export async function sendFile(
  files: FileService,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Download,
  cacheControl: string,
) {
  const etag = `"${file.blob}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-security-policy': policy(file.contentType),
  })
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()

  reply.headers({
    'content-type': file.contentType.startsWith('text/')
      ? `${file.contentType}; charset=utf-8`
      : file.contentType,
    'content-disposition': disposition(file),
  })
  const wanted = isRangeMeant(request, etag) ? readRange(request.headers.range, file.size) : undefined
  if (wanted === 'unsatisfiable') {
    reply.removeHeader('content-disposition')
    return reply.code(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('')
  }
  if (wanted) {
    reply.code(206).header('content-range', `bytes ${wanted.start}-${wanted.end}/${file.size}`)
  }
  reply.header('content-length', wanted ? wanted.end - wanted.start + 1 : file.size)
  return reply.send(request.method === 'HEAD' ? undefined : await files.open(file, wanted))
}

/** Names of any script, as RFC 6266 has them: plain for old programs, and in UTF-8. */
function disposition({ name, contentType }: Download): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  const kind = canShowInline(contentType) ? 'inline' : 'attachment'
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)

/** With `If-Range` a part is only wanted of the bytes that the client has the rest of. */
function isRangeMeant({ headers }: FastifyRequest, etag: string): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === etag
}

/** One range; what is not understood, or asks for several, is answered with all. */
function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
