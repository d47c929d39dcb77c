import { setImmediate as breathe } from 'node:timers/promises'
import { diffRevisions, type Hash, type Page, type RevisionDiff } from '@verso/revisions'
import { Invalid } from '../../common/errors.ts'
import type { Content } from '../../content/content.ts'
import type { Documents } from '../../content/documents.ts'
import type { MainMoved } from '../../content/main.ts'
import { emptyContent } from '../../content/objects.ts'
import type { Database, Queryable, Transaction } from '../../database/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Outlines } from '../links/outlines.ts'
import type { IndexedPage, IndexRepository } from './index-repository.ts'
import { searchLanguage, type Stems } from './stems.ts'
import { type PageText, type ReadText, readText, textKey, type TextRow, wordsIn, writeText } from './text.ts'

/** So many pages are read, taken apart and stored at once. */
const batchSize = 50

/** A larger change is indexed right after it, so that nobody waits for minutes with a space in their hands. */
export const mostAtOnce = 2000

/** Keeps the index at what spaces show: in the transaction that changes it, and where that was not possible, later. */
export class SearchIndexer {
  readonly #database: Database
  readonly #index: IndexRepository
  readonly #content: Content
  readonly #documents: Documents
  readonly #outlines: Outlines
  readonly #stems: Stems
  readonly #jobs: Jobs

  constructor(parts: {
    database: Database
    index: IndexRepository
    content: Content
    documents: Documents
    outlines: Outlines
    stems: Stems
    jobs: Jobs
  }) {
    this.#database = parts.database
    this.#index = parts.index
    this.#content = parts.content
    this.#documents = parts.documents
    this.#outlines = parts.outlines
    this.#stems = parts.stems
    this.#jobs = parts.jobs
  }

  /** For `Main.onMoved`: whoever searches after the transaction finds what it wrote. */
  moved = async (tx: Transaction, { spaceId, after }: MainMoved): Promise<void> => {
    const place = await this.#placeOf(tx, spaceId)
    await this.#index.lock(tx, place.indexId)
    const changes = await this.#compare(tx, place.root, after.shown)
    if (changes.texts.size > mostAtOnce) {
      await this.request(tx)
      return
    }
    await this.#apply(tx, spaceId, place.indexId, place.language, changes)
    await this.#index.place(tx, spaceId, place.indexId, after.shown)
  }

  /** For `Main.onCopied`: the copy finds what the original finds. Its texts are those of the original. */
  copied = async (tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> => {
    const place = await this.#index.find(tx, from)
    if (!place) return
    await this.#index.lock(tx, place.indexId)
    await this.#index.copy(tx, from, to)
  }

  /** Has what is due indexed as soon as the transaction is over. */
  async request(tx: Transaction): Promise<void> {
    await this.#jobs.enqueue(tx, 'index-spaces', {}, new Date())
  }

  /** For the job: spaces that were there before search was, that were restored from a backup, or changed their language. */
  async indexDue(): Promise<void> {
    // Two at once would do the same work twice.
    const client = await this.#database.pool.connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        lock,
      ])
      if (!rows[0]?.mine) return
      try {
        for (const { spaceId, language } of await this.#index.due(this.#database, searchLanguage)) {
          await this.#indexSpace(spaceId, searchLanguage(language))
        }
        await this.#database.transaction((tx) => this.#index.deleteLeftovers(tx))
      } finally {
        await client.query('select pg_advisory_unlock($1)', [lock])
      }
    } finally {
      client.release()
    }
  }

  /** For the job: what is remembered of texts that are gone. */
  forgetWords(): Promise<void> {
    return this.#index.deleteWords(this.#database)
  }

  /**
   * Texts are stored first, a few in a transaction, while people go on working; then the space's pages are pointed at
   * them, for which it must stand still.
   */
  async #indexSpace(spaceId: string, language: string): Promise<void> {
    const place = await this.#database.transaction((tx) => this.#placeIn(tx, spaceId, language))
    if (!place) return
    const { texts } = await this.#compare(this.#database, place.from, place.to)
    for (const batch of batches([...texts.values()], 4 * batchSize)) {
      await this.#database.transaction(async (tx) => {
        await this.#index.lock(tx, place.indexId)
        await this.#store(tx, place.indexId, language, batch)
      })
    }
    await this.#database.transaction(async (tx) => {
      const root = await this.#hold(tx, spaceId)
      if (root === undefined) return
      await this.#index.lock(tx, place.indexId)
      const now = await this.#index.find(tx, spaceId)
      const from = now?.indexId === place.indexId ? now.root : emptyContent
      if (from === emptyContent) await this.#index.deleteAllPages(tx, spaceId)
      await this.#index.place(tx, spaceId, place.indexId, root)
      await this.#apply(tx, spaceId, place.indexId, language, await this.#compare(tx, from, root))
    })
  }

  /** Which index a space is in, or comes into because its language is another. */
  async #placeIn(tx: Transaction, spaceId: string, language: string) {
    const to = await this.#hold(tx, spaceId)
    if (to === undefined) return undefined
    const place = await this.#placeOf(tx, spaceId)
    if (place.language === language) return { indexId: place.indexId, from: place.root, to }
    return { indexId: await this.#index.create(tx, language), from: emptyContent, to }
  }

  async #placeOf(tx: Transaction, spaceId: string) {
    const known = await this.#index.find(tx, spaceId)
    if (known) return known
    const language = searchLanguage((await this.#index.languageOf(tx, spaceId))?.language ?? null)
    const indexId = await this.#index.create(tx, language)
    await this.#index.place(tx, spaceId, indexId, emptyContent)
    return { indexId, language, root: emptyContent }
  }

  /** The content of a space that stays as it is until the transaction ends. */
  async #hold(tx: Transaction, spaceId: string): Promise<Hash | undefined> {
    const revisionId = await this.#index.holdSpace(tx, spaceId)
    if (revisionId === undefined) return undefined
    const [revision] = await this.#content.findAll(tx, spaceId, [revisionId])
    return revision.shown
  }

  async #compare(on: Queryable, before: Hash, after: Hash): Promise<Changes> {
    return changesIn(await diffRevisions(this.#content.store.reader(on), before, after))
  }

  async #apply(
    tx: Transaction,
    spaceId: string,
    indexId: number,
    language: string,
    { pages, deleted, texts }: Changes,
  ): Promise<void> {
    await this.#store(tx, indexId, language, [...texts.values()])
    const had: number[] = []
    if (deleted.length > 0) had.push(...(await this.#index.deletePages(tx, spaceId, deleted)))
    if (pages.length > 0) had.push(...(await this.#index.putPages(tx, spaceId, indexId, pages)))
    if (had.length > 0) await this.#index.deleteUnused(tx, had)
  }

  /**
   * Stores those of the texts that the index does not have. While PostgreSQL sorts the words of some texts in, the next
   * ones are taken apart.
   */
  async #store(
    tx: Transaction,
    indexId: number,
    language: string,
    texts: readonly KeyedText[],
  ): Promise<void> {
    const keys = texts.map(({ key }) => key)
    const known = await this.#index.known(tx, indexId, keys)
    const missing = texts.filter(({ key }) => !known.has(key.toString('hex')))
    const parts = [...batches(missing, batchSize)]
    let markdown = await this.#markdown(tx, parts[0] ?? [])
    let storing: Promise<void> = Promise.resolve()
    for (const [index, batch] of parts.entries()) {
      const read = await this.#read(batch, markdown)
      const words = new Set<string>()
      for (const { text } of read) for (const word of wordsIn(text)) words.add(word)
      await this.#stems.load(tx, language, words)
      const rows = read.map(({ key, text }) => ({
        key,
        row: writeText(text, indexId, language, this.#stems),
      }))
      await storing
      // Whoever moves main asks for these next: now the documents are at hand, later they would be parsed again.
      await this.#outlines.load(tx, hashesOf(batch))
      // One transaction does one thing after the other: what the next texts need is asked for before it is busy.
      markdown = await this.#markdown(tx, parts[index + 1] ?? [])
      storing = this.#insert(tx, indexId, rows)
      // Whoever waits for it next hears of a failure; until then nobody does.
      storing.catch(() => undefined)
    }
    await storing
  }

  async #insert(
    tx: Transaction,
    indexId: number,
    rows: readonly { key: Buffer; row: TextRow }[],
  ): Promise<void> {
    await this.#index.insertTexts(tx, indexId, rows)
    const vocabulary = new Set<string>()
    for (const { row } of rows) for (const word of row.vocabulary) vocabulary.add(word)
    await this.#index.insertWords(tx, vocabulary)
  }

  #markdown(on: Queryable, texts: readonly KeyedText[]): Promise<ReadonlyMap<Hash, string>> {
    return this.#content.view(on, emptyContent).documents(hashesOf(texts))
  }

  async #read(
    texts: readonly KeyedText[],
    markdown: ReadonlyMap<Hash, string>,
  ): Promise<{ key: Buffer; text: ReadText }[]> {
    const read: { key: Buffer; text: ReadText }[] = []
    for (const { key, text } of texts) {
      const source = text.document === null ? undefined : markdown.get(text.document)
      const document =
        text.document === null || source === undefined ? undefined : await this.#parse(text.document, source)
      read.push({ key, text: readText(text, document) })
      // Others are served between two pages.
      await breathe()
    }
    return read
  }

  /** A text that no page may have is one that nothing is found in. */
  async #parse(hash: Hash, markdown: string) {
    try {
      return await this.#documents.parse(hash, markdown)
    } catch (error) {
      if (error instanceof Invalid) return undefined
      throw error
    }
  }
}

// Any number that neither the migrations nor the queue use.
const lock = 0x7665_7276

interface KeyedText {
  key: Buffer
  text: PageText
}

const hashesOf = (texts: readonly KeyedText[]): Hash[] => texts.flatMap(({ text }) => text.document ?? [])

/** What the index has to learn. */
interface Changes {
  pages: IndexedPage[]
  deleted: string[]
  /** By their keys: pages that read the same have one text. */
  texts: Map<string, KeyedText>
}

function changesIn({ pages: changed }: RevisionDiff): Changes {
  const pages = new Map<string, IndexedPage>()
  const texts = new Map<string, KeyedText>()
  const deleted: string[] = []
  for (const change of changed) {
    if (change.kind === 'deleted') {
      deleted.push(change.before.id)
      continue
    }
    const { after } = change
    const text = textOf(after)
    const key = text ? textKey(text) : null
    if (text && key) texts.set(key.toString('hex'), { key, text })
    pages.set(after.id, { pageId: after.id, parentId: after.parent, slug: after.fields.slug ?? null, key })
  }
  return { pages: [...pages.values()], deleted, texts }
}

/** What can be found of a page: nothing of groups and links, nor of those that are not to be found. */
function textOf({ fields, document }: Page): PageText | undefined {
  if (fields.type !== 'document' || fields.noIndex === true) return undefined
  return { title: clean(fields.title), description: clean(fields.description ?? ''), document }
}

// No column of PostgreSQL's takes that character.
const clean = (text: string): string => text.replaceAll('\0', '')

function* batches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
