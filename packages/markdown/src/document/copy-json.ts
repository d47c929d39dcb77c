/**
 * A copy of what JSON can say, all the way down. `structuredClone` also knows cycles, dates and maps, none of which a
 * document has, and takes several times as long.
 */
export function copyJson<Value>(value: Value): Value {
  // The copy has the shape of what was given, which only the checks at run time know.
  return copyValue(value) as Value
}

function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyValue)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const memberCopy = copyValue(Reflect.get(value, name))
    // Setting that name would change what the copy is.
    if (name === '__proto__') Object.defineProperty(copy, name, { value: memberCopy, enumerable: true })
    else copy[name] = memberCopy
  }
  return copy
}
