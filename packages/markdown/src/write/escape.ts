import { emojiCodeOf } from '../emoji.ts'

/** Surroundings of a piece of text that decide what must be escaped in it. */
export interface Edges {
  /** In the text of a link, bare addresses are not links. */
  inLink: boolean
  /** Whether an emoji's short name follows at once. */
  beforeEmoji: boolean
}

const ENTITY = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/iy
const SHORT_NAME = /:([a-z0-9_+-]{1,50})(:?)/iy
const WORD = /[\p{L}\p{N}]/u

/** Text as Markdown that reads as that text, wherever in a line it stands; `escapeLine` does what lines need. */
export function escapeText(text: string, edges: Edges): string {
  let result = ''
  let from = 0
  for (let pos = 0; pos < text.length; pos++) {
    const escaped = escapeChar(text, pos, edges)
    if (escaped === undefined) continue
    result += text.slice(from, pos) + escaped
    from = pos + 1
  }
  return from === 0 ? text : result + text.slice(from)
}

function escapeChar(text: string, pos: number, edges: Edges): string | undefined {
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
      return WORD.test(text.charAt(pos - 1)) && WORD.test(text.charAt(pos + 1)) ? undefined : '\\_'
    case '&':
      ENTITY.lastIndex = pos
      return ENTITY.test(text) || pos === text.length - 1 ? '\\&' : undefined
    case '!':
      return pos === text.length - 1 ? '\\!' : undefined
    case '$':
      return text[pos + 1] === '$' || text[pos - 1] === '$' || pos === 0 || pos === text.length - 1
        ? '\\$'
        : undefined
    case '{':
      return text[pos + 1] === '%' || pos === text.length - 1 ? '\\{' : undefined
    case ':':
      return isShortName(text, pos, edges.beforeEmoji) || (!edges.inLink && isScheme(text, pos))
        ? '\\:'
        : undefined
    case '.':
      return !edges.inLink && /www$/i.test(text.slice(Math.max(0, pos - 3), pos)) ? '\\.' : undefined
    case '@':
      return !edges.inLink && /[\w.+-]/.test(text.charAt(pos - 1)) ? '\\@' : undefined
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
  SHORT_NAME.lastIndex = pos
  const match = SHORT_NAME.exec(text)
  if (!match || emojiCodeOf(match[1] ?? '') === undefined) return false
  return match[2] === ':' || (beforeEmoji && SHORT_NAME.lastIndex === text.length)
}

/** A character as its number, where Markdown would drop or misread it. */
export function characterReference(char: string): string {
  const code = char.codePointAt(0) ?? 0
  return code < 0x20 ? `&#${code};` : `&#x${code.toString(16).toUpperCase()};`
}

const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|[+-](?=\s|$)|={1,}(?=\s*$)|[-:|](?=[-:|\s]*$))/
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/

/** One line of a paragraph, so that nothing at its start is taken for more than text. */
export function escapeLine(line: string): string {
  const escaped = escapeEdges(line)
  if (BLOCK_START.test(escaped)) return `\\${escaped}`
  return escaped.replace(ORDERED_START, String.raw`$1\$2`)
}

/** Blanks at the edges of a line would be dropped. */
export function escapeEdges(line: string): string {
  const last = line.at(-1) ?? ''
  const ended = isBlank(last) ? line.slice(0, -1) + characterReference(last) : line
  const first = ended.charAt(0)
  return isBlank(first) ? characterReference(first) + ended.slice(1) : ended
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

/** The attributes of a tag, without those that say nothing. */
export function htmlAttributes(attributes: Record<string, string | true | undefined>): string {
  let result = ''
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) result += ` ${name}`
    else if (value !== undefined) result += ` ${name}="${escapeAttribute(value)}"`
  }
  return result
}

/** The address of a Markdown link. */
export function linkDestination(address: string): string {
  const escaped = address.replaceAll('\\', '\\\\').replaceAll(ENTITIES, '&amp;$1')
  const encoded = escaped.replaceAll(/[\n\r\t]/g, characterReference)
  // oxlint-disable-next-line no-control-regex -- control characters end an address that stands bare
  if (encoded !== '' && !/[\u0000-\u0020\u007f()<>]/.test(encoded)) return encoded
  return `<${encoded.replaceAll(/[<>]/g, String.raw`\$&`)}>`
}

const ENTITIES = /&((?:#x[0-9a-f]{1,8}|#\d{1,8}|[a-z#][a-z0-9]{1,31});)/gi

export function linkTitle(title: string): string {
  const escaped = title.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(ENTITIES, '&amp;$1')
  return `"${escaped.replaceAll(/[\n\r]/g, characterReference)}"`
}
