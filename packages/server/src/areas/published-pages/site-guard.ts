import type { FastifyReply } from 'fastify'
import { buildFallbackUrl } from '../../audience/site-admission.ts'
import type { Clock } from '../../common/clock.ts'
import { siteUrl } from '../../common/site-addresses.ts'
import type { Urls } from '../../common/urls.ts'
import type { AddressLimiter, LimitExcess } from '../../http/address-limiter.ts'
import { sendTooManyRequests, type SiteRateLimits } from './site-limits.ts'
import { SitePaths } from './site-paths.ts'
import type { SiteResponder } from './site-responder.ts'
import { sendNotFoundPage } from './not-found-page.ts'
import type { SiteRequest, ResolvedSiteRequest } from './site-request.ts'
import type { SiteVisit, PublishedSiteLoader } from './site-loader.ts'
import { setVisitorCookie, removeCredentialParameters, encodeClaims } from './visitor-cookies.ts'

const shareKeyPattern = /^[\w-]{8,128}$/
const SHARE_COOKIE_SECONDS = 60 * 60 * 24 * 30

interface SiteGuardDependencies {
  sites: PublishedSiteLoader
  urls: Urls
  clock: Clock
  responder: SiteResponder
  limiter: AddressLimiter<keyof SiteRateLimits>
}

/** Admits visitors to sites, and redirects or refuses the others. */
export class SiteGuard {
  readonly #deps: SiteGuardDependencies

  constructor(deps: SiteGuardDependencies) {
    this.#deps = deps
  }

  /** Calls the handler for an admitted visitor, redirects others to the fallback URL, or sends an error page. */
  async admit(
    siteRequest: SiteRequest,
    handle: (resolvedRequest: ResolvedSiteRequest) => Promise<unknown>,
  ): Promise<unknown> {
    const { request, reply, lookup, requestCredentials, segments, preview } = siteRequest
    const credentials = { ...requestCredentials.all, preview }
    // While an address has tried too many keys, a key that it presents is not even compared.
    const keyExcess = this.#checkShareKeys(siteRequest)
    if (keyExcess && credentials.shareKey !== undefined) return sendTooManyRequests(request, reply, keyExcess)
    const visit = await this.#deps.sites.loadSite(lookup, credentials)
    if (!visit) {
      const movedSite = await this.#deps.sites.loadMovedSite(lookup, credentials)
      if (!movedSite) return this.#refuseHidden(siteRequest)
      const path = lookup.rest.join('/')
      return reply.redirect(
        `${siteUrl(this.#deps.urls, movedSite.publishedSite.data)}${path}${siteRequest.url.search}`,
        308,
      )
    }
    const paths = new SitePaths(this.#deps.urls, visit.publishedSite, siteRequest)
    this.#storeCredentials(siteRequest, visit, paths)
    const resolvedRequest = { ...siteRequest, visit, paths }
    if (visit.admission === 'allowed') {
      const { jwt, claims } = requestCredentials.fromUrl
      const hasCredentialsInUrl = jwt !== undefined || claims !== undefined
      return hasCredentialsInUrl && request.method === 'GET'
        ? reply.redirect(removeCredentialParameters(siteRequest.url), 302)
        : handle(resolvedRequest)
    }
    if (visit.admission === 'hidden') {
      if (!keyExcess && segments[0] !== undefined) await this.followShareLink(resolvedRequest, segments[0])
      // A reply is also a promise of its own end, so to await one gives nothing.
      return reply.sent ? reply : this.#refuseHidden(siteRequest)
    }
    const fallbackUrl = buildFallbackUrl(visit.site, siteRequest.url.pathname)
    if (fallbackUrl !== undefined && request.method === 'GET') return reply.redirect(fallbackUrl, 302)
    return this.#deps.responder.sendSignInRequired(resolvedRequest)
  }

  #checkShareKeys({ request }: SiteRequest): LimitExcess | undefined {
    return this.#deps.limiter.check('shareKeys', request.ip)
  }

  /**
   * Answers a request for no site, or for one that is hidden from the visitor. One that brought something like the key of
   * a share link counts as a try, also where there is no site: the number of tries must not tell which it is.
   */
  #refuseHidden({ request, reply, requestCredentials, segments: [segment = ''] }: SiteRequest): FastifyReply {
    const isTry = requestCredentials.all.shareKey !== undefined || shareKeyPattern.test(segment)
    const excess = isTry ? this.#deps.limiter.count('shareKeys', request.ip) : undefined
    return excess ? sendTooManyRequests(request, reply, excess) : sendNotFoundPage(request, reply)
  }

  /** Stores the credentials that the URL has in cookies: a JWT only if it is valid, claims always. */
  #storeCredentials(
    { requestCredentials, reply }: SiteRequest,
    { identity }: SiteVisit,
    paths: SitePaths,
  ): void {
    const { jwt, claims } = requestCredentials.fromUrl
    const options = { path: paths.cookiePath, secure: paths.canonicalUrl.startsWith('https:') }
    const now = this.#deps.clock.now().getTime() / 1000
    if (jwt !== undefined && identity.key !== undefined) {
      setVisitorCookie(reply, 'jwt', jwt, {
        ...options,
        maxAgeSeconds: identity.expires === undefined ? undefined : identity.expires - now,
      })
    }
    if (claims) setVisitorCookie(reply, 'claims', encodeClaims(claims), options)
  }

  /** Moves the key of a share link from the first segment of the URL into a cookie; undefined for any other segment. */
  async followShareLink(siteRequest: ResolvedSiteRequest, key: string): Promise<FastifyReply | undefined> {
    const { lookup, paths, reply, url } = siteRequest
    if (!shareKeyPattern.test(key)) return undefined
    const visit = await this.#deps.sites.loadSite(lookup, { shareKey: key })
    if (visit?.identity.shareLink === undefined || visit.admission !== 'allowed') return undefined
    setVisitorCookie(reply, 'share', key, {
      path: paths.cookiePath,
      secure: paths.canonicalUrl.startsWith('https:'),
      maxAgeSeconds: SHARE_COOKIE_SECONDS,
    })
    const below = siteRequest.segments.slice(1).map(encodeURIComponent).join('/')
    return reply.header('cache-control', 'no-store').redirect(`${paths.basePath}${below}${url.search}`, 302)
  }
}
