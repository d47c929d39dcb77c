import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { NotFound } from '../../../common/errors.ts'
import { getUrlSegment, placeUrl } from '../../../common/site-addresses.ts'
import type { SiteAddress, Urls } from '../../../common/urls.ts'
import type { Queryable } from '../../../database/database.ts'
import type { RevisionStore } from '../../content/index.ts'
import type { SiteSpaceNode } from '../structure/structure-nodes.ts'
import type { Structure } from '../structure/structure.ts'
import type { RedirectRepository, RedirectTarget } from './repository.ts'
import type { DestinationInput } from './schema.ts'

interface RedirectTargetsDependencies {
  redirects: RedirectRepository
  revisionStore: RevisionStore
  urls: Urls
}

/** What redirects lead to: parts of a site, pages, and addresses elsewhere. */
export class RedirectTargets {
  readonly #deps: RedirectTargetsDependencies

  constructor(deps: RedirectTargetsDependencies) {
    this.#deps = deps
  }

  /** Throws NotFound for a destination that is not in the site. */
  async resolveTarget(
    on: Queryable,
    structure: Structure,
    destination: DestinationInput,
  ): Promise<RedirectTarget> {
    const noTarget: RedirectTarget = { sectionId: null, siteSpaceId: null, pageId: null, url: null }
    switch (destination.kind) {
      case 'site-section':
        return { ...noTarget, sectionId: structure.getSection(destination.siteSectionId).id }
      case 'site-space':
        return { ...noTarget, siteSpaceId: structure.getSiteSpace(destination.siteSpaceId).id }
      case 'external':
        return { ...noTarget, url: destination.url }
      case 'site-page': {
        const siteSpace = structure.getSiteSpace(destination.siteSpaceId)
        const { pageId } = destination
        const pages = await (await this.#createView(on, siteSpace)).getPages([pageId])
        if (!pages.has(pageId)) throw new NotFound('page', pageId)
        return { ...noTarget, siteSpaceId: siteSpace.id, pageId }
      }
      case 'path': {
        const siteSpace = structure.listAllSiteSpaces().find(({ spaceId }) => spaceId === destination.spaceId)
        if (!siteSpace) throw new NotFound('space of the site', destination.spaceId)
        const path = destination.path.replaceAll(/^\/+|\/+$/g, '')
        const page =
          path === '' ? undefined : await (await this.#createView(on, siteSpace)).findPageByPath(path)
        if (path !== '' && !page) throw new NotFound('page', path)
        return { ...noTarget, siteSpaceId: siteSpace.id, pageId: page?.id ?? null }
      }
    }
  }

  async buildTargetUrl(
    on: Queryable,
    site: SiteAddress,
    structure: Structure,
    target: RedirectTarget,
    claims?: Claims,
  ): Promise<string> {
    if (target.url !== null) return target.url
    const siteSpace = target.siteSpaceId === null ? undefined : structure.getSiteSpace(target.siteSpaceId)
    const sectionId = siteSpace ? siteSpace.sectionId : target.sectionId
    const section = sectionId === null ? undefined : structure.getSection(sectionId)
    const siteSpaceUrl = placeUrl(this.#deps.urls, {
      ...site,
      section: section ? getUrlSegment(section) : null,
      siteSpace: siteSpace ? getUrlSegment(siteSpace) : null,
    })
    if (!siteSpace || target.pageId === null) return siteSpaceUrl
    const pages = await this.#createView(on, siteSpace)
    // A redirect to a page that was deleted, or is hidden from the visitor, leads to its space instead.
    if (!(await pages.getPages([target.pageId])).has(target.pageId)) return siteSpaceUrl
    const { path, ...page } = await pages.getPage(target.pageId)
    const isHidden =
      claims && [page, ...page.ancestors].some(({ fields }) => !isVisible(fields.condition, claims))
    if (isHidden) return siteSpaceUrl
    return `${siteSpaceUrl}${(path ?? '').split('/').map(encodeURIComponent).join('/')}`
  }

  /** Whether a page, or the start of a space, is at the path of a site space. */
  async hasPage(on: Queryable, siteSpace: SiteSpaceNode, path: string): Promise<boolean> {
    return path === '' || (await (await this.#createView(on, siteSpace)).findPageByPath(path)) !== undefined
  }

  async #createView(on: Queryable, { spaceId }: SiteSpaceNode) {
    const revisionId = await this.#deps.redirects.findCurrentRevisionId(on, spaceId)
    if (revisionId === undefined) throw new NotFound('space', spaceId)
    const [revision] = await this.#deps.revisionStore.findAll(on, spaceId, [revisionId])
    return this.#deps.revisionStore.createView(on, revision.resolvedRoot)
  }
}
