import type { PublishedPlace, SiteAddress, Urls } from './urls.ts'

/**
 * Builds the URL of a published site. All URLs of sites and their parts end in a slash, and their content is below them:
 *
 * - of a site: where its proxy serves it; else its own hostname; else its basename below its organization, which is
 *   a host of its own where there is a host for sites, and a segment below Verso's own address where there is none;
 * - of a section: its path below the site; the default section has the site's own address;
 * - of a site space: its path below the section, or below the site without sections; the default one has that of
 *   what it is in.
 */
export function siteUrl(urls: Urls, site: SiteAddress): string {
  return site.proxyOrigin === null ? unproxiedSiteUrl(urls, site) : `https://${site.proxyOrigin}/`
}

/** Builds the URL of a site without its proxy, which is where the proxy fetches it from. */
export function unproxiedSiteUrl({ base, home, sitesHost }: Urls, site: SiteAddress): string {
  if (site.hostname !== null) return `${buildOrigin(home, site.hostname)}/`
  if (sitesHost !== undefined) {
    return `${home.protocol}//${site.organizationName}.${sitesHost}/${site.basename}/`
  }
  return `${base}/${site.organizationName}/${site.basename}/`
}

/** Builds the origin of another host name. It has the protocol and the port of Verso itself. */
function buildOrigin({ protocol, port }: Urls['home'], hostname: string): string {
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}

/** Whether a host name belongs to Verso itself or to the default site URLs of organizations. */
export function isOwnHost({ home, sitesHost }: Urls, hostname: string): boolean {
  const sitesHostname = sitesHost?.replace(/:.*/, '')
  return (
    hostname === home.hostname ||
    (sitesHostname !== undefined && (hostname === sitesHostname || hostname.endsWith(`.${sitesHostname}`)))
  )
}

export const placeUrl = (urls: Urls, place: PublishedPlace): string =>
  siteUrl(urls, place) +
  [place.section, place.siteSpace].map((segment) => (segment === null ? '' : `${segment}/`)).join('')

/** A section or site space. It has a segment of its own in URLs, unless it is the default. */
export interface Segment {
  path: string
  isDefault: boolean
}

export const getUrlSegment = ({ path, isDefault }: Segment): string | null => (isDefault ? null : path)

/** How to find the site of a URL, and the remaining segments of the URL. */
export type SiteLookup =
  | { by: 'hostname'; hostname: string; rest: string[] }
  | { by: 'basename'; organizationName: string; basename: string; rest: string[] }

/** Undefined for a URL that no site can have. A proxied site is found by its unproxied URL. */
export function parseSiteUrl({ home, sitesHost }: Urls, url: URL): SiteLookup | undefined {
  const segments = splitPath(url.pathname)
  const suffix = sitesHost === undefined ? undefined : `.${sitesHost.toLowerCase()}`
  // A name with a dot at its end is the same name. The parser of URLs has normalized everything else.
  const hostname = url.hostname.replace(/\.$/, '')
  const host = suffix?.includes(':') && url.port !== '' ? `${hostname}:${url.port}` : hostname
  if (suffix !== undefined && host.endsWith(suffix)) {
    return createBasenameLookup([host.slice(0, -suffix.length), ...segments])
  }
  if (hostname !== home.hostname) return { by: 'hostname', hostname, rest: segments }
  const homeSegments = splitPath(home.pathname)
  if (homeSegments.some((segment, index) => segments[index] !== segment)) return undefined
  return createBasenameLookup(segments.slice(homeSegments.length))
}

/** The path of a URL below a site, by whichever of its addresses; undefined for a URL that is not of the site. */
export function findPathInSite(urls: Urls, site: SiteAddress, url: string): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  if (site.proxyOrigin !== null) {
    const proxied = new URL(`https://${site.proxyOrigin}/`)
    if (parsed.host === proxied.host && `${parsed.pathname}/`.startsWith(proxied.pathname))
      return `/${parsed.pathname.slice(proxied.pathname.length)}`
  }
  const lookup = parseSiteUrl(urls, parsed)
  const isSite =
    lookup?.by === 'hostname'
      ? lookup.hostname === site.hostname
      : lookup?.organizationName === site.organizationName && lookup.basename === site.basename
  return lookup && isSite ? `/${lookup.rest.join('/')}` : undefined
}

function createBasenameLookup([organizationName, basename, ...rest]: string[]): SiteLookup | undefined {
  if (organizationName === undefined || basename === undefined) return undefined
  return { by: 'basename', organizationName, basename, rest }
}

const splitPath = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

interface Section<SiteSpace> extends Segment {
  siteSpaces: SiteSpace[]
}

/** A site space that a URL may lead to, and the remaining segments of the URL. */
export interface SiteSpaceMatch<SiteSpace, SiteSection> {
  section?: SiteSection
  siteSpace: SiteSpace
  rest: string[]
}

/**
 * Finds the site spaces that the segments of a URL may lead to. A default section or site space needs no segment, but its
 * path still leads to it, so that URLs from before it was the default keep working. Such a segment can also be a page in
 * it, so there may be several matches. The first in which the page exists is the right one; if there is none, the last.
 */
export function locateSiteSpaces<SiteSpace extends Segment, SiteSection extends Section<SiteSpace>>(
  site: { sections: SiteSection[] } | { siteSpaces: SiteSpace[] },
  segments: string[],
): SiteSpaceMatch<SiteSpace, SiteSection>[] {
  if ('siteSpaces' in site) return matchSiteSpaces(site.siteSpaces, segments)
  return matchSegments(site.sections, segments).flatMap(({ node: section, rest }) =>
    matchSiteSpaces(section.siteSpaces, rest).map(({ siteSpace, rest: remaining }) => ({
      section,
      siteSpace,
      rest: remaining,
    })),
  )
}

const matchSiteSpaces = <SiteSpace extends Segment>(siteSpaces: SiteSpace[], segments: string[]) =>
  matchSegments(siteSpaces, segments).map(({ node: siteSpace, rest }) => ({ siteSpace, rest }))

function matchSegments<Node extends Segment>(
  level: Node[],
  segments: string[],
): { node: Node; rest: string[] }[] {
  const namedNode = level.find(({ path }) => path === segments[0])
  const namedMatches = namedNode ? [{ node: namedNode, rest: segments.slice(1) }] : []
  if (namedNode && !namedNode.isDefault) return namedMatches
  const node = namedNode ?? level.find(({ isDefault }) => isDefault)
  return node ? [{ node, rest: segments }, ...namedMatches] : []
}
