import { lexemeMarks } from '../text/lexemes.ts'
import type { ParsedQuery, QueryTerm } from './query-parser.ts'
import {
  plainOptions,
  type TsqueryOptions,
  writeAllTerms,
  writeAnyTerm,
  writeTermsInOrder,
} from './tsquery.ts'

/** The `tsquery` texts of one search, one for each place where a match counts; an undefined one is not run. */
export interface PlaceQueries {
  /** All words are in the title. */
  title?: string
  /** All words are in the heading of a section or the title above it, at least one of them in the heading. */
  heading?: string
  /** The words are in a section several times. */
  often?: string
  /** All words are in a section or the title above it. */
  section?: string
  /** All words are in a section or the title above it, the last one perhaps only as the beginning of a word. */
  openSection?: string
  /** All words are somewhere on the page. */
  page?: string
}

/** By what the matches of one index are ranked. */
export interface IndexRanking {
  indexId: number
  /** The words by which a section is ranked, as a `tsquery`. */
  rank: string
  /** The words are one after the other, in the order in which they were typed. */
  order: string | null
  /** How many terms there are. */
  terms: number
}

/** The queries of one statement, over indexes of any languages. */
export interface MatchQueries extends PlaceQueries {
  rankings: IndexRanking[]
}

/** Writes the queries for the given indexes. */
export type MatchQueryBuilder = (indexes: readonly number[]) => MatchQueries

/** Joins the queries for indexes of different languages, whose words have different forms. */
export function joinQueries(parts: readonly MatchQueries[]): MatchQueries {
  const [first, ...others] = parts
  if (first && others.length === 0) return first
  const joined: MatchQueries = { rankings: parts.flatMap(({ rankings }) => rankings) }
  for (const place of ['title', 'heading', 'often', 'section', 'openSection', 'page'] as const) {
    const queries = parts.flatMap((part) => part[place] ?? [])
    if (queries.length > 0) joined[place] = joinAlternativeQueries(queries)
  }
  return joined
}

/** A query that matches what any of the queries matches; empty, which matches nothing, if there is none. */
export const joinAlternativeQueries = (queries: readonly (string | undefined)[]): string =>
  queries.flatMap((query) => (query === undefined ? [] : `(${query})`)).join(' | ')

const rankIndexes = (
  query: Pick<ParsedQuery, 'terms'> & Partial<Pick<ParsedQuery, 'sequence'>>,
  indexes: readonly number[],
  terms = query.terms.length,
): IndexRanking[] =>
  indexes.map((indexId) => ({
    indexId,
    rank: writeAnyTerm(query, plainOptions([indexId])),
    order: query.sequence ? writeTermsInOrder(query.sequence, [indexId]) : null,
    terms,
  }))

/** Matches texts with all the words, as they were typed. */
export const matchAllTerms =
  (query: ParsedQuery): MatchQueryBuilder =>
  (indexes) => {
    const plain = plainOptions(indexes)
    const withMark = (mark: string) => ({ ...plain, mark, prefix: true })
    const [term] = query.terms
    const isOneWord = term?.kind === 'word' && query.terms.length === 1
    const exactSection = writeAllTerms(query, plain)
    const openSection = writeAllTerms(query, { ...plain, prefix: true })
    return {
      title: writeAllTerms(query, withMark(lexemeMarks.title)),
      heading: writeHeadingQuery(query, withMark),
      // Few sections have all of several words, so there is no need to prefer those that repeat them.
      ...(isOneWord && { often: writeAnyTerm(query, { ...plain, mark: lexemeMarks.often }) }),
      section: exactSection,
      ...(openSection !== exactSection && { openSection }),
      ...(query.terms.length > 1 && {
        page: writeAllTerms(query, { ...plain, prefix: true, positions: false }),
      }),
      rankings: rankIndexes(query, indexes),
    }
  }

/** Several words may also be in the title above the heading, as long as one is in the heading itself. */
function writeHeadingQuery(query: ParsedQuery, withMark: (mark: string) => TsqueryOptions): string {
  const inHeading = withMark(lexemeMarks.heading)
  return query.terms.length === 1
    ? writeAllTerms(query, inHeading)
    : `(${writeAllTerms(query, withMark(lexemeMarks.above))}) & (${writeAnyTerm(query, inHeading)})`
}

/** Matches texts with all words except one: for queries of which no text has all words. */
export const matchAllTermsButOne =
  (query: ParsedQuery): MatchQueryBuilder =>
  (indexes) => {
    const plain = plainOptions(indexes)
    const writeAllButOne = (options: TsqueryOptions) =>
      query.terms
        .map(
          (_, index) => `(${writeAllTerms({ ...query, terms: query.terms.toSpliced(index, 1) }, options)})`,
        )
        .join(' | ')
    return {
      title: writeAllButOne({ ...plain, mark: lexemeMarks.title }),
      section: writeAllButOne(plain),
      page: writeAllButOne({ ...plain, positions: false }),
      rankings: rankIndexes({ terms: query.terms }, indexes, query.terms.length - 1),
    }
  }

/** Matches texts with any of the words or bigrams: for queries that match nothing otherwise. */
export const matchAnyTerm =
  (query: ParsedQuery): MatchQueryBuilder =>
  (indexes) => {
    const terms = query.terms.flatMap((term): QueryTerm[] =>
      term.kind === 'run'
        ? term.bigrams.map((bigram) => ({ kind: 'run', bigrams: [bigram], isSingle: term.isSingle }))
        : [term],
    )
    return {
      section: writeAnyTerm({ terms }, plainOptions(indexes)),
      rankings: rankIndexes({ terms }, indexes),
    }
  }
