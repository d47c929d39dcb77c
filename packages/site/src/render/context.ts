import type {
  Block,
  ContentRef,
  Document,
  MediaRef,
  OpenAPIRef,
  ReusableContentRef,
  TagRef,
} from '@verso/markdown'
import type { Highlighter } from '../content/highlight.ts'
import { IconSheet, type IconStyle } from '../content/icons.ts'
import { nothing, type SafeHtml } from '../html/html.ts'
import { PageStyles } from '../content/page-styles.ts'
import type { Locale } from '../locales/locales.ts'
import type { OpenAPIDocument } from './openapi/types.ts'

/** Where a reference leads for this visitor. */
export interface ResolvedLink {
  href: string
  title: string
  /** What stands above the title on a card: the section or space, for one. */
  context?: string
  description?: string
  icon?: string
  emoji?: string
}

export interface ResolvedFile {
  href: string
  name: string
  size?: number
  contentType?: string
  width?: number
  height?: number
}

/** What is known of the place behind an embedded address, without asking it. */
export interface ResolvedEmbed {
  title?: string
  site?: string
  description?: string
  icon?: string
  /** A frame that may be shown on demand: the address of a player of a host that is known. */
  frame?: string
}

/**
 * What a document refers to, as the one who renders knows it. All is answered at once: what has to be fetched is
 * fetched before. Nothing means that it is not there, or not for this visitor.
 */
export interface References {
  link(ref: ContentRef): ResolvedLink | undefined
  file(ref: MediaRef): ResolvedFile | undefined
  reusableContent(ref: ReusableContentRef): Document | undefined
  openapi(ref: OpenAPIRef | MediaRef): OpenAPIDocument | undefined
  user(id: string): { displayName: string; photoURL?: string } | undefined
  tag(ref: TagRef): { label: string; icon?: string; emoji?: string } | undefined
  embed(url: string): ResolvedEmbed | undefined
  /** Whether an `{% if %}` holds. */
  condition(expression: string): boolean
  /** The value of an expression in the text. */
  value(expression: string): string | undefined
}

/** References of a page that stands alone: nothing is there but addresses. */
export const noReferences: References = {
  link: (ref) => (ref.kind === 'url' ? { href: ref.url, title: ref.url } : undefined),
  file: (ref) => (ref.kind === 'url' ? { href: ref.url, name: ref.url } : undefined),
  reusableContent: () => undefined,
  openapi: () => undefined,
  user: () => undefined,
  tag: () => undefined,
  embed: () => undefined,
  condition: () => false,
  value: () => undefined,
}

export interface RenderOptions {
  references: References
  highlighter: Highlighter
  locale: Locale
  icons?: IconSheet
  styles?: PageStyles
  iconStyle?: IconStyle
  /** Where links to other hosts open. */
  externalTarget?: 'self' | 'blank'
  /** Where the page's feed is, if it has updates. */
  feedHref?: string
  /** What is left of it, for a text inside the page. */
  budget?: RenderBudget
  /** Anchors that the document's own headings have. */
  anchors?: Iterable<string>
}

/** Something that the outline of a page leads to: a heading of the document, by its block, or one that was made. */
export type OutlineEntry = { key: string } | { anchor: string; title: string }

const MAX_NESTING_DEPTH = 60

/**
 * How much of descriptions of APIs one page shows. A few lines of one can stand for more than any page holds: what is
 * referred to twice in each of twenty levels is there a million times.
 */
class RenderBudget {
  #fields = 10_000
  /** Characters of Markdown. */
  #prose = 400_000

  takeField(): boolean {
    this.#fields -= 1
    return this.#fields >= 0
  }

  takeMarkdown(length: number): boolean {
    this.#prose -= length
    return this.#prose >= 0
  }
}

/** How blocks are rendered: blocks hold inlines and inlines hold blocks, so each side knows the other by this. */
export type BlockRenderer = (nodes: readonly Block[], context: RenderContext) => SafeHtml

/** What goes along while one page is rendered. */
export class RenderContext {
  readonly references: References
  readonly highlighter: Highlighter
  readonly locale: Locale
  readonly icons: IconSheet
  readonly styles: PageStyles
  readonly externalTarget: 'self' | 'blank'
  readonly feedHref: string | undefined
  readonly budget: RenderBudget
  /** What was rendered that the outline leads to, in the order of the page. */
  readonly outline: OutlineEntry[] = []
  readonly #anchors: Set<string>
  /** What stands above the blocks being rendered, so that content that includes itself comes to an end. */
  readonly #including = new Set<Document>()
  #names = 0
  #depth = 0
  /** Pictures above the fold are not lazy: the first of a page are what a reader waits for. */
  #pictures = 0

  readonly #options: RenderOptions
  readonly #render: BlockRenderer

  constructor(options: RenderOptions, render: BlockRenderer) {
    this.#options = options
    this.#render = render
    this.references = options.references
    this.highlighter = options.highlighter
    this.locale = options.locale
    this.icons = options.icons ?? new IconSheet(options.iconStyle)
    this.styles = options.styles ?? new PageStyles()
    this.externalTarget = options.externalTarget ?? 'self'
    this.feedHref = options.feedHref
    this.budget = options.budget ?? new RenderBudget()
    this.#anchors = new Set(options.anchors)
  }

  /** A name for an element of this page, the same each time the page is rendered. */
  createId(prefix: string): string {
    this.#names += 1
    return `${prefix}-${this.#names}`
  }

  /** The anchor of a heading that the document does not have: the one that is wanted, or one like it. */
  createAnchor(wanted: string): string {
    let anchor = wanted
    for (let n = 2; this.#anchors.has(anchor); n++) anchor = `${wanted}-${n}`
    this.#anchors.add(anchor)
    return anchor
  }

  nextImageNumber(): number {
    this.#pictures += 1
    return this.#pictures
  }

  renderIncluded<Result>(document: Document, render: () => Result): Result | undefined {
    if (this.#including.has(document) || this.#including.size > 8) return undefined
    this.#including.add(document)
    try {
      return render()
    } finally {
      this.#including.delete(document)
    }
  }

  /** Blocks as HTML. Documents come from elsewhere too; one nested beyond reason must not take the process down. */
  renderBlocks(nodes: readonly Block[]): SafeHtml {
    if (this.#depth >= MAX_NESTING_DEPTH) return nothing
    this.#depth += 1
    try {
      return this.#render(nodes, this)
    } finally {
      this.#depth -= 1
    }
  }

  /** The same page for a text that refers to other things. */
  withReferences(references: References): RenderContext {
    const { icons, styles, budget: allowance } = this
    return new RenderContext({ ...this.#options, references, icons, styles, budget: allowance }, this.#render)
  }
}
