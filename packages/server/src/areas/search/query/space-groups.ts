import type { IndexedSpace } from './repository.ts'

/**
 * One statement searches so many indexes, and has so many words in all. Its `tsquery` has each word once for each index,
 * and PostgreSQL compares each word with every other.
 */
const MAX_INDEXES_PER_STATEMENT = 50
const MAX_WORDS_PER_STATEMENT = 500

/** Groups spaces so that one statement can search the indexes of each group for a query of so many words. */
export function groupSpaces(spaces: readonly IndexedSpace[], wordCount: number): IndexedSpace[][] {
  const indexesPerGroup = Math.max(
    1,
    Math.min(MAX_INDEXES_PER_STATEMENT, Math.floor(MAX_WORDS_PER_STATEMENT / wordCount)),
  )
  const groups: IndexedSpace[][] = []
  const positions = new Map<number, number>()
  for (const space of spaces) {
    const position = positions.get(space.indexId) ?? positions.size
    positions.set(space.indexId, position)
    ;(groups[Math.floor(position / indexesPerGroup)] ??= []).push(space)
  }
  return groups
}
