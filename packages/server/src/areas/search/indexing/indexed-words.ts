import { splitIntoChunks } from '../../../common/chunks.ts'
import { GenerationalCache } from '../../../common/generational-cache.ts'
import type { Queryable } from '../../../database/database.ts'
import { foldWord } from '../text/folding.ts'
import type { Stemmer, WordForms } from '../text/stemmer.ts'
import { makeBigrams, type SearchToken, tokenizeWith } from '../text/tokenizer.ts'

/** How many different words of texts are cached for each language, as they are written there. */
const MAX_CACHED_WORDS = 20_000

/** Far fewer than the stemmer keeps, so that it has all of them when they are asked for. */
const MAX_WORDS_PER_LOAD = 10_000

/**
 * A word of the texts that are indexed. It is the same object wherever the word is, so that its forms are looked up once
 * and not for each place: that would cost more than all else.
 */
export class IndexedWord {
  readonly word: string
  /** Undefined until they are loaded. */
  forms: WordForms | undefined
  /** The number of the vocabulary that the word was added to last. */
  lastVocabulary = 0

  constructor(word: string, forms?: WordForms) {
    this.word = word
    this.forms = forms
  }
}

/** A token of a text that is indexed, see `SearchToken`. */
export type IndexedToken =
  | { readonly kind: 'word'; readonly word: IndexedWord }
  | { readonly kind: 'compound'; readonly whole: IndexedWord; readonly parts: readonly IndexedWord[] }
  | { readonly kind: 'run'; readonly bigrams: readonly string[] }

/** Tokenizes texts that are indexed, and loads the forms of their words. */
export class IndexedWords {
  readonly #stemmer: Stemmer
  readonly #tokensByLanguage = new Map<string, GenerationalCache<readonly IndexedToken[]>>()

  constructor(stemmer: Stemmer) {
    this.#stemmer = stemmer
  }

  /** Returns a tokenizer for texts of the language. */
  createTokenizer(language: string): (text: string) => IndexedToken[] {
    const cache =
      this.#tokensByLanguage.get(language) ?? new GenerationalCache<readonly IndexedToken[]>(MAX_CACHED_WORDS)
    this.#tokensByLanguage.set(language, cache)
    return (text) => tokenizeWith(text, makeIndexedToken, cache)
  }

  /** Loads the forms of words that lack them. */
  async loadForms(on: Queryable, language: string, words: ReadonlySet<IndexedWord>): Promise<void> {
    for (const batch of splitIntoChunks([...words], MAX_WORDS_PER_LOAD)) {
      await this.#stemmer.loadForms(on, language, new Set(batch.map(({ word }) => word)))
      for (const word of batch) word.forms = this.#stemmer.getForms(language, word.word)
    }
  }
}

function makeIndexedToken(token: SearchToken): IndexedToken {
  if (token.kind === 'word') return { kind: 'word', word: new IndexedWord(token.word) }
  if (token.kind === 'run') return { kind: 'run', bigrams: makeBigrams(token.characters) }
  // A name is not stemmed as a whole.
  const whole = new IndexedWord(token.whole, { forms: [foldWord(token.whole)], isMeaningful: true })
  return { kind: 'compound', whole, parts: token.parts.map((part) => new IndexedWord(part)) }
}

/** Adds the words of the tokens whose forms are not loaded yet. */
export function collectUnloadedWords(tokens: readonly IndexedToken[], words: Set<IndexedWord>): void {
  for (const token of tokens) {
    if (token.kind === 'word') {
      if (!token.word.forms) words.add(token.word)
    } else if (token.kind === 'compound') {
      for (const part of token.parts) if (!part.forms) words.add(part)
    }
  }
}
