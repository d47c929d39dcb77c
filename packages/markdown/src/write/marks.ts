import { markOrder, isSameMark } from '../document/marks.ts'
import type { Mark } from '../document/types.ts'

/** An item to write with its marks. An item with `undefined` marks, such as an emoji, may be inside any marks. */
export interface MarkedItem<Item> {
  item: Item
  marks: readonly Mark[] | undefined
}

/** An item, or a mark around nodes. */
export type MarkNode<Item> =
  | { kind: 'item'; item: Item; marks: readonly Mark[] }
  | { kind: 'mark'; mark: Mark; nodes: Array<MarkNode<Item>> }

/**
 * Nests marks. The mark with the longest range comes first, so that bold on three words of which one is also italic is
 * opened once. `code` is not nested, because every leaf writes its own.
 */
export function nestMarks<Item>(items: ReadonlyArray<MarkedItem<Item>>): Array<MarkNode<Item>> {
  return nestRange(items, 0, items.length, [])
}

function nestRange<Item>(
  items: ReadonlyArray<MarkedItem<Item>>,
  start: number,
  end: number,
  openMarks: readonly Mark[],
): Array<MarkNode<Item>> {
  const nodes: Array<MarkNode<Item>> = []
  let index = start
  while (index < end) {
    const current = items[index]
    if (!current) break
    const candidates = (current.marks ?? []).filter(
      (mark) => mark.type !== 'code' && !openMarks.some((existingMark) => isSameMark(existingMark, mark)),
    )
    let bestMark: Mark | undefined
    let bestEnd = index
    for (const mark of sortMarks(candidates)) {
      const markEnd = findMarkEnd(items, index, end, mark)
      if (markEnd > bestEnd) {
        bestMark = mark
        bestEnd = markEnd
      }
    }
    if (bestMark) {
      nodes.push({
        kind: 'mark',
        mark: bestMark,
        nodes: nestRange(items, index, bestEnd, [...openMarks, bestMark]),
      })
      index = bestEnd
    } else {
      nodes.push({ kind: 'item', item: current.item, marks: openMarks })
      index++
    }
  }
  return nodes
}

function sortMarks(marks: readonly Mark[]): Mark[] {
  return marks.toSorted((a, b) => markOrder.indexOf(b.type) - markOrder.indexOf(a.type))
}

/** Returns the end of the range of a mark. Items that may be inside any marks do not end the range. */
function findMarkEnd<Item>(
  items: ReadonlyArray<MarkedItem<Item>>,
  start: number,
  end: number,
  mark: Mark,
): number {
  let markEnd = start
  for (let index = start; index < end; index++) {
    const marks = items[index]?.marks
    if (marks === undefined) continue
    if (!marks.some((existingMark) => isSameMark(existingMark, mark))) break
    markEnd = index + 1
  }
  return markEnd
}
