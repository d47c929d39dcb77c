import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Assets, findLocale } from '@verso/site'
import { parseDraftPath, findDraft } from '../../audience/drafts.ts'
import type { Clock } from '../../common/clock.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database } from '../../database/database.ts'
import type { AddressLimiter } from '../../http/address-limiter.ts'
import {
  sendFile,
  type EmbedService,
  type FileService,
  type PictureSizer,
  type VisibleContentReader,
} from '../content/index.ts'
import type { MissedPathService, RedirectService } from '../sites/index.ts'
import { SitePaths } from './site-paths.ts'
import { SiteResponder } from './site-responder.ts'
import type { TextSender } from './text-sender.ts'
import { SiteGuard } from './site-guard.ts'
import type { MachineReadableFiles } from './machine-readable-files.ts'
import { sendNotFoundPage } from './not-found-page.ts'
import type { PublishedPageCache } from './page-cache.ts'
import { RedirectHandler } from './redirect-handler.ts'
import type { PublishedPageRepository } from './repository.ts'
import type { RenderContext } from './site-references.ts'
import { findLimitKind, sendTooManyRequests, type SiteRateLimits } from './site-limits.ts'
import {
  describeSitePath,
  type ResolvedSiteRequest,
  parseSiteRequest,
  type SiteRequest,
} from './site-request.ts'
import type { PublishedSiteSearch } from './site-search.ts'
import { nameOperation } from './operation-names.ts'
import { SiteAssets } from './site-assets.ts'
import { SiteFiles } from './site-files.ts'
import type { PublishedSiteLoader } from './site-loader.ts'
import type { SiteLocation } from './published-site.ts'
import type { PageEntry } from './page-index.ts'

export interface PublishedPagesDependencies {
  database: Database
  repository: PublishedPageRepository
  urls: Urls
  clock: Clock
  sites: PublishedSiteLoader
  pages: PublishedPageCache
  machineFiles: MachineReadableFiles
  search: PublishedSiteSearch
  files: FileService
  pictureSizer: PictureSizer
  embeds: EmbedService
  visibleContent: VisibleContentReader
  redirects: RedirectService
  missedPaths: MissedPathService
  textSender: TextSender
  assets: Assets
  limiter: AddressLimiter<keyof SiteRateLimits>
}

const plainTextType = 'text/plain; charset=utf-8'

/** The location that a URL names, the rest of the URL, and the context to render it in. */
interface LocatedContent {
  location: SiteLocation & { rest: string[] }
  context: RenderContext
}

/** Registers the published sites for every URL that no other route has. */
export function registerPublishedPages(app: FastifyInstance, deps: PublishedPagesDependencies): void {
  const handler = new PublishedPagesHandler(deps)
  // An unknown path of the API is not a page, and it counts towards the rate limit like every request to the API.
  app.all('/v1/*', (_request, reply) => reply.callNotFound())
  const options = { config: { unguarded: 'published-site' }, compress: false } as const
  app.route({
    ...options,
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => handler.handleGet(request, reply),
  })
  app.route({
    ...options,
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => handler.handleGet(request, reply),
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/*',
    handler: (request, reply) => handler.handlePost(request, reply),
  })
}

class PublishedPagesHandler {
  readonly #deps: PublishedPagesDependencies
  readonly #responder: SiteResponder
  readonly #guard: SiteGuard
  readonly #assets: SiteAssets
  readonly #redirects: RedirectHandler
  readonly #files: SiteFiles

  constructor(deps: PublishedPagesDependencies) {
    this.#deps = deps
    this.#responder = new SiteResponder(deps)
    this.#guard = new SiteGuard({ ...deps, responder: this.#responder })
    this.#assets = new SiteAssets(deps)
    this.#redirects = new RedirectHandler({ ...deps, responder: this.#responder })
    this.#files = new SiteFiles({ ...deps, responder: this.#responder })
  }

  async handleGet(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const siteRequest = parseSiteRequest(this.#deps.urls, request, reply)
    request.operation = nameOperation(siteRequest?.segments)
    request.logPath = siteRequest && describeSitePath(siteRequest)
    if (!siteRequest) return sendNotFoundPage(request, reply)
    const assetReply =
      siteRequest.segments[0] === '~verso' ? await this.#assets.sendAsset(siteRequest) : undefined
    return (
      assetReply ??
      this.#limitRequests(siteRequest) ??
      this.#guard.admit(siteRequest, (resolvedRequest) => this.#handleAdmitted(resolvedRequest))
    )
  }

  /** Answers a request of an address that has sent too many; undefined for all others. */
  #limitRequests(siteRequest: SiteRequest): FastifyReply | undefined {
    const { request, reply } = siteRequest
    const excess = this.#deps.limiter.count(findLimitKind(siteRequest), request.ip)
    return excess && sendTooManyRequests(request, reply, excess)
  }

  async handlePost(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const siteRequest = parseSiteRequest(this.#deps.urls, request, reply)
    request.operation = nameOperation(siteRequest?.segments)
    request.logPath = siteRequest && describeSitePath(siteRequest)
    if (siteRequest?.segments.join('/') !== '~verso/mcp') return reply.callNotFound()
    const limitReply = this.#limitRequests(siteRequest)
    if (limitReply) return limitReply
    return this.#guard.admit(siteRequest, async (resolvedRequest) => {
      const { visit } = resolvedRequest
      if (visit.site.agentsContext === 'excluded') return this.#responder.sendNotFound(resolvedRequest)
      const contexts = await this.#responder.createAllContexts(resolvedRequest)
      // The MCP library takes memory, and most sites are read by people.
      const { handleMcpRequest } = await import('./mcp.ts')
      await handleMcpRequest(request, reply, {
        title: visit.publishedSite.data.title,
        contexts,
        search: this.#deps.search,
        machineFiles: this.#deps.machineFiles,
      })
      return reply
    })
  }

  async #handleAdmitted(siteRequest: ResolvedSiteRequest): Promise<unknown> {
    const { segments } = siteRequest
    const [name = ''] = segments
    if (name === '~verso') return this.#sendOwnResource(siteRequest)
    if (segments.length === 1 && isMachineFile(name)) return this.#sendMachineFile(siteRequest, name)
    const content = await this.#locateContent(siteRequest)
    if (!content)
      return segments.length === 0
        ? this.#responder.sendEmptySite(siteRequest)
        : this.#responder.sendNotFound(siteRequest)
    const draft = parseDraftPath(content.location.rest)
    return draft
      ? this.#sendDraft(siteRequest, content.location, draft)
      : this.#sendContent(siteRequest, content)
  }

  /** Sends the page, Markdown, feed or sitemap that the rest of a URL names, or follows a redirect. */
  async #sendContent(
    siteRequest: ResolvedSiteRequest,
    { location, context }: LocatedContent,
  ): Promise<unknown> {
    const path = location.rest.join('/')
    if (path === 'sitemap-pages.xml') {
      return this.#responder.sendText(
        siteRequest,
        await this.#deps.machineFiles.renderSitemap(context),
        'application/xml; charset=utf-8',
      )
    }
    const entry = context.index.findByPath(path)
    if (entry) return this.#sendPage(siteRequest, context, entry, path)
    if (path === '') return this.#responder.sendEmptySite(siteRequest, context)
    const markdown = path.endsWith('.md') ? findPageAt(context, path) : undefined
    if (markdown?.page.fields.type === 'document') {
      const text = await this.#deps.machineFiles.renderMarkdown(context, markdown)
      return this.#responder.sendText(siteRequest, text, 'text/markdown; charset=utf-8')
    }
    const feed = path.endsWith('rss.xml') ? findPageAt(context, path) : undefined
    if (feed) {
      const { locale } = siteRequest.visit.publishedSite.getCustomization(location).internationalization
      const text = await this.#deps.machineFiles.renderFeed(context, feed, findLocale(locale).language)
      if (text !== undefined)
        return this.#responder.sendText(siteRequest, text, 'application/rss+xml; charset=utf-8')
    }
    return (
      (await this.#redirects.followSiteRedirect(siteRequest, context)) ??
      (await this.#redirects.followFileRedirect(siteRequest, context, path)) ??
      (await this.#redirects.followMovedPage(siteRequest, context, path)) ??
      (await this.#followShareLink(siteRequest)) ??
      this.#responder.sendMissedPath(siteRequest, context)
    )
  }

  /** The first of the locations that the URL may name which has its page; the last one when none has. */
  async #locateContent(siteRequest: ResolvedSiteRequest): Promise<LocatedContent | undefined> {
    const { segments, visit } = siteRequest
    const candidates = visit.publishedSite.locateSegments(segments, visit.identity.claims)
    for (const location of candidates) {
      const context = await this.#responder.createContext(siteRequest, location)
      if (location === candidates.at(-1) || findPageAt(context, location.rest.join('/')))
        return { location, context }
    }
    return undefined
  }

  /** Sends content of a change request or of a revision, which only previews show. */
  async #sendDraft(
    siteRequest: ResolvedSiteRequest,
    location: SiteLocation,
    draftPath: NonNullable<ReturnType<typeof parseDraftPath>>,
  ): Promise<unknown> {
    const { visit } = siteRequest
    const { organizationId } = visit.site
    const { previewer, previewLink } = visit.identity
    // A preview link shows the change request that it is for, and no other draft.
    if (previewer === undefined || previewLink !== undefined) return this.#responder.sendNotFound(siteRequest)
    const { database, urls } = this.#deps
    const { siteSpace } = location
    const draft = await findDraft(
      database,
      { userId: previewer, organizationId },
      siteSpace.spaceId,
      draftPath.draft,
    )
    if (!draft) return this.#responder.sendNotFound(siteRequest)
    const publishedSite = visit.publishedSite.withDraft(siteSpace.id, draft, draftPath.draft.path)
    const paths = new SitePaths(urls, publishedSite, siteRequest)
    const draftRequest: ResolvedSiteRequest = { ...siteRequest, visit: { ...visit, publishedSite }, paths }
    if (draftPath.rest[0] === '~verso') {
      return this.#sendOwnResource({ ...draftRequest, segments: draftPath.rest })
    }
    const draftLocation = {
      section: location.section,
      siteSpace: publishedSite.data.siteSpaces.find(({ id }) => id === siteSpace.id) ?? siteSpace,
      rest: draftPath.rest,
    }
    const context = await this.#responder.createContext(draftRequest, draftLocation)
    return this.#sendContent(draftRequest, { location: draftLocation, context })
  }

  /** A URL with the key of a share link keeps working after the site became public. */
  #followShareLink(siteRequest: ResolvedSiteRequest): Promise<FastifyReply | undefined> {
    const [key] = siteRequest.segments
    return key === undefined ? Promise.resolve(undefined) : this.#guard.followShareLink(siteRequest, key)
  }

  async #sendPage(
    siteRequest: ResolvedSiteRequest,
    context: RenderContext,
    entry: PageEntry,
    path: string,
  ): Promise<unknown> {
    const { reply, request } = siteRequest
    const { paths, location, index } = context
    const { type, target } = entry.page.fields
    if (type !== 'document') {
      const firstDocument = index.findFirstBelow(entry)
      if (type === 'group' && firstDocument)
        return reply.redirect(paths.buildPagePath(location, firstDocument), 302)
      const url = type === 'link' && target !== undefined && 'url' in target ? target['url'] : undefined
      return typeof url === 'string' && /^https?:\/\//.test(url)
        ? reply.redirect(url, 302)
        : this.#responder.sendNotFound(siteRequest, context)
    }
    if (entry === index.firstDocument && path !== '')
      return reply.redirect(paths.buildPagePath(location, entry), 302)
    if (acceptsMarkdown(request)) {
      const text = await this.#deps.machineFiles.renderMarkdown(context, entry)
      return this.#responder.sendText(siteRequest, text, 'text/markdown; charset=utf-8')
    }
    const { searchParams } = siteRequest.url
    const embedUrl = searchParams.get('player')
    if (embedUrl !== null) return this.#sendPlayer(siteRequest, context, entry, embedUrl)
    const query = searchParams.get('q') ?? searchParams.get('ask')
    if (query !== null)
      return reply.redirect(`${paths.buildPath('~verso/search')}?q=${encodeURIComponent(query)}`, 302)
    const page = await this.#deps.pages.getPage(context, entry)
    const hasPartsParameter = searchParams.has('parts')
    return this.#responder.sendHtml(siteRequest, (hasPartsParameter && page.parts) || page, 200)
  }

  /** Sends where the player of an embed is. Readers may ask for embeds of the page only: anyone could use us to fetch others. */
  async #sendPlayer(
    siteRequest: ResolvedSiteRequest,
    context: RenderContext,
    entry: PageEntry,
    embedUrl: string,
  ): Promise<unknown> {
    const { pages, embeds } = this.#deps
    const hasEmbed = await pages.hasEmbed(context, entry, embedUrl)
    const player = hasEmbed ? await embeds.findPlayer(embedUrl) : undefined
    if (!player) return this.#responder.sendNotFound(siteRequest, context)
    return this.#responder.sendText(siteRequest, JSON.stringify(player), 'application/json; charset=utf-8')
  }

  /** Sends what pages load from below `~verso/`: search results, files, PDFs. */
  async #sendOwnResource(siteRequest: ResolvedSiteRequest): Promise<unknown> {
    const { segments, visit, reply, url } = siteRequest
    const [, name = '', ...more] = segments
    if (name === 'search' && more.length === 0)
      return this.#sendSearch(siteRequest, url.searchParams.get('q') ?? '')
    if (name === 'mcp' && more.length === 0) {
      // The server never sends messages of its own, so there is no stream to open with GET.
      return visit.site.agentsContext === 'excluded'
        ? this.#responder.sendNotFound(siteRequest)
        : reply.code(405).header('allow', 'POST').send()
    }
    if (name === 'pdf' && more.length === 2) return this.#sendPdf(siteRequest, more)
    if (name !== 'files' || more.length !== 4) return this.#responder.sendNotFound(siteRequest)
    const [spaceId = '', fileId = '', blob = ''] = more
    return this.#files.send(siteRequest, { spaceId, fileId, blob })
  }

  async #sendPdf(siteRequest: ResolvedSiteRequest, [siteSpaceId, pageId = '']: string[]): Promise<unknown> {
    const { visit, request, reply } = siteRequest
    const location = visit.publishedSite
      .listLocations(visit.identity.claims)
      .find(({ siteSpace }) => siteSpace.id === siteSpaceId)
    if (!location || visit.publishedSite.getCustomization(location).pdf?.enabled !== true)
      return this.#responder.sendNotFound(siteRequest)
    const context = await this.#responder.createContext(siteRequest, location)
    const entry = context.index.findById(pageId)
    if (entry?.page.fields.type !== 'document') return this.#responder.sendNotFound(siteRequest, context)
    const pdf = await this.#deps.pages.getPdf(context, entry)
    const file = { ...pdf, contentType: 'application/pdf' }
    return sendFile(this.#deps.files, request, reply, file, 'private, no-cache')
  }

  async #sendSearch(siteRequest: ResolvedSiteRequest, query: string): Promise<unknown> {
    const contexts = await this.#responder.createAllContexts(siteRequest)
    const { pages, search } = this.#deps
    const { items, isComplete } = await search.searchPages(contexts, query)
    const closest = items.length > 0 || query.trim() === '' ? [] : search.findClosestPages(contexts, query)
    if (String(siteRequest.request.headers.accept).includes('application/json')) {
      const text = JSON.stringify({ items, closest, complete: isComplete })
      return this.#responder.sendText(siteRequest, text, 'application/json; charset=utf-8')
    }
    const [context] = contexts
    if (!context) return this.#responder.sendEmptySite(siteRequest)
    const page = await pages.renderSearch(context, query, { items, closest, isComplete })
    return this.#responder.sendHtml(siteRequest, page, 200)
  }

  async #sendMachineFile(siteRequest: ResolvedSiteRequest, name: MachineFileName): Promise<unknown> {
    const { visit, paths } = siteRequest
    const { machineFiles } = this.#deps
    const { title } = visit.publishedSite.data
    const areAgentsAllowed = visit.site.agentsContext === 'included'
    if (name === 'robots.txt') {
      return this.#responder.sendText(
        siteRequest,
        machineFiles.renderRobots(paths.canonicalUrl, visit.site.visibility === 'public'),
        plainTextType,
      )
    }
    if (name !== 'sitemap.xml' && !areAgentsAllowed) return this.#responder.sendNotFound(siteRequest)
    const contexts = await this.#responder.createAllContexts(siteRequest)
    if (name === 'sitemap.xml') {
      return this.#responder.sendText(
        siteRequest,
        machineFiles.renderSitemapIndex(contexts),
        'application/xml; charset=utf-8',
      )
    }
    const text =
      name === 'llms.txt'
        ? await machineFiles.renderLlmsIndex(title, contexts)
        : await machineFiles.renderLlmsFull(title, contexts)
    return this.#responder.sendText(siteRequest, text, plainTextType)
  }
}

const machineFileNames = ['sitemap.xml', 'robots.txt', 'llms.txt', 'llms-full.txt'] as const
type MachineFileName = (typeof machineFileNames)[number]
const isMachineFile = (name: string): name is MachineFileName =>
  machineFileNames.some((file) => file === name)

/** The page that has this path, or whose Markdown or feed has it. */
const findPageAt = ({ index }: RenderContext, path: string): PageEntry | undefined =>
  index.findByPath(path) ??
  (path.endsWith('.md')
    ? index.findByPath(withoutIndex(path.slice(0, -3)))
    : /(?:^|\/)rss\.xml$/.test(path)
      ? index.findByPath(path.replace(/\/?rss\.xml$/, ''))
      : undefined)

const withoutIndex = (path: string): string => (path === 'index' ? '' : path)

/** Programs that accept Markdown and not HTML get Markdown at the URL of the page. */
const acceptsMarkdown = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept !== undefined && accept.includes('text/markdown') && !accept.includes('text/html')
