import type { Urls } from '../../common/urls.ts'
import { siteUrl, type SiteLookup } from '../../common/site-addresses.ts'
import type { SiteLocation, PublishedSite } from './published-site.ts'
import type { PageEntry } from './page-index.ts'

/** The URL that a visitor requested, and what it names. */
export interface VisitAddress {
  lookup: SiteLookup
  url: URL
  preview: string | undefined
}

/** Builds the paths of a site's URLs for one visitor. They have no host, so that links stay on the visitor's host. */
export class SitePaths {
  /** The path of the site, with a slash at both ends. */
  readonly basePath: string
  /** The base path, with the segments of the preview for a visitor of one. */
  readonly visitorBasePath: string
  readonly visitAddress: VisitAddress
  readonly #site: PublishedSite
  /** The public URL of the site, with a slash at the end. */
  readonly canonicalUrl: string

  constructor(urls: Urls, site: PublishedSite, { lookup, url, preview }: VisitAddress) {
    this.visitAddress = { lookup, url, preview }
    this.#site = site
    this.canonicalUrl = siteUrl(urls, site.data)
    this.basePath = buildBasePath(urls, site, lookup, url)
    this.visitorBasePath = preview === undefined ? this.basePath : `${this.basePath}~/preview/${preview}/`
  }

  /** The path of the site's cookies, without a slash at the end, so that the site itself matches too. */
  get cookiePath(): string {
    return this.basePath.length > 1 ? this.basePath.replace(/\/$/, '') : this.basePath
  }

  buildLocationPath(location: SiteLocation): string {
    return `${this.visitorBasePath}${this.#site.buildPath(location)}${location.siteSpace.draft ?? ''}`
  }

  buildPagePath(location: SiteLocation, page: PageEntry): string {
    return removeTrailingSlash(`${this.buildLocationPath(location)}${encodePath(page.path)}`)
  }

  /** The public URL of a page. */
  buildCanonicalUrl(location: SiteLocation, page: PageEntry): string {
    return removeTrailingSlash(
      `${this.canonicalUrl}${this.#site.buildPath(location)}${encodePath(page.path)}`,
    )
  }

  buildMarkdownPath(location: SiteLocation, page: PageEntry): string {
    return `${this.buildLocationPath(location)}${page.path === '' ? 'index' : encodePath(page.path)}.md`
  }

  buildPdfPath(location: SiteLocation, { page }: PageEntry): string {
    const { siteSpace } = location
    return `${siteSpace.draft === undefined ? this.visitorBasePath : this.buildLocationPath(location)}~verso/pdf/${encodeURIComponent(siteSpace.id)}/${encodeURIComponent(page.id)}`
  }

  buildFilePath(spaceId: string, file: { id: string; blob: string; name: string }): string {
    const draft = this.#findDraftLocation(spaceId)
    return `${draft ? this.buildLocationPath(draft) : this.visitorBasePath}~verso/files/${encodeURIComponent(spaceId)}/${encodeURIComponent(file.id)}/${file.blob.slice(0, 16)}/${encodeURIComponent(file.name)}`
  }

  /** The location of a space's draft. A draft may have files that the space does not. */
  #findDraftLocation(spaceId: string): SiteLocation | undefined {
    const { siteSpaces, sections } = this.#site.data
    const siteSpace = siteSpaces.find((entry) => entry.spaceId === spaceId && entry.draft !== undefined)
    return siteSpace && { siteSpace, section: sections.find(({ id }) => id === siteSpace.sectionId) }
  }

  /** The path of one of Verso's own resources in the site. */
  buildPath(name: string): string {
    return `${this.visitorBasePath}${name}`
  }
}

export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const removeTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)

/** The path of the site. For a site behind a proxy it is always the proxy's path, whichever host was requested. */
function buildBasePath(urls: Urls, { data }: PublishedSite, lookup: SiteLookup, url: URL): string {
  if (data.proxyOrigin !== null) return new URL(siteUrl(urls, data)).pathname
  if (lookup.by === 'hostname') return '/'
  const own = urls.home
  // With a host for each organization, sites are still available on Verso's own host, below the organization's name.
  if (urls.sitesHost !== undefined && url.hostname !== own.hostname) return `/${lookup.basename}/`
  return `${own.pathname.replace(/\/$/, '')}/${lookup.organizationName}/${lookup.basename}/`
}
