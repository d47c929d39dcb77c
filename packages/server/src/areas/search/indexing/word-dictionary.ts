import { splitIntoChunks } from '../../../common/chunks.ts'
import type { Queryable } from '../../../database/database.ts'
import { foldWord } from '../text/folding.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { makeBigrams, type SearchToken, tokenizeWith } from '../text/tokenizer.ts'

/** A dictionary with more forms is followed by a new one. Documentation repeats the same few thousand words. */
const MAX_FORMS = 40_000

/** Far fewer than the stemmer keeps, so that it has all of them when they are asked for. */
const MAX_WORDS_PER_LOAD = 10_000

/**
 * A spelling of a word as the index has it. It is the same object wherever it is in texts of one dictionary, so that a vector
 * knows without looking it up whether it has the form already: that would cost more than all else.
 */
export class IndexedForm {
  readonly text: string
  /** The list of lexemes that the form was added to last, and its place there (`tsvector-builder.ts`). */
  lastList = 0
  place = 0

  constructor(text: string) {
    this.text = text
  }
}

/** A word of the texts that are indexed. It is the same object wherever the word is in texts of one dictionary. */
export class IndexedWord {
  readonly word: string
  /** Undefined until they are loaded. */
  forms: readonly IndexedForm[] | undefined
  /** False for a stop word, such as "the" or "of". */
  isMeaningful = true
  /** The number of the vocabulary that the word was added to last. */
  lastVocabulary = 0

  constructor(word: string, forms?: readonly IndexedForm[]) {
    this.word = word
    this.forms = forms
  }
}

/** A token of a text that is indexed, see `SearchToken`. */
export type IndexedToken =
  | { readonly kind: 'word'; readonly word: IndexedWord }
  | { readonly kind: 'compound'; readonly whole: IndexedWord; readonly parts: readonly IndexedWord[] }
  | { readonly kind: 'run'; readonly bigrams: readonly IndexedForm[] }

/** The words of texts in one language. A page must have all its words from one dictionary. */
export class WordDictionary {
  readonly #language: string
  readonly #stemmer: Stemmer
  /** By what is written. */
  readonly #tokens = new Map<string, readonly IndexedToken[]>()
  readonly #words = new Map<string, IndexedWord>()
  readonly #forms = new Map<string, IndexedForm>()
  readonly #unloadedWords = new Set<IndexedWord>()

  constructor(language: string, stemmer: Stemmer) {
    this.#language = language
    this.#stemmer = stemmer
  }

  get isFull(): boolean {
    return this.#forms.size > MAX_FORMS
  }

  tokenize(text: string): IndexedToken[] {
    return tokenizeWith(text, (token) => this.#makeToken(token), this.#tokens)
  }

  /** Loads the forms of all words that lack them. */
  async loadForms(on: Queryable): Promise<void> {
    for (const batch of splitIntoChunks([...this.#unloadedWords], MAX_WORDS_PER_LOAD)) {
      await this.#stemmer.loadForms(on, this.#language, new Set(batch.map(({ word }) => word)))
      for (const word of batch) {
        const { forms, isMeaningful } = this.#stemmer.getForms(this.#language, word.word)
        word.forms = forms.map((form) => this.#getForm(form))
        word.isMeaningful = isMeaningful
        this.#unloadedWords.delete(word)
      }
    }
  }

  #makeToken(token: SearchToken): IndexedToken {
    if (token.kind === 'word') return { kind: 'word', word: this.#getWord(token.word) }
    if (token.kind === 'run') {
      return { kind: 'run', bigrams: makeBigrams(token.characters).map((bigram) => this.#getForm(bigram)) }
    }
    // A name is not stemmed as a whole.
    const whole = new IndexedWord(token.whole, [this.#getForm(foldWord(token.whole))])
    return { kind: 'compound', whole, parts: token.parts.map((part) => this.#getWord(part)) }
  }

  #getWord(text: string): IndexedWord {
    const existing = this.#words.get(text)
    if (existing) return existing
    const word = new IndexedWord(text)
    this.#words.set(text, word)
    this.#unloadedWords.add(word)
    return word
  }

  #getForm(text: string): IndexedForm {
    const existing = this.#forms.get(text)
    if (existing) return existing
    const form = new IndexedForm(text)
    this.#forms.set(text, form)
    return form
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
