import type { FastifyReply } from 'fastify'
import type { Database } from '../../database/database.ts'
import { findFileRedirect, findMovedPage } from '../content/index.ts'
import type { RedirectService } from '../sites/index.ts'
import type { RenderContext } from './site-references.ts'
import type { ResolvedSiteRequest } from './site-request.ts'
import type { SiteResponder } from './site-responder.ts'

interface RedirectHandlerDependencies {
  database: Database
  redirects: RedirectService
  responder: SiteResponder
}

/** Follows redirects for URLs that have no page. */
export class RedirectHandler {
  readonly #deps: RedirectHandlerDependencies

  constructor(deps: RedirectHandlerDependencies) {
    this.#deps = deps
  }

  /** Follows a redirect of the site; undefined when there is none for the URL and this visitor. */
  async followSiteRedirect(
    siteRequest: ResolvedSiteRequest,
    context: RenderContext,
  ): Promise<FastifyReply | undefined> {
    const { visit, segments, reply, paths } = siteRequest
    const match = await this.#deps.redirects.matchSource(visit.site.id, encodePath(segments))
    if (!match) return undefined
    const { row, appendedPath } = match
    const status = row.permanent ? 308 : 307
    const appendSuffix = (target: string): string =>
      appendedPath === '' ? target : `${target.replace(/\/?$/, '/')}${appendedPath}`
    if (row.url !== null) return reply.redirect(appendSuffix(row.url), status)
    const location = visit.publishedSite
      .listLocations(visit.identity.claims)
      .find(({ section, siteSpace }) =>
        row.siteSpaceId === null
          ? section?.id === row.sectionId && (siteSpace.isDefault || appendedPath !== '')
          : siteSpace.id === row.siteSpaceId,
      )
    if (!location) return undefined
    const targetContext =
      location.siteSpace.id === context.location.siteSpace.id
        ? context
        : await this.#deps.responder.createContext(siteRequest, location)
    // A redirect to a page that was deleted leads to its space instead.
    const page = row.pageId === null ? undefined : targetContext.index.findById(row.pageId)
    const target = page ? paths.buildPagePath(location, page) : paths.buildLocationPath(location)
    return reply.redirect(appendSuffix(target), status)
  }

  /** Follows a redirect that the Git repository of the space has for the path; undefined when it has none. */
  async followFileRedirect(
    { reply }: ResolvedSiteRequest,
    { index, location, paths }: RenderContext,
    path: string,
  ): Promise<FastifyReply | undefined> {
    const file = await findFileRedirect(this.#deps.database, location.siteSpace.spaceId, path)
    const entry = file === undefined ? undefined : index.findByFile(file)
    const target = entry && index.findReadable(entry.page.id)
    return target && reply.redirect(paths.buildPagePath(location, target), 308)
  }

  /** Leads from an old address of a page to its new one; undefined when the visitor may see no page that was there. */
  async followMovedPage(
    { reply }: ResolvedSiteRequest,
    { index, location, paths }: RenderContext,
    path: string,
  ): Promise<FastifyReply | undefined> {
    const pageId = await findMovedPage(this.#deps.database, location.siteSpace.spaceId, path, {
      hasPage: (id) => index.findById(id) !== undefined,
      findChildId: (parent, slug) => index.findChild(parent, slug)?.page.id,
    })
    const target = pageId === undefined ? undefined : index.findReadable(pageId)
    // Browsers ask again each time: another page may be written at the old address.
    return (
      target && reply.header('cache-control', 'no-cache').redirect(paths.buildPagePath(location, target), 308)
    )
  }
}

/** The path as sources of redirects have it: what is encoded in addresses is encoded in them, too. */
const encodePath = (segments: readonly string[]): string =>
  segments.map((segment) => encodeURIComponent(segment).replaceAll('%2B', '+')).join('/')
