import {
  createCodeLine,
  omitUndefined,
  isEmptyParagraph,
  noKey,
  createParagraph,
} from '../document/create-nodes.ts'
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
import { createCaption, parseLength } from './tag-blocks.ts'
import { createHeading } from '../document/heading.ts'
import { convertHtmlTable } from './html-table.ts'
import { addHtmlInlines, convertHtmlInlines } from './html-inline.ts'
import { parseHtml } from './html-tree.ts'
import type { Attributes, HtmlElement, HtmlNode } from './html-tree.ts'
import type { ResolveFootnote } from './inline.ts'
import { isDarkSource, voidElements } from './inline-element.ts'
import { isSafeAddress, parseMediaReference } from './reference.ts'

const blockBase = { object: 'block', key: noKey } as const
const parentBase = { ...blockBase, isVoid: false } as const

/** Parses HTML between Markdown into blocks, or returns undefined when it contains anything unknown. */
export function parseHtmlBlocks(source: string, resolveFootnote: ResolveFootnote): Block[] | undefined {
  const nodes = parseHtml(source)
  if (!nodes) return undefined
  const blocks: Block[] = []
  for (const node of nodes) {
    if (node.kind === 'text' && node.value.trim() === '') continue
    const isWhole = node.kind === 'element' && (node.endTag !== '' || voidElements.has(node.name))
    const elementBlocks = isWhole ? convertElement(node, resolveFootnote) : undefined
    if (!elementBlocks) return undefined
    blocks.push(...elementBlocks)
  }
  return blocks.length === 0 ? undefined : blocks
}

/** Converts flow content, such as a table cell, to blocks. Text outside of a block becomes a paragraph. */
export function convertFlow(nodes: readonly HtmlNode[], resolveFootnote: ResolveFootnote): Block[] {
  const blocks: Block[] = []
  let inlineRun: HtmlNode[] = []
  const addInlineRun = (): void => {
    // Whitespace between blocks is layout of the source, unless it is the whole content.
    const isBlank = inlineRun.every((node) => node.kind === 'text' && node.value.trim() === '')
    const isWholeContent =
      inlineRun.length === nodes.length &&
      inlineRun.some((node) => node.kind === 'text' && !node.value.includes('\n'))
    if (!isBlank || isWholeContent)
      blocks.push(...omitEmptyParagraph(createParagraph(convertHtmlInlines(inlineRun, resolveFootnote))))
    inlineRun = []
  }
  for (const node of nodes) {
    const elementBlocks = node.kind === 'element' ? convertElement(node, resolveFootnote) : undefined
    if (elementBlocks) {
      addInlineRun()
      blocks.push(...elementBlocks)
    } else inlineRun.push(node)
  }
  addInlineRun()
  return blocks
}

/** Omits a paragraph without text, because Markdown has no notation for it. */
function omitEmptyParagraph(block: Paragraph): Paragraph[] {
  return isEmptyParagraph(block) ? [] : [block]
}

function convertElement(element: HtmlElement, resolveFootnote: ResolveFootnote): Block[] | undefined {
  const { name, attributes, children } = element
  switch (name) {
    case 'p':
      return omitEmptyParagraph(
        createAlignedParagraph(attributes, convertHtmlInlines(children, resolveFootnote)),
      )
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [
        createHeading(
          Number(name.slice(1)),
          convertHtmlInlines(children, resolveFootnote),
          attributes['id'],
          parseAlignment(attributes),
        ),
      ]
    case 'ul':
    case 'ol':
      return convertList(element, resolveFootnote)
    case 'blockquote':
      return [{ ...parentBase, type: 'blockquote', data: {}, nodes: convertFlow(children, resolveFootnote) }]
    case 'hr':
      return [{ ...blockBase, type: 'divider', isVoid: true, data: {} }]
    case 'pre':
      return convertPreformatted(element, resolveFootnote)
    case 'table':
      return convertHtmlTable(element, (nodes) => convertFlow(nodes, resolveFootnote))
    case 'figure':
      return convertFigures([element], {}, resolveFootnote)
    case 'div':
      return convertFigures(children, attributes, resolveFootnote)
    case 'img':
      return createDrawing(attributes)
    default:
      return undefined
  }
}

const alignments: Record<string, TextAlignment> = { center: 'center', right: 'end', end: 'end' }

function parseAlignment(attributes: Attributes): TextAlignment | undefined {
  const value = attributes['align'] ?? ''
  return Object.hasOwn(alignments, value) ? alignments[value] : undefined
}

function createAlignedParagraph(attributes: Attributes, nodes: InlineContent[]): Paragraph {
  const align = parseAlignment(attributes)
  return align === undefined ? createParagraph(nodes) : { ...createParagraph(nodes), data: { align } }
}

function listElements(nodes: readonly HtmlNode[]): HtmlElement[] | undefined {
  const foundElements: HtmlElement[] = []
  for (const node of nodes) {
    if (node.kind === 'element') foundElements.push(node)
    else if (node.kind === 'comment' || node.value.trim() !== '') return undefined
  }
  return foundElements
}

function convertList(
  { name, attributes, children }: HtmlElement,
  resolveFootnote: ResolveFootnote,
): List[] | undefined {
  const items: ListItem[] = []
  for (const item of listElements(children) ?? [undefined]) {
    if (item?.name !== 'li') return undefined
    items.push(convertListItem(item.children, resolveFootnote))
  }
  if (items.length === 0) return undefined
  return [createList(items, name === 'ol', Number(attributes['start'] ?? 1))]
}

function convertListItem(children: HtmlNode[], resolveFootnote: ResolveFootnote): ListItem {
  const [first, ...rest] = children
  const isCheckbox =
    first?.kind === 'element' && first.name === 'input' && first.attributes['type'] === 'checkbox'
  const nodes = convertFlow(isCheckbox ? rest : children, resolveFootnote)
  const data = isCheckbox ? { checked: first.attributes['checked'] !== undefined } : {}
  return { ...parentBase, type: 'list-item', data, nodes }
}

/** Creates a list. It is a task list when at least one of its items is a task. */
export function createList(nodes: ListItem[], isOrdered: boolean, start: number): List {
  if (isOrdered) {
    const data = start === 1 || !Number.isInteger(start) || start < 0 || start > 999_999_999 ? {} : { start }
    return { ...parentBase, type: 'list-ordered', data, nodes }
  }
  const type = nodes.some((item) => item.data.checked !== undefined) ? 'list-tasks' : 'list-unordered'
  return { ...parentBase, type, data: {}, nodes }
}

/**
 * Converts `<pre><code class="lang-js">`, the notation for code with marks. A line that is entirely bold is
 * highlighted.
 */
function convertPreformatted(element: HtmlElement, resolveFootnote: ResolveFootnote): [Code] | undefined {
  const innerElements = listElements(element.children)
  const codeElement =
    innerElements?.length === 1 && innerElements[0]?.name === 'code' ? innerElements[0] : element
  const classes = `${element.attributes['class'] ?? ''} ${codeElement.attributes['class'] ?? ''}`
  const syntax = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes)?.[1]
  const builder = new InlineBuilder(true)
  addHtmlInlines(codeElement.children, builder, { resolveFootnote, isPreformatted: true })
  const content = builder.finish()
  if (!content.every(isCodeContent)) return undefined
  return [
    {
      ...parentBase,
      type: 'code',
      data: syntax === undefined ? {} : { syntax },
      nodes: splitCodeLines(content),
    },
  ]
}

function splitCodeLines(content: CodeLine['nodes']): CodeLine[] {
  const result: CodeLine[] = []
  let builder = new InlineBuilder(true)
  let isBoldAtEnd = false
  const addLine = (): void => {
    const nodes = builder.finish().filter(isCodeContent)
    result.push(createCodeLineWithHighlight(nodes, isBoldAtEnd))
    builder = new InlineBuilder(true)
  }
  for (const node of content) {
    if (node.object === 'inline') {
      builder.addInline(node)
      continue
    }
    for (const leaf of node.leaves) {
      const textLines = leaf.text.split('\n')
      for (const [index, lineText] of textLines.entries()) {
        if (index > 0) {
          isBoldAtEnd = leaf.marks.some((mark) => mark.type === 'bold')
          addLine()
          isBoldAtEnd = false
        }
        builder.addLeaf({ ...leaf, text: lineText })
      }
    }
  }
  const lastLine = builder.finish()
  // The line break before the end tag ends the last line and does not start another one.
  if (
    result.length === 0 ||
    lastLine.some((node) => node.object === 'inline' || node.leaves.some((leaf) => leaf.text !== ''))
  )
    addLine()
  return result
}

function isCodeContent(node: InlineContent): node is CodeLine['nodes'][number] {
  return node.object === 'text' || node.type === 'annotation' || node.type === 'expression'
}

function createCodeLineWithHighlight(nodes: CodeLine['nodes'], isBoldAtEnd: boolean): CodeLine {
  const leaves = nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []))
  const isEmpty = leaves.every((leaf) => leaf.text === '') && nodes.every((node) => node.object === 'text')
  const isBold = leaves.every((leaf) => leaf.marks.some((mark) => mark.type === 'bold'))
  if (isEmpty ? !isBoldAtEnd : !isBold || nodes.some((node) => node.object === 'inline'))
    return createCodeLine(nodes)
  const builder = new InlineBuilder(true)
  for (const leaf of leaves)
    builder.addLeaf({ ...leaf, marks: leaf.marks.filter((mark) => mark.type !== 'bold') })
  return createCodeLine(
    builder.finish().filter((node) => node.object === 'text'),
    true,
  )
}

/** Converts a `<figure>`, or several of them in a `<div>` with the layout. */
function convertFigures(
  nodes: readonly HtmlNode[],
  layout: Attributes,
  resolveFootnote: ResolveFootnote,
): Block[] | undefined {
  const images: Image[] = []
  for (const element of listElements(nodes) ?? []) {
    const image =
      element.name === 'figure' ? convertFigure(element, resolveFootnote) : convertPicture([element], [])
    if (!image) return undefined
    images.push(image)
  }
  if (images.length === 0) return undefined
  const align = layout['align']
  const data = omitUndefined<Images['data']>({
    align: align === 'center' || align === 'left' || align === 'right' ? align : undefined,
    fullWidth: layout['data-full-width'] === 'true' ? true : undefined,
    withFrame: layout['data-with-frame'] === 'true' ? true : undefined,
  })
  return [createImages(images, data)]
}

export function createImages(nodes: Image[], data: Images['data'] = {}): Images {
  return { ...parentBase, type: 'images', data, nodes }
}

function convertFigure({ children }: HtmlElement, resolveFootnote: ResolveFootnote): Image | undefined {
  const foundElements = listElements(children)
  if (!foundElements) return undefined
  const caption = foundElements.filter((element) => element.name === 'figcaption')
  const pictures = foundElements.filter((element) => element.name !== 'figcaption')
  if (caption.length > 1) return undefined
  const blocks = convertFlow(caption[0]?.children ?? [], resolveFootnote)
  const paragraphs = blocks.filter((block): block is Paragraph => block.type === 'paragraph')
  if (paragraphs.length !== blocks.length) return undefined
  return convertPicture(pictures, paragraphs)
}

function convertPicture(pictures: HtmlElement[], caption: Paragraph[]): Image | undefined {
  const [picture, ...others] = pictures
  if (!picture || others.length > 0) return undefined
  const pictureParts = picture.name === 'picture' ? listElements(picture.children) : [picture]
  const imageAttributes = pictureParts?.find((part) => part.name === 'img')?.attributes
  const darkAttributes = pictureParts?.find(
    (part) => part.name === 'source' && isDarkSource(part.attributes),
  )?.attributes
  const src = imageAttributes?.['src']
  if (!imageAttributes || src === undefined || !isSafeAddress(src)) return undefined
  const srcset = darkAttributes?.['srcset']
  const data = omitUndefined<Image['data']>({
    ref: parseMediaReference(src),
    refDark: srcset === undefined || !isSafeAddress(srcset) ? undefined : parseMediaReference(srcset),
    width: parseLength(imageAttributes['width']),
    height: parseLength(imageAttributes['height']),
    alt: imageAttributes['alt'] || undefined,
  })
  return createImage(data, caption)
}

export function createImage(data: Image['data'], caption: Paragraph[]): Image {
  const fragments = caption.length === 0 ? [] : [createCaption(caption)]
  return { ...blockBase, type: 'image', isVoid: true, data, fragments }
}

/**
 * Creates the drawing of `<img class="gitbook-drawing" src="…">`. Without a `src` it is a new drawing without content.
 */
export function createDrawing(attributes: Attributes): [Drawing] | undefined {
  if (!(attributes['class'] ?? '').split(/\s+/).includes('gitbook-drawing')) return undefined
  const src = attributes['src'] ?? ''
  const ref = src === '' ? undefined : parseMediaReference(src)
  if (ref && ref.kind !== 'file') return undefined
  return [{ ...blockBase, type: 'drawing', isVoid: true, data: ref ? { ref } : {} }]
}
