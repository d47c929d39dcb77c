import { compareKeys, equalJson, type Hash, type Json } from './encoding.ts'
import {
  decodeFile,
  decodePage,
  decodeReusableContent,
  decodeVariable,
  loadRoot,
  createPage,
  type FileRecord,
  type Page,
  type PageRecord,
  type ReusableContentRecord,
  type Root,
} from './model.ts'
import { Workspace, type ObjectReader } from './workspace.ts'
import { findUnmovedItems } from './order.ts'
import { diffMaps, type EntryChange } from './tree-diff.ts'
import { findValues, scanTrees, type TreeRef } from './tree.ts'

export type FieldChanges = Readonly<Record<string, { readonly before?: Json; readonly after?: Json }>>

/** A page that was edited and moved has two changes. Every page of a deleted subtree has a change of its own. */
export type PageChange =
  /** `at` is the index among the siblings in the new revision. */
  | { readonly kind: 'created'; readonly after: Page; readonly at: number }
  /** The document or fields changed. A rename is a change of `title` or `slug`. */
  | {
      readonly kind: 'edited'
      readonly before: Page
      readonly after: Page
      readonly fields: FieldChanges
      readonly document?: { readonly before: Hash | null; readonly after: Hash | null }
    }
  /** The page moved to another parent, or to another position among its siblings. */
  | { readonly kind: 'moved'; readonly before: Page; readonly after: Page; readonly at: number }
  | { readonly kind: 'deleted'; readonly before: Page }

export type RecordChange<T> =
  | { readonly kind: 'created'; readonly id: string; readonly after: T }
  | {
      readonly kind: 'edited'
      readonly id: string
      readonly before: T
      readonly after: T
      readonly fields: FieldChanges
    }
  | { readonly kind: 'deleted'; readonly id: string; readonly before: T }

export interface VariableChange {
  readonly name: string
  readonly before?: string
  readonly after?: string
}

export interface RevisionDiff {
  readonly pages: readonly PageChange[]
  readonly files: readonly RecordChange<FileRecord>[]
  readonly reusableContents: readonly RecordChange<ReusableContentRecord>[]
  readonly variables: readonly VariableChange[]
}

/** Lists what changed between two revisions. It does not read the nodes that both have. */
export async function diffRevisions(reader: ObjectReader, before: Hash, after: Hash): Promise<RevisionDiff> {
  const workspace = new Workspace(reader)
  await workspace.load([before, after])
  const oldRoot = await loadRoot(workspace, before)
  const newRoot = await loadRoot(workspace, after)
  const variables = await diffMaps(workspace, oldRoot.variables, newRoot.variables)
  return {
    pages: await diffPages(workspace, oldRoot, newRoot),
    files: diffRecords(await diffMaps(workspace, oldRoot.files, newRoot.files), decodeFile),
    reusableContents: diffRecords(
      await diffMaps(workspace, oldRoot.reusableContents, newRoot.reusableContents),
      decodeReusableContent,
    ),
    variables: [...variables].map(([name, change]) => createVariableChange(name, change)),
  }
}

export function diffFields(
  before: Readonly<Record<string, Json | undefined>>,
  after: Readonly<Record<string, Json | undefined>>,
): FieldChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareKeys)
  return Object.fromEntries(
    names
      .filter((name) => !equalJson(before[name], after[name]))
      .map((name) => {
        const [oldValue, newValue] = [before[name], after[name]]
        return [
          name,
          {
            ...(oldValue !== undefined && { before: oldValue }),
            ...(newValue !== undefined && { after: newValue }),
          },
        ]
      }),
  )
}

interface PagePair {
  readonly before: PageRecord | undefined
  readonly after: PageRecord | undefined
}

async function diffPages(workspace: Workspace, oldRoot: Root, newRoot: Root): Promise<PageChange[]> {
  const pairs = new Map<string, PagePair>()
  for (const [id, { before, after }] of await diffMaps(workspace, oldRoot.pages, newRoot.pages)) {
    pairs.set(id, { before: decodeOptionalPage(before), after: decodeOptionalPage(after) })
  }
  const { indexById, reorderedIds } = await diffLists(workspace, pairs, oldRoot, newRoot)

  const changes: PageChange[] = []
  for (const [id, pair] of pairs) {
    const before = pair.before && createPage(id, pair.before)
    const after = pair.after && createPage(id, pair.after)
    const index = indexById.get(id) ?? 0
    if (before === undefined) {
      if (after !== undefined) changes.push({ kind: 'created', after, at: index })
      continue
    }
    if (after === undefined) {
      changes.push({ kind: 'deleted', before })
      continue
    }
    const fields = diffFields(before.fields, after.fields)
    const hasSameDocument = before.document === after.document
    if (!hasSameDocument || Object.keys(fields).length > 0) {
      const document = { before: before.document, after: after.document }
      changes.push({ kind: 'edited', before, after, fields, ...(!hasSameDocument && { document }) })
    }
    if (before.parent !== after.parent) changes.push({ kind: 'moved', before, after, at: index })
  }
  // The record of a page that only moved among its siblings is unchanged, so the pairs do not have it.
  const records = await loadPageRecords(workspace, newRoot, pairs, reorderedIds)
  for (const id of reorderedIds) {
    const after = records.get(id)
    if (after === undefined) continue
    const before = pairs.get(id)?.before
    changes.push({
      kind: 'moved',
      before: createPage(id, before ?? after),
      after: createPage(id, after),
      at: indexById.get(id) ?? 0,
    })
  }
  const kindOrder = { created: 0, edited: 1, moved: 2, deleted: 3 }
  const getPageId = (change: PageChange): string =>
    change.kind === 'deleted' ? change.before.id : change.after.id
  return changes.sort(
    (a, b) => kindOrder[a.kind] - kindOrder[b.kind] || compareKeys(getPageId(a), getPageId(b)),
  )
}

/** Finds the new indexes in the lists that changed, and the pages that moved within a list. */
async function diffLists(
  workspace: Workspace,
  pairs: ReadonlyMap<string, PagePair>,
  oldRoot: Root,
  newRoot: Root,
) {
  const changedLists: { before: TreeRef | null; after: TreeRef | null }[] = []
  for (const { before, after } of [{ before: oldRoot, after: newRoot }, ...pairs.values()]) {
    const lists = { before: before?.children ?? null, after: after?.children ?? null }
    if (lists.before?.hash !== lists.after?.hash) changedLists.push(lists)
  }
  const lists = await scanTrees(
    workspace,
    changedLists.flatMap(({ before, after }) => [before, after]),
  )
  const indexById = new Map<string, number>()
  const reorderedIds: string[] = []
  for (let listIndex = 0; listIndex < lists.length; listIndex += 2) {
    const before = lists[listIndex]?.map(({ key }) => key) ?? []
    const after = lists[listIndex + 1]?.map(({ key }) => key) ?? []
    const unmovedIds = findUnmovedItems(before, after)
    const idsBefore = new Set(before)
    for (const [position, id] of after.entries()) {
      indexById.set(id, position)
      if (idsBefore.has(id) && !unmovedIds.has(id)) reorderedIds.push(id)
    }
  }
  return { indexById, reorderedIds }
}

async function loadPageRecords(
  workspace: Workspace,
  root: Root,
  pairs: ReadonlyMap<string, PagePair>,
  ids: readonly string[],
): Promise<Map<string, PageRecord>> {
  const storedRecords = await findValues(
    workspace,
    root.pages,
    ids.filter((id) => !pairs.has(id)),
  )
  const records = new Map<string, PageRecord>()
  for (const id of ids) {
    const value = storedRecords.get(id)
    const record = value === undefined ? pairs.get(id)?.after : decodePage(value)
    if (record !== undefined) records.set(id, record)
  }
  return records
}

function createVariableChange(name: string, { before, after }: EntryChange): VariableChange {
  return {
    name,
    ...(before !== undefined && { before: decodeVariable(before) }),
    ...(after !== undefined && { after: decodeVariable(after) }),
  }
}

function decodeOptionalPage(value: Json | undefined): PageRecord | undefined {
  return value === undefined ? undefined : decodePage(value)
}

function diffRecords<T extends Readonly<Record<string, Json | undefined>>>(
  changes: ReadonlyMap<string, EntryChange>,
  decode: (value: Json) => T,
): RecordChange<T>[] {
  return [...changes]
    .sort(([a], [b]) => compareKeys(a, b))
    .map(([id, { before, after }]) => {
      if (before === undefined || after === undefined) {
        if (after !== undefined) return { kind: 'created', id, after: decode(after) }
        return { kind: 'deleted', id, before: decode(before ?? null) }
      }
      const [oldRecord, newRecord] = [decode(before), decode(after)]
      return {
        kind: 'edited',
        id,
        before: oldRecord,
        after: newRecord,
        fields: diffFields(oldRecord, newRecord),
      }
    })
}
