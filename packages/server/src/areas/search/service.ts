import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import type { Caller } from '../../access/admission.ts'
import type { Viewer } from '../../access/content-role.ts'
import { findFewSpaces, readViewerAccess, type ViewerAccess } from '../../access/viewer-access.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Database, Queryable, Sql } from '../../database/database.ts'
import { type Page, buildOffsetPage, type Paging, resolveOffset } from '../../database/paging.ts'
import type { SearchIndexer } from './indexing/indexer.ts'
import type { HitPresenter } from './present.ts'
import type { PageHit, PageSearcher } from './query/page-searcher.ts'
import type { ResultFilter } from './query/candidate-repository.ts'
import { StaleSpacesError } from './query/ranking-repository.ts'
import {
  areIndexesCurrent,
  areSpacesCurrent,
  isIndexed,
  type PendingPages,
  type SearchIndex,
  type SearchableSpace,
  type SearchRepository,
} from './query/repository.ts'
import { createOrganizationScope, createSpacesScope, type SearchScope } from './query/scope-repository.ts'
import type { SearchPage, SearchSpace, SearchState } from './schema.ts'

/** A space with the pages that match in it. */
export interface SpaceHit {
  id: string
  title: string
  pages: PageHit[]
}

/** What whoever searches may not find. */
export interface SearchOptions {
  /** Leaves out text that only some visitors see. */
  excludeConditionalText?: boolean
  hiddenPages?: readonly { spaceId: string; pageId: string }[]
}

/** Results, and whether there may be more once everything is indexed. */
export type SearchResultPage<Item> = Page<Item> & SearchState

/** So many of the best pages decide which spaces are listed, and in which order. */
const MAX_PAGES_ACROSS_SPACES = 200
const MAX_PAGES_PER_SPACE = 20

/** After so many, a search takes what is indexed: spaces that are written all the time are never current for long. */
const MAX_SEARCH_ATTEMPTS = 3

/** What somebody sees can become few of many. They find the same until that is noticed, only less fast. */
const VIEWERS_OF_MANY_TTL_MS = 60_000

interface SearchServiceDependencies {
  database: Database
  repository: SearchRepository
  searcher: PageSearcher
  indexer: SearchIndexer
  caches: CacheBudget
  presenter: HitPresenter
}

export class SearchService {
  readonly #deps: SearchServiceDependencies
  /** Spaces as they were last searched. The statement of a search checks that they still are so. */
  readonly #spaceCache: MemoryCache<SearchableSpace>
  /** The indexes of organizations as they were last searched, checked in the same way. */
  readonly #indexCache: MemoryCache<readonly SearchIndex[]>
  /** Who sees more than a few spaces, or all of an organization of few. Whoever is not in it is searched for in another way. */
  readonly #viewersOfMany: MemoryCache<true>

  constructor(deps: SearchServiceDependencies) {
    this.#deps = deps
    this.#spaceCache = deps.caches.create('searchable-spaces', () => 500)
    this.#viewersOfMany = deps.caches.create('search-viewers', () => 0, { ttlMs: VIEWERS_OF_MANY_TTL_MS })
    this.#indexCache = deps.caches.create('search-indexes', (indexes) => 100 + 100 * indexes.length)
  }

  async searchSpace(
    space: Subjects['space'],
    query: string,
    paging: Paging,
  ): Promise<SearchResultPage<SearchPage>> {
    const page = await this.findPages(this.#deps.database, [space.id], query, paging)
    return { ...page, items: await this.#deps.presenter.presentPages(this.#deps.database, page.items) }
  }

  async searchOrganization(
    caller: Caller,
    organization: Subjects['organization'],
    query: string,
    paging: Paging,
  ): Promise<SearchResultPage<SearchSpace>> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    const access = await readViewerAccess(this.#deps.database, organization.id, viewer)
    // A search of all indexes would pass over what the viewer does not see.
    const fewSpaceIds = access && (await this.#findFewSpaces(organization.id, caller.userId, access))
    if (fewSpaceIds) return this.#searchSpaces(fewSpaceIds, query, paging)
    const search = async (indexes: readonly SearchIndex[], isCurrent?: Sql) => {
      const scope = createOrganizationScope(organization.id, access, indexes)
      const page = await this.#findBySpace(this.#deps.database, scope, query, paging, {}, isCurrent)
      const items = await this.#deps.presenter.presentSpaces(this.#deps.database, page.items)
      return { ...page, items }
    }
    const cachedIndexes = this.#indexCache.get(organization.id)
    if (cachedIndexes) {
      try {
        return await search(cachedIndexes, areIndexesCurrent(organization.id, cachedIndexes))
      } catch (error) {
        if (!(error instanceof StaleSpacesError)) throw error
        this.#indexCache.delete(organization.id)
      }
    }
    const { indexes, state } = await this.#loadOrganizationIndexes(organization.id, viewer)
    // If there is no index, no statement runs that would notice a new one; and while pages are indexed, none would be current.
    if (indexes.length > 0 && state.complete !== false) this.#indexCache.set(organization.id, indexes)
    return { ...(await search(indexes)), ...state }
  }

  /** The spaces that somebody sees, if they are few of many. Who was found to see many is not asked about for a while. */
  async #findFewSpaces(
    organizationId: string,
    userId: string,
    access: ViewerAccess,
  ): Promise<string[] | undefined> {
    const key = `${organizationId} ${userId}`
    if (this.#viewersOfMany.get(key)) return undefined
    const ids = await findFewSpaces(this.#deps.database, organizationId, access)
    if (!ids) this.#viewersOfMany.set(key, true)
    return ids
  }

  async #searchSpaces(
    ids: readonly string[],
    query: string,
    paging: Paging,
  ): Promise<SearchResultPage<SearchSpace>> {
    const page = await this.findSpaces(this.#deps.database, ids, query, paging)
    return { ...page, items: await this.#deps.presenter.presentSpaces(this.#deps.database, page.items) }
  }

  /** The best pages of some spaces. The caller has checked that whoever searches may read these spaces. */
  async findPages(
    on: Queryable,
    spaceIds: readonly string[],
    query: string,
    paging: Paging,
    options: SearchOptions = {},
  ): Promise<SearchResultPage<PageHit>> {
    const [filter, window] = [makeFilter(options), resolveOffset(paging)]
    const cachedSpaces = spaceIds.flatMap((id) => this.#spaceCache.get(id) ?? [])
    // If no cached space has an index, no statement runs that would notice a new one.
    if (cachedSpaces.length === spaceIds.length && cachedSpaces.some(isIndexed)) {
      try {
        return await this.#deps.searcher.searchPages(
          on,
          cachedSpaces,
          query,
          filter,
          window,
          areSpacesCurrent(cachedSpaces),
        )
      } catch (error) {
        if (!(error instanceof StaleSpacesError)) throw error
      }
    }
    return this.#searchLoadedSpaces(on, spaceIds, (spaces, isCurrent) => {
      for (const space of spaces) this.#spaceCache.set(space.id, space)
      return this.#deps.searcher.searchPages(on, spaces, query, filter, window, isCurrent)
    })
  }

  /** The best pages of some spaces, grouped by space: the spaces with the best pages first. */
  async findSpaces(
    on: Queryable,
    spaceIds: readonly string[],
    query: string,
    paging: Paging,
    options: SearchOptions = {},
  ): Promise<SearchResultPage<SpaceHit>> {
    return this.#searchLoadedSpaces(on, spaceIds, (spaces, isCurrent) =>
      this.#findBySpace(on, createSpacesScope(spaces.filter(isIndexed)), query, paging, options, isCurrent),
    )
  }

  /**
   * Searches spaces once everything that was written to them is in the index. Until the search reads the index, an older content
   * may come in: of a space that showed the same before, in between. So the search checks that they are still current.
   */
  async #searchLoadedSpaces<Item>(
    on: Queryable,
    spaceIds: readonly string[],
    search: (spaces: readonly SearchableSpace[], isCurrent: Sql | undefined) => Promise<Page<Item>>,
  ): Promise<SearchResultPage<Item>> {
    for (let attempt = 1; ; attempt++) {
      const spaces = await this.#loadIndexedSpaces(() => this.#deps.repository.findSpaces(on, spaceIds))
      const staleSpaces = spaces.filter(({ isIndexStale }) => isIndexStale)
      const currentSpaces = spaces.filter(({ isIndexStale }) => !isIndexStale)
      const isChecked = attempt < MAX_SEARCH_ATTEMPTS && currentSpaces.length > 0
      const isCurrent = isChecked ? areSpacesCurrent(currentSpaces) : undefined
      try {
        return { ...(await search(spaces, isCurrent)), ...describeState(staleSpaces) }
      } catch (error) {
        if (!(error instanceof StaleSpacesError)) throw error
      }
    }
  }

  /** Loads the indexes of an organization once everything that was written to its spaces is in them. */
  async #loadOrganizationIndexes(
    organizationId: string,
    viewer: Viewer,
  ): Promise<{ indexes: SearchIndex[]; state: SearchState }> {
    const load = () => this.#deps.repository.findOrganizationIndexes(this.#deps.database, organizationId)
    const loaded = await load()
    if (loaded.staleSpaceIds.length === 0) return { indexes: loaded.indexes, state: {} }
    await this.#deps.indexer.catchUp(loaded.staleSpaceIds)
    const { indexes, staleSpaceIds } = await load()
    const { repository, database } = this.#deps
    const incompleteSpaces =
      staleSpaceIds.length === 0
        ? []
        : await repository.findIncompleteSpaces(database, organizationId, viewer)
    return { indexes, state: describeState(incompleteSpaces) }
  }

  /** Loads spaces once everything that was written to them is in the index. */
  async #loadIndexedSpaces(load: () => Promise<SearchableSpace[]>): Promise<SearchableSpace[]> {
    const spaces = await load()
    const staleSpaces = spaces.filter((space) => space.isIndexStale)
    if (staleSpaces.length === 0) return spaces
    await this.#deps.indexer.catchUp(staleSpaces.map(({ id }) => id))
    return load()
  }

  async #findBySpace(
    on: Queryable,
    scope: SearchScope,
    query: string,
    paging: Paging,
    options: SearchOptions,
    isCurrent?: Sql,
  ): Promise<Page<SpaceHit>> {
    const { offset, limit } = resolveOffset(paging)
    const end = offset + limit
    const window = {
      offset: 0,
      limit: MAX_PAGES_ACROSS_SPACES,
      bySpace: { spaces: end, pagesPerSpace: MAX_PAGES_PER_SPACE },
    }
    const filter = makeFilter(options)
    const found = await this.#deps.searcher.searchScope(on, scope, query, filter, window, isCurrent)
    const hits = new Map<string, SpaceHit>()
    for (const page of found.page.items) {
      const { spaceId, spaceTitle } = page
      const hit = hits.get(spaceId) ?? { id: spaceId, title: spaceTitle, pages: [] }
      hit.pages.push(page)
      hits.set(spaceId, hit)
    }
    return buildOffsetPage([...hits.values()].slice(offset, end), found.spaceCount, offset)
  }
}

function describeState(incompleteSpaces: readonly PendingPages[]): SearchState {
  if (incompleteSpaces.length === 0) return {}
  const indexed = incompleteSpaces.reduce((sum, { pendingPages }) => sum + pendingPages, 0)
  const total = incompleteSpaces.reduce((sum, { pendingTotal }) => sum + pendingTotal, 0)
  return { complete: false, ...(total > 0 && { progress: { indexed, total } }) }
}

const makeFilter = ({ excludeConditionalText = false, hiddenPages = [] }: SearchOptions): ResultFilter => ({
  includesConditionalText: !excludeConditionalText,
  hiddenPages,
})
