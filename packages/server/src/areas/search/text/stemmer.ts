import { GenerationalCache } from '../../../common/generational-cache.ts'
import type { Queryable } from '../../../database/database.ts'
import { foldWord } from './folding.ts'
import type { StemRepository } from './stem-repository.ts'

/** The languages of spaces for which PostgreSQL has a stemmer, each with its name there. */
const postgresStemmers: Record<string, string> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  'pt-br': 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}

/** Languages with an alphabet for which PostgreSQL has no stemmer. */
const unstemmedLanguages = new Set(['bg', 'cs', 'et', 'he', 'hr', 'lv', 'ms', 'pl', 'sk', 'sl', 'uk', 'vi'])

/**
 * The language that the words of a space are stemmed in. It is English for a space without a language, and for the
 * Latin words in a space whose script is not stemmed.
 */
export function chooseStemmingLanguage(language: string | null): string {
  if (language !== null && unstemmedLanguages.has(language)) return 'simple'
  return postgresStemmers[language ?? 'en'] ?? 'english'
}

/** Languages whose stemmer ignores Latin letters. A word in Latin letters is stemmed as English there. */
const nonLatinLanguages = new Set(['arabic', 'greek', 'hindi', 'russian'])
const startsWithLatin = /^[a-z0-9]/

/** The spellings under which a word is in the index. */
export interface WordForms {
  /** The first form is the word itself without accents, the others are its stems. */
  readonly forms: readonly string[]
  /** False for a stop word, such as "the" or "of". */
  readonly isMeaningful: boolean
}

/** How many words are cached for each language. */
const MAX_CACHED_WORDS = 100_000

/**
 * Gives the forms of words: as they are written, and their stems, each without accents. PostgreSQL has the
 * dictionaries, and they do not change while it runs, so each word is requested once and cached.
 */
export class Stemmer {
  readonly #repository: StemRepository
  /** By language, then by word: a key of both would be a new string for every word of a text. */
  readonly #formsByLanguage = new Map<string, GenerationalCache<WordForms>>()

  constructor(repository: StemRepository) {
    this.#repository = repository
  }

  /** Loads the forms of the words, so that `getForms` has them. */
  async loadForms(on: Queryable, language: string, words: Iterable<string>): Promise<void> {
    if (language === 'simple') return
    const cache = this.#formsByLanguage.get(language) ?? new GenerationalCache<WordForms>(MAX_CACHED_WORDS)
    this.#formsByLanguage.set(language, cache)
    const missing = new Set<string>()
    for (const word of words) if (!cache.get(word)) missing.add(word)
    if (missing.size === 0) return
    const spellings = new Map<string, Set<string>>()
    for (const word of missing) {
      for (const spelling of [word, foldWord(word)]) {
        const dictionary = chooseDictionary(language, spelling)
        spellings.set(dictionary, (spellings.get(dictionary) ?? new Set()).add(spelling))
      }
    }
    const stems = new Map<string, string | undefined>()
    for (const [dictionary, words] of spellings) {
      for (const [word, stem] of await this.#repository.findStems(on, dictionary, words))
        stems.set(word, stem)
    }
    for (const word of missing) cache.set(word, collectForms(language, word, stems))
  }

  /** The forms of a word whose forms are loaded. */
  getForms(language: string, word: string): WordForms {
    return this.#formsByLanguage.get(language)?.get(word) ?? { forms: [foldWord(word)], isMeaningful: true }
  }
}

function collectForms(
  language: string,
  word: string,
  stems: ReadonlyMap<string, string | undefined>,
): WordForms {
  const folded = foldWord(word)
  const forms = new Set([folded])
  for (const stem of [stems.get(folded), stems.get(word)]) if (stem !== undefined) forms.add(foldWord(stem))
  // On a keyboard without umlauts, Germans write ä as ae.
  if (language === 'german' && /[äöü]/.test(word)) {
    forms.add(foldWord(word.replaceAll(/[äöü]/g, spellOutUmlaut)))
  }
  return { forms: [...forms], isMeaningful: stems.get(word) !== undefined }
}

const chooseDictionary = (language: string, word: string): string =>
  nonLatinLanguages.has(language) && startsWithLatin.test(word) ? 'english' : language

const spellOutUmlaut = (umlaut: string): string => `${foldWord(umlaut)}e`
