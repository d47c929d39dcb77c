/** A parsed JSON or YAML document. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue }
export type JsonObject = { [name: string]: JsonValue }

/** A text is not a valid description of an API. The message is shown to its author. */
export class DescriptionError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** More than the largest real descriptions have. A document with more is an attack. */
const MAX_NODES = 3_000_000
const MAX_DEPTH = 400

/**
 * Copies a value so that no object in it is shared, and counts its nodes: a few lines of YAML with aliases can expand to
 * more than fits the memory. The key `__proto__` is left out.
 */
export function copyAsJson(value: unknown): JsonValue {
  let nodes = 0
  const copy = (value: unknown, depth: number): JsonValue => {
    nodes += 1
    if (nodes > MAX_NODES)
      throw new DescriptionError('TOO_LARGE', 'The description is too large when its aliases are expanded.')
    if (depth > MAX_DEPTH)
      throw new DescriptionError('TOO_DEEP', `The description is nested more than ${MAX_DEPTH} levels deep.`)
    if (Array.isArray(value)) return value.map((item: unknown) => copy(item, depth + 1))
    if (typeof value === 'object' && value !== null) {
      if (value instanceof Date) return value.toISOString()
      const result: JsonObject = {}
      for (const [name, part] of Object.entries(value)) {
        if (name !== '__proto__') result[name] = copy(part, depth + 1)
      }
      return result
    }
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) ? value : null
      case 'bigint':
        return Number(value)
      default:
        return null
    }
  }
  return copy(value, 0)
}
