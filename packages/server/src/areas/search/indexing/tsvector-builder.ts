import { foldWord } from '../text/folding.ts'
import { lexemeMarks, makeLexemePrefix, quoteLexeme } from '../text/lexemes.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { makeBigrams, type SearchToken } from '../text/tokenizer.ts'

/** The last position that a `tsvector` can have. */
const MAX_POSITION = 16_383
/** Between positions of this distance, words do not count as following each other. */
const GAP_SIZE = 10
/** PostgreSQL allows 1,048,575 bytes. The words of a larger page are still found in its sections. */
const MAX_VECTOR_BYTES = 1_000_000
/** A section that has a word so many times is about it. */
const FREQUENT_COUNT = 3
const minFrequentPositions = ':1,2,3'.length
/** Words that a person may type and mistype, and so are worth correcting to. */
const typedWord = /^\p{L}[\p{L}\p{N}._-]{2,39}$/u

interface AddOptions {
  marks: readonly string[]
  /** The weight letter of PostgreSQL; empty for the default. */
  weight: string
  /** Whether stop words are added, too. */
  stopWords: boolean
}

/** Builds the text of a `tsvector`: lexemes with their positions. */
export class TsvectorBuilder {
  readonly #indexId: number
  readonly #plainPrefix: string
  readonly #language: string
  readonly #stemmer: Stemmer
  readonly #vocabulary: Set<string>
  readonly #lexemes = new Map<string, string>()
  #position = 1
  #size = 0

  constructor(indexId: number, language: string, stemmer: Stemmer, vocabulary: Set<string>) {
    this.#indexId = indexId
    this.#plainPrefix = makeLexemePrefix(lexemeMarks.plain, indexId)
    this.#language = language
    this.#stemmer = stemmer
    this.#vocabulary = vocabulary
  }

  /** Separates what is added next from what was added before, so that no phrase matches across the two. */
  addGap(): void {
    this.#position += GAP_SIZE
  }

  /** Adds tokens with their positions, one after the other. */
  addTokens(list: readonly SearchToken[], { marks, weight, stopWords }: AddOptions): void {
    const prefixes = marks.map((mark) => makeLexemePrefix(mark, this.#indexId))
    const addLexeme = (word: string) => {
      for (const prefix of prefixes) this.#addPosition(prefix + word, weight)
    }
    for (const token of list) {
      if (token.kind === 'compound') {
        addLexeme(this.#addToVocabulary(foldWord(token.whole)))
        for (const part of token.parts) this.#addWord(part, addLexeme, stopWords)
      } else if (token.kind === 'word') this.#addWord(token.word, addLexeme, stopWords)
      else {
        for (const bigram of makeBigrams(token.characters)) {
          addLexeme(bigram)
          this.#position++
        }
      }
    }
  }

  /** Adds tokens without positions: the vector only says that they are there. */
  mentionTokens(list: readonly SearchToken[]): void {
    for (const token of list) {
      if (token.kind === 'compound') {
        this.#mentionLexeme(foldWord(token.whole))
        for (const part of token.parts) this.#mentionWord(part)
      } else if (token.kind === 'word') this.#mentionWord(token.word)
      else for (const bigram of makeBigrams(token.characters)) this.#mentionLexeme(bigram)
    }
  }

  /** Marks the words that the text has several times. Positions in the title and the heading have weights and do not count. */
  markFrequentWords(): void {
    const prefix = makeLexemePrefix(lexemeMarks.often, this.#indexId)
    for (const [lexeme, positions] of this.#lexemes) {
      if (positions.length < minFrequentPositions || !lexeme.startsWith(this.#plainPrefix)) continue
      const count = positions.split(',').filter((position) => /\d$/.test(position)).length
      if (count < FREQUENT_COUNT) continue
      const markedLexeme = prefix + lexeme.slice(this.#plainPrefix.length)
      if (this.#reserveRoom(markedLexeme)) this.#lexemes.set(markedLexeme, '')
    }
  }

  toString(): string {
    let text = ''
    for (const [lexeme, positions] of this.#lexemes) text += `${quoteLexeme(lexeme)}${positions} `
    return text
  }

  #addWord(word: string, addLexeme: (lexeme: string) => void, stopWords: boolean): void {
    const { forms, isMeaningful } = this.#stemmer.getForms(this.#language, word)
    if (isMeaningful || stopWords) for (const form of forms) addLexeme(form)
    if (forms[0] !== undefined) this.#addToVocabulary(forms[0])
    this.#position++
  }

  #mentionWord(word: string): void {
    const { forms, isMeaningful } = this.#stemmer.getForms(this.#language, word)
    if (isMeaningful) for (const form of forms) this.#mentionLexeme(form)
  }

  #mentionLexeme(word: string): void {
    const lexeme = this.#plainPrefix + word
    if (!this.#lexemes.has(lexeme) && this.#reserveRoom(lexeme)) this.#lexemes.set(lexeme, '')
  }

  #addPosition(lexeme: string, weight: string): void {
    const positions = this.#lexemes.get(lexeme)
    if (positions === undefined && !this.#reserveRoom(lexeme)) return
    const position = `${Math.min(this.#position, MAX_POSITION)}${weight}`
    this.#lexemes.set(lexeme, positions ? `${positions},${position}` : `:${position}`)
  }

  /** Counts the lexeme against the size of the vector; false if the vector is full. */
  #reserveRoom(lexeme: string): boolean {
    // A UTF-16 unit takes at most three bytes in UTF-8, and each lexeme takes some bytes beside its text.
    this.#size += lexeme.length * 3 + 8
    return this.#size < MAX_VECTOR_BYTES
  }

  #addToVocabulary(word: string): string {
    if (typedWord.test(word)) this.#vocabulary.add(word)
    return word
  }
}
