import { parse, YAMLError } from 'yaml'
import { DescriptionError, isJsonObject, copyAsJson, type JsonObject } from './json-value.ts'

export type DescriptionFormat = 'json' | 'yaml'

export interface ParsedDescriptionFile {
  format: DescriptionFormat
  value: JsonObject
}

/** A file of a description: JSON, or else YAML, with an object at its top. */
export function parseDescriptionFile(text: string): ParsedDescriptionFile {
  const { format, value } = text.trimStart().startsWith('{') ? readJson(text) : readYaml(text)
  const tree = copyAsJson(value)
  if (!isJsonObject(tree)) throw new DescriptionError('NOT_AN_OBJECT', 'It is no object with fields.')
  return { format, value: tree }
}

function readJson(text: string): { format: DescriptionFormat; value: unknown } {
  try {
    return { format: 'json', value: JSON.parse(text) }
  } catch (error) {
    try {
      // YAML may begin with a brace too.
      return readYaml(text)
    } catch {
      const reason = error instanceof Error ? error.message : 'unknown'
      throw new DescriptionError('INVALID_JSON', `It is no JSON: ${shortened(reason)}.`)
    }
  }
}

function readYaml(text: string): { format: DescriptionFormat; value: unknown } {
  try {
    // Aliases of aliases are counted by the parser; what they unfold to is counted when it is copied.
    return { format: 'yaml', value: parse(text, { merge: true, maxAliasCount: 10_000, logLevel: 'error' }) }
  } catch (error) {
    if (error instanceof YAMLError) {
      const [line] = error.linePos ?? []
      const where = line ? ` (line ${line.line}, column ${line.col})` : ''
      throw new DescriptionError('INVALID_YAML', `It is no YAML${where}: ${shortened(error.message)}`)
    }
    if (error instanceof ReferenceError) throw new DescriptionError('INVALID_YAML', shortened(error.message))
    throw error
  }
}

const shortened = (reason: string): string => {
  const [first = ''] = reason.split('\n', 1)
  return first.length > 200 ? `${first.slice(0, 200)}…` : first
}
