import type { Block, Code, Expandable, Heading, Image, Length, List } from '@verso/markdown'
import type { BookBlock } from './book.ts'
import { convertFormula } from './formula.ts'
import {
  addBreakOpportunities,
  createHeadingLabel,
  InlineConverter,
  type Labels,
  createText,
} from './inlines.ts'
import type { Surroundings } from './sources.ts'
import { convertTable } from './tables.ts'

/** Typst gives up on what is nested a few dozen deep; what stands deeper than this is set without its frames. */
const MAX_FRAME_DEPTH = 10

/** Points in a pixel of CSS. */
const POINTS_PER_PIXEL = 0.75

/** Turns the blocks of one page. */
export class BlockConverter {
  readonly #inlines: InlineConverter
  readonly #labels: Labels
  readonly #language: string
  readonly #used = new Set<string>()
  #depth = 0

  constructor(page: string, surroundings: Surroundings, labels: Labels, language: string) {
    this.#inlines = new InlineConverter(page, surroundings, labels)
    this.#labels = labels
    this.#language = language
  }

  convert(blocks: readonly Block[]): BookBlock[] {
    return blocks.flatMap((block) => this.#block(block))
  }

  /** The blocks inside another: framed by it, or, too deep down, as they are. */
  #inside(blocks: readonly Block[], frame: (inside: BookBlock[]) => BookBlock): BookBlock[] {
    this.#depth++
    const inside = this.convert(blocks)
    this.#depth--
    return this.#depth >= MAX_FRAME_DEPTH ? inside : [frame(inside)]
  }

  #lists<Item>(
    items: readonly Item[],
    blocksOf: (item: Item) => readonly Block[],
    frame: (items: BookBlock[][]) => BookBlock,
  ): BookBlock[] {
    this.#depth++
    const inside = items.map((item) => this.convert(blocksOf(item)))
    this.#depth--
    return this.#depth >= MAX_FRAME_DEPTH ? inside.flat() : [frame(inside)]
  }

  #block(block: Block): BookBlock[] {
    switch (block.type) {
      case 'paragraph': {
        const c = this.#inlines.convert(block.nodes)
        return c.length === 0 ? [] : [{ t: 'p', c, ...alignmentOf(block.data.align) }]
      }
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return [this.#heading(block)]
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
        return this.#list(block)
      case 'divider':
        return [{ t: 'hr' }]
      case 'blockquote':
        return this.#inside(block.nodes, (b) => ({ t: 'quote', b }))
      case 'hint':
        return this.#inside(block.nodes, (b) => ({ t: 'hint', style: block.data.style, b }))
      case 'images':
        return block.nodes.flatMap((image) => this.#image(image, block.data.align))
      case 'image':
        return this.#image(block)
      case 'drawing':
        return block.data.ref ? this.#picture(block.data.ref, '', undefined, null, {}) : []
      case 'file': {
        const resolved = this.#inlines.resolve(block.data.ref)
        const title = resolved?.title ?? (resolved && 'url' in resolved ? resolved.url : '')
        if (title === '') return []
        return [{ t: 'ref', title, about: null, to: this.#inlines.createTarget(resolved) }]
      }
      case 'embed':
        return [createUrlCard(block.data.url)]
      case 'integration':
        return block.data.url === undefined ? [] : [createUrlCard(block.data.url)]
      case 'code':
        return convertCode(block)
      case 'code-line':
        return []
      case 'math':
        return [convertFormula(block.data.formula)]
      case 'expandable':
        return this.#expandable(block)
      case 'tabs':
        return this.#lists(
          block.nodes,
          ({ nodes }) => nodes,
          (items) => ({
            t: 'tabs',
            items: items.map((b, index) => ({ title: block.nodes[index]?.data.title ?? '', b })),
          }),
        )
      case 'stepper':
        return this.#lists(
          block.nodes,
          ({ nodes }) => nodes,
          (items) => ({ t: 'steps', items }),
        )
      case 'columns':
        return this.#lists(
          block.nodes,
          ({ nodes }) => nodes,
          (items) => ({
            t: 'columns',
            widths: block.nodes.map(({ data }) => readPercent(data.width) ?? 100 / block.nodes.length),
            items,
          }),
        )
      case 'table':
        this.#depth++
        try {
          return convertTable(block, this.#inlines, (blocks) => this.convert(blocks))
        } finally {
          this.#depth--
        }
      case 'swagger':
      case 'openapi-operation':
        return [
          { t: 'api', verb: block.data.method.toLowerCase(), path: addBreakOpportunities(block.data.path) },
        ]
      case 'openapi-webhook':
        return [
          { t: 'api', verb: block.data.method.toLowerCase(), path: addBreakOpportunities(block.data.name) },
        ]
      case 'openapi-schemas':
        return block.data.schemas.map((name) => ({ t: 'p', c: [{ t: 's', v: name, m: ['code'] }] }))
      case 'content-ref': {
        const resolved = this.#inlines.resolve(block.data.ref)
        if (!resolved) return []
        const title = resolved.title ?? ('url' in resolved ? resolved.url : '')
        const about = 'about' in resolved ? (resolved.about ?? null) : null
        return [{ t: 'ref', title, about, to: this.#inlines.createTarget(resolved) }]
      }
      case 'updates':
        return this.convert(block.nodes)
      case 'update':
        return this.#inside(block.nodes, (b) => ({
          t: 'update',
          date: this.#date(block.data.date),
          tags: (block.data.tags ?? []).map(({ tag }) => tag),
          b,
        }))
      case 'prompt':
        return [
          ...(block.data.description ? [createParagraph(block.data.description)] : []),
          ...this.convert(block.nodes),
        ]
      case 'reusable-content':
        return []
      case 'if':
      case 'list-item':
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
        return this.convert(block.nodes)
    }
  }

  #date(text: string): string {
    const date = new Date(text)
    if (Number.isNaN(date.getTime())) return text
    return date.toLocaleDateString(this.#language, { dateStyle: 'long', timeZone: 'UTC' })
  }

  #heading(block: Heading): BookBlock {
    const label = createHeadingLabel(this.#inlines.page, block.meta.id)
    // Two things of one name could not be linked to.
    const isFirst = this.#labels.has(label) && !this.#used.has(label)
    this.#used.add(label)
    return {
      t: 'h',
      level: Number(block.type.at(-1)),
      label: isFirst ? label : null,
      c: this.#inlines.convert(block.nodes),
      ...alignmentOf(block.data.align),
    }
  }

  #list(block: List): BookBlock[] {
    const tight = block.nodes.every(
      ({ nodes }) => nodes.filter(({ type }) => type === 'paragraph').length < 2,
    )
    return this.#lists(
      block.nodes,
      ({ nodes }) => nodes,
      (inside) => {
        const items = inside.map((b) => ({ b }))
        if (block.type === 'list-ordered') return { t: 'ol', tight, start: block.data.start ?? 1, items }
        if (block.type === 'list-unordered') return { t: 'ul', tight, items }
        const checked = (index: number) => block.nodes[index]?.data.checked ?? false
        return { t: 'tasks', items: items.map(({ b }, index) => ({ checked: checked(index), b })) }
      },
    )
  }

  #image({ data, fragments }: Image, align: 'center' | 'left' | 'right' = 'center'): BookBlock[] {
    const caption = this.convert(fragments.flatMap(({ nodes }) => nodes))
    const alignment = { left: {}, center: { align: 'center' }, right: { align: 'end' } }[align]
    return this.#picture(data.ref, data.alt ?? '', data.width, caption.length > 0 ? caption : null, alignment)
  }

  #picture(
    ref: Image['data']['ref'],
    alt: string,
    width: Length | undefined,
    caption: BookBlock[] | null,
    alignment: { align?: string },
  ): BookBlock[] {
    const picture = this.#inlines.references.image(ref, this.#inlines.page)
    if (!picture) {
      const resolved = this.#inlines.resolve(ref)
      const title = alt || resolved?.title || (resolved && 'url' in resolved ? resolved.url : '')
      if (title === '') return caption ?? []
      return [{ t: 'ref', title, about: null, to: this.#inlines.createTarget(resolved) }, ...(caption ?? [])]
    }
    const pixels = typeof width === 'number' ? width : picture.width
    return [
      {
        t: 'img',
        src: picture.src,
        alt,
        width: Math.max(1, Math.min(pixels * POINTS_PER_PIXEL, 2000)),
        ratio: picture.height / picture.width,
        caption,
        ...alignment,
      },
    ]
  }

  #expandable({ fragments }: Expandable): BookBlock[] {
    const isSummary = ({ fragment }: (typeof fragments)[number]) => fragment === 'expandable-title'
    const blocksOf = (parts: typeof fragments) => parts.flatMap(({ nodes }) => nodes)
    return this.#lists(
      [fragments.filter(isSummary), fragments.filter((part) => !isSummary(part))],
      blocksOf,
      ([summary = [], b = []]) => ({ t: 'details', summary, b }),
    )
  }
}

const alignmentOf = (align: string | undefined) => (align === undefined ? {} : { align })

const readPercent = (width: Length | undefined): number | undefined =>
  typeof width === 'object' ? width.value : width

const createParagraph = (v: string): BookBlock => ({ t: 'p', c: createText(v) })

const createUrlCard = (url: string): BookBlock => ({
  t: 'ref',
  title: addBreakOpportunities(url),
  about: null,
  to: /^https?:/i.test(url) ? { url } : null,
})

function convertCode({ nodes, data }: Code): BookBlock[] {
  // A comment is for those who write.
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
      v: addBreakOpportunities(lines.join('\n'), 88),
      ...(data.syntax && { lang: data.syntax }),
      title: data.title ?? null,
      numbers: data.lineNumbers ?? false,
    },
  ]
}
