import { findEmojiCode } from '../emoji.ts'

/** The context of a text that decides what has to be escaped in it. */
export interface EscapeContext {
  /** Whether the text is inside a link, where bare addresses do not become links. */
  inLink: boolean
  /** Whether the short name of an emoji follows immediately. */
  beforeEmoji: boolean
}

const entityPattern = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/iy
const shortNamePattern = /:([a-z0-9_+-]{1,50})(:?)/iy
const wordCharacter = /[\p{L}\p{N}]/u

/**
 * Escapes text so that Markdown reads it as text, anywhere in a line. `escapeLine` escapes what is special at a line
 * start.
 */
export function escapeText(text: string, context: EscapeContext): string {
  let result = ''
  let chunkStart = 0
  for (let pos = 0; pos < text.length; pos++) {
    const escapedCharacter = escapeChar(text, pos, context)
    if (escapedCharacter === undefined) continue
    result += text.slice(chunkStart, pos) + escapedCharacter
    chunkStart = pos + 1
  }
  return chunkStart === 0 ? text : result + text.slice(chunkStart)
}

function escapeChar(text: string, pos: number, context: EscapeContext): string | undefined {
  const char = text[pos] ?? ''
  switch (char) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '~':
      return `\\${char}`
    case '<':
      return /[a-z/!?]/i.test(text.charAt(pos + 1)) || pos === text.length - 1 ? '\\<' : undefined
    case '_':
      return wordCharacter.test(text.charAt(pos - 1)) && wordCharacter.test(text.charAt(pos + 1))
        ? undefined
        : '\\_'
    case '&':
      entityPattern.lastIndex = pos
      return entityPattern.test(text) || pos === text.length - 1 ? '\\&' : undefined
    case '!':
      return pos === text.length - 1 ? '\\!' : undefined
    case '$':
      return text[pos + 1] === '$' || text[pos - 1] === '$' || pos === 0 || pos === text.length - 1
        ? '\\$'
        : undefined
    case '{':
      return text[pos + 1] === '%' || pos === text.length - 1 ? '\\{' : undefined
    case ':':
      return isShortName(text, pos, context.beforeEmoji) || (!context.inLink && isScheme(text, pos))
        ? '\\:'
        : undefined
    case '.':
      return !context.inLink && /www$/i.test(text.slice(Math.max(0, pos - 3), pos)) ? '\\.' : undefined
    case '@':
      return !context.inLink && /[\w.+-]/.test(text.charAt(pos - 1)) ? '\\@' : undefined
    case '\r':
      return '&#13;'
    case '\f':
      return '&#12;'
    default:
      return undefined
  }
}

function isScheme(text: string, pos: number): boolean {
  return text.startsWith('//', pos + 1) && /https?$/i.test(text.slice(Math.max(0, pos - 5), pos))
}

function isShortName(text: string, pos: number, beforeEmoji: boolean): boolean {
  shortNamePattern.lastIndex = pos
  const match = shortNamePattern.exec(text)
  if (!match || findEmojiCode(match[1] ?? '') === undefined) return false
  return match[2] === ':' || (beforeEmoji && shortNamePattern.lastIndex === text.length)
}

/** Encodes a character as a numeric reference, for places where Markdown would drop or misinterpret it. */
export function encodeCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0
  return code < 0x20 ? `&#${code};` : `&#x${code.toString(16).toUpperCase()};`
}

const blockStartPattern = /^(?:#{1,6}(?=\s|$)|>|[+-](?=\s|$)|={1,}(?=\s*$)|[-:|](?=[-:|\s]*$))/
const orderedStartPattern = /^(\d{1,9})([.)])(?=\s|$)/

/** Escapes one line of a paragraph, so that its start is not read as the start of another block. */
export function escapeLine(line: string): string {
  const escapedLine = escapeEdges(line)
  if (blockStartPattern.test(escapedLine)) return `\\${escapedLine}`
  return escapedLine.replace(orderedStartPattern, String.raw`$1\$2`)
}

/** Encodes whitespace at the edges of a line, which Markdown would drop. */
export function escapeEdges(line: string): string {
  const lastCharacter = line.at(-1) ?? ''
  const escapedEnd = isBlank(lastCharacter) ? line.slice(0, -1) + encodeCharacter(lastCharacter) : line
  const firstCharacter = escapedEnd.charAt(0)
  return isBlank(firstCharacter) ? encodeCharacter(firstCharacter) + escapedEnd.slice(1) : escapedEnd
}

function isBlank(char: string): boolean {
  return char !== '' && char.trim() === ''
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('{%', '&#123;%')
    .replaceAll('\r', '&#13;')
}

export function escapeAttribute(value: string): string {
  return escapeHtml(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
}

/** Formats the attributes of an HTML tag, without those that are undefined. */
export function formatAttributes(attributes: Record<string, string | true | undefined>): string {
  let result = ''
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) result += ` ${name}`
    else if (value !== undefined) result += ` ${name}="${escapeAttribute(value)}"`
  }
  return result
}

/** Formats the address of a Markdown link. */
export function formatLinkDestination(address: string): string {
  const escapedAddress = address.replaceAll('\\', '\\\\').replaceAll(entitiesPattern, '&amp;$1')
  const encodedAddress = escapedAddress.replaceAll(/[\n\r\t]/g, encodeCharacter)
  // oxlint-disable-next-line no-control-regex -- control characters end an address without angle brackets
  if (encodedAddress !== '' && !/[\u0000-\u0020\u007f()<>]/.test(encodedAddress)) return encodedAddress
  return `<${encodedAddress.replaceAll(/[<>]/g, String.raw`\$&`)}>`
}

const entitiesPattern = /&((?:#x[0-9a-f]{1,8}|#\d{1,8}|[a-z#][a-z0-9]{1,31});)/gi

export function formatLinkTitle(title: string): string {
  const escapedTitle = title.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(entitiesPattern, '&amp;$1')
  return `"${escapedTitle.replaceAll(/[\n\r]/g, encodeCharacter)}"`
}
