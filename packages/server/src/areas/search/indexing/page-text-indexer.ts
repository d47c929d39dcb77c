import { isCheapToRead, listSectionsByCondition, type Section } from '@verso/markdown'
import type { Hash, Page, RevisionView } from '@verso/revisions'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { seconds } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import {
  type DocumentLinks,
  type DocumentLinkStore,
  type DocumentParser,
  noLinks,
  readDocumentLinks,
} from '../../content/index.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import { type ResolvedIncludes, IncludeResolver, filterIncludeRefs, noIncludes } from './include-resolver.ts'
import type { IndexedPage, IndexRepository, SpaceIndex } from './index-repository.ts'
import { hashPageText, type PageText, type TokenizedPage, tokenizePage } from './page-text.ts'
import type { PooledSectionReader } from './pooled-section-reader.ts'
import { readSections, type SectionTask } from './section-reader.ts'
import { buildTextRow, type NewTextRow } from './text-row.ts'
import { Turns } from './turns.ts'
import { Vocabulary } from './vocabulary.ts'
import type { IndexedToken, WordDictionaries } from './word-dictionary.ts'

/** How many pages are read and tokenized at once. */
const BATCH_SIZE = 50

/** How long the texts of these pages may be together. */
const MAX_BATCH_LENGTH = 200_000

/** A page with more includes is read in a thread. */
const MAX_CHEAP_INCLUDES = 5

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
  /** The sections of its document, if it was parsed already. */
  sections?: readonly Section[]
}

/** A text under its key. */
interface NewText {
  key: Buffer
  row: NewTextRow
}

/** Pages that are ready to be stored. */
export interface PreparedPages {
  pages: readonly Page[]
  rows: readonly IndexedPage[]
  /** The texts that the index did not have when the pages were prepared. */
  texts: readonly NewText[]
  /** The words of these texts that a person may mistype. */
  vocabulary: ReadonlySet<string>
}

/** The memory that prepared pages take, roughly: that of their vectors and of the texts that these are of. */
export const estimateBytes = ({ texts }: PreparedPages): number =>
  texts.reduce(
    (sum, { row }) =>
      row.sections.reduce(
        (pageSum, { words, body }) => pageSum + words.length + body.length,
        sum + row.words.length,
      ),
    0,
  )

interface PageTextIndexerDependencies {
  index: IndexRepository
  documentParser: DocumentParser
  documentLinks: DocumentLinkStore
  dictionaries: WordDictionaries
  sectionReader: PooledSectionReader
}

/** Stores the texts of pages in the index. */
export class PageTextIndexer {
  readonly #deps: PageTextIndexerDependencies
  /** Nearly all words of a text were in other texts before, so they need not be stored again. */
  readonly #storedWords = { words: new Set<string>(), since: 0 }
  readonly #turns = new Turns()

  constructor(deps: PageTextIndexerDependencies) {
    this.#deps = deps
  }

  /**
   * Reads and tokenizes pages whose texts the index does not have. Nothing of the index is written, so no transaction is
   * needed for it, and the next pages can be prepared while these are stored.
   */
  async preparePages(
    on: Queryable,
    { indexId, language }: Pick<SpaceIndex, 'indexId' | 'language'>,
    view: RevisionView,
    pages: readonly Page[],
  ): Promise<PreparedPages> {
    const resolver = new IncludeResolver(on, this.#deps.documentLinks, view)
    const entries = await this.#makeEntries(on, resolver, pages)
    const existingKeys = await this.#deps.index.findExistingKeys(
      on,
      indexId,
      entries.map(({ key }) => key),
    )
    const isNew = ({ key }: PageEntry) => !existingKeys.has(key.toString('hex'))
    const texts: NewText[] = []
    const vocabulary = new Vocabulary()
    for await (const { batch, markdown } of readInBatches(view, entries.filter(isNew))) {
      const changedKeys = await this.#completeIncludes(on, resolver, batch, markdown)
      if (changedKeys.length > 0) {
        const keys = await this.#deps.index.findExistingKeys(on, indexId, changedKeys)
        for (const key of keys) existingKeys.add(key)
      }
      const dictionary = this.#deps.dictionaries.get(language)
      const tokenize = (text: string) => dictionary.tokenize(text)
      const tokenizedPages: { key: Buffer; page: TokenizedPage }[] = []
      for (const entry of batch) {
        if (!isNew(entry)) continue
        existingKeys.add(entry.key.toString('hex'))
        tokenizedPages.push({
          key: entry.key,
          page: await this.#tokenizePage(view, entry, markdown, tokenize),
        })
        if (this.#turns.isOver) await this.#turns.next()
      }
      await dictionary.loadForms(on)
      for (const { key, page } of tokenizedPages) {
        texts.push({ key, row: await buildTextRow(page, dictionary, indexId, vocabulary, this.#turns) })
      }
    }
    return { pages, rows: makePageRows(pages, entries), texts, vocabulary: vocabulary.words }
  }

  /** Stores the texts of prepared pages. The index must be locked. */
  async storeTexts(
    tx: Transaction,
    index: Pick<SpaceIndex, 'indexId' | 'language'>,
    view: RevisionView,
    { pages, rows, texts, vocabulary }: PreparedPages,
  ): Promise<void> {
    this.#insertTexts(tx, index.indexId, texts, vocabulary)
    const newKeys = new Set(texts.map(({ key }) => key.toString('hex')))
    const sharedKeys = rows.flatMap(({ key }) => (key && !newKeys.has(key.toString('hex')) ? key : []))
    if (sharedKeys.length === 0) return
    // A text that others had may have been deleted since, together with the last page that had it.
    const existingKeys = await this.#deps.index.findExistingKeys(tx, index.indexId, sharedKeys)
    const lostKeys = new Set(sharedKeys.map((key) => key.toString('hex'))).difference(existingKeys)
    if (lostKeys.size === 0) return
    const lostIds = new Set(
      rows.flatMap(({ key, pageId }) => (key && lostKeys.has(key.toString('hex')) ? pageId : [])),
    )
    const lostPages = pages.filter(({ id }) => lostIds.has(id))
    const prepared = await this.preparePages(tx, index, view, lostPages)
    this.#insertTexts(tx, index.indexId, prepared.texts, prepared.vocabulary)
  }

  /** The pages that are indexed, with what is known of their texts without parsing them. */
  async #makeEntries(on: Queryable, resolver: IncludeResolver, pages: readonly Page[]): Promise<PageEntry[]> {
    const linksByDocument = await this.#deps.documentLinks.findStored(on, listDocuments(pages))
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

  /**
   * Resolves the includes of pages of whose links nothing was stored, and stores their links, which are needed next. Returns
   * the keys of those that include something.
   */
  async #completeIncludes(
    on: Queryable,
    resolver: IncludeResolver,
    batch: PageEntry[],
    markdown: ReadonlyMap<Hash, string>,
  ): Promise<Buffer[]> {
    const unknown = batch.filter(({ hasKnownIncludes }) => !hasKnownIncludes)
    const linksByDocument = await this.#readLinks(on, unknown, markdown)
    const changedKeys: Buffer[] = []
    for (const entry of unknown) {
      const links = entry.page.document === null ? undefined : linksByDocument.get(entry.page.document)
      const refs = filterIncludeRefs((links?.refs ?? []).map(([ref]) => ref))
      if (refs.length === 0) continue
      Object.assign(entry, makeText(entry.page, await resolver.resolveIncludes(entry.page, refs)))
      changedKeys.push(entry.key)
    }
    return changedKeys
  }

  /**
   * Reads the links of documents, and stores them. Sections are read, too, so that a document is parsed once; only these are
   * kept of it. Texts that take long are read in a thread.
   */
  async #readLinks(
    on: Queryable,
    entries: readonly PageEntry[],
    markdown: ReadonlyMap<Hash, string>,
  ): Promise<ReadonlyMap<Hash, DocumentLinks>> {
    const links = new Map<Hash, DocumentLinks>()
    const slowHashes: Hash[] = []
    for (const entry of entries) {
      const hash = entry.page.document
      const text = hash === null ? undefined : markdown.get(hash)
      if (hash === null || text === undefined) continue
      if (!isCheapToRead(text)) {
        slowHashes.push(hash)
        continue
      }
      const document = await this.#deps.documentParser.parseOnce(hash, text).catch(ignoreInvalid)
      links.set(hash, document ? readDocumentLinks(document) : noLinks)
      entry.sections = document ? listSectionsByCondition(document) : []
      if (this.#turns.isOver) await this.#turns.next()
    }
    await this.#deps.documentLinks.store(on, links)
    for (const [hash, extracted] of await this.#deps.documentLinks.extract(on, slowHashes)) {
      links.set(hash, extracted)
    }
    return links
  }

  /** Tokenizes a page as its readers see it. */
  async #tokenizePage(
    view: RevisionView,
    { page, text, sections }: PageEntry,
    markdown: ReadonlyMap<Hash, string>,
    tokenize: (text: string) => IndexedToken[],
  ): Promise<TokenizedPage> {
    if (page.document === null) return tokenizePage(text, [], tokenize, this.#turns)
    if (sections && text.includes.length === 0) return tokenizePage(text, sections, tokenize, this.#turns)
    const hashes = new Map(text.includes.map(({ id, document }) => [id, document]))
    const includedMarkdown =
      hashes.size === 0 ? new Map<Hash, string>() : await view.getDocuments(hashes.values())
    const task: SectionTask = {
      markdown: markdown.get(page.document) ?? '',
      includes: text.includes,
      includedTexts: new Map(hashes.entries().map(([id, hash]) => [id, includedMarkdown.get(hash) ?? ''])),
    }
    const texts = [task.markdown, ...task.includedTexts.values()]
    // What a page includes counts as often as it is included.
    const isCheap = texts.every(isCheapToRead) && text.includes.length <= MAX_CHEAP_INCLUDES
    return tokenizePage(
      text,
      isCheap ? await this.#readSections(page.document, task) : await this.#deps.sectionReader.read(task),
      tokenize,
      this.#turns,
    )
  }

  /** Reads sections in this thread, of a document that may have been parsed before. */
  async #readSections(hash: Hash, task: SectionTask): Promise<Section[]> {
    if (task.includes.length > 0) return readSections(task)
    const document = await this.#deps.documentParser.parseOnce(hash, task.markdown).catch(ignoreInvalid)
    return document ? listSectionsByCondition(document) : []
  }

  #insertTexts(
    tx: Transaction,
    indexId: number,
    texts: readonly NewText[],
    vocabulary: ReadonlySet<string>,
  ): void {
    if (texts.length === 0) return
    this.#deps.index.insertTexts(tx, indexId, texts)
    const stored = this.#storedWords
    if (performance.now() - stored.since > STORED_WORDS_LIFETIME_MS) {
      stored.words.clear()
      stored.since = performance.now()
    }
    const newWords = [...vocabulary].filter((word) => !stored.words.has(word))
    if (newWords.length === 0) return
    this.#deps.index.insertWords(tx, newWords)
    tx.afterCommit(() => {
      for (const word of newWords) stored.words.add(word)
    })
  }
}

/** Gives the pages in batches, with the texts of their documents. */
async function* readInBatches(
  view: RevisionView,
  entries: readonly PageEntry[],
): AsyncGenerator<{ batch: PageEntry[]; markdown: ReadonlyMap<Hash, string> }> {
  for (const pages of splitIntoChunks(entries, BATCH_SIZE)) {
    const markdown = await view.getDocuments(listDocuments(pages))
    const measureText = ({ page: { document } }: PageEntry) =>
      document === null ? 0 : (markdown.get(document)?.length ?? 0)
    for (const batch of splitIntoChunks(pages, MAX_BATCH_LENGTH, measureText)) yield { batch, markdown }
  }
}

/** A text that is not a valid document has nothing to find. */
function ignoreInvalid(error: unknown): undefined {
  if (!(error instanceof Invalid)) throw error
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

const listDocuments = (items: readonly (Page | PageEntry)[]): Hash[] =>
  items.flatMap((item) => ('page' in item ? item.page : item).document ?? [])
