import { setImmediate as breathe } from 'node:timers/promises'
import { type Document, references } from '@verso/markdown'
import type { Hash, Page, RevisionView } from '@verso/revisions'
import { batches } from '../../../common/batches.ts'
import { seconds } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import type { Documents, Outlines } from '../../content/index.ts'
import type { Transaction } from '../../../database/database.ts'
import { type ResolvedIncludes, IncludeResolver, filterIncludeRefs, noIncludes, expandIncludes } from './include-resolver.ts'
import type { IndexedPage, IndexRepository, SpaceIndex } from './index-repository.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { type PageText, type TokenizedPage, tokenizePage, hashPageText, type NewTextRow, listPageWords, buildTextRow } from './page-text.ts'

/** So many pages are read, taken apart and stored at once. */
const batchSize = 50

/** So long words that were stored are remembered; every night, those that no text has are taken away. */
const remembered = 60 * seconds

/** A page whose text can be found. */
interface Entry {
  page: Page
  text: PageText
  included: ResolvedIncludes
  key: Buffer
  /** Whether what it includes is known. If not, the text tells when it is read. */
  certain: boolean
}

interface IndexedTextsDependencies {
  index: IndexRepository
  documents: Documents
  outlines: Outlines
  stems: Stemmer
}

/** Puts the texts of pages into the index. */
export class PageTextIndexer {
  readonly #deps: IndexedTextsDependencies
  /** Nearly all words of a text were in others before: they need not be sent again. */
  readonly #stored = { words: new Set<string>(), since: 0 }

  constructor(deps: IndexedTextsDependencies) {
    this.#deps = deps
  }

  /**
   * Stores those of the pages' texts that the index does not have, and says what the index is to have of the pages.
   * While PostgreSQL sorts the words of some texts in, the next ones are taken apart.
   */
  async indexPages(
    tx: Transaction,
    { indexId, language }: Pick<SpaceIndex, 'indexId' | 'language'>,
    view: RevisionView,
    pages: readonly Page[],
  ): Promise<IndexedPage[]> {
    const contents = new IncludeResolver(tx, this.#deps.outlines, view)
    const entries = await this.#entries(tx, contents, pages)
    const known = await this.#deps.index.findExistingKeys(
      tx,
      indexId,
      entries.map(({ key }) => key),
    )
    const isNew = ({ key }: Entry) => !known.has(key.toString('hex'))
    const parts = [...batches(entries.filter(isNew), batchSize)]
    let markdown = await view.documents(documentsOf(parts[0] ?? []))
    let storing: Promise<void> = Promise.resolve()
    for (const [index, batch] of parts.entries()) {
      const documents = await this.#parse(batch, markdown)
      const late = await this.#include(contents, batch, documents)
      if (late.length > 0) for (const key of await this.#deps.index.findExistingKeys(tx, indexId, late)) known.add(key)
      const read: { key: Buffer; text: TokenizedPage }[] = []
      for (const entry of batch) {
        if (!isNew(entry)) continue
        known.add(entry.key.toString('hex'))
        read.push({ key: entry.key, text: await this.#read(view, entry, documents) })
        // Others are served between two pages.
        await breathe()
      }
      const words = new Set<string>()
      for (const { text } of read) for (const word of listPageWords(text)) words.add(word)
      await this.#deps.stems.loadForms(tx, language, words)
      const rows = read.map(({ key, text }) => ({
        key,
        row: buildTextRow(text, indexId, language, this.#deps.stems),
      }))
      await storing
      // Links are asked for next: now the documents are at hand, later they would be parsed again.
      await this.#deps.outlines.load(tx, documentsOf(batch))
      // One transaction does one thing after the other: what the next texts need is asked for before it is busy.
      markdown = await view.documents(documentsOf(parts[index + 1] ?? []))
      storing = this.#insert(tx, indexId, rows)
      // Whoever waits for it next hears of a failure; until then nobody does.
      storing.catch(() => undefined)
    }
    await storing
    return indexedPages(pages, entries)
  }

  /** The pages that can be found, with what is known of their texts without reading them. */
  async #entries(tx: Transaction, contents: IncludeResolver, pages: readonly Page[]): Promise<Entry[]> {
    const outlines = await this.#deps.outlines.known(tx, documentsOf(pages))
    const entries: Entry[] = []
    for (const page of pages) {
      if (!isFound(page)) continue
      const outline = page.document === null ? undefined : outlines.get(page.document)
      const refs = outline ? filterIncludeRefs(outline.refs.map(([ref]) => ref)) : []
      const certain = page.document === null || outline !== undefined
      entries.push({ ...withKey(page, await contents.resolveIncludes(page, refs)), certain })
    }
    return entries
  }

  /** Completes those entries whose texts had to be read for it; gives the keys of those that include something. */
  async #include(
    contents: IncludeResolver,
    batch: Entry[],
    documents: ReadonlyMap<Hash, Document>,
  ): Promise<Buffer[]> {
    const late: Buffer[] = []
    for (const entry of batch) {
      const document = entry.certain ? undefined : documentIn(entry.page, documents)
      const refs = document ? filterIncludeRefs(references(document).map(({ ref }) => ref)) : []
      if (refs.length === 0) continue
      Object.assign(entry, withKey(entry.page, await contents.resolveIncludes(entry.page, refs)))
      late.push(entry.key)
    }
    return late
  }

  /** The text of a page as its readers see it. */
  async #read(view: RevisionView, entry: Entry, documents: ReadonlyMap<Hash, Document>): Promise<TokenizedPage> {
    const document = documentIn(entry.page, documents)
    const { includes } = entry.text
    if (!document || includes.length === 0) return tokenizePage(entry.text, document)
    const hashes = new Map(includes.map(({ id, document }) => [id, document]))
    const markdown = await view.documents(hashes.values())
    const included = new Map<string, Document>()
    for (const [id, hash] of hashes) {
      const content = await this.#document(hash, markdown)
      if (content) included.set(id, content)
    }
    return tokenizePage(entry.text, expandIncludes(document, includes, included))
  }

  async #insert(
    tx: Transaction,
    indexId: number,
    rows: readonly { key: Buffer; row: NewTextRow }[],
  ): Promise<void> {
    await this.#deps.index.insertTexts(tx, indexId, rows)
    const stored = this.#stored
    if (performance.now() - stored.since > remembered) {
      stored.words.clear()
      stored.since = performance.now()
    }
    const fresh = new Set<string>()
    for (const { row } of rows)
      for (const word of row.vocabulary) if (!stored.words.has(word)) fresh.add(word)
    if (fresh.size === 0) return
    await this.#deps.index.insertWords(tx, fresh)
    tx.afterCommit(() => {
      for (const word of fresh) stored.words.add(word)
    })
  }

  async #parse(
    batch: readonly Entry[],
    markdown: ReadonlyMap<Hash, string>,
  ): Promise<ReadonlyMap<Hash, Document>> {
    const documents = new Map<Hash, Document>()
    for (const hash of documentsOf(batch)) {
      const document = await this.#document(hash, markdown)
      if (document) documents.set(hash, document)
      await breathe()
    }
    return documents
  }

  /** A text that no page may have is one that nothing is found in. */
  async #document(hash: Hash, markdown: ReadonlyMap<Hash, string>): Promise<Document | undefined> {
    try {
      return await this.#deps.documents.parse(hash, markdown.get(hash) ?? '')
    } catch (error) {
      if (error instanceof Invalid) return undefined
      throw error
    }
  }
}

function withKey(page: Page, included: ResolvedIncludes): Pick<Entry, 'page' | 'text' | 'included' | 'key'> {
  const { title, description = '' } = page.fields
  const { document } = page
  const text = { title: clean(title), description: clean(description), document, includes: included.includes }
  return { page, text, included, key: hashPageText(text) }
}

/** Nothing is found of groups and links, nor of pages that are not to be found. */
const isFound = ({ fields }: Page): boolean => fields.type === 'document' && fields.noIndex !== true

// No column of PostgreSQL's takes that character.
const clean = (text: string): string => text.replaceAll('\0', '')

function indexedPages(pages: readonly Page[], entries: readonly Entry[]): IndexedPage[] {
  const found = new Map(entries.map((entry) => [entry.page.id, entry]))
  return pages.map(({ id, parent, fields }) => {
    const { key = null, included = noIncludes } = found.get(id) ?? {}
    const { names, relative } = included
    return { pageId: id, parentId: parent, slug: fields.slug ?? null, key, includes: names, relative }
  })
}

const documentIn = ({ document }: Page, documents: ReadonlyMap<Hash, Document>): Document | undefined =>
  document === null ? undefined : documents.get(document)

const documentsOf = (items: readonly (Page | Entry)[]): Hash[] =>
  items.flatMap((item) => ('page' in item ? item.page : item).document ?? [])
