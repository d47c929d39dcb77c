import { compareKeys, type Hash } from './encoding.ts'
import type { Conflict, Sides } from './conflict.ts'
import { Draft } from './draft.ts'
import { mergePages } from './merge-pages.ts'
import { mergeRecords } from './merge-records.ts'
import { loadRoot } from './model.ts'
import { Workspace, type ObjectReader, type WrittenRevision } from './workspace.ts'
import { type ConflictStyle, type MergedText, mergeMarkdown, type TextMerger } from './merge-markdown.ts'

export interface MergeOptions {
  /** The names of the sides in conflict markers, or `ours` to write no markers and keep our lines only. */
  readonly conflictStyle?: ConflictStyle
  /** Merges three texts; `mergeMarkdown` unless the caller has another place to do that. */
  readonly mergeText?: (...texts: Parameters<typeof mergeMarkdown>) => MergedText | Promise<MergedText>
}

export interface MergeResult extends WrittenRevision {
  /** Empty when the sides do not conflict. The root is then the same with the sides swapped. */
  readonly conflicts: readonly Conflict[]
}

/**
 * Merges two revisions with a common ancestor. The result is always a valid revision. Where the sides conflict it
 * has both texts or our value, and `conflicts` lists them.
 */
export async function mergeRevisions(
  reader: ObjectReader,
  sides: Sides<Hash>,
  options: MergeOptions = {},
): Promise<MergeResult> {
  const { base, ours, theirs } = sides
  if (ours === theirs || base === theirs) return { root: ours, objects: new Map(), conflicts: [] }
  if (base === ours) return { root: theirs, objects: new Map(), conflicts: [] }

  const conflictStyle = options.conflictStyle ?? { ours: 'ours', theirs: 'theirs' }
  const mergeText: TextMerger = (...texts) => (options.mergeText ?? mergeMarkdown)(...texts, conflictStyle)
  const workspace = new Workspace(reader)
  await workspace.load([base, ours, theirs])
  const roots = {
    base: await loadRoot(workspace, base),
    ours: await loadRoot(workspace, ours),
    theirs: await loadRoot(workspace, theirs),
  }
  const draft = await Draft.open(workspace, ours)
  const pageConflicts = await mergePages(draft, roots, mergeText)
  const recordConflicts = await mergeRecords(draft, roots, mergeText)
  const writtenRevision = workspace.collectWrittenObjects(await draft.commit())
  return {
    ...writtenRevision,
    conflicts: [...pageConflicts.sort((a, b) => compareKeys(a.id, b.id)), ...recordConflicts],
  }
}
