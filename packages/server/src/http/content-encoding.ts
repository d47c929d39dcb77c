import { promisify } from 'node:util'
import { brotliCompress, constants, createGunzip, gunzip, type Gunzip, gzip } from 'node:zlib'
import { copyUnpooled } from '../common/unpooled-copy.ts'
import { GenerationalCache } from '../common/generational-cache.ts'

export type ContentEncoding = 'br' | 'gzip' | 'identity'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const gunzipAsync = promisify(gunzip)

/** Clients send only a few different headers, so each is parsed once. */
const encodings = new GenerationalCache<ContentEncoding>(200)

/** The best encoding that an `Accept-Encoding` header names. */
export function findContentEncoding(header: string | string[] | undefined): ContentEncoding {
  const text = String(header ?? '')
  let encoding = encodings.get(text)
  if (encoding === undefined) encodings.set(text, (encoding = chooseEncoding(text)))
  return encoding
}

/** Whether an `Accept-Encoding` header names gzip, perhaps beside better ones. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const accepted = listAcceptedEncodings(String(header ?? ''))
  return accepted.has('gzip') || accepted.has('*')
}

function chooseEncoding(header: string): ContentEncoding {
  const accepted = listAcceptedEncodings(header)
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : 'identity'
}

function listAcceptedEncodings(header: string): Set<string | undefined> {
  const parts = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  return new Set(parts.filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part)).map((part) => part.split(';', 1)[0]))
}

/** `fast` takes some milliseconds. `small` takes a hundred times as long, for a tenth fewer bytes. */
export type CompressionEffort = 'fast' | 'small'

export async function compressBytes(
  bytes: Buffer,
  encoding: 'br' | 'gzip',
  effort: CompressionEffort = 'fast',
): Promise<Buffer> {
  const isFast = effort === 'fast'
  const compressed =
    encoding === 'br'
      ? await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isFast ? 5 : 11 } })
      : await gzipAsync(bytes, { level: isFast ? 6 : 9 })
  return copyUnpooled(compressed)
}

/** @param byteLength the length of what comes out, so that it is written to one place and not copied from many. */
export const decompressGzip = (bytes: Buffer, byteLength: number): Promise<Buffer> =>
  gunzipAsync(bytes, { chunkSize: Math.max(byteLength, constants.Z_MIN_CHUNK) })

const DECOMPRESSED_CHUNK_BYTES = 256 * 1024

/** For long texts that are sent on: all of it in memory at once would be garbage right after. */
export function streamDecompressed(bytes: Buffer): Gunzip {
  const gunzip = createGunzip({ chunkSize: DECOMPRESSED_CHUNK_BYTES })
  gunzip.end(bytes)
  return gunzip
}

/**
 * The compressed forms of a body that is sent many times. Each is made once, when it is first asked for. With the effort
 * `small`, the first client gets what is made fast, and those who come later what is made meanwhile.
 */
export class EncodedBodies {
  readonly #bytes: Buffer
  readonly #effort: CompressionEffort
  readonly #bodies = new Map<ContentEncoding, Promise<Buffer>>()

  constructor(bytes: Buffer, effort: CompressionEffort = 'fast') {
    this.#bytes = bytes
    this.#effort = effort
  }

  get(encoding: ContentEncoding): Promise<Buffer> {
    let body = this.#bodies.get(encoding)
    if (!body) this.#bodies.set(encoding, (body = this.#encode(encoding)))
    return body
  }

  #encode(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === 'identity') return Promise.resolve(this.#bytes)
    const body = compressBytes(this.#bytes, encoding)
    if (this.#effort === 'small') void this.#improve(encoding, body)
    return body
  }

  async #improve(encoding: 'br' | 'gzip', fastBody: Promise<Buffer>): Promise<void> {
    try {
      await fastBody
      this.#bodies.set(encoding, Promise.resolve(await compressBytes(this.#bytes, encoding, 'small')))
    } catch {
      // Whoever waits for the fast body is told, and it stays where only the small one fails.
    }
  }
}
