import { valuesOf, type Conflict, type Sides } from './conflict.ts'
import type { Draft, PlainMap } from './draft.ts'
import { compareKeys, equalJson, isJsonObject, type Hash, type Json, type JsonObject } from './encoding.ts'
import { mergeFields, pickChanged } from './merge-fields.ts'
import type { Root } from './model.ts'
import { mergeMarkdown, type Marking } from './text.ts'
import { diffMaps } from './tree-diff.ts'

interface Merged {
  readonly value: Json
  readonly conflicts: readonly Omit<Conflict, 'on' | 'id'>[]
}

type MergeValue = (sides: { base: Json | undefined; ours: Json; theirs: Json }) => Merged | Promise<Merged>

/** Merges files, reusable contents and variables into a draft of our side. */
export async function mergeRecords(draft: Draft, roots: Sides<Root>, labels: Marking): Promise<Conflict[]> {
  return [
    ...(await mergeMap(draft, 'files', 'file', roots, mergeFile)),
    ...(await mergeMap(draft, 'reusableContents', 'reusable-content', roots, (sides) =>
      mergeReusableContent(draft, sides, labels),
    )),
    ...(await mergeMap(draft, 'variables', 'variable', roots, (sides) => ({
      value: sides.ours,
      conflicts: [{ kind: 'field', ...valuesOf(sides) }],
    }))),
  ]
}

async function mergeMap(
  draft: Draft,
  map: PlainMap,
  on: Conflict['on'],
  roots: Sides<Root>,
  mergeValue: MergeValue,
): Promise<Conflict[]> {
  const byOurs = await diffMaps(draft.workspace, roots.base[map], roots.ours[map])
  const byTheirs = await diffMaps(draft.workspace, roots.base[map], roots.theirs[map])
  const conflicts: Conflict[] = []
  for (const [id, { before: base, after: theirs }] of [...byTheirs].sort(([a], [b]) => compareKeys(a, b))) {
    const change = byOurs.get(id)
    if (change === undefined) {
      draft.setValue(map, id, theirs)
      continue
    }
    const ours = change.after
    if (equalJson(ours, theirs)) continue
    if (ours === undefined || theirs === undefined) {
      conflicts.push({ on, id, kind: 'deleted-edited', ...valuesOf({ base, ours, theirs }) })
      draft.setValue(map, id, ours ?? theirs)
      continue
    }
    const merged = await mergeValue({ base, ours, theirs })
    draft.setValue(map, id, merged.value)
    for (const conflict of merged.conflicts) conflicts.push({ on, id, ...conflict })
  }
  return conflicts
}

/** What a file holds changes as one: a size of one upload and a type of another would be no file at all. */
function mergeFile(sides: Sides<Json | undefined>): Merged {
  const parts = { base: partsOf(sides.base), ours: partsOf(sides.ours), theirs: partsOf(sides.theirs) }
  const content = { base: parts.base.content, ours: parts.ours.content, theirs: parts.theirs.content }
  const picked = pickChanged<JsonObject>(content, equalJson)
  const rest = mergeFields({ base: parts.base.rest, ours: parts.ours.rest, theirs: parts.theirs.rest })
  const contentConflict = { kind: 'field', field: 'blob', ...valuesOf(content) } as const
  return {
    value: { ...rest.fields, ...(picked?.value ?? content.ours) },
    conflicts: [
      ...(picked === undefined ? [contentConflict] : []),
      ...rest.conflicts.map((conflict) => asField(conflict)),
    ],
  }
}

function partsOf(file: Json | undefined): { content: JsonObject; rest: JsonObject } {
  const names = new Set(['blob', 'size', 'contentType', 'dimensions'])
  const members = isJsonObject(file) ? Object.entries(file) : []
  return {
    content: Object.fromEntries(members.filter(([name]) => names.has(name))),
    rest: Object.fromEntries(members.filter(([name]) => !names.has(name))),
  }
}

async function mergeReusableContent(
  draft: Draft,
  sides: Sides<Json | undefined>,
  labels: Marking,
): Promise<Merged> {
  const [base, ours, theirs] = [
    textAndFields(sides.base),
    textAndFields(sides.ours),
    textAndFields(sides.theirs),
  ]
  const { fields, conflicts } = mergeFields({
    base: base.fields,
    ours: ours.fields,
    theirs: theirs.fields,
  })
  const documents = { base: base.document, ours: ours.document, theirs: theirs.document }
  const text = await mergeDocuments(draft, documents, labels)
  return {
    value: { ...fields, document: text.document },
    conflicts: [
      ...(text.conflict ? [{ kind: 'content', ...valuesOf(documents) } as const] : []),
      ...conflicts.map((conflict) => asField(conflict)),
    ],
  }
}

function textAndFields(content: Json | undefined): { document: Hash | null; fields: JsonObject } {
  const { document = null, ...fields } = isJsonObject(content) ? content : {}
  return { document: typeof document === 'string' ? document : null, fields }
}

/** Merges the texts of three documents, where no document is an empty text. */
export async function mergeDocuments(
  draft: Draft,
  sides: Sides<Hash | null>,
  labels: Marking,
): Promise<{ document: Hash | null; conflict: boolean }> {
  const picked = pickChanged(sides, (a, b) => a === b)
  if (picked !== undefined) return { document: picked.value, conflict: false }
  const hashes = [sides.base, sides.ours, sides.theirs]
  const texts = await draft.workspace.documents(hashes.filter((hash) => hash !== null))
  const [base = '', ours = '', theirs = ''] = hashes.map((hash) => texts.get(hash ?? '') ?? '')
  const merged = mergeMarkdown(base, ours, theirs, labels)
  return { document: draft.putDocument(merged.markdown), conflict: merged.conflict }
}

function asField<T extends object>(conflict: T): T & { readonly kind: 'field' } {
  return { ...conflict, kind: 'field' }
}
