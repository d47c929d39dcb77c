import { writeAllTerms, writeAnyTerm, writeTermsInOrder, type ParsedQuery, type QueryTerm, type TsqueryOptions } from './query-parser.ts'
import type { MatchQueries } from './ranking-repository.ts'
import { lexemeMarks } from '../indexing/page-text.ts'

/** A question, for any indexes. */
export type MatchQueryBuilder = (indexes: readonly number[]) => MatchQueries

export const plainOptions = (indexes: readonly number[]): TsqueryOptions => ({
  indexes,
  mark: lexemeMarks.plain,
  prefix: false,
  positions: true,
})

/** All the words, as they were typed. */
export const matchAllTerms =
  (query: ParsedQuery): MatchQueryBuilder =>
  (indexes) => {
    const plain = plainOptions(indexes)
    const marked = (mark: string) => ({ ...plain, mark, prefix: true })
    const [term] = query.terms
    const isOneWord = term?.kind === 'word' && query.terms.length === 1
    const exact = writeAllTerms(query, plain)
    const open = writeAllTerms(query, { ...plain, prefix: true })
    return {
      title: writeAllTerms(query, marked(lexemeMarks.title)),
      heading: inHeading(query, marked),
      // Of several words, few sections have them all.
      ...(isOneWord && { often: writeAnyTerm(query, { ...plain, mark: lexemeMarks.often }) }),
      section: exact,
      ...(open !== exact && { openSection: open }),
      ...(query.terms.length > 1 && { page: writeAllTerms(query, { ...plain, prefix: true, positions: false }) }),
      rank: writeAnyTerm(query, plain),
      ...(query.sequence && { order: writeTermsInOrder(query.sequence, indexes) }),
      terms: query.terms.length,
    }
  }

/** All words in the heading or above it, at least one in the heading: the only one, where there are no others. */
function inHeading(query: ParsedQuery, marked: (mark: string) => TsqueryOptions): string {
  const inIt = marked(lexemeMarks.heading)
  return query.terms.length === 1
    ? writeAllTerms(query, inIt)
    : `(${writeAllTerms(query, marked(lexemeMarks.above))}) & (${writeAnyTerm(query, inIt)})`
}

/** Where no text has all the words: those that lack one of them. */
export const matchAllTermsButOne =
  (query: ParsedQuery): MatchQueryBuilder =>
  (indexes) => {
    const plain = plainOptions(indexes)
    const most = (writing: TsqueryOptions) =>
      query.terms
        .map((_, index) => `(${writeAllTerms({ ...query, terms: query.terms.toSpliced(index, 1) }, writing)})`)
        .join(' | ')
    return {
      title: most({ ...plain, mark: lexemeMarks.title }),
      section: most(plain),
      page: most({ ...plain, positions: false }),
      rank: writeAnyTerm(query, plain),
      terms: query.terms.length - 1,
    }
  }

/** Where no text has even those: any of the words, or of the grams. */
export const matchAnyTerm =
  (query: ParsedQuery): MatchQueryBuilder =>
  (indexes) => {
    const terms = query.terms.flatMap((term): QueryTerm[] =>
      term.kind === 'run'
        ? term.grams.map((gram) => ({ kind: 'run', grams: [gram], single: term.single }))
        : [term],
    )
    const any = writeAnyTerm({ terms }, plainOptions(indexes))
    return { section: any, rank: any, terms: terms.length }
  }
