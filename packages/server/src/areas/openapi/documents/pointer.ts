import { isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** How many references of references are followed. */
const MAX_STEPS = 20

/** Resolves a JSON pointer such as `#/components/schemas/Pet`; undefined if there is nothing. */
export function resolvePointer(document: JsonObject, ref: string): JsonValue | undefined {
  if (ref === '#') return document
  if (!ref.startsWith('#/')) return undefined
  let current: JsonValue | undefined = document
  for (const part of ref.slice(2).split('/')) {
    const name = unescapeSegment(part)
    if (Array.isArray(current)) current = current[Number(name)]
    else if (isJsonObject(current) && Object.hasOwn(current, name)) current = current[name]
    else return undefined
  }
  return current
}

/** The value itself if it is an object, or the object that its `$ref` points to. */
export function resolveObject(document: JsonObject, value: JsonValue | undefined): JsonObject | undefined {
  let current = value
  // A longer chain of references is a circle, which has no target.
  for (let steps = 0; steps < MAX_STEPS && isJsonObject(current); steps++) {
    const { $ref } = current
    if (typeof $ref !== 'string') return current
    current = resolvePointer(document, $ref)
  }
  return undefined
}

function unescapeSegment(part: string): string {
  const unescaped = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(unescaped)
  } catch {
    return unescaped
  }
}
