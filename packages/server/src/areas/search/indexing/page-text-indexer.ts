import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Document, listReferences } from '@verso/markdown'
import type { Hash, Page, RevisionView } from '@verso/revisions'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { seconds } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import type { DocumentParser, DocumentLinkStore } from '../../content/index.ts'
import type { Transaction } from '../../../database/database.ts'
import {
  type ResolvedIncludes,
  IncludeResolver,
  filterIncludeRefs,
  noIncludes,
  expandIncludes,
} from './include-resolver.ts'
import type { IndexedPage, IndexRepository, SpaceIndex } from './index-repository.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { hashPageText, listPageWords, type PageText, type TokenizedPage, tokenizePage } from './page-text.ts'
import { buildTextRow, type NewTextRow } from './text-row.ts'

/** How many pages are read, tokenized and stored at once. */
const BATCH_SIZE = 50

/**
 * How long a stored word is known to be stored. A nightly job deletes the words that no text has, so a word cannot be
 * taken for stored forever.
 */
const STORED_WORDS_LIFETIME_MS = 60 * seconds

/** A page that is indexed. */
interface PageEntry {
  page: Page
  text: PageText
  resolvedIncludes: ResolvedIncludes
  key: Buffer
  /** Whether it is known what the page includes. If not, its document is parsed to learn it. */
  hasKnownIncludes: boolean
}

interface PageTextIndexerDependencies {
  index: IndexRepository
  documentParser: DocumentParser
  documentLinks: DocumentLinkStore
  stemmer: Stemmer
}

/** Stores the texts of pages in the index. */
export class PageTextIndexer {
  readonly #deps: PageTextIndexerDependencies
  /** Nearly all words of a text were in other texts before, so they need not be stored again. */
  readonly #storedWords = { words: new Set<string>(), since: 0 }

  constructor(deps: PageTextIndexerDependencies) {
    this.#deps = deps
  }

  /**
   * Stores those of the pages' texts that the index does not have, and returns the rows of the pages. While PostgreSQL
   * stores the texts of one batch, the next batch is tokenized.
   */
  async indexPages(
    tx: Transaction,
    { indexId, language }: Pick<SpaceIndex, 'indexId' | 'language'>,
    view: RevisionView,
    pages: readonly Page[],
  ): Promise<IndexedPage[]> {
    const resolver = new IncludeResolver(tx, this.#deps.documentLinks, view)
    const entries = await this.#makeEntries(tx, resolver, pages)
    const existingKeys = await this.#deps.index.findExistingKeys(
      tx,
      indexId,
      entries.map(({ key }) => key),
    )
    const isNew = ({ key }: PageEntry) => !existingKeys.has(key.toString('hex'))
    const pageBatches = [...splitIntoChunks(entries.filter(isNew), BATCH_SIZE)]
    let markdown = await view.getDocuments(listDocuments(pageBatches[0] ?? []))
    let pendingInsert: Promise<void> = Promise.resolve()
    for (const [index, batch] of pageBatches.entries()) {
      const documents = await this.#parseDocuments(batch, markdown)
      const changedKeys = await this.#completeIncludes(resolver, batch, documents)
      if (changedKeys.length > 0) {
        const keys = await this.#deps.index.findExistingKeys(tx, indexId, changedKeys)
        for (const key of keys) existingKeys.add(key)
      }
      const tokenizedPages: { key: Buffer; page: TokenizedPage }[] = []
      for (const entry of batch) {
        if (!isNew(entry)) continue
        existingKeys.add(entry.key.toString('hex'))
        tokenizedPages.push({ key: entry.key, page: await this.#tokenizePage(view, entry, documents) })
        // Requests are served between two pages.
        await yieldToEventLoop()
      }
      const words = new Set<string>()
      for (const { page } of tokenizedPages) for (const word of listPageWords(page)) words.add(word)
      await this.#deps.stemmer.loadForms(tx, language, words)
      const rows = tokenizedPages.map(({ key, page }) => ({
        key,
        row: buildTextRow(page, indexId, language, this.#deps.stemmer),
      }))
      await pendingInsert
      // Links are needed next. The documents are parsed now; later they would have to be parsed again.
      await this.#deps.documentLinks.load(tx, listDocuments(batch))
      // A transaction runs one statement at a time, so what the next batch needs is read before the insert begins.
      markdown = await view.getDocuments(listDocuments(pageBatches[index + 1] ?? []))
      pendingInsert = this.#insertTexts(tx, indexId, rows)
      // A failure is thrown where the promise is awaited; until then it must not count as unhandled.
      pendingInsert.catch(() => undefined)
    }
    await pendingInsert
    return makePageRows(pages, entries)
  }

  /** The pages that are indexed, with what is known of their texts without parsing them. */
  async #makeEntries(
    tx: Transaction,
    resolver: IncludeResolver,
    pages: readonly Page[],
  ): Promise<PageEntry[]> {
    const linksByDocument = await this.#deps.documentLinks.findStored(tx, listDocuments(pages))
    const entries: PageEntry[] = []
    for (const page of pages) {
      if (!isIndexable(page)) continue
      const links = page.document === null ? undefined : linksByDocument.get(page.document)
      const refs = links ? filterIncludeRefs(links.refs.map(([ref]) => ref)) : []
      const hasKnownIncludes = page.document === null || links !== undefined
      entries.push({ ...makeText(page, await resolver.resolveIncludes(page, refs)), hasKnownIncludes })
    }
    return entries
  }

  /** Resolves the includes of pages that had to be parsed for it; returns the keys of those that include something. */
  async #completeIncludes(
    resolver: IncludeResolver,
    batch: PageEntry[],
    documents: ReadonlyMap<Hash, Document>,
  ): Promise<Buffer[]> {
    const changedKeys: Buffer[] = []
    for (const entry of batch) {
      const document = entry.hasKnownIncludes ? undefined : findDocument(entry.page, documents)
      const refs = document ? filterIncludeRefs(listReferences(document).map(({ ref }) => ref)) : []
      if (refs.length === 0) continue
      Object.assign(entry, makeText(entry.page, await resolver.resolveIncludes(entry.page, refs)))
      changedKeys.push(entry.key)
    }
    return changedKeys
  }

  /** Tokenizes a page as its readers see it. */
  async #tokenizePage(
    view: RevisionView,
    entry: PageEntry,
    documents: ReadonlyMap<Hash, Document>,
  ): Promise<TokenizedPage> {
    const document = findDocument(entry.page, documents)
    const { includes } = entry.text
    if (!document || includes.length === 0) return tokenizePage(entry.text, document)
    const hashes = new Map(includes.map(({ id, document }) => [id, document]))
    const markdown = await view.getDocuments(hashes.values())
    const includedDocuments = new Map<string, Document>()
    for (const [id, hash] of hashes) {
      const content = await this.#parseDocument(hash, markdown)
      if (content) includedDocuments.set(id, content)
    }
    return tokenizePage(entry.text, expandIncludes(document, includes, includedDocuments))
  }

  async #insertTexts(
    tx: Transaction,
    indexId: number,
    rows: readonly { key: Buffer; row: NewTextRow }[],
  ): Promise<void> {
    await this.#deps.index.insertTexts(tx, indexId, rows)
    const stored = this.#storedWords
    if (performance.now() - stored.since > STORED_WORDS_LIFETIME_MS) {
      stored.words.clear()
      stored.since = performance.now()
    }
    const newWords = new Set<string>()
    for (const { row } of rows) {
      for (const word of row.vocabulary) if (!stored.words.has(word)) newWords.add(word)
    }
    if (newWords.size === 0) return
    await this.#deps.index.insertWords(tx, newWords)
    tx.afterCommit(() => {
      for (const word of newWords) stored.words.add(word)
    })
  }

  async #parseDocuments(
    batch: readonly PageEntry[],
    markdown: ReadonlyMap<Hash, string>,
  ): Promise<ReadonlyMap<Hash, Document>> {
    const documents = new Map<Hash, Document>()
    for (const hash of listDocuments(batch)) {
      const document = await this.#parseDocument(hash, markdown)
      if (document) documents.set(hash, document)
      await yieldToEventLoop()
    }
    return documents
  }

  /** Undefined for a text that is not a valid document: nothing is found in it. */
  async #parseDocument(hash: Hash, markdown: ReadonlyMap<Hash, string>): Promise<Document | undefined> {
    try {
      return await this.#deps.documentParser.parse(hash, markdown.get(hash) ?? '')
    } catch (error) {
      if (error instanceof Invalid) return undefined
      throw error
    }
  }
}

function makeText(page: Page, resolvedIncludes: ResolvedIncludes): Omit<PageEntry, 'hasKnownIncludes'> {
  const { title, description = '' } = page.fields
  const { document } = page
  const { includes } = resolvedIncludes
  const text = { title: removeNulls(title), description: removeNulls(description), document, includes }
  return { page, text, resolvedIncludes, key: hashPageText(text) }
}

/** Groups and links have no text, and the authors of a page may exclude it from search. */
const isIndexable = ({ fields }: Page): boolean => fields.type === 'document' && fields.noIndex !== true

/** PostgreSQL does not store this character. */
const removeNulls = (text: string): string => text.replaceAll('\0', '')

function makePageRows(pages: readonly Page[], entries: readonly PageEntry[]): IndexedPage[] {
  const entriesByPage = new Map(entries.map((entry) => [entry.page.id, entry]))
  return pages.map(({ id, parent, fields }) => {
    const { key = null, resolvedIncludes = noIncludes } = entriesByPage.get(id) ?? {}
    const { names, relative } = resolvedIncludes
    return { pageId: id, parentId: parent, slug: fields.slug ?? null, key, includes: names, relative }
  })
}

const findDocument = ({ document }: Page, documents: ReadonlyMap<Hash, Document>): Document | undefined =>
  document === null ? undefined : documents.get(document)

const listDocuments = (items: readonly (Page | PageEntry)[]): Hash[] =>
  items.flatMap((item) => ('page' in item ? item.page : item).document ?? [])
