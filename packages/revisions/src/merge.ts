import { compareKeys, type Hash } from './encoding.ts'
import type { Conflict, Sides } from './conflict.ts'
import { Draft } from './draft.ts'
import { mergePages } from './merge-pages.ts'
import { mergeRecords } from './merge-records.ts'
import { loadRoot } from './model.ts'
import { Workspace, type ObjectReader, type Written } from './objects.ts'
import type { Marking } from './text.ts'

export interface MergeOptions {
  /** What the sides are called in conflict markers; or no markers, and our lines alone. */
  readonly labels?: Marking
}

export interface MergeResult extends Written {
  /** Empty when the sides agree; then the root is the same with the sides swapped. */
  readonly conflicts: readonly Conflict[]
}

/**
 * Joins what two sides made of a common ancestor. The result is a sound revision in any case; where the sides
 * are at odds it holds both texts or our choice, and `conflicts` says so.
 */
export async function mergeRevisions(
  reader: ObjectReader,
  sides: Sides<Hash>,
  options: MergeOptions = {},
): Promise<MergeResult> {
  const { base, ours, theirs } = sides
  if (ours === theirs || base === theirs) return { root: ours, objects: new Map(), conflicts: [] }
  if (base === ours) return { root: theirs, objects: new Map(), conflicts: [] }

  const labels = options.labels ?? { ours: 'ours', theirs: 'theirs' }
  const workspace = new Workspace(reader)
  await workspace.load([base, ours, theirs])
  const roots = {
    base: await loadRoot(workspace, base),
    ours: await loadRoot(workspace, ours),
    theirs: await loadRoot(workspace, theirs),
  }
  const draft = await Draft.open(workspace, ours)
  const pageConflicts = await mergePages(draft, roots, labels)
  const recordConflicts = await mergeRecords(draft, roots, labels)
  const written = workspace.written(await draft.commit())
  return {
    ...written,
    conflicts: [...pageConflicts.sort((a, b) => compareKeys(a.id, b.id)), ...recordConflicts],
  }
}
