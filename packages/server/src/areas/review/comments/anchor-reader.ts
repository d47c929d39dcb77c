import type { DocumentWords, TextRange } from '@verso/markdown'
import type { Hash, RevisionView } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { DocumentParser } from '../../content/index.ts'
import { AnchorLocator, type StoredQuote } from './anchors.ts'
import type { PageSnapshot } from './page-snapshots.ts'
import type { PlacedRow } from './repository.ts'
import type { CommentPosition } from './schema.ts'

/** Reads the words of pages, and says where those that comments are on are now. */
export class AnchorReader {
  readonly #documentParser: DocumentParser
  readonly #words: MemoryCache<DocumentWords>

  constructor(documentParser: DocumentParser, caches: CacheBudget) {
    this.#documentParser = documentParser
    this.#words = caches.create('page-words', ({ texts, blocks }) =>
      texts.reduce((bytes, { text }) => bytes + text.length * 2 + 50, blocks.length * 100),
    )
  }

  /** The words of a text of a page. Throws Invalid for a text that cannot be parsed. */
  async readWords(view: RevisionView, hash: Hash | null): Promise<DocumentWords> {
    if (hash === null) return { texts: [], blocks: [] }
    const cached = this.#words.get(hash)
    if (cached) return cached
    const markdown = (await view.getDocuments([hash])).get(hash) ?? ''
    return this.#parse(hash, markdown)
  }

  /**
   * Says where comments are in the pages as they are now, by the ids of the comments. Those that are on no block are left
   * out; what is gone has no position. All texts are read at once, each pair of texts is compared once.
   */
  async locate(
    view: RevisionView,
    rows: readonly PlacedRow[],
    currentPages: ReadonlyMap<string, PageSnapshot>,
  ): Promise<Map<string, CommentPosition | undefined>> {
    const positions = new Map<string, CommentPosition | undefined>()
    const anchored = rows.flatMap(({ id, page, nodeId, quote }) =>
      page && nodeId !== null
        ? [{ id, node: nodeId, quote, base: page.document, current: currentPages.get(page.id)?.document }]
        : [],
    )
    if (anchored.length === 0) return positions
    const words = await this.#readAll(
      view,
      anchored.flatMap(({ base, current }) => [base ?? [], current ?? []].flat()),
    )
    const locators = new Map<string, AnchorLocator>()
    for (const { id, node, quote, base, current } of anchored) {
      const [baseWords, currentWords] = [words.get(base ?? ''), words.get(current ?? '')]
      const pair = `${base} ${current}`
      const locator =
        locators.get(pair) ?? (baseWords && currentWords && new AnchorLocator(baseWords, currentWords))
      if (locator) locators.set(pair, locator)
      positions.set(id, locator?.locate({ node, quote }))
    }
    return positions
  }

  /** Says where words of one text are in another, both by their hashes; undefined when they are gone. */
  async locateWords(
    view: RevisionView,
    quote: StoredQuote,
    { base, current }: { base: Hash | null; current: Hash | null },
  ): Promise<TextRange | undefined> {
    const words = await this.#readAll(view, [base ?? [], current ?? []].flat())
    const [baseWords, currentWords] = [words.get(base ?? ''), words.get(current ?? '')]
    return baseWords && currentWords && new AnchorLocator(baseWords, currentWords).locateWords(quote)
  }

  /** Texts that cannot be parsed are left out. */
  async #readAll(view: RevisionView, hashes: readonly Hash[]): Promise<Map<Hash, DocumentWords>> {
    const words = new Map<Hash, DocumentWords>()
    const missing = new Set<Hash>()
    for (const hash of hashes) {
      const cached = this.#words.get(hash)
      if (cached) words.set(hash, cached)
      else missing.add(hash)
    }
    if (missing.size === 0) return words
    for (const [hash, markdown] of await view.getDocuments([...missing])) {
      try {
        words.set(hash, await this.#parse(hash, markdown))
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
      }
    }
    return words
  }

  async #parse(hash: Hash, markdown: string): Promise<DocumentWords> {
    const words = await this.#documentParser.read(hash, markdown, 'words')
    this.#words.set(hash, words)
    return words
  }
}
