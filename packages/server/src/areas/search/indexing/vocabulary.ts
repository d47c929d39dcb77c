import type { IndexedWord } from './word-dictionary.ts'

/** Words that a person may type and mistype, and so are worth correcting to. */
const typedWord = /^\p{L}[\p{L}\p{N}._-]{2,39}$/u

let vocabularyCount = 0

/** The words of texts that a person may mistype. */
export class Vocabulary {
  readonly words = new Set<string>()
  readonly #number = ++vocabularyCount

  add(indexedWord: IndexedWord): void {
    // Most words were added before. Looking each up in the set would take longer.
    if (indexedWord.lastVocabulary === this.#number) return
    indexedWord.lastVocabulary = this.#number
    const word = indexedWord.forms?.[0]?.text
    if (word !== undefined && typedWord.test(word)) this.words.add(word)
  }
}
