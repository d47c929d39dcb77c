import type {
  Block,
  Code,
  Columns,
  ContentRefBlock,
  Expandable,
  File,
  Heading,
  Image,
  Length,
  List,
  Paragraph,
  Table,
  Tabs,
  Update,
} from '@verso/markdown'
import type { BookBlock } from './book.ts'
import type { BookReferences } from './book-source.ts'
import { convertFormula } from './formula.ts'
import {
  addBreakOpportunities,
  createHeadingLabel,
  createText,
  getReferenceTitle,
  InlineConverter,
  type Labels,
} from './inlines.ts'
import { convertTable } from './tables.ts'

/** Typst refuses to lay out blocks nested a few dozen deep, so blocks below this depth lose their frames. */
const MAX_FRAME_DEPTH = 10

/** One CSS pixel is 1/96 inch and one point is 1/72 inch. */
const POINTS_PER_PIXEL = 0.75

const MAX_IMAGE_WIDTH_POINTS = 2000

/** In percent. A column of no width, or less, cannot be laid out. */
const MIN_COLUMN_WIDTH = 1

const MAX_LIST_START = 1_000_000_000

/** Characters of a line of code that fit on the sheet. */
const CODE_LINE_CHARACTERS = 88

/** Converts the blocks of one page to the data that the template reads. */
export class BlockConverter {
  readonly #inlines: InlineConverter
  readonly #labels: Labels
  readonly #language: string
  readonly #usedLabels = new Set<string>()
  #depth = 0

  constructor(page: string, references: BookReferences, labels: Labels, language: string) {
    this.#inlines = new InlineConverter(page, references, labels)
    this.#labels = labels
    this.#language = language
  }

  convert(blocks: readonly Block[]): BookBlock[] {
    return blocks.flatMap((block) => this.#convertBlock(block))
  }

  /** Converts the blocks inside a frame. Below the depth limit the frame is left out and its content stays. */
  #convertNested(blocks: readonly Block[], frame: (content: BookBlock[]) => BookBlock): BookBlock[] {
    return this.#convertItems([blocks], ([content = []]) => frame(content))
  }

  /** Converts a frame with several parts, such as the items of a list or the tabs of a group. */
  #convertItems(
    items: readonly (readonly Block[])[],
    frame: (items: BookBlock[][]) => BookBlock,
  ): BookBlock[] {
    this.#depth++
    const convertedItems = items.map((blocks) => this.convert(blocks))
    this.#depth--
    return this.#depth >= MAX_FRAME_DEPTH ? convertedItems.flat() : [frame(convertedItems)]
  }

  #convertBlock(block: Block): BookBlock[] {
    switch (block.type) {
      case 'paragraph':
        return this.#convertParagraph(block)
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return [this.#convertHeading(block)]
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
        return this.#convertList(block)
      case 'divider':
        return [{ t: 'hr' }]
      case 'blockquote':
        return this.#convertNested(block.nodes, (b) => ({ t: 'quote', b }))
      case 'hint':
        return this.#convertNested(block.nodes, (b) => ({ t: 'hint', style: block.data.style, b }))
      case 'images':
        return block.nodes.flatMap((image) => this.#convertImage(image, block.data.align))
      case 'image':
        return this.#convertImage(block)
      case 'drawing':
        return block.data.ref ? this.#convertMedia(block.data.ref, '', undefined, null, {}) : []
      case 'file':
        return this.#convertFile(block)
      case 'embed':
        return [createUrlCard(block.data.url)]
      case 'integration':
        return block.data.url === undefined ? [] : [createUrlCard(block.data.url)]
      case 'code':
        return convertCode(block)
      case 'math':
        return [convertFormula(block.data.formula)]
      case 'expandable':
        return this.#convertExpandable(block)
      case 'tabs':
        return this.#convertTabs(block)
      case 'stepper':
        return this.#convertItems(block.nodes.map(readNodes), (items) => ({ t: 'steps', items }))
      case 'columns':
        return this.#convertColumns(block)
      case 'table':
        return this.#convertTable(block)
      case 'swagger':
      case 'openapi-operation':
        return [createApiCall(block.data.method, block.data.path)]
      case 'openapi-webhook':
        return [createApiCall(block.data.method, block.data.name)]
      case 'openapi-schemas':
        return block.data.schemas.map((name) => ({ t: 'p', c: [{ t: 's', v: name, m: ['code'] }] }))
      case 'content-ref':
        return this.#convertContentRef(block)
      case 'update':
        return this.#convertUpdate(block)
      case 'prompt':
        return [...createParagraph(block.data.description ?? ''), ...this.convert(block.nodes)]
      case 'code-line':
      case 'reusable-content':
        return []
      case 'if':
      case 'list-item':
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
      case 'updates':
        return this.convert(block.nodes)
    }
  }

  #convertParagraph({ nodes, data }: Paragraph): BookBlock[] {
    const c = this.#inlines.convert(nodes)
    return c.length === 0 ? [] : [{ t: 'p', c, ...formatAlignment(data.align) }]
  }

  #convertFile({ data }: File): BookBlock[] {
    const resolved = this.#inlines.resolve(data.ref)
    const title = getReferenceTitle(resolved)
    if (title === '') return []
    return [{ t: 'ref', title, description: null, to: this.#inlines.createTarget(resolved) }]
  }

  #convertContentRef({ data }: ContentRefBlock): BookBlock[] {
    const resolved = this.#inlines.resolve(data.ref)
    if (!resolved) return []
    const description = 'description' in resolved ? (resolved.description ?? null) : null
    return [
      {
        t: 'ref',
        title: getReferenceTitle(resolved),
        description,
        to: this.#inlines.createTarget(resolved),
      },
    ]
  }

  #convertTabs({ nodes }: Tabs): BookBlock[] {
    return this.#convertItems(nodes.map(readNodes), (items) => ({
      t: 'tabs',
      items: items.map((b, index) => ({ title: nodes[index]?.data.title ?? '', b })),
    }))
  }

  #convertColumns({ nodes }: Columns): BookBlock[] {
    return this.#convertItems(nodes.map(readNodes), (items) => ({
      t: 'columns',
      widths: nodes.map(({ data }) =>
        Math.max(MIN_COLUMN_WIDTH, readLengthValue(data.width) ?? 100 / nodes.length),
      ),
      items,
    }))
  }

  #convertTable(block: Table): BookBlock[] {
    this.#depth++
    try {
      return convertTable(block, this.#inlines, (blocks) => this.convert(blocks))
    } finally {
      this.#depth--
    }
  }

  #convertUpdate({ data, nodes }: Update): BookBlock[] {
    return this.#convertNested(nodes, (b) => ({
      t: 'update',
      date: this.#formatDate(data.date),
      tags: (data.tags ?? []).map(({ tag }) => tag),
      b,
    }))
  }

  #formatDate(text: string): string {
    const date = new Date(text)
    if (Number.isNaN(date.getTime())) return text
    return date.toLocaleDateString(this.#language, { dateStyle: 'long', timeZone: 'UTC' })
  }

  #convertHeading(block: Heading): BookBlock {
    const label = createHeadingLabel(this.#inlines.page, block.meta.id)
    // Typst refuses a link to a label that occurs twice, so only the first heading of a name gets it.
    const isFirst = this.#labels.has(label) && !this.#usedLabels.has(label)
    this.#usedLabels.add(label)
    return {
      t: 'h',
      level: Number(block.type.at(-1)),
      label: isFirst ? label : null,
      c: this.#inlines.convert(block.nodes),
      ...formatAlignment(block.data.align),
    }
  }

  #convertList(block: List): BookBlock[] {
    const tight = block.nodes.every(
      ({ nodes }) => nodes.filter(({ type }) => type === 'paragraph').length < 2,
    )
    return this.#convertItems(block.nodes.map(readNodes), (contents) => {
      const items = contents.map((b) => ({ b }))
      if (block.type === 'list-ordered')
        return { t: 'ol', tight, start: clampListStart(block.data.start ?? 1), items }
      if (block.type === 'list-unordered') return { t: 'ul', tight, items }
      const isChecked = (index: number) => block.nodes[index]?.data.checked ?? false
      return { t: 'tasks', items: items.map(({ b }, index) => ({ checked: isChecked(index), b })) }
    })
  }

  #convertImage({ data, fragments }: Image, align: 'center' | 'left' | 'right' = 'center'): BookBlock[] {
    const caption = this.convert(fragments.flatMap(readNodes))
    const alignment = { left: {}, center: { align: 'center' }, right: { align: 'end' } }[align]
    return this.#convertMedia(
      data.ref,
      data.alt ?? '',
      data.width,
      caption.length > 0 ? caption : null,
      alignment,
    )
  }

  /** Converts an image, or links to it where its bytes are not at hand. */
  #convertMedia(
    ref: Image['data']['ref'],
    alt: string,
    width: Length | undefined,
    caption: BookBlock[] | null,
    alignment: { align?: string },
  ): BookBlock[] {
    const image = this.#inlines.references.resolveImage(ref, this.#inlines.page)
    if (!image) {
      const resolved = this.#inlines.resolve(ref)
      const title = alt || resolved?.title || (resolved && 'url' in resolved ? resolved.url : '')
      if (title === '') return caption ?? []
      const to = this.#inlines.createTarget(resolved)
      return [{ t: 'ref', title, description: null, to }, ...(caption ?? [])]
    }
    const widthInPixels = typeof width === 'number' ? width : image.width
    return [
      {
        t: 'img',
        src: image.src,
        alt,
        width: Math.max(1, Math.min(widthInPixels * POINTS_PER_PIXEL, MAX_IMAGE_WIDTH_POINTS)),
        ratio: image.height / Math.max(image.width, 1),
        caption,
        ...alignment,
      },
    ]
  }

  #convertExpandable({ fragments }: Expandable): BookBlock[] {
    const isSummary = ({ fragment }: (typeof fragments)[number]) => fragment === 'expandable-title'
    const summaryBlocks = fragments.filter(isSummary).flatMap(readNodes)
    const bodyBlocks = fragments.filter((part) => !isSummary(part)).flatMap(readNodes)
    return this.#convertItems([summaryBlocks, bodyBlocks], ([summary = [], b = []]) => ({
      t: 'details',
      summary,
      b,
    }))
  }
}

const readNodes = ({ nodes }: { nodes: readonly Block[] }): readonly Block[] => nodes

const formatAlignment = (align: string | undefined) => (align === undefined ? {} : { align })

/** Typst counts in whole numbers from 0. */
const clampListStart = (start: number): number =>
  Math.max(0, Math.min(Math.trunc(start) || 0, MAX_LIST_START))

const readLengthValue = (length: Length | undefined): number | undefined =>
  typeof length === 'object' ? length.value : length

const createParagraph = (text: string): BookBlock[] => (text === '' ? [] : [{ t: 'p', c: createText(text) }])

const createUrlCard = (url: string): BookBlock => ({
  t: 'ref',
  title: addBreakOpportunities(url),
  description: null,
  to: /^https?:/i.test(url) ? { url } : null,
})

const createApiCall = (method: string, path: string): BookBlock => ({
  t: 'api',
  method: method.toLowerCase(),
  path: addBreakOpportunities(path),
})

function convertCode({ nodes, data }: Code): BookBlock[] {
  // A comment is a note from one author to the others, so readers do not see it.
  if (data.raw === 'comment') return []
  const lines = nodes.map((line) =>
    line.nodes
      .map((node) => {
        if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
        if (node.type === 'expression') return node.data.expression
        return node.nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join('')
      })
      .join(''),
  )
  return [
    {
      t: 'code',
      v: addBreakOpportunities(lines.join('\n'), CODE_LINE_CHARACTERS),
      ...(data.syntax && { lang: data.syntax }),
      title: data.title ?? null,
      numbers: data.lineNumbers ?? false,
    },
  ]
}
