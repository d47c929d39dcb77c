/** The last position that a `tsvector` can have. */
export const MAX_POSITION = 16_383
/** PostgreSQL keeps no more positions of a lexeme. */
const MAX_POSITIONS = 256

const INITIAL_BYTES = 64 * 1024
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3
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

  /** @param positions positions with their weights, in ascending order. Of equal ones only the first is written. */
  addLexeme(prefix: string, word: string, positions: readonly number[]): void {
    const maxTextBytes = (prefix.length + word.length) * MAX_BYTES_PER_UNIT + 1
    this.#reserve(maxTextBytes + POSITION_BYTES * (MAX_POSITIONS + 1))
    this.#count += 1
    this.#writeText(prefix)
    this.#writeText(word)
    this.#buffer[this.#offset++] = 0
    this.#writePositions(positions)
  }

  /** Returns the vector, and begins the next one. */
  finish(): Buffer {
    this.#buffer.writeInt32BE(this.#count, 0)
    const vector = Buffer.from(this.#buffer.subarray(0, this.#offset))
    this.#offset = COUNT_BYTES
    this.#count = 0
    return vector
  }

  #reserve(bytes: number): void {
    const needed = this.#offset + bytes
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
    this.#buffer.copy(larger, 0, 0, this.#offset)
    this.#buffer = larger
  }

  #writeText(text: string): void {
    const buffer = this.#buffer
    let offset = this.#offset
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) {
        // `write` is a call out of JavaScript, which takes longer than copying a short ASCII word.
        this.#offset += buffer.write(text, this.#offset)
        return
      }
      buffer[offset++] = code
    }
    this.#offset = offset
  }

  #writePositions(positions: readonly number[]): void {
    const countOffset = this.#offset
    this.#offset += POSITION_BYTES
    let count = 0
    let last = 0
    for (const position of positions) {
      // The bits above the largest position are the weight.
      const place = position & MAX_POSITION
      if (place === last) continue
      last = place
      this.#writeNumber(this.#offset, position)
      this.#offset += POSITION_BYTES
      if (++count === MAX_POSITIONS) break
    }
    this.#writeNumber(countOffset, count)
  }

  #writeNumber(offset: number, value: number): void {
    this.#buffer[offset] = value >> 8
    this.#buffer[offset + 1] = value & 0xff
  }
}
