import {
  renderNotFoundPage,
  type RenderedPage,
  renderSearchPage,
  type SearchHit,
  type SiteView,
} from '@verso/site'
import type { Claims } from '../../audience/claims.ts'
import type { Database } from '../../database/database.ts'
import type { SpecDescriptions } from '../openapi/index.ts'
import type { PdfService, StoredPdf } from '../pdf/index.ts'
import type { SitePaths } from './site-paths.ts'
import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import {
  buildPageCacheKey,
  type PageWithDependencies,
  type LocalPageRenderer,
  type SiteStyle,
} from './page-renderer.ts'
import type { PooledPageRenderer } from './pooled-page-renderer.ts'
import { findUserNames, areSameUserNames } from './user-names.ts'
import { type RenderContext, getSpaceScope, getSpecScope } from './site-references.ts'
import type { SiteLocation, PublishedSite } from './published-site.ts'
import type { StoredSourceLoader } from './openapi-sources.ts'
import type { PageEntry } from './page-index.ts'
import { areSameStates } from './openapi-specs.ts'

interface PublishedPageCacheDependencies {
  database: Database
  localRenderer: LocalPageRenderer
  /** Renders pages, in this thread or in another. */
  renderer: PooledPageRenderer
  pdfs: PdfService
  descriptions: SpecDescriptions
  sources: StoredSourceLoader
  caches: CacheBudget
}

/** Rendered pages of sites, cached by everything that they depend on. */
export class PublishedPageCache {
  readonly #deps: PublishedPageCacheDependencies
  readonly #pages: MemoryCache<PageWithDependencies>

  constructor(deps: PublishedPageCacheDependencies) {
    this.#deps = deps
    this.#pages = deps.caches.create('published-pages', ({ html }) => html.length + 2000)
  }

  createContext(
    site: PublishedSite,
    location: SiteLocation,
    paths: SitePaths,
    claims: Claims,
  ): Promise<RenderContext> {
    return this.#deps.localRenderer.createContext(site, location, paths, claims)
  }

  /** A page that is up to date: one whose users, specs or sources changed since is rendered again. */
  async getPage(context: RenderContext, entry: PageEntry): Promise<RenderedPage> {
    const key = buildPageCacheKey(context, entry.page.id)
    const render = () => this.#deps.renderer.renderPage(context, entry)
    const page = await this.#pages.getOrCreate(key, render)
    if (await this.#isCurrent(context, page)) return page
    this.#pages.delete(key)
    return this.#pages.getOrCreate(key, render)
  }

  /** Whether the users, specs and sources that a page names are still in the same states. */
  async #isCurrent(
    context: RenderContext,
    { userNames, specStates, sourceStates }: PageWithDependencies,
  ): Promise<boolean> {
    const { organizationId } = context.site.data
    if (userNames.size > 0) {
      const current = await findUserNames(this.#deps.database, organizationId, userNames.keys())
      if (!areSameUserNames(userNames, current)) return false
    }
    if (sourceStates.size > 0) {
      const current = await this.#deps.sources.findStates(getSpaceScope(context), sourceStates.keys())
      if (!areSameStates(sourceStates, current)) return false
    }
    if (specStates.size === 0) return true
    const current = await this.#deps.descriptions.loadStates(
      this.#deps.database,
      getSpecScope(context),
      specStates.keys(),
    )
    return areSameStates(
      specStates,
      new Map([...specStates.keys()].map((spec) => [spec, current.get(spec) ?? ''])),
    )
  }

  /** A page as PDF. */
  async getPdf(context: RenderContext, entry: PageEntry): Promise<StoredPdf> {
    const { siteSpace } = context.location
    return this.#deps.pdfs.makePagePdf({
      spaceId: siteSpace.spaceId,
      revisionId: siteSpace.revisionId,
      key: buildPageCacheKey(context, entry.page.id),
      title: entry.page.fields.title,
      prepare: (cover) => this.#deps.renderer.prepareBook(context, entry, cover),
    })
  }

  async renderNotFound(context: RenderContext): Promise<RenderedPage> {
    return renderNotFoundPage(await this.getSiteView(context))
  }

  async renderSearch(context: RenderContext, query: string, hits: SearchHit[]): Promise<RenderedPage> {
    return renderSearchPage(await this.getSiteView(context), query, hits)
  }

  getStyle(
    site: PublishedSite,
    location: SiteLocation | undefined,
    fonts: string,
  ): SiteStyle | Promise<SiteStyle> {
    return this.#deps.localRenderer.getStyle(site, location, fonts)
  }

  getSiteView(context: RenderContext): SiteView | Promise<SiteView> {
    return this.#deps.localRenderer.getSiteView(context)
  }
}
