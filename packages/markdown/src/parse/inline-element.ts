import { createActionReference, parseButtonAction } from '../document/button-actions.ts'
import { omitUndefined } from '../document/create-nodes.ts'
import { parseColorMark, createPlainMark, findTextColor } from '../document/marks.ts'
import type { Button, ContentRef, Icon, Inline, InlineImage, Mark, PlainMarkType } from '../document/types.ts'
import { parseLength } from './tag-blocks.ts'
import type { Attributes } from './html-tree.ts'
import { isSafeAddress, parseMediaReference, parseReference } from './reference.ts'

/**
 * The meaning of an HTML element in a paragraph: a mark or a link around its content, a node that replaces it, or
 * text. An unknown element has no meaning and stays as the author wrote it.
 */
export type ElementMeaning =
  | { kind: 'mark'; mark: Mark }
  | { kind: 'link'; ref: ContentRef; title: string | undefined }
  | { kind: 'node'; build: (content: string) => Inline }
  | { kind: 'text'; text: string }
  | { kind: 'annotation'; label: string }
  /** A `{% … %}` tag in HTML, where it could not be told from text without an element around it. */
  | { kind: 'raw' }

const markTypesByElement: Record<string, PlainMarkType> = {
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

export const voidElements = new Set([
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

/**
 * Whether an element is known by its name. A known element without an end tag is text; an unknown one stays markup.
 */
export function isKnownElement(name: string): boolean {
  return (
    Object.hasOwn(markTypesByElement, name) ||
    name === 'a' ||
    name === 'button' ||
    name === 'span' ||
    name === 'mark' ||
    name === 'picture'
  )
}

export function interpretElement(name: string, attributes: Attributes): ElementMeaning | undefined {
  const classes = (attributes['class'] ?? '').split(/\s+/)
  switch (name) {
    case 'br':
      return { kind: 'text', text: '\n' }
    case 'img':
      return interpretImage(attributes)
    case 'mark': {
      const mark = parseColorMark(attributes['style'] ?? 'background-color:yellow')
      return mark && { kind: 'mark', mark }
    }
    case 'span':
      return interpretSpan(attributes, classes)
    case 'a':
      return interpretAnchor(attributes, classes)
    case 'button':
      return interpretButton(attributes, classes)
    case 'i':
      return interpretIcon(attributes, classes) ?? { kind: 'mark', mark: createPlainMark('italic') }
    case 'code':
      if (!classes.includes('expression')) break
      return {
        kind: 'node',
        build: (expression) => ({ ...voidInlineBase, type: 'expression', data: { expression } }),
      }
  }
  const type = Object.hasOwn(markTypesByElement, name) ? markTypesByElement[name] : undefined
  return type && { kind: 'mark', mark: createPlainMark(type) }
}

const voidInlineBase = { object: 'inline', isVoid: true } as const

function interpretSpan(attributes: Attributes, classes: string[]): ElementMeaning | undefined {
  const code = attributes['data-code']
  if (attributes['data-tag'] === 'emoji' && code !== undefined) {
    return { kind: 'node', build: () => ({ ...voidInlineBase, type: 'emoji', data: { code } }) }
  }
  if (attributes['data-tag'] === 'raw') return { kind: 'raw' }
  if (classes.includes('math')) {
    return {
      kind: 'node',
      build: (formula) => ({ ...voidInlineBase, type: 'inline-math', data: { formula: formula.trim() } }),
    }
  }
  return undefined
}

function interpretIcon(attributes: Attributes, classes: string[]): ElementMeaning | undefined {
  const name = classes.findLast((className) => className.startsWith('fa-'))?.slice(3)
  if (name === undefined || name === '') return undefined
  const color = findTextColor(attributes['data-color'] ?? '')
  const data = omitUndefined<Icon['data']>({ icon: name, color })
  return { kind: 'node', build: () => ({ ...voidInlineBase, type: 'icon', data }) }
}

const footnoteHrefPattern = /^#user-content-fn-([^\s[\]^]{1,200})$/

function interpretAnchor(attributes: Attributes, classes: string[]): ElementMeaning | undefined {
  const href = attributes['href']
  if (href === undefined || !isSafeAddress(href)) return undefined
  const label =
    attributes['data-footnote-ref'] === undefined ? undefined : footnoteHrefPattern.exec(href)?.[1]
  if (label !== undefined) return { kind: 'annotation', label }
  const ref = parseReference(href)
  if (attributes['data-mention'] !== undefined) {
    return { kind: 'node', build: () => ({ ...voidInlineBase, type: 'mention', data: { ref } }) }
  }
  if (classes.includes('button')) return createButton(attributes, classes, { ref })
  return { kind: 'link', ref, title: attributes['title'] }
}

/** A button of GitBook that does something. Any other button stays as the author wrote it. */
function interpretButton(attributes: Attributes, classes: string[]): ElementMeaning | undefined {
  const action = classes.includes('button') ? parseButtonAction(attributes) : undefined
  return action && createButton(attributes, classes, { ref: createActionReference(action), action })
}

function createButton(
  attributes: Attributes,
  classes: string[],
  target: Pick<Button['data'], 'ref' | 'action'>,
): ElementMeaning {
  const kind = classes.includes('secondary') ? 'secondary' : 'primary'
  const icon = attributes['data-icon']
  const build = (label: string): Inline => {
    const data = omitUndefined<Button['data']>({ label: label.trim(), kind, icon, ...target })
    return { ...voidInlineBase, type: 'button', data }
  }
  return { kind: 'node', build }
}

function interpretImage(attributes: Attributes): ElementMeaning | undefined {
  const node = createInlineImage(attributes)
  return node && { kind: 'node', build: () => node }
}

/** Creates an inline image. `darkAttributes` are those of the `<source>` for dark mode in a `<picture>`. */
export function createInlineImage(
  attributes: Attributes,
  darkAttributes?: Attributes,
): InlineImage | undefined {
  const src = attributes['src']
  if (src === undefined || !isSafeAddress(src)) return undefined
  const srcset = darkAttributes?.['srcset']
  const size = attributes['data-size']
  const data = omitUndefined<InlineImage['data']>({
    ref: parseMediaReference(src),
    refDark: srcset === undefined || !isSafeAddress(srcset) ? undefined : parseMediaReference(srcset),
    caption: attributes['title'] || undefined,
    alt: attributes['alt'] || undefined,
    size: size === 'original' || size === 'line' ? size : undefined,
    width: parseLength(attributes['width']),
    height: parseLength(attributes['height']),
  })
  return { ...voidInlineBase, type: 'inline-image', data }
}

/** Whether a `<source>` of a `<picture>` is the one for dark mode. */
export function isDarkSource(attributes: Attributes): boolean {
  return (attributes['media'] ?? '').includes('dark')
}
