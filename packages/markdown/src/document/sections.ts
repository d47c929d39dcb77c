import { headingLevel } from '../parse/heading.ts'
import { plainTextOf } from './inline-text.ts'
import type { Block, Document, If, Table } from './types.ts'

export interface HeadingInfo {
  /** The key of the heading's block. */
  key: string
  /** The level in Markdown: 1 for a title, 2 to 6 for the rest. */
  level: number
  title: string
  /** Unique in the document; what a link to the heading has behind its `#`. */
  anchor: string
}

export interface Section {
  /** Absent for what stands before the first heading. */
  heading: HeadingInfo | undefined
  /** What a reader reads below it, one line a block. */
  text: string
  /** Only visitors whom a condition lets in read it. */
  conditional?: true
}

/** The headings of a document, wherever they stand, in reading order. */
export function headings(document: Document): HeadingInfo[] {
  return sections(document).flatMap(({ heading }) => heading ?? [])
}

/** All a reader reads, one line a block. */
export function plainText(document: Document): string {
  return sections(document)
    .flatMap(({ heading, text }) => [heading?.title ?? '', text])
    .filter((part) => part !== '')
    .join('\n')
}

/** The text of a document, parted at its headings. */
export function sections(document: Document): Section[] {
  const collector = new Collector({ conditions: false })
  collector.blocks(document.nodes)
  return collector.finish()
}

/**
 * The same, parted also where conditions begin and end: what a search indexes and links to. What comes behind a
 * condition is a section of its own under the heading that stands before it.
 */
export function sectionsByCondition(document: Document): Section[] {
  const collector = new Collector({ conditions: true })
  collector.blocks(document.nodes)
  return collector.finish()
}

class Collector {
  readonly #sections: Section[] = []
  readonly #conditions: boolean
  #heading: HeadingInfo | undefined
  /** No section has the heading yet. */
  #untold = false
  #lines: string[] = []
  #depth = 0

  constructor({ conditions }: { conditions: boolean }) {
    this.#conditions = conditions
  }

  finish(): Section[] {
    this.#flush()
    return this.#sections
  }

  #flush(): void {
    if (this.#untold || this.#lines.length > 0) {
      const conditional = this.#depth > 0 && { conditional: true as const }
      this.#sections.push({ heading: this.#heading, text: this.#lines.join('\n'), ...conditional })
    }
    this.#lines = []
    this.#untold = false
  }

  blocks(blocks: readonly Block[]): void {
    for (const block of blocks) this.#block(block)
  }

  #line(text: string | undefined): void {
    const trimmed = text?.trim()
    if (trimmed) this.#lines.push(trimmed)
  }

  #block(block: Block): void {
    switch (block.type) {
      case 'heading-1':
      case 'heading-2':
      case 'heading-3': {
        this.#flush()
        const title = plainTextOf(block.nodes).trim()
        this.#heading = { key: block.key, level: headingLevel(block), title, anchor: block.meta.id }
        this.#untold = true
        return
      }
      case 'paragraph':
        this.#line(plainTextOf(block.nodes))
        for (const node of block.nodes) {
          if (node.object === 'inline' && node.type === 'annotation') {
            for (const fragment of node.fragments) this.blocks(fragment.nodes)
          }
        }
        return
      case 'code':
        // A comment is not for readers, and markup that we do not know is not text.
        if (block.data.raw === 'comment' || block.data.raw === 'html' || block.data.raw === 'tag') return
        this.#line(block.data.title)
        this.#line(block.nodes.map((line) => plainTextOf(line.nodes)).join('\n'))
        return
      case 'table':
        this.#table(block)
        return
      case 'if':
        this.#condition(block)
        return
      case 'image':
        this.#line(block.data.alt)
        break
      case 'tabs-item':
        this.#line(block.data.title)
        break
      case 'math':
        this.#line(block.data.formula)
        break
      case 'prompt':
        this.#line(block.data.description)
        break
      default:
    }
    if ('nodes' in block) for (const node of block.nodes) if (node.object === 'block') this.#block(node)
    if ('fragments' in block) for (const fragment of block.fragments ?? []) this.blocks(fragment.nodes)
  }

  #condition({ nodes }: If): void {
    if (!this.#conditions) {
      this.blocks(nodes)
      return
    }
    const around = this.#heading
    this.#flush()
    this.#depth++
    this.blocks(nodes)
    this.#flush()
    this.#depth--
    this.#heading = around
  }

  #table({ data, fragments }: Table): void {
    const titles = data.view.columns.flatMap((id) => data.definition[id]?.title ?? [])
    this.#line(titles.filter((title) => title !== '').join(' '))
    const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment.nodes]))
    for (const { values } of Object.values(data.records)) {
      for (const [id, value] of Object.entries(values)) {
        const type = data.definition[id]?.type
        if (type === 'text' && typeof value === 'string') this.blocks(cells.get(value) ?? [])
        else if (typeof value === 'number') this.#line(String(value))
      }
    }
  }
}
