import { constants, crc32, deflateRawSync } from 'node:zlib'
import { copyUnpooled } from '../common/unpooled-copy.ts'
import { combineCrc32 } from '../common/crc32.ts'
import { formatETag } from './etag.ts'

/** A part of a text, compressed so that it can be joined with others without being compressed again. */
export interface TextSegment {
  /** Deflate blocks that end at a byte and refer to nothing before them. */
  readonly deflated: Buffer
  readonly crc32: number
  readonly byteLength: number
  /** In UTF-16 code units, which ETags count. */
  readonly textLength: number
}

/** Better compression would take most of the time of making a large response, for a tenth fewer bytes. */
const COMPRESSION_LEVEL = 3

/** Segments are short, so that compressing one takes less than giving it to another thread. */
export function createTextSegment(text: string): TextSegment {
  const bytes = Buffer.from(text)
  const deflated = deflateRawSync(bytes, { level: COMPRESSION_LEVEL, finishFlush: constants.Z_FULL_FLUSH })
  const { byteLength } = bytes
  return { deflated: copyUnpooled(deflated), crc32: crc32(bytes), byteLength, textLength: text.length }
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** A deflate block with nothing in it, which is the last one. */
const LAST_BLOCK = Buffer.from([3, 0])

/**
 * A serialized response that is joined from segments, for large ones of which most stays the same from one to the next. It
 * must fit the schema of the route.
 */
export class SegmentedResponse<Value> {
  readonly etag: string
  readonly byteLength: number
  readonly #segments: readonly TextSegment[]
  readonly #crc32: number
  /** The type of the serialized value. It exists at compile time only. */
  declare readonly value: Value

  constructor(segments: readonly TextSegment[]) {
    this.#segments = segments
    this.byteLength = segments.reduce((sum, { byteLength }) => sum + byteLength, 0)
    this.#crc32 = segments.reduce(
      (checksum, segment) => combineCrc32(checksum, segment.crc32, segment.byteLength),
      0,
    )
    this.etag = formatETag(
      segments.reduce((sum, { textLength }) => sum + textLength, 0),
      this.#crc32,
    )
  }

  /** The whole as one gzip member: some clients read only the first of several. */
  createGzipBytes(): Buffer {
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(this.#crc32, 0)
    trailer.writeUInt32LE(this.byteLength % 2 ** 32, 4)
    const blocks = this.#segments.map(({ deflated }) => deflated)
    return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, trailer])
  }
}

/** Creates a response from a list of segments, and what comes before and after them. */
export const createSegmentedResponse = <Value>(
  head: string,
  segments: readonly TextSegment[],
  tail: string,
): SegmentedResponse<Value> =>
  new SegmentedResponse([createTextSegment(head), ...segments, createTextSegment(tail)])
