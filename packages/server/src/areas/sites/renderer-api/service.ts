import { hash } from 'node:crypto'
import type { Subjects } from '../../../access/subjects.ts'
import {
  type Credentials,
  buildFallbackUrl,
  areClaimsTooLarge,
  type VisitorIdentity,
} from '../../../audience/site-admission.ts'
import type { AudienceService } from '../../../audience/audience-service.ts'
import { type Claims, noClaims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { parseDraftPath, findDraft } from '../../../audience/drafts.ts'
import type { SiteTokens, TokenDraft } from '../../../audience/site-tokens.ts'
import type { Visitor } from '../../../audience/visitor-admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { Invalid, NotFound, Unauthenticated } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { RevisionStore } from '../../content/index.ts'
import type { Database } from '../../../database/database.ts'
import { CoalescedCalls } from '../../../common/coalesced-calls.ts'
import type { PreparedResponse } from '../../../http/route.ts'
import {
  locateSiteSpaces,
  type SiteSpaceMatch,
  parseSiteUrl,
  placeUrl,
  siteUrl,
  getUrlSegment,
  type SiteLookup,
} from '../../../common/site-addresses.ts'
import { findMovedSite } from '../sites/moved-site-repository.ts'
import type { SiteSpaceNode } from '../structure/structure-nodes.ts'
import { isPreviewBeginning, PREVIEW_SEGMENT_COUNT, readPathCredentials } from './credential-urls.ts'
import type { PublishedSiteCache } from './published-site-cache.ts'
import type { RendererRepository, ResolvedSite, SiteKey } from './repository.ts'
import type { PublishedLookup, PublishedContentSite, PublishedSiteQuery, ResolvePublished } from './schema.ts'
import { type SectionLevel, type AddressLevels, buildAddressLevels } from './visible-structure.ts'

/** The site of a URL, the segments of the URL below it, and all credentials of the request. */
interface SiteMatch {
  site: ResolvedSite
  segments: string[]
  credentials: Credentials
}

type LocatedSiteSpace = SiteSpaceMatch<SiteSpaceNode, SectionLevel>

interface RendererServiceDependencies {
  database: Database
  repository: RendererRepository
  audiences: AudienceService
  tokens: SiteTokens
  siteCache: PublishedSiteCache
  revisionStore: RevisionStore
  clock: Clock
  urls: Urls
}

/** What programs need that render sites for visitors: from URLs to sites, and from sites to what a visitor sees. */
export class RendererService {
  readonly #deps: RendererServiceDependencies
  readonly #siteReads = new CoalescedCalls<ResolvedSite | undefined>()

  constructor(deps: RendererServiceDependencies) {
    this.#deps = deps
  }

  async resolveUrl({ url: text, visitor = {} }: ResolvePublished): Promise<PublishedLookup> {
    const url = requireUrl(text)
    const lookup = parseSiteUrl(this.#deps.urls, url)
    if (!lookup) throw new NotFound('published content at', text)
    const { jwtToken, unsignedClaims, type } = visitor
    if (unsignedClaims && areClaimsTooLarge(unsignedClaims)) {
      throw new Invalid('body.visitor.unsignedClaims has more than 4096 bytes.')
    }
    const match = await this.#findSite(lookup, { jwt: jwtToken, unsignedClaims, type })
    if (!match) {
      const moved = await this.#findMovedUrl(lookup, { jwt: jwtToken, unsignedClaims, type })
      if (!moved) throw new NotFound('published content at', text)
      return moved
    }
    const { site, segments, credentials } = match

    const { admission, identity } = await this.#deps.audiences.decideAdmission(site, credentials)
    if (admission === 'hidden') throw new NotFound('published content at', text)
    if (admission === 'unauthenticated') {
      // As our own pages do, and whatever the request says about errors: to sign in first is none.
      const fallback = buildFallbackUrl(site, url.pathname)
      if (fallback === undefined) throw new Unauthenticated('This site is for visitors with a valid JWT.')
      return { target: 'external', site: site.id, redirect: fallback }
    }
    if (areClaimsTooLarge(identity.claims))
      throw new Invalid('The claims of this visitor have more than 4096 bytes.')

    const below = segments.slice(countCredentialSegments(identity))
    const levels = await this.#deps.siteCache.getAddressLevels(site.id, identity.claims)
    const location = await this.#chooseLocation(
      locateSiteSpaces<SiteSpaceNode, SectionLevel>(levels, below),
      identity.claims,
    )
    if (!location) throw new NotFound('published content at', text)
    const { section, siteSpace } = location
    const draft = await this.#findDraft(site, identity, location)
    if (draft === 'hidden') throw new NotFound('published content at', text)
    const rest = draft?.rest ?? location.rest
    return {
      site: site.id,
      ...(section && { siteSection: section.id }),
      siteSpace: siteSpace.id,
      space: siteSpace.spaceId,
      ...(draft && presentDraft(draft.content)),
      organization: site.organizationId,
      pathname: `/${rest.join('/')}`,
      basePath: removeLastSegments(url, rest.length),
      siteBasePath: removeLastSegments(url, below.length),
      canonicalUrl:
        placeUrl(this.#deps.urls, {
          ...site,
          section: section ? getUrlSegment(section) : null,
          siteSpace: getUrlSegment(siteSpace),
        }) + rest.join('/'),
      complete: isComplete(levels, segments, below, location),
      ...(identity.shareLink !== undefined && segments[0] !== undefined && { shareKey: segments[0] }),
      ...(Object.keys(identity.claims).length > 1 || Object.keys(identity.claims.unsigned).length > 0
        ? { contextId: hash('sha256', JSON.stringify(identity.claims), 'base64url').slice(0, 22) }
        : {}),
      ...(identity.previewer !== undefined && { preview: true }),
      apiToken: this.#deps.tokens.writeSiteToken(
        {
          siteId: site.id,
          organizationId: site.organizationId,
          identity,
          ...(draft && { draft: { ...draft.content, spaceId: siteSpace.spaceId } }),
        },
        this.#deps.clock.now(),
      ),
    }
  }

  /** Where a site is now that was at an address before, if the visitor may know of it. */
  async #findMovedUrl(lookup: SiteLookup, credentials: Credentials): Promise<PublishedLookup | undefined> {
    const movedLookup =
      lookup.by === 'basename' ? await findMovedSite(this.#deps.database, lookup) : undefined
    const match = movedLookup && (await this.#findSite(movedLookup, credentials))
    if (!match) return undefined
    const { site } = match
    const { admission } = await this.#deps.audiences.decideAdmission(site, match.credentials)
    if (admission === 'hidden') return undefined
    const redirect = siteUrl(this.#deps.urls, site) + lookup.rest.join('/')
    return { target: 'content', site: site.id, redirect }
  }

  /** What a visitor sees of a site. Members of the organization see it as a visitor without claims does. */
  async getSite(
    site: Subjects['site'],
    { shareKey }: PublishedSiteQuery,
    visitor: Visitor | undefined,
  ): Promise<PreparedResponse<PublishedContentSite>> {
    if (visitor) return this.#deps.siteCache.getSite(site.id, visitor.claims)
    const decision =
      shareKey === undefined
        ? undefined
        : await this.#deps.audiences.findAdmission(this.#deps.database, site.id, { shareKey })
    const isWrongKey = shareKey !== undefined && decision?.identity.shareLink === undefined
    if (!site.published || isWrongKey) throw new NotFound('published site', site.id)
    return this.#deps.siteCache.getSite(site.id, noClaims)
  }

  /** The space that a URL is in, and the path inside that space, without checking who may see it. */
  async locateSpace(url: string): Promise<{ spaceId: string; path: string[] } | undefined> {
    const lookup = parseSiteUrl(this.#deps.urls, requireUrl(url))
    const match = lookup && (await this.#findSite(lookup, {}))
    if (!match) return undefined
    const { site, segments, credentials } = match
    const { identity } = await this.#deps.audiences.decideAdmission(site, credentials)
    const structure = await this.#deps.siteCache.getStructure(site.id)
    const below = segments.slice(countCredentialSegments(identity))
    const candidates = locateSiteSpaces<SiteSpaceNode, SectionLevel>(buildAddressLevels(structure), below)
    const location = await this.#chooseLocation(candidates, undefined)
    return location && { spaceId: location.siteSpace.spaceId, path: location.rest }
  }

  /** The first of the locations that has a page for the rest of the URL; the last one when none has. */
  async #chooseLocation(
    candidates: LocatedSiteSpace[],
    claims: Claims | undefined,
  ): Promise<LocatedSiteSpace | undefined> {
    const last = candidates.at(-1)
    for (const candidate of candidates) {
      if (candidate === last || (await this.#hasPage(candidate, claims))) return candidate
    }
    return undefined
  }

  async #hasPage({ siteSpace, rest }: LocatedSiteSpace, claims: Claims | undefined): Promise<boolean> {
    const [revision] = await this.#deps.revisionStore.findCurrent(this.#deps.database, [siteSpace.spaceId])
    const page =
      revision &&
      (await this.#deps.revisionStore
        .createView(this.#deps.database, revision.resolvedRoot)
        .findPageByPath(rest.join('/')))
    if (!page) return false
    return !claims || [page, ...page.ancestors].every(({ fields }) => isVisible(fields.condition, claims))
  }

  /** The draft that the URL of a preview names; `hidden` when the visitor may not see it. */
  async #findDraft(
    { organizationId }: ResolvedSite,
    { previewer }: VisitorIdentity,
    { siteSpace, rest }: LocatedSiteSpace,
  ): Promise<{ content: Omit<TokenDraft, 'spaceId'>; rest: string[] } | 'hidden' | undefined> {
    const draftPath = parseDraftPath(rest)
    if (!draftPath) return undefined
    const draft =
      previewer === undefined
        ? undefined
        : await findDraft(
            this.#deps.database,
            { userId: previewer, organizationId },
            siteSpace.spaceId,
            draftPath.draft,
          )
    if (!draft) return 'hidden'
    const { changeRequest, revision } = draft
    return {
      content: { revision, ...(changeRequest !== undefined && { changeRequest }) },
      rest: draftPath.rest,
    }
  }

  /** The site of a URL, the segments below it, and the credentials together with those in the segments. */
  async #findSite(lookup: SiteLookup, credentials: Credentials): Promise<SiteMatch | undefined> {
    const { rest } = lookup
    if (lookup.by === 'basename') {
      const { organizationName, basename } = lookup
      return this.#readSite({ by: 'basename', organizationName, basename }, rest, credentials)
    }
    const { hostname } = lookup
    const ownSite = await this.#readSite({ by: 'hostname', hostname }, rest, credentials)
    if (ownSite) return ownSite
    // A proxy serves a site at a host and one or more segments.
    const origins = rest.map((_, index) => [hostname, ...rest.slice(0, index + 1)].join('/').toLowerCase())
    const proxiedSite = await this.#deps.repository.findProxiedSite(this.#deps.database, origins)
    if (!proxiedSite) return undefined
    const segments = rest.slice(proxiedSite.origin.split('/').length - 1)
    return this.#readSite({ by: 'id', id: proxiedSite.id }, segments, credentials)
  }

  async #readSite(
    key: SiteKey,
    segments: string[],
    requestCredentials: Credentials,
  ): Promise<SiteMatch | undefined> {
    const credentials = { ...requestCredentials, ...readPathCredentials(segments) }
    const { shareKey, preview } = credentials
    const site = await this.#siteReads.run(JSON.stringify([key, shareKey, preview]), () =>
      this.#deps.repository.findSite(
        this.#deps.database,
        key,
        this.#deps.audiences.selectColumns(credentials),
      ),
    )
    return site && { site, segments, credentials }
  }
}

/** A change request is named by its id alone: its revision is the one that it has when it is read. */
const presentDraft = ({ revision, changeRequest }: Omit<TokenDraft, 'spaceId'>) =>
  changeRequest === undefined ? { revision } : { changeRequest }

/** How many segments at the start of a URL inside a site are credentials. */
const countCredentialSegments = (identity: VisitorIdentity): number =>
  identity.previewer !== undefined ? PREVIEW_SEGMENT_COUNT : identity.shareLink !== undefined ? 1 : 0

function requireUrl(text: string): URL {
  const url = URL.parse(text)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  throw new Invalid('url must be an http or https URL.')
}

/** The path of a URL without its last segments, with a slash at both ends. */
function removeLastSegments({ pathname }: URL, count: number): string {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const remaining = segments.slice(0, segments.length - count)
  return remaining.length === 0 ? '/' : `/${remaining.join('/')}/`
}

/** Whether no longer URL can name another section or variant, or a preview. */
function isComplete(
  levels: AddressLevels,
  siteSegments: string[],
  segments: string[],
  { section, rest }: { section?: SectionLevel; rest: string[] },
): boolean {
  // Renderers ask for every beginning of a URL and take the first that is complete: that of a preview begins as the site's.
  if (isPreviewBeginning(siteSegments)) return false
  if (rest.length > 0) return true
  if ('siteSpaces' in levels) return levels.siteSpaces.length === 1 || segments.length > 0
  const isSectionNamed = section !== undefined && segments[0] === section.path
  if (!isSectionNamed && levels.sections.length > 1) return false
  return section?.siteSpaces.length === 1 || segments.length > (isSectionNamed ? 1 : 0)
}
