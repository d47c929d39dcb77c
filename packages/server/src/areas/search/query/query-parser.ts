import { foldWord } from '../text/folding.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { makeBigrams, type SearchToken, tokenize } from '../text/tokenizer.ts'

/** Nobody types so many terms; the rest of a longer text finds nothing more. */
const MAX_QUERY_TERMS = 32

/** How many words, parts of names and characters are read of a query. More would only take time. */
const MAX_QUERY_WORDS = 100

/** Something that a matching text has. */
export type QueryTerm =
  | { kind: 'word'; word: string; forms: string[]; isMeaningful: boolean }
  | { kind: 'compound'; whole: string; parts: string[][] }
  | { kind: 'run'; bigrams: string[]; isSingle: boolean }
  | { kind: 'phrase'; terms: TermSequence }
  /** The words that were perhaps meant by a word that no text has. */
  | { kind: 'any'; words: string[] }

/** Terms one after the other, each with its distance from the end of the term before it. */
export type TermSequence = { term: QueryTerm; distance: number }[]

export interface ParsedQuery {
  terms: QueryTerm[]
  /** All words in the order in which they were typed, to rank texts higher that have them so; undefined for one term. */
  sequence: TermSequence | undefined
  /** Whether the last word may be unfinished, because nothing was typed after it. */
  isLastTermOpen: boolean
}

interface TokenizedQuery {
  phrases: SearchToken[][]
  words: SearchToken[]
  isLastTermOpen: boolean
}

const quotedText = /"([^"]+)"|“([^”]+)”|«([^»]+)»|「([^」]+)」/g
const endsInWord = /[^\s"”»」]$/u

/** Splits a query into tokens. Text in quotes is a phrase; a quotation mark that is not closed is ignored. */
export function tokenizeQuery(text: string): TokenizedQuery {
  const quotedPhrases: SearchToken[][] = []
  const unquotedText = text.replaceAll(quotedText, (...match: (string | undefined)[]) => {
    quotedPhrases.push(tokenize(match.slice(1, 5).find((group) => group !== undefined) ?? ''))
    return ' '
  })
  const budget = new WordBudget(MAX_QUERY_WORDS)
  const phrases = quotedPhrases.map((phrase) => budget.take(phrase)).filter((phrase) => phrase.length > 0)
  const words = budget.take(tokenize(unquotedText))
  return { phrases, words, isLastTermOpen: !budget.isSpent && endsInWord.test(text) }
}

/** Limits how many words of a query are used. */
class WordBudget {
  #left: number

  constructor(size: number) {
    this.#left = size
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** Returns as many of the tokens as the budget allows; the last one may be shortened. */
  take(list: readonly SearchToken[]): SearchToken[] {
    const allowed: SearchToken[] = []
    for (const token of list) {
      if (this.isSpent) break
      const left = this.#left
      this.#left -= countTokenWords(token)
      allowed.push(this.#left < 0 ? shortenToken(token, left) : token)
    }
    return allowed
  }
}

function countTokenWords(token: SearchToken): number {
  if (token.kind === 'word') return 1
  return token.kind === 'compound' ? token.parts.length : token.characters.length
}

function shortenToken(token: SearchToken, size: number): SearchToken {
  if (token.kind === 'run') return { kind: 'run', characters: token.characters.slice(0, size) }
  // A shortened name is searched by the words that it begins with, because no text has it as a whole.
  return token.kind === 'compound' ? { ...token, parts: token.parts.slice(0, size) } : token
}

/** How many lexemes a query has for each index that it searches. */
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
        return sum + term.bigrams.length
      case 'phrase':
        return sum + countQueryWords({ terms: term.terms.map(({ term }) => term) })
    }
  }, 0)

/**
 * Turns the tokens of a query into terms. The words' forms in the languages must be loaded. Stop words ("the") are left
 * out, unless the query has nothing else.
 */
export function parseQuery(
  { phrases, words, isLastTermOpen }: TokenizedQuery,
  languages: readonly string[],
  stemmer: Stemmer,
): ParsedQuery {
  const parse = (token: SearchToken) => parseToken(token, languages, stemmer)
  const wordTerms = words.map(parse)
  const phraseTerms = phrases.map((phrase): QueryTerm => ({
    kind: 'phrase',
    terms: makeSequence(phrase.map(parse)),
  }))
  const meaningfulTerms = wordTerms.filter(isMeaningfulTerm)
  const chosenTerms = meaningfulTerms.length + phraseTerms.length > 0 ? meaningfulTerms : wordTerms
  const terms = [...phraseTerms, ...removeDuplicates(chosenTerms)].slice(0, MAX_QUERY_TERMS)
  const sequence =
    chosenTerms.length > 1 && chosenTerms.length <= MAX_QUERY_TERMS ? makeSequence(wordTerms) : undefined
  return { terms, sequence, isLastTermOpen: isLastTermOpen && terms.at(-1) === wordTerms.at(-1) }
}

const isMeaningfulTerm = (term: QueryTerm): boolean => term.kind !== 'word' || term.isMeaningful

/** Stop words are not in the index, but they count in the positions of the words around them. */
function makeSequence(terms: QueryTerm[]): TermSequence {
  const sequence: TermSequence = []
  let distance = 1
  for (const term of terms) {
    if (!isMeaningfulTerm(term)) {
      distance++
      continue
    }
    sequence.push({ term, distance })
    // In the index, the last character of a run has a position of its own.
    distance = term.kind === 'run' && !term.isSingle ? 2 : 1
  }
  return sequence
}

function parseToken(token: SearchToken, languages: readonly string[], stemmer: Stemmer): QueryTerm {
  const collectForms = (word: string) => {
    const formsByLanguage = languages.map((language) => stemmer.getForms(language, word))
    return {
      forms: [...new Set(formsByLanguage.flatMap(({ forms }) => forms))],
      isMeaningful: formsByLanguage.some(({ isMeaningful }) => isMeaningful),
    }
  }
  switch (token.kind) {
    case 'word':
      return { kind: 'word', word: foldWord(token.word), ...collectForms(token.word) }
    case 'compound':
      return {
        kind: 'compound',
        whole: foldWord(token.whole),
        parts: token.parts
          .map((part) => collectForms(part))
          .flatMap(({ forms, isMeaningful }) => (isMeaningful ? [forms] : [])),
      }
    case 'run': {
      const bigrams = makeBigrams(token.characters)
      // The last character alone is in the index only where a run ends with it.
      return bigrams.length === 1
        ? { kind: 'run', bigrams, isSingle: true }
        : { kind: 'run', bigrams: bigrams.slice(0, -1), isSingle: false }
    }
  }
}

function removeDuplicates(terms: QueryTerm[]): QueryTerm[] {
  const termsByKey = new Map<string, QueryTerm>()
  // The last of several equal terms is kept, because it may be the unfinished one.
  for (const term of terms.toReversed()) {
    const key = JSON.stringify(term)
    if (!termsByKey.has(key)) termsByKey.set(key, term)
  }
  return [...termsByKey.values()].toReversed()
}

/** The words around which an excerpt is cut, as texts have them, the longest first. */
export function listExcerptWords(terms: readonly QueryTerm[]): string[] {
  const words = terms.flatMap((term): string[] => {
    switch (term.kind) {
      case 'word':
        return term.forms
      case 'any':
        return term.words
      case 'compound':
        return [term.whole, ...term.parts.flat()]
      case 'run':
        return [joinBigrams(term.bigrams), ...term.bigrams]
      case 'phrase':
        return listExcerptWords(term.terms.map(({ term }) => term))
    }
  })
  return [...new Set(words)].filter((word) => word !== '').sort((a, b) => b.length - a.length)
}

/** The text that the bigrams were made of. */
const joinBigrams = (bigrams: readonly string[]): string =>
  bigrams.map((bigram, index) => (index === 0 ? bigram : Array.from(bigram).slice(1).join(''))).join('')
