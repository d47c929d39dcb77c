import { splitIntoChunks } from '../../../common/chunks.ts'
import type { SearchScope } from './repository.ts'

/**
 * One statement searches so many indexes, and has so many words in all. Its `tsquery` has each word once for each index,
 * and PostgreSQL compares each word with every other.
 */
const MAX_INDEXES_PER_STATEMENT = 50
const MAX_WORDS_PER_STATEMENT = 500

/** Splits a scope so that one statement can search the indexes of each part for a query of so many words. */
export function splitScope(scope: SearchScope, wordCount: number): SearchScope[] {
  const size = Math.max(
    1,
    Math.min(MAX_INDEXES_PER_STATEMENT, Math.floor(MAX_WORDS_PER_STATEMENT / wordCount)),
  )
  const parts: SearchScope[] = []
  for (const indexes of splitIntoChunks(scope.indexes, size)) parts.push({ ...scope, indexes })
  return parts
}
