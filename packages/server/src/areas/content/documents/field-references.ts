import { type ContentRef, createReferenceKey } from '@verso/markdown'
import type { Json, JsonObject, PageFields } from '@verso/revisions'

/** The fields of a page hold whatever was stored, so a reference among them is recognised by its kind and its id. */
export const isContentRef = (value: unknown): value is ContentRef =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  requiredFields.some(([kind, field]) => value.kind === kind && typeof Reflect.get(value, field) === 'string')

const requiredFields = [
  ['file', 'file'],
  ['url', 'url'],
  ['page', 'page'],
  ['anchor', 'anchor'],
  ['user', 'user'],
  ['collection', 'collection'],
  ['space', 'space'],
  ['reusable-content', 'reusableContent'],
  ['openapi', 'spec'],
] as const

/** The fields of a page that contain references as they are written in files: paths that begin at the file of the page. */
const referringFields = ['cover', 'metaLinks'] as const

/** The references in the cover and the meta links of a page. */
export const listFieldReferences = (fields: PageFields): ContentRef[] =>
  referringFields.flatMap((name) => collectReferences(fields[name]))

/** The fields with other references in the place of some, which are named by their keys. */
export function replaceFieldReferences(
  fields: PageFields,
  references: ReadonlyMap<string, ContentRef>,
): PageFields {
  const newFields: Record<string, Json> = {}
  for (const name of referringFields) {
    const value = fields[name]
    if (value !== undefined) newFields[name] = replaceReferences(value, references)
  }
  return { ...fields, ...newFields }
}

function collectReferences(value: Json | undefined): ContentRef[] {
  if (isContentRef(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(collectReferences)
  return isJsonObject(value) ? Object.values(value).flatMap(collectReferences) : []
}

function replaceReferences(value: Json, references: ReadonlyMap<string, ContentRef>): Json {
  if (isContentRef(value)) {
    const reference = references.get(createReferenceKey(value))
    return reference ? { ...reference } : value
  }
  if (Array.isArray(value)) return value.map((entry) => replaceReferences(entry, references))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, replaceReferences(entry, references)]),
  )
}

const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
