import type { Queryable } from '../../../database/database.ts'
import { computeEditDistance } from './edit-distance.ts'
import type { ParsedQuery, QueryTerm } from './query-parser.ts'
import type { SearchRepository } from './repository.ts'
import { type SearchScope, splitScope } from './scope-repository.ts'
import { plainOptions, writeAnyTerm } from './tsquery.ts'

/** How many words a mistyped one may stand for. */
const MAX_SIMILAR_WORDS = 10

/** Replaces words that no text has by similar ones. */
export class SpellingCorrector {
  readonly #repository: SearchRepository

  constructor(repository: SearchRepository) {
    this.#repository = repository
  }

  /** The query with the words that were perhaps meant; undefined if there is nothing to correct. */
  async correctQuery(
    on: Queryable,
    scope: SearchScope,
    query: ParsedQuery,
  ): Promise<ParsedQuery | undefined> {
    const findExistingWords = (words: readonly string[]) => this.#findExistingWords(on, scope, words)
    const spellings = query.terms.map(listSpellings)
    const knownWords = await findExistingWords(spellings.flat())
    const similarWords = await Promise.all(
      spellings.map(async ([word, ...forms]) =>
        word === undefined || [word, ...forms].some((spelling) => knownWords.has(spelling))
          ? []
          : this.#findSimilarWords(on, word),
      ),
    )
    const existingWords = await findExistingWords(similarWords.flat())
    if (existingWords.size === 0) return undefined
    const terms = query.terms.map((term, index): QueryTerm => {
      const words = (similarWords[index] ?? []).filter((word) => existingWords.has(word))
      return words.length > 0 ? { kind: 'any', words } : term
    })
    return { terms, sequence: undefined, isLastTermOpen: false }
  }

  /** Those of the words that a text of the spaces has. */
  async #findExistingWords(
    on: Queryable,
    scope: SearchScope,
    words: readonly string[],
  ): Promise<Set<string>> {
    if (words.length === 0) return new Set()
    const wordsByPart = await Promise.all(
      // Each word is a query of its own, so each query has one word.
      splitScope(scope, 1).map((part) => {
        const options = plainOptions(part.indexes.map(({ id }) => id))
        const queries = words.map((word) =>
          writeAnyTerm({ terms: [{ kind: 'any', words: [word] }] }, options),
        )
        return this.#repository.findExistingWords(on, words, queries, part)
      }),
    )
    return wordsByPart.reduce((all, part) => all.union(part), new Set<string>())
  }

  async #findSimilarWords(on: Queryable, word: string): Promise<string[]> {
    const allowedTypos = countAllowedTypos(word)
    if (allowedTypos === 0) return []
    // If one letter makes a known word, a word with two other letters was not meant. Those with one are found much faster.
    for (let typos = 1; typos < allowedTypos; typos++) {
      const candidates = await this.#findCandidates(on, word, typos, allowedTypos)
      if (candidates.some(({ distance }) => distance <= typos)) return chooseNearest(candidates)
    }
    return chooseNearest(await this.#findCandidates(on, word, allowedTypos, allowedTypos))
  }

  async #findCandidates(
    on: Queryable,
    word: string,
    typos: number,
    allowedTypos: number,
  ): Promise<SimilarWord[]> {
    const rows = await this.#repository.findSimilarWords(on, word, swapNeighbours(word), typos)
    return rows
      .map(({ word: other, contains }) => ({
        other,
        contains,
        distance: computeEditDistance(word, other, allowedTypos),
      }))
      .filter(({ distance, contains }) => distance <= allowedTypos || contains)
      .sort((one, other) => one.distance - other.distance)
  }
}

interface SimilarWord {
  other: string
  distance: number
}

function chooseNearest(candidates: readonly SimilarWord[]): string[] {
  const nearest = candidates[0]?.distance ?? 0
  const chosen = candidates.filter(({ distance }) => distance <= Math.max(1, nearest))
  return [...new Set(chosen.map(({ other }) => other))].slice(0, MAX_SIMILAR_WORDS)
}

/** The spellings that a term can have in a text, as typed first; none for terms that are not corrected. */
function listSpellings(term: QueryTerm): string[] {
  if (term.kind === 'word') return [term.word, ...term.forms.slice(1)]
  return term.kind === 'compound' ? [term.whole] : []
}

/** How many typing errors a word of this length may have and still be recognized. */
const countAllowedTypos = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** The word with each two neighbours swapped: a frequent typing error, and the one that trigrams detect least. */
const swapNeighbours = (word: string): string[] =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, index) => word.slice(0, index) + word.charAt(index + 1) + word.charAt(index) + word.slice(index + 2),
  )
