import {
  type Annotation,
  type Block,
  type ContentRef,
  getEmojiCharacter,
  type Inline,
  type InlineContent,
  type Leaf,
  type Text,
} from '@verso/markdown'
import type { BookInline, BookTarget } from './book.ts'
import { convertFormula } from './formula.ts'
import type { BookReferences, ResolvedReference } from './book-source.ts'

/** The labels in a book that links can point to. */
export type Labels = ReadonlySet<string>

export const createPageLabel = (page: string) => `page ${page}`
export const createHeadingLabel = (page: string, anchor: string) => `heading ${page} ${anchor}`

/** Converts the inline content of one page. */
export class InlineConverter {
  readonly page: string
  readonly references: BookReferences
  readonly #labels: Labels

  constructor(page: string, references: BookReferences, labels: Labels) {
    this.page = page
    this.references = references
    this.#labels = labels
  }

  convert(nodes: readonly InlineContent[]): BookInline[] {
    return nodes.flatMap((node) => (node.object === 'text' ? convertText(node) : this.#convertInline(node)))
  }

  /** Returns the target of a link, or `null` if the reference is broken or its page is not in the book. */
  createTarget(resolved: ResolvedReference | undefined): BookTarget | null {
    if (!resolved) return null
    if ('url' in resolved) return isLinkableUrl(resolved.url) ? { url: resolved.url } : null
    const { page, anchor } = resolved
    for (const label of [anchor && createHeadingLabel(page, anchor), createPageLabel(page)]) {
      if (label && this.#labels.has(label)) return { label }
    }
    return null
  }

  resolve(ref: ContentRef): ResolvedReference | undefined {
    return this.references.resolveReference(ref, this.page)
  }

  #convertInline(node: Inline): BookInline[] {
    switch (node.type) {
      case 'link':
        return [{ t: 'a', to: this.createTarget(this.resolve(node.data.ref)), c: this.convert(node.nodes) }]
      case 'emoji':
        return createText(getEmojiCharacter(node.data.code))
      case 'icon':
        return []
      case 'expression': {
        const value = this.references.evaluateExpression(node.data.expression, this.page)
        return value === undefined ? [{ t: 's', v: node.data.expression, m: ['code'] }] : createText(value)
      }
      case 'inline-math':
        return [convertFormula(node.data.formula)]
      case 'inline-image': {
        const image = this.references.resolveImage(node.data.ref, this.page)
        const alt = node.data.alt ?? node.data.caption ?? ''
        return image ? [{ t: 'img', src: image.src, alt, line: true }] : createText(alt)
      }
      case 'annotation':
        return [{ t: 'note', c: this.convert(node.nodes), note: this.#convertNote(node) }]
      case 'mention': {
        const resolved = this.resolve(node.data.ref)
        return [{ t: 'a', to: this.createTarget(resolved), c: createText(resolved?.title ?? '@') }]
      }
      case 'button': {
        const { label, kind, ref } = node.data
        return [{ t: 'button', label, primary: kind === 'primary', to: this.createTarget(this.resolve(ref)) }]
      }
    }
  }

  /** Converts a note to a footnote, which holds inline content only: its paragraphs are joined. */
  #convertNote({ fragments }: Annotation): BookInline[] {
    const note: BookInline[] = []
    for (const block of fragments.flatMap(({ nodes }): Block[] => nodes)) {
      if (!('nodes' in block)) continue
      if (note.length > 0) note.push(...createText(' '))
      note.push(...this.convert(block.nodes.filter((node): node is InlineContent => node.object !== 'block')))
    }
    return note
  }
}

/** Returns the title of a reference. A link without a title shows its URL, a broken one nothing. */
export const getReferenceTitle = (resolved: ResolvedReference | undefined): string =>
  resolved?.title ?? (resolved && 'url' in resolved ? resolved.url : '')

export const createText = (v: string): BookInline[] => (v === '' ? [] : [{ t: 's', v, m: [] }])

const convertText = ({ leaves }: Text): BookInline[] => leaves.flatMap(convertLeaf)

function convertLeaf({ text, marks }: Leaf): BookInline[] {
  const m: string[] = []
  let color: string | undefined
  let back: string | undefined
  for (const mark of marks) {
    if (mark.type === 'color') {
      color = readColorName(mark.data.text)
      back = readColorName(mark.data.background)
    } else m.push(mark.type)
  }
  const result: BookInline[] = []
  for (const [index, v] of text.split('\n').entries()) {
    if (index > 0) result.push({ t: 'br' })
    if (v !== '')
      result.push({ t: 's', v: addBreakOpportunities(v), m, ...(color && { color }), ...(back && { back }) })
  }
  return result
}

const readColorName = (color: string) => (color === 'default' ? undefined : color.replace('$', ''))

const isLinkableUrl = (url: string) => /^(https?:|mailto:)/i.test(url)

/** Inserts zero-width spaces into long words, which would otherwise run off the sheet. */
export const addBreakOpportunities = (text: string, maxRun = 60): string =>
  text.replaceAll(new RegExp(`[^\\s\\u200b]{${maxRun}}(?=\\S)`, 'gu'), (run) => `${run}\u200b`)
