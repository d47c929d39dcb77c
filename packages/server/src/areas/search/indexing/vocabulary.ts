import type { FormTable } from './form-table.ts'

/** Words that a person may type and mistype, and so are worth correcting to. */
const typedWord = /^\p{L}[\p{L}\p{N}._-]{2,39}$/u

let vocabularyCount = 0

/** The words of texts that a person may mistype. */
export class Vocabulary {
  readonly words = new Set<string>()
  readonly #number = ++vocabularyCount

  /** Adds the first form of a word, by its number in the table. */
  add(forms: FormTable, form: number): void {
    // Most words were added before. Looking each up in the set would take longer.
    if (forms.lastVocabularies[form] === this.#number) return
    forms.lastVocabularies[form] = this.#number
    const word = forms.texts[form]
    if (word !== undefined && typedWord.test(word)) this.words.add(word)
  }
}
