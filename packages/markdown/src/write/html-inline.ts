import { formatButtonAction } from '../document/button-actions.ts'
import { getEmojiCharacter } from '../emoji.ts'
import type { ColorMark, Inline, InlineContent, InlineImage, Leaf, Length, Mark } from '../document/types.ts'
import { parseHtmlTag } from '../parse/html-tree.ts'
import { voidElements } from '../parse/inline-element.ts'
import { isSameMarkupInHtml } from '../parse/markup-element.ts'
import { formatReference } from '../parse/reference.ts'
import { escapeHtml, formatAttributes } from './escape.ts'
import { nestMarks } from './marks.ts'
import type { MarkNode, MarkedItem } from './marks.ts'
import type { FootnoteLabels } from './footnotes.ts'

const elementsByMark: Record<Exclude<Mark['type'], 'color'>, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
}

export function formatOpenTag(mark: Mark): string {
  return mark.type === 'color' ? `<mark style="${formatColorStyle(mark)}">` : `<${elementsByMark[mark.type]}>`
}

export function formatCloseTag(mark: Mark): string {
  return mark.type === 'color' ? '</mark>' : `</${elementsByMark[mark.type]}>`
}

function formatColorStyle({ data }: ColorMark): string {
  const foreground = data.text === 'default' ? '' : `color:${data.text};`
  return foreground + (data.background === 'default' ? '' : `background-color:${data.background};`)
}

/** Writes inlines as HTML, for HTML tables, captions and aligned paragraphs, where Markdown is not parsed. */
export function inlinesToHtml(nodes: readonly InlineContent[], footnotes: FootnoteLabels): string {
  return renderNodes(nestMarks(listMarkedItems(nodes)), footnotes)
}

/** Lists the leaves and inlines of some nodes, each with the marks that are written around it. */
export function listMarkedItems(nodes: readonly InlineContent[]): Array<MarkedItem<Leaf | Inline>> {
  const items: Array<MarkedItem<Leaf | Inline>> = []
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) if (leaf.text !== '') items.push({ item: leaf, marks: leaf.marks })
    } else items.push({ item: node, marks: findSharedMarks(node) })
  }
  return items
}

/** Finds the marks of all text in a link, which are written around the link. */
function findSharedMarks(node: Inline): readonly Mark[] | undefined {
  if (node.type !== 'link' && node.type !== 'annotation') return undefined
  const leaves = node.nodes.flatMap((child) => (child.object === 'text' ? child.leaves : []))
  const [first] = leaves
  if (!first || first.text === '') return undefined
  return first.marks.filter((mark) =>
    leaves.every((leaf) =>
      leaf.marks.some(
        (leafMark) => leafMark.type === mark.type && JSON.stringify(leafMark) === JSON.stringify(mark),
      ),
    ),
  )
}

/** Removes the marks that are already written around a link from its nodes. */
export function removeMarks(nodes: readonly InlineContent[], marks: readonly Mark[]): InlineContent[] {
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

function renderNodes(nodes: ReadonlyArray<MarkNode<Leaf | Inline>>, footnotes: FootnoteLabels): string {
  const bareTags = findBareTags(nodes)
  let html = ''
  for (const node of nodes) {
    if (node.kind === 'mark')
      html += formatOpenTag(node.mark) + renderNodes(node.nodes, footnotes) + formatCloseTag(node.mark)
    else if (node.item.object === 'leaf') html += leafToHtml(node.item, bareTags)
    else html += inlineToHtml(node.item, node.marks, footnotes)
  }
  return html
}

/**
 * Finds the raw tags that an HTML parser reads as they are: those with both tags among the same nodes. Any other tag,
 * such as `</p>` in the cell of a pipe table, would change the structure of the HTML around it.
 */
function findBareTags(nodes: ReadonlyArray<MarkNode<Leaf | Inline>>): Set<Leaf> {
  const bareTags = new Set<Leaf>()
  const openTags: Array<{ name: string; leaf: Leaf }> = []
  for (const node of nodes) {
    if (node.kind === 'mark' || node.item.object !== 'leaf' || !node.item.raw) continue
    const leaf = node.item
    const tag = parseHtmlTag(leaf.text)
    if (!tag) continue
    if (!tag.closing) {
      if (!isSameMarkupInHtml(tag.name, leaf.text)) continue
      if (voidElements.has(tag.name)) bareTags.add(leaf)
      else openTags.push({ name: tag.name, leaf })
      continue
    }
    const opening = openTags.findLastIndex(({ name }) => name === tag.name)
    const openTag = openTags[opening]
    if (!openTag) continue
    bareTags.add(openTag.leaf).add(leaf)
    openTags.length = opening
  }
  return bareTags
}

function leafToHtml(leaf: Leaf, bareTags: ReadonlySet<Leaf>): string {
  const isBare = bareTags.has(leaf) || wholeCommentPattern.test(leaf.text)
  const text = leaf.raw ? rawToHtml(leaf.text, isBare) : escapeHtml(leaf.text).replaceAll('\n', '<br>')
  return leaf.marks.some((mark) => mark.type === 'code') ? `<code>${text}</code>` : text
}

const wholeCommentPattern = /^<!--(?!-?>)(?:(?!--!?>).)*-->$/s

function rawToHtml(rawSource: string, isBare: boolean): string {
  return isBare ? rawSource : `<span data-tag="raw">${escapeHtml(rawSource).replaceAll('\n', '&#10;')}</span>`
}

function inlineToHtml(node: Inline, marks: readonly Mark[], footnotes: FootnoteLabels): string {
  switch (node.type) {
    case 'link': {
      const attributes = formatAttributes({ href: formatReference(node.data.ref), title: node.data.title })
      return `<a${attributes}>${inlinesToHtml(removeMarks(node.nodes, marks), footnotes)}</a>`
    }
    case 'annotation': {
      const attributes = formatAttributes({
        'data-footnote-ref': true,
        href: `#user-content-fn-${footnotes.add(node)}`,
      })
      return `<a${attributes}>${inlinesToHtml(removeMarks(node.nodes, marks), footnotes)}</a>`
    }
    case 'mention':
      return `<a${formatAttributes({ 'data-mention': true, href: formatReference(node.data.ref) })}>${escapeHtml(formatMentionLabel(node))}</a>`
    case 'button':
      return formatButton(node, escapeHtml(node.data.label))
    case 'emoji':
      return formatEmoji(node.data.code)
    case 'icon':
      return formatIcon(node)
    case 'inline-math':
      return `<span class="math">${escapeHtml(node.data.formula)}</span>`
    case 'expression':
      return `<code class="expression">${escapeHtml(node.data.expression)}</code>`
    case 'inline-image':
      return formatImage(node.data)
  }
}

/** Renderers show the title of the mentioned page. Markdown has the last part of the address instead. */
export function formatMentionLabel(node: Extract<Inline, { type: 'mention' }>): string {
  return (
    formatReference(node.data.ref)
      .split('/')
      .findLast((part) => part !== '') ?? ''
  )
}

/** Formats a button with a label that is escaped already. One with an action has the form that GitBook writes. */
export function formatButton({ data }: Extract<Inline, { type: 'button' }>, label: string): string {
  const { ref, kind, icon, action } = data
  const look = { class: `button ${kind}` }
  if (!action)
    return `<a${formatAttributes({ href: formatReference(ref), ...look, 'data-icon': icon })}>${label}</a>`
  const attributes = { type: 'button', ...look, ...formatButtonAction(action), 'data-icon': icon }
  return `<button${formatAttributes(attributes)}>${label}</button>`
}

export function formatEmoji(code: string): string {
  const attributes = formatAttributes({
    'data-gb-custom-inline': true,
    'data-tag': 'emoji',
    'data-code': code,
  })
  return `<span${attributes}>${getEmojiCharacter(code)}</span>`
}

export function formatIcon({ data }: Extract<Inline, { type: 'icon' }>): string {
  return `<i${formatAttributes({ class: `fa-${data.icon}`, 'data-color': data.color })}>:${escapeHtml(data.icon)}:</i>`
}

export function formatLength(length: Length | undefined): string | undefined {
  if (length === undefined) return undefined
  return typeof length === 'number' ? String(length) : `${length.value}${length.unit}`
}

export function formatImage(data: InlineImage['data']): string {
  const attributes = formatAttributes({
    src: formatReference(data.ref),
    alt: data.alt ?? '',
    title: data.caption,
    'data-size': data.size,
    width: formatLength(data.width),
    height: formatLength(data.height),
  })
  if (!data.refDark) return `<img${attributes}>`
  const sourceAttributes = formatAttributes({
    srcset: formatReference(data.refDark),
    media: '(prefers-color-scheme: dark)',
  })
  return `<picture><source${sourceAttributes}><img${attributes}></picture>`
}
