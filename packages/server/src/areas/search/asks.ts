import { allOf, anyOf, inOrder, type ParsedQuery, type Term, type Writing } from './query.ts'
import type { Asked } from './repository.ts'
import { marks } from './text.ts'

/** A question, for any indexes. */
export type Ask = (indexes: readonly number[]) => Asked

export const plainIn = (indexes: readonly number[]): Writing => ({
  indexes,
  mark: marks.plain,
  prefix: false,
  positions: true,
})

/** All the words, as they were typed. */
export const askFor =
  (query: ParsedQuery): Ask =>
  (indexes) => {
    const plain = plainIn(indexes)
    const marked = (mark: string) => ({ ...plain, mark, prefix: true })
    const [term] = query.terms
    const isOneWord = term?.kind === 'word' && query.terms.length === 1
    const exact = allOf(query, plain)
    const open = allOf(query, { ...plain, prefix: true })
    return {
      title: allOf(query, marked(marks.title)),
      heading: inHeading(query, marked),
      // Of several words, few sections have them all.
      ...(isOneWord && { often: anyOf(query, { ...plain, mark: marks.often }) }),
      section: exact,
      ...(open !== exact && { openSection: open }),
      ...(query.terms.length > 1 && { page: allOf(query, { ...plain, prefix: true, positions: false }) }),
      rank: anyOf(query, plain),
      ...(query.sequence && { order: inOrder(query.sequence, indexes) }),
      terms: query.terms.length,
    }
  }

/** All words in the heading or above it, at least one in the heading: the only one, where there are no others. */
function inHeading(query: ParsedQuery, marked: (mark: string) => Writing): string {
  const inIt = marked(marks.heading)
  return query.terms.length === 1
    ? allOf(query, inIt)
    : `(${allOf(query, marked(marks.above))}) & (${anyOf(query, inIt)})`
}

/** Where no text has all the words: those that lack one of them. */
export const askForMost =
  (query: ParsedQuery): Ask =>
  (indexes) => {
    const plain = plainIn(indexes)
    const most = (writing: Writing) =>
      query.terms
        .map((_, index) => `(${allOf({ ...query, terms: query.terms.toSpliced(index, 1) }, writing)})`)
        .join(' | ')
    return {
      title: most({ ...plain, mark: marks.title }),
      section: most(plain),
      page: most({ ...plain, positions: false }),
      rank: anyOf(query, plain),
      terms: query.terms.length - 1,
    }
  }

/** Where no text has even those: any of the words, or of the grams. */
export const askForAny =
  (query: ParsedQuery): Ask =>
  (indexes) => {
    const terms = query.terms.flatMap((term): Term[] =>
      term.kind === 'run'
        ? term.grams.map((gram) => ({ kind: 'run', grams: [gram], single: term.single }))
        : [term],
    )
    const any = anyOf({ terms }, plainIn(indexes))
    return { section: any, rank: any, terms: terms.length }
  }
