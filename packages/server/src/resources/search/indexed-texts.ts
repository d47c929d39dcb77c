import { setImmediate as breathe } from 'node:timers/promises'
import type { Hash } from '@verso/revisions'
import { Invalid } from '../../common/errors.ts'
import type { Content } from '../../content/content.ts'
import type { Documents } from '../../content/documents.ts'
import { emptyContent } from '../../content/objects.ts'
import type { Queryable, Transaction } from '../../database/database.ts'
import type { Outlines } from '../links/outlines.ts'
import type { IndexRepository } from './index-repository.ts'
import type { Stems } from './stems.ts'
import { type PageText, type ReadText, readText, type TextRow, wordsIn, writeText } from './text.ts'

/** So many pages are read, taken apart and stored at once. */
const batchSize = 50

export interface KeyedText {
  key: Buffer
  text: PageText
}

/** Puts the texts of pages into the index. */
export class IndexedTexts {
  readonly #index: IndexRepository
  readonly #content: Content
  readonly #documents: Documents
  readonly #outlines: Outlines
  readonly #stems: Stems

  constructor(parts: {
    index: IndexRepository
    content: Content
    documents: Documents
    outlines: Outlines
    stems: Stems
  }) {
    this.#index = parts.index
    this.#content = parts.content
    this.#documents = parts.documents
    this.#outlines = parts.outlines
    this.#stems = parts.stems
  }

  /**
   * Stores those of the texts that the index does not have. While PostgreSQL sorts the words of some texts in, the next
   * ones are taken apart.
   */
  async store(
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
      // Links are asked for next: now the documents are at hand, later they would be parsed again.
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

const hashesOf = (texts: readonly KeyedText[]): Hash[] => texts.flatMap(({ text }) => text.document ?? [])

export function* batches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
