import { emojiCharacter } from '../emoji.ts'
import type { ColorMark, Inline, InlineContent, InlineImage, Leaf, Length, Mark } from '../document/types.ts'
import { formatReference } from '../parse/reference.ts'
import { escapeHtml, htmlAttributes } from './escape.ts'
import { nestMarks } from './marks.ts'
import type { MarkNode, Marked } from './marks.ts'
import type { FootnoteWriter } from './footnotes.ts'

const TAG_OF: Record<Exclude<Mark['type'], 'color'>, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
}

export function openTag(mark: Mark): string {
  return mark.type === 'color' ? `<mark style="${colorStyle(mark)}">` : `<${TAG_OF[mark.type]}>`
}

export function closeTag(mark: Mark): string {
  return mark.type === 'color' ? '</mark>' : `</${TAG_OF[mark.type]}>`
}

function colorStyle({ data }: ColorMark): string {
  const foreground = data.text === 'default' ? '' : `color:${data.text};`
  return foreground + (data.background === 'default' ? '' : `background-color:${data.background};`)
}

/** Inlines as HTML, where Markdown is not read: in HTML tables, captions and aligned paragraphs. */
export function inlinesToHtml(nodes: readonly InlineContent[], footnotes: FootnoteWriter): string {
  return render(nestMarks(markedItems(nodes)), footnotes)
}

/** The leaves and inlines of some nodes, each with the marks that are written around it. */
export function markedItems(nodes: readonly InlineContent[]): Array<Marked<Leaf | Inline>> {
  const items: Array<Marked<Leaf | Inline>> = []
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) if (leaf.text !== '') items.push({ item: leaf, marks: leaf.marks })
    } else items.push({ item: node, marks: marksInside(node) })
  }
  return items
}

/** What all text in a link is marked with is written around the link. */
function marksInside(node: Inline): readonly Mark[] | undefined {
  if (node.type !== 'link' && node.type !== 'annotation') return undefined
  const leaves = node.nodes.flatMap((child) => (child.object === 'text' ? child.leaves : []))
  const [first] = leaves
  if (!first || first.text === '') return undefined
  return first.marks.filter((mark) =>
    leaves.every((leaf) =>
      leaf.marks.some((other) => other.type === mark.type && JSON.stringify(other) === JSON.stringify(mark)),
    ),
  )
}

/** The nodes of a link without the marks already written around it. */
export function withoutMarks(nodes: readonly InlineContent[], marks: readonly Mark[]): InlineContent[] {
  if (marks.length === 0) return [...nodes]
  const types = new Set(marks.map((mark) => mark.type))
  return nodes.map((node) =>
    node.object === 'text'
      ? {
          ...node,
          leaves: node.leaves.map((leaf) => ({
            ...leaf,
            marks: leaf.marks.filter((mark) => !types.has(mark.type)),
          })),
        }
      : node,
  )
}

function render(nodes: ReadonlyArray<MarkNode<Leaf | Inline>>, footnotes: FootnoteWriter): string {
  let html = ''
  for (const node of nodes) {
    if (node.kind === 'mark') html += openTag(node.mark) + render(node.nodes, footnotes) + closeTag(node.mark)
    else if (node.item.object === 'leaf') html += leafToHtml(node.item)
    else html += inlineToHtml(node.item, node.marks, footnotes)
  }
  return html
}

function leafToHtml(leaf: Leaf): string {
  const text = leaf.raw ? rawToHtml(leaf.text) : escapeHtml(leaf.text).replaceAll('\n', '<br>')
  return leaf.marks.some((mark) => mark.type === 'code') ? `<code>${text}</code>` : text
}

function rawToHtml(source: string): string {
  return source.startsWith('{%') ? `<span data-tag="raw">${escapeHtml(source)}</span>` : source
}

function inlineToHtml(node: Inline, marks: readonly Mark[], footnotes: FootnoteWriter): string {
  switch (node.type) {
    case 'link': {
      const attributes = htmlAttributes({ href: formatReference(node.data.ref), title: node.data.title })
      return `<a${attributes}>${inlinesToHtml(withoutMarks(node.nodes, marks), footnotes)}</a>`
    }
    case 'annotation': {
      const attributes = htmlAttributes({
        'data-footnote-ref': true,
        href: `#user-content-fn-${footnotes.add(node)}`,
      })
      return `<a${attributes}>${inlinesToHtml(withoutMarks(node.nodes, marks), footnotes)}</a>`
    }
    case 'mention':
      return `<a${htmlAttributes({ 'data-mention': true, href: formatReference(node.data.ref) })}>${escapeHtml(mentionLabel(node))}</a>`
    case 'button':
      return buttonTag(node) + `${escapeHtml(node.data.label)}</a>`
    case 'emoji':
      return emojiTag(node.data.code)
    case 'icon':
      return iconTag(node)
    case 'inline-math':
      return `<span class="math">${escapeHtml(node.data.formula)}</span>`
    case 'expression':
      return `<code class="expression">${escapeHtml(node.data.expression)}</code>`
    case 'inline-image':
      return imageTag(node.data)
  }
}

/** A mention shows the title of what it mentions; in Markdown the last part of the address stands for it. */
export function mentionLabel(node: Extract<Inline, { type: 'mention' }>): string {
  return (
    formatReference(node.data.ref)
      .split('/')
      .findLast((part) => part !== '') ?? ''
  )
}

export function buttonTag({ data }: Extract<Inline, { type: 'button' }>): string {
  return `<a${htmlAttributes({ href: formatReference(data.ref), class: `button ${data.kind}`, 'data-icon': data.icon })}>`
}

export function emojiTag(code: string): string {
  const attributes = htmlAttributes({ 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code })
  return `<span${attributes}>${emojiCharacter(code)}</span>`
}

export function iconTag({ data }: Extract<Inline, { type: 'icon' }>): string {
  return `<i${htmlAttributes({ class: `fa-${data.icon}`, 'data-color': data.color })}>:${escapeHtml(data.icon)}:</i>`
}

export function formatLength(length: Length | undefined): string | undefined {
  if (length === undefined) return undefined
  return typeof length === 'number' ? String(length) : `${length.value}${length.unit}`
}

export function imageTag(data: InlineImage['data']): string {
  const attributes = htmlAttributes({
    src: formatReference(data.ref),
    alt: data.alt ?? '',
    title: data.caption,
    'data-size': data.size,
    width: formatLength(data.width),
    height: formatLength(data.height),
  })
  if (!data.refDark) return `<img${attributes}>`
  const source = htmlAttributes({
    srcset: formatReference(data.refDark),
    media: '(prefers-color-scheme: dark)',
  })
  return `<picture><source${source}><img${attributes}></picture>`
}
