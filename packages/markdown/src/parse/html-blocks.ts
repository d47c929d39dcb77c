import { codeLine, defined, isEmptyParagraph, NO_KEY, paragraph } from '../document/create-nodes.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import type {
  Block,
  Code,
  CodeLine,
  Drawing,
  Image,
  Images,
  InlineContent,
  List,
  ListItem,
  Paragraph,
  TextAlignment,
} from '../document/types.ts'
import { captionFragment, parseLength } from './tag-blocks.ts'
import { heading } from './heading.ts'
import { htmlTable } from './html-table.ts'
import { addHtmlInlines, htmlInlines } from './html-inline.ts'
import { parseHtml } from './html-tree.ts'
import type { Attributes, HtmlElement, HtmlNode } from './html-tree.ts'
import type { Footnotes } from './inline.ts'
import { isDarkSource, VOID_ELEMENTS } from './inline-element.ts'
import { isSafeAddress, parseMediaReference } from './reference.ts'

const BLOCK = { object: 'block', key: NO_KEY } as const
const PARENT = { ...BLOCK, isVoid: false } as const

/** The blocks of a piece of HTML between Markdown, or none if anything in it is not ours to read. */
export function htmlBlocks(source: string, footnotes: Footnotes): Block[] | undefined {
  const nodes = parseHtml(source)
  if (!nodes) return undefined
  const blocks: Block[] = []
  for (const node of nodes) {
    if (node.kind === 'text' && node.value.trim() === '') continue
    const isWhole = node.kind === 'element' && (node.endTag !== '' || VOID_ELEMENTS.has(node.name))
    const made = isWhole ? elementBlocks(node, footnotes) : undefined
    if (!made) return undefined
    blocks.push(...made)
  }
  return blocks.length === 0 ? undefined : blocks
}

/** The blocks of a flow of HTML, such as a table cell, where text that is not in a block is a paragraph. */
export function flowBlocks(nodes: readonly HtmlNode[], footnotes: Footnotes): Block[] {
  const blocks: Block[] = []
  let run: HtmlNode[] = []
  const flush = (): void => {
    // Blanks lay out the source, unless they are all there is.
    const isBlank = run.every((node) => node.kind === 'text' && node.value.trim() === '')
    const isAll =
      run.length === nodes.length && run.some((node) => node.kind === 'text' && !node.value.includes('\n'))
    if (!isBlank || isAll) blocks.push(...withText(paragraph(htmlInlines(run, footnotes))))
    run = []
  }
  for (const node of nodes) {
    const made = node.kind === 'element' ? elementBlocks(node, footnotes) : undefined
    if (made) {
      flush()
      blocks.push(...made)
    } else run.push(node)
  }
  flush()
  return blocks
}

/** A paragraph without text says nothing, and Markdown has no way to write one. */
function withText(block: Paragraph): Paragraph[] {
  return isEmptyParagraph(block) ? [] : [block]
}

function elementBlocks(element: HtmlElement, footnotes: Footnotes): Block[] | undefined {
  const { name, attributes, children } = element
  switch (name) {
    case 'p':
      return withText(alignedParagraph(attributes, htmlInlines(children, footnotes)))
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [
        heading(
          Number(name.slice(1)),
          htmlInlines(children, footnotes),
          attributes['id'],
          alignment(attributes),
        ),
      ]
    case 'ul':
    case 'ol':
      return list(element, footnotes)
    case 'blockquote':
      return [{ ...PARENT, type: 'blockquote', data: {}, nodes: flowBlocks(children, footnotes) }]
    case 'hr':
      return [{ ...BLOCK, type: 'divider', isVoid: true, data: {} }]
    case 'pre':
      return preformatted(element, footnotes)
    case 'table':
      return htmlTable(element, (nodes) => flowBlocks(nodes, footnotes))
    case 'figure':
      return figures([element], {}, footnotes)
    case 'div':
      return figures(children, attributes, footnotes)
    case 'img':
      return drawing(attributes)
    default:
      return undefined
  }
}

const ALIGNMENTS: Record<string, TextAlignment> = { center: 'center', right: 'end', end: 'end' }

function alignment(attributes: Attributes): TextAlignment | undefined {
  const value = attributes['align'] ?? ''
  return Object.hasOwn(ALIGNMENTS, value) ? ALIGNMENTS[value] : undefined
}

function alignedParagraph(attributes: Attributes, nodes: InlineContent[]): Paragraph {
  const align = alignment(attributes)
  return align === undefined ? paragraph(nodes) : { ...paragraph(nodes), data: { align } }
}

function elements(nodes: readonly HtmlNode[]): HtmlElement[] | undefined {
  const found: HtmlElement[] = []
  for (const node of nodes) {
    if (node.kind === 'element') found.push(node)
    else if (node.kind === 'comment' || node.value.trim() !== '') return undefined
  }
  return found
}

function list({ name, attributes, children }: HtmlElement, footnotes: Footnotes): List[] | undefined {
  const items: ListItem[] = []
  for (const child of elements(children) ?? [undefined]) {
    if (child?.name !== 'li') return undefined
    items.push(listItem(child.children, footnotes))
  }
  if (items.length === 0) return undefined
  return [listOf(items, name === 'ol', Number(attributes['start'] ?? 1))]
}

function listItem(children: HtmlNode[], footnotes: Footnotes): ListItem {
  const [first, ...rest] = children
  const isCheckbox =
    first?.kind === 'element' && first.name === 'input' && first.attributes['type'] === 'checkbox'
  const nodes = flowBlocks(isCheckbox ? rest : children, footnotes)
  const data = isCheckbox ? { checked: first.attributes['checked'] !== undefined } : {}
  return { ...PARENT, type: 'list-item', data, nodes }
}

/** A list is one of tasks as soon as one of its items is. */
export function listOf(nodes: ListItem[], ordered: boolean, start: number): List {
  if (ordered) {
    const data = start === 1 || !Number.isInteger(start) || start < 0 || start > 999_999_999 ? {} : { start }
    return { ...PARENT, type: 'list-ordered', data, nodes }
  }
  const type = nodes.some((item) => item.data.checked !== undefined) ? 'list-tasks' : 'list-unordered'
  return { ...PARENT, type, data: {}, nodes }
}

/** `<pre><code class="lang-js">`: the notation for code with marks in it. A line that is all bold is highlighted. */
function preformatted(element: HtmlElement, footnotes: Footnotes): [Code] | undefined {
  const inner = elements(element.children)
  const child = inner?.length === 1 && inner[0]?.name === 'code' ? inner[0] : element
  const classes = `${element.attributes['class'] ?? ''} ${child.attributes['class'] ?? ''}`
  const syntax = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes)?.[1]
  const builder = new InlineBuilder(true)
  addHtmlInlines(child.children, builder, { footnotes, preformatted: true })
  const content = builder.finish()
  if (!content.every(isCodeContent)) return undefined
  return [{ ...PARENT, type: 'code', data: syntax === undefined ? {} : { syntax }, nodes: lines(content) }]
}

function lines(content: CodeLine['nodes']): CodeLine[] {
  const result: CodeLine[] = []
  let builder = new InlineBuilder(true)
  let boldEnd = false
  const flush = (): void => {
    const nodes = builder.finish().filter(isCodeContent)
    result.push(highlightedLine(nodes, boldEnd))
    builder = new InlineBuilder(true)
  }
  for (const node of content) {
    if (node.object === 'inline') {
      builder.inline(node)
      continue
    }
    for (const leaf of node.leaves) {
      const parts = leaf.text.split('\n')
      for (const [index, part] of parts.entries()) {
        if (index > 0) {
          boldEnd = leaf.marks.some((mark) => mark.type === 'bold')
          flush()
          boldEnd = false
        }
        builder.addLeaf({ ...leaf, text: part })
      }
    }
  }
  const last = builder.finish()
  // The line break before the end tag ends the last line; it does not start another.
  if (
    result.length === 0 ||
    last.some((node) => node.object === 'inline' || node.leaves.some((leaf) => leaf.text !== ''))
  )
    flush()
  return result
}

function isCodeContent(node: InlineContent): node is CodeLine['nodes'][number] {
  return node.object === 'text' || node.type === 'annotation' || node.type === 'expression'
}

function highlightedLine(nodes: CodeLine['nodes'], boldEnd: boolean): CodeLine {
  const leaves = nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []))
  const isEmpty = leaves.every((leaf) => leaf.text === '') && nodes.every((node) => node.object === 'text')
  const isBold = leaves.every((leaf) => leaf.marks.some((mark) => mark.type === 'bold'))
  if (isEmpty ? !boldEnd : !isBold || nodes.some((node) => node.object === 'inline')) return codeLine(nodes)
  const builder = new InlineBuilder(true)
  for (const leaf of leaves)
    builder.addLeaf({ ...leaf, marks: leaf.marks.filter((mark) => mark.type !== 'bold') })
  return codeLine(
    builder.finish().filter((node) => node.object === 'text'),
    true,
  )
}

/** A `<figure>`, or several in a `<div>` that says how they are laid out. */
function figures(nodes: readonly HtmlNode[], layout: Attributes, footnotes: Footnotes): Block[] | undefined {
  const images: Image[] = []
  for (const element of elements(nodes) ?? []) {
    const image = element.name === 'figure' ? figure(element, footnotes) : pictured([element], [])
    if (!image) return undefined
    images.push(image)
  }
  if (images.length === 0) return undefined
  const align = layout['align']
  const data = defined<Images['data']>({
    align: align === 'center' || align === 'left' || align === 'right' ? align : undefined,
    fullWidth: layout['data-full-width'] === 'true' ? true : undefined,
    withFrame: layout['data-with-frame'] === 'true' ? true : undefined,
  })
  return [imagesOf(images, data)]
}

export function imagesOf(nodes: Image[], data: Images['data'] = {}): Images {
  return { ...PARENT, type: 'images', data, nodes }
}

function figure({ children }: HtmlElement, footnotes: Footnotes): Image | undefined {
  const found = elements(children)
  if (!found) return undefined
  const caption = found.filter((element) => element.name === 'figcaption')
  const pictures = found.filter((element) => element.name !== 'figcaption')
  if (caption.length > 1) return undefined
  const blocks = flowBlocks(caption[0]?.children ?? [], footnotes)
  const paragraphs = blocks.filter((block): block is Paragraph => block.type === 'paragraph')
  if (paragraphs.length !== blocks.length) return undefined
  return pictured(pictures, paragraphs)
}

function pictured(pictures: HtmlElement[], caption: Paragraph[]): Image | undefined {
  const [only, ...others] = pictures
  if (!only || others.length > 0) return undefined
  const parts = only.name === 'picture' ? elements(only.children) : [only]
  const shown = parts?.find((part) => part.name === 'img')?.attributes
  const dark = parts?.find((part) => part.name === 'source' && isDarkSource(part.attributes))?.attributes
  const src = shown?.['src']
  if (!shown || src === undefined || !isSafeAddress(src)) return undefined
  const srcset = dark?.['srcset']
  const data = defined<Image['data']>({
    ref: parseMediaReference(src),
    refDark: srcset === undefined || !isSafeAddress(srcset) ? undefined : parseMediaReference(srcset),
    width: parseLength(shown['width']),
    height: parseLength(shown['height']),
    alt: shown['alt'] || undefined,
  })
  return image(data, caption)
}

export function image(data: Image['data'], caption: Paragraph[]): Image {
  const fragments = caption.length === 0 ? [] : [captionFragment(caption)]
  return { ...BLOCK, type: 'image', isVoid: true, data, fragments }
}

/** `<img class="gitbook-drawing" src="…">`; without a `src` it is a drawing not yet drawn. */
export function drawing(attributes: Attributes): [Drawing] | undefined {
  if (!(attributes['class'] ?? '').split(/\s+/).includes('gitbook-drawing')) return undefined
  const src = attributes['src'] ?? ''
  const ref = src === '' ? undefined : parseMediaReference(src)
  if (ref && ref.kind !== 'file') return undefined
  return [{ ...BLOCK, type: 'drawing', isVoid: true, data: ref ? { ref } : {} }]
}
