import type { Document } from './types.ts'

/** Returns the path of the first difference between two documents. */
export function findDifference(a: Document, b: Document): (string | number)[] | undefined {
  return findDifferenceAt(a.nodes, b.nodes, ['nodes'])
}

/** Whether two values are the same JSON, apart from what is derived from the content of blocks. */
export const hasSameContent = (a: unknown, b: unknown): boolean => findDifferenceAt(a, b, []) === undefined

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
