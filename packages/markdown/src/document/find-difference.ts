import type { Document } from './types.ts'

/** Returns the path of the first difference between two documents. */
export function findDifference(a: Document, b: Document): (string | number)[] | undefined {
  return findDifferenceAt(a.nodes, b.nodes, ['nodes'])
}

/** Whether two values are the same JSON, apart from what is derived from the content of blocks. */
export function hasSameContent(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((value, index) => hasSameContent(value, b[index]))
  }
  for (const name of Object.keys(a))
    if (!derivedProperties.has(name) && !hasSameContent(Reflect.get(a, name), Reflect.get(b, name)))
      return false
  return Object.keys(b).every(
    (name) => derivedProperties.has(name) || Object.hasOwn(a, name) || Reflect.get(b, name) === undefined,
  )
}

const derivedProperties = new Set(['key', 'meta', 'isVoid'])

function findDifferenceAt(
  a: unknown,
  b: unknown,
  path: (string | number)[],
): (string | number)[] | undefined {
  if (a === b) return undefined
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return path
  if (Array.isArray(a) !== Array.isArray(b)) return path
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => !derivedProperties.has(name),
  )
  for (const name of names) {
    const [firstValue, secondValue]: unknown[] = [Reflect.get(a, name), Reflect.get(b, name)]
    const differencePath = findDifferenceAt(firstValue, secondValue, [...path, name])
    if (differencePath) return differencePath
  }
  return undefined
}
