import {
  type ContentRef,
  type Document,
  MarkdownError,
  listReferences,
  extractSegments,
  extractTextSegments,
  translatePage,
  translateText,
  type TranslateSegment,
  walkBlocks,
} from '@verso/markdown'
import {
  type Change,
  type Hash,
  hashObject,
  type Json,
  type PageTree,
  type RevisionView,
} from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import type { DocumentParser } from '../../content/index.ts'
import type { TranslationProblem } from './schema.ts'
import type { SegmentTranslator } from './segment-translator.ts'

/** The last translation with the same settings. Documents that did not change since are taken from it. */
export interface PreviousTranslation {
  source: RevisionView
  translated: RevisionView
  /** The ids of items that are translated again in any case. */
  unfinished: ReadonlySet<string>
}

export interface TranslatedContent {
  changes: Change[]
  /** The ids of pages and reusable contents in which something was not translated. */
  unfinished: string[]
  problems: TranslationProblem[]
  pages: number
}

/** The fields of a page that are translated, and how long they may be. */
const maxFieldLengths = { title: 256, linkTitle: 256, description: 1000 }

/** How many pages are translated together: few enough for the memory, enough to fill the batches of an engine. */
const BATCH_SIZE = 50

/** A page or a reusable content. */
interface TranslatableItem {
  kind: 'page' | 'reusable-content'
  id: string
  fields: { readonly [name: string]: Json | undefined }
  document: Hash | null
}

interface ItemToTranslate {
  item: TranslatableItem
  /** Its translated document, if the item did not change since the last run. */
  unchanged: { document: Hash | null } | undefined
  page: { markdown: string; document: Document } | undefined
}

interface ContentsTranslatorDependencies {
  view: RevisionView
  previous: PreviousTranslation | undefined
  documentParser: DocumentParser
  segments: SegmentTranslator
  /** References to the source space become references to the target space. */
  sourceSpaceId: string
  targetSpaceId: string
}

/** Computes the changes that turn the content of a space into its translation. Ids and order stay the same. */
export class ContentTranslator {
  readonly #deps: ContentsTranslatorDependencies
  readonly #result: TranslatedContent = {
    changes: [],
    unfinished: [],
    problems: [],
    pages: 0,
  }

  constructor(deps: ContentsTranslatorDependencies) {
    this.#deps = deps
  }

  async translateContent(
    progress: (done: number, total: number) => Promise<void>,
  ): Promise<TranslatedContent> {
    const items = await this.#listItems()
    this.#result.pages = items.filter(({ kind }) => kind === 'page').length
    await progress(0, items.length)
    for (let start = 0; start < items.length; start += BATCH_SIZE) {
      await this.#translateItems(items.slice(start, start + BATCH_SIZE))
      await progress(Math.min(start + BATCH_SIZE, items.length), items.length)
    }
    return this.#result
  }

  async #listItems(): Promise<TranslatableItem[]> {
    const level: PageTree[] = [...(await this.#deps.view.getPageTree())]
    for (const page of level) for (const child of page.pages) level.push(child)
    const pages = level.map(({ id, fields, document }): TranslatableItem => ({
      kind: 'page',
      id,
      fields,
      document,
    }))
    const contents = (await this.#deps.view.listReusableContents()).map(
      ({ id, title, document }): TranslatableItem => ({
        kind: 'reusable-content',
        id,
        fields: { title },
        document,
      }),
    )
    return [...pages, ...contents]
  }

  async #translateItems(items: readonly TranslatableItem[]): Promise<void> {
    const work = await this.#loadItems(items)
    const segments = new Set<string>()
    for (const { item, page } of work) {
      for (const value of listTexts(item))
        for (const segment of extractTextSegments(value)) segments.add(segment)
      if (page) for (const segment of extractSegments(page.document)) segments.add(segment)
    }
    const translations = await this.#deps.segments.translateSegments(segments)
    for (const item of work) {
      await this.#addChange(item, translations)
      // Requests are served between two pages.
      await new Promise(setImmediate)
    }
  }

  async #loadItems(items: readonly TranslatableItem[]): Promise<ItemToTranslate[]> {
    const unchanged = await this.#findUnchanged(items)
    const changed = items.filter(({ id }) => !unchanged.has(id))
    const texts = await this.#deps.view.getDocuments(changed.flatMap(({ document }) => document ?? []))
    const loadedItems: ItemToTranslate[] = []
    for (const item of items) {
      const loadedItem: ItemToTranslate = { item, unchanged: unchanged.get(item.id), page: undefined }
      loadedItems.push(loadedItem)
      const markdown = item.document === null || loadedItem.unchanged ? undefined : texts.get(item.document)
      if (item.document === null || markdown === undefined) continue
      try {
        loadedItem.page = {
          markdown,
          document: await this.#deps.documentParser.parse(item.document, markdown),
        }
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        this.#reportProblem(item, { message: `The page cannot be read: ${error.message}` })
      }
    }
    return loadedItems
  }

  /** The translated documents of items whose document did not change since the last run, by item id. */
  async #findUnchanged(items: readonly TranslatableItem[]): Promise<Map<string, { document: Hash | null }>> {
    const unchanged = new Map<string, { document: Hash | null }>()
    if (!this.#deps.previous) return unchanged
    const { source, translated, unfinished } = this.#deps.previous
    const sourceDocuments = await findDocuments(source, items)
    const translatedDocuments = await findDocuments(translated, items)
    for (const { id, document } of items) {
      const translation = translatedDocuments.get(id)
      const isUnchanged = sourceDocuments.get(id)?.document === document && !unfinished.has(id)
      if (translation && isUnchanged) unchanged.set(id, translation)
    }
    return unchanged
  }

  /** Adds the change of one item, with the translations of its segments. */
  async #addChange(
    { item, unchanged, page }: ItemToTranslate,
    translations: ReadonlyMap<string, string>,
  ): Promise<void> {
    const untranslated = new Set<string>()
    const translationOf: TranslateSegment = (segment) => {
      const text = translations.get(segment)
      if (text === undefined) untranslated.add(segment)
      return text
    }
    const fields: Record<string, Json> = {}
    for (const [name, maxLength] of Object.entries(maxFieldLengths)) {
      const value = item.fields[name]
      if (typeof value !== 'string') continue
      const { result } = translateText(value, translationOf)
      fields[name] = result.length <= Math.max(maxLength, value.length) ? result : value
      if (fields[name] !== result)
        this.#reportProblem(item, { text: value, message: `The ${name} would be too long.` })
    }
    for (const name of ['target', 'cover']) {
      const value = item.fields[name]
      if (value !== undefined) fields[name] = this.#redirectReferences(value)
    }
    const document = unchanged
      ? unchanged.document && { hash: unchanged.document }
      : page && { markdown: await this.#translateMarkdown(item, page, translationOf) }
    for (const segment of untranslated) {
      this.#reportProblem(item, {
        text: segment,
        message: 'The translator returned no translation of this text, or lost some of its markup.',
      })
    }
    if (item.kind === 'page') {
      this.#result.changes.push({ type: 'update-page', id: item.id, fields, ...(document && { document }) })
      return
    }
    this.#result.changes.push({
      type: 'put-reusable-content',
      id: item.id,
      title: typeof fields.title === 'string' ? fields.title : '',
      ...(document && { document }),
    })
  }

  /** The translated page; the page as it is, if its translation would have another structure. */
  async #translateMarkdown(
    item: TranslatableItem,
    page: { markdown: string; document: Document },
    translationOf: TranslateSegment,
  ): Promise<string> {
    const { result } = translatePage(page, translationOf, (ref) => this.#redirectReferences(ref))
    if (result === page.markdown) return result
    try {
      const document = await this.#deps.documentParser.parse(hashObject(Buffer.from(result)), result)
      if (describeStructure(document) === describeStructure(page.document)) return result
    } catch (error) {
      if (!(error instanceof Invalid) && !(error instanceof MarkdownError)) throw error
    }
    this.#reportProblem(item, {
      message:
        'The translation has another structure than the page, so the page stays in the source language.',
    })
    return page.markdown
  }

  /** Makes references to the source space refer to the target space. */
  #redirectReferences<Value extends Json | ContentRef>(value: Value): Value {
    if (typeof value !== 'object' || value === null) return value
    // The casts are safe: an array becomes an array, and an object becomes one with the same keys.
    if (Array.isArray(value))
      return value.map((item: Json) => this.#redirectReferences(item)) as unknown as Value
    const entries = Object.entries(value as Record<string, Json>).map(([name, property]) => [
      name,
      name === 'space' && property === this.#deps.sourceSpaceId
        ? this.#deps.targetSpaceId
        : this.#redirectReferences(property),
    ])
    return Object.fromEntries(entries) as Value
  }

  #reportProblem(item: TranslatableItem, problem: Omit<TranslationProblem, 'page'>): void {
    if (this.#result.unfinished.at(-1) !== item.id) this.#result.unfinished.push(item.id)
    this.#result.problems.push({ ...(item.kind === 'page' && { page: item.id }), ...problem })
  }
}

function* listTexts(item: TranslatableItem): Iterable<string> {
  for (const name of Object.keys(maxFieldLengths)) {
    const value = item.fields[name]
    if (typeof value === 'string') yield value
  }
}

/** The documents of items in a revision, by item id. */
async function findDocuments(
  view: RevisionView,
  items: readonly TranslatableItem[],
): Promise<ReadonlyMap<string, { document: Hash | null }>> {
  const pages = await view.getPages(items.flatMap(({ kind, id }) => (kind === 'page' ? id : [])))
  if (!items.some(({ kind }) => kind === 'reusable-content')) return pages
  const contents = (await view.listReusableContents()).map((content) => [content.id, content] as const)
  return new Map<string, { document: Hash | null }>([...pages, ...contents])
}

/** The structure of a document without its words: its blocks, their nesting, and the kinds of its references. */
const describeStructure = (document: Document): string =>
  JSON.stringify([
    Array.from(walkBlocks(document), ({ block, parents }) => [parents.length, block.type]),
    listReferences(document).map(({ ref }) => ref.kind),
  ])
