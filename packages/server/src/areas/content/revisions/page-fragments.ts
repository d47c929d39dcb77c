import { setImmediate as yieldToOthers } from 'node:timers/promises'
import {
  type Hash,
  type IsClosed,
  listPagesInOrder,
  type ObjectReader,
  type Page,
  type PageOrder,
  type PageTree,
  type RevisionView,
  updatePageOrder,
} from '@verso/revisions'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { isClosed } from './present.ts'
import { createTextSegment, type TextSegment } from '../../../http/segmented-response.ts'

/** How the pages of a list are written. */
export interface PageFormat {
  /** Distinguishes formats whose texts differ. */
  readonly name: string
  /** Whether the JSON of a page contains the pages below it, or all pages follow each other. */
  readonly isNested: boolean
  /**
   * How many pages are compressed together, on average. A changed page writes the others of its fragment anew; the smaller
   * fragments are, the worse they are compressed.
   */
  readonly fragmentPages: number
  /** The JSON of a page without the pages below it, and the tags it has. */
  render(page: PageTree, depth: number): RenderedPage
}

export interface RenderedPage {
  /** Where pages below it are written into it, it ends with their empty list: `[]}`. */
  readonly json: string
  readonly tags: readonly string[]
}

/** The JSON of the pages of a list without its brackets. */
export interface RenderedPages {
  readonly segments: readonly TextSegment[]
  /** The tags of the pages, in the order in which they first occur. */
  readonly tags: readonly string[]
}

interface Dependencies {
  readonly caches: CacheBudget
  readonly createView: (root: Hash) => RevisionView
  readonly createReader: () => ObjectReader
  /** Replaces references in the fields of pages, and says which pages have any. */
  readonly resolveFields: (view: RevisionView, pages: readonly PageTree[]) => Promise<PageTree[]>
  readonly hasReferences: (page: Page) => boolean
}

/** Some pages that follow each other in a list, as JSON with the brackets and commas after each of them. */
interface Fragment {
  readonly ids: string
  readonly depths: Uint32Array
  /** The depth of the page that follows; -1 at the end. The brackets after the last page depend on it. */
  readonly nextDepth: number
  readonly segment: TextSegment
  readonly tags: readonly string[]
  /** The pages with references in their fields. What those resolve to may change with any page or file. */
  readonly referringIds: readonly string[]
}

interface RenderedList {
  readonly root: Hash
  readonly fragments: readonly Fragment[]
}

/** No id contains it, because PostgreSQL cannot store it. */
const SEPARATOR = '\0'

/** Other requests are answered after so many fragments. */
const FRAGMENTS_AT_ONCE = 20

const FRAGMENT_BYTES = 400

/** When more than this share of the pages has changed, the list is made anew. */
const MAX_CHANGED_SHARE = 0.25

/**
 * Writes the pages of revisions as JSON. It keeps the last list of each space in compressed fragments, and makes that of another
 * revision by writing only the fragments with pages that differ.
 */
export class PageFragments {
  readonly #deps: Dependencies
  readonly #lists: MemoryCache<RenderedList>

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#lists = deps.caches.create('page-fragments', ({ fragments }) =>
      fragments.reduce((sum, fragment) => sum + measureFragment(fragment), 0),
    )
  }

  async render(spaceId: string, root: Hash, format: PageFormat): Promise<RenderedPages> {
    const key = `${spaceId}/${format.name}`
    const known = this.#lists.get(key)
    const fragments =
      known?.root === root
        ? known.fragments
        : ((known && (await this.#update(known, root, format))) ?? (await this.#create(root, format)))
    this.#lists.set(key, { root, fragments })
    return {
      segments: fragments.map(({ segment }) => segment),
      tags: [...new Set(fragments.flatMap(({ tags }) => tags))],
    }
  }

  async #create(root: Hash, format: PageFormat): Promise<Fragment[]> {
    const view = this.#deps.createView(root)
    const pages = listPagesInOrder(await view.getPageTree(), getIsClosed(format))
    const byId = new Map(pages.map(({ page }) => [page.id, page]))
    const order = { ids: pages.map(({ page }) => page.id), depths: pages.map(({ depth }) => depth) }
    const fragments: Fragment[] = []
    for (const part of splitOrder(order, format)) {
      if (fragments.length % FRAGMENTS_AT_ONCE === 0) await yieldToOthers()
      const partPages = part.ids.split(SEPARATOR).flatMap((id) => byId.get(id) ?? [])
      fragments.push(await this.#createFragment(view, part, partPages, format))
    }
    return fragments
  }

  /** Undefined where so much has changed that it is better to begin anew. */
  async #update(known: RenderedList, root: Hash, format: PageFormat): Promise<Fragment[] | undefined> {
    const { order, changedIds } = await updatePageOrder(
      this.#deps.createReader(),
      { root: known.root, readOrder: () => joinOrder(known.fragments) },
      root,
      getIsClosed(format),
    )
    const count = order?.ids.length ?? known.fragments.reduce((sum, { depths }) => sum + depths.length, 0)
    if (changedIds.size > count * MAX_CHANGED_SHARE) return undefined
    const parts = order ? splitOrder(order, format) : known.fragments
    const knownFragments = new Map(known.fragments.map((fragment) => [fragment.ids, fragment]))
    const view = this.#deps.createView(root)
    const fragments: Fragment[] = []
    for (const [index, part] of parts.entries()) {
      const fragment = knownFragments.get(part.ids)
      if (fragment && isSame(fragment, part) && !hasChanged(fragment, changedIds)) fragments.push(fragment)
      else {
        const pages = await loadPages(view, parts, index)
        fragments.push(await this.#createFragment(view, part, pages, format))
      }
    }
    return fragments
  }

  async #createFragment(
    view: RevisionView,
    { ids, depths, nextDepth }: OrderPart,
    pages: readonly PageTree[],
    format: PageFormat,
  ): Promise<Fragment> {
    const referringIds = pages.filter((page) => this.#deps.hasReferences(page)).map(({ id }) => id)
    const resolvedPages = referringIds.length > 0 ? await this.#deps.resolveFields(view, pages) : pages
    const texts: string[] = []
    const tags = new Set<string>()
    for (const [index, page] of resolvedPages.entries()) {
      const depth = depths[index] ?? 0
      const rendered = format.render(page, depth)
      for (const tag of rendered.tags) tags.add(tag)
      const next = depths[index + 1] ?? nextDepth
      texts.push(format.isNested ? nest(rendered.json, depth, next) : rendered.json + (next < 0 ? '' : ','))
    }
    const segment = createTextSegment(texts.join(''))
    return { ids, depths, nextDepth, segment, tags: [...tags], referringIds }
  }
}

/** Pages that are presented without the pages below them have none in a nested list. */
const getIsClosed =
  ({ isNested }: PageFormat): IsClosed =>
  (fields) =>
    isNested && isClosed(fields)

/** Opens or closes the brackets between a page and the one that follows it. */
function nest(json: string, depth: number, nextDepth: number): string {
  // The next page is the first below this one.
  if (nextDepth > depth) return json.slice(0, -2)
  const closing = ']}'.repeat(depth - Math.max(nextDepth, 0))
  return `${json}${closing}${nextDepth < 0 ? '' : ','}`
}

/** A part of an order that is written as one fragment. */
type OrderPart = Pick<Fragment, 'ids' | 'depths' | 'nextDepth'>

/** Splits an order where the ids say, so that most parts are the same when a page is added or removed. */
function splitOrder({ ids, depths }: PageOrder, { fragmentPages }: PageFormat): OrderPart[] {
  const parts: OrderPart[] = []
  let start = 0
  for (const [position, id] of ids.entries()) {
    const end = position + 1
    const isEnd = end === ids.length || end - start >= fragmentPages * 4 || hashId(id) % fragmentPages === 0
    if (!isEnd) continue
    parts.push({
      ids: ids.slice(start, end).join(SEPARATOR),
      depths: Uint32Array.from(depths.slice(start, end)),
      nextDepth: depths[end] ?? -1,
    })
    start = end
  }
  return parts
}

/** FNV-1a with a final mix. It only decides where fragments end. */
function hashId(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const joinOrder = (fragments: readonly Fragment[]): PageOrder => ({
  ids: fragments.flatMap(({ ids }) => ids.split(SEPARATOR)),
  depths: fragments.flatMap(({ depths }) => [...depths]),
})

const isSame = (one: OrderPart, other: OrderPart): boolean =>
  one === other ||
  (one.nextDepth === other.nextDepth && one.depths.every((depth, index) => depth === other.depths[index]))

const hasChanged = ({ ids, referringIds }: Fragment, changedIds: ReadonlySet<string>): boolean =>
  referringIds.length > 0 || hasAnyId(ids, changedIds)

/** With so few changed pages, they are looked for in the joined ids of each fragment: splitting those takes longer. */
const MAX_SOUGHT_IDS = 16

const hasAnyId = (joinedIds: string, sought: ReadonlySet<string>): boolean =>
  sought.size <= MAX_SOUGHT_IDS
    ? sought.values().some((id) => hasId(joinedIds, id))
    : joinedIds.split(SEPARATOR).some((id) => sought.has(id))

function hasId(joinedIds: string, id: string): boolean {
  for (let start = joinedIds.indexOf(id); start >= 0; start = joinedIds.indexOf(id, start + 1)) {
    const end = start + id.length
    const isWhole =
      (start === 0 || joinedIds[start - 1] === SEPARATOR) &&
      (end === joinedIds.length || joinedIds[end] === SEPARATOR)
    if (isWhole) return true
  }
  return false
}

/** Loads the pages of a part with their paths. */
async function loadPages(
  view: RevisionView,
  parts: readonly OrderPart[],
  index: number,
): Promise<PageTree[]> {
  const part = parts[index]
  if (!part) return []
  const ids = part.ids.split(SEPARATOR)
  const ancestorIds = findAncestors(parts, index)
  const pages = await view.getPages([...ancestorIds, ...ids])
  // The path that the page at each depth gives to those below it.
  const prefixes: (string | undefined)[] = ['']
  const addPath = (id: string, depth: number): PageTree => {
    const page = pages.get(id)
    if (!page) throw new Error(`page ${id} is not in revision ${view.root}`)
    const prefix = prefixes[depth]
    const { slug } = page.fields
    const path = prefix === undefined || slug === undefined ? undefined : `${prefix}${slug}`
    prefixes[depth + 1] = path === undefined ? undefined : `${path}/`
    return { ...page, path, pages: [] }
  }
  for (const [depth, id] of ancestorIds.entries()) addPath(id, depth)
  return ids.map((id, position) => addPath(id, part.depths[position] ?? 0))
}

/** The pages above the first page of a part, from the top level down. */
function findAncestors(parts: readonly OrderPart[], index: number): string[] {
  const ancestors: string[] = []
  let depth = parts[index]?.depths[0] ?? 0
  for (let earlier = index - 1; earlier >= 0 && depth > 0; earlier -= 1) {
    const { ids, depths } = parts[earlier] ?? { ids: '', depths: [] }
    for (let position = depths.length - 1; position >= 0 && depth > 0; position -= 1) {
      if ((depths[position] ?? 0) >= depth) continue
      ancestors.unshift(ids.split(SEPARATOR)[position] ?? '')
      depth -= 1
    }
  }
  return ancestors
}

const measureFragment = ({ ids, depths, segment, tags, referringIds }: Fragment): number =>
  FRAGMENT_BYTES +
  ids.length +
  depths.byteLength +
  segment.deflated.byteLength +
  (tags.length + referringIds.length) * 50
