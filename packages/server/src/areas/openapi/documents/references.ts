import { DescriptionError, isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** Fields that hold example data. A `$ref` in them is data, not a reference. */
const dataFields = new Set(['example', 'value', 'const', 'enum'])
/** Fields whose keys are names that the author chose, which may be equal to the fields above. */
const mapFields = new Set([
  'properties',
  'patternProperties',
  'schemas',
  'definitions',
  '$defs',
  'parameters',
  'responses',
  'examples',
  'requestBodies',
  'headers',
])

/** Copies the document with each `$ref` replaced by what `change` returns. */
export function replaceReferences(tree: JsonObject, change: (ref: string) => string): JsonObject {
  const walk = (value: JsonValue, parentField: string): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => walk(item, parentField))
    if (!isJsonObject(value)) return value
    const result: JsonObject = {}
    for (const [name, part] of Object.entries(value)) {
      if (name === '$ref' && typeof part === 'string') result[name] = change(part)
      else if (dataFields.has(name) && !mapFields.has(parentField)) result[name] = part
      else result[name] = walk(part, name)
    }
    return result
  }
  // The cast is safe, because the copy of an object is an object.
  return walk(tree, '') as JsonObject
}

/** A reference to another file. */
export interface FileReference {
  /** Absolute, without a fragment. */
  url: string
  /** The fragment with its `#`, or an empty string. */
  fragment: string
}

/**
 * Resolves a reference in the file at `base`; undefined for a reference within that file.
 *
 * @param base the URL of the file; undefined for a text that was sent in a request.
 */
export function resolveReference(ref: string, base: string | undefined): FileReference | undefined {
  if (ref.startsWith('#') || ref === '') return undefined
  const url = URL.parse(ref, base)
  if (!url) {
    const shortRef = ref.length > 200 ? `${ref.slice(0, 200)}…` : ref
    throw new DescriptionError(
      'UNRESOLVABLE_REFERENCE',
      base === undefined
        ? `The text refers to the file "${shortRef}". A text cannot refer to other files; give the URL of the description instead.`
        : `The description refers to "${shortRef}", which is not a URL.`,
    )
  }
  const { hash } = url
  url.hash = ''
  return url.href === base ? undefined : { url: url.href, fragment: hash }
}

/** The URLs of the other files that a file refers to. */
export function listReferencedFiles(tree: JsonObject, base: string | undefined): string[] {
  const urls = new Set<string>()
  replaceReferences(tree, (ref) => {
    const reference = resolveReference(ref, base)
    if (reference) urls.add(reference.url)
    return ref
  })
  return [...urls]
}
