import type { Block, Code, Expandable, Heading, Image, Length, List } from '@verso/markdown'
import type { BookBlock } from './book.ts'
import { formula } from './formula.ts'
import { breakable, headingLabel, InlineWriter, type Labels, plain } from './inlines.ts'
import type { Surroundings } from './sources.ts'
import { table } from './tables.ts'

/** Typst gives up on what is nested a few dozen deep; what stands deeper than this is set without its frames. */
const deepest = 10

/** Points in a pixel of CSS. */
const pointsPerPixel = 0.75

/** Turns the blocks of one page. */
export class BlockWriter {
  readonly #inlines: InlineWriter
  readonly #labels: Labels
  readonly #language: string
  readonly #used = new Set<string>()
  #depth = 0

  constructor(page: string, surroundings: Surroundings, labels: Labels, language: string) {
    this.#inlines = new InlineWriter(page, surroundings, labels)
    this.#labels = labels
    this.#language = language
  }

  write(blocks: readonly Block[]): BookBlock[] {
    return blocks.flatMap((block) => this.#block(block))
  }

  /** The blocks inside another: framed by it, or, too deep down, as they are. */
  #inside(blocks: readonly Block[], frame: (inside: BookBlock[]) => BookBlock): BookBlock[] {
    this.#depth++
    const inside = this.write(blocks)
    this.#depth--
    return this.#depth >= deepest ? inside : [frame(inside)]
  }

  #lists<Item>(
    items: readonly Item[],
    blocksOf: (item: Item) => readonly Block[],
    frame: (items: BookBlock[][]) => BookBlock,
  ): BookBlock[] {
    this.#depth++
    const inside = items.map((item) => this.write(blocksOf(item)))
    this.#depth--
    return this.#depth >= deepest ? inside.flat() : [frame(inside)]
  }

  #block(block: Block): BookBlock[] {
    switch (block.type) {
      case 'paragraph': {
        const c = this.#inlines.write(block.nodes)
        return c.length === 0 ? [] : [{ t: 'p', c, ...aligned(block.data.align) }]
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
        return [{ t: 'ref', title, about: null, to: this.#inlines.target(resolved) }]
      }
      case 'embed':
        return [address(block.data.url)]
      case 'integration':
        return block.data.url === undefined ? [] : [address(block.data.url)]
      case 'code':
        return code(block)
      case 'code-line':
        return []
      case 'math':
        return [formula(block.data.formula)]
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
            widths: block.nodes.map(({ data }) => part(data.width) ?? 100 / block.nodes.length),
            items,
          }),
        )
      case 'table':
        this.#depth++
        try {
          return table(block, this.#inlines, (blocks) => this.write(blocks))
        } finally {
          this.#depth--
        }
      case 'swagger':
      case 'openapi-operation':
        return [{ t: 'api', verb: block.data.method.toLowerCase(), path: breakable(block.data.path) }]
      case 'openapi-webhook':
        return [{ t: 'api', verb: block.data.method.toLowerCase(), path: breakable(block.data.name) }]
      case 'openapi-schemas':
        return block.data.schemas.map((name) => ({ t: 'p', c: [{ t: 's', v: name, m: ['code'] }] }))
      case 'content-ref': {
        const resolved = this.#inlines.resolve(block.data.ref)
        if (!resolved) return []
        const title = resolved.title ?? ('url' in resolved ? resolved.url : '')
        const about = 'about' in resolved ? (resolved.about ?? null) : null
        return [{ t: 'ref', title, about, to: this.#inlines.target(resolved) }]
      }
      case 'updates':
        return this.write(block.nodes)
      case 'update':
        return this.#inside(block.nodes, (b) => ({
          t: 'update',
          date: this.#date(block.data.date),
          tags: (block.data.tags ?? []).map(({ tag }) => tag),
          b,
        }))
      case 'prompt':
        return [...(block.data.description ? [text(block.data.description)] : []), ...this.write(block.nodes)]
      case 'reusable-content':
        return []
      case 'if':
      case 'list-item':
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
        return this.write(block.nodes)
    }
  }

  #date(text: string): string {
    const date = new Date(text)
    if (Number.isNaN(date.getTime())) return text
    return date.toLocaleDateString(this.#language, { dateStyle: 'long', timeZone: 'UTC' })
  }

  #heading(block: Heading): BookBlock {
    const label = headingLabel(this.#inlines.page, block.meta.id)
    // Two things of one name could not be linked to.
    const isFirst = this.#labels.has(label) && !this.#used.has(label)
    this.#used.add(label)
    return {
      t: 'h',
      level: Number(block.type.at(-1)),
      label: isFirst ? label : null,
      c: this.#inlines.write(block.nodes),
      ...aligned(block.data.align),
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
    const caption = this.write(fragments.flatMap(({ nodes }) => nodes))
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
    const picture = this.#inlines.surroundings.image(ref, this.#inlines.page)
    if (!picture) {
      const resolved = this.#inlines.resolve(ref)
      const title = alt || resolved?.title || (resolved && 'url' in resolved ? resolved.url : '')
      if (title === '') return caption ?? []
      return [{ t: 'ref', title, about: null, to: this.#inlines.target(resolved) }, ...(caption ?? [])]
    }
    const pixels = typeof width === 'number' ? width : picture.width
    return [
      {
        t: 'img',
        src: picture.src,
        alt,
        width: Math.max(1, Math.min(pixels * pointsPerPixel, 2000)),
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

const aligned = (align: string | undefined) => (align === undefined ? {} : { align })

const part = (width: Length | undefined): number | undefined =>
  typeof width === 'object' ? width.value : width

const text = (v: string): BookBlock => ({ t: 'p', c: plain(v) })

const address = (url: string): BookBlock => ({
  t: 'ref',
  title: breakable(url),
  about: null,
  to: /^https?:/i.test(url) ? { url } : null,
})

function code({ nodes, data }: Code): BookBlock[] {
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
      v: breakable(lines.join('\n'), 88),
      ...(data.syntax && { lang: data.syntax }),
      title: data.title ?? null,
      numbers: data.lineNumbers ?? false,
    },
  ]
}
