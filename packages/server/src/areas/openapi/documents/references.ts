import { DescriptionError, isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** Fields that hold values of the API itself: what looks like a reference in them is somebody's data. */
const values = new Set(['example', 'value', 'const', 'enum'])
/** Fields that hold things by names of their own, which may be any of the above. */
const named = new Set([
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

/** The tree with each `$ref` in it replaced by what `change` makes of it. */
export function replaceReferences(tree: JsonObject, change: (ref: string) => string): JsonObject {
  const walk = (value: JsonValue, within: string): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => walk(item, within))
    if (!isJsonObject(value)) return value
    const result: JsonObject = {}
    for (const [name, part] of Object.entries(value)) {
      if (name === '$ref' && typeof part === 'string') result[name] = change(part)
      else if (values.has(name) && !named.has(within)) result[name] = part
      else result[name] = walk(part, name)
    }
    return result
  }
  // The walk of an object gives an object.
  return walk(tree, '') as JsonObject
}

/** A reference to another file: where it is, and the place in it. */
export interface FileReference {
  /** Absolute, without a fragment. */
  url: string
  /** From the `#` on, or nothing. */
  fragment: string
}

/**
 * What a reference in the file at `base` leads to; undefined for one within the same file.
 *
 * @param base where the file is; a text that somebody sent is nowhere.
 */
export function resolveReference(ref: string, base: string | undefined): FileReference | undefined {
  if (ref.startsWith('#') || ref === '') return undefined
  const url = URL.parse(ref, base)
  if (!url) {
    const shown = ref.length > 200 ? `${ref.slice(0, 200)}…` : ref
    throw new DescriptionError(
      'UNRESOLVABLE_REFERENCE',
      base === undefined
        ? `It refers to the file "${shown}", but a text that was sent has no files beside it.`
        : `It refers to "${shown}", which is no address.`,
    )
  }
  const { hash } = url
  url.hash = ''
  return url.href === base ? undefined : { url: url.href, fragment: hash }
}

/** The addresses of the other files that a file refers to. */
export function listReferencedFiles(tree: JsonObject, base: string | undefined): string[] {
  const found = new Set<string>()
  replaceReferences(tree, (ref) => {
    const reference = resolveReference(ref, base)
    if (reference) found.add(reference.url)
    return ref
  })
  return [...found]
}
