import { Conflict, NotFound } from '../../common/errors.ts'
import type { Urls } from '../../common/urls.ts'
import type { LookPreview, LookPreviewRenderer, LookPreviewRequest } from '../sites/index.ts'
import type { LocalPageRenderer } from './page-renderer.ts'
import type { PooledPageRenderer } from './pooled-page-renderer.ts'
import type { PublishedSite, SiteLocation } from './published-site.ts'
import type { PageEntry } from './page-index.ts'
import type { PublishedSiteLoader, SiteVisit } from './site-loader.ts'
import { SitePaths } from './site-paths.ts'
import type { RenderContext } from './site-references.ts'

interface SiteLookPreviewsDependencies {
  sites: PublishedSiteLoader
  localRenderer: LocalPageRenderer
  renderer: PooledPageRenderer
  urls: Urls
}

/** Renders pages of a site with settings that are not saved, for the person who is choosing them. */
export class SiteLookPreviews implements LookPreviewRenderer {
  readonly #deps: SiteLookPreviewsDependencies

  constructor(deps: SiteLookPreviewsDependencies) {
    this.#deps = deps
  }

  async renderLook({
    site,
    token,
    customization,
    overrides,
    path,
  }: LookPreviewRequest): Promise<LookPreview> {
    const { sites, localRenderer, renderer, urls } = this.#deps
    const { organizationName, basename } = site
    const lookup = { by: 'basename' as const, organizationName, basename, rest: [] }
    const visit = await sites.loadSite(lookup, { preview: token })
    if (visit?.admission !== 'allowed') throw new NotFound('site', site.id)
    const publishedSite = visit.publishedSite.withCustomization(customization, overrides)
    // The links of the page lead to the host that the person is on, also where the site has one of its own.
    const paths = new SitePaths(urls, publishedSite, { lookup, url: new URL(urls.base), preview: token })
    const found = await this.#findPage(visit, publishedSite, paths, path)
    if (!found)
      throw new Conflict('The site shows no page yet. Add a space that has one, then preview its look.')
    const { context, entry } = found
    // Not through the cache of pages: settings that are not saved are rarely rendered twice.
    const [{ value: page }, style] = await Promise.all([
      renderer.renderPage(context, entry),
      localRenderer.getStyle(publishedSite, context.location, paths.buildPath('~verso/fonts/')),
    ])
    const pagePath = paths.buildPagePath(context.location, entry)
    return {
      html: page.html,
      css: style.css,
      basePath: paths.visitorBasePath,
      path: `${pagePath}/`.startsWith(paths.visitorBasePath)
        ? pagePath.slice(paths.visitorBasePath.length)
        : '',
      siteSpace: context.location.siteSpace.id,
      overrides: context.location.siteSpace.customization ?? {},
    }
  }

  /** The page at the path; the first page of what the path names when there is none. */
  async #findPage(
    visit: SiteVisit,
    publishedSite: PublishedSite,
    paths: SitePaths,
    path: string,
  ): Promise<{ context: RenderContext; entry: PageEntry } | undefined> {
    const { claims } = visit.identity
    const segments = path.split('/').filter((segment) => segment !== '')
    const createContext = (location: SiteLocation) =>
      this.#deps.localRenderer.createContext(publishedSite, location, paths, claims)
    let fallback: { context: RenderContext; entry: PageEntry } | undefined
    for (const location of publishedSite.locateSegments(segments, claims)) {
      const context = await createContext(location)
      const entry = context.index.findByPath(location.rest.join('/'))
      const document = entry?.page.fields.type === 'group' ? context.index.findFirstBelow(entry) : entry
      if (document?.page.fields.type === 'document') return { context, entry: document }
      const { firstDocument } = context.index
      fallback ??= firstDocument && { context, entry: firstDocument }
    }
    if (fallback) return fallback
    for (const location of publishedSite.listLocations(claims)) {
      const context = await createContext(location)
      if (context.index.firstDocument) return { context, entry: context.index.firstDocument }
    }
    return undefined
  }
}
