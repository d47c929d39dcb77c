import { lexemeMarks, makeLexemePrefix } from '../text/lexemes.ts'
import { MAX_POSITION, TsvectorWriter } from './tsvector-writer.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { IndexedForm, IndexedToken, IndexedWord } from './word-dictionary.ts'

/** PostgreSQL allows 1,048,575 bytes. The words of a larger page are still found in its sections. */
const MAX_VECTOR_BYTES = 1_000_000
/** A section that has a word so many times is about it. */
const FREQUENT_COUNT = 3
/** What a position has in the bits above it, so that words in titles and headings count more than others, which have none. */
export const positionWeights = { title: 3 << 14, heading: 2 << 14 } as const

interface AddOptions {
  /** The position of the first token. */
  start: number
  /** One of `positionWeights`, if the tokens count more than others. */
  weight?: number
  /** Whether stop words are added, too. */
  stopWords: boolean
}

let listCount = 0

/** The lexemes of one mark in the order in which they were added, with their positions and the weights of these. */
class LexemeList {
  readonly prefix: string
  readonly forms: IndexedForm[] = []
  readonly #number = ++listCount
  /** The first position of each form; 0 for one without positions. */
  readonly #firstPositions: number[] = []
  /** The other positions of forms that have several. */
  readonly #laterPositions = new Map<number, number[]>()

  constructor(mark: string, indexId: number) {
    this.prefix = makeLexemePrefix(mark, indexId)
  }

  /** Returns false if the form is not in the list. */
  addPosition(form: IndexedForm, position: number): boolean {
    if (!this.has(form)) return false
    const { place } = form
    const later = this.#laterPositions.get(place)
    if (later) later.push(position)
    else if (this.#firstPositions[place] === 0) this.#firstPositions[place] = position
    else this.#laterPositions.set(place, [position])
    return true
  }

  has(form: IndexedForm): boolean {
    return form.lastList === this.#number
  }

  /** Adds a form that is not in the list. */
  append(form: IndexedForm, position: number): void {
    form.lastList = this.#number
    form.place = this.forms.length
    this.forms.push(form)
    this.#firstPositions.push(position)
  }

  listPositions(place: number): readonly number[] {
    const first = this.#firstPositions[place] ?? 0
    return first === 0 ? [] : [first, ...(this.#laterPositions.get(place) ?? [])]
  }

  /** Those of the forms that are so often in the text. Positions in the title and the heading have weights and do not count. */
  listFrequentForms(minCount: number): IndexedForm[] {
    return [...this.#laterPositions.keys()]
      .filter((place) => {
        const positions = this.listPositions(place)
        return (
          positions.length >= minCount &&
          positions.filter((position) => position <= MAX_POSITION).length >= minCount
        )
      })
      .flatMap((place) => this.forms[place] ?? [])
  }
}

/** Vectors are written one after the other. */
const writer = new TsvectorWriter()

/**
 * Builds a `tsvector`: lexemes with their positions. Each form of a word knows in which list it was put last, so a vector must be
 * built at once, and its marks one after the other.
 */
export class TsvectorBuilder {
  readonly #indexId: number
  readonly #vocabulary: Vocabulary
  readonly #lists: LexemeList[] = []
  #list: LexemeList
  #size = 0

  /** Begins with the lexemes of a mark. */
  constructor(indexId: number, vocabulary: Vocabulary, mark: string) {
    this.#indexId = indexId
    this.#vocabulary = vocabulary
    this.#list = this.#createList(mark)
  }

  /** What is added next has another mark. */
  beginMark(mark: string): void {
    this.#list = this.#createList(mark)
  }

  /** The forms that have the mark. */
  get forms(): readonly IndexedForm[] {
    return this.#list.forms
  }

  /** Adds tokens with their positions, one after the other. */
  addTokens(list: readonly IndexedToken[], { start, weight = 0, stopWords }: AddOptions): void {
    let position = start
    for (const token of list) {
      if (token.kind === 'word') this.#addForms(token.word, position++, weight, stopWords)
      else if (token.kind === 'compound') {
        this.#addForms(token.whole, position, weight, stopWords)
        for (const part of token.parts) this.#addForms(part, position++, weight, stopWords)
      } else for (const bigram of token.bigrams) this.#addForm(bigram, position++, weight)
    }
  }

  /** Adds tokens without positions: the vector only says that they are there. */
  mentionTokens(list: readonly IndexedToken[]): void {
    for (const token of list) {
      if (token.kind === 'word') this.#mentionWord(token.word)
      else if (token.kind === 'compound') {
        this.#mentionWord(token.whole)
        for (const part of token.parts) this.#mentionWord(part)
      } else this.mentionForms(token.bigrams)
    }
  }

  mentionForms(forms: readonly IndexedForm[]): void {
    for (const form of forms) if (!this.#list.has(form)) this.#append(form, 0)
  }

  /** Marks the words that the text of the mark before has several times. */
  markFrequentWords(): void {
    const frequentForms = this.#list.listFrequentForms(FREQUENT_COUNT)
    this.beginMark(lexemeMarks.often)
    this.mentionForms(frequentForms)
  }

  /** The vector in PostgreSQL's binary format. */
  encode(): Buffer {
    for (const list of this.#lists) {
      const { prefix, forms } = list
      for (const [place, { text }] of forms.entries()) {
        writer.addLexeme(prefix, text, list.listPositions(place))
      }
    }
    return writer.finish()
  }

  #createList(mark: string): LexemeList {
    const list = new LexemeList(mark, this.#indexId)
    this.#lists.push(list)
    return list
  }

  #addForms(word: IndexedWord, position: number, weight: number, stopWords: boolean): void {
    if (word.isMeaningful || stopWords) {
      for (const form of getForms(word)) this.#addForm(form, position, weight)
    }
    this.#vocabulary.add(word)
  }

  #addForm(form: IndexedForm, place: number, weight: number): void {
    const position = Math.min(place, MAX_POSITION) | weight
    if (!this.#list.addPosition(form, position)) this.#append(form, position)
  }

  #mentionWord(word: IndexedWord): void {
    if (word.isMeaningful) this.mentionForms(getForms(word))
  }

  /** Adds a form unless the vector is full. */
  #append(form: IndexedForm, position: number): void {
    // A UTF-16 unit takes at most three bytes in UTF-8, and each lexeme takes some bytes beside its text.
    this.#size += (this.#list.prefix.length + form.text.length) * 3 + 8
    if (this.#size < MAX_VECTOR_BYTES) this.#list.append(form, position)
  }
}

function getForms({ word, forms }: IndexedWord): readonly IndexedForm[] {
  if (!forms) throw new Error(`the forms of "${word}" are not loaded`)
  return forms
}
