import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import type { Database } from '../../../database/database.ts'
import type { Page, Paging } from '../../../database/paging.ts'
import type { RevisionService, SpaceService } from '../../content/index.ts'
import type { HitPresenter, SearchService, SearchSpace, SearchState } from '../../search/index.ts'
import type { SiteSpaceNode } from '../structure/structure-nodes.ts'
import type { Structure } from '../structure/structure.ts'
import type { PublishedSiteCache } from './published-site-cache.ts'
import type { SearchSite } from './schema.ts'
import { filterVisibleStructure } from './visible-structure.ts'

/** Who searches a site: a visitor, or a member of its organization. */
export type Searcher = { claims: Claims } | { caller: Caller }

interface SiteSearchDependencies {
  database: Database
  siteCache: PublishedSiteCache
  search: SearchService
  spaces: SpaceService
  revisions: RevisionService
  presenter: HitPresenter
}

export class SiteSearch {
  readonly #deps: SiteSearchDependencies

  constructor(deps: SiteSearchDependencies) {
    this.#deps = deps
  }

  /** Searches what the site shows to the searcher. Visitors find neither hidden pages nor conditional text. */
  async search(
    searcher: Searcher,
    site: Subjects['site'],
    body: SearchSite,
    paging: Paging,
  ): Promise<Page<SearchSpace> & SearchState> {
    const fullStructure = await this.#deps.siteCache.getStructure(site.id)
    const structure =
      'claims' in searcher ? filterVisibleStructure(fullStructure, searcher.claims) : fullStructure
    const ids = [...new Set(selectSiteSpaces(structure, body).map(({ spaceId }) => spaceId))]
    const page =
      'claims' in searcher
        ? await this.#deps.search.findSpaces(this.#deps.database, ids, body.query, paging, {
            excludeConditionalText: true,
            hiddenPages: await this.#deps.revisions.findHiddenPages(ids, searcher.claims),
          })
        : await this.#deps.search.findSpaces(
            this.#deps.database,
            [
              ...(
                await this.#deps.spaces.findVisible(
                  this.#deps.database,
                  searcher.caller,
                  site.organizationId,
                  ids,
                )
              ).keys(),
            ],
            body.query,
            paging,
          )
    return { ...page, items: await this.#deps.presenter.presentSpaces(this.#deps.database, page.items) }
  }
}

/** The site spaces that a search covers. Ids that the site does not have are ignored. */
function selectSiteSpaces(
  structure: Structure,
  { scope, mode, siteSpaceId, siteSpaceIds }: SearchSite,
): SiteSpaceNode[] {
  const all = structure.listAllSiteSpaces()
  const requestedIds = new Set([
    ...(scope?.siteSpaceIds ?? siteSpaceIds ?? []),
    ...(scope?.includedSiteSpaces ?? []),
    ...[scope?.currentSiteSpace, siteSpaceId].filter((id) => id !== undefined),
  ])
  switch (scope?.mode ?? mode ?? (siteSpaceIds ? 'specific' : 'default')) {
    case 'all':
      return all
    case 'specific':
      return all.filter(({ id }) => requestedIds.has(id))
    case 'current':
    case 'default':
      return all
        .filter(({ id, isDefault }) => isDefault || requestedIds.has(id))
        .filter(({ id }) => isInRestriction(id, scope))
  }
}

/** Whether a site space of the default scope is in the part of it that is searched. */
function isInRestriction(id: string, scope: SearchSite['scope']): boolean {
  if (scope?.restrictTo === undefined) return true
  return (scope.restrictTo === 'currentSiteSpace') === (id === scope.currentSiteSpace)
}
