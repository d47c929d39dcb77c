import { defined } from '../document/create-nodes.ts'
import { colorMark, plainMark, textColor } from '../document/marks.ts'
import type { Button, ContentRef, Icon, Inline, InlineImage, Mark, PlainMarkType } from '../document/types.ts'
import { parseLength } from './tag-blocks.ts'
import type { Attributes } from './html-tree.ts'
import { isSafeAddress, parseMediaReference, parseReference } from './reference.ts'

/**
 * What an HTML element in running text means: a mark on what it encloses, a link around it, a node in the place
 * of it, or text. An element that means nothing to us has no meaning here, and stays as the author wrote it.
 */
export type Meaning =
  | { kind: 'mark'; mark: Mark }
  | { kind: 'link'; ref: ContentRef; title: string | undefined }
  | { kind: 'node'; build: (content: string) => Inline }
  | { kind: 'text'; text: string }
  | { kind: 'annotation'; label: string }
  /** A tag of the author's, where text could not be told from tags: in HTML. */
  | { kind: 'raw' }

const MARK_OF: Record<string, PlainMarkType> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
}

export const VOID_ELEMENTS = new Set([
  'br',
  'img',
  'hr',
  'input',
  'source',
  'wbr',
  'area',
  'col',
  'link',
  'meta',
])

/** Elements we know by name. One of them that is not closed is text; any other stays as it is written. */
export function isKnownElement(name: string): boolean {
  return (
    Object.hasOwn(MARK_OF, name) || name === 'a' || name === 'span' || name === 'mark' || name === 'picture'
  )
}

export function meaningOf(name: string, attributes: Attributes): Meaning | undefined {
  const classes = (attributes['class'] ?? '').split(/\s+/)
  switch (name) {
    case 'br':
      return { kind: 'text', text: '\n' }
    case 'img':
      return image(attributes)
    case 'mark': {
      const mark = colorMark(attributes['style'] ?? 'background-color:yellow')
      return mark && { kind: 'mark', mark }
    }
    case 'span':
      return span(attributes, classes)
    case 'a':
      return anchor(attributes, classes)
    case 'i':
      return icon(attributes, classes) ?? { kind: 'mark', mark: plainMark('italic') }
    case 'code':
      if (!classes.includes('expression')) break
      return { kind: 'node', build: (expression) => ({ ...VOID, type: 'expression', data: { expression } }) }
  }
  const type = Object.hasOwn(MARK_OF, name) ? MARK_OF[name] : undefined
  return type && { kind: 'mark', mark: plainMark(type) }
}

const VOID = { object: 'inline', isVoid: true } as const

function span(attributes: Attributes, classes: string[]): Meaning | undefined {
  const code = attributes['data-code']
  if (attributes['data-tag'] === 'emoji' && code !== undefined) {
    return { kind: 'node', build: () => ({ ...VOID, type: 'emoji', data: { code } }) }
  }
  if (attributes['data-tag'] === 'raw') return { kind: 'raw' }
  if (classes.includes('math')) {
    return {
      kind: 'node',
      build: (formula) => ({ ...VOID, type: 'inline-math', data: { formula: formula.trim() } }),
    }
  }
  return undefined
}

function icon(attributes: Attributes, classes: string[]): Meaning | undefined {
  const name = classes.findLast((each) => each.startsWith('fa-'))?.slice(3)
  if (name === undefined || name === '') return undefined
  const color = textColor(attributes['data-color'] ?? '')
  const data = defined<Icon['data']>({ icon: name, color })
  return { kind: 'node', build: () => ({ ...VOID, type: 'icon', data }) }
}

const FOOTNOTE = /^#user-content-fn-([^\s[\]^]{1,200})$/

function anchor(attributes: Attributes, classes: string[]): Meaning | undefined {
  const href = attributes['href']
  if (href === undefined || !isSafeAddress(href)) return undefined
  const label = attributes['data-footnote-ref'] === undefined ? undefined : FOOTNOTE.exec(href)?.[1]
  if (label !== undefined) return { kind: 'annotation', label }
  const ref = parseReference(href)
  if (attributes['data-mention'] !== undefined) {
    return { kind: 'node', build: () => ({ ...VOID, type: 'mention', data: { ref } }) }
  }
  if (classes.includes('button')) {
    const kind = classes.includes('secondary') ? 'secondary' : 'primary'
    const build = (label: string): Inline => {
      const data = defined<Button['data']>({ label: label.trim(), kind, ref, icon: attributes['data-icon'] })
      return { ...VOID, type: 'button', data }
    }
    return { kind: 'node', build }
  }
  return { kind: 'link', ref, title: attributes['title'] }
}

function image(attributes: Attributes): Meaning | undefined {
  const node = inlineImage(attributes)
  return node && { kind: 'node', build: () => node }
}

/** An image between words; `dark` are the attributes of the `<source>` for dark mode in a `<picture>`. */
export function inlineImage(attributes: Attributes, dark?: Attributes): InlineImage | undefined {
  const src = attributes['src']
  if (src === undefined || !isSafeAddress(src)) return undefined
  const srcset = dark?.['srcset']
  const size = attributes['data-size']
  const data = defined<InlineImage['data']>({
    ref: parseMediaReference(src),
    refDark: srcset === undefined || !isSafeAddress(srcset) ? undefined : parseMediaReference(srcset),
    caption: attributes['title'] || undefined,
    alt: attributes['alt'] || undefined,
    size: size === 'original' || size === 'line' ? size : undefined,
    width: parseLength(attributes['width']),
    height: parseLength(attributes['height']),
  })
  return { ...VOID, type: 'inline-image', data }
}

/** Whether a `<source>` of a `<picture>` is the one for dark mode. */
export function isDarkSource(attributes: Attributes): boolean {
  return (attributes['media'] ?? '').includes('dark')
}
