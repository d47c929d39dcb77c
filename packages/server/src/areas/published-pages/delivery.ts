import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'

/** A text that is sent many times: its fingerprint, and what each way to compress it made of it. */
class Sent {
  readonly bytes: Buffer
  readonly etag: string
  readonly encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.bytes = Buffer.from(text)
    this.etag = `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 22)}"`
  }
}

type Encoding = 'br' | 'gzip' | 'identity'

export interface Sending {
  text: string
  type: string
  headers?: Record<string, string>
  status?: number
  /** What the text is part of, where someone keeps it: as long as they do, what was made of the text is kept too. */
  keeper?: object
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const smallest = 1000

/** Sends texts, each compressed once as long as it is kept. */
export class Delivery {
  /** Texts that nobody else keeps, by themselves. */
  readonly #texts = new LRUCache<string, Sent>({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ bytes }) => bytes.length * 2 + 500,
  })
  readonly #kept = new WeakMap<object, Sent>()

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { text, type, headers = {}, status = 200, keeper }: Sending,
  ): Promise<FastifyReply> {
    const sent = keeper ? this.#of(keeper, text) : this.#ofText(text)
    reply.code(status).headers({ 'content-type': type, vary: 'Accept-Encoding', etag: sent.etag, ...headers })
    if (status === 200 && namesTag(request.headers['if-none-match'], sent.etag)) {
      return reply.code(304).removeHeader('content-type').send()
    }
    const encoding = text.length < smallest ? 'identity' : encodingFor(request.headers['accept-encoding'])
    const body = await this.#encoded(sent, encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(body)
  }

  #of(keeper: object, text: string): Sent {
    let sent = this.#kept.get(keeper)
    if (!sent) this.#kept.set(keeper, (sent = new Sent(text)))
    return sent
  }

  #ofText(text: string): Sent {
    let sent = this.#texts.get(text)
    if (!sent) this.#texts.set(text, (sent = new Sent(text)))
    return sent
  }

  #encoded(sent: Sent, encoding: Encoding): Promise<Buffer> {
    let made = sent.encoded.get(encoding)
    if (!made) {
      made =
        encoding === 'br'
          ? brotli(sent.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : encoding === 'gzip'
            ? zip(sent.bytes, { level: 6 })
            : Promise.resolve(sent.bytes)
      sent.encoded.set(encoding, made)
    }
    return made
  }
}

/** Browsers send one of a few headers: each is read once. */
const encodings = new LRUCache<string, Encoding>({ max: 200 })

function encodingFor(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  let known = encodings.get(text)
  if (known === undefined) encodings.set(text, (known = bestOf(text)))
  return known
}

function bestOf(header: string): Encoding {
  const parts = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const accepted = new Set(
    parts.filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part)).map((part) => part.split(';', 1)[0]),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : 'identity'
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
