/** The last position that a `tsvector` can have. */
export const MAX_POSITION = 16_383
/** PostgreSQL keeps no more positions of a lexeme. */
const MAX_POSITIONS = 256

const INITIAL_BYTES = 64 * 1024
const COUNT_BYTES = 4
const POSITION_BYTES = 2

/**
 * Writes a `tsvector` in PostgreSQL's binary format: the number of lexemes, then each lexeme with a zero after it, the
 * number of its positions and the positions. PostgreSQL sorts the lexemes by itself, but does not merge equal ones.
 */
export class TsvectorWriter {
  #buffer = Buffer.allocUnsafe(INITIAL_BYTES)
  #offset = COUNT_BYTES
  #count = 0
  /** Of the lexeme that is being written: where the number of its positions stands, how many there are, and the last one. */
  #positionCountOffset = 0
  #positionCount = 0
  #lastPosition = 0

  /** Drops what was written, if a vector was begun and not finished. */
  clear(): void {
    this.#offset = COUNT_BYTES
    this.#count = 0
  }

  /**
   * @param prefix in ASCII.
   * @param bytes the word is what they have from `start` to `end`.
   */
  beginLexeme(prefix: string, bytes: Uint8Array, start: number, end: number): void {
    this.#reserve(prefix.length + end - start + 1 + POSITION_BYTES * (MAX_POSITIONS + 1))
    const buffer = this.#buffer
    let offset = this.#offset
    for (let index = 0; index < prefix.length; index++) buffer[offset++] = prefix.charCodeAt(index)
    // Calling out of JavaScript takes longer than copying a short word.
    for (let index = start; index < end; index++) buffer[offset++] = bytes[index] ?? 0
    buffer[offset++] = 0
    this.#positionCountOffset = offset
    this.#offset = offset + POSITION_BYTES
    this.#count += 1
    this.#positionCount = 0
    this.#lastPosition = 0
  }

  /** @param position with its weight; not before the last one. Of equal ones only the first is written. */
  addPosition(position: number): void {
    // The bits above the largest position are the weight.
    const place = position & MAX_POSITION
    if (place === this.#lastPosition || this.#positionCount === MAX_POSITIONS) return
    this.#lastPosition = place
    this.#positionCount += 1
    this.#writeNumber(this.#offset, position)
    this.#offset += POSITION_BYTES
  }

  endLexeme(): void {
    this.#writeNumber(this.#positionCountOffset, this.#positionCount)
  }

  /** Returns the vector, and begins the next one. */
  finish(): Buffer {
    this.#buffer.writeInt32BE(this.#count, 0)
    const vector = Buffer.from(this.#buffer.subarray(0, this.#offset))
    this.clear()
    return vector
  }

  #reserve(bytes: number): void {
    const needed = this.#offset + bytes
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
    this.#buffer.copy(larger, 0, 0, this.#offset)
    this.#buffer = larger
  }

  #writeNumber(offset: number, value: number): void {
    this.#buffer[offset] = value >> 8
    this.#buffer[offset + 1] = value & 0xff
  }
}
