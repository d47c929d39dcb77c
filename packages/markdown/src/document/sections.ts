import { getHeadingLevel } from './heading.ts'
import { extractInlineText } from './inline-text.ts'
import type { Block, Document, If, Table } from './types.ts'

export interface HeadingInfo {
  /** The key of the heading's block. */
  key: string
  /** The level in Markdown: 1 for a title, 2 to 6 for the other headings. */
  level: number
  title: string
  /** The part after `#` in a link to the heading. It is unique in the document. */
  anchor: string
}

export interface Section {
  /** Undefined for the text before the first heading. */
  heading: HeadingInfo | undefined
  /** The text below the heading, with one line per block. */
  text: string
  /** Whether the section is inside a condition, so that only some visitors see it. */
  conditional?: true
}

/** Lists all headings of a document, in reading order. */
export function listHeadings(document: Document): HeadingInfo[] {
  return listSections(document).flatMap(({ heading }) => heading ?? [])
}

/** Returns the text of a document, with one line per block. */
export function extractPlainText(document: Document): string {
  return listSections(document)
    .flatMap(({ heading, text }) => [heading?.title ?? '', text])
    .filter((part) => part !== '')
    .join('\n')
}

/** Splits the text of a document at its headings. */
export function listSections(document: Document): Section[] {
  const collector = new SectionCollector({ splitAtConditions: false })
  collector.addBlocks(document.nodes)
  return collector.finish()
}

/**
 * Splits the text of a document at its headings and where conditions begin and end, as a search index needs it. The
 * text after a condition is a section of its own, with the heading before the condition.
 */
export function listSectionsByCondition(document: Document): Section[] {
  const collector = new SectionCollector({ splitAtConditions: true })
  collector.addBlocks(document.nodes)
  return collector.finish()
}

class SectionCollector {
  readonly #sections: Section[] = []
  readonly #splitAtConditions: boolean
  #heading: HeadingInfo | undefined
  /** Whether the current heading has no section yet. */
  #isHeadingPending = false
  #lines: string[] = []
  #conditionDepth = 0

  constructor({ splitAtConditions }: { splitAtConditions: boolean }) {
    this.#splitAtConditions = splitAtConditions
  }

  finish(): Section[] {
    this.#finishSection()
    return this.#sections
  }

  #finishSection(): void {
    if (this.#isHeadingPending || this.#lines.length > 0) {
      const conditional = this.#conditionDepth > 0 && { conditional: true as const }
      this.#sections.push({ heading: this.#heading, text: this.#lines.join('\n'), ...conditional })
    }
    this.#lines = []
    this.#isHeadingPending = false
  }

  addBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) this.#addBlock(block)
  }

  #addLine(text: string | undefined): void {
    const trimmedText = text?.trim()
    if (trimmedText) this.#lines.push(trimmedText)
  }

  #addBlock(block: Block): void {
    switch (block.type) {
      case 'heading-1':
      case 'heading-2':
      case 'heading-3': {
        this.#finishSection()
        const title = extractInlineText(block.nodes).trim()
        this.#heading = { key: block.key, level: getHeadingLevel(block), title, anchor: block.meta.id }
        this.#isHeadingPending = true
        return
      }
      case 'paragraph':
        this.#addLine(extractInlineText(block.nodes))
        for (const node of block.nodes) {
          if (node.object === 'inline' && node.type === 'annotation') {
            for (const fragment of node.fragments) this.addBlocks(fragment.nodes)
          }
        }
        return
      case 'code':
        // Readers do not see comments, and unknown markup is not text.
        if (block.data.raw === 'comment' || block.data.raw === 'html' || block.data.raw === 'tag') return
        this.#addLine(block.data.title)
        this.#addLine(block.nodes.map((line) => extractInlineText(line.nodes)).join('\n'))
        return
      case 'table':
        this.#addTable(block)
        return
      case 'if':
        this.#addCondition(block)
        return
      case 'image':
        this.#addLine(block.data.alt)
        break
      case 'tabs-item':
        this.#addLine(block.data.title)
        break
      case 'math':
        this.#addLine(block.data.formula)
        break
      case 'prompt':
        this.#addLine(block.data.description)
        break
      default:
    }
    if ('nodes' in block) for (const node of block.nodes) if (node.object === 'block') this.#addBlock(node)
    if ('fragments' in block) for (const fragment of block.fragments ?? []) this.addBlocks(fragment.nodes)
  }

  #addCondition({ nodes }: If): void {
    if (!this.#splitAtConditions) {
      this.addBlocks(nodes)
      return
    }
    const outerHeading = this.#heading
    this.#finishSection()
    this.#conditionDepth++
    this.addBlocks(nodes)
    this.#finishSection()
    this.#conditionDepth--
    this.#heading = outerHeading
  }

  #addTable({ data, fragments }: Table): void {
    const titles = data.view.columns.flatMap((id) => data.definition[id]?.title ?? [])
    this.#addLine(titles.filter((title) => title !== '').join(' '))
    const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment.nodes]))
    for (const { values } of Object.values(data.records)) {
      for (const [id, value] of Object.entries(values)) {
        const type = data.definition[id]?.type
        if (type === 'text' && typeof value === 'string') this.addBlocks(cells.get(value) ?? [])
        else if (typeof value === 'number') this.#addLine(String(value))
      }
    }
  }
}
