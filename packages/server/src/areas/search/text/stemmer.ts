import { Generations } from '../../../common/generations.ts'
import { type Queryable, sql } from '../../../database/database.ts'
import { foldWord } from './tokenizer.ts'

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
export function chooseStemmingLanguage(language: string | null): string {
  if (language !== null && unstemmed.has(language)) return 'simple'
  return stemmers[language ?? 'en'] ?? 'english'
}

/** Stemmers that leave Latin letters alone: what is written in those is English. */
const otherScripts = new Set(['arabic', 'greek', 'hindi', 'russian'])
const latin = /^[a-z0-9]/

/** How a word looks in the index. */
interface WordForms {
  /** The first is the word itself, folded. */
  readonly forms: readonly string[]
  /** Words such as "the" and "of" say nothing. */
  readonly isMeaningful: boolean
}

/**
 * How words look in the index: as they are written, and by their stems, each without accents. PostgreSQL knows the
 * stems, and they never change while it runs, so each is asked for once.
 */
export class Stemmer {
  /** By language, then by word: a key of both would have to be made anew for every word of a text. */
  readonly #known = new Map<string, Generations<WordForms>>()

  /** Makes sure that the words' forms can be told. */
  async loadForms(on: Queryable, language: string, words: Iterable<string>): Promise<void> {
    if (language === 'simple') return
    const known = this.#known.get(language) ?? new Generations<WordForms>(100_000)
    this.#known.set(language, known)
    const missing = new Set<string>()
    for (const word of words) if (!known.get(word)) missing.add(word)
    if (missing.size === 0) return
    const spellings = new Map<string, Set<string>>()
    for (const word of missing) {
      for (const spelling of [word, foldWord(word)]) {
        const dictionary = dictionaryOf(language, spelling)
        spellings.set(dictionary, (spellings.get(dictionary) ?? new Set()).add(spelling))
      }
    }
    // Undefined where the word says nothing.
    const stems = new Map<string, string | undefined>()
    for (const [dictionary, asked] of spellings) {
      const rows = await on.rows<{ word: string; stems: string[] }>(sql`
        select word, ts_lexize(${`${dictionary}_stem`}::regdictionary, word) as stems
        from unnest(${[...asked]}::text[]) as asked (word)`)
      for (const row of rows) stems.set(row.word, row.stems[0])
    }
    for (const word of missing) known.set(word, formsOf(language, word, stems))
  }

  /** The forms of a loaded word. */
  getForms(language: string, word: string): WordForms {
    return this.#known.get(language)?.get(word) ?? { forms: [foldWord(word)], isMeaningful: true }
  }
}

function formsOf(language: string, word: string, stems: ReadonlyMap<string, string | undefined>): WordForms {
  const folded = foldWord(word)
  const forms = new Set([folded])
  for (const stem of [stems.get(folded), stems.get(word)]) if (stem !== undefined) forms.add(foldWord(stem))
  // Germans without the keys for them write ä as ae.
  if (language === 'german' && /[äöü]/.test(word)) forms.add(foldWord(word.replaceAll(/[äöü]/g, spelledOut)))
  return { forms: [...forms], isMeaningful: stems.get(word) !== undefined }
}

const dictionaryOf = (language: string, word: string): string =>
  otherScripts.has(language) && latin.test(word) ? 'english' : language

const spelledOut = (umlaut: string): string => `${foldWord(umlaut)}e`
