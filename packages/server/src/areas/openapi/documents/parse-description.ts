import { parse, YAMLError } from 'yaml'
import { DescriptionError, isJsonObject, copyAsJson, type JsonObject } from './json-value.ts'

export type DescriptionFormat = 'json' | 'yaml'

export interface ParsedDescriptionFile {
  format: DescriptionFormat
  value: JsonObject
}

/** Parses a file of a description: JSON or YAML, with an object at the top. */
export function parseDescriptionFile(text: string): ParsedDescriptionFile {
  const { format, value } = text.trimStart().startsWith('{') ? parseJson(text) : parseYaml(text)
  const tree = copyAsJson(value)
  if (!isJsonObject(tree))
    throw new DescriptionError('NOT_AN_OBJECT', 'The description is not an object with fields.')
  return { format, value: tree }
}

function parseJson(text: string): { format: DescriptionFormat; value: unknown } {
  try {
    return { format: 'json', value: JSON.parse(text) }
  } catch (error) {
    try {
      // YAML may begin with a brace, too.
      return parseYaml(text)
    } catch {
      const reason = error instanceof Error ? error.message : 'unknown'
      throw new DescriptionError(
        'INVALID_JSON',
        `The description is not valid JSON: ${shortenMessage(reason)}.`,
      )
    }
  }
}

function parseYaml(text: string): { format: DescriptionFormat; value: unknown } {
  try {
    // The parser limits the number of aliases; `copyAsJson` limits what they expand to.
    return { format: 'yaml', value: parse(text, { merge: true, maxAliasCount: 10_000, logLevel: 'error' }) }
  } catch (error) {
    if (error instanceof YAMLError) {
      const [line] = error.linePos ?? []
      const where = line ? ` (line ${line.line}, column ${line.col})` : ''
      throw new DescriptionError(
        'INVALID_YAML',
        `The description is not valid YAML${where}: ${shortenMessage(error.message)}`,
      )
    }
    if (error instanceof ReferenceError)
      throw new DescriptionError('INVALID_YAML', shortenMessage(error.message))
    throw error
  }
}

const shortenMessage = (reason: string): string => {
  const [first = ''] = reason.split('\n', 1)
  return first.length > 200 ? `${first.slice(0, 200)}…` : first
}
