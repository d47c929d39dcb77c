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

export type TemplateValue =
  | string
  | number
  | SafeHtml
  | Attributes
  | false
  | null
  | undefined
  | readonly TemplateValue[]

/** Says that a text is HTML that we made or checked. */
export const trusted = (text: string): SafeHtml => SafeHtml.of(text)

export const nothing = trusted('')

type EscapeContext = 'text' | 'attribute' | 'url' | 'image' | 'tag'

interface Template {
  chunks: readonly string[]
  places: readonly EscapeContext[]
}

const compiledTemplates = new WeakMap<TemplateStringsArray, Template>()

export function html(strings: TemplateStringsArray, ...holes: TemplateValue[]): SafeHtml {
  let template = compiledTemplates.get(strings)
  if (!template) compiledTemplates.set(strings, (template = compileTemplate(strings)))
  const { chunks, places } = template
  let text = chunks[0] ?? ''
  for (let index = 0; index < holes.length; index++) {
    text += renderValue(holes[index], places[index] ?? 'text')
    text += chunks[index + 1] ?? ''
  }
  return trusted(text)
}

export function join(parts: readonly SafeHtml[], between = ''): SafeHtml {
  return trusted(parts.map((part) => part.text).join(between))
}

/** Attributes by name: `true` writes the bare name, `false` and `undefined` nothing. */
export function renderAttributes(values: Record<string, string | number | boolean | undefined>): Attributes {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue
    const place = getAttributeContext(name)
    if (value === true) text += ` ${name}`
    else text += ` ${name}="${renderValue(value, place)}"`
  }
  return new Attributes(text)
}

function renderValue(hole: TemplateValue, place: EscapeContext): string {
  if (hole === undefined || hole === null || hole === false) return ''
  if (place === 'tag') {
    if (hole instanceof Attributes) return hole.text
    throw new TypeError('only attributes() may stand between attributes')
  }
  if (place === 'text') {
    if (hole instanceof SafeHtml) return hole.text
    if (Array.isArray(hole)) {
      let text = ''
      for (const item of hole as readonly TemplateValue[]) text += renderValue(item, place)
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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// oxlint-disable-next-line no-control-regex -- a NUL is no character in HTML
const specialCharacter = /[&<>"'\u0000]/
// oxlint-disable-next-line no-control-regex -- as above
const specialCharacters = /[&<>"'\u0000]/g

export function escape(text: string): string {
  if (!specialCharacter.test(text)) return text
  return text.replaceAll(specialCharacters, (char) => entities[char] ?? '')
}

const urlAttributes = new Set(['href', 'action', 'formaction', 'cite'])
const imageAttributes = new Set(['src', 'srcset', 'poster'])

function getAttributeContext(name: string): EscapeContext {
  if (!/^[a-z][a-z0-9:-]*$/.test(name) || name.startsWith('on') || name === 'style' || name === 'srcdoc') {
    throw new TypeError(`the attribute ${name} must not be written from values`)
  }
  if (urlAttributes.has(name)) return 'url'
  return imageAttributes.has(name) ? 'image' : 'attribute'
}

function compileTemplate(strings: readonly string[]): Template {
  const places = findValueContexts(strings)
  const chunks = strings.map((chunk, index) => {
    const text = compactWhitespace(chunk)
    // Attributes bring their own blank.
    return places[index] === 'tag' ? text.trimEnd() : text
  })
  return { chunks, places }
}

const blockElements =
  '(?:div|p|ul|ol|li|nav|main|article|header|footer|section|aside|details|summary|figure|figcaption|dialog|form|table|thead|tbody|tr|td|th|head|body|html|meta|link|title|script|hr)'
const lineBreakAfterBlock = new RegExp(String.raw`(</?${blockElements}(?:\s[^<>]*)?>)\s*\n\s*`, 'g')
const lineBreakBeforeBlock = new RegExp(String.raw`\s*\n\s*(</?${blockElements}\b)`, 'g')

/**
 * Line breaks and indentation of a template are there for its readers and not sent. Where a blank means something one is
 * left; a line break that is to be sent is a hole.
 */
function compactWhitespace(chunk: string): string {
  return chunk
    .replaceAll(/\s*\n\s*>|(?<=")\s+>|^\s+>/g, '>')
    .replaceAll(/\s+\/>/g, '/>')
    .replaceAll(lineBreakAfterBlock, '$1')
    .replaceAll(lineBreakBeforeBlock, '$1')
    .replaceAll(/\s*\n\s*/g, ' ')
}

/** What kind of place each hole of a template is in. */
function findValueContexts(strings: readonly string[]): EscapeContext[] {
  const found: EscapeContext[] = []
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
    if (index < strings.length - 1) found.push(getValueContext(state, chunk, attribute, value, found.at(-1)))
  })
  return found
}

function getValueContext(
  state: 'text' | 'tag' | 'value' | 'raw',
  chunk: string,
  attribute: string,
  value: string,
  before: EscapeContext | undefined,
): EscapeContext {
  if (state === 'text') return 'text'
  if (state === 'raw') throw new TypeError('no holes in scripts, styles and comments')
  if (state === 'tag') {
    const behindAnother = chunk === '' && before === 'tag'
    if (!behindAnother && !/(?:\s|"|<[a-z][a-z0-9-]*)$/i.test(chunk))
      throw new TypeError('a hole in a tag stands between attributes')
    return 'tag'
  }
  const place = getAttributeContext(attribute)
  // Behind `/…`, `#` or `?` of the template itself the scheme is no longer the value's to choose.
  return place !== 'attribute' && /[/#?]/.test(value) ? 'attribute' : place
}
