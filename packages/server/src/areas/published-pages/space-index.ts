import type { Page, PageTree, RevisionView } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import type { Claims } from '../../audience/claims.ts'
import { isVisible } from '../../audience/conditions.ts'
import { originOf } from '../../git-layout/index.ts'

/** A page as a site shows it. */
export interface ShownPage {
  page: PageTree
  /** Below its space; empty for the first one, which is where the space begins. */
  path: string
  parent: ShownPage | undefined
  children: ShownPage[]
}

/** The pages of one content, as visitors with the same claims see them. */
export class SpaceIndex {
  /** Those in the tree at the side. */
  readonly top: readonly ShownPage[]
  readonly first: ShownPage | undefined
  /** Documents in reading order, without hidden ones. */
  readonly order: readonly ShownPage[]
  readonly #byId = new Map<string, ShownPage>()
  readonly #byPath = new Map<string, ShownPage>()
  /** Pages that are there and not for this visitor. */
  readonly hiddenFromVisitor: string[] = []

  constructor(tree: readonly PageTree[], claims: Claims) {
    this.top = this.#add(tree, undefined, claims)
    const order: ShownPage[] = []
    const walk = (pages: readonly ShownPage[]): void => {
      for (const shown of pages) {
        if (shown.page.fields.type === 'document' && shown.page.fields.hidden !== true) order.push(shown)
        if (shown.page.fields.hidden !== true) walk(shown.children)
      }
    }
    walk(this.top)
    this.order = order
    this.first = order[0]
    if (this.first) this.first.path = ''
  }

  byId(id: string): ShownPage | undefined {
    return this.#byId.get(id)
  }

  /** What someone reads who is sent to a page: of a group, the first page in it. */
  readable(id: string): ShownPage | undefined {
    const shown = this.byId(id)
    return shown?.page.fields.type === 'group' ? this.firstBelow(shown) : shown
  }

  firstBelow(group: ShownPage): ShownPage | undefined {
    return this.order.find((page) => isBelow(page, group))
  }

  byPath(path: string): ShownPage | undefined {
    return path === '' ? this.first : this.#byPath.get(path)
  }

  /** The page that a file of the space's repository is. */
  byFile(path: string): ShownPage | undefined {
    return this.#byId.values().find(({ page }) => originOf(page.fields)?.path === path)
  }

  #add(pages: readonly PageTree[], parent: ShownPage | undefined, claims: Claims): ShownPage[] {
    return pages.flatMap((page) => {
      if (!isVisible(page.fields.condition, claims)) {
        this.#hide(page)
        return []
      }
      const shown: ShownPage = { page, path: page.path ?? '', parent, children: [] }
      this.#byId.set(page.id, shown)
      if (page.path !== undefined) this.#byPath.set(page.path, shown)
      shown.children = this.#add(page.pages, shown, claims)
      return [shown]
    })
  }

  #hide(page: PageTree): void {
    this.hiddenFromVisitor.push(page.id)
    for (const below of page.pages) this.#hide(below)
  }
}

function isBelow(page: ShownPage, above: ShownPage): boolean {
  for (let parent = page.parent; parent; parent = parent.parent) if (parent === above) return true
  return false
}

/** Indexes of contents, kept by what they are made from. */
export class SpaceIndexes {
  readonly #trees = new LRUCache<string, readonly PageTree[]>({ max: 200 })
  readonly #indexes = new LRUCache<string, SpaceIndex>({ max: 400 })

  async of(view: RevisionView, claims: Claims): Promise<SpaceIndex> {
    let tree = this.#trees.get(view.root)
    if (!tree) this.#trees.set(view.root, (tree = await view.tree()))
    const conditional = hasConditions(tree)
    const key = conditional ? `${view.root} ${JSON.stringify(claims)}` : view.root
    let index = this.#indexes.get(key)
    if (!index) this.#indexes.set(key, (index = new SpaceIndex(tree, claims)))
    return index
  }
}

const hasConditions = (pages: readonly PageTree[]): boolean =>
  pages.some(({ fields, pages: below }) => fields.condition !== undefined || hasConditions(below))

export const titleOf = ({ fields }: Pick<Page, 'fields'>): string => fields.linkTitle ?? fields.title
