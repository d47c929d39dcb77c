import pg from 'pg'

const { TEXT, TSVECTOR } = pg.types.builtins

const HEADER_BYTES = 20
const LENGTH_BYTES = 4

/**
 * An array of texts as a parameter in PostgreSQL's binary format. As a text, each element would have to be quoted here
 * and parsed there.
 */
export function encodeTextArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? undefined : Buffer.byteLength(text)))
  return encodeArray(TEXT, lengths, (buffer, index, offset) => buffer.write(texts[index] ?? '', offset))
}

/** An array of vectors that are in PostgreSQL's binary format already. */
export const encodeTsvectorArray = (vectors: readonly Buffer[]): Buffer =>
  encodeArray(
    TSVECTOR,
    vectors.map(({ length }) => length),
    (buffer, index, offset) => vectors[index]?.copy(buffer, offset),
  )

/** @param lengths the bytes of each element; undefined for null. */
function encodeArray(
  elementType: number,
  lengths: readonly (number | undefined)[],
  writeElement: (buffer: Buffer, index: number, offset: number) => void,
): Buffer {
  const size = lengths.reduce<number>((sum, length = 0) => sum + LENGTH_BYTES + length, HEADER_BYTES)
  const buffer = Buffer.allocUnsafe(size)
  // The number of dimensions, whether there are nulls, the type, and for the only dimension its length and first index.
  const header = [1, lengths.includes(undefined) ? 1 : 0, elementType, lengths.length, 1]
  let offset = 0
  for (const number of header) offset = buffer.writeInt32BE(number, offset)
  for (const [index, length] of lengths.entries()) {
    offset = buffer.writeInt32BE(length ?? -1, offset)
    if (length === undefined) continue
    writeElement(buffer, index, offset)
    offset += length
  }
  return buffer
}
