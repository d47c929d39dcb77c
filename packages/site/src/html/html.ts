import { safeImageUrl, safeUrl } from './urls.ts'

/**
 * HTML as tagged templates that escape by default.
 *
 * What a hole may hold depends on where it stands, and that is found out from the template itself, once:
 * - in text and in quoted attributes: strings and numbers (escaped), `SafeHtml` (text only), arrays of these, or nothing;
 * - in attributes that hold an address (`href`, `src`, …): an address of a scheme that runs nothing, else the
 *   attribute is left empty;
 * - between attributes: what `attributes()` made.
 * Holes anywhere else (tag names, unquoted values, `on…`, `style`, scripts, comments) are refused when the template is
 * first used, whatever its values are. There is no way to make `SafeHtml` of a string but `trusted`, which is used
 * only on what this package has made or checked itself.
 */
export class SafeHtml {
  readonly text: string
  private constructor(text: string) {
    this.text = text
  }
  static of(text: string): SafeHtml {
    return new SafeHtml(text)
  }
  toString(): string {
    return this.text
  }
}

/** Attributes for the inside of a tag, already written. */
export class Attributes {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Hole = string | number | SafeHtml | Attributes | false | null | undefined | readonly Hole[]

/** Says that a text is HTML that we made or checked. */
export const trusted = (text: string): SafeHtml => SafeHtml.of(text)

export const nothing = trusted('')

type Place = 'text' | 'attribute' | 'url' | 'image' | 'tag'

interface Template {
  chunks: readonly string[]
  places: readonly Place[]
}

const templates = new WeakMap<TemplateStringsArray, Template>()

export function html(strings: TemplateStringsArray, ...holes: Hole[]): SafeHtml {
  let template = templates.get(strings)
  if (!template) templates.set(strings, (template = compile(strings)))
  const { chunks, places } = template
  let text = chunks[0] ?? ''
  for (let index = 0; index < holes.length; index++) {
    text += written(holes[index], places[index] ?? 'text')
    text += chunks[index + 1] ?? ''
  }
  return trusted(text)
}

export function join(parts: readonly SafeHtml[], between = ''): SafeHtml {
  return trusted(parts.map((part) => part.text).join(between))
}

/** Attributes by name: `true` writes the bare name, `false` and `undefined` nothing. */
export function attributes(values: Record<string, string | number | boolean | undefined>): Attributes {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue
    const place = placeOfAttribute(name)
    if (value === true) text += ` ${name}`
    else text += ` ${name}="${written(value, place)}"`
  }
  return new Attributes(text)
}

function written(hole: Hole, place: Place): string {
  if (hole === undefined || hole === null || hole === false) return ''
  if (place === 'tag') {
    if (hole instanceof Attributes) return hole.text
    throw new TypeError('only attributes() may stand between attributes')
  }
  if (place === 'text') {
    if (hole instanceof SafeHtml) return hole.text
    if (Array.isArray(hole)) {
      let text = ''
      for (const item of hole as readonly Hole[]) text += written(item, place)
      return text
    }
  }
  if (typeof hole !== 'string' && typeof hole !== 'number') {
    throw new TypeError(`an ${place} holds a string or a number`)
  }
  const value = String(hole)
  if (place === 'url') return escape(safeUrl(value) ?? '')
  if (place === 'image') return escape(safeImageUrl(value) ?? '')
  return escape(value)
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// oxlint-disable-next-line no-control-regex -- a NUL is no character in HTML
const SPECIAL = /[&<>"'\u0000]/
// oxlint-disable-next-line no-control-regex -- as above
const SPECIALS = /[&<>"'\u0000]/g

export function escape(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.replaceAll(SPECIALS, (char) => ESCAPED[char] ?? '')
}

const URLS = new Set(['href', 'action', 'formaction', 'cite'])
const IMAGES = new Set(['src', 'srcset', 'poster'])

function placeOfAttribute(name: string): Place {
  if (!/^[a-z][a-z0-9:-]*$/.test(name) || name.startsWith('on') || name === 'style' || name === 'srcdoc') {
    throw new TypeError(`the attribute ${name} must not be written from values`)
  }
  if (URLS.has(name)) return 'url'
  return IMAGES.has(name) ? 'image' : 'attribute'
}

function compile(strings: readonly string[]): Template {
  const places = placesOf(strings)
  const chunks = strings.map((chunk, index) => {
    const text = compact(chunk)
    // Attributes bring their own blank.
    return places[index] === 'tag' ? text.trimEnd() : text
  })
  return { chunks, places }
}

const BLOCK =
  '(?:div|p|ul|ol|li|nav|main|article|header|footer|section|aside|details|summary|figure|figcaption|dialog|form|table|thead|tbody|tr|td|th|head|body|html|meta|link|title|script|hr)'
const BEHIND_BLOCK = new RegExp(String.raw`(</?${BLOCK}(?:\s[^<>]*)?>)\s*\n\s*`, 'g')
const BEFORE_BLOCK = new RegExp(String.raw`\s*\n\s*(</?${BLOCK}\b)`, 'g')

/**
 * Line breaks and indentation of a template are there for its readers and not sent. Where a blank means something one is
 * left; a line break that is to be sent is a hole.
 */
function compact(chunk: string): string {
  return chunk
    .replaceAll(/\s*\n\s*>|(?<=")\s+>|^\s+>/g, '>')
    .replaceAll(/\s+\/>/g, '/>')
    .replaceAll(BEHIND_BLOCK, '$1')
    .replaceAll(BEFORE_BLOCK, '$1')
    .replaceAll(/\s*\n\s*/g, ' ')
}

/** What kind of place each hole of a template is in. */
function placesOf(strings: readonly string[]): Place[] {
  const found: Place[] = []
  let state: 'text' | 'tag' | 'value' | 'raw' = 'text'
  let element = ''
  let attribute = ''
  let value = ''
  strings.forEach((chunk, index) => {
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk.charAt(at)
      if (state === 'text') {
        if (char !== '<') continue
        element = /^<([a-z]+|!--)/i.exec(chunk.slice(at, at + 12))?.[1]?.toLowerCase() ?? ''
        state = element === '!--' ? 'raw' : 'tag'
      } else if (state === 'raw') {
        const end = element === '!--' ? '-->' : `</${element}>`
        if (!chunk.startsWith(end, at)) continue
        at += end.length - 1
        state = 'text'
      } else if (state === 'tag') {
        if (char === '>') state = element === 'script' || element === 'style' ? 'raw' : 'text'
        else if (char === '"') {
          attribute = /([^\s"=<>/]+)=$/.exec(chunk.slice(0, at))?.[1] ?? ''
          if (attribute === '') throw new TypeError('an attribute needs a name before its value')
          state = 'value'
          value = ''
        }
      } else if (char === '"') state = 'tag'
      else value += char
    }
    if (index < strings.length - 1) found.push(placeOf(state, chunk, attribute, value, found.at(-1)))
  })
  return found
}

function placeOf(
  state: 'text' | 'tag' | 'value' | 'raw',
  chunk: string,
  attribute: string,
  value: string,
  before: Place | undefined,
): Place {
  if (state === 'text') return 'text'
  if (state === 'raw') throw new TypeError('no holes in scripts, styles and comments')
  if (state === 'tag') {
    const behindAnother = chunk === '' && before === 'tag'
    if (!behindAnother && !/(?:\s|"|<[a-z][a-z0-9-]*)$/i.test(chunk))
      throw new TypeError('a hole in a tag stands between attributes')
    return 'tag'
  }
  const place = placeOfAttribute(attribute)
  // Behind `/…`, `#` or `?` of the template itself the scheme is no longer the value's to choose.
  return place !== 'attribute' && /[/#?]/.test(value) ? 'attribute' : place
}
