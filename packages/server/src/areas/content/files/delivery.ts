import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canShowInline } from './content-type.ts'
import type { Download, FileService } from './service.ts'

/**
 * Uploaded files may be shown, played and saved, but must not run scripts, load anything or act for the reader. The PDF
 * viewer of a browser has its own sandbox, and does not open a file in another one.
 */
const createContentSecurityPolicy = (contentType: string): string =>
  contentType === 'application/pdf'
    ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"
    : "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; " +
      "frame-ancestors 'none'"

/** Registers the route of downloads. Their URLs are signed, so requests need no token and have no rate limit. */
export function registerFileDelivery(app: FastifyInstance, files: FileService): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:blob/:name',
    config: { unguarded: 'signed-url', isOpenToAllOrigins: true },
    compress: false,
    handler: async (request, reply) => {
      const file = await files.findDownload(request.url)
      return sendFile(files, request, reply, file, file.cacheControl)
    },
  })
}

/** Sends a file, the requested range of it, or 304 when the client has it. */
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
    'content-security-policy': createContentSecurityPolicy(file.contentType),
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()

  reply.headers({
    'content-type': file.contentType.startsWith('text/')
      ? `${file.contentType}; charset=utf-8`
      : file.contentType,
    'content-disposition': createContentDisposition(file),
  })
  const range = shouldUseRange(request, etag) ? parseRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    reply.removeHeader('content-disposition')
    return reply.code(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('')
  }
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  return reply.send(request.method === 'HEAD' ? undefined : await files.open(file, range))
}

/** The header has the name twice, as RFC 6266 says: in ASCII for old clients, and in UTF-8. */
function createContentDisposition({ name, contentType }: Download): string {
  const asciiName = name.replaceAll(/[^ -~]|["\\%]/gu, '_')
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  const type = canShowInline(contentType) ? 'inline' : 'attachment'
  return `${type}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)

/** With `If-Range`, the client asks for a range only if the file is the one that it has the rest of. */
function shouldUseRange({ headers }: FastifyRequest, etag: string): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === etag
}

/** Parses a header with one range. Undefined, for the whole file, if it is invalid or has several. */
function parseRange(
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
