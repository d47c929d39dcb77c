import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'

/** A text that is sent many times: once for each way to compress it. */
export interface Sent {
  text: string
  etag: string
  encoded: Map<string, Promise<Buffer>>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const smallest = 1000

/** Keeps what was compressed by the text itself, so that a text is compressed once in the life of the process. */
export class Delivery {
  readonly #kept = new LRUCache<string, Sent>({
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: ({ text }) => text.length * 2 + 500,
  })

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      text,
      type,
      headers = {},
      status = 200,
    }: { text: string; type: string; headers?: Record<string, string>; status?: number },
  ): Promise<FastifyReply> {
    const sent = this.#of(text)
    reply.code(status).headers({ 'content-type': type, vary: 'Accept-Encoding', etag: sent.etag, ...headers })
    if (status === 200 && namesTag(request.headers['if-none-match'], sent.etag)) {
      return reply.code(304).removeHeader('content-type').send()
    }
    const encoding = text.length < smallest ? undefined : encodingFor(request.headers['accept-encoding'])
    const body = await this.#encoded(sent, encoding ?? 'identity')
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.send(body)
  }

  #of(text: string): Sent {
    let sent = this.#kept.get(text)
    if (!sent) {
      const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      this.#kept.set(text, (sent = { text, etag, encoded: new Map() }))
    }
    return sent
  }

  #encoded(sent: Sent, encoding: 'br' | 'gzip' | 'identity'): Promise<Buffer> {
    let made = sent.encoded.get(encoding)
    if (!made) {
      made =
        encoding === 'br'
          ? brotli(sent.text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : encoding === 'gzip'
            ? zip(sent.text, { level: 6 })
            : Promise.resolve(Buffer.from(sent.text))
      sent.encoded.set(encoding, made)
    }
    return made
  }
}

function encodingFor(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const parts = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const accepted = new Set(
    parts.filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part)).map((part) => part.split(';', 1)[0]),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : undefined
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
