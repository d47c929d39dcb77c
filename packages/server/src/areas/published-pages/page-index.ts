import type { Page, PageTree, RevisionView } from '@verso/revisions'
import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import type { Claims } from '../../audience/claims.ts'
import { isVisible, summarizeConditions } from '../../audience/conditions.ts'
import { readOrigin } from '../../git-layout/index.ts'

/** A page that a visitor sees, with its position in the tree of visible pages. */
export interface PageEntry {
  page: PageTree
  /** The path below the space; empty for the first document, which has the URL of the space. */
  path: string
  parent: PageEntry | undefined
  children: PageEntry[]
}

/** The pages of one revision of a space that visitors with certain claims see. */
export class PageIndex {
  /** The pages at the root of the navigation tree. */
  readonly roots: readonly PageEntry[]
  readonly firstDocument: PageEntry | undefined
  /** Documents in reading order, without hidden ones. */
  readonly documents: readonly PageEntry[]
  readonly #byId = new Map<string, PageEntry>()
  readonly #byPath = new Map<string, PageEntry>()
  /** The conditions of all pages, those that hold included. */
  readonly conditions: readonly string[]
  /** Which of them hold for the visitor. */
  readonly conditionSummary: string
  /** The ids of pages that are hidden from the visitor. */
  readonly hiddenPageIds: string[] = []

  constructor(tree: readonly PageTree[], conditions: readonly string[], claims: Claims) {
    this.conditions = conditions
    this.conditionSummary = summarizeConditions(conditions, claims)
    this.roots = this.#add(tree, undefined, claims)
    const order: PageEntry[] = []
    const walk = (pages: readonly PageEntry[]): void => {
      for (const entry of pages) {
        if (entry.page.fields.type === 'document' && entry.page.fields.hidden !== true) order.push(entry)
        if (entry.page.fields.hidden !== true) walk(entry.children)
      }
    }
    walk(this.roots)
    this.documents = order
    this.firstDocument = order[0]
    if (this.firstDocument) this.firstDocument.path = ''
  }

  findById(id: string): PageEntry | undefined {
    return this.#byId.get(id)
  }

  /** The page to show for an id: for a group, its first document. */
  findReadable(id: string): PageEntry | undefined {
    const entry = this.findById(id)
    return entry?.page.fields.type === 'group' ? this.findFirstBelow(entry) : entry
  }

  findFirstBelow(group: PageEntry): PageEntry | undefined {
    return this.documents.find((page) => isBelow(page, group))
  }

  findByPath(path: string): PageEntry | undefined {
    return path === '' ? this.firstDocument : this.#byPath.get(path)
  }

  /** The page with a slug under another page, or at the top level. */
  findChild(parent: string | null, slug: string): PageEntry | undefined {
    const siblings = parent === null ? this.roots : this.findById(parent)?.children
    return siblings?.find(({ page }) => page.fields.slug === slug)
  }

  /** The page that was imported from a file of the space's Git repository. */
  findByFile(path: string): PageEntry | undefined {
    return this.#byId.values().find(({ page }) => readOrigin(page.fields)?.path === path)
  }

  #add(pages: readonly PageTree[], parent: PageEntry | undefined, claims: Claims): PageEntry[] {
    return pages.flatMap((page) => {
      if (!isVisible(page.fields.condition, claims)) {
        this.#hide(page)
        return []
      }
      const entry: PageEntry = { page, path: page.path ?? '', parent, children: [] }
      this.#byId.set(page.id, entry)
      if (page.path !== undefined) this.#byPath.set(page.path, entry)
      entry.children = this.#add(page.pages, entry, claims)
      return [entry]
    })
  }

  #hide(page: PageTree): void {
    this.hiddenPageIds.push(page.id)
    for (const below of page.pages) this.#hide(below)
  }
}

function isBelow(page: PageEntry, above: PageEntry): boolean {
  for (let parent = page.parent; parent; parent = parent.parent) if (parent === above) return true
  return false
}

/** The memory that a page takes in a tree or an index, roughly. */
const PAGE_BYTES = 600

const countPages = (tree: readonly PageTree[]): number =>
  tree.reduce((sum, { pages }) => sum + 1 + countPages(pages), 0)

interface ConditionalTree {
  tree: readonly PageTree[]
  conditions: readonly string[]
}

/** Page indexes, by the hash of the content and by which conditions of its pages hold. */
export class PageIndexCache {
  readonly #trees: MemoryCache<ConditionalTree>
  readonly #indexes: MemoryCache<{ index: PageIndex; pageCount: number }>

  constructor(caches: CacheBudget) {
    this.#trees = caches.create('published-trees', ({ tree }) => countPages(tree) * PAGE_BYTES)
    this.#indexes = caches.create('page-indexes', ({ pageCount }) => pageCount * PAGE_BYTES)
  }

  async getIndex(view: RevisionView, claims: Claims): Promise<PageIndex> {
    const { tree, conditions } = this.#trees.get(view.root) ?? (await this.#readTree(view))
    const key = `${view.root} ${summarizeConditions(conditions, claims)}`
    const cached =
      this.#indexes.get(key) ??
      this.#indexes.set(key, { index: new PageIndex(tree, conditions, claims), pageCount: countPages(tree) })
    return cached.index
  }

  async #readTree(view: RevisionView): Promise<ConditionalTree> {
    const tree = await view.getPageTree()
    return this.#trees.set(view.root, { tree, conditions: [...new Set(listConditions(tree))] })
  }
}

const listConditions = (pages: readonly PageTree[]): string[] =>
  pages.flatMap(({ fields: { condition }, pages: below }) => [
    ...(condition === undefined ? [] : [condition]),
    ...listConditions(below),
  ])

export const getNavigationTitle = (page: Pick<Page, 'fields'>): string =>
  page.fields.linkTitle ?? getShownTitle(page)

/** A page without a title is called as its address is: it needs a heading, and links to it need words. */
export const getShownTitle = ({ fields }: Pick<Page, 'fields'>): string =>
  fields.title.trim() === '' ? (fields.slug ?? '') : fields.title
