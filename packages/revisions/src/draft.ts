import { ChildLists, type Parent } from './child-lists.ts'
import { compareKeys, type Hash, type Json } from './encoding.ts'
import { DuplicateSlug, UnknownPage } from './errors.ts'
import {
  decodePage,
  decodeReusableContent,
  encodePage,
  loadRoot,
  putRoot,
  shapes,
  slugKey,
  type PageRecord,
  type Root,
} from './model.ts'
import type { Workspace } from './objects.ts'
import { editMap } from './tree-write.ts'
import { find, type TreeRef } from './tree.ts'

/** The maps of a root whose entries stand alone. */
export type PlainMap = 'files' | 'reusableContents' | 'variables'

/**
 * A revision being changed in memory: what differs from the root it started from. No tree is written before
 * `commit`, so a batch of changes makes no object that a later change of the same batch throws away, and a
 * batch that fails leaves nothing behind.
 */
export class Draft {
  readonly workspace: Workspace
  readonly #root: Root
  #topList: TreeRef | null
  readonly #pages = new Map<string, PageRecord | null>()
  /** Who is under whom, in order; kept in step with the pages by the caller. */
  readonly lists: ChildLists
  /** Pages by the slug they claim, where a claim was made, given up or looked at. */
  readonly #claims = new Map<string, Set<string>>()
  readonly #maps: Record<PlainMap, Map<string, Json | undefined>> = {
    files: new Map(),
    reusableContents: new Map(),
    variables: new Map(),
  }
  /** Texts put by this draft, used in the end or not. */
  readonly #documents = new Set<Hash>()

  private constructor(workspace: Workspace, root: Root) {
    this.workspace = workspace
    this.#root = root
    this.#topList = root.children
    this.lists = new ChildLists(workspace, (parents) => this.#storedLists(parents))
  }

  static async open(workspace: Workspace, root: Hash): Promise<Draft> {
    return new Draft(workspace, await loadRoot(workspace, root))
  }

  async findPage(id: string): Promise<PageRecord | undefined> {
    return (await this.findPages([id])).get(id)
  }

  async page(id: string): Promise<PageRecord> {
    const page = await this.findPage(id)
    if (page === undefined) throw new UnknownPage(id)
    return page
  }

  async findPages(ids: readonly string[]): Promise<Map<string, PageRecord>> {
    const stored = await find(
      this.workspace,
      this.#root.pages,
      ids.filter((id) => !this.#pages.has(id)),
    )
    const pages = new Map<string, PageRecord>()
    for (const id of ids) {
      const value = stored.get(id)
      const page = value === undefined ? this.#pages.get(id) : decodePage(value)
      if (page !== undefined && page !== null) pages.set(id, page)
    }
    return pages
  }

  /** Sets a page's record as it is: its slug and its place in a list are the caller's to change. */
  setPage(id: string, page: PageRecord | null): void {
    this.#pages.set(id, page)
  }

  /** Takes a list of top-level pages that is stored already. */
  setTopList(list: TreeRef | null): void {
    this.#topList = list
  }

  /** Looks up several slugs, given by their keys, in one go. */
  async loadClaims(keys: Iterable<string>): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.#claims.has(key))
    const stored = await find(this.workspace, this.#root.slugs, missing)
    for (const key of missing) {
      const id = stored.get(key)
      this.#claims.set(key, new Set(typeof id === 'string' ? [id] : []))
    }
  }

  /** The pages that claim a slug under a parent. */
  async claims(parent: string | null, slug: string): Promise<ReadonlySet<string>> {
    const key = slugKey(parent, slug)
    await this.loadClaims([key])
    return this.#claims.get(key) ?? new Set()
  }

  async claim(parent: string | null, slug: string | undefined, id: string): Promise<void> {
    if (slug === undefined) return
    await this.claims(parent, slug)
    this.#claims.get(slugKey(parent, slug))?.add(id)
  }

  async release(parent: string | null, slug: string | undefined, id: string): Promise<void> {
    if (slug === undefined) return
    await this.claims(parent, slug)
    this.#claims.get(slugKey(parent, slug))?.delete(id)
  }

  async value(map: PlainMap, key: string): Promise<Json | undefined> {
    if (this.#maps[map].has(key)) return this.#maps[map].get(key)
    return (await find(this.workspace, this.#root[map], [key])).get(key)
  }

  setValue(map: PlainMap, key: string, value: Json | undefined): void {
    this.#maps[map].set(key, value)
  }

  putDocument(markdown: string): Hash {
    const hash = this.workspace.putDocument(markdown)
    this.#documents.add(hash)
    return hash
  }

  /** Encodes what changed; throws `DuplicateSlug` when two pages are left with one slug. */
  async commit(): Promise<Hash> {
    let children = this.#topList
    for (const parent of this.lists.changed()) {
      const page = parent === null ? null : await this.findPage(parent)
      if (page === undefined) continue
      const list = await this.lists.write(parent)
      if (parent === null || page === null) children = list
      else this.#pages.set(parent, { ...page, children: list })
    }
    this.#dropUnusedDocuments()
    return putRoot(this.workspace, {
      children,
      pages: await this.#write('pages', this.#pageEdits()),
      slugs: await this.#write('slugs', this.#slugEdits()),
      files: await this.#write('files', this.#maps.files),
      reusableContents: await this.#write('reusableContents', this.#maps.reusableContents),
      variables: await this.#write('variables', this.#maps.variables),
    })
  }

  async #storedLists(parents: readonly Parent[]): Promise<(TreeRef | null)[]> {
    const pages = await this.findPages(parents.filter((parent) => parent !== null))
    return parents.map((parent) => (parent === null ? this.#topList : (pages.get(parent)?.children ?? null)))
  }

  #write(map: 'pages' | 'slugs' | PlainMap, edits: ReadonlyMap<string, Json | undefined>) {
    return editMap(this.workspace, shapes[map], this.#root[map], edits)
  }

  #dropUnusedDocuments(): void {
    for (const page of this.#pages.values()) if (page?.document) this.#documents.delete(page.document)
    for (const content of this.#maps.reusableContents.values()) {
      const document = content === undefined ? null : decodeReusableContent(content).document
      if (document !== null) this.#documents.delete(document)
    }
    for (const hash of this.#documents) this.workspace.forget(hash)
  }

  #pageEdits(): Map<string, Json | undefined> {
    return new Map([...this.#pages].map(([id, page]) => [id, page === null ? undefined : encodePage(page)]))
  }

  #slugEdits(): Map<string, Json | undefined> {
    const edits = new Map<string, Json | undefined>()
    for (const [key, claims] of this.#claims) {
      const [first, second] = [...claims].sort(compareKeys)
      if (first !== undefined && second !== undefined) {
        throw new DuplicateSlug(key.slice(key.lastIndexOf('/') + 1), [first, second])
      }
      edits.set(key, first)
    }
    return edits
  }
}
