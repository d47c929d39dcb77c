import { isJsonObject, type JsonValue, type JsonObject } from './json-value.ts'

/** What a reference within a document leads to; nothing when it leads nowhere. */
export function resolvePointer(document: JsonObject, ref: string): JsonValue | undefined {
  if (ref === '#') return document
  if (!ref.startsWith('#/')) return undefined
  let found: JsonValue | undefined = document
  for (const part of ref.slice(2).split('/')) {
    const name = unescaped(part)
    if (Array.isArray(found)) found = found[Number(name)]
    else if (isJsonObject(found) && Object.hasOwn(found, name)) found = found[name]
    else return undefined
  }
  return found
}

/** The object that stands somewhere, or that what stands there leads to. */
export function resolveObject(document: JsonObject, value: JsonValue | undefined): JsonObject | undefined {
  let found = value
  // References of references that lead back are nobody's.
  for (let steps = 0; steps < 20 && isJsonObject(found); steps++) {
    const { $ref } = found
    if (typeof $ref !== 'string') return found
    found = resolvePointer(document, $ref)
  }
  return undefined
}

function unescaped(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
