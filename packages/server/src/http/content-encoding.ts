import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { GenerationalCache } from '../common/generational-cache.ts'

export type ContentEncoding = 'br' | 'gzip' | 'identity'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Clients send only a few different headers, so each is parsed once. */
const encodings = new GenerationalCache<ContentEncoding>(200)

/** The best encoding that an `Accept-Encoding` header names. */
export function findContentEncoding(header: string | string[] | undefined): ContentEncoding {
  const text = String(header ?? '')
  let encoding = encodings.get(text)
  if (encoding === undefined) encodings.set(text, (encoding = chooseEncoding(text)))
  return encoding
}

function chooseEncoding(header: string): ContentEncoding {
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

/** The compressed forms of a body that is sent many times. Each is made once, when it is first asked for. */
export class EncodedBodies {
  readonly #bytes: Buffer
  readonly #bodies = new Map<ContentEncoding, Promise<Buffer>>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get(encoding: ContentEncoding): Promise<Buffer> {
    let body = this.#bodies.get(encoding)
    if (!body) this.#bodies.set(encoding, (body = this.#encode(encoding)))
    return body
  }

  #encode(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === 'br') {
      return brotliAsync(this.#bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    }
    return encoding === 'gzip' ? gzipAsync(this.#bytes, { level: 6 }) : Promise.resolve(this.#bytes)
  }
}
