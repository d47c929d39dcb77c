/** What JSON and YAML come to. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue }
export type JsonObject = { [name: string]: JsonValue }

/** Why a text is no description of an API; the words are for whoever wrote it. */
export class DescriptionError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** More than the largest descriptions have; what has more was made to have more. */
const mostNodes = 3_000_000
const deepest = 400

/**
 * The same value with nothing shared in it, so that it is as large as it seems: the aliases of a few lines of YAML can
 * stand for more than any memory holds. Names that mean something to JavaScript are left out.
 */
export function copyAsJson(value: unknown): JsonValue {
  let nodes = 0
  const copy = (value: unknown, depth: number): JsonValue => {
    nodes += 1
    if (nodes > mostNodes) throw new DescriptionError('TOO_LARGE', 'It unfolds to more than can be kept.')
    if (depth > deepest)
      throw new DescriptionError('TOO_DEEP', `It is nested more than ${deepest} levels deep.`)
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
