import { collectConflictValues, type Conflict, type Sides } from './conflict.ts'
import type { Draft, RecordMapName } from './draft.ts'
import { compareKeys, equalJson, isJsonObject, type Hash, type Json, type JsonObject } from './encoding.ts'
import { mergeFields, pickChangedValue } from './merge-fields.ts'
import type { Root } from './model.ts'
import type { TextMerger } from './merge-markdown.ts'
import { diffMaps } from './tree-diff.ts'

interface MergedValue {
  readonly value: Json
  readonly conflicts: readonly Omit<Conflict, 'on' | 'id'>[]
}

type MergeValue = (sides: {
  base: Json | undefined
  ours: Json
  theirs: Json
}) => MergedValue | Promise<MergedValue>

/** Merges files, reusable contents and variables into a draft of our side. */
export async function mergeRecords(
  draft: Draft,
  roots: Sides<Root>,
  mergeText: TextMerger,
): Promise<Conflict[]> {
  return [
    ...(await mergeMap(draft, 'files', 'file', roots, mergeFile)),
    ...(await mergeMap(draft, 'reusableContents', 'reusable-content', roots, (sides) =>
      mergeReusableContent(draft, sides, mergeText),
    )),
    ...(await mergeMap(draft, 'variables', 'variable', roots, (sides) => ({
      value: sides.ours,
      conflicts: [{ kind: 'field', ...collectConflictValues(sides) }],
    }))),
  ]
}

async function mergeMap(
  draft: Draft,
  map: RecordMapName,
  on: Conflict['on'],
  roots: Sides<Root>,
  mergeValue: MergeValue,
): Promise<Conflict[]> {
  const ourChanges = await diffMaps(draft.workspace, roots.base[map], roots.ours[map])
  const theirChanges = await diffMaps(draft.workspace, roots.base[map], roots.theirs[map])
  const conflicts: Conflict[] = []
  for (const [id, { before: base, after: theirs }] of [...theirChanges].sort(([a], [b]) =>
    compareKeys(a, b),
  )) {
    const ourChange = ourChanges.get(id)
    if (ourChange === undefined) {
      draft.setValue(map, id, theirs)
      continue
    }
    const ours = ourChange.after
    if (equalJson(ours, theirs)) continue
    if (ours === undefined || theirs === undefined) {
      conflicts.push({ on, id, kind: 'deleted-edited', ...collectConflictValues({ base, ours, theirs }) })
      draft.setValue(map, id, ours ?? theirs)
      continue
    }
    const mergedValue = await mergeValue({ base, ours, theirs })
    draft.setValue(map, id, mergedValue.value)
    for (const conflict of mergedValue.conflicts) conflicts.push({ on, id, ...conflict })
  }
  return conflicts
}

/** Merges the content fields of a file as one value: the size of one upload does not fit the type of another. */
function mergeFile(sides: Sides<Json | undefined>): MergedValue {
  const fileParts = {
    base: splitFile(sides.base),
    ours: splitFile(sides.ours),
    theirs: splitFile(sides.theirs),
  }
  const content = {
    base: fileParts.base.content,
    ours: fileParts.ours.content,
    theirs: fileParts.theirs.content,
  }
  const changedContent = pickChangedValue<JsonObject>(content, equalJson)
  const rest = mergeFields({
    base: fileParts.base.rest,
    ours: fileParts.ours.rest,
    theirs: fileParts.theirs.rest,
  })
  const contentConflict = { kind: 'field', field: 'blob', ...collectConflictValues(content) } as const
  return {
    value: { ...rest.fields, ...(changedContent?.value ?? content.ours) },
    conflicts: [
      ...(changedContent === undefined ? [contentConflict] : []),
      ...rest.conflicts.map((conflict) => toFieldConflict(conflict)),
    ],
  }
}

function splitFile(file: Json | undefined): { content: JsonObject; rest: JsonObject } {
  const contentFields = new Set(['blob', 'size', 'contentType', 'dimensions'])
  const members = isJsonObject(file) ? Object.entries(file) : []
  return {
    content: Object.fromEntries(members.filter(([name]) => contentFields.has(name))),
    rest: Object.fromEntries(members.filter(([name]) => !contentFields.has(name))),
  }
}

async function mergeReusableContent(
  draft: Draft,
  sides: Sides<Json | undefined>,
  mergeText: TextMerger,
): Promise<MergedValue> {
  const [base, ours, theirs] = [
    splitReusableContent(sides.base),
    splitReusableContent(sides.ours),
    splitReusableContent(sides.theirs),
  ]
  const { fields, conflicts } = mergeFields({
    base: base.fields,
    ours: ours.fields,
    theirs: theirs.fields,
  })
  const documents = { base: base.document, ours: ours.document, theirs: theirs.document }
  const text = await mergeDocuments(draft, documents, mergeText)
  return {
    value: { ...fields, document: text.document },
    conflicts: [
      ...(text.conflict ? [{ kind: 'content', ...collectConflictValues(documents) } as const] : []),
      ...conflicts.map((conflict) => toFieldConflict(conflict)),
    ],
  }
}

function splitReusableContent(content: Json | undefined): { document: Hash | null; fields: JsonObject } {
  const { document = null, ...fields } = isJsonObject(content) ? content : {}
  return { document: typeof document === 'string' ? document : null, fields }
}

/** Merges three documents line by line. A missing document counts as an empty text. */
export async function mergeDocuments(
  draft: Draft,
  sides: Sides<Hash | null>,
  mergeText: TextMerger,
): Promise<{ document: Hash | null; conflict: boolean }> {
  const changedDocument = pickChangedValue(sides, (a, b) => a === b)
  if (changedDocument !== undefined) return { document: changedDocument.value, conflict: false }
  const hashes = [sides.base, sides.ours, sides.theirs]
  const texts = await draft.workspace.readDocuments(hashes.filter((hash) => hash !== null))
  const [base = '', ours = '', theirs = ''] = hashes.map((hash) => texts.get(hash ?? '') ?? '')
  const mergedText = await mergeText(base, ours, theirs)
  return { document: draft.putDocument(mergedText.markdown), conflict: mergedText.conflict }
}

function toFieldConflict<T extends object>(conflict: T): T & { readonly kind: 'field' } {
  return { ...conflict, kind: 'field' }
}
