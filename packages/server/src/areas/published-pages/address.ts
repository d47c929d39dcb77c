import type { Urls } from '../../common/urls.ts'
import { siteUrl, type SiteLookup } from '../../common/site-addresses.ts'
import type { Place, PublishedSite } from './site.ts'
import type { ShownPage } from './space-index.ts'

/** How a visitor came to a site. */
export interface Way {
  lookup: SiteLookup
  url: URL
  preview: string | undefined
}

/** The addresses inside a site, as one visitor reaches it. Paths only: the host is the visitor's own. */
export class SitePaths {
  /** The path of the site, with a slash at both ends. */
  readonly base: string
  /** What goes before everything in the site, for a visitor who is inside a preview. */
  readonly inside: string
  readonly way: Way
  readonly #site: PublishedSite
  /** Where the world finds it, with a slash at its end. */
  readonly canonical: string

  constructor(urls: Urls, site: PublishedSite, { lookup, url, preview }: Way) {
    this.way = { lookup, url, preview }
    this.#site = site
    this.canonical = siteUrl(urls, site.facts)
    this.base = basePath(urls, site, lookup, url)
    this.inside = preview === undefined ? this.base : `${this.base}~/preview/${preview}/`
  }

  /** The path of the site's cookies: its own, with everything below it, and nothing beside it. */
  get cookies(): string {
    return this.base.length > 1 ? this.base.replace(/\/$/, '') : this.base
  }

  place(place: Place): string {
    return `${this.inside}${this.#site.pathOf(place)}${place.siteSpace.draft ?? ''}`
  }

  page(place: Place, page: ShownPage): string {
    return withoutSlash(`${this.place(place)}${encodePath(page.path)}`)
  }

  /** Where the world finds a page. */
  canonicalOf(place: Place, page: ShownPage): string {
    return withoutSlash(`${this.canonical}${this.#site.pathOf(place)}${encodePath(page.path)}`)
  }

  markdown(place: Place, page: ShownPage): string {
    return `${this.place(place)}${page.path === '' ? 'index' : encodePath(page.path)}.md`
  }

  pdf(place: Place, { page }: ShownPage): string {
    const { siteSpace } = place
    return `${siteSpace.draft === undefined ? this.inside : this.place(place)}~verso/pdf/${encodeURIComponent(siteSpace.id)}/${encodeURIComponent(page.id)}`
  }

  file(spaceId: string, file: { id: string; blob: string; name: string }): string {
    const draft = this.#draftOf(spaceId)
    return `${draft ? this.place(draft) : this.inside}~verso/files/${encodeURIComponent(spaceId)}/${encodeURIComponent(file.id)}/${file.blob.slice(0, 16)}/${encodeURIComponent(file.name)}`
  }

  /** A draft may have files that the space does not. */
  #draftOf(spaceId: string): Place | undefined {
    const { siteSpaces, sections } = this.#site.facts
    const siteSpace = siteSpaces.find((shown) => shown.spaceId === spaceId && shown.draft !== undefined)
    return siteSpace && { siteSpace, section: sections.find(({ id }) => id === siteSpace.sectionId) }
  }

  /** Something of ours in the site. */
  at(name: string): string {
    return `${this.inside}${name}`
  }
}

export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)

/** A site behind a proxy is walked below the proxy's path, whoever asks here for it. */
function basePath(urls: Urls, { facts }: PublishedSite, lookup: SiteLookup, url: URL): string {
  if (facts.proxyOrigin !== null) return new URL(siteUrl(urls, facts)).pathname
  if (lookup.by === 'hostname') return '/'
  const own = urls.home
  // Where organizations have hosts, Verso's own still has their sites below their names.
  if (urls.sitesHost !== undefined && url.hostname !== own.hostname) return `/${lookup.basename}/`
  return `${own.pathname.replace(/\/$/, '')}/${lookup.organizationName}/${lookup.basename}/`
}
