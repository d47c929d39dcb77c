import type { Sides } from './conflict.ts'
import type { PageMerge } from './merge-pages.ts'
import type { Root } from './model.ts'
import type { Workspace } from './objects.ts'
import { mergeOrder } from './order.ts'
import { scan, type TreeRef } from './tree.ts'

export interface MergedLists {
  /** Lists that a side has as they are to be, by parent. */
  readonly stored: ReadonlyMap<string | null, TreeRef | null>
  /** Lists that no side has. */
  readonly merged: ReadonlyMap<string | null, readonly string[]>
  /** Pages that both sides put in different places of one list. */
  readonly conflicts: readonly string[]
}

const sideNames = ['base', 'ours', 'theirs'] as const

/**
 * The children of every page that was changed, in order. Where one side alone changed a list, and all its pages
 * stay in it, the list is taken by its hash and not read.
 */
export async function mergeLists(
  workspace: Workspace,
  pages: ReadonlyMap<string, PageMerge>,
  roots: Sides<Root>,
): Promise<MergedLists> {
  const strays = straysOf(pages)
  const stored = new Map<string | null, TreeRef | null>()
  const open: { parent: string | null; lists: Sides<TreeRef | null> }[] = []
  const consider = (parent: string | null, lists: Sides<TreeRef | null>): void => {
    const same = (a: keyof Sides<unknown>, b: keyof Sides<unknown>) => lists[a]?.hash === lists[b]?.hash
    const fits = (side: keyof Sides<unknown>) => !strays[side].has(parent)
    if ((same('ours', 'theirs') || same('base', 'theirs')) && fits('ours')) stored.set(parent, lists.ours)
    else if (same('base', 'ours') && fits('theirs')) stored.set(parent, lists.theirs)
    else open.push({ parent, lists })
  }
  consider(null, { base: roots.base.children, ours: roots.ours.children, theirs: roots.theirs.children })
  for (const [id, { base, ours, theirs, merged }] of pages) {
    if (merged === undefined) continue
    consider(id, {
      base: base?.children ?? null,
      ours: ours?.children ?? null,
      theirs: theirs?.children ?? null,
    })
  }

  const scanned = await scan(
    workspace,
    open.flatMap(({ lists }) => sideNames.map((side) => lists[side])),
  )
  const merged = new Map<string | null, readonly string[]>()
  const conflicts: string[] = []
  for (const [index, { parent }] of open.entries()) {
    const [base = [], ours = [], theirs = []] = scanned
      .slice(index * 3, index * 3 + 3)
      .map((list) => list.map(({ key }) => key))
    const members = new Set<string>()
    for (const id of [...base, ...ours, ...theirs]) {
      const page = pages.get(id)
      // A page that no side changed is where it was.
      if (page === undefined || page.merged?.parent === parent) members.add(id)
    }
    const order = mergeOrder(base, ours, theirs, members)
    merged.set(parent, order.ids)
    for (const id of order.conflicts) conflicts.push(id)
  }
  return { stored, merged, conflicts }
}

/** For each side, the parents whose merged children are not those that the side has. */
function straysOf(pages: ReadonlyMap<string, PageMerge>): Sides<ReadonlySet<string | null>> {
  const strays = {
    base: new Set<string | null>(),
    ours: new Set<string | null>(),
    theirs: new Set<string | null>(),
  }
  for (const page of pages.values()) {
    for (const side of sideNames) {
      const [before, after] = [page[side]?.parent, page.merged?.parent]
      if (before === after) continue
      if (before !== undefined) strays[side].add(before)
      if (after !== undefined) strays[side].add(after)
    }
  }
  return strays
}
