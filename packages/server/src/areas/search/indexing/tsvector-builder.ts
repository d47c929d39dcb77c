import { lexemeMarks, makeLexemePrefix } from '../text/lexemes.ts'
import type { FormTable } from './form-table.ts'
import { MAX_POSITION, TsvectorWriter } from './tsvector-writer.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { IndexedToken, WordDictionary } from './word-dictionary.ts'

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

/** No position: the form has none, or no further one. */
const NONE = -1

/**
 * The lexemes of one mark in the order in which they were added, with their positions and the weights of these. Its arrays are
 * filled again for the next mark, because making new ones would take longer than filling them.
 */
class LexemeList {
  count = 0
  /** By place. */
  readonly forms: number[] = []
  /** Where the first and the last position of the form at each place stand in `#positions`. */
  readonly #first: number[] = []
  readonly #last: number[] = []
  readonly #positions: number[] = []
  /** Where the next position of the same form stands. */
  readonly #next: number[] = []
  #positionCount = 0
  #number = 0

  clear(): void {
    this.#number = ++listCount
    this.count = 0
    this.#positionCount = 0
  }

  has(table: FormTable, form: number): boolean {
    return table.lastLists[form] === this.#number
  }

  /** Adds a form that is not in the list. */
  append(table: FormTable, form: number): void {
    table.lastLists[form] = this.#number
    table.places[form] = this.count
    this.forms[this.count] = form
    this.#first[this.count] = NONE
    this.count += 1
  }

  addPosition(place: number, position: number): void {
    const index = this.#positionCount++
    this.#positions[index] = position
    this.#next[index] = NONE
    if (this.#first[place] === NONE) this.#first[place] = index
    else this.#next[this.#last[place] ?? 0] = index
    this.#last[place] = index
  }

  /** Those of the forms that are so often in the text. Positions in the title and the heading have weights and do not count. */
  listFrequentForms(minCount: number): number[] {
    const frequentForms: number[] = []
    for (let place = 0; place < this.count; place++) {
      let count = 0
      for (let index = this.#first[place] ?? NONE; index !== NONE; index = this.#next[index] ?? NONE) {
        if ((this.#positions[index] ?? 0) <= MAX_POSITION) count += 1
      }
      if (count >= minCount) frequentForms.push(this.forms[place] ?? 0)
    }
    return frequentForms
  }

  write(prefix: string, { bytes, starts }: FormTable): void {
    for (let place = 0; place < this.count; place++) {
      const form = this.forms[place] ?? 0
      writer.beginLexeme(prefix, bytes, starts[form] ?? 0, starts[form + 1] ?? 0)
      for (let index = this.#first[place] ?? NONE; index !== NONE; index = this.#next[index] ?? NONE) {
        writer.addPosition(this.#positions[index] ?? 0)
      }
      writer.endLexeme()
    }
  }
}

/** Vectors are built one after the other, and so are the lists of each. */
const writer = new TsvectorWriter()
const list = new LexemeList()

/**
 * Builds a `tsvector`: lexemes with their positions. There is one list that the lexemes of a mark are put into, so a vector must be
 * built at once, and its marks one after the other.
 */
export class TsvectorBuilder {
  readonly #dictionary: WordDictionary
  readonly #forms: FormTable
  readonly #indexId: number
  readonly #vocabulary: Vocabulary
  #prefix: string
  #size = 0

  /** Begins with the lexemes of a mark. */
  constructor(dictionary: WordDictionary, indexId: number, vocabulary: Vocabulary, mark: string) {
    this.#dictionary = dictionary
    this.#forms = dictionary.forms
    this.#indexId = indexId
    this.#vocabulary = vocabulary
    this.#prefix = makeLexemePrefix(mark, indexId)
    writer.clear()
    list.clear()
  }

  /** What is added next has another mark. */
  beginMark(mark: string): void {
    list.write(this.#prefix, this.#forms)
    this.#prefix = makeLexemePrefix(mark, this.#indexId)
    list.clear()
  }

  /** The forms that have the mark. */
  listForms(): number[] {
    return list.forms.slice(0, list.count)
  }

  /** Adds tokens with their positions, one after the other. */
  addTokens(tokens: readonly IndexedToken[], { start, weight = 0, stopWords }: AddOptions): void {
    let position = start
    for (const token of tokens) {
      if (typeof token === 'number') this.#addWord(token, position++, weight, stopWords)
      else if (token.kind === 'compound') {
        this.#addForm(token.wholeForm, position, weight)
        this.#vocabulary.add(this.#forms, token.wholeForm)
        for (const part of token.parts) this.#addWord(part, position++, weight, stopWords)
      } else for (const bigram of token.bigramForms) this.#addForm(bigram, position++, weight)
    }
  }

  /** Adds tokens without positions: the vector only says that they are there. */
  mentionTokens(tokens: readonly IndexedToken[]): void {
    for (const token of tokens) {
      if (typeof token === 'number') this.#mentionWord(token)
      else if (token.kind === 'compound') {
        this.#mentionForm(token.wholeForm)
        for (const part of token.parts) this.#mentionWord(part)
      } else this.mentionForms(token.bigramForms)
    }
  }

  mentionForms(forms: readonly number[]): void {
    for (const form of forms) this.#mentionForm(form)
  }

  /** Marks the words that the text of the mark before has several times. */
  markFrequentWords(): void {
    const frequentForms = list.listFrequentForms(FREQUENT_COUNT)
    this.beginMark(lexemeMarks.often)
    this.mentionForms(frequentForms)
  }

  /** The vector in PostgreSQL's binary format. */
  encode(): Buffer {
    list.write(this.#prefix, this.#forms)
    return writer.finish()
  }

  #addWord(word: number, position: number, weight: number, stopWords: boolean): void {
    const { wordForms } = this.#dictionary
    const [start, end] = this.#findForms(word)
    if (stopWords || this.#dictionary.areMeaningful[word] === true) {
      for (let index = start; index < end; index++) this.#addForm(wordForms[index] ?? 0, position, weight)
    }
    this.#vocabulary.add(this.#forms, wordForms[start] ?? 0)
  }

  #mentionWord(word: number): void {
    const [start, end] = this.#findForms(word)
    if (this.#dictionary.areMeaningful[word] !== true) return
    for (let index = start; index < end; index++) this.#mentionForm(this.#dictionary.wordForms[index] ?? 0)
  }

  #addForm(form: number, place: number, weight: number): void {
    if (this.#include(form)) {
      list.addPosition(this.#forms.places[form] ?? 0, Math.min(place, MAX_POSITION) | weight)
    }
  }

  #mentionForm(form: number): void {
    this.#include(form)
  }

  /** Adds a form unless the vector is full. Returns whether the vector has it. */
  #include(form: number): boolean {
    const forms = this.#forms
    if (list.has(forms, form)) return true
    // A UTF-16 unit takes at most three bytes in UTF-8, and each lexeme takes some bytes beside its text.
    this.#size += (this.#prefix.length + (forms.texts[form] ?? '').length) * 3 + 8
    if (this.#size >= MAX_VECTOR_BYTES) return false
    list.append(forms, form)
    return true
  }

  /** Where the forms of a word stand in `wordForms`. */
  #findForms(word: number): [start: number, end: number] {
    const { formStarts } = this.#dictionary
    const start = formStarts[word]
    const end = formStarts[word + 1]
    if (start === undefined || end === undefined) throw new Error('the forms of a word are not loaded')
    return [start, end]
  }
}
