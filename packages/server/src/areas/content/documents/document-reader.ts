import {
  type Document,
  evaluateDocument,
  type Evaluation,
  expandReusableContents,
  mapReferences,
  references,
  takeTitle,
  writeMarkdown,
} from '@verso/markdown'
import type { Hash, PageWithPath, ReusableContent, RevisionView } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import type { DocumentParser } from './document-parser.ts'
import type { DocumentOwner, ReferenceResolver } from './reference-resolver.ts'

/** How a document is wanted. */
export interface DocumentReadOptions {
  /** With the blocks of reusable contents in their place. */
  expanded?: boolean
  /** With what is known of its expressions in their place. */
  evaluation?: Evaluation
}

/** A text and what it is the text of. */
export interface DocumentSource {
  owner: DocumentOwner
  document: Hash
  markdown: string
}

/** Reusable contents include others: as many steps down as that is followed. */
export const MAX_INCLUDE_DEPTH = 10

interface DocumentReaderDependencies {
  documentParser: DocumentParser
  referenceResolver: ReferenceResolver
}

/** Documents as readers get them: with ids for paths, without the title that a page's file begins with. */
export class DocumentReader {
  readonly #deps: DocumentReaderDependencies
  readonly #resolved = new LRUCache<string, Document>({ maxSize: 32 * 1024 * 1024 })

  constructor(deps: DocumentReaderDependencies) {
    this.#deps = deps
  }

  /** The text of a page; nothing for a page that has none. */
  async loadPageSource(view: RevisionView, page: PageWithPath): Promise<DocumentSource | undefined> {
    return page.document === null ? undefined : this.loadSource(view, { page }, page.document)
  }

  async loadReusableContentSource(
    view: RevisionView,
    reusableContent: ReusableContent,
  ): Promise<DocumentSource | undefined> {
    const { document } = reusableContent
    return document === null ? undefined : this.loadSource(view, { reusableContent }, document)
  }

  async loadSource(view: RevisionView, owner: DocumentOwner, document: Hash): Promise<DocumentSource> {
    const markdown = (await view.documents([document])).get(document) ?? ''
    return { owner, document, markdown }
  }

  async readDocument(
    view: RevisionView,
    source: DocumentSource,
    { expanded = false, evaluation }: DocumentReadOptions,
  ): Promise<Document> {
    let document = await this.#resolve(view, source)
    if (expanded) document = await this.#expand(view, document)
    if (evaluation) document = evaluateDocument(document, evaluation)
    return document
  }

  /** Whether a text, with those of the reusable contents in it, is longer than a number of characters. */
  async isLongerThan(view: RevisionView, source: DocumentSource, most: number): Promise<boolean> {
    let room = most - source.markdown.length
    const known = new Set<string>()
    for (let level = [source]; level.length > 0 && room >= 0;) {
      const names = new Set<string>()
      for (const each of level) {
        for (const name of includedIn(await this.#resolve(view, each))) if (!known.has(name)) names.add(name)
      }
      level = []
      for (const name of names) {
        known.add(name)
        const content = await view.reusableContent(name)
        const included = content && (await this.loadReusableContentSource(view, content))
        if (!included) continue
        room -= included.markdown.length
        if (room < 0) return true
        level.push(included)
      }
    }
    return room < 0
  }

  async #resolve(view: RevisionView, { owner, document: hash, markdown }: DocumentSource): Promise<Document> {
    const key = `${view.root}/${nameOf(owner)}/${hash}`
    const known = this.#resolved.get(key)
    if (known) return known
    const parsed = withoutTitle(owner, await this.#deps.documentParser.parse(hash, markdown))
    const resolved = await this.#deps.referenceResolver.resolveDocument(view, owner, parsed)
    this.#resolved.set(key, resolved, { size: markdown.length * 8 + 1000 })
    return resolved
  }

  async #expand(view: RevisionView, document: Document): Promise<Document> {
    const contents = new Map<string, Document>()
    let level = [document]
    for (let depth = 0; depth < MAX_INCLUDE_DEPTH && level.length > 0; depth++) {
      const names = new Set(level.flatMap(includedIn).filter((name) => !contents.has(name)))
      level = []
      for (const name of names) {
        const content = await view.reusableContent(name)
        const source = content && (await this.loadReusableContentSource(view, content))
        if (!source) continue
        const included = await this.#resolve(view, source)
        contents.set(name, included)
        level.push(included)
      }
    }
    return expandReusableContents(document, ({ reusableContent, space }) =>
      space === undefined ? contents.get(reusableContent) : undefined,
    )
  }
}

const includedIn = (document: Document): string[] =>
  references(document).flatMap(({ ref }) =>
    ref.kind === 'reusable-content' && ref.space === undefined ? [ref.reusableContent] : [],
  )

const nameOf = (owner: DocumentOwner): string =>
  'page' in owner ? owner.page.id : 'reusableContent' in owner ? owner.reusableContent.id : ''

/** A page's file begins with its title; its document does not, or every page would show it twice. */
function withoutTitle(owner: DocumentOwner, document: Document): Document {
  if (!('page' in owner)) return document
  const taken = takeTitle(document)
  return taken.title === owner.page.fields.title.trim() ? taken.document : document
}

/**
 * Markdown that can be read anywhere: the title as its first heading, and addresses that hold wherever it is put,
 * by ids.
 */
export function writeStableMarkdown(spaceId: string, title: string, document: Document): string {
  const stable = mapReferences(document, (ref) =>
    ref.kind === 'file' && ref.space === undefined ? { ...ref, space: spaceId } : ref,
  )
  const heading = writeMarkdown(titled(title))
  return stable.nodes.length === 0 ? heading : `${heading}\n${writeMarkdown(stable)}`
}

const titled = (title: string): Document => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'heading-1',
      key: 'title',
      isVoid: false,
      data: { level: 1 },
      meta: { id: '' },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: title, marks: [] }] }],
    },
  ],
})
