import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { RevisionService, SpaceService } from '../../content/index.ts'
import { presentPageHit, type SearchService, type SearchSpace } from '../../search/index.ts'
import type { SiteSpaceNode, Structure } from '../structure/structure.ts'
import type { SiteProfiles } from './profiles.ts'
import type { SearchSite } from './schema.ts'
import { visibleTo } from './visible.ts'

/** Who searches a site: a visitor, or someone of its organization. */
export type Searcher = { claims: Claims } | { caller: Caller }

interface SiteSearchDependencies {
  database: Database
  profiles: SiteProfiles
  search: SearchService
  spaces: SpaceService
  revisions: RevisionService
  urls: Urls
}

export class SiteSearch {
  readonly #deps: SiteSearchDependencies

  constructor(deps: SiteSearchDependencies) {
    this.#deps = deps
  }

  /** In what the site shows to whoever searches: neither hidden pages nor conditional text are found by visitors. */
  async search(
    searcher: Searcher,
    site: Subjects['site'],
    body: SearchSite,
    paging: Paging,
  ): Promise<Page<SearchSpace>> {
    const whole = await this.#deps.profiles.structure(site.id)
    const structure = 'claims' in searcher ? visibleTo(whole, searcher.claims) : whole
    const ids = [...new Set(chosen(structure, body).map(({ spaceId }) => spaceId))]
    const page =
      'claims' in searcher
        ? await this.#deps.search.findSpaces(this.#deps.database, ids, body.query, paging, {
            excludeConditionalText: true,
            hiddenPages: await this.#deps.revisions.hiddenPages(ids, searcher.claims),
          })
        : await this.#deps.search.findSpaces(
            this.#deps.database,
            [
              ...(
                await this.#deps.spaces.visible(
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
    return mapPage(page, ({ id, title, pages }) => ({
      id,
      title,
      pages: pages.map((hit) => presentPageHit(this.#deps.urls, hit)),
    }))
  }
}

/** The site spaces that a search is about; what the site does not have is in none. */
function chosen(
  structure: Structure,
  { scope, mode, siteSpaceId, siteSpaceIds }: SearchSite,
): SiteSpaceNode[] {
  const all = structure.siteSpacesInOrder()
  const named = new Set([
    ...(scope?.siteSpaceIds ?? siteSpaceIds ?? []),
    ...(scope?.includedSiteSpaces ?? []),
    ...[scope?.currentSiteSpace, siteSpaceId].filter((id) => id !== undefined),
  ])
  switch (scope?.mode ?? mode ?? (siteSpaceIds ? 'specific' : 'default')) {
    case 'all':
      return all
    case 'specific':
      return all.filter(({ id }) => named.has(id))
    case 'current':
    case 'default':
      return all.filter(({ id, isDefault }) => isDefault || named.has(id))
  }
}
