import type { FastifyReply } from 'fastify'
import { type Assets, findLocale, type RenderedDocument, renderNoticePage, type SiteView } from '@verso/site'
import type { MissedPathService } from '../sites/index.ts'
import type { TextSender } from './text-sender.ts'
import type { PublishedPageCache } from './page-cache.ts'
import type { RenderContext } from './site-references.ts'
import { describeScript } from './site-view.ts'
import type { ResolvedSiteRequest } from './site-request.ts'
import type { SiteLocation } from './published-site.ts'
import type { SiteVisit } from './site-loader.ts'

const htmlType = 'text/html; charset=utf-8'

interface SiteResponderDependencies {
  pages: PublishedPageCache
  textSender: TextSender
  missedPaths: MissedPathService
  assets: Assets
}

/** Sends pages, texts and error pages of a site to visitors, with the headers that the visitor's access requires. */
export class SiteResponder {
  readonly #deps: SiteResponderDependencies

  constructor(deps: SiteResponderDependencies) {
    this.#deps = deps
  }

  createContext(siteRequest: ResolvedSiteRequest, location: SiteLocation): Promise<RenderContext> {
    const { visit, paths } = siteRequest
    return this.#deps.pages.createContext(visit.publishedSite, location, paths, visit.identity.claims)
  }

  /** A context for every location of the site that this visitor sees. */
  createAllContexts(siteRequest: ResolvedSiteRequest): Promise<RenderContext[]> {
    const { visit } = siteRequest
    return Promise.all(
      visit.publishedSite
        .listLocations(visit.identity.claims)
        .map((location) => this.createContext(siteRequest, location)),
    )
  }

  async sendNotFound(siteRequest: ResolvedSiteRequest, context?: RenderContext): Promise<unknown> {
    const location = siteRequest.visit.publishedSite.listLocations(siteRequest.visit.identity.claims)[0]
    const anyContext = context ?? (location && (await this.createContext(siteRequest, location)))
    if (!anyContext) return this.sendEmptySite(siteRequest)
    return this.sendHtml(siteRequest, await this.#deps.pages.renderNotFound(anyContext), 404)
  }

  /** Says that there is no page, and counts that a reader looked for it. Those who preview the site are no readers. */
  sendMissedPath(siteRequest: ResolvedSiteRequest, context: RenderContext): Promise<unknown> {
    const { visit, segments, request } = siteRequest
    if (visit.identity.previewer === undefined && request.method === 'GET')
      this.#deps.missedPaths.record(visit.site.id, segments)
    return this.sendNotFound(siteRequest, context)
  }

  async sendEmptySite(siteRequest: ResolvedSiteRequest, context?: RenderContext): Promise<unknown> {
    const view = context
      ? await this.#deps.pages.getSiteView(context)
      : await this.#createMinimalView(siteRequest)
    const locale = findLocale(view.customization.internationalization.locale)
    const notice = { title: locale.emptyTitle, text: locale.emptyText, icon: 'seedling' }
    return this.sendHtml(siteRequest, renderNoticePage(view, notice), 404)
  }

  /** A page for a visitor who needs a JWT. It shows the title and the colours of the site, and nothing else. */
  async sendSignInRequired(siteRequest: ResolvedSiteRequest): Promise<unknown> {
    const view = await this.#createMinimalView(siteRequest)
    const locale = findLocale(view.customization.internationalization.locale)
    const notice = { title: locale.signInTitle, text: locale.signInText, icon: 'lock' }
    return this.sendHtml(siteRequest, renderNoticePage(view, notice), 401)
  }

  async #createMinimalView({ visit, paths }: ResolvedSiteRequest): Promise<SiteView> {
    const customization = visit.publishedSite.getCustomization()
    const style = await this.#deps.pages.getStyle(
      visit.publishedSite,
      undefined,
      paths.buildPath('~verso/fonts/'),
    )
    return {
      title: customization.title ?? visit.publishedSite.data.title,
      customization: { ...customization, footer: { groups: [] } },
      theme: style.theme,
      urls: {
        home: paths.visitorBasePath,
        style: paths.buildPath(`~verso/${style.name}`),
        script: describeScript(paths, this.#deps.assets.script),
        apiTester: describeScript(paths, this.#deps.assets.apiTester),
        embedPlayer: describeScript(paths, this.#deps.assets.embedPlayer),
        diagrams: describeScript(paths, this.#deps.assets.diagrams),
        pageParts: describeScript(paths, this.#deps.assets.pageParts),
        embeddedSite: undefined,
        fonts: paths.buildPath('~verso/fonts/'),
        search: paths.buildPath('~verso/search'),
        llms: undefined,
        mcp: undefined,
      },
      logo: customization.header.logo,
      header: [],
      footer: { groups: [] },
      announcement: undefined,
      sections: [],
      variants: [],
      isIndexed: false,
      language: undefined,
      origin: new URL(paths.canonicalUrl).origin,
    }
  }

  sendHtml(
    { request, reply, visit }: ResolvedSiteRequest,
    page: RenderedDocument,
    status: number,
  ): Promise<FastifyReply> {
    const frameAncestors = listFrameAncestors(visit)
    // Browsers that know `frame-ancestors` ignore it; it would only mislead whoever reads the headers.
    if (frameAncestors !== "'none'") reply.removeHeader('x-frame-options')
    return this.#deps.textSender.send(request, reply, {
      text: page.html,
      type: htmlType,
      status,
      headers: {
        ...buildHeaders(visit),
        'content-security-policy': `${page.policy}; frame-ancestors ${frameAncestors}`,
      },
      cacheOwner: page,
    })
  }

  sendText(
    { request, reply, visit }: ResolvedSiteRequest,
    /** A text that is cached as an object is compressed once for as long as it is. */
    text: string | { text: string },
    type: string,
  ): Promise<FastifyReply> {
    const body = typeof text === 'string' ? { text } : { text: text.text, cacheOwner: text }
    return this.#deps.textSender.send(request, reply, { ...body, type, headers: buildHeaders(visit) })
  }
}

/** Who may show a page in a frame. Nobody may show a preview: what is in it is not for everybody yet. */
function listFrameAncestors({ publishedSite, identity }: SiteVisit): string {
  const { embedOrigins } = publishedSite.data
  return identity.previewer === undefined && embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'"
}

/** A response may be stored by shared caches only if everyone may see the site. */
function buildHeaders({ site: { visibility }, identity }: SiteVisit): Record<string, string> {
  const isPreview = identity.previewer !== undefined
  const isPublic =
    !isPreview && identity.key === undefined && (visibility === 'public' || visibility === 'unlisted')
  return {
    'cache-control': isPublic ? 'no-cache' : 'private, no-cache',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...((isPreview || visibility !== 'public') && { 'x-robots-tag': 'noindex' }),
    vary: 'Accept-Encoding, Accept, Cookie',
  }
}
