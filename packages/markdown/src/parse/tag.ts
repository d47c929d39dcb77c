import type { PlainValue } from '../document/types.ts'

/** A parsed `{% … %}` tag. `source` is the tag exactly as written. */
export interface Tag {
  name: string
  closing: boolean
  attributes: Map<string, PlainValue>
  /** The text after the name, as written: the expression of an `if`, or the path of an `include`. */
  argument: string
  source: string
}

/**
 * How the block of a tag ends: a `pair` has an end tag, a `list` is a pair that contains only `item`s, an `item` is a
 * pair inside its list, an `optional` tag may have an end tag, and a `void` tag has none.
 */
export type TagShape = 'pair' | 'list' | 'item' | 'optional' | 'void'

const shapesByTag: Record<string, TagShape> = {
  hint: 'pair',
  tabs: 'list',
  tab: 'item',
  stepper: 'list',
  step: 'item',
  columns: 'list',
  column: 'item',
  updates: 'list',
  update: 'item',
  code: 'pair',
  if: 'pair',
  prompt: 'pair',
  embed: 'optional',
  file: 'optional',
  'content-ref': 'optional',
  openapi: 'optional',
  swagger: 'pair',
  'openapi-operation': 'optional',
  'openapi-schemas': 'optional',
  'openapi-webhook': 'optional',
  include: 'void',
  'swagger-description': 'pair',
  'swagger-parameter': 'pair',
  'swagger-response': 'pair',
  'api-method': 'pair',
  'api-method-summary': 'pair',
  'api-method-description': 'pair',
  'api-method-spec': 'pair',
  'api-method-request': 'pair',
  'api-method-response': 'pair',
  'api-method-path-parameters': 'pair',
  'api-method-query-parameters': 'pair',
  'api-method-headers': 'pair',
  'api-method-body-parameters': 'pair',
  'api-method-form-data-parameters': 'pair',
  'api-method-parameter': 'pair',
  'api-method-response-example': 'pair',
  'api-method-response-example-description': 'pair',
}

/** The list tag of each item tag. */
export const listTagByItem: Record<string, string> = {
  tab: 'tabs',
  step: 'stepper',
  column: 'columns',
  update: 'updates',
}

export function getTagShape(name: string): TagShape | undefined {
  if (name.startsWith('@')) return 'void'
  return Object.hasOwn(shapesByTag, name) ? shapesByTag[name] : undefined
}

const namePattern = /[A-Za-z@][\w@/.-]*/y
const whitespacePattern = /\s*/y
const bareValuePattern = /[^\s%"'}]+/y

/** Reads the tag at `start`, where `text` has `{%`. Returns undefined when the tag does not end in `text`. */
export function readTag(text: string, start: number): { tag: Tag; end: number } | undefined {
  whitespacePattern.lastIndex = start + 2
  whitespacePattern.exec(text)
  namePattern.lastIndex = whitespacePattern.lastIndex
  const name = namePattern.exec(text)?.[0]
  if (name === undefined) return undefined
  const argumentStart = namePattern.lastIndex
  const end = findTagEnd(text, argumentStart)
  if (end < 0) return undefined
  const argument = text.slice(argumentStart, end - 2).trim()
  const closing = name.length > 3 && name.startsWith('end')
  const source = text.slice(start, end)
  const tag = {
    name: closing ? name.slice(3) : name,
    closing,
    argument,
    attributes: readAttributes(argument),
    source,
  }
  return { tag, end }
}

/** Returns the position after the `%}` of the tag. It ignores a `%}` in a quoted value on the same line. */
function findTagEnd(text: string, from: number): number {
  const firstEnd = text.indexOf('%}', from)
  if (firstEnd < 0) return -1
  const quote = text.indexOf('"', from)
  if (quote < 0 || quote > firstEnd) return firstEnd + 2
  let lineEnd = text.indexOf('\n', from)
  if (lineEnd < 0) lineEnd = text.length
  let isQuoted = false
  for (let pos = from; pos < lineEnd; pos++) {
    const char = text.charCodeAt(pos)
    if (char === 0x5c /* \ */ && isQuoted) pos++
    else if (char === 0x22 /* " */) isQuoted = !isQuoted
    else if (char === 0x25 /* % */ && !isQuoted && text.charCodeAt(pos + 1) === 0x7d /* } */) return pos + 2
  }
  return firstEnd + 2
}

function readAttributes(argument: string): Map<string, PlainValue> {
  const attributes = new Map<string, PlainValue>()
  let pos = 0
  while (pos < argument.length) {
    const equals = argument.indexOf('=', pos)
    if (equals < 0) break
    const name = argument.slice(pos, equals).trim()
    const value = readValue(argument, equals + 1)
    if (!value || name === '' || /\s/.test(name)) break
    if (!attributes.has(name)) attributes.set(name, value.value)
    pos = value.end
    while (pos < argument.length && argument.charCodeAt(pos) <= 0x20) pos++
  }
  return attributes
}

function readValue(text: string, start: number): { value: PlainValue; end: number } | undefined {
  const firstCharacter = text[start]
  if (firstCharacter === '"' || firstCharacter === "'") {
    const end = findQuotedEnd(text, start)
    return end < 0 ? undefined : { value: unescapeValue(text.slice(start + 1, end)), end: end + 1 }
  }
  if (firstCharacter === '{' || firstCharacter === '[') {
    const end = findJsonEnd(text, start)
    const value = end < 0 ? undefined : parseJson(text.slice(start, end))
    return value === undefined ? undefined : { value, end }
  }
  bareValuePattern.lastIndex = start
  const word = bareValuePattern.exec(text)?.[0]
  return word === undefined ? undefined : { value: parseBareValue(word), end: start + word.length }
}

function findQuotedEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  for (let pos = start + 1; pos < text.length; pos++) {
    const char = text.charCodeAt(pos)
    if (char === 0x5c) pos++
    else if (char === quote) return pos
  }
  return -1
}

function findJsonEnd(text: string, start: number): number {
  let depth = 0
  for (let pos = start; pos < text.length; pos++) {
    const char = text[pos]
    if (char === '"') {
      pos = findQuotedEnd(text, pos)
      if (pos < 0) return -1
    } else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return pos + 1
  }
  return -1
}

function parseJson(source: string): PlainValue | undefined {
  try {
    const value: unknown = JSON.parse(source)
    return isPlainValue(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isPlainValue(value: unknown): value is PlainValue {
  if (value === null) return false
  if (Array.isArray(value)) return value.every(isPlainValue)
  if (typeof value === 'object') return Object.values(value).every(isPlainValue)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function parseBareValue(word: string): PlainValue {
  if (word === 'true') return true
  if (word === 'false') return false
  const number = Number(word)
  return Number.isFinite(number) && String(number) === word ? number : word
}

/** In a quoted value, a backslash escapes a quote, itself, and the brace of a `%}` that does not end the tag. */
function unescapeValue(value: string): string {
  return value.includes('\\') ? value.replaceAll(/\\(["'\\}])/g, '$1') : value
}

export function getStringAttribute(tag: Tag, name: string): string | undefined {
  const value = tag.attributes.get(name)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

export function getBooleanAttribute(tag: Tag, name: string): boolean | undefined {
  const value = getStringAttribute(tag, name)
  return value === 'true' ? true : value === 'false' ? false : undefined
}

export function getNumberAttribute(tag: Tag, name: string): number | undefined {
  const value = Number(getStringAttribute(tag, name))
  return Number.isFinite(value) ? value : undefined
}
