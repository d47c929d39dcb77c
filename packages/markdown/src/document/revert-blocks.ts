import type { Block, Document } from './types.ts'

/**
 * Reverts some top-level blocks of a document to an older version: added blocks are removed, deleted blocks return,
 * and changed or moved blocks are restored. The keys may be from either document.
 */
export function revertBlocks(
  newDocument: Document,
  oldDocument: Document,
  keys: ReadonlySet<string>,
): Document {
  const unmovedBlocks = findUnmovedBlocks(newDocument.nodes, oldDocument.nodes)
  const oldKeys = new Set(oldDocument.nodes.map(({ key }) => key))
  const sharedKeys = new Set(newDocument.nodes.map(({ key }) => key).filter((key) => oldKeys.has(key)))
  const nodes: Block[] = []
  let [newStart, oldStart] = [0, 0]
  const revertUpTo = (newEnd: number, oldEnd: number): void => {
    const revertedBlocks = revertSection(
      newDocument.nodes.slice(newStart, newEnd),
      oldDocument.nodes.slice(oldStart, oldEnd),
      { keys, sharedKeys },
    )
    for (const block of revertedBlocks) nodes.push(block)
    newStart = newEnd
    oldStart = oldEnd
  }
  for (const { newIndex, oldIndex } of unmovedBlocks) {
    revertUpTo(newIndex, oldIndex)
    nodes.push(...newDocument.nodes.slice(newIndex, newIndex + 1))
    newStart = newIndex + 1
    oldStart = oldIndex + 1
  }
  revertUpTo(newDocument.nodes.length, oldDocument.nodes.length)
  return { ...newDocument, nodes }
}

/**
 * Reverts the blocks between two blocks that did not move. Blocks at the same index and of the same type are versions
 * of each other, except for moved blocks, whose old version is elsewhere.
 */
function* revertSection(
  newBlocks: Block[],
  oldBlocks: Block[],
  { keys, sharedKeys }: { keys: ReadonlySet<string>; sharedKeys: ReadonlySet<string> },
): Generator<Block> {
  for (let index = 0; index < Math.max(newBlocks.length, oldBlocks.length); index++) {
    const [newBlock, oldBlock] = [newBlocks[index], oldBlocks[index]]
    const isChanged =
      newBlock &&
      oldBlock &&
      newBlock.type === oldBlock.type &&
      !sharedKeys.has(newBlock.key) &&
      !sharedKeys.has(oldBlock.key)
    if (isChanged) {
      yield keys.has(newBlock.key) || keys.has(oldBlock.key) ? oldBlock : newBlock
      continue
    }
    if (oldBlock && keys.has(oldBlock.key)) yield oldBlock
    if (newBlock && !keys.has(newBlock.key)) yield newBlock
  }
}

/** The indexes of a block that both documents have. */
interface BlockPair {
  newIndex: number
  oldIndex: number
}

/** Finds the longest sequence of blocks that both documents have in the same order. Keys are unique in a document. */
function findUnmovedBlocks(newBlocks: readonly Block[], oldBlocks: readonly Block[]): BlockPair[] {
  const oldIndexByKey = new Map(oldBlocks.map(({ key }, index) => [key, index]))
  /** The end of the best sequence of each length, and for each block its predecessor in the sequence. */
  const ends: BlockPair[] = []
  const previous = new Map<number, BlockPair | undefined>()
  for (const [newIndex, { key }] of newBlocks.entries()) {
    const oldIndex = oldIndexByKey.get(key)
    if (oldIndex === undefined) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle]?.oldIndex ?? 0) < oldIndex) low = middle + 1
      else high = middle
    }
    ends[low] = { newIndex, oldIndex }
    previous.set(newIndex, ends[low - 1])
  }
  const unmovedRun: BlockPair[] = []
  for (let last = ends.at(-1); last; last = previous.get(last.newIndex)) unmovedRun.unshift(last)
  return unmovedRun
}
