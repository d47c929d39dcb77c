import type { Sides } from './conflict.ts'
import type { PageMerge } from './merge-pages.ts'
import type { Root } from './model.ts'
import type { Workspace } from './workspace.ts'
import { mergeOrders } from './order.ts'
import { scanTrees, type TreeRef } from './tree.ts'

export interface MergedLists {
  /** Lists that one side already has as they have to be, by parent. They are not written again. */
  readonly storedLists: ReadonlyMap<string | null, TreeRef | null>
  /** Lists that no side has, by parent. */
  readonly mergedLists: ReadonlyMap<string | null, readonly string[]>
  /** Pages that both sides put at different positions of one list. */
  readonly conflicts: readonly string[]
}

const sideNames = ['base', 'ours', 'theirs'] as const

/**
 * Merges the child lists of every changed page. Where one side alone changed a list, and all its pages stay in it,
 * the list is taken by its hash and not read.
 */
export async function mergeLists(
  workspace: Workspace,
  pages: ReadonlyMap<string, PageMerge>,
  roots: Sides<Root>,
): Promise<MergedLists> {
  const changedParents = findParentsWithOtherChildren(pages)
  const storedLists = new Map<string | null, TreeRef | null>()
  const listsToMerge: { parent: string | null; lists: Sides<TreeRef | null> }[] = []
  const chooseList = (parent: string | null, lists: Sides<TreeRef | null>): void => {
    const areEqual = (a: keyof Sides<unknown>, b: keyof Sides<unknown>) => lists[a]?.hash === lists[b]?.hash
    const hasMergedChildren = (side: keyof Sides<unknown>) => !changedParents[side].has(parent)
    if ((areEqual('ours', 'theirs') || areEqual('base', 'theirs')) && hasMergedChildren('ours'))
      storedLists.set(parent, lists.ours)
    else if (areEqual('base', 'ours') && hasMergedChildren('theirs')) storedLists.set(parent, lists.theirs)
    else listsToMerge.push({ parent, lists })
  }
  chooseList(null, { base: roots.base.children, ours: roots.ours.children, theirs: roots.theirs.children })
  for (const [id, { base, ours, theirs, mergedRecord }] of pages) {
    if (mergedRecord === undefined) continue
    chooseList(id, {
      base: base?.children ?? null,
      ours: ours?.children ?? null,
      theirs: theirs?.children ?? null,
    })
  }

  const listEntries = await scanTrees(
    workspace,
    listsToMerge.flatMap(({ lists }) => sideNames.map((side) => lists[side])),
  )
  const mergedLists = new Map<string | null, readonly string[]>()
  const conflicts: string[] = []
  for (const [index, { parent }] of listsToMerge.entries()) {
    const [base = [], ours = [], theirs = []] = listEntries
      .slice(index * 3, index * 3 + 3)
      .map((list) => list.map(({ key }) => key))
    const members = new Set<string>()
    for (const id of [...base, ...ours, ...theirs]) {
      const page = pages.get(id)
      // A page that no side changed stays in its list.
      if (page === undefined || page.mergedRecord?.parent === parent) members.add(id)
    }
    const order = mergeOrders(base, ours, theirs, members)
    mergedLists.set(parent, order.ids)
    for (const id of order.conflicts) conflicts.push(id)
  }
  return { storedLists, mergedLists, conflicts }
}

/** For each side, the parents whose merged children are not those that the side has. */
function findParentsWithOtherChildren(
  pages: ReadonlyMap<string, PageMerge>,
): Sides<ReadonlySet<string | null>> {
  const changedParents = {
    base: new Set<string | null>(),
    ours: new Set<string | null>(),
    theirs: new Set<string | null>(),
  }
  for (const page of pages.values()) {
    for (const side of sideNames) {
      const [parentBefore, parentAfter] = [page[side]?.parent, page.mergedRecord?.parent]
      if (parentBefore === parentAfter) continue
      if (parentBefore !== undefined) changedParents[side].add(parentBefore)
      if (parentAfter !== undefined) changedParents[side].add(parentAfter)
    }
  }
  return changedParents
}
