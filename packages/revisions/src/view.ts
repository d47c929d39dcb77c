import { compareKeys, type Hash, type Json } from './encoding.ts'
import { CorruptObject, UnknownPage } from './errors.ts'
import {
  decodeFile,
  decodePage,
  decodeReusableContent,
  decodeVariable,
  loadRoot,
  createPage,
  createSlugKey,
  type FileRecord,
  type Page,
  type PageRecord,
  type ReusableContentRecord,
  type Root,
} from './model.ts'
import { Workspace } from './workspace.ts'
import type { ObjectReader } from './workspace.ts'
import { findFirstEntry, findValues, listEntriesAfter, listEntriesBefore, scanTrees } from './tree.ts'
import type { TreeRef } from './tree.ts'

export interface PageWithPath extends Page {
  /** The slugs of the ancestors and the page, joined by slashes. A page without a slug has no path. */
  readonly path: string | undefined
  /** The ancestors from the top level down to the parent. */
  readonly ancestors: readonly Page[]
}

export interface PageTree extends Page {
  readonly path: string | undefined
  readonly pages: readonly PageTree[]
}

export interface FileEntry extends FileRecord {
  readonly id: string
}

export interface ReusableContent extends ReusableContentRecord {
  readonly id: string
}

export interface ListPage<T> {
  readonly items: readonly T[]
  /** Pass it as `after` to read the next page of the list. It is absent at the end. */
  readonly next?: string
}

/** Reads one revision. It caches the nodes it has read, which never become stale because content never changes. */
export class RevisionView {
  readonly root: Hash
  readonly #reader: ObjectReader
  readonly #workspace: Workspace
  /** Reading a page with its path and its children, and a link to it, asks for the same records again. */
  readonly #pageRecords = new Map<string, PageRecord>()

  constructor(reader: ObjectReader, root: Hash) {
    this.#reader = reader
    this.#workspace = new Workspace(reader)
    this.root = root
  }

  /** The number of pages, files, reusable contents and variables. It reads only the root. */
  async getCounts(): Promise<{ pages: number; files: number; reusableContents: number; variables: number }> {
    const root = await this.#loadRoot()
    return {
      pages: root.pages?.count ?? 0,
      files: root.files?.count ?? 0,
      reusableContents: root.reusableContents?.count ?? 0,
      variables: root.variables?.count ?? 0,
    }
  }

  /**
   * Reads all pages. The number of round trips depends on the height of the trees, not on the nesting of pages.
   */
  async getPageTree(): Promise<readonly PageTree[]> {
    const root = await this.#loadRoot()
    const [entries = []] = await scanTrees(this.#workspace, [root.pages])
    const pages = new Map(entries.map(({ key, value }) => [key, decodePage(value)]))
    return this.#assembleTree(pages, new Map([[null, root.children]]), null, '')
  }

  /** Reads a page with its descendants. */
  async getSubtree(id: string): Promise<PageTree> {
    const root = await this.#loadRoot()
    const page = await this.getPage(id)
    const pages = new Map<string, PageRecord>()
    let level = [id]
    while (level.length > 0) {
      const levelRecords = await this.#loadPageRecords(root, level)
      for (const [key, record] of levelRecords) pages.set(key, record)
      const childLists = await scanTrees(
        this.#workspace,
        [...levelRecords.values()].map((record) => record.children),
      )
      level = childLists.flatMap((list) => list.map(({ key }) => key))
    }
    const prefix = page.path === undefined ? undefined : `${page.path}/`
    const children = await this.#assembleTree(pages, new Map(), id, prefix)
    return { ...omitPath(page), path: page.path, pages: children }
  }

  async getPage(id: string): Promise<PageWithPath> {
    const root = await this.#loadRoot()
    const pagePath: Page[] = []
    for (let nextId: string | null = id; nextId !== null;) {
      const record: PageRecord | undefined = (await this.#loadPageRecords(root, [nextId])).get(nextId)
      if (record === undefined && nextId === id) throw new UnknownPage(id)
      if (record === undefined)
        throw new CorruptObject(this.root, `page ${nextId} has children but no record`)
      pagePath.push(createPage(nextId, record))
      nextId = record.parent
    }
    return addPath(pagePath.toReversed())
  }

  /** Reads some pages by id, without their paths. The result omits ids that do not exist. */
  async getPages(ids: Iterable<string>): Promise<Map<string, Page>> {
    const records = await this.#loadPageRecords(await this.#loadRoot(), ids)
    return new Map([...records].map(([id, record]) => [id, createPage(id, record)]))
  }

  /** Reads the first top-level page, without reading the pages after it. */
  async getFirstPage(): Promise<Page | undefined> {
    const root = await this.#loadRoot()
    const entry = await findFirstEntry(this.#workspace, root.children)
    return entry && (await this.getPages([entry.key])).get(entry.key)
  }

  /** Finds the page with a slug under another page, or at the top level. */
  async findChildId(parent: string | null, slug: string): Promise<string | undefined> {
    const key = createSlugKey(parent, slug)
    const id = (await findValues(this.#workspace, (await this.#loadRoot()).slugs, [key])).get(key)
    return typeof id === 'string' ? id : undefined
  }

  async findPageByPath(path: string): Promise<PageWithPath | undefined> {
    const ids: string[] = []
    for (const slug of path.split('/')) {
      const pageId = await this.findChildId(ids.at(-1) ?? null, slug)
      if (pageId === undefined) return undefined
      ids.push(pageId)
    }
    const pages = await this.getPages(ids)
    return addPath(ids.flatMap((id) => pages.get(id) ?? []))
  }

  /**
   * Finds the ids of the pages at several paths, with the round trips of the deepest path. The result omits paths without
   * a page.
   */
  async findPageIdsByPaths(paths: Iterable<string>): Promise<Map<string, string>> {
    const root = await this.#loadRoot()
    const foundIds = new Map<string, string>()
    let level = [...new Set(paths)].map((path) => ({
      path,
      slugs: path.split('/'),
      parent: null as string | null,
    }))
    while (level.length > 0) {
      const keys = level.map(({ parent, slugs: [slug = ''] }) => createSlugKey(parent, slug))
      const values = await findValues(this.#workspace, root.slugs, keys)
      const nextLevel: typeof level = []
      for (const [index, { path, slugs }] of level.entries()) {
        const pageId = values.get(keys[index] ?? '')
        if (typeof pageId !== 'string') continue
        if (slugs.length === 1) foundIds.set(path, pageId)
        else nextLevel.push({ path, slugs: slugs.slice(1), parent: pageId })
      }
      level = nextLevel
    }
    return foundIds
  }

  /** Reads files in order of their ids. */
  async listFiles(options: { after?: string; limit: number }): Promise<ListPage<FileEntry>> {
    const root = await this.#loadRoot()
    const entries = await listEntriesAfter(this.#workspace, root.files, options.after, options.limit + 1)
    const items = entries.slice(0, options.limit).map(({ key, value }) => createFile(key, value))
    const last = items.at(-1)
    return entries.length > options.limit && last !== undefined ? { items, next: last.id } : { items }
  }

  /** Reads the last files before an id, in order of their ids. */
  async listFilesBefore(id: string, limit: number): Promise<readonly FileEntry[]> {
    const root = await this.#loadRoot()
    const entries = await listEntriesBefore(this.#workspace, root.files, id, limit)
    return entries.map(({ key, value }) => createFile(key, value))
  }

  async findFile(id: string): Promise<FileEntry | undefined> {
    const root = await this.#loadRoot()
    const value = (await findValues(this.#workspace, root.files, [id])).get(id)
    return value === undefined ? undefined : createFile(id, value)
  }

  async listReusableContents(): Promise<readonly ReusableContent[]> {
    const [entries = []] = await scanTrees(this.#workspace, [(await this.#loadRoot()).reusableContents])
    return entries.map(({ key, value }) => createReusableContent(key, value))
  }

  async findReusableContent(id: string): Promise<ReusableContent | undefined> {
    const root = await this.#loadRoot()
    const value = (await findValues(this.#workspace, root.reusableContents, [id])).get(id)
    return value === undefined ? undefined : createReusableContent(id, value)
  }

  async getVariables(): Promise<ReadonlyMap<string, string>> {
    const [entries = []] = await scanTrees(this.#workspace, [(await this.#loadRoot()).variables])
    return new Map(entries.map(({ key, value }) => [key, decodeVariable(value)]))
  }

  /**
   * Reads the Markdown of some documents, by hash. It does not cache them, because they are the bulk of a
   * revision.
   */
  getDocuments(hashes: Iterable<Hash>): Promise<ReadonlyMap<Hash, string>> {
    return new Workspace(this.#reader).readDocuments(hashes)
  }

  #loadRoot(): Promise<Root> {
    return loadRoot(this.#workspace, this.root)
  }

  async #loadPageRecords(root: Root, ids: Iterable<string>): Promise<Map<string, PageRecord>> {
    const uniqueIds = new Set(ids)
    const missingIds = uniqueIds.difference(this.#pageRecords)
    if (missingIds.size > 0) {
      const storedRecords = await findValues(this.#workspace, root.pages, missingIds)
      for (const [id, value] of storedRecords) this.#pageRecords.set(id, decodePage(value))
    }
    const records = new Map<string, PageRecord>()
    for (const id of [...uniqueIds].sort(compareKeys)) {
      const record = this.#pageRecords.get(id)
      if (record !== undefined) records.set(id, record)
    }
    return records
  }

  async #assembleTree(
    pages: ReadonlyMap<string, PageRecord>,
    lists: Map<string | null, TreeRef | null>,
    topParent: string | null,
    prefix: string | undefined,
  ): Promise<PageTree[]> {
    for (const [id, page] of pages) if (page.children !== null) lists.set(id, page.children)
    const childEntries = await scanTrees(this.#workspace, [...lists.values()])
    const children = new Map([...lists.keys()].map((parent, index) => [parent, childEntries[index] ?? []]))
    // A queue instead of recursion, because pages may be nested ten thousand deep.
    const result: PageTree[] = []
    const queue: { parent: string | null; prefix: string | undefined; target: PageTree[] }[] = [
      { parent: topParent, prefix, target: result },
    ]
    for (const { parent, prefix, target } of queue) {
      for (const { key: id } of children.get(parent) ?? []) {
        const record = pages.get(id)
        if (record === undefined) throw new CorruptObject(this.root, `page ${id} has no record`)
        const { slug } = record.fields
        const path = prefix === undefined || slug === undefined ? undefined : `${prefix}${slug}`
        const childPages: PageTree[] = []
        target.push({ ...createPage(id, record), path, pages: childPages })
        if (record.children !== null) {
          queue.push({ parent: id, prefix: path === undefined ? undefined : `${path}/`, target: childPages })
        }
      }
    }
    return result
  }
}

function createFile(id: string, value: Json): FileEntry {
  return { ...decodeFile(value), id }
}

function createReusableContent(id: string, value: Json): ReusableContent {
  return { ...decodeReusableContent(value), id }
}

function omitPath({ id, parent, fields, document, childCount }: Page): Page {
  return { id, parent, fields, document, childCount }
}

/** Adds the path to the last of these pages, which lead to it from the top level. */
function addPath(pagePath: readonly Page[]): PageWithPath {
  const page = pagePath.at(-1)
  if (page === undefined) throw new TypeError('A path has at least one page')
  const slugs = pagePath.map(({ fields }) => fields.slug)
  return {
    ...page,
    path: slugs.includes(undefined) ? undefined : slugs.join('/'),
    ancestors: pagePath.slice(0, -1),
  }
}
