import type { Stemmer } from '../text/stemmer.ts'
import { makeLexemePrefix, lexemeMarks, quoteLexeme } from '../indexing/page-text.ts'
import { foldWord, makeBigrams, type Token, tokenize } from '../text/tokenizer.ts'

/** Nobody types so many words; the rest of a longer text adds nothing. */
const mostTerms = 32

/** Words, parts of names and grams together: what comes behind them adds nothing but time. */
const longestQuery = 100

/** Shorter beginnings of words stand in too many texts to look through; other words say enough meanwhile. */
const shortestPrefix = { alone: 3, amongOthers: 4 }
const never = Infinity

/** One thing that must be there. */
export type QueryTerm =
  | { kind: 'word'; word: string; forms: string[]; says: boolean }
  | { kind: 'compound'; whole: string; parts: string[][] }
  | { kind: 'run'; grams: string[]; single: boolean }
  | { kind: 'phrase'; terms: TermSequence }
  /** A word that nothing has, and those that were perhaps meant. */
  | { kind: 'any'; words: string[] }

/** Terms one behind the other, each with its distance from where the one before it ends. */
type TermSequence = { term: QueryTerm; distance: number }[]

/** What someone typed. */
export interface ParsedQuery {
  terms: QueryTerm[]
  /** The terms as they followed each other, for those who like texts that have them so; undefined for a single one. */
  sequence: TermSequence | undefined
  /** The text ends in the middle of a word, as far as one can tell. */
  isLastTermOpen: boolean
}

const quotes = /"([^"]+)"|“([^”]+)”|«([^»]+)»|「([^」]+)」/g

/** The tokens of a query; what stands in quotes is kept together. A quote that does not close is none. */
export function tokenizeQuery(text: string): { phrases: Token[][]; words: Token[]; open: boolean } {
  const quoted: Token[][] = []
  const rest = text.replaceAll(quotes, (...match: (string | undefined)[]) => {
    quoted.push(tokenize(match.slice(1, 5).find((group) => group !== undefined) ?? ''))
    return ' '
  })
  const room = new Room(longestQuery)
  const phrases = quoted.map((phrase) => room.take(phrase)).filter((phrase) => phrase.length > 0)
  const words = room.take(tokenize(rest))
  return { phrases, words, open: !room.isFull && /[^\s"”»」]$/u.test(text) }
}

/** Room for so many words. */
class Room {
  #left: number

  constructor(size: number) {
    this.#left = size
  }

  get isFull(): boolean {
    return this.#left <= 0
  }

  /** As many of the tokens as there is room for, the last one perhaps in part. */
  take(list: readonly Token[]): Token[] {
    const taken: Token[] = []
    for (const token of list) {
      if (this.isFull) break
      const left = this.#left
      this.#left -= sizeOf(token)
      taken.push(this.#left < 0 ? cut(token, left) : token)
    }
    return taken
  }
}

function sizeOf(token: Token): number {
  if (token.kind === 'word') return 1
  return token.kind === 'compound' ? token.parts.length : token.characters.length
}

function cut(token: Token, size: number): Token {
  if (token.kind === 'run') return { kind: 'run', characters: token.characters.slice(0, size) }
  // A name in part is the words that it begins with: as a whole nothing has it.
  return token.kind === 'compound' ? { ...token, parts: token.parts.slice(0, size) } : token
}

/** How many words a query asks for, in each index. */
export const countQueryWords = ({ terms }: Pick<ParsedQuery, 'terms'>): number =>
  terms.reduce((sum, term) => {
    switch (term.kind) {
      case 'word':
        return sum + term.forms.length
      case 'any':
        return sum + term.words.length
      case 'compound':
        return sum + 1 + term.parts.flat().length
      case 'run':
        return sum + term.grams.length
      case 'phrase':
        return sum + countQueryWords({ terms: term.terms.map(({ term }) => term) })
    }
  }, 0)

/**
 * The terms of a query in some languages, whose stems are loaded. Words that say nothing ("the") are left out, unless
 * there are no others.
 */
export function parseQuery(
  { phrases, words, open }: ReturnType<typeof tokenizeQuery>,
  languages: readonly string[],
  stems: Stemmer,
): ParsedQuery {
  const read = (token: Token) => termOf(token, languages, stems)
  const free = words.map(read)
  const quoted = phrases.map((phrase): QueryTerm => ({ kind: 'phrase', terms: sequenceOf(phrase.map(read)) }))
  const telling = free.filter(saysSomething)
  const chosen = telling.length + quoted.length > 0 ? telling : free
  const terms = [...quoted, ...unique(chosen)].slice(0, mostTerms)
  const sequence = chosen.length > 1 && chosen.length <= mostTerms ? sequenceOf(free) : undefined
  return { terms, sequence, isLastTermOpen: open && terms.at(-1) === free.at(-1) }
}

const saysSomething = (term: QueryTerm): boolean => term.kind !== 'word' || term.says

/** Words that say nothing are not in texts, but their places are. */
function sequenceOf(terms: QueryTerm[]): TermSequence {
  const sequence: TermSequence = []
  let distance = 1
  for (const term of terms) {
    if (!saysSomething(term)) {
      distance++
      continue
    }
    sequence.push({ term, distance })
    // The last character of a run has a place of its own.
    distance = term.kind === 'run' && !term.single ? 2 : 1
  }
  return sequence
}

function termOf(token: Token, languages: readonly string[], stems: Stemmer): QueryTerm {
  const formsOf = (word: string) => {
    const found = languages.map((language) => stems.getForms(language, word))
    return {
      forms: [...new Set(found.flatMap(({ forms }) => forms))],
      says: found.some(({ isMeaningful: says }) => says),
    }
  }
  switch (token.kind) {
    case 'word':
      return { kind: 'word', word: foldWord(token.word), ...formsOf(token.word) }
    case 'compound':
      return {
        kind: 'compound',
        whole: foldWord(token.whole),
        parts: token.parts.map((part) => formsOf(part)).flatMap(({ forms, says }) => (says ? [forms] : [])),
      }
    case 'run': {
      const pairs = makeBigrams(token.characters)
      // The last character alone is in the index only where a run ends with it.
      return pairs.length === 1
        ? { kind: 'run', grams: pairs, single: true }
        : { kind: 'run', grams: pairs.slice(0, -1), single: false }
    }
  }
}

function unique(terms: QueryTerm[]): QueryTerm[] {
  const seen = new Map<string, QueryTerm>()
  // The last of equal ones counts: it may be the open end.
  for (const term of terms.toReversed()) {
    const key = JSON.stringify(term)
    if (!seen.has(key)) seen.set(key, term)
  }
  return [...seen.values()].toReversed()
}

export interface TsqueryOptions {
  /** In which indexes' texts. */
  indexes: readonly number[]
  mark: string
  /** The last term may go on. */
  prefix: boolean
  /** Whether the vectors know positions; where they do not, words of a phrase must only all be there. */
  positions: boolean
}

/** All terms, as PostgreSQL asks for them. */
export function writeAllTerms({ terms, isLastTermOpen: open }: ParsedQuery, writing: TsqueryOptions): string {
  const last = open && writing.prefix ? terms.length - 1 : -1
  const shortest = terms.length === 1 ? shortestPrefix.alone : shortestPrefix.amongOthers
  const openFrom = writing.mark === lexemeMarks.plain ? shortest : 1
  return terms.map((term, index) => write(term, writing, index === last ? openFrom : never)).join(' & ')
}

/** At least one of the terms. */
export const writeAnyTerm = ({ terms }: Pick<ParsedQuery, 'terms'>, writing: TsqueryOptions): string =>
  terms.map((term) => write(term, writing, never)).join(' | ')

/** The terms as they follow each other. */
export const writeTermsInOrder = (sequence: TermSequence, indexes: readonly number[]): string =>
  writeSequence(sequence, { indexes, mark: lexemeMarks.plain, prefix: false, positions: true })

function writeSequence(sequence: TermSequence, writing: TsqueryOptions): string {
  return sequence
    .map(({ term, distance }, index) => {
      const operator = index === 0 ? '' : writing.positions ? ` <${distance}> ` : ' & '
      return operator + write(term, writing, never)
    })
    .join('')
}

/** A word of so many letters may go on. */
function write(term: QueryTerm, writing: TsqueryOptions, openFrom: number): string {
  const { indexes, mark, positions } = writing
  const inEach = (word: string, suffix: string) => {
    const lexemes = indexes.map((index) => quoteLexeme(makeLexemePrefix(mark, index) + word) + suffix)
    return lexemes.length === 1 ? lexemes.join('') : either(lexemes)
  }
  const lexeme = (word: string) => inEach(word, '')
  const goesOn = (word: string) => inEach(word, word.length >= openFrom ? ':*' : '')
  const follow = positions ? ' <-> ' : ' & '
  switch (term.kind) {
    case 'word':
      return either([goesOn(term.word), ...term.forms.slice(1).map(lexeme)])
    case 'any':
      return either(term.words.map(lexeme))
    case 'compound': {
      const parts = term.parts.map((forms, index) => {
        const [word = '', ...others] = forms
        const isLast = index === term.parts.length - 1
        return either([isLast ? goesOn(word) : lexeme(word), ...others.map(lexeme)])
      })
      return either([goesOn(term.whole), ...(parts.length > 0 ? [`(${parts.join(follow)})`] : [])])
    }
    case 'run':
      return term.single ? inEach(term.grams[0] ?? '', ':*') : `(${term.grams.map(lexeme).join(follow)})`
    case 'phrase':
      return `(${writeSequence(term.terms, writing)})`
  }
}

const either = (alternatives: string[]): string => `(${alternatives.join(' | ')})`

/** What an excerpt is looked for with: the words as they are written in texts, the longest first. */
export function listExcerptWords(terms: readonly QueryTerm[]): string[] {
  const found = terms.flatMap((term): string[] => {
    switch (term.kind) {
      case 'word':
        return term.forms
      case 'any':
        return term.words
      case 'compound':
        return [term.whole, ...term.parts.flat()]
      case 'run':
        return [runOf(term.grams), ...term.grams]
      case 'phrase':
        return listExcerptWords(term.terms.map(({ term }) => term))
    }
  })
  return [...new Set(found)].filter((needle) => needle !== '').sort((a, b) => b.length - a.length)
}

/** The text that the grams are of. */
const runOf = (grams: readonly string[]): string =>
  grams.map((gram, index) => (index === 0 ? gram : Array.from(gram).slice(1).join(''))).join('')
