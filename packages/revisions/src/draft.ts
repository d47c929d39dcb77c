import { ChildLists, type Parent } from './child-lists.ts'
import { compareKeys, type Hash, type Json } from './encoding.ts'
import { DuplicateSlug, UnknownPage } from './errors.ts'
import {
  decodePage,
  decodeReusableContent,
  encodePage,
  loadRoot,
  putRoot,
  treeShapes,
  createSlugKey,
  type PageRecord,
  type Root,
} from './model.ts'
import type { Workspace } from './workspace.ts'
import { editMap } from './tree-write.ts'
import { findValues, type TreeRef } from './tree.ts'

/** The maps of a root whose entries do not refer to each other. */
export type RecordMapName = 'files' | 'reusableContents' | 'variables'

/**
 * A revision that is being changed in memory: a root and the differences from it. No tree is written before
 * `commit`, so a batch of changes makes no object that a later change of the batch would discard, and a batch that
 * fails leaves nothing behind.
 */
export class Draft {
  readonly workspace: Workspace
  readonly #root: Root
  #topLevelList: TreeRef | null
  readonly #pages = new Map<string, PageRecord | null>()
  /** The ordered children of each page. The caller keeps them consistent with the `parent` of the pages. */
  readonly childLists: ChildLists
  /**
   * The pages that claim a slug, by slug key, for the slugs that this draft has claimed, released or looked up.
   */
  readonly #slugClaims = new Map<string, Set<string>>()
  readonly #recordEdits: Record<RecordMapName, Map<string, Json | undefined>> = {
    files: new Map(),
    reusableContents: new Map(),
    variables: new Map(),
  }
  /** Documents that this draft stored, whether or not a page still refers to them. */
  readonly #newDocuments = new Set<Hash>()

  private constructor(workspace: Workspace, root: Root) {
    this.workspace = workspace
    this.#root = root
    this.#topLevelList = root.children
    this.childLists = new ChildLists(workspace, (parents) => this.#loadStoredLists(parents))
  }

  static async open(workspace: Workspace, root: Hash): Promise<Draft> {
    return new Draft(workspace, await loadRoot(workspace, root))
  }

  async findPage(id: string): Promise<PageRecord | undefined> {
    return (await this.findPages([id])).get(id)
  }

  async getPage(id: string): Promise<PageRecord> {
    const page = await this.findPage(id)
    if (page === undefined) throw new UnknownPage(id)
    return page
  }

  async findPages(ids: readonly string[]): Promise<Map<string, PageRecord>> {
    const storedRecords = await findValues(
      this.workspace,
      this.#root.pages,
      ids.filter((id) => !this.#pages.has(id)),
    )
    const pages = new Map<string, PageRecord>()
    for (const id of ids) {
      const value = storedRecords.get(id)
      const page = value === undefined ? this.#pages.get(id) : decodePage(value)
      if (page !== undefined && page !== null) pages.set(id, page)
    }
    return pages
  }

  /** Replaces the record of a page. The caller has to change the slug claims and the child lists to match. */
  setPage(id: string, page: PageRecord | null): void {
    this.#pages.set(id, page)
  }

  /** Replaces the list of top-level pages with one that is already stored. */
  setTopLevelList(list: TreeRef | null): void {
    this.#topLevelList = list
  }

  /** Looks up several slugs, given by their keys, at once. */
  async loadSlugClaims(keys: Iterable<string>): Promise<void> {
    const missingKeys = [...new Set(keys)].filter((key) => !this.#slugClaims.has(key))
    const storedIds = await findValues(this.workspace, this.#root.slugs, missingKeys)
    for (const key of missingKeys) {
      const id = storedIds.get(key)
      this.#slugClaims.set(key, new Set(typeof id === 'string' ? [id] : []))
    }
  }

  /** The pages that claim a slug under a parent. */
  async getSlugClaims(parent: string | null, slug: string): Promise<ReadonlySet<string>> {
    const key = createSlugKey(parent, slug)
    await this.loadSlugClaims([key])
    return this.#slugClaims.get(key) ?? new Set()
  }

  async claimSlug(parent: string | null, slug: string | undefined, id: string): Promise<void> {
    if (slug === undefined) return
    await this.getSlugClaims(parent, slug)
    this.#slugClaims.get(createSlugKey(parent, slug))?.add(id)
  }

  async releaseSlug(parent: string | null, slug: string | undefined, id: string): Promise<void> {
    if (slug === undefined) return
    await this.getSlugClaims(parent, slug)
    this.#slugClaims.get(createSlugKey(parent, slug))?.delete(id)
  }

  async getValue(map: RecordMapName, key: string): Promise<Json | undefined> {
    if (this.#recordEdits[map].has(key)) return this.#recordEdits[map].get(key)
    return (await findValues(this.workspace, this.#root[map], [key])).get(key)
  }

  setValue(map: RecordMapName, key: string, value: Json | undefined): void {
    this.#recordEdits[map].set(key, value)
  }

  putDocument(markdown: string): Hash {
    const hash = this.workspace.putDocument(markdown)
    this.#newDocuments.add(hash)
    return hash
  }

  /**
   * Encodes what changed and returns the new root. Throws `DuplicateSlug` when two siblings have the same slug.
   */
  async commit(): Promise<Hash> {
    let children = this.#topLevelList
    for (const parent of this.childLists.getChangedParents()) {
      const page = parent === null ? null : await this.findPage(parent)
      if (page === undefined) continue
      const list = await this.childLists.write(parent)
      if (parent === null || page === null) children = list
      else this.#pages.set(parent, { ...page, children: list })
    }
    this.#dropUnusedDocuments()
    return putRoot(this.workspace, {
      children,
      pages: await this.#writeMap('pages', this.#createPageEdits()),
      slugs: await this.#writeMap('slugs', this.#createSlugEdits()),
      files: await this.#writeMap('files', this.#recordEdits.files),
      reusableContents: await this.#writeMap('reusableContents', this.#recordEdits.reusableContents),
      variables: await this.#writeMap('variables', this.#recordEdits.variables),
    })
  }

  async #loadStoredLists(parents: readonly Parent[]): Promise<(TreeRef | null)[]> {
    const pages = await this.findPages(parents.filter((parent) => parent !== null))
    return parents.map((parent) =>
      parent === null ? this.#topLevelList : (pages.get(parent)?.children ?? null),
    )
  }

  #writeMap(map: 'pages' | 'slugs' | RecordMapName, edits: ReadonlyMap<string, Json | undefined>) {
    return editMap(this.workspace, treeShapes[map], this.#root[map], edits)
  }

  #dropUnusedDocuments(): void {
    for (const page of this.#pages.values()) if (page?.document) this.#newDocuments.delete(page.document)
    for (const content of this.#recordEdits.reusableContents.values()) {
      const document = content === undefined ? null : decodeReusableContent(content).document
      if (document !== null) this.#newDocuments.delete(document)
    }
    for (const hash of this.#newDocuments) this.workspace.discard(hash)
  }

  #createPageEdits(): Map<string, Json | undefined> {
    return new Map([...this.#pages].map(([id, page]) => [id, page === null ? undefined : encodePage(page)]))
  }

  #createSlugEdits(): Map<string, Json | undefined> {
    const edits = new Map<string, Json | undefined>()
    for (const [key, claims] of this.#slugClaims) {
      const [firstClaim, secondClaim] = [...claims].sort(compareKeys)
      if (firstClaim !== undefined && secondClaim !== undefined) {
        throw new DuplicateSlug(key.slice(key.lastIndexOf('/') + 1), [firstClaim, secondClaim])
      }
      edits.set(key, firstClaim)
    }
    return edits
  }
}
