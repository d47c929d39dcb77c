import {
  type ContentRef,
  createReferenceKey,
  type Document,
  estimateReadingCost,
  evaluateDocument,
  type ExpressionEvaluator,
  expandReusableContents,
  mapReferences,
  listReferences,
  extractTitle,
  MAX_CHEAP_MARKS,
  writeMarkdown,
} from '@verso/markdown'
import type { Hash, PageTree, PageWithPath, ReusableContent, RevisionView } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { DocumentParser } from './document-parser.ts'
import { listFieldReferences, replaceFieldReferences } from './field-references.ts'
import type { ReplacedText } from './text-tasks.ts'
import type { DocumentOwner, ReferenceResolver } from './reference-resolver.ts'

export interface DocumentReadOptions {
  /** Whether included reusable contents are replaced by their blocks. */
  expanded?: boolean
  /** Replaces the expressions whose values are known. */
  evaluation?: ExpressionEvaluator
}

/** A Markdown text, its hash, and the page or reusable content that it belongs to. */
export interface DocumentSource {
  owner: DocumentOwner
  document: Hash
  markdown: string
}

/** How deep includes are followed where reusable contents include others. */
export const MAX_INCLUDE_DEPTH = 10

interface DocumentReaderDependencies {
  caches: CacheBudget
  documentParser: DocumentParser
  referenceResolver: ReferenceResolver
}

/** Reads documents as the API returns them: references by id instead of by path, and without the title of the page. */
export class DocumentReader {
  readonly #deps: DocumentReaderDependencies
  readonly #resolvedDocuments: MemoryCache<{ document: Document; markdownLength: number }>

  constructor(deps: DocumentReaderDependencies) {
    this.#deps = deps
    // A document takes a few times the memory of its text.
    this.#resolvedDocuments = deps.caches.create(
      'resolved-documents',
      ({ markdownLength }) => markdownLength * 8 + 1000,
    )
  }

  /** The text of a page; undefined where the page has none. */
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
    const markdown = (await view.getDocuments([document])).get(document) ?? ''
    return { owner, document, markdown }
  }

  /**
   * Pages whose covers and meta links name files and pages by their ids, as documents do. What cannot be resolved stays
   * as it is.
   */
  async resolvePageFields(view: RevisionView, pages: readonly PageTree[]): Promise<PageTree[]> {
    const fieldsById = new Map<string, PageTree['fields']>()
    for (const page of listReferringPages(pages)) {
      const refs = listFieldReferences(page.fields)
      const references = await this.#deps.referenceResolver.resolveReferences(view, { page }, refs)
      if (references.size > 0) fieldsById.set(page.id, replaceFieldReferences(page.fields, references))
    }
    return fieldsById.size === 0 ? [...pages] : pages.map((page) => replaceFields(page, fieldsById))
  }

  /**
   * The text of a page, and how the document that this class returns of it differs from it. Undefined where the page has
   * no text, or one that has no document.
   */
  async describeReplacedText(view: RevisionView, page: PageWithPath): Promise<ReplacedText | undefined> {
    const source = await this.loadPageSource(view, page)
    if (!source) return undefined
    const { documentParser, referenceResolver } = this.#deps
    try {
      const { refs, title } = await documentParser.read(source.document, source.markdown, 'titleAndRefs')
      const resolvedRefs = await referenceResolver.resolveReferences(view, source.owner, refs)
      const references = new Map<string, ContentRef>()
      for (const ref of refs) {
        const resolvedRef = resolvedRefs.get(createReferenceKey(ref))
        const key = resolvedRef && createReferenceKey(resolvedRef)
        // Where the text spells an address in two ways, a document does not tell which was meant.
        if (key !== undefined && !references.has(key)) references.set(key, ref)
      }
      return {
        markdown: source.markdown,
        title: title === page.fields.title.trim() ? title : undefined,
        references: [...references],
      }
    } catch (error) {
      if (error instanceof Invalid) return undefined
      throw error
    }
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

  /** Whether a text, with what it includes in place, can be read without keeping other requests waiting. */
  async isCheapToRead(view: RevisionView, source: DocumentSource): Promise<boolean> {
    return (await this.#estimateCost(view, source, new Map())) <= MAX_CHEAP_MARKS
  }

  /** @param knownCosts the costs of reusable contents by their ids; that of one being estimated is infinite. */
  async #estimateCost(
    view: RevisionView,
    source: DocumentSource,
    knownCosts: Map<string, number>,
  ): Promise<number> {
    let cost = estimateReadingCost(source.markdown)
    if (cost > MAX_CHEAP_MARKS || !source.markdown.includes('include')) return cost
    for (const id of listIncludedIds(await this.#resolve(view, source))) {
      if (cost > MAX_CHEAP_MARKS) return cost
      let includedCost = knownCosts.get(id)
      if (includedCost === undefined) {
        // A content that includes itself is not expanded, but rarely occurs: a thread may find that out.
        knownCosts.set(id, Infinity)
        const content = await view.findReusableContent(id)
        const included = content && (await this.loadReusableContentSource(view, content))
        includedCost = included ? await this.#estimateCost(view, included, knownCosts) : 0
        knownCosts.set(id, includedCost)
      }
      cost += includedCost
    }
    return cost
  }

  async #resolve(view: RevisionView, { owner, document: hash, markdown }: DocumentSource): Promise<Document> {
    const key = `${view.root}/${getOwnerId(owner)}/${hash}`
    const cached = this.#resolvedDocuments.get(key)
    if (cached) return cached.document
    const document = removeTitle(owner, await this.#deps.documentParser.parse(hash, markdown))
    const resolved = await this.#deps.referenceResolver.resolveDocument(view, owner, document)
    this.#resolvedDocuments.set(key, { document: resolved, markdownLength: markdown.length })
    return resolved
  }

  async #expand(view: RevisionView, document: Document): Promise<Document> {
    const contents = new Map<string, Document>()
    let level = [document]
    for (let depth = 0; depth < MAX_INCLUDE_DEPTH && level.length > 0; depth++) {
      const ids = new Set(level.flatMap(listIncludedIds).filter((id) => !contents.has(id)))
      level = []
      for (const id of ids) {
        const content = await view.findReusableContent(id)
        const source = content && (await this.loadReusableContentSource(view, content))
        if (!source) continue
        const includedDocument = await this.#resolve(view, source)
        contents.set(id, includedDocument)
        level.push(includedDocument)
      }
    }
    return expandReusableContents(document, ({ reusableContent, space }) =>
      space === undefined ? contents.get(reusableContent) : undefined,
    )
  }
}

const listIncludedIds = (document: Document): string[] =>
  listReferences(document).flatMap(({ ref }) =>
    ref.kind === 'reusable-content' && ref.space === undefined ? [ref.reusableContent] : [],
  )

const getOwnerId = (owner: DocumentOwner): string =>
  'page' in owner ? owner.page.id : 'reusableContent' in owner ? owner.reusableContent.id : ''

/** The Markdown of a page may begin with its title. The document leaves it out, or pages would show the title twice. */
function removeTitle(owner: DocumentOwner, document: Document): Document {
  if (!('page' in owner)) return document
  const { title, document: rest } = extractTitle(document)
  return title === owner.page.fields.title.trim() ? rest : document
}

/**
 * Writes Markdown that can be used outside of its space: the title is the first heading, and references are ids, which do
 * not depend on where the text stands.
 */
export function writeStableMarkdown(spaceId: string, title: string, document: Document): string {
  const stable = mapReferences(document, (ref) =>
    ref.kind === 'file' && ref.space === undefined ? { ...ref, space: spaceId } : ref,
  )
  const heading = writeMarkdown(createTitleDocument(title))
  return stable.nodes.length === 0 ? heading : `${heading}\n${writeMarkdown(stable)}`
}

const createTitleDocument = (title: string): Document => ({
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

function* listReferringPages(pages: readonly PageTree[]): Generator<PageTree> {
  for (const page of pages) {
    if (listFieldReferences(page.fields).length > 0) yield page
    yield* listReferringPages(page.pages)
  }
}

const replaceFields = (page: PageTree, fieldsById: ReadonlyMap<string, PageTree['fields']>): PageTree => ({
  ...page,
  fields: fieldsById.get(page.id) ?? page.fields,
  pages: page.pages.map((child) => replaceFields(child, fieldsById)),
})
