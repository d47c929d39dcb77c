import type { FastifyReply, FastifyRequest } from 'fastify'
import { isReservedName } from '../../common/reserved-names.ts'
import type { Urls } from '../../common/urls.ts'
import { hiddenText } from '../../http/log-path.ts'
import { parseSiteUrl, type SiteLookup } from '../../common/site-addresses.ts'
import type { SitePaths } from './site-paths.ts'
import type { SiteVisit } from './site-loader.ts'
import { type RequestCredentials, readRequestCredentials } from './visitor-cookies.ts'

/** A request that a site may answer. */
export interface SiteRequest {
  request: FastifyRequest
  reply: FastifyReply
  url: URL
  lookup: SiteLookup
  requestCredentials: RequestCredentials
  /**
   * The decoded path segments below the site, without those of a preview. Where agents reach a site on GitBook, they reach
   * it here, too: `~gitbook/mcp` is `~verso/mcp`.
   */
  segments: string[]
  preview: string | undefined
}

/** A request whose site was found, with the decision about the visitor. */
export interface ResolvedSiteRequest extends SiteRequest {
  visit: SiteVisit
  paths: SitePaths
}

/** Parses a request to a site; undefined when its URL cannot be that of a site. */
export function parseSiteRequest(
  urls: Urls,
  request: FastifyRequest,
  reply: FastifyReply,
): SiteRequest | undefined {
  // The host is only used to find a site. It comes from the client, so no response may contain it.
  const url = URL.parse(request.url, `${request.protocol}://${request.host}`)
  if (!url || url.pathname.length > 4000) return undefined
  // A name with a dot at its end is the same name.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const lookup = parseSiteUrl(urls, url)
  if (!lookup || (lookup.by === 'basename' && isReservedName(lookup.organizationName))) return undefined
  const segments = decodeSegments(lookup.rest)
  if (!segments) return undefined
  const isPreview = segments[0] === '~' && segments[1] === 'preview'
  const below = isPreview ? segments.slice(3) : segments
  return {
    request,
    reply,
    url,
    lookup,
    requestCredentials: readRequestCredentials(request, url),
    segments: below.join('/') === '~gitbook/mcp' ? ['~verso', 'mcp'] : below,
    preview: isPreview ? segments[2] : undefined,
  }
}

/** The path of a request for the log, without the token of a preview and the key of a share link. */
export function describeSitePath({ url, preview, lookup }: SiteRequest): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const previewToken = preview === undefined ? -1 : segments.length - lookup.rest.length + 2
  const shownSegments = segments.map((segment, index) =>
    index === previewToken || couldBeSecret(segment) ? hiddenText : segment,
  )
  return `/${shownSegments.join('/')}`
}

/** Secrets are long and random, so they have capitals, which the paths of pages have not. */
const couldBeSecret = (segment: string): boolean => segment.length >= 20 && /[A-Z%]/.test(segment)

/** Decoded segments; undefined when one contains an encoded slash or is not valid UTF-8. */
function decodeSegments(segments: readonly string[]): string[] | undefined {
  try {
    const texts = segments.map(decodeURIComponent)
    return texts.some((text) => text.includes('/') || text.includes('\0')) ? undefined : texts
  } catch {
    return undefined
  }
}
