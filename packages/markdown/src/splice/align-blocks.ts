import type { Block } from '../document/types.ts'
import { findDifferentRanges, listMatches } from './match-sequences.ts'
import type { DifferentRange, IndexPair } from './match-sequences.ts'

/** Returns the part of a block's key that is the hash of its content. Blocks with the same content have it in common. */
export const getContentHash = (block: { key: string }): string => block.key.replace(/\.\d+$/, '')

/** Longer ranges are not compared block by block with each other. */
const MAX_ALIGNED_PRODUCT = 40_000
/** What it is worth at least that two blocks have the same type. */
const MIN_WORTH_OF_SAME_TYPE = 0.1
/** Text that became a heading is the same text only if most of its words are. */
const MIN_LIKENESS_OF_TEXTS = 0.5

/**
 * Finds which old block each new block was: the one with the same content, otherwise the most similar one of its type,
 * in the same order.
 */
export function alignBlocks(oldBlocks: readonly Block[], newBlocks: readonly Block[]): IndexPair[] {
  const ranges = findDifferentRanges(oldBlocks.map(getContentHash), newBlocks.map(getContentHash))
  const pairs = listMatches(oldBlocks.length, ranges)
  for (const range of ranges) for (const pair of alignRange(oldBlocks, newBlocks, range)) pairs.push(pair)
  return pairs.sort(([a], [b]) => a - b)
}

function alignRange(
  oldBlocks: readonly Block[],
  newBlocks: readonly Block[],
  { aStart, aEnd, bStart, bEnd }: DifferentRange,
): IndexPair[] {
  const oldRange = oldBlocks.slice(aStart, aEnd)
  const newRange = newBlocks.slice(bStart, bEnd)
  if (oldRange.length * newRange.length <= MAX_ALIGNED_PRODUCT)
    return alignByLikeness(oldRange, newRange).map(([a, b]) => [a + aStart, b + bStart])
  const isChangedInPlace =
    oldRange.length === newRange.length &&
    oldRange.every((block, index) => block.type === newRange[index]?.type)
  return isChangedInPlace ? oldRange.map((_, index) => [index + aStart, index + bStart]) : []
}

/** Finds the pairs with the greatest likeness in total. */
function alignByLikeness(oldBlocks: readonly Block[], newBlocks: readonly Block[]): IndexPair[] {
  const width = newBlocks.length + 1
  const worths = new Float64Array(oldBlocks.length * newBlocks.length)
  const totals = new Float64Array((oldBlocks.length + 1) * width)
  const totalAt = (a: number, b: number): number => totals[a * width + b] ?? 0
  const worthAt = (a: number, b: number): number => worths[a * newBlocks.length + b] ?? 0
  const [oldWords, newWords] = [oldBlocks.map(listWords), newBlocks.map(listWords)]
  for (let a = oldBlocks.length - 1; a >= 0; a--) {
    for (let b = newBlocks.length - 1; b >= 0; b--) {
      const worth = compareBlocks(oldBlocks[a], newBlocks[b], oldWords[a], newWords[b])
      worths[a * newBlocks.length + b] = worth
      const paired = worth > 0 ? worth + totalAt(a + 1, b + 1) : 0
      totals[a * width + b] = Math.max(totalAt(a + 1, b), totalAt(a, b + 1), paired)
    }
  }
  const pairs: IndexPair[] = []
  for (let [a, b] = [0, 0]; a < oldBlocks.length && b < newBlocks.length;) {
    const worth = worthAt(a, b)
    if (worth > 0 && totalAt(a, b) === worth + totalAt(a + 1, b + 1)) pairs.push([a++, b++])
    else if (totalAt(a, b) === totalAt(a + 1, b)) a++
    else b++
  }
  return pairs
}

function compareBlocks(
  oldBlock: Block | undefined,
  newBlock: Block | undefined,
  oldWords: ReadonlySet<string> = new Set(),
  newWords: ReadonlySet<string> = new Set(),
): number {
  if (!oldBlock || !newBlock) return 0
  if (oldBlock.type === newBlock.type) return MIN_WORTH_OF_SAME_TYPE + getLikeness(oldWords, newWords)
  if (!isTextBlock(oldBlock) || !isTextBlock(newBlock)) return 0
  const likeness = getLikeness(oldWords, newWords)
  return likeness >= MIN_LIKENESS_OF_TEXTS ? likeness / 2 : 0
}

export const isTextBlock = ({ type }: Block): boolean => type === 'paragraph' || type.startsWith('heading-')

function getLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [smaller, larger] = a.size < b.size ? [a, b] : [b, a]
  let common = 0
  for (const word of smaller) if (larger.has(word)) common++
  return common / Math.max(larger.size, 1)
}

/** A few hundred words are enough to recognize a block. */
const MAX_COMPARED_WORDS = 300

function listWords(block: Block): ReadonlySet<string> {
  const words = new Set<string>()
  const pending: unknown[] = [block]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (words.size >= MAX_COMPARED_WORDS) break
    if (typeof value !== 'object' || value === null) continue
    const text: unknown = Reflect.get(value, 'text')
    if (typeof text === 'string') {
      for (const word of text.slice(0, 10_000).match(/[\p{L}\p{N}]+/gu) ?? []) words.add(word)
      continue
    }
    for (const name of ['fragments', 'nodes', 'leaves']) {
      const children: unknown = Reflect.get(value, name)
      if (!Array.isArray(children)) continue
      for (let index = children.length - 1; index >= 0; index--) pending.push(children[index])
    }
  }
  return words
}
