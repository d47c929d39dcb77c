import type { Block } from '../document/types.ts'
import type { Place } from '../parse/places.ts'
import type { IndexPair } from './match-sequences.ts'
import type { SourceText } from './source-text.ts'
import { getContentHash } from './align-blocks.ts'

/** Where the blocks of a container are. */
export interface Container {
  isTop: boolean
  firstLine: number
  /** What is before the lines of its blocks, or undefined when new blocks need another block beside them to tell. */
  prefix: string | undefined
}

export const unknownContainer: Container = { isTop: false, firstLine: 0, prefix: undefined }

/** The old and new blocks of a container, with the places of the old ones and the pairs that correspond. */
export interface BlockLists {
  oldBlocks: readonly Block[]
  newBlocks: readonly Block[]
  places: readonly Place[]
  pairs: readonly IndexPair[]
}

/** Old blocks from `start` to `end` that are replaced by new blocks. Both may be none. */
export interface BlockGap {
  start: number
  end: number
  addedBlocks: readonly Block[]
}

/** Returns the places of blocks, or undefined when one is unknown or they do not rise. */
export function listPlaces(source: SourceText, blocks: readonly Block[]): Place[] | undefined {
  const places: Place[] = []
  for (const block of blocks) {
    const place = source.getPlace(block)
    const last = places.at(-1)
    if (!place || (last && (place.startLine < last.startLine || place.endLine < last.endLine)))
      return undefined
    places.push(place)
  }
  return places
}

/**
 * Removes the pairs of blocks that share a line with a block that changed: they can only be written together. Blocks
 * share a line when several tags are on it, or when they come from the same HTML.
 */
export function dropPairsOnSharedLines({ oldBlocks, newBlocks, places, pairs }: BlockLists): IndexPair[] {
  const newIndexes = new Map(pairs)
  const dropped = new Set<number>()
  for (let start = 0; start < places.length;) {
    const end = findSharedEnd(places, start)
    if (end > start + 1) {
      const firstIndex = newIndexes.get(start) ?? -1
      for (let index = start; index < end; index++) {
        const newIndex = newIndexes.get(index)
        const [oldBlock, newBlock] = [oldBlocks[index], newBlocks[newIndex ?? -1]]
        const isSame = oldBlock && newBlock && getContentHash(oldBlock) === getContentHash(newBlock)
        if (isSame && newIndex === firstIndex + index - start) continue
        for (let other = start; other < end; other++) dropped.add(other)
        break
      }
    }
    start = end
  }
  return dropped.size === 0 ? [...pairs] : pairs.filter(([index]) => !dropped.has(index))
}

/** Returns the index behind the last block that shares a line with the block at `start`. */
export function findSharedEnd(places: readonly Place[], start: number): number {
  let endLine = places[start]?.endLine ?? 0
  let end = start + 1
  for (let place = places[end]; place && place.startLine < endLine; place = places[end]) {
    endLine = Math.max(endLine, place.endLine)
    end++
  }
  return end
}
