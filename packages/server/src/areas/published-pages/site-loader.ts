import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import { audienceColumns } from '../../audience/repository.ts'
import type { Credentials } from '../../audience/site-admission.ts'
import type { AudienceDecision, AudienceService } from '../../audience/audience-service.ts'
import type { Database } from '../../database/database.ts'
import { CoalescedCalls } from '../../common/coalesced-calls.ts'
import type { SiteLookup } from '../../common/site-addresses.ts'
import type { Clock } from '../../common/clock.ts'
import { findMovedSite, type PreviewedChangeRequest, type PreviewLinkService } from '../sites/index.ts'
import { PublishedSite } from './published-site.ts'
import type { PublishedPageRepository, PublishedSiteRow } from './repository.ts'

/** A requested site, and the decision about the visitor who requests it. */
export interface SiteVisit extends AudienceDecision {
  publishedSite: PublishedSite
}

interface PublishedSiteLoaderDependencies {
  database: Database
  repository: PublishedPageRepository
  audiences: AudienceService
  previewLinks: PreviewLinkService
  clock: Clock
  caches: CacheBudget
}

/**
 * Loads sites for visitors, with one statement for each request, so that every process sees at once what was published,
 * merged, revoked or unpublished. Requests without credentials for the same site share the next statement while one is
 * running: each still gets what was true after it arrived.
 */
export class PublishedSiteLoader {
  readonly #deps: PublishedSiteLoaderDependencies
  readonly #sitesByJson: MemoryCache<PublishedSite>
  readonly #rowReads = new CoalescedCalls<PublishedSiteRow | undefined>()

  constructor(deps: PublishedSiteLoaderDependencies) {
    this.#deps = deps
    // The text of a site is its key, and its parsed form takes about twice as much.
    this.#sitesByJson = deps.caches.create('published-sites', ({ json }) => json.length * 3)
  }

  async loadSite(lookup: SiteLookup, credentials: Credentials): Promise<SiteVisit | undefined> {
    const previewed =
      credentials.preview === undefined
        ? undefined
        : await this.#deps.previewLinks.findPreviewed(credentials.preview)
    if (previewed) return this.#loadPreviewed(lookup, credentials, previewed)
    const row = await this.#readRow(lookup, credentials)
    if (!row) return undefined
    const decision = await this.#deps.audiences.decideAdmission(row, credentials)
    return { ...decision, publishedSite: this.#getSite(row.facts) }
  }

  /** The site that was at an address before, if the visitor may know of it. */
  async loadMovedSite(lookup: SiteLookup, credentials: Credentials): Promise<SiteVisit | undefined> {
    const movedLookup =
      lookup.by === 'basename' ? await findMovedSite(this.#deps.database, lookup) : undefined
    const visit = movedLookup && (await this.loadSite(movedLookup, credentials))
    return visit?.admission === 'hidden' ? undefined : visit
  }

  /** The site as a preview link shows it: the space of the change request, as it changes it, and nothing else. */
  async #loadPreviewed(
    lookup: SiteLookup,
    { unsignedClaims = {} }: Credentials,
    previewed: PreviewedChangeRequest,
  ): Promise<SiteVisit | undefined> {
    const { database, repository, clock } = this.#deps
    const { linkId, createdBy: previewer, expiresAt } = previewed
    const row = await repository.findSite(database, lookup, audienceColumns({ now: clock.now(), previewer }))
    if (row?.id !== previewed.siteId) return undefined
    return {
      site: row,
      admission: row.previewerMayView ? 'allowed' : 'hidden',
      identity: {
        agent: false,
        claims: { unsigned: unsignedClaims },
        previewer,
        previewLink: linkId,
        expires: Date.parse(expiresAt) / 1000,
      },
      publishedSite: this.#getSite(row.facts).withOnlyDraft(previewed.spaceId, previewed),
    }
  }

  #getSite(json: string): PublishedSite {
    let site = this.#sitesByJson.get(json)
    if (!site) this.#sitesByJson.set(json, (site = new PublishedSite(json)))
    return site
  }

  #readRow(lookup: SiteLookup, credentials: Credentials): Promise<PublishedSiteRow | undefined> {
    const isShareable = credentials.shareKey === undefined && credentials.preview === undefined
    if (!isShareable) return this.#findRow(lookup, credentials)
    const key = lookup.by === 'hostname' ? lookup.hostname : `${lookup.organizationName}/${lookup.basename}`
    return this.#rowReads.run(key, () => this.#findRow(lookup, {}))
  }

  #findRow(lookup: SiteLookup, credentials: Credentials): Promise<PublishedSiteRow | undefined> {
    const { database, repository, audiences } = this.#deps
    return repository.findSite(database, lookup, audiences.selectColumns(credentials))
  }
}
