/**
 * Makes a deep copy of a JSON value. `structuredClone` also handles cycles, dates and maps, which documents do not
 * have, and takes several times as long.
 */
export function copyJson<Value>(value: Value): Value {
  // The copy has the type of the value, which TypeScript cannot infer from a recursive copy.
  return copyValue(value) as Value
}

function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyValue)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const memberCopy = copyValue(Reflect.get(value, name))
    // Assigning `__proto__` would replace the prototype of the copy instead of adding a property.
    if (name === '__proto__') Object.defineProperty(copy, name, { value: memberCopy, enumerable: true })
    else copy[name] = memberCopy
  }
  return copy
}
