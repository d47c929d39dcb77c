import { valuesOf, type Conflict, type Sides } from './conflict.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from './encoding.ts'

export type Fields = Readonly<Record<string, Json | undefined>>
export type FieldConflict = Required<Pick<Conflict, 'field'>> & Pick<Conflict, 'base' | 'ours' | 'theirs'>

export interface MergedFields {
  readonly fields: JsonObject
  readonly conflicts: readonly FieldConflict[]
}

/** Fields that are maps of independent settings; the parts of any other object belong together. */
const mergedByKey = new Set(['layout', 'variables'])

/** Merges field by field; of a field that both sides changed the result has ours. */
export function mergeFields(sides: Sides<Fields>): MergedFields {
  const names = new Set([
    ...Object.keys(sides.base),
    ...Object.keys(sides.ours),
    ...Object.keys(sides.theirs),
  ])
  const fields: [string, Json][] = []
  const conflicts: FieldConflict[] = []
  for (const field of names) {
    const values = { base: sides.base[field], ours: sides.ours[field], theirs: sides.theirs[field] }
    const merged = mergeField(field, values)
    if (merged.value !== undefined) fields.push([field, merged.value])
    conflicts.push(...merged.conflicts)
  }
  return { fields: Object.fromEntries(fields), conflicts }
}

/** The one value of three, when at most one side changed it or both did alike. */
export function pickChanged<T>(
  sides: Sides<T>,
  equal: (a: T, b: T) => boolean,
): { readonly value: T } | undefined {
  if (equal(sides.ours, sides.theirs) || equal(sides.base, sides.theirs)) return { value: sides.ours }
  if (equal(sides.base, sides.ours)) return { value: sides.theirs }
  return undefined
}

/** Times say when a page was made and touched, not what someone wants: they never conflict. */
export function isStamp(field: string): boolean {
  return field === 'createdAt' || field === 'updatedAt'
}

interface MergedField {
  readonly value: Json | undefined
  readonly conflicts: readonly FieldConflict[]
}

function mergeField(field: string, values: Sides<Json | undefined>): MergedField {
  const picked = pickChanged(values, equalJson)
  if (picked !== undefined) return { value: picked.value, conflicts: [] }
  const { base, ours, theirs } = values
  if (isStamp(field)) return { value: mergeStamps(field, ours, theirs), conflicts: [] }
  if (mergedByKey.has(field) && isJsonObject(ours) && isJsonObject(theirs)) {
    const merged = mergeFields({ base: isJsonObject(base) ? base : {}, ours, theirs })
    return {
      value: merged.fields,
      conflicts: merged.conflicts.map((conflict) => inside(field, conflict)),
    }
  }
  return { value: ours, conflicts: [{ field, ...valuesOf(values) }] }
}

function inside(field: string, conflict: FieldConflict): FieldConflict {
  return { ...conflict, field: `${field}.${conflict.field}` }
}

/** ISO 8601 times in UTC sort as text. */
function mergeStamps(field: string, ours: Json | undefined, theirs: Json | undefined): Json | undefined {
  if (typeof ours !== 'string') return theirs
  if (typeof theirs !== 'string') return ours
  return ours < theirs === (field === 'createdAt') ? ours : theirs
}
