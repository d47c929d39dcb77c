import type { PublishedPlace, SiteAddress, Urls } from './urls.ts'

/**
 * The arithmetic of published addresses. Each ends in a slash, and everything in it is below it.
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

/** Where a proxy finds what it serves. */
export function unproxiedSiteUrl({ base, home, sitesHost }: Urls, site: SiteAddress): string {
  if (site.hostname !== null) return `${onHost(home, site.hostname)}/`
  if (sitesHost !== undefined) {
    return `${home.protocol}//${site.organizationName}.${sitesHost}/${site.basename}/`
  }
  return `${base}/${site.organizationName}/${site.basename}/`
}

/** Whoever comes to Verso by another name comes the same way: by its protocol and to its port. */
function onHost({ protocol, port }: Urls['home'], hostname: string): string {
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}

/** Whether a host leads to Verso itself, or to the sites of an organization by its name. */
export function isOwnHost({ home, sitesHost }: Urls, hostname: string): boolean {
  const shared = sitesHost?.replace(/:.*/, '')
  return (
    hostname === home.hostname ||
    (shared !== undefined && (hostname === shared || hostname.endsWith(`.${shared}`)))
  )
}

export const placeUrl = (urls: Urls, place: PublishedPlace): string =>
  siteUrl(urls, place) +
  [place.section, place.siteSpace].map((segment) => (segment === null ? '' : `${segment}/`)).join('')

/** Something with a path that takes no segment while it is the default. */
export interface Segment {
  path: string
  isDefault: boolean
}

export const getUrlSegment = ({ path, isDefault }: Segment): string | null => (isDefault ? null : path)

/** How to find the site that an address is in, and what is left of the address. */
export type SiteLookup =
  | { by: 'hostname'; hostname: string; rest: string[] }
  | { by: 'basename'; organizationName: string; basename: string; rest: string[] }

/** Undefined for an address that no site can have. A proxied site is asked for by its unproxied address. */
export function parseSiteUrl({ home, sitesHost }: Urls, url: URL): SiteLookup | undefined {
  const segments = segmentsOf(url.pathname)
  const suffix = sitesHost === undefined ? undefined : `.${sitesHost.toLowerCase()}`
  const host = suffix?.includes(':') ? url.host : url.hostname
  if (suffix !== undefined && host.endsWith(suffix)) {
    return byBasename([host.slice(0, -suffix.length), ...segments])
  }
  if (url.hostname !== home.hostname) return { by: 'hostname', hostname: url.hostname, rest: segments }
  const before = segmentsOf(home.pathname)
  if (before.some((segment, index) => segments[index] !== segment)) return undefined
  return byBasename(segments.slice(before.length))
}

function byBasename([organizationName, basename, ...rest]: string[]): SiteLookup | undefined {
  if (organizationName === undefined || basename === undefined) return undefined
  return { by: 'basename', organizationName, basename, rest }
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

interface Section<SiteSpace> extends Segment {
  siteSpaces: SiteSpace[]
}

/** A site space, and what is left of an address inside it. */
export interface SiteSpaceMatch<SiteSpace, Found> {
  section?: Found
  siteSpace: SiteSpace
  rest: string[]
}

/**
 * Where the segments of an address may lead in a site: to a site space, and to what they name inside it. What is the
 * default needs no segment, but its path still leads to it, as it did before it was the default: such an address can also
 * be that of a page in it. So there may be several readings. The first that a page answers to is meant; where none does,
 * the last.
 */
export function locateSiteSpaces<SiteSpace extends Segment, Found extends Section<SiteSpace>>(
  site: { sections: Found[] } | { siteSpaces: SiteSpace[] },
  segments: string[],
): SiteSpaceMatch<SiteSpace, Found>[] {
  if ('siteSpaces' in site) return enter(site.siteSpaces, segments)
  return readings(site.sections, segments).flatMap(({ at: section, rest }) =>
    enter(section.siteSpaces, rest).map(({ siteSpace, rest: left }) => ({ section, siteSpace, rest: left })),
  )
}

const enter = <SiteSpace extends Segment>(siteSpaces: SiteSpace[], segments: string[]) =>
  readings(siteSpaces, segments).map(({ at: siteSpace, rest }) => ({ siteSpace, rest }))

function readings<Node extends Segment>(level: Node[], segments: string[]): { at: Node; rest: string[] }[] {
  const named = level.find(({ path }) => path === segments[0])
  const inNamed = named ? [{ at: named, rest: segments.slice(1) }] : []
  if (named && !named.isDefault) return inNamed
  const at = named ?? level.find(({ isDefault }) => isDefault)
  return at ? [{ at, rest: segments }, ...inNamed] : []
}
