import { parse, stringify } from 'yaml'

export type YamlObject = Record<string, unknown>

/** Parses YAML. Returns undefined if it is invalid or not an object. */
export function readYaml(source: string): YamlObject | undefined {
  try {
    // With aliases, a few lines of YAML can become gigabytes, and nothing here needs them.
    const options = { maxAliasCount: 0, schema: 'core', uniqueKeys: false, logLevel: 'error' } as const
    const value: unknown = parse(source, options) ?? {}
    return isYamlObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isYamlObject = (value: unknown): value is YamlObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value can be that of a variable. */
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * Sets or removes top-level keys of a YAML text and leaves every other line as it is. If editing by lines does not give
 * the right values, such as in flow style, the whole text is written again.
 */
export function setYamlKeys(source: string, changes: ReadonlyMap<string, unknown>): string {
  const before = readYaml(source) ?? {}
  const newValues = { ...before }
  for (const [key, value] of changes) {
    if (value === undefined) delete newValues[key]
    else newValues[key] = value
  }
  const edited = editLines(source, changes)
  if (isSameValue(readYaml(edited), newValues)) return edited
  return Object.keys(newValues).length === 0 ? '' : writeYaml(newValues)
}

function editLines(source: string, changes: ReadonlyMap<string, unknown>): string {
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const remainingChanges = new Map(changes)
  const parts: string[] = []
  for (const part of source.split(/^(?=["']?[A-Za-z_][\w-]*["']?:(?:\s|$))/m)) {
    const key = /^["']?([A-Za-z_][\w-]*)["']?:/.exec(part)?.[1]
    if (key === undefined || !changes.has(key)) {
      parts.push(part)
      continue
    }
    const value = remainingChanges.get(key)
    remainingChanges.delete(key)
    if (value !== undefined) parts.push(writeYaml({ [key]: value }).replaceAll('\n', eol))
  }
  let text = parts.join('')
  for (const [key, value] of remainingChanges) {
    if (value === undefined) continue
    if (text !== '' && !text.endsWith('\n')) text += eol
    text += writeYaml({ [key]: value }).replaceAll('\n', eol)
  }
  return text
}

export const writeYaml = (value: YamlObject): string =>
  stringify(value, { lineWidth: 80, blockQuote: 'folded' })

export const isSameValue = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isYamlObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
