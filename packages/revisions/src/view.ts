import type { Hash, Json } from './encoding.ts'
import { CorruptObject, UnknownPage } from './errors.ts'
import {
  decodeFile,
  decodePage,
  decodeReusableContent,
  decodeVariable,
  loadRoot,
  pageOf,
  slugKey,
  type FileRecord,
  type Page,
  type PageRecord,
  type ReusableContentRecord,
  type Root,
} from './model.ts'
import { Workspace } from './objects.ts'
import type { ObjectReader } from './objects.ts'
import { find, range, rangeBefore, scan } from './tree.ts'
import type { TreeRef } from './tree.ts'

export interface PageWithPath extends Page {
  /** Slugs from the top, joined by slashes; a page without a slug has no path. */
  readonly path: string | undefined
  /** From the top down to the parent. */
  readonly ancestors: readonly Page[]
}

export interface PageTree extends Page {
  readonly path: string | undefined
  readonly pages: readonly PageTree[]
}

export interface File extends FileRecord {
  readonly id: string
}

export interface ReusableContent extends ReusableContentRecord {
  readonly id: string
}

export interface List<T> {
  readonly items: readonly T[]
  /** Give it as `after` to read on; absent at the end. */
  readonly next?: string
}

/**
 * Reads one revision. It keeps the nodes it has read, and since content never changes it may live as long as
 * there is memory for it.
 */
export class RevisionView {
  readonly root: Hash
  readonly #reader: ObjectReader
  readonly #workspace: Workspace

  constructor(reader: ObjectReader, root: Hash) {
    this.#reader = reader
    this.#workspace = new Workspace(reader)
    this.root = root
  }

  /** The number of pages and files, at the cost of reading the root. */
  async counts(): Promise<{ pages: number; files: number; reusableContents: number; variables: number }> {
    const root = await this.#load()
    return {
      pages: root.pages?.count ?? 0,
      files: root.files?.count ?? 0,
      reusableContents: root.reusableContents?.count ?? 0,
      variables: root.variables?.count ?? 0,
    }
  }

  /** All pages. The round trips depend on the height of the trees, not on how deep pages are nested. */
  async tree(): Promise<readonly PageTree[]> {
    const root = await this.#load()
    const [entries = []] = await scan(this.#workspace, [root.pages])
    const pages = new Map(entries.map(({ key, value }) => [key, decodePage(value)]))
    return this.#assemble(pages, new Map([[null, root.children]]), null, '')
  }

  /** A page with everything below it. */
  async subtree(id: string): Promise<PageTree> {
    const root = await this.#load()
    const page = await this.page(id)
    const pages = new Map<string, PageRecord>()
    let level = [id]
    while (level.length > 0) {
      const found = await this.#records(root, level)
      for (const [key, record] of found) pages.set(key, record)
      const lists = await scan(
        this.#workspace,
        [...found.values()].map((record) => record.children),
      )
      level = lists.flatMap((list) => list.map(({ key }) => key))
    }
    const prefix = page.path === undefined ? undefined : `${page.path}/`
    const children = await this.#assemble(pages, new Map(), id, prefix)
    return { ...plain(page), path: page.path, pages: children }
  }

  async page(id: string): Promise<PageWithPath> {
    const root = await this.#load()
    const way: Page[] = []
    for (let next: string | null = id; next !== null;) {
      const record: PageRecord | undefined = (await this.#records(root, [next])).get(next)
      if (record === undefined && next === id) throw new UnknownPage(id)
      if (record === undefined) throw new CorruptObject(this.root, `page ${next} has children but no record`)
      way.push(pageOf(next, record))
      next = record.parent
    }
    return withPath(way.toReversed())
  }

  /** Some pages by id, without their paths; ids that are not there are left out. */
  async pages(ids: Iterable<string>): Promise<Map<string, Page>> {
    const records = await this.#records(await this.#load(), ids)
    return new Map([...records].map(([id, record]) => [id, pageOf(id, record)]))
  }

  /** The children of a page, or the top-level pages, in order. */
  async children(parent: string | null): Promise<readonly Page[]> {
    const root = await this.#load()
    const list = parent === null ? root.children : (await this.#records(root, [parent])).get(parent)?.children
    if (list === undefined) throw new UnknownPage(parent ?? '')
    const [entries = []] = await scan(this.#workspace, [list])
    const records = await this.pages(entries.map(({ key }) => key))
    return entries.flatMap(({ key }) => records.get(key) ?? [])
  }

  async pageByPath(path: string): Promise<PageWithPath | undefined> {
    const root = await this.#load()
    const ids: string[] = []
    for (const slug of path.split('/')) {
      const key = slugKey(ids.at(-1) ?? null, slug)
      const found = (await find(this.#workspace, root.slugs, [key])).get(key)
      if (typeof found !== 'string') return undefined
      ids.push(found)
    }
    const pages = await this.pages(ids)
    return withPath(ids.flatMap((id) => pages.get(id) ?? []))
  }

  /** Files in order of their ids. */
  async files(options: { after?: string; limit: number }): Promise<List<File>> {
    const root = await this.#load()
    const entries = await range(this.#workspace, root.files, options.after, options.limit + 1)
    const items = entries.slice(0, options.limit).map(({ key, value }) => fileOf(key, value))
    const last = items.at(-1)
    return entries.length > options.limit && last !== undefined ? { items, next: last.id } : { items }
  }

  /** Those that come last before an id, in order of their ids. */
  async filesBefore(id: string, limit: number): Promise<readonly File[]> {
    const root = await this.#load()
    const entries = await rangeBefore(this.#workspace, root.files, id, limit)
    return entries.map(({ key, value }) => fileOf(key, value))
  }

  async file(id: string): Promise<File | undefined> {
    const root = await this.#load()
    const value = (await find(this.#workspace, root.files, [id])).get(id)
    return value === undefined ? undefined : fileOf(id, value)
  }

  async reusableContents(): Promise<readonly ReusableContent[]> {
    const [entries = []] = await scan(this.#workspace, [(await this.#load()).reusableContents])
    return entries.map(({ key, value }) => reusableContentOf(key, value))
  }

  async reusableContent(id: string): Promise<ReusableContent | undefined> {
    const root = await this.#load()
    const value = (await find(this.#workspace, root.reusableContents, [id])).get(id)
    return value === undefined ? undefined : reusableContentOf(id, value)
  }

  async variables(): Promise<ReadonlyMap<string, string>> {
    const [entries = []] = await scan(this.#workspace, [(await this.#load()).variables])
    return new Map(entries.map(({ key, value }) => [key, decodeVariable(value)]))
  }

  /** The Markdown of some documents, by hash. Not kept: texts are what is large in a revision. */
  documents(hashes: Iterable<Hash>): Promise<ReadonlyMap<Hash, string>> {
    return new Workspace(this.#reader).documents(hashes)
  }

  #load(): Promise<Root> {
    return loadRoot(this.#workspace, this.root)
  }

  async #records(root: Root, ids: Iterable<string>): Promise<Map<string, PageRecord>> {
    const found = await find(this.#workspace, root.pages, ids)
    return new Map([...found].map(([id, value]) => [id, decodePage(value)]))
  }

  async #assemble(
    pages: ReadonlyMap<string, PageRecord>,
    lists: Map<string | null, TreeRef | null>,
    top: string | null,
    prefix: string | undefined,
  ): Promise<PageTree[]> {
    for (const [id, page] of pages) if (page.children !== null) lists.set(id, page.children)
    const scanned = await scan(this.#workspace, [...lists.values()])
    const children = new Map([...lists.keys()].map((parent, index) => [parent, scanned[index] ?? []]))
    // Without recursion: nobody keeps people from nesting pages ten thousand deep.
    const result: PageTree[] = []
    const queue: { parent: string | null; prefix: string | undefined; into: PageTree[] }[] = [
      { parent: top, prefix, into: result },
    ]
    for (const { parent, prefix, into } of queue) {
      for (const { key: id } of children.get(parent) ?? []) {
        const record = pages.get(id)
        if (record === undefined) throw new CorruptObject(this.root, `page ${id} has no record`)
        const { slug } = record.fields
        const path = prefix === undefined || slug === undefined ? undefined : `${prefix}${slug}`
        const below: PageTree[] = []
        into.push({ ...pageOf(id, record), path, pages: below })
        if (record.children !== null) {
          queue.push({ parent: id, prefix: path === undefined ? undefined : `${path}/`, into: below })
        }
      }
    }
    return result
  }
}

function fileOf(id: string, value: Json): File {
  return { ...decodeFile(value), id }
}

function reusableContentOf(id: string, value: Json): ReusableContent {
  return { ...decodeReusableContent(value), id }
}

function plain({ id, parent, fields, document, childCount }: Page): Page {
  return { id, parent, fields, document, childCount }
}

/** The last page of a way from the top. */
function withPath(way: readonly Page[]): PageWithPath {
  const page = way.at(-1)
  if (page === undefined) throw new TypeError('A way has a page at its end')
  const slugs = way.map(({ fields }) => fields.slug)
  return {
    ...page,
    path: slugs.includes(undefined) ? undefined : slugs.join('/'),
    ancestors: way.slice(0, -1),
  }
}
