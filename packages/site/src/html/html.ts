import { sanitizeImageUrl, sanitizeUrl } from './urls.ts'

/**
 * HTML that is safe to send: the result of the `html` template tag, which escapes every value by default.
 *
 * How a value is escaped depends on where it stands. The template is parsed once to find out:
 * - In text and in quoted attributes: strings and numbers, which are escaped. In text also `SafeHtml` and arrays.
 * - In attributes that hold a URL (`href`, `src`, …): a URL whose scheme cannot run code. Any other URL leaves the
 *   attribute empty.
 * - Between attributes: the result of `renderAttributes`.
 *
 * A template with a value anywhere else (tag names, unquoted values, `on…`, `style`, scripts, comments) throws when it
 * is first used, whatever the value is. Only `trustHtml` makes `SafeHtml` of a string. It is for strings that this
 * package itself wrote or checked.
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

/** Escaped attributes, to be inserted into a tag. */
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

/** Marks a string as HTML without escaping it. Only for strings that this package wrote or checked. */
export const trustHtml = (text: string): SafeHtml => SafeHtml.of(text)

export const nothing = trustHtml('')

/** Where a value stands in a template, which decides how it is escaped. */
type EscapeContext = 'text' | 'attribute' | 'url' | 'image' | 'image-list' | 'tag'

interface Template {
  chunks: readonly string[]
  contexts: readonly EscapeContext[]
}

const compiledTemplates = new WeakMap<TemplateStringsArray, Template>()

export function html(strings: TemplateStringsArray, ...values: TemplateValue[]): SafeHtml {
  let template = compiledTemplates.get(strings)
  if (!template) compiledTemplates.set(strings, (template = compileTemplate(strings)))
  const { chunks, contexts } = template
  let text = chunks[0] ?? ''
  for (let index = 0; index < values.length; index++) {
    text += renderValue(values[index], contexts[index] ?? 'text')
    text += chunks[index + 1] ?? ''
  }
  return trustHtml(text)
}

/** Renders attributes by name. `true` writes the bare name; `false` and `undefined` leave the attribute out. */
export function renderAttributes(values: Record<string, string | number | boolean | undefined>): Attributes {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue
    const context = getAttributeContext(name)
    if (value === true) text += ` ${name}`
    else text += ` ${name}="${renderValue(value, context)}"`
  }
  return new Attributes(text)
}

function renderValue(value: TemplateValue, context: EscapeContext): string {
  if (value === undefined || value === null || value === false) return ''
  if (context === 'tag') {
    if (value instanceof Attributes) return value.text
    throw new TypeError('only the result of renderAttributes() can stand between attributes')
  }
  if (context === 'text') {
    if (value instanceof SafeHtml) return value.text
    if (Array.isArray(value)) {
      let text = ''
      for (const item of value as readonly TemplateValue[]) text += renderValue(item, context)
      return text
    }
  }
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new TypeError(`a value in the context "${context}" must be a string or a number`)
  }
  const text = String(value)
  if (context === 'url') return escapeHtml(sanitizeUrl(text) ?? '')
  if (context === 'image') return escapeHtml(sanitizeImageUrl(text) ?? '')
  if (context === 'image-list') return escapeHtml(sanitizeImageList(text))
  return escapeHtml(text)
}

/** Sanitizes the URLs of a list of images with their widths. What is not of that form is left out. */
const sanitizeImageList = (text: string): string =>
  text
    .split(', ')
    .flatMap((entry) => {
      const [, href = '', width = ''] = /^(\S+) (\d+w)$/.exec(entry) ?? []
      const url = sanitizeImageUrl(href)
      return url === undefined || url === '' || url.startsWith('data:') ? [] : [`${url} ${width}`]
    })
    .join(', ')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// oxlint-disable-next-line no-control-regex -- HTML must not contain a NUL
const specialCharacter = /[&<>"'\u0000]/
// oxlint-disable-next-line no-control-regex -- HTML must not contain a NUL
const specialCharacters = /[&<>"'\u0000]/g

/** Escapes a string for text and quoted attributes. */
export function escapeHtml(text: string): string {
  if (!specialCharacter.test(text)) return text
  return text.replaceAll(specialCharacters, (char) => entities[char] ?? '')
}

const urlAttributes = new Set(['href', 'action', 'formaction', 'cite'])
const imageAttributes = new Set(['src', 'poster'])

function getAttributeContext(name: string): EscapeContext {
  if (!/^[a-z][a-z0-9:-]*$/.test(name) || name.startsWith('on') || name === 'style' || name === 'srcdoc') {
    throw new TypeError(`the attribute ${name} cannot be set from a value`)
  }
  if (urlAttributes.has(name)) return 'url'
  if (name === 'srcset') return 'image-list'
  return imageAttributes.has(name) ? 'image' : 'attribute'
}

function compileTemplate(strings: readonly string[]): Template {
  const contexts = findValueContexts(strings)
  const chunks = strings.map((chunk, index) => {
    const text = compactWhitespace(chunk)
    // Rendered attributes begin with a space of their own.
    return contexts[index] === 'tag' ? text.trimEnd() : text
  })
  return { chunks, contexts }
}

const blockElements =
  '(?:div|p|ul|ol|li|nav|main|article|header|footer|section|aside|details|summary|figure|figcaption|dialog|form|table|thead|tbody|tr|td|th|head|body|html|meta|link|title|script|hr)'
const lineBreakAfterBlock = new RegExp(String.raw`(</?${blockElements}(?:\s[^<>]*)?>)\s*\n\s*`, 'g')
const lineBreakBeforeBlock = new RegExp(String.raw`\s*\n\s*(</?${blockElements}\b)`, 'g')

/**
 * Removes the line breaks and indentation of a template, which are there for readers of the code. Between inline
 * elements one space remains, because it is visible. A line break that the page needs is inserted as a value.
 */
function compactWhitespace(chunk: string): string {
  return chunk
    .replaceAll(/\s*\n\s*>|(?<=")\s+>|^\s+>/g, '>')
    .replaceAll(/\s+\/>/g, '/>')
    .replaceAll(lineBreakAfterBlock, '$1')
    .replaceAll(lineBreakBeforeBlock, '$1')
    .replaceAll(/\s*\n\s*/g, ' ')
}

/** Parses a template and finds the context of each value. */
function findValueContexts(strings: readonly string[]): EscapeContext[] {
  const contexts: EscapeContext[] = []
  let state: 'text' | 'tag' | 'value' | 'raw' = 'text'
  let element = ''
  let attribute = ''
  let value = ''
  strings.forEach((chunk, index) => {
    for (let position = 0; position < chunk.length; position++) {
      const char = chunk.charAt(position)
      if (state === 'text') {
        if (char !== '<') continue
        element = /^<([a-z]+|!--)/i.exec(chunk.slice(position, position + 12))?.[1]?.toLowerCase() ?? ''
        state = element === '!--' ? 'raw' : 'tag'
      } else if (state === 'raw') {
        const end = element === '!--' ? '-->' : `</${element}>`
        if (!chunk.startsWith(end, position)) continue
        position += end.length - 1
        state = 'text'
      } else if (state === 'tag') {
        if (char === '>') state = element === 'script' || element === 'style' ? 'raw' : 'text'
        else if (char === '"') {
          attribute = /([^\s"=<>/]+)=$/.exec(chunk.slice(0, position))?.[1] ?? ''
          if (attribute === '') throw new TypeError('an attribute needs a name before its value')
          state = 'value'
          value = ''
        }
      } else if (char === '"') state = 'tag'
      else value += char
    }
    if (index < strings.length - 1)
      contexts.push(getValueContext(state, chunk, attribute, value, contexts.at(-1)))
  })
  return contexts
}

function getValueContext(
  state: 'text' | 'tag' | 'value' | 'raw',
  chunk: string,
  attribute: string,
  value: string,
  previous: EscapeContext | undefined,
): EscapeContext {
  if (state === 'text') return 'text'
  if (state === 'raw') throw new TypeError('a template cannot have values in scripts, styles and comments')
  if (state === 'tag') {
    const followsAttributes = chunk === '' && previous === 'tag'
    if (!followsAttributes && !/(?:\s|"|<[a-z][a-z0-9-]*)$/i.test(chunk))
      throw new TypeError('a value in a tag must stand between attributes')
    return 'tag'
  }
  const context = getAttributeContext(attribute)
  // After a `/`, `#` or `?` in the template itself, the value can no longer set the scheme of the URL.
  return context !== 'attribute' && /[/#?]/.test(value) ? 'attribute' : context
}
