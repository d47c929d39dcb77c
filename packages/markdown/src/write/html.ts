import type { Block, Image, Images, List, ListItem, Paragraph, TextAlignment } from '../document/types.ts'
import { headingLevel } from '../parse/heading.ts'
import { preformatted } from './code.ts'
import { escapeHtml, htmlAttributes } from './escape.ts'
import type { FootnoteWriter } from './footnotes.ts'
import { imageTag, inlinesToHtml } from './html-inline.ts'
import { htmlTable } from './html-table.ts'

/** Blocks as HTML on one line, for where Markdown is not read: cells of tables and captions. */
export function blocksToHtml(blocks: readonly Block[], footnotes: FootnoteWriter): string {
  const [only, ...others] = blocks
  // A single paragraph needs no element of its own, unless white space would then be all there is.
  if (only?.type === 'paragraph' && others.length === 0 && only.data.align === undefined) {
    return inlinesToHtml(only.nodes, footnotes)
  }
  return blocks.map((block) => blockToHtml(block, footnotes)).join('')
}

export function blockToHtml(block: Block, footnotes: FootnoteWriter): string {
  switch (block.type) {
    case 'paragraph':
      return paragraphToHtml(block, footnotes)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const attributes = htmlAttributes({ id: block.data.id, align: htmlAlignment(block.data.align) })
      const name = `h${headingLevel(block)}`
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
      return preformatted(block, footnotes, '&#10;')
    case 'images':
      return imagesToHtml(block, footnotes)
    case 'table':
      return htmlTable(block, footnotes, blocksToHtml)
    case 'math':
      return `<p><span class="math">${escapeHtml(block.data.formula)}</span></p>`
    default:
      // HTML has no notation for the others; what they hold is kept.
      return 'nodes' in block
        ? block.nodes.map((node) => (node.object === 'block' ? blockToHtml(node, footnotes) : '')).join('')
        : ''
  }
}

export function paragraphToHtml(block: Paragraph, footnotes: FootnoteWriter): string {
  const attributes = htmlAttributes({ align: htmlAlignment(block.data.align) })
  return `<p${attributes}>${inlinesToHtml(block.nodes, footnotes)}</p>`
}

export function htmlAlignment(align: TextAlignment | undefined): string | undefined {
  return align === 'end' ? 'right' : align === 'center' ? 'center' : undefined
}

function listToHtml(list: List, footnotes: FootnoteWriter): string {
  const items = list.nodes.map((item) => itemToHtml(item, footnotes)).join('')
  if (list.type !== 'list-ordered') return `<ul>${items}</ul>`
  const start = list.data.start === undefined ? undefined : String(list.data.start)
  return `<ol${htmlAttributes({ start })}>${items}</ol>`
}

function itemToHtml(item: ListItem, footnotes: FootnoteWriter): string {
  const { checked } = item.data
  const box =
    checked === undefined
      ? ''
      : `<input${htmlAttributes({ type: 'checkbox', checked: checked || undefined })}>`
  return `<li>${box}${blocksToHtml(item.nodes, footnotes)}</li>`
}

export function imagesToHtml(block: Images, footnotes: FootnoteWriter): string {
  const figures = block.nodes.map((node) => figure(node, footnotes)).join(' ')
  const { align, fullWidth, withFrame } = block.data
  if (align === undefined && !fullWidth && !withFrame && block.nodes.length === 1) return figures
  const attributes = htmlAttributes({
    align,
    'data-full-width': fullWidth ? 'true' : undefined,
    'data-with-frame': withFrame ? 'true' : undefined,
  })
  return `<div${attributes}>${figures}</div>`
}

function figure({ data, fragments }: Image, footnotes: FootnoteWriter): string {
  const caption = fragments
    .flatMap((fragment) => fragment.nodes)
    .map((block) => blockToHtml(block, footnotes))
    .join('')
  return `<figure>${imageTag(data)}<figcaption>${caption}</figcaption></figure>`
}
