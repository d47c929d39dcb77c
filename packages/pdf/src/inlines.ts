import type { Annotation, Block, ContentRef, Inline, InlineContent, Leaf, Text } from '@verso/markdown'
import type { BookInline, BookTarget } from './book.ts'
import { convertFormula } from './formula.ts'
import type { Resolved, Surroundings } from './sources.ts'

/** The places in a book that links may lead to. */
export type Labels = ReadonlySet<string>

export const createPageLabel = (page: string) => `page ${page}`
export const createHeadingLabel = (page: string, anchor: string) => `heading ${page} ${anchor}`

/** Turns the text of one page. */
export class InlineConverter {
  readonly page: string
  readonly references: Surroundings
  readonly #labels: Labels

  constructor(page: string, surroundings: Surroundings, labels: Labels) {
    this.page = page
    this.references = surroundings
    this.#labels = labels
  }

  convert(nodes: readonly InlineContent[]): BookInline[] {
    return nodes.flatMap((node) => (node.object === 'text' ? convertText(node) : this.#inline(node)))
  }

  /** Where a link goes, if it goes anywhere. A page that the book does not have is no place in it. */
  createTarget(resolved: Resolved | undefined): BookTarget | null {
    if (!resolved) return null
    if ('url' in resolved) return isLinkableUrl(resolved.url) ? { url: resolved.url } : null
    const { page, anchor } = resolved
    for (const label of [anchor && createHeadingLabel(page, anchor), createPageLabel(page)]) {
      if (label && this.#labels.has(label)) return { label }
    }
    return null
  }

  resolve(ref: ContentRef): Resolved | undefined {
    return this.references.resolve(ref, this.page)
  }

  #inline(node: Inline): BookInline[] {
    switch (node.type) {
      case 'link':
        return [{ t: 'a', to: this.createTarget(this.resolve(node.data.ref)), c: this.convert(node.nodes) }]
      case 'emoji':
        return createText(
          String.fromCodePoint(...node.data.code.split('-').map((point) => parseInt(point, 16))),
        )
      case 'icon':
        return []
      case 'expression': {
        const value = this.references.evaluate(node.data.expression, this.page)
        return value === undefined ? [{ t: 's', v: node.data.expression, m: ['code'] }] : createText(value)
      }
      case 'inline-math':
        return [convertFormula(node.data.formula)]
      case 'inline-image': {
        const picture = this.references.image(node.data.ref, this.page)
        const alt = node.data.alt ?? node.data.caption ?? ''
        return picture ? [{ t: 'img', src: picture.src, alt, line: true }] : createText(alt)
      }
      case 'annotation':
        return [{ t: 'note', c: this.convert(node.nodes), note: this.#note(node) }]
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

  /** A footnote is text only: its paragraphs, one after another. */
  #note({ fragments }: Annotation): BookInline[] {
    const note: BookInline[] = []
    for (const block of fragments.flatMap(({ nodes }): Block[] => nodes)) {
      if (!('nodes' in block)) continue
      if (note.length > 0) note.push(...createText(' '))
      note.push(...this.convert(block.nodes.filter((node): node is InlineContent => node.object !== 'block')))
    }
    return note
  }
}

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
  const written: BookInline[] = []
  for (const [index, v] of text.split('\n').entries()) {
    if (index > 0) written.push({ t: 'br' })
    if (v !== '')
      written.push({ t: 's', v: addBreakOpportunities(v), m, ...(color && { color }), ...(back && { back }) })
  }
  return written
}

const readColorName = (color: string) => (color === 'default' ? undefined : color.replace('$', ''))

const isLinkableUrl = (url: string) => /^(https?:|mailto:)/i.test(url)

/** Lets what has no space for a whole line break somewhere. */
export const addBreakOpportunities = (text: string, every = 60): string =>
  text.replaceAll(new RegExp(`[^\\s\\u200b]{${every}}(?=\\S)`, 'gu'), (run) => `${run}\u200b`)
