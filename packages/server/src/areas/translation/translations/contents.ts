import {
  type ContentRef,
  type Document,
  MarkdownError,
  references,
  segmentsOf,
  segmentsOfText,
  translatePage,
  translateText,
  type TranslationOf,
  walkBlocks,
} from '@verso/markdown'
import { type Change, type Hash, hashOf, type Json, type PageTree, type RevisionView } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import type { DocumentParser } from '../../content/index.ts'
import type { Problem } from './schema.ts'
import type { SegmentTranslator } from './segments.ts'

/** What was translated before, and came out as it would now: texts of it that did not change need no look. */
export interface Before {
  source: RevisionView
  translated: RevisionView
  /** What is to be looked at in any case. */
  unfinished: ReadonlySet<string>
}

export interface TranslatedContents {
  changes: Change[]
  /** Ids of pages and reusable contents in which something stayed as it was. */
  unfinished: string[]
  problems: Problem[]
  pages: number
}

/** The fields of a page that readers read, and how long they may be. */
const readFields = { title: 256, linkTitle: 256, description: 1000 }

/** How many pages are worked on together: few enough to be in memory, enough to fill the batches of an engine. */
const pagesAtOnce = 50

/** Something with a text: a page, or a reusable content. */
interface Item {
  kind: 'page' | 'reusable-content'
  id: string
  fields: { readonly [name: string]: Json | undefined }
  document: Hash | null
}

interface Work {
  item: Item
  /** What its text was translated to the last time, where it is what it was then. */
  known: { document: Hash | null } | undefined
  page: { markdown: string; document: Document } | undefined
}

interface ContentsTranslatorDependencies {
  view: RevisionView
  before: Before | undefined
  documentParser: DocumentParser
  segments: SegmentTranslator
  /** The ids of the two spaces: what refers to the one refers to the other then. */
  from: string
  to: string
}

/** Makes the changes that turn the content of a space into that of its translation: the ids and the order stay. */
export class ContentsTranslator {
  readonly #deps: ContentsTranslatorDependencies
  readonly #result: TranslatedContents = {
    changes: [],
    unfinished: [],
    problems: [],
    pages: 0,
  }

  constructor(deps: ContentsTranslatorDependencies) {
    this.#deps = deps
  }

  async translate(progress: (done: number, total: number) => Promise<void>): Promise<TranslatedContents> {
    const items = await this.#items()
    this.#result.pages = items.filter(({ kind }) => kind === 'page').length
    await progress(0, items.length)
    for (let start = 0; start < items.length; start += pagesAtOnce) {
      await this.#translateItems(items.slice(start, start + pagesAtOnce))
      await progress(Math.min(start + pagesAtOnce, items.length), items.length)
    }
    return this.#result
  }

  async #items(): Promise<Item[]> {
    const level: PageTree[] = [...(await this.#deps.view.tree())]
    for (const page of level) for (const below of page.pages) level.push(below)
    const pages = level.map(({ id, fields, document }): Item => ({ kind: 'page', id, fields, document }))
    const contents = (await this.#deps.view.reusableContents()).map(({ id, title, document }): Item => ({
      kind: 'reusable-content',
      id,
      fields: { title },
      document,
    }))
    return [...pages, ...contents]
  }

  async #translateItems(items: readonly Item[]): Promise<void> {
    const works = await this.#read(items)
    const wanted = new Set<string>()
    for (const { item, page } of works) {
      for (const value of texts(item)) for (const segment of segmentsOfText(value)) wanted.add(segment)
      if (page) for (const segment of segmentsOf(page.document)) wanted.add(segment)
    }
    const known = await this.#deps.segments.translate(wanted)
    for (const work of works) {
      await this.#put(work, known)
      // One page after the other is a long time for everyone else.
      await new Promise(setImmediate)
    }
  }

  async #read(items: readonly Item[]): Promise<Work[]> {
    const known = await this.#known(items)
    const missing = items.filter(({ id }) => !known.has(id))
    const texts = await this.#deps.view.documents(missing.flatMap(({ document }) => document ?? []))
    const works: Work[] = []
    for (const item of items) {
      const work: Work = { item, known: known.get(item.id), page: undefined }
      works.push(work)
      const markdown = item.document === null || work.known ? undefined : texts.get(item.document)
      if (item.document === null || markdown === undefined) continue
      try {
        work.page = { markdown, document: await this.#deps.documentParser.parse(item.document, markdown) }
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        this.#keep(item, { message: `The page cannot be read: ${error.message}` })
      }
    }
    return works
  }

  /** The items whose text is what it was, by their ids. */
  async #known(items: readonly Item[]): Promise<Map<string, { document: Hash | null }>> {
    const found = new Map<string, { document: Hash | null }>()
    if (!this.#deps.before) return found
    const { source, translated, unfinished } = this.#deps.before
    const [was, became] = [await textsOf(source, items), await textsOf(translated, items)]
    for (const { id, document } of items) {
      const now = became.get(id)
      if (now && was.get(id)?.document === document && !unfinished.has(id)) found.set(id, now)
    }
    return found
  }

  /** The change of one item, with what is known of its segments. */
  async #put({ item, known, page }: Work, texts: ReadonlyMap<string, string>): Promise<void> {
    const missing = new Set<string>()
    const translationOf: TranslationOf = (segment) => {
      const text = texts.get(segment)
      if (text === undefined) missing.add(segment)
      return text
    }
    const fields: Record<string, Json> = {}
    for (const [name, longest] of Object.entries(readFields)) {
      const value = item.fields[name]
      if (typeof value !== 'string') continue
      const { result } = translateText(value, translationOf)
      fields[name] = result.length <= Math.max(longest, value.length) ? result : value
      if (fields[name] !== result)
        this.#keep(item, { text: value, message: `The ${name} would be too long.` })
    }
    for (const name of ['target', 'cover']) {
      const value = item.fields[name]
      if (value !== undefined) fields[name] = this.#elsewhere(value)
    }
    const document = known
      ? known.document && { hash: known.document }
      : page && { markdown: await this.#written(item, page, translationOf) }
    for (const segment of missing) {
      this.#keep(item, {
        text: segment,
        message: 'The translator gave no translation of this text, or lost markup of it.',
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

  /** The page in the other language; as it is, when it would not be the same page any more. */
  async #written(
    item: Item,
    page: { markdown: string; document: Document },
    translationOf: TranslationOf,
  ): Promise<string> {
    const { result } = translatePage(page, translationOf, (ref) => this.#elsewhere(ref))
    if (result === page.markdown) return result
    try {
      const read = await this.#deps.documentParser.parse(hashOf(Buffer.from(result)), result)
      if (shapeOf(read) === shapeOf(page.document)) return result
    } catch (error) {
      if (!(error instanceof Invalid) && !(error instanceof MarkdownError)) throw error
    }
    this.#keep(item, { message: 'The page would have lost its structure, and stays in the source language.' })
    return page.markdown
  }

  /** What refers to something in the source refers to the same in the translation. */
  #elsewhere<Value extends Json | ContentRef>(value: Value): Value {
    if (typeof value !== 'object' || value === null) return value
    // Arrays and objects by arrays and objects with the same keys.
    if (Array.isArray(value)) return value.map((each: Json) => this.#elsewhere(each)) as unknown as Value
    const entries = Object.entries(value as Record<string, Json>).map(([name, each]) => [
      name,
      name === 'space' && each === this.#deps.from ? this.#deps.to : this.#elsewhere(each),
    ])
    return Object.fromEntries(entries) as Value
  }

  #keep(item: Item, problem: Omit<Problem, 'page'>): void {
    if (this.#result.unfinished.at(-1) !== item.id) this.#result.unfinished.push(item.id)
    this.#result.problems.push({ ...(item.kind === 'page' && { page: item.id }), ...problem })
  }
}

function* texts(item: Item): Iterable<string> {
  for (const name of Object.keys(readFields)) {
    const value = item.fields[name]
    if (typeof value === 'string') yield value
  }
}

/** What some items have for a text in a revision, by their ids. */
async function textsOf(
  view: RevisionView,
  items: readonly Item[],
): Promise<ReadonlyMap<string, { document: Hash | null }>> {
  const pages = await view.pages(items.flatMap(({ kind, id }) => (kind === 'page' ? id : [])))
  if (!items.some(({ kind }) => kind === 'reusable-content')) return pages
  const contents = (await view.reusableContents()).map((content) => [content.id, content] as const)
  return new Map<string, { document: Hash | null }>([...pages, ...contents])
}

/** All but the words of a document: its blocks, how they are nested, and how much they refer to. */
const shapeOf = (document: Document): string =>
  JSON.stringify([
    Array.from(walkBlocks(document), ({ block, parents }) => [parents.length, block.type]),
    references(document).map(({ ref }) => ref.kind),
  ])
