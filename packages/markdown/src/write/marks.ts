import { MARK_ORDER, sameMark } from '../document/marks.ts'
import type { Mark } from '../document/types.ts'

/** Something to write, and the marks on it; `undefined` takes any marks, as an emoji does. */
export interface Marked<Item> {
  item: Item
  marks: readonly Mark[] | undefined
}

/** A run that shares a mark, with what is inside it. */
export type MarkNode<Item> =
  | { kind: 'item'; item: Item; marks: readonly Mark[] }
  | { kind: 'mark'; mark: Mark; nodes: Array<MarkNode<Item>> }

/**
 * Nests marks: always the one that reaches furthest first, so that bold over three words of which one is also
 * italic is opened once. `code` is not nested: every leaf writes its own.
 */
export function nestMarks<Item>(items: ReadonlyArray<Marked<Item>>): Array<MarkNode<Item>> {
  return nest(items, 0, items.length, [])
}

function nest<Item>(
  items: ReadonlyArray<Marked<Item>>,
  start: number,
  end: number,
  open: readonly Mark[],
): Array<MarkNode<Item>> {
  const nodes: Array<MarkNode<Item>> = []
  let index = start
  while (index < end) {
    const current = items[index]
    if (!current) break
    const candidates = (current.marks ?? []).filter(
      (mark) => mark.type !== 'code' && !open.some((each) => sameMark(each, mark)),
    )
    let best: Mark | undefined
    let bestEnd = index
    for (const mark of sorted(candidates)) {
      const reach = reachOf(items, index, end, mark)
      if (reach > bestEnd) {
        best = mark
        bestEnd = reach
      }
    }
    if (best) {
      nodes.push({ kind: 'mark', mark: best, nodes: nest(items, index, bestEnd, [...open, best]) })
      index = bestEnd
    } else {
      nodes.push({ kind: 'item', item: current.item, marks: open })
      index++
    }
  }
  return nodes
}

function sorted(marks: readonly Mark[]): Mark[] {
  return marks.toSorted((a, b) => MARK_ORDER.indexOf(b.type) - MARK_ORDER.indexOf(a.type))
}

/** How far a mark reaches from `start`. What takes any marks may lie within, but does not end a run. */
function reachOf<Item>(items: ReadonlyArray<Marked<Item>>, start: number, end: number, mark: Mark): number {
  let reach = start
  for (let index = start; index < end; index++) {
    const marks = items[index]?.marks
    if (marks === undefined) continue
    if (!marks.some((each) => sameMark(each, mark))) break
    reach = index + 1
  }
  return reach
}
