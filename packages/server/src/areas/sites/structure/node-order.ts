import { Invalid } from '../../../common/errors.ts'
import { rankBetween, ranksBetween } from '../../../common/rank.ts'

/** A node whose position among its siblings is its rank. */
export interface RankedNode {
  readonly id: string
  rank: string
}

/** The nodes that a node is moved before and after. */
export class MoveTarget<Node extends RankedNode> {
  readonly #moved: Node
  readonly #before: Node | undefined
  readonly #after: Node | undefined

  constructor(moved: Node, before: Node | undefined, after: Node | undefined) {
    this.#moved = moved
    this.#before = before
    this.#after = after
  }

  /** The parent of both anchors; `fallback` when there is no anchor. */
  findParent<Parent>(getParent: (node: Node) => Parent, fallback: Parent): Parent {
    const [first, second] = [this.#after, this.#before]
      .filter((anchor) => anchor !== undefined)
      .map(getParent)
    if (this.#before && this.#after && first !== second) {
      throw new Invalid('body.position.before and body.position.after do not stand beside each other.')
    }
    return first === undefined ? fallback : first
  }

  /** The rank that puts the moved node at its new position among the children of its new parent. */
  computeRank(siblings: Node[]): string {
    const others = siblings.filter(({ id }) => id !== this.#moved.id)
    const [after, before] = [this.#after, this.#before].map((anchor) => anchor && others.indexOf(anchor))
    if (before !== undefined && after !== undefined && after >= before) {
      throw new Invalid('body.position.after stands behind body.position.before: nothing fits between them.')
    }
    // With both anchors the node goes directly after the first.
    const index = after === undefined ? (before ?? others.length) : after + 1
    return rankBetween(others[index - 1]?.rank ?? null, others[index]?.rank ?? null)
  }
}

/** Sorts nodes in place. Ranks are compared by bytes, as the database compares them. */
export const sortByRank = <Node extends RankedNode>(nodes: Node[]): Node[] =>
  nodes.sort((a, b) => (a.rank === b.rank ? compare(a.id, b.id) : compare(a.rank, b.rank)))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A rank after that of every sibling. */
export const createLastRank = (siblings: RankedNode[]): string =>
  rankBetween(siblings.at(-1)?.rank ?? null, null)

/** `count` ranks directly after a node and before its next sibling. */
export function createRanksAfter(node: RankedNode, siblings: RankedNode[], count: number): string[] {
  const next = siblings[siblings.findIndex(({ id }) => id === node.id) + 1]
  return ranksBetween(node.rank, next?.rank ?? null, count)
}

export const collectPaths = (nodes: Iterable<{ path: string }>): Set<string> =>
  new Set(Array.from(nodes, ({ path }) => path))

/** Makes the next sibling the default in place of one that is removed; the first sibling after the last one. */
export function passOnDefault<Node extends RankedNode & { isDefault: boolean }>(
  removed: Node,
  siblings: Node[],
): void {
  if (!removed.isDefault) return
  const index = siblings.findIndex(({ id }) => id === removed.id)
  const next = siblings[index + 1] ?? siblings.find(({ id }) => id !== removed.id)
  removed.isDefault = false
  if (next) next.isDefault = true
}
