import { LRUCache } from 'lru-cache'
import { type Queryable, sql } from '../../database/database.ts'
import { fold } from './words.ts'

/** The languages of spaces for which PostgreSQL has a stemmer; its word for each. */
const stemmers: Record<string, string> = {
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

/** Languages written in letters of which we cannot tell the stem. */
const unstemmed = new Set(['bg', 'cs', 'et', 'he', 'hr', 'lv', 'ms', 'pl', 'sk', 'sl', 'uk', 'vi'])

/**
 * The language that a space's words are stemmed in. Without one it is English, as it is for the Latin words in texts
 * of scripts that are not stemmed.
 */
export function searchLanguage(language: string | null): string {
  if (language !== null && unstemmed.has(language)) return 'simple'
  return stemmers[language ?? 'en'] ?? 'english'
}

/** Stemmers that leave Latin letters alone: what is written in those is English. */
const otherScripts = new Set(['arabic', 'greek', 'hindi', 'russian'])
const latin = /^[a-z0-9]/

interface Stem {
  /** Undefined where the word says nothing: "the", "of". */
  stem: string | undefined
}

/**
 * How words look in the index: as they are written, and by their stems, each without accents. PostgreSQL knows the
 * stems, and they never change while it runs, so each is asked for once.
 */
export class Stems {
  readonly #known = new LRUCache<string, Stem>({ max: 200_000 })

  /** Makes sure that the words' forms can be told. */
  async load(on: Queryable, language: string, words: Iterable<string>): Promise<void> {
    if (language === 'simple') return
    const missing = new Map<string, Set<string>>()
    for (const word of words) {
      for (const spelling of [word, fold(word)]) {
        const dictionary = dictionaryOf(language, spelling)
        if (this.#known.has(`${dictionary} ${spelling}`)) continue
        missing.set(dictionary, (missing.get(dictionary) ?? new Set()).add(spelling))
      }
    }
    for (const [dictionary, spellings] of missing) {
      const rows = await on.rows<{ word: string; stems: string[] }>(sql`
        select word, ts_lexize(${`${dictionary}_stem`}::regdictionary, word) as stems
        from unnest(${[...spellings]}::text[]) as asked (word)`)
      for (const { word, stems } of rows) this.#known.set(`${dictionary} ${word}`, { stem: stems[0] })
    }
  }

  /** The forms of a loaded word; the first is the word itself, folded. */
  forms(language: string, word: string): { forms: string[]; says: boolean } {
    const folded = fold(word)
    if (language === 'simple') return { forms: [folded], says: true }
    const own = this.#stem(language, word)
    const ofFolded = folded === word ? own : this.#stem(language, folded)
    const forms = new Set([folded])
    if (ofFolded !== undefined) forms.add(fold(ofFolded))
    if (own !== undefined) forms.add(fold(own))
    // Germans without the keys for them write ä as ae.
    if (language === 'german' && /[äöü]/.test(word)) forms.add(fold(word.replaceAll(/[äöü]/g, spelledOut)))
    return { forms: [...forms], says: own !== undefined }
  }

  #stem(language: string, word: string): string | undefined {
    const known = this.#known.get(`${dictionaryOf(language, word)} ${word}`)
    return known ? known.stem : word
  }
}

const dictionaryOf = (language: string, word: string): string =>
  otherScripts.has(language) && latin.test(word) ? 'english' : language

const spelledOut = (umlaut: string): string => `${fold(umlaut)}e`
