import { hash } from 'node:crypto'
import { siteColumns, type SiteRow, type Subjects } from '../../../access/subjects.ts'
import {
  type AudienceSite,
  type Credentials,
  buildFallbackUrl,
  areClaimsTooLarge,
  type VisitorIdentity,
} from '../../../audience/site-admission.ts'
import { type AudienceService, audienceTables } from '../../../audience/audience-service.ts'
import { type Claims, noClaims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { parseDraftPath, findDraft } from '../../../audience/drafts.ts'
import type { SiteTokens } from '../../../audience/site-tokens.ts'
import type { Visitor } from '../../../audience/visitor-admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { Invalid, NotFound, Unauthenticated } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { RevisionStore } from '../../content/index.ts'
import { type Database, type Sql, sql } from '../../../database/database.ts'
import { SharedReads } from '../../../database/shared-reads.ts'
import type { PreparedResponse } from '../../../http/route.ts'
import {
  locate,
  type Located,
  lookupOf,
  placeUrl,
  segmentOf,
  type SiteLookup,
} from '../../../common/site-addresses.ts'
import type { SiteSpaceNode } from '../structure/structure.ts'
import { readPathCredentials, PREVIEW_SEGMENT_COUNT } from './credential-urls.ts'
import type { PublishedSiteCache } from './published-site-cache.ts'
import type { PublishedLookup, PublishedContentSite, PublishedSiteQuery, ResolvePublished } from './schema.ts'
import { type SectionLevel, type AddressLevels, buildAddressLevels } from './visible-structure.ts'

/** A site that an address leads to, and the segments of the address below it. */
type FoundSite = AudienceSite & SiteRow

interface RendererServiceDependencies {
  database: Database
  audiences: AudienceService
  tokens: SiteTokens
  siteCache: PublishedSiteCache
  revisionStore: RevisionStore
  clock: Clock
  urls: Urls
}

/** What those who show sites to visitors ask: the renderers of others, and our own. */
export class RendererService {
  readonly #deps: RendererServiceDependencies
  readonly #sites = new SharedReads<FoundSite | undefined>()

  constructor(deps: RendererServiceDependencies) {
    this.#deps = deps
  }

  async resolveUrl({
    url: given,
    redirectOnError = false,
    visitor = {},
  }: ResolvePublished): Promise<PublishedLookup> {
    const url = requireUrl(given)
    const lookup = lookupOf(this.#deps.urls, url)
    if (!lookup) throw new NotFound('published content at', given)
    const { jwtToken, unsignedClaims, type } = visitor
    if (unsignedClaims && areClaimsTooLarge(unsignedClaims)) {
      throw new Invalid('body.visitor.unsignedClaims has more than 4096 bytes.')
    }
    const found = await this.#find(lookup, { jwt: jwtToken, unsignedClaims, type })
    if (!found) throw new NotFound('published content at', given)
    const { site, inside, credentials } = found

    const { admission, identity: pass } = await this.#deps.audiences.decideAdmission(site, credentials)
    if (admission === 'hidden') throw new NotFound('published content at', given)
    if (admission === 'unauthenticated') {
      const fallback = redirectOnError ? buildFallbackUrl(site, url.pathname) : undefined
      if (fallback === undefined) throw new Unauthenticated('This site is for visitors with a valid JWT.')
      return { target: 'external', redirect: fallback }
    }
    if (areClaimsTooLarge(pass.claims)) throw new Invalid('The claims of this visitor have more than 4096 bytes.')

    const below = inside.slice(takenBy(pass))
    const levels = await this.#deps.siteCache.getAddressLevels(site.id, pass.claims)
    const place = await this.#meant(locate<SiteSpaceNode, SectionLevel>(levels, below), pass.claims)
    if (!place) throw new NotFound('published content at', given)
    const { section, siteSpace } = place
    const draft = await this.#draft(site, pass, place)
    if (draft === 'hidden') throw new NotFound('published content at', given)
    const rest = draft?.rest ?? place.rest
    return {
      site: site.id,
      ...(section && { siteSection: section.id }),
      siteSpace: siteSpace.id,
      space: siteSpace.spaceId,
      ...draft?.named,
      organization: site.organizationId,
      pathname: `/${rest.join('/')}`,
      basePath: beginningOf(url, rest.length),
      siteBasePath: beginningOf(url, below.length),
      canonicalUrl:
        placeUrl(this.#deps.urls, {
          ...site,
          section: section ? segmentOf(section) : null,
          siteSpace: segmentOf(siteSpace),
        }) + rest.join('/'),
      complete: isComplete(levels, below, place),
      ...(pass.shareLink !== undefined && inside[0] !== undefined && { shareKey: inside[0] }),
      ...(Object.keys(pass.claims).length > 1 || Object.keys(pass.claims.unsigned).length > 0
        ? { contextId: hash('sha256', JSON.stringify(pass.claims), 'base64url').slice(0, 22) }
        : {}),
      ...(pass.previewer !== undefined && { preview: true }),
      apiToken: this.#deps.tokens.writeSiteToken(
        { siteId: site.id, organizationId: site.organizationId, identity: pass },
        this.#deps.clock.now(),
      ),
    }
  }

  /** A member of the organization meets it as a visitor does of whom nothing is known. */
  async getSite(
    site: Subjects['site'],
    { shareKey }: PublishedSiteQuery,
    visitor: Visitor | undefined,
  ): Promise<PreparedResponse<PublishedContentSite>> {
    if (visitor) return this.#deps.siteCache.getSite(site.id, visitor.claims)
    const shared =
      shareKey === undefined
        ? undefined
        : await this.#deps.audiences.findAdmission(this.#deps.database, site.id, { shareKey })
    const isWrongKey = shareKey !== undefined && shared?.identity.shareLink === undefined
    if (!site.published || isWrongKey) throw new NotFound('published site', site.id)
    return this.#deps.siteCache.getSite(site.id, noClaims)
  }

  /** Which space an address is in, and what it names there, whoever may see it. */
  async locateSpace(url: string): Promise<{ spaceId: string; path: string[] } | undefined> {
    const lookup = lookupOf(this.#deps.urls, requireUrl(url))
    const found = lookup && (await this.#find(lookup, {}))
    if (!found) return undefined
    const { site, inside, credentials } = found
    const { identity: pass } = await this.#deps.audiences.decideAdmission(site, credentials)
    const structure = await this.#deps.siteCache.getStructure(site.id)
    const readings = locate<SiteSpaceNode, SectionLevel>(buildAddressLevels(structure), inside.slice(takenBy(pass)))
    const place = await this.#meant(readings, undefined)
    return place && { spaceId: place.siteSpace.spaceId, path: place.rest }
  }

  /** Which of the readings of an address is meant: the first that a page answers to, or the last. */
  async #meant(
    readings: Located<SiteSpaceNode, SectionLevel>[],
    claims: Claims | undefined,
  ): Promise<Located<SiteSpaceNode, SectionLevel> | undefined> {
    const last = readings.at(-1)
    for (const reading of readings) {
      if (reading === last || (await this.#hasPage(reading, claims))) return reading
    }
    return undefined
  }

  async #hasPage(
    { siteSpace, rest }: Located<SiteSpaceNode, SectionLevel>,
    claims: Claims | undefined,
  ): Promise<boolean> {
    const [shown] = await this.#deps.revisionStore.findCurrent(this.#deps.database, [siteSpace.spaceId])
    const page =
      shown && (await this.#deps.revisionStore.createView(this.#deps.database, shown.resolvedRoot).pageByPath(rest.join('/')))
    if (!page) return false
    return !claims || [page, ...page.ancestors].every(({ fields }) => isVisible(fields.condition, claims))
  }

  /** What a preview shows in the place of what a space does, where its address says so. */
  async #draft(
    { organizationId }: FoundSite,
    { previewer }: VisitorIdentity,
    { siteSpace, rest }: Located<SiteSpaceNode, SectionLevel>,
  ): Promise<
    { named: { changeRequest: string } | { revision: string }; rest: string[] } | 'hidden' | undefined
  > {
    const asked = parseDraftPath(rest)
    if (!asked) return undefined
    const draft =
      previewer === undefined
        ? undefined
        : await findDraft(
            this.#deps.database,
            { userId: previewer, organizationId },
            siteSpace.spaceId,
            asked.draft,
          )
    if (!draft) return 'hidden'
    const { changeRequest, revision } = draft
    return { named: changeRequest === undefined ? { revision } : { changeRequest }, rest: asked.rest }
  }

  /** The site that an address is in, the segments inside it, and the credentials with what those bring. */
  async #find(
    lookup: SiteLookup,
    credentials: Credentials,
  ): Promise<{ site: FoundSite; inside: string[]; credentials: Credentials } | undefined> {
    if (lookup.by === 'basename') {
      const { organizationName, basename, rest } = lookup
      return this.#enter(
        rest,
        credentials,
        [organizationName, basename],
        sql`site.basename = ${basename} and site.organization_id = (
          select o.id from organizations o where o.hostname = ${organizationName}
          union all
          select o.id from organizations o where o.id = ${organizationName} and o.hostname is null
          limit 1
        )`,
      )
    }
    const { hostname, rest } = lookup
    const own = await this.#enter(rest, credentials, [hostname], sql`site.hostname = ${hostname}`)
    if (own) return own
    // Where a proxy serves it: a host and one or more segments.
    const origins = rest.map((_, index) => [hostname, ...rest.slice(0, index + 1)].join('/').toLowerCase())
    const proxied = await this.#deps.database.row<{ id: string; origin: string }>(sql`
      select id, proxy_origin as origin from sites where proxy_origin = any(${origins}::text[])
      order by length(proxy_origin) desc limit 1`)
    if (!proxied) return undefined
    const inside = rest.slice(proxied.origin.split('/').length - 1)
    return this.#enter(inside, credentials, ['id', 'is', proxied.id], sql`site.id = ${proxied.id}`)
  }

  /** @param name the same for the same `where`. */
  async #enter(inside: string[], given: Credentials, name: string[], where: Sql) {
    const credentials = { ...given, ...readPathCredentials(inside) }
    const { shareKey, preview } = credentials
    const site = await this.#sites.read(JSON.stringify([name, shareKey, preview]), () =>
      this.#deps.database.row<FoundSite>(sql`
        select ${this.#deps.audiences.selectColumns(credentials)}, ${siteColumns} from ${audienceTables} where ${where}`),
    )
    return site && { site, inside, credentials }
  }
}
/** How many of the segments inside a site were credentials. */
const takenBy = (pass: VisitorIdentity): number =>
  pass.previewer !== undefined ? PREVIEW_SEGMENT_COUNT : pass.shareLink !== undefined ? 1 : 0

function requireUrl(text: string): URL {
  const url = URL.parse(text)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  throw new Invalid('url must be an http or https URL.')
}

/** The path of an address without its last segments, with a slash on both ends. */
function beginningOf({ pathname }: URL, without: number): string {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const kept = segments.slice(0, segments.length - without)
  return kept.length === 0 ? '/' : `/${kept.join('/')}/`
}

/** Whether a longer address could not lead to another section or variant. */
function isComplete(
  levels: AddressLevels,
  segments: string[],
  { section, rest }: { section?: SectionLevel; rest: string[] },
): boolean {
  if (rest.length > 0) return true
  const taken = segments.length
  if ('siteSpaces' in levels) return levels.siteSpaces.length === 1 || taken > 0
  const sectionNamed = section !== undefined && segments[0] === section.path
  if (!sectionNamed && levels.sections.length > 1) return false
  return section?.siteSpaces.length === 1 || taken > (sectionNamed ? 1 : 0)
}
