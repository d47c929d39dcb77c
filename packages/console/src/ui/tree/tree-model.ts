/** A node of a tree, as the list of all nodes has it: in the order of the tree, each with its parent. */
export interface TreeNode {
  id: string
  /** Undefined at the top. */
  parent: string | undefined
  label: string
}

/** A row that is seen, because all its ancestors are open. */
export interface TreeRow<Node extends TreeNode> {
  node: Node
  /** From 1. */
  level: number
  /** From 1, among its siblings. */
  position: number
  siblings: number
  /** Undefined where there is nothing below. */
  isExpanded: boolean | undefined
}

export interface TreeIndex<Node extends TreeNode> {
  byId: ReadonlyMap<string, Node>
  /** By the id of the parent; undefined is the top. */
  children: ReadonlyMap<string | undefined, readonly Node[]>
}

/** Where a node goes: its new parent, and its place among the children that are there without it. */
export interface TreePlace {
  parent: string | undefined
  index: number
}

export function indexTree<Node extends TreeNode>(nodes: readonly Node[]): TreeIndex<Node> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = new Map<string | undefined, Node[]>()
  for (const node of nodes) {
    // A node whose parent is not there stands at the top, so that nothing is out of reach.
    const parent = node.parent !== undefined && byId.has(node.parent) ? node.parent : undefined
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  return { byId, children }
}

export function listRows<Node extends TreeNode>(
  { children }: TreeIndex<Node>,
  expanded: ReadonlySet<string>,
): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  const visit = (parent: string | undefined, level: number): void => {
    const siblings = children.get(parent) ?? []
    siblings.forEach((node, index) => {
      const hasChildren = children.has(node.id)
      const isExpanded = hasChildren ? expanded.has(node.id) : undefined
      rows.push({ node, level, position: index + 1, siblings: siblings.length, isExpanded })
      if (isExpanded === true) visit(node.id, level + 1)
    })
  }
  visit(undefined, 1)
  return rows
}

/** The nodes above a node, from the top. */
export function listAncestors<Node extends TreeNode>({ byId }: TreeIndex<Node>, id: string): Node[] {
  const ancestors: Node[] = []
  const seen = new Set<string>()
  let parent = byId.get(id)?.parent
  while (parent !== undefined && !seen.has(parent)) {
    seen.add(parent)
    const node = byId.get(parent)
    if (!node) break
    ancestors.unshift(node)
    parent = node.parent
  }
  return ancestors
}

export type MoveDirection = 'up' | 'down' | 'in' | 'out'

/** Whether other nodes may be put into a node. Without it, any node may hold others. */
export type CanContain<Node extends TreeNode> = (node: Node) => boolean

/**
 * Where a node goes with Alt and an arrow key: up and down among its siblings, in to the end of the nearest sibling above it
 * that may hold it, out behind its parent. Undefined where there is no such place.
 */
export function findMove<Node extends TreeNode>(
  index: TreeIndex<Node>,
  id: string,
  direction: MoveDirection,
  canContain: CanContain<Node> = () => true,
): TreePlace | undefined {
  const parent = index.byId.get(id)?.parent
  const siblings = index.children.get(parent) ?? []
  const place = siblings.findIndex((node) => node.id === id)
  if (place === -1) return undefined
  switch (direction) {
    case 'up':
      return place > 0 ? { parent, index: place - 1 } : undefined
    case 'down':
      return place < siblings.length - 1 ? { parent, index: place + 1 } : undefined
    case 'in': {
      const above = siblings.slice(0, place).findLast(canContain)
      return above && { parent: above.id, index: index.children.get(above.id)?.length ?? 0 }
    }
    case 'out': {
      if (parent === undefined) return undefined
      const grandparent = index.byId.get(parent)?.parent
      const uncles = index.children.get(grandparent) ?? []
      return { parent: grandparent, index: uncles.findIndex((node) => node.id === parent) + 1 }
    }
  }
}

export type DropPosition = 'before' | 'after' | 'into'

/** Where a dragged node goes when it is dropped at another. Undefined on itself and below itself. */
export function findDrop<Node extends TreeNode>(
  index: TreeIndex<Node>,
  draggedId: string,
  { targetId, position }: { targetId: string; position: DropPosition },
  canContain: CanContain<Node> = () => true,
): TreePlace | undefined {
  const target = index.byId.get(targetId)
  if (!target || draggedId === targetId) return undefined
  if (position === 'into' && !canContain(target)) return undefined
  if (listAncestors(index, targetId).some((node) => node.id === draggedId)) return undefined
  const withoutDragged = (parent: string | undefined) =>
    (index.children.get(parent) ?? []).filter((node) => node.id !== draggedId)
  if (position === 'into') return { parent: targetId, index: withoutDragged(targetId).length }
  const place = withoutDragged(target.parent).findIndex((node) => node.id === targetId)
  return { parent: target.parent, index: position === 'before' ? place : place + 1 }
}

/** Moves a node in the list of all nodes, so that a move is shown before the server has confirmed it. */
export function moveNode<Node extends TreeNode>(
  nodes: readonly Node[],
  id: string,
  place: TreePlace,
): Node[] {
  const index = indexTree(nodes)
  const children = new Map(Array.from(index.children, ([parent, list]) => [parent, [...list]]))
  const node = index.byId.get(id)
  if (!node) return [...nodes]
  const oldSiblings = children.get(node.parent) ?? []
  oldSiblings.splice(oldSiblings.indexOf(node), 1)
  const siblings = children.get(place.parent) ?? []
  siblings.splice(place.index, 0, { ...node, parent: place.parent })
  children.set(place.parent, siblings)
  const result: Node[] = []
  const visit = (parent: string | undefined): void => {
    for (const child of children.get(parent) ?? []) {
      result.push(child)
      visit(child.id)
    }
  }
  visit(undefined)
  return result
}
