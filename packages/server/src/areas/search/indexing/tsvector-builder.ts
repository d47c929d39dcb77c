import { lexemeMarks, makeLexemePrefix } from '../text/lexemes.ts'
import type { WordForms } from '../text/stemmer.ts'
import type { IndexedToken, IndexedWord } from './indexed-words.ts'
import { MAX_POSITION, TsvectorWriter } from './tsvector-writer.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Between positions of this distance, words do not count as following each other. */
const GAP_SIZE = 10
/** PostgreSQL allows 1,048,575 bytes. The words of a larger page are still found in its sections. */
const MAX_VECTOR_BYTES = 1_000_000
/** A section that has a word so many times is about it. */
const FREQUENT_COUNT = 3
/** What a position has in the bits above it, so that words in titles and headings count more. */
export const positionWeights = { title: 3 << 14, heading: 2 << 14, text: 0 } as const

interface AddOptions {
  marks: readonly string[]
  /** One of `positionWeights`. */
  weight: number
  /** Whether stop words are added, too. */
  stopWords: boolean
}

/** The lexemes of one mark: the positions of each word, with their weights. */
interface MarkedLexemes {
  prefix: string
  positions: Map<string, number[]>
}

/** Vectors are written one after the other. */
const writer = new TsvectorWriter()

/**
 * Builds a `tsvector`: lexemes with their positions. The words are collected without the prefixes of their lexemes: a
 * new string for each word of a text, and its hash, would cost more than all else.
 */
export class TsvectorBuilder {
  readonly #indexId: number
  readonly #plain: MarkedLexemes
  readonly #vocabulary: Vocabulary
  readonly #lexemesByMark = new Map<string, MarkedLexemes>()
  #position = 1
  #size = 0

  constructor(indexId: number, vocabulary: Vocabulary) {
    this.#indexId = indexId
    this.#plain = this.#getLexemes(lexemeMarks.plain)
    this.#vocabulary = vocabulary
  }

  /** Separates what is added next from what was added before, so that no phrase matches across the two. */
  addGap(): void {
    this.#position += GAP_SIZE
  }

  /** Adds tokens with their positions, one after the other. */
  addTokens(list: readonly IndexedToken[], { marks, weight, stopWords }: AddOptions): void {
    const targets = marks.map((mark) => this.#getLexemes(mark))
    for (const token of list) {
      if (token.kind === 'word') this.#addWord(token.word, targets, weight, stopWords)
      else if (token.kind === 'compound') {
        this.#addForms(token.whole, targets, weight, stopWords)
        for (const part of token.parts) this.#addWord(part, targets, weight, stopWords)
      } else {
        for (const bigram of token.bigrams) {
          this.#addLexeme(bigram, targets, weight)
          this.#position++
        }
      }
    }
  }

  /** Adds tokens without positions: the vector only says that they are there. */
  mentionTokens(list: readonly IndexedToken[]): void {
    for (const token of list) {
      if (token.kind === 'word') this.#mentionWord(token.word)
      else if (token.kind === 'compound') {
        this.#mentionWord(token.whole)
        for (const part of token.parts) this.#mentionWord(part)
      } else for (const bigram of token.bigrams) this.#mentionLexeme(bigram)
    }
  }

  /** Adds the words of another vector without their positions. */
  mentionWordsOf(other: TsvectorBuilder): void {
    for (const word of other.#plain.positions.keys()) this.#mentionLexeme(word)
  }

  /** Marks the words that the text has several times. Positions in the title and the heading have weights and do not count. */
  markFrequentWords(): void {
    const frequent = this.#getLexemes(lexemeMarks.often)
    for (const [word, positions] of this.#plain.positions) {
      if (positions.length < FREQUENT_COUNT) continue
      const count = positions.filter((position) => position <= MAX_POSITION).length
      if (count >= FREQUENT_COUNT && this.#reserveRoom(frequent, word)) {
        frequent.positions.set(word, [])
      }
    }
  }

  /** The vector in PostgreSQL's binary format. */
  encode(): Buffer {
    for (const { prefix, positions } of this.#lexemesByMark.values()) {
      for (const [word, wordPositions] of positions) writer.addLexeme(prefix, word, wordPositions)
    }
    return writer.finish()
  }

  #getLexemes(mark: string): MarkedLexemes {
    const existing = this.#lexemesByMark.get(mark)
    if (existing) return existing
    const lexemes = { prefix: makeLexemePrefix(mark, this.#indexId), positions: new Map<string, number[]>() }
    this.#lexemesByMark.set(mark, lexemes)
    return lexemes
  }

  #addWord(word: IndexedWord, targets: readonly MarkedLexemes[], weight: number, stopWords: boolean): void {
    this.#addForms(word, targets, weight, stopWords)
    this.#position++
  }

  #addForms(word: IndexedWord, targets: readonly MarkedLexemes[], weight: number, stopWords: boolean): void {
    const { forms, isMeaningful } = getForms(word)
    if (isMeaningful || stopWords) for (const form of forms) this.#addLexeme(form, targets, weight)
    this.#vocabulary.add(word)
  }

  #addLexeme(word: string, targets: readonly MarkedLexemes[], weight: number): void {
    for (const lexemes of targets) {
      const position = Math.min(this.#position, MAX_POSITION) | weight
      const positions = lexemes.positions.get(word)
      if (positions !== undefined) positions.push(position)
      else if (this.#reserveRoom(lexemes, word)) lexemes.positions.set(word, [position])
    }
  }

  #mentionWord(word: IndexedWord): void {
    const { forms, isMeaningful } = getForms(word)
    if (isMeaningful) for (const form of forms) this.#mentionLexeme(form)
  }

  #mentionLexeme(word: string): void {
    const { positions } = this.#plain
    if (!positions.has(word) && this.#reserveRoom(this.#plain, word)) positions.set(word, [])
  }

  /** Counts the lexeme against the size of the vector; false if the vector is full. */
  #reserveRoom({ prefix }: MarkedLexemes, word: string): boolean {
    // A UTF-16 unit takes at most three bytes in UTF-8, and each lexeme takes some bytes beside its text.
    this.#size += (prefix.length + word.length) * 3 + 8
    return this.#size < MAX_VECTOR_BYTES
  }
}

function getForms({ word, forms }: IndexedWord): WordForms {
  if (!forms) throw new Error(`the forms of "${word}" are not loaded`)
  return forms
}
