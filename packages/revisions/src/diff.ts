import { compareKeys, equalJson, type Hash, type Json } from './encoding.ts'
import {
  decodeFile,
  decodePage,
  decodeReusableContent,
  decodeVariable,
  loadRoot,
  pageOf,
  type FileRecord,
  type Page,
  type PageRecord,
  type ReusableContentRecord,
  type Root,
} from './model.ts'
import { Workspace, type ObjectReader } from './objects.ts'
import { keptInOrder } from './order.ts'
import { diffMaps, type EntryChange } from './tree-diff.ts'
import { find, scan, type TreeRef } from './tree.ts'

export type FieldChanges = Readonly<Record<string, { readonly before?: Json; readonly after?: Json }>>

/** A page that was edited and moved has two changes; every page of a deleted subtree has one. */
export type PageChange =
  /** `at` is the index among its siblings afterwards. */
  | { readonly kind: 'created'; readonly after: Page; readonly at: number }
  /** New text or new fields; a rename is a change of `title` or `slug`. */
  | {
      readonly kind: 'edited'
      readonly before: Page
      readonly after: Page
      readonly fields: FieldChanges
      readonly document?: { readonly before: Hash | null; readonly after: Hash | null }
    }
  /** To another parent, or to another place among the same siblings. */
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

/** What happened between two revisions. What they share is not read. */
export async function diffRevisions(reader: ObjectReader, before: Hash, after: Hash): Promise<RevisionDiff> {
  const workspace = new Workspace(reader)
  await workspace.load([before, after])
  const old = await loadRoot(workspace, before)
  const now = await loadRoot(workspace, after)
  const variables = await diffMaps(workspace, old.variables, now.variables)
  return {
    pages: await diffPages(workspace, old, now),
    files: recordChanges(await diffMaps(workspace, old.files, now.files), decodeFile),
    reusableContents: recordChanges(
      await diffMaps(workspace, old.reusableContents, now.reusableContents),
      decodeReusableContent,
    ),
    variables: [...variables].map(([name, change]) => variableChange(name, change)),
  }
}

export function fieldChanges(
  before: Readonly<Record<string, Json | undefined>>,
  after: Readonly<Record<string, Json | undefined>>,
): FieldChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareKeys)
  return Object.fromEntries(
    names
      .filter((name) => !equalJson(before[name], after[name]))
      .map((name) => {
        const [old, now] = [before[name], after[name]]
        return [name, { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }]
      }),
  )
}

interface PagePair {
  readonly before: PageRecord | undefined
  readonly after: PageRecord | undefined
}

async function diffPages(workspace: Workspace, old: Root, now: Root): Promise<PageChange[]> {
  const pairs = new Map<string, PagePair>()
  for (const [id, { before, after }] of await diffMaps(workspace, old.pages, now.pages)) {
    pairs.set(id, { before: pageIn(before), after: pageIn(after) })
  }
  const { index, reordered } = await diffLists(workspace, pairs, old, now)

  const changes: PageChange[] = []
  for (const [id, pair] of pairs) {
    const before = pair.before && pageOf(id, pair.before)
    const after = pair.after && pageOf(id, pair.after)
    const at = index.get(id) ?? 0
    if (before === undefined) {
      if (after !== undefined) changes.push({ kind: 'created', after, at })
      continue
    }
    if (after === undefined) {
      changes.push({ kind: 'deleted', before })
      continue
    }
    const fields = fieldChanges(before.fields, after.fields)
    const sameText = before.document === after.document
    if (!sameText || Object.keys(fields).length > 0) {
      const document = { before: before.document, after: after.document }
      changes.push({ kind: 'edited', before, after, fields, ...(!sameText && { document }) })
    }
    if (before.parent !== after.parent) changes.push({ kind: 'moved', before, after, at })
  }
  // A page that only changed its place among its siblings has the record it had.
  const records = await recordsOf(workspace, now, pairs, reordered)
  for (const id of reordered) {
    const after = records.get(id)
    if (after === undefined) continue
    const before = pairs.get(id)?.before
    changes.push({
      kind: 'moved',
      before: pageOf(id, before ?? after),
      after: pageOf(id, after),
      at: index.get(id) ?? 0,
    })
  }
  const rank = { created: 0, edited: 1, moved: 2, deleted: 3 }
  const idOf = (change: PageChange): string =>
    change.kind === 'deleted' ? change.before.id : change.after.id
  return changes.sort((a, b) => rank[a.kind] - rank[b.kind] || compareKeys(idOf(a), idOf(b)))
}

/** New positions in the lists that changed, and who moved within one. */
async function diffLists(workspace: Workspace, pairs: ReadonlyMap<string, PagePair>, old: Root, now: Root) {
  const changed: { before: TreeRef | null; after: TreeRef | null }[] = []
  for (const { before, after } of [{ before: old, after: now }, ...pairs.values()]) {
    const lists = { before: before?.children ?? null, after: after?.children ?? null }
    if (lists.before?.hash !== lists.after?.hash) changed.push(lists)
  }
  const lists = await scan(
    workspace,
    changed.flatMap(({ before, after }) => [before, after]),
  )
  const index = new Map<string, number>()
  const reordered: string[] = []
  for (let n = 0; n < lists.length; n += 2) {
    const before = lists[n]?.map(({ key }) => key) ?? []
    const after = lists[n + 1]?.map(({ key }) => key) ?? []
    const kept = keptInOrder(before, after)
    const stayed = new Set(before)
    for (const [position, id] of after.entries()) {
      index.set(id, position)
      if (stayed.has(id) && !kept.has(id)) reordered.push(id)
    }
  }
  return { index, reordered }
}

async function recordsOf(
  workspace: Workspace,
  root: Root,
  pairs: ReadonlyMap<string, PagePair>,
  ids: readonly string[],
): Promise<Map<string, PageRecord>> {
  const stored = await find(
    workspace,
    root.pages,
    ids.filter((id) => !pairs.has(id)),
  )
  const records = new Map<string, PageRecord>()
  for (const id of ids) {
    const value = stored.get(id)
    const record = value === undefined ? pairs.get(id)?.after : decodePage(value)
    if (record !== undefined) records.set(id, record)
  }
  return records
}

function variableChange(name: string, { before, after }: EntryChange): VariableChange {
  return {
    name,
    ...(before !== undefined && { before: decodeVariable(before) }),
    ...(after !== undefined && { after: decodeVariable(after) }),
  }
}

function pageIn(value: Json | undefined): PageRecord | undefined {
  return value === undefined ? undefined : decodePage(value)
}

function recordChanges<T extends Readonly<Record<string, Json | undefined>>>(
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
      const [old, now] = [decode(before), decode(after)]
      return { kind: 'edited', id, before: old, after: now, fields: fieldChanges(old, now) }
    })
}
