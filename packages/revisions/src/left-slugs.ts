import type { Hash } from './encoding.ts'
import { loadRoot, parseSlugKey } from './model.ts'
import { findValues } from './tree.ts'
import { diffMaps } from './tree-diff.ts'
import { type ObjectReader, Workspace } from './workspace.ts'

/** A slug under a parent that a page had before. */
export interface LeftSlug {
  readonly pageId: string
  /** Null at the top level. */
  readonly parent: string | null
  readonly slug: string
}

/**
 * Finds the slugs that pages have left because they got another one or another parent. Deleted pages are left out, unless a
 * page was moved away from below them: its old path begins with theirs. A change of texts costs only a comparison of hashes.
 */
export async function findLeftSlugs(reader: ObjectReader, before: Hash, after: Hash): Promise<LeftSlug[]> {
  const workspace = new Workspace(reader)
  await workspace.load([before, after])
  const [oldRoot, newRoot] = [await loadRoot(workspace, before), await loadRoot(workspace, after)]
  const leftSlugs = new Map<string, LeftSlug>()
  for (const [key, { before: pageId }] of await diffMaps(workspace, oldRoot.slugs, newRoot.slugs)) {
    if (typeof pageId === 'string') leftSlugs.set(pageId, { pageId, ...parseSlugKey(key) })
  }
  if (leftSlugs.size === 0) return []
  const movedIds = (await findValues(workspace, newRoot.pages, leftSlugs.keys())).keys()
  const needed = new Set<LeftSlug>()
  for (const id of movedIds) {
    for (let left = leftSlugs.get(id); left && !needed.has(left); left = leftSlugs.get(left.parent ?? ''))
      needed.add(left)
  }
  return [...needed]
}
