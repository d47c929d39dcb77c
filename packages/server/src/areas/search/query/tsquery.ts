import { lexemeMarks, makeLexemePrefix, quoteLexeme } from '../text/lexemes.ts'
import type { ParsedQuery, QueryTerm, TermSequence } from './query-parser.ts'

export interface TsqueryOptions {
  /** The indexes whose texts may match. */
  indexes: readonly number[]
  mark: string
  /** Whether words that begin with the last term match, if the query leaves its last term open. */
  prefix: boolean
  /** Whether the vectors have positions. Where they have none, the words of a phrase may be anywhere. */
  positions: boolean
}

/** Shorter beginnings of words are in too many texts to read them all, and beside other words they are not needed. */
const minPrefixLength = { single: 3, amongOthers: 4 }
/** Minimum length for a term that only matches as a whole. */
const NO_PREFIX = Infinity

/** The options for words anywhere in the text, as a whole. */
export const plainOptions = (indexes: readonly number[]): TsqueryOptions => ({
  indexes,
  mark: lexemeMarks.plain,
  prefix: false,
  positions: true,
})

/** Writes a `tsquery` that matches texts with all of the terms. */
export function writeAllTerms({ terms, isLastTermOpen }: ParsedQuery, options: TsqueryOptions): string {
  const openIndex = isLastTermOpen && options.prefix ? terms.length - 1 : -1
  const minLength = terms.length === 1 ? minPrefixLength.single : minPrefixLength.amongOthers
  // Titles and headings are few: any beginning of a word may be looked up there.
  const minOpenLength = options.mark === lexemeMarks.plain ? minLength : 1
  return terms
    .map((term, index) => writeTerm(term, options, index === openIndex ? minOpenLength : NO_PREFIX))
    .join(' & ')
}

/** Writes a `tsquery` that matches texts with at least one of the terms. */
export const writeAnyTerm = ({ terms }: Pick<ParsedQuery, 'terms'>, options: TsqueryOptions): string =>
  terms.map((term) => writeTerm(term, options, NO_PREFIX)).join(' | ')

/** Writes a `tsquery` that matches texts with the terms one after the other. */
export const writeTermsInOrder = (sequence: TermSequence, indexes: readonly number[]): string =>
  writeSequence(sequence, plainOptions(indexes))

function writeSequence(sequence: TermSequence, options: TsqueryOptions): string {
  return sequence
    .map(({ term, distance }, index) => {
      const operator = index === 0 ? '' : options.positions ? ` <${distance}> ` : ' & '
      return operator + writeTerm(term, options, NO_PREFIX)
    })
    .join('')
}

/** A word of at least `minOpenLength` letters also matches words that begin with it. */
function writeTerm(term: QueryTerm, options: TsqueryOptions, minOpenLength: number): string {
  const { indexes, mark, positions } = options
  const writeInEachIndex = (word: string, suffix: string) => {
    const lexemes = indexes.map((index) => quoteLexeme(makeLexemePrefix(mark, index) + word) + suffix)
    return lexemes.length === 1 ? lexemes.join('') : joinAlternatives(lexemes)
  }
  const writeWord = (word: string) => writeInEachIndex(word, '')
  const writeOpenWord = (word: string) => writeInEachIndex(word, word.length >= minOpenLength ? ':*' : '')
  const followedBy = positions ? ' <-> ' : ' & '
  switch (term.kind) {
    case 'word':
      return joinAlternatives([writeOpenWord(term.word), ...term.forms.slice(1).map(writeWord)])
    case 'any':
      return joinAlternatives(term.words.map(writeWord))
    case 'compound': {
      const parts = term.parts.map((forms, index) => {
        const [word = '', ...others] = forms
        const isLast = index === term.parts.length - 1
        return joinAlternatives([isLast ? writeOpenWord(word) : writeWord(word), ...others.map(writeWord)])
      })
      return joinAlternatives([
        writeOpenWord(term.whole),
        ...(parts.length > 0 ? [`(${parts.join(followedBy)})`] : []),
      ])
    }
    case 'run':
      return term.isSingle
        ? writeInEachIndex(term.bigrams[0] ?? '', ':*')
        : `(${term.bigrams.map(writeWord).join(followedBy)})`
    case 'phrase':
      return `(${writeSequence(term.terms, options)})`
  }
}

const joinAlternatives = (alternatives: string[]): string => `(${alternatives.join(' | ')})`
