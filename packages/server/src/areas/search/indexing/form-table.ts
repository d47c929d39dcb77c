const INITIAL_BYTES = 64 * 1024
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3

/**
 * The spellings of words as the index has them, each with a number. What is noted of them while vectors are built stands in arrays
 * by that number: objects lie anywhere in memory, and reading one for each word of a text took longer than all else.
 */
export class FormTable {
  readonly texts: string[] = []
  /** The list of lexemes that each form was added to last, and its place there (`tsvector-builder.ts`). */
  readonly lastLists: number[] = []
  readonly places: number[] = []
  /** The vocabulary that each form was added to last. */
  readonly lastVocabularies: number[] = []
  /** Where the bytes of each form begin, and where those of the last one end. */
  readonly starts: number[] = [0]
  readonly #numbers = new Map<string, number>()
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES)

  get size(): number {
    return this.texts.length
  }

  /** All forms in UTF-8, one after the other. */
  get bytes(): Buffer {
    return this.#bytes
  }

  /** The number of a form, which gets one if it has none yet. */
  getNumber(text: string): number {
    const existing = this.#numbers.get(text)
    if (existing !== undefined) return existing
    const number = this.texts.length
    this.#numbers.set(text, number)
    this.texts.push(text)
    this.lastLists.push(0)
    this.places.push(0)
    this.lastVocabularies.push(0)
    const start = this.starts[number] ?? 0
    this.#reserve(start + text.length * MAX_BYTES_PER_UNIT)
    this.starts.push(start + this.#bytes.write(text, start))
    return number
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(size, this.#bytes.length * 2))
    this.#bytes.copy(larger)
    this.#bytes = larger
  }
}
