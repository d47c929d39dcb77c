import { splitIntoChunks } from '../../../common/chunks.ts'
import type { Queryable } from '../../../database/database.ts'
import { foldWord } from '../text/folding.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { makeBigrams, type SearchToken, tokenizeWith } from '../text/tokenizer.ts'
import { FormTable } from './form-table.ts'

/** A dictionary with more forms is followed by a new one. Documentation repeats the same few thousand words. */
const MAX_FORMS = 40_000

/** Far fewer than the stemmer keeps, so that it has all of them when they are asked for. */
const MAX_WORDS_PER_LOAD = 10_000

/**
 * A token of a text that is indexed, see `SearchToken`: the number of a word, or what has several parts. Most are words, and numbers
 * take no memory of their own that would have to be read.
 */
export type IndexedToken =
  | number
  | { readonly kind: 'compound'; readonly wholeForm: number; readonly parts: readonly number[] }
  | { readonly kind: 'run'; readonly bigramForms: readonly number[] }

/** The words of texts in one language, by their numbers. A page must have all its words from one dictionary. */
export class WordDictionary {
  readonly forms = new FormTable()
  readonly #language: string
  readonly #stemmer: Stemmer
  /** By what is written. */
  readonly #tokens = new Map<string, readonly IndexedToken[]>()
  readonly #wordNumbers = new Map<string, number>()
  readonly #words: string[] = []
  /** Where the forms of each word begin in `wordForms`, and where those of the last one end. Those of later words are not loaded. */
  readonly formStarts: number[] = [0]
  readonly wordForms: number[] = []
  /** By word; false for a stop word, such as "the" or "of". */
  readonly areMeaningful: boolean[] = []

  constructor(language: string, stemmer: Stemmer) {
    this.#language = language
    this.#stemmer = stemmer
  }

  get isFull(): boolean {
    return this.forms.size > MAX_FORMS
  }

  tokenize(text: string): IndexedToken[] {
    return tokenizeWith(text, (token) => this.#makeToken(token), this.#tokens)
  }

  /** Loads the forms of all words that lack them. */
  async loadForms(on: Queryable): Promise<void> {
    let end = this.areMeaningful.length
    for (const batch of splitIntoChunks(this.#words.slice(end), MAX_WORDS_PER_LOAD)) {
      await this.#stemmer.loadForms(on, this.#language, new Set(batch))
      end += batch.length
      // Meanwhile others may have loaded some of them.
      for (const word of this.#words.slice(this.areMeaningful.length, end)) this.#addForms(word)
    }
  }

  #addForms(word: string): void {
    const { forms, isMeaningful } = this.#stemmer.getForms(this.#language, word)
    for (const form of forms) this.wordForms.push(this.forms.getNumber(form))
    this.formStarts.push(this.wordForms.length)
    this.areMeaningful.push(isMeaningful)
  }

  #makeToken(token: SearchToken): IndexedToken {
    if (token.kind === 'word') return this.#numberWord(token.word)
    if (token.kind === 'run') {
      return {
        kind: 'run',
        bigramForms: makeBigrams(token.characters).map((bigram) => this.forms.getNumber(bigram)),
      }
    }
    return {
      kind: 'compound',
      // A name is not stemmed as a whole.
      wholeForm: this.forms.getNumber(foldWord(token.whole)),
      parts: token.parts.map((part) => this.#numberWord(part)),
    }
  }
  #numberWord(text: string): number {
    const existing = this.#wordNumbers.get(text)
    if (existing !== undefined) return existing
    const number = this.#words.length
    this.#wordNumbers.set(text, number)
    this.#words.push(text)
    return number
  }
}

/** The dictionaries of texts that are indexed, one for each language. */
export class WordDictionaries {
  readonly #stemmer: Stemmer
  readonly #dictionaries = new Map<string, WordDictionary>()

  constructor(stemmer: Stemmer) {
    this.#stemmer = stemmer
  }

  /** The dictionary for the next pages. Those that are being indexed keep theirs. */
  get(language: string): WordDictionary {
    const existing = this.#dictionaries.get(language)
    if (existing && !existing.isFull) return existing
    const dictionary = new WordDictionary(language, this.#stemmer)
    this.#dictionaries.set(language, dictionary)
    return dictionary
  }
}
