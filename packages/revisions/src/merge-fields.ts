import { collectConflictValues, type Conflict, type Sides } from './conflict.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from './encoding.ts'

export type Fields = Readonly<Record<string, Json | undefined>>
export type FieldConflict = Required<Pick<Conflict, 'field'>> & Pick<Conflict, 'base' | 'ours' | 'theirs'>

export interface MergedFields {
  readonly fields: JsonObject
  readonly conflicts: readonly FieldConflict[]
}

/** Fields that are maps of independent settings. A field with any other object is merged as one value. */
const fieldsMergedByKey = new Set(['layout', 'variables'])

/** Merges field by field. Where both sides changed a field, the result has our value and a conflict. */
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
    const mergedField = mergeField(field, values)
    if (mergedField.value !== undefined) fields.push([field, mergedField.value])
    conflicts.push(...mergedField.conflicts)
  }
  return { fields: Object.fromEntries(fields), conflicts }
}

/** The merged value when at most one side changed it or both made the same change, otherwise undefined. */
export function pickChangedValue<T>(
  sides: Sides<T>,
  equal: (a: T, b: T) => boolean,
): { readonly value: T } | undefined {
  if (equal(sides.ours, sides.theirs) || equal(sides.base, sides.theirs)) return { value: sides.ours }
  if (equal(sides.base, sides.ours)) return { value: sides.theirs }
  return undefined
}

/** Timestamps record when a page was created and changed. Nobody chooses them, so they never conflict. */
export function isTimestamp(field: string): boolean {
  return field === 'createdAt' || field === 'updatedAt'
}

interface MergedField {
  readonly value: Json | undefined
  readonly conflicts: readonly FieldConflict[]
}

function mergeField(field: string, values: Sides<Json | undefined>): MergedField {
  const changedValue = pickChangedValue(values, equalJson)
  if (changedValue !== undefined) return { value: changedValue.value, conflicts: [] }
  const { base, ours, theirs } = values
  if (isTimestamp(field)) return { value: mergeTimestamps(field, ours, theirs), conflicts: [] }
  if (fieldsMergedByKey.has(field) && isJsonObject(ours) && isJsonObject(theirs)) {
    const mergedMap = mergeFields({ base: isJsonObject(base) ? base : {}, ours, theirs })
    return {
      value: mergedMap.fields,
      conflicts: mergedMap.conflicts.map((conflict) => nestFieldConflict(field, conflict)),
    }
  }
  return { value: ours, conflicts: [{ field, ...collectConflictValues(values) }] }
}

function nestFieldConflict(field: string, conflict: FieldConflict): FieldConflict {
  return { ...conflict, field: `${field}.${conflict.field}` }
}

/** Takes the earlier creation and the later update. ISO 8601 times in UTC can be compared as text. */
function mergeTimestamps(field: string, ours: Json | undefined, theirs: Json | undefined): Json | undefined {
  if (typeof ours !== 'string') return theirs
  if (typeof theirs !== 'string') return ours
  return ours < theirs === (field === 'createdAt') ? ours : theirs
}
