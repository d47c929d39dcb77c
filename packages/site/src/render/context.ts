import type {
  Block,
  ContentRef,
  Document,
  MediaRef,
  OpenAPIRef,
  ReusableContentRef,
  TagRef,
} from '@verso/markdown'
import { estimateReadingCost, MAX_CHEAP_MARKS } from '@verso/markdown'
import type { Highlighter } from '../content/highlight.ts'
import { IconSheet } from '../content/icons.ts'
import { nothing, type SafeHtml } from '../html/html.ts'
import { PageStyles } from '../content/page-styles.ts'
import type { Locale } from '../locales/locales.ts'
import { ElementIds } from './element-ids.ts'
import type { PageParts } from './openapi/parts.ts'
import type { PageDiagrams } from './diagrams.ts'
import type { PagePlayers } from './players.ts'
import type { TestableOperations } from './openapi/testable-operation.ts'
import type { OpenAPIDocument } from './openapi/types.ts'

/** The target of a reference, as this visitor sees it. */
export interface ResolvedLink {
  href: string
  title: string
  /** Shown above the title on a card, such as the section or the space. */
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
  /** The same picture in smaller sizes, for narrow screens. */
  narrowVersions?: readonly { href: string; width: number }[]
}

/** What is known about an embedded URL without a request to it. */
export interface ResolvedEmbed {
  title?: string
  site?: string
  description?: string
  icon?: string
}

/**
 * Resolves what a document refers to. Every method returns at once, so the caller loads everything before it renders.
 * `undefined` means that the target does not exist or that this visitor cannot see it.
 */
export interface PageReferences {
  resolveLink(ref: ContentRef): ResolvedLink | undefined
  resolveFile(ref: MediaRef): ResolvedFile | undefined
  resolveReusableContent(ref: ReusableContentRef): Document | undefined
  resolveOpenAPI(ref: OpenAPIRef | MediaRef): OpenAPIDocument | undefined
  resolveUser(id: string): { displayName: string; photoURL?: string } | undefined
  resolveTag(ref: TagRef): { label: string; icon?: string; emoji?: string } | undefined
  resolveEmbed(url: string): ResolvedEmbed | undefined
  /** Evaluates the condition of an `{% if %}`. */
  evaluateCondition(expression: string): boolean
  /** Evaluates an expression in the text. */
  evaluateExpression(expression: string): string | undefined
}

/** Resolves nothing but URLs, for documents that belong to no site. */
export const urlOnlyReferences: PageReferences = {
  resolveLink: (ref) => (ref.kind === 'url' ? { href: ref.url, title: ref.url } : undefined),
  resolveFile: (ref) => (ref.kind === 'url' ? { href: ref.url, name: ref.url } : undefined),
  resolveReusableContent: () => undefined,
  resolveOpenAPI: () => undefined,
  resolveUser: () => undefined,
  resolveTag: () => undefined,
  resolveEmbed: () => undefined,
  evaluateCondition: () => false,
  evaluateExpression: () => undefined,
}

export interface RenderOptions {
  references: PageReferences
  highlighter: Highlighter
  locale: Locale
  icons?: IconSheet
  styles?: PageStyles
  /** Whether links to other hosts open in a new tab. */
  externalTarget?: 'self' | 'blank'
  /** The URL of the page's feed, if it has updates. */
  feedHref?: string
  /** The remaining budget of the page, for a text that is rendered inside it. */
  budget?: RenderBudget
  /** Collects the operations that readers can test. Without it, there is nothing that could send them. */
  testableOperations?: TestableOperations
  /** Collects the players of embeds. Without it, embeds are links. */
  players?: PagePlayers
  /** Collects the diagrams that the browser draws. Without it, those are code. */
  diagrams?: PageDiagrams
  /** Collects what browsers get on demand. Without it, the page has everything. */
  parts?: PageParts
  /** Whether headings have links to themselves. They have unless this is false. */
  hasAnchors?: boolean
  /** The ids that elements of the page have already: the anchors of the document's own headings. */
  ids?: ElementIds
  /**
   * Whether elements have the keys of their blocks (`data-block`), and blocks with a condition are shown with it
   * (`data-condition`), for programs that point at blocks.
   */
  hasBlockKeys?: boolean
}

/** An entry of the outline: a heading of the document, by the key of its block, or a generated heading. */
export type OutlineEntry = { key: string } | { anchor: string; title: string }

const MAX_NESTING_DEPTH = 60
const MAX_INCLUSION_DEPTH = 8
const MAX_API_FIELDS = 10_000
const MAX_API_MARKDOWN_CHARACTERS = 400_000
const MAX_CHEAP_API_FIELDS = 1000

/** A page shows more of API descriptions than can be rendered without keeping other requests waiting. */
export class ExpensivePageError extends Error {}

/**
 * Limits how much of API descriptions one page renders. A short description can expand without bound: a schema that is
 * referenced twice on each of twenty levels occurs a million times.
 */
export class RenderBudget {
  #fields = 0
  #markdownCharacters = 0
  #markdownCost = 0
  readonly #isCheapOnly: boolean

  /** @param isCheapOnly whether to throw an `ExpensivePageError` for a page that takes more than some milliseconds. */
  constructor({ isCheapOnly = false }: { isCheapOnly?: boolean } = {}) {
    this.#isCheapOnly = isCheapOnly
  }

  /** Takes one field from the budget. Returns `false` if none is left. */
  takeField(): boolean {
    this.#fields += 1
    if (this.#isCheapOnly && this.#fields > MAX_CHEAP_API_FIELDS)
      throw new ExpensivePageError('the page shows many fields of APIs')
    return this.#fields <= MAX_API_FIELDS
  }

  /** Takes a description from the budget. Returns `false` if too little is left. */
  takeMarkdown(markdown: string): boolean {
    this.#markdownCharacters += markdown.length
    if (this.#isCheapOnly) {
      this.#markdownCost += estimateReadingCost(markdown)
      if (this.#markdownCost > MAX_CHEAP_MARKS)
        throw new ExpensivePageError('the page shows long descriptions of APIs')
    }
    return this.#markdownCharacters <= MAX_API_MARKDOWN_CHARACTERS
  }
}

/** Renders blocks. The context passes it on, because inlines contain blocks and their modules cannot import each other. */
export type BlockRenderer = (nodes: readonly Block[], context: RenderContext) => SafeHtml

/** The state of rendering one page. */
export class RenderContext {
  readonly references: PageReferences
  readonly highlighter: Highlighter
  readonly locale: Locale
  readonly icons: IconSheet
  readonly styles: PageStyles
  readonly externalTarget: 'self' | 'blank'
  readonly feedHref: string | undefined
  readonly budget: RenderBudget
  readonly hasBlockKeys: boolean
  readonly hasAnchors: boolean
  readonly testableOperations: TestableOperations | undefined
  readonly parts: PageParts | undefined
  readonly players: PagePlayers | undefined
  readonly diagrams: PageDiagrams | undefined
  /** The headings that were rendered, in the order of the page. */
  readonly outline: OutlineEntry[] = []
  /** The operations of APIs that were rendered, with the headings above them. */
  readonly operations: { method: string; heading: OutlineEntry }[] = []
  readonly ids: ElementIds
  /** The reusable content around the blocks being rendered, so that content that includes itself ends. */
  readonly #includedDocuments = new Set<Document>()
  #depth = 0
  #images = 0

  readonly #options: RenderOptions
  readonly #isInner: boolean
  readonly #render: BlockRenderer

  /** @param isInner whether this renders a text inside a page, whose headings are not among those of the page. */
  constructor(options: RenderOptions, render: BlockRenderer, isInner = false) {
    this.#options = options
    this.#isInner = isInner
    this.#render = render
    this.references = options.references
    this.highlighter = options.highlighter
    this.locale = options.locale
    this.icons = options.icons ?? new IconSheet()
    this.styles = options.styles ?? new PageStyles()
    this.externalTarget = options.externalTarget ?? 'self'
    this.feedHref = options.feedHref
    this.budget = options.budget ?? new RenderBudget()
    this.testableOperations = options.testableOperations
    this.parts = options.parts
    this.hasAnchors = options.hasAnchors !== false
    this.players = options.players
    this.diagrams = options.diagrams
    this.ids = options.ids ?? new ElementIds()
    // The keys of a text inside a page are not among those of the page.
    this.hasBlockKeys = options.hasBlockKeys === true && !isInner
  }

  /** The id of a heading. Those of the document itself were reserved before it is rendered. */
  getHeadingId(anchor: string): string {
    return this.#isInner ? this.ids.reserve(anchor) : anchor
  }

  /** Counts an image. The first images of a page load at once, because readers wait for them; others load lazily. */
  nextImageNumber(): number {
    this.#images += 1
    return this.#images
  }

  /** Renders included content. Returns `undefined` for content that includes itself or is nested too deep. */
  renderIncluded<Result>(document: Document, render: () => Result): Result | undefined {
    if (this.#includedDocuments.has(document) || this.#includedDocuments.size > MAX_INCLUSION_DEPTH)
      return undefined
    this.#includedDocuments.add(document)
    try {
      return render()
    } finally {
      this.#includedDocuments.delete(document)
    }
  }

  /** Renders blocks. The depth is limited, because clients can send documents that would overflow the stack. */
  renderBlocks(nodes: readonly Block[]): SafeHtml {
    if (this.#depth >= MAX_NESTING_DEPTH) return nothing
    this.#depth += 1
    try {
      return this.#render(nodes, this)
    } finally {
      this.#depth -= 1
    }
  }

  /** Creates a context for a text inside this page that has references of its own. */
  withReferences(references: PageReferences): RenderContext {
    const { icons, styles, budget, ids } = this
    return new RenderContext({ ...this.#options, references, icons, styles, budget, ids }, this.#render, true)
  }
}
