import { walkBlocks } from '@verso/markdown'
import {
  renderNotFoundPage,
  type RenderedPage,
  renderSearchPage,
  type SearchResults,
  type SiteView,
} from '@verso/site'
import type { Claims } from '../../audience/claims.ts'
import type { PdfService, StoredPdf } from '../pdf/index.ts'
import type { SitePaths } from './site-paths.ts'
import type { CacheBudget } from '../../common/memory-cache.ts'
import {
  buildPageCacheKey,
  type PageWithDependencies,
  type LocalPageRenderer,
  type SiteStyle,
} from './page-renderer.ts'
import type { PooledPageRenderer } from './pooled-page-renderer.ts'
import type { RenderContext } from './site-references.ts'
import type { TextStates } from './text-states.ts'
import { VisitorCache } from './visitor-cache.ts'
import type { SiteLocation, PublishedSite } from './published-site.ts'
import type { PageEntry } from './page-index.ts'

interface PublishedPageCacheDependencies {
  localRenderer: LocalPageRenderer
  /** Renders pages, in this thread or in another. */
  renderer: PooledPageRenderer
  pdfs: PdfService
  states: TextStates
  caches: CacheBudget
}

/** Rendered pages of sites, cached by everything that they depend on. */
export class PublishedPageCache {
  readonly #deps: PublishedPageCacheDependencies
  readonly #pages: VisitorCache<PageWithDependencies>

  constructor(deps: PublishedPageCacheDependencies) {
    this.#deps = deps
    this.#pages = new VisitorCache(deps.caches, 'published-pages', measurePage)
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
    const page = await this.#pages.getOrCreate(key, context.claims, render)
    if (await this.#deps.states.isCurrent(context, page)) return page
    this.#pages.delete(key, context.claims)
    return this.#pages.getOrCreate(key, context.claims, render)
  }

  /** Whether this visitor's page embeds a URL. */
  async hasEmbed(context: RenderContext, entry: PageEntry, url: string): Promise<boolean> {
    const document = await this.#deps.localRenderer.readDocument(context, entry)
    return walkBlocks(document).some(({ block }) => block.type === 'embed' && block.data.url === url)
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

  async renderSearch(context: RenderContext, query: string, results: SearchResults): Promise<RenderedPage> {
    return renderSearchPage(await this.getSiteView(context), query, results)
  }

  getStyle(
    site: PublishedSite,
    location: SiteLocation | undefined,
    fonts: string,
  ): SiteStyle | Promise<SiteStyle> {
    return this.#deps.localRenderer.getStyle(site, location, fonts)
  }

  getSiteView(context: RenderContext): Promise<SiteView> {
    return this.#deps.localRenderer.getSiteView(context)
  }
}

const measurePage = ({ html, parts }: PageWithDependencies): number =>
  html.length + (parts?.html.length ?? 0) + 2000
