import { parse, stringify } from 'yaml'

export type YamlObject = Record<string, unknown>

/** An object, or undefined for what is no YAML or no object. */
export function readYaml(source: string): YamlObject | undefined {
  try {
    // Aliases are how a few lines of YAML become gigabytes, and nothing here needs them.
    const options = { maxAliasCount: 0, schema: 'core', uniqueKeys: false, logLevel: 'error' } as const
    const value: unknown = parse(source, options) ?? {}
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is YamlObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a variable may be. */
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * Sets top-level keys of a YAML text, or takes them away, and leaves every other line as it is. A text that is not
 * written a key a line is written anew.
 */
export function setYamlKeys(source: string, changes: ReadonlyMap<string, unknown>): string {
  const before = readYaml(source) ?? {}
  const wanted = { ...before }
  for (const [key, value] of changes) {
    if (value === undefined) delete wanted[key]
    else wanted[key] = value
  }
  const edited = editLines(source, changes)
  if (same(readYaml(edited), wanted)) return edited
  return Object.keys(wanted).length === 0 ? '' : write(wanted)
}

function editLines(source: string, changes: ReadonlyMap<string, unknown>): string {
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const left = new Map(changes)
  const kept: string[] = []
  for (const part of source.split(/^(?=["']?[A-Za-z_][\w-]*["']?:(?:\s|$))/m)) {
    const key = /^["']?([A-Za-z_][\w-]*)["']?:/.exec(part)?.[1]
    if (key === undefined || !changes.has(key)) {
      kept.push(part)
      continue
    }
    const value = left.get(key)
    left.delete(key)
    if (value !== undefined) kept.push(write({ [key]: value }).replaceAll('\n', eol))
  }
  let text = kept.join('')
  for (const [key, value] of left) {
    if (value === undefined) continue
    if (text !== '' && !text.endsWith('\n')) text += eol
    text += write({ [key]: value }).replaceAll('\n', eol)
  }
  return text
}

const write = (value: YamlObject): string => stringify(value, { lineWidth: 80, blockQuote: 'folded' })

export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
