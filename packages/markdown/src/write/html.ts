import type { Block, Image, Images, List, ListItem, Paragraph, TextAlignment } from '../document/types.ts'
import { getHeadingLevel } from '../document/heading.ts'
import { writePreformatted } from './code.ts'
import { escapeHtml, formatAttributes } from './escape.ts'
import type { FootnoteLabels } from './footnotes.ts'
import { formatImage, inlinesToHtml } from './html-inline.ts'
import { tableToHtml } from './html-table.ts'

/** Writes blocks as HTML on one line, for table cells and captions, where Markdown is not parsed. */
export function blocksToHtml(blocks: readonly Block[], footnotes: FootnoteLabels): string {
  const [onlyBlock, ...others] = blocks
  // A single paragraph needs no `<p>` element.
  if (onlyBlock?.type === 'paragraph' && others.length === 0 && onlyBlock.data.align === undefined) {
    return inlinesToHtml(onlyBlock.nodes, footnotes)
  }
  return blocks.map((block) => blockToHtml(block, footnotes)).join('')
}

export function blockToHtml(block: Block, footnotes: FootnoteLabels): string {
  switch (block.type) {
    case 'paragraph':
      return paragraphToHtml(block, footnotes)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const attributes = formatAttributes({ id: block.data.id, align: formatAlignment(block.data.align) })
      const name = `h${getHeadingLevel(block)}`
      return `<${name}${attributes}>${inlinesToHtml(block.nodes, footnotes)}</${name}>`
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listToHtml(block, footnotes)
    case 'blockquote':
      return `<blockquote>${blocksToHtml(block.nodes, footnotes)}</blockquote>`
    case 'divider':
      return '<hr>'
    case 'code':
      return writePreformatted(block, footnotes, '&#10;')
    case 'images':
      return imagesToHtml(block, footnotes)
    case 'table':
      return tableToHtml(block, footnotes, blocksToHtml)
    case 'math':
      return `<p><span class="math">${escapeHtml(block.data.formula)}</span></p>`
    default:
      // HTML has no notation for the other blocks, so only their content is written.
      return 'nodes' in block
        ? block.nodes.map((node) => (node.object === 'block' ? blockToHtml(node, footnotes) : '')).join('')
        : ''
  }
}

export function paragraphToHtml(block: Paragraph, footnotes: FootnoteLabels): string {
  const attributes = formatAttributes({ align: formatAlignment(block.data.align) })
  return `<p${attributes}>${inlinesToHtml(block.nodes, footnotes)}</p>`
}

export function formatAlignment(align: TextAlignment | undefined): string | undefined {
  return align === 'end' ? 'right' : align === 'center' ? 'center' : undefined
}

function listToHtml(list: List, footnotes: FootnoteLabels): string {
  const items = list.nodes.map((item) => itemToHtml(item, footnotes)).join('')
  if (list.type !== 'list-ordered') return `<ul>${items}</ul>`
  const start = list.data.start === undefined ? undefined : String(list.data.start)
  return `<ol${formatAttributes({ start })}>${items}</ol>`
}

function itemToHtml(item: ListItem, footnotes: FootnoteLabels): string {
  const { checked } = item.data
  const checkbox =
    checked === undefined
      ? ''
      : `<input${formatAttributes({ type: 'checkbox', checked: checked || undefined })}>`
  return `<li>${checkbox}${blocksToHtml(item.nodes, footnotes)}</li>`
}

export function imagesToHtml(block: Images, footnotes: FootnoteLabels): string {
  const figures = block.nodes.map((node) => figureToHtml(node, footnotes)).join(' ')
  const { align, fullWidth, withFrame } = block.data
  if (align === undefined && !fullWidth && !withFrame && block.nodes.length === 1) return figures
  const attributes = formatAttributes({
    align,
    'data-full-width': fullWidth ? 'true' : undefined,
    'data-with-frame': withFrame ? 'true' : undefined,
  })
  return `<div${attributes}>${figures}</div>`
}

function figureToHtml({ data, fragments }: Image, footnotes: FootnoteLabels): string {
  const caption = fragments
    .flatMap((fragment) => fragment.nodes)
    .map((block) => blockToHtml(block, footnotes))
    .join('')
  return `<figure>${formatImage(data)}<figcaption>${caption}</figcaption></figure>`
}
