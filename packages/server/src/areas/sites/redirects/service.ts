import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, DomainError, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { RevisionStore } from '../../content/index.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { expectViolations } from '../../../database/violations.ts'
import { placeUrl, getUrlSegment } from '../../../common/site-addresses.ts'
import { buildSitePath } from '../structure/site-path.ts'
import type { RedirectFields, RedirectRepository, RedirectRow, RedirectTarget } from './repository.ts'
import type {
  CreateRedirect,
  DestinationInput,
  FoundRedirect,
  SiteRedirect,
  UpdateRedirect,
  UpsertedRedirects,
  UpsertRedirect,
  UpsertRedirects,
} from './schema.ts'
import type { SiteSpaceNode } from '../structure/structure-nodes.ts'
import type { Structure } from '../structure/structure.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'

type SiteSubject = Subjects['site']

interface RedirectServiceDependencies {
  database: Database
  redirects: RedirectRepository
  structures: StructureEditor
  revisionStore: RevisionStore
  clock: Clock
  urls: Urls
}

/** Redirects from old URLs of a site to where the content is now. */
export class RedirectService {
  readonly #deps: RedirectServiceDependencies

  constructor(deps: RedirectServiceDependencies) {
    this.#deps = deps
  }

  async list(site: SiteSubject, search: string | undefined, paging: Paging): Promise<Page<SiteRedirect>> {
    const page = await this.#deps.redirects.list(this.#deps.database, site.id, search, paging)
    return mapPage(page, (row) => this.#present(site, row))
  }

  create(site: SiteSubject, body: CreateRedirect): Promise<SiteRedirect> {
    const { source, destination, draft = false, captureWildcard = false, permanent = false } = body
    const creation = this.#deps.database.transaction(async (tx) => {
      const structure = await this.#deps.structures.loadStructure(tx, site.id)
      const target = await this.#resolveTarget(tx, structure, destination)
      await this.#requireFreeSource(tx, site, source, draft)
      const fields = { source, draft, captureWildcard, permanent, ...target }
      return this.#present(
        site,
        await this.#deps.redirects.insert(tx, site.id, newId(), fields, this.#deps.clock.now()),
      )
    })
    return expectViolations(creation, createConcurrentChangeErrors(site))
  }

  update(site: SiteSubject, id: string, body: UpdateRedirect): Promise<SiteRedirect> {
    const { destination, ...plain } = body
    const update = this.#deps.database.transaction(async (tx) => {
      const current = await this.#deps.redirects.find(tx, site.id, id)
      if (!current) throw new NotFound('redirect', id)
      const target =
        destination &&
        (await this.#resolveTarget(tx, await this.#deps.structures.loadStructure(tx, site.id), destination))
      const next = { ...current, ...plain }
      await this.#requireFreeSource(tx, site, next.source, next.draft, id)
      const now = this.#deps.clock.now()
      const updated = await this.#deps.redirects.update(tx, id, { ...plain, ...target }, now)
      if (!updated) throw new NotFound('redirect', id)
      return this.#present(site, updated)
    })
    return expectViolations(update, createConcurrentChangeErrors(site))
  }

  delete(site: SiteSubject, id: string): Promise<boolean> {
    return this.#deps.redirects.delete(this.#deps.database, site.id, id)
  }

  /** Each redirect has a result of its own: an invalid one does not stop the others. */
  upsert(site: SiteSubject, { redirects }: UpsertRedirects): Promise<UpsertedRedirects> {
    const upsert = this.#deps.database.transaction(async (tx) => {
      const structure = await this.#deps.structures.loadStructure(tx, site.id)
      const sources = redirects.map(({ source }) => source)
      const known = new Map<string, RedirectRow>()
      for (const draft of [false, true]) {
        for (const row of await this.#deps.redirects.findBySources(tx, site.id, sources, draft)) {
          known.set(buildKey(row.source, draft), row)
        }
      }
      const results: UpsertedRedirects['results'] = []
      for (const redirect of redirects) {
        const { source, intent } = redirect
        try {
          results.push(await this.#upsertOne(tx, site, structure, known, redirect))
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          results.push({ status: 'error', source, draft: intent === 'draft', error: error.message })
        }
      }
      return { results }
    })
    return expectViolations(upsert, createConcurrentChangeErrors(site))
  }

  /** The redirect from exactly this path, or else the one with the longest source that covers it. */
  async findBySource(site: SiteSubject, source: string, claims?: Claims): Promise<FoundRedirect> {
    const match = await this.matchSource(site.id, source)
    if (!match) throw new NotFound('redirect', source)
    const structure = await this.#deps.structures.loadStructure(this.#deps.database, site.id)
    const target = await this.#buildTargetUrl(site, structure, match.row, claims)
    return {
      redirect: this.#present(site, match.row),
      target: match.appendedPath === '' ? target : `${target.replace(/\/?$/, '/')}${match.appendedPath}`,
    }
  }

  /** The row of the redirect for a path, and the rest of the path that is appended to the destination. */
  async matchSource(
    siteId: string,
    source: string,
  ): Promise<{ row: RedirectRow; appendedPath: string } | undefined> {
    const path = `/${source.replaceAll(/^\/+|\/+$/g, '')}`
    const rows = await this.#deps.redirects.findBySources(
      this.#deps.database,
      siteId,
      listSourcesFor(path),
      false,
    )
    const match = rows
      .flatMap((row) => {
        const coverage = measureCoverage(row, path)
        return coverage === undefined ? [] : [{ row, ...coverage }]
      })
      .sort((a, b) => b.length - a.length)[0]
    return (
      match && {
        row: match.row,
        appendedPath: match.row.captureWildcard ? match.rest.replace(/^\//, '') : '',
      }
    )
  }

  async #upsertOne(
    on: Transaction,
    site: SiteSubject,
    structure: Structure,
    known: Map<string, RedirectRow>,
    redirect: UpsertRedirect,
  ): Promise<UpsertedRedirects['results'][number]> {
    const { source, intent = 'live', destination, captureWildcard = false, permanent = false } = redirect
    const now = this.#deps.clock.now()
    if (intent === 'publish') {
      const draft = known.get(buildKey(source, true))
      if (!draft) throw new NotFound('draft redirect from', source)
      // The live one stays if its draft was deleted at the same time.
      if (!(await this.#deps.redirects.lock(on, draft.id))) throw new NotFound('draft redirect from', source)
      const live = known.get(buildKey(source, false))
      if (live) await this.#deps.redirects.delete(on, site.id, live.id)
      const published = await this.#deps.redirects.update(on, draft.id, { draft: false }, now)
      if (!published) throw new NotFound('draft redirect from', source)
      known.delete(buildKey(source, true))
      known.set(buildKey(source, false), published)
      return { status: 'published', source, draft: false, id: published.id }
    }
    const draft = intent === 'draft'
    const current = known.get(buildKey(source, draft))
    if (destination === undefined) throw new Invalid('A redirect needs a destination, or null to be deleted.')
    if (destination === null) {
      if (!current) throw new NotFound('redirect from', source)
      await this.#deps.redirects.delete(on, site.id, current.id)
      known.delete(buildKey(source, draft))
      return { status: 'deleted', source, draft }
    }
    const target = await this.#resolveTarget(on, structure, destination)
    const fields: RedirectFields = { source, draft, captureWildcard, permanent, ...target }
    const row = current
      ? await this.#deps.redirects.update(on, current.id, fields, now)
      : await this.#deps.redirects.insert(on, site.id, newId(), fields, now)
    if (!row) throw new NotFound('redirect from', source)
    known.set(buildKey(source, draft), row)
    return { status: current ? 'updated' : 'created', source, draft, id: row.id }
  }

  /** Throws NotFound for a destination that is not in the site. */
  async #resolveTarget(
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

  async #buildTargetUrl(
    site: SiteSubject,
    structure: Structure,
    row: RedirectRow,
    claims: Claims | undefined,
  ): Promise<string> {
    if (row.url !== null) return row.url
    const siteSpace = row.siteSpaceId === null ? undefined : structure.getSiteSpace(row.siteSpaceId)
    const sectionId = siteSpace ? siteSpace.sectionId : row.sectionId
    const section = sectionId === null ? undefined : structure.getSection(sectionId)
    const siteSpaceUrl = placeUrl(this.#deps.urls, {
      ...site,
      section: section ? getUrlSegment(section) : null,
      siteSpace: siteSpace ? getUrlSegment(siteSpace) : null,
    })
    if (!siteSpace || row.pageId === null) return siteSpaceUrl
    const pages = await this.#createView(this.#deps.database, siteSpace)
    // A redirect to a page that was deleted, or is hidden from the visitor, leads to its space instead.
    if (!(await pages.getPages([row.pageId])).has(row.pageId)) return siteSpaceUrl
    const { path, ...page } = await pages.getPage(row.pageId)
    const isHidden =
      claims && [page, ...page.ancestors].some(({ fields }) => !isVisible(fields.condition, claims))
    if (isHidden) return siteSpaceUrl
    return `${siteSpaceUrl}${(path ?? '').split('/').map(encodeURIComponent).join('/')}`
  }

  async #createView(on: Queryable, { spaceId }: SiteSpaceNode) {
    const revisionId = await this.#deps.redirects.findCurrentRevisionId(on, spaceId)
    if (revisionId === undefined) throw new NotFound('space', spaceId)
    const [revision] = await this.#deps.revisionStore.findAll(on, spaceId, [revisionId])
    return this.#deps.revisionStore.createView(on, revision.resolvedRoot)
  }

  async #requireFreeSource(
    on: Queryable,
    site: SiteSubject,
    source: string,
    draft: boolean,
    exceptId?: string,
  ): Promise<void> {
    const redirects = await this.#deps.redirects.findBySources(on, site.id, [source], draft)
    if (redirects.some(({ id }) => id !== exceptId)) {
      throw new Conflict(`The site has a redirect from "${source}" already.`)
    }
  }

  #present(site: SiteSubject, row: RedirectRow): SiteRedirect {
    return {
      object: 'site-redirect',
      id: row.id,
      source: row.source,
      draft: row.draft,
      captureWildcard: row.captureWildcard,
      permanent: row.permanent,
      destination: presentDestination(row),
      createdAt: row.createdAt,
      ...(row.updatedAt !== null && { updatedAt: row.updatedAt }),
      urls: { location: this.#deps.urls.location(`${buildSitePath(site)}/redirects/${row.id}`) },
    }
  }
}

/** The errors for what another request can do between the check of a redirect and its write. */
const createConcurrentChangeErrors = (site: SiteSubject) => ({
  site_redirects_site_id_fkey: () => new NotFound('site', site.id),
  site_redirects_site_id_source_draft_key: () =>
    new Conflict('The site was given a redirect from this source at the same time. Try again.'),
  site_redirects_site_id_section_id_fkey: () =>
    new Conflict('The section that the redirect leads to was removed at the same time.'),
  site_redirects_site_id_site_space_id_fkey: () =>
    new Conflict('The site space that the redirect leads to was removed at the same time.'),
})

const buildKey = (source: string, draft: boolean): string => `${draft ? 'draft' : 'live'} ${source}`

function presentDestination({
  sectionId,
  siteSpaceId,
  pageId,
  url,
}: RedirectTarget): SiteRedirect['destination'] {
  if (url !== null) return { kind: 'external', url }
  if (sectionId !== null) return { kind: 'site-section', siteSectionId: sectionId }
  const id = siteSpaceId ?? ''
  return pageId === null
    ? { kind: 'site-space', siteSpaceId: id }
    : { kind: 'site-page', siteSpaceId: id, pageId }
}

const MAX_SOURCE_LENGTH = 512

/** Every source that can cover a path: the path, its parents, and each of its prefixes with a wildcard. */
function listSourcesFor(path: string): string[] {
  const sources = [path]
  for (let length = 1; length <= Math.min(path.length, MAX_SOURCE_LENGTH); length++) {
    const start = path.slice(0, length)
    sources.push(`${start}*`)
    if (path.charAt(length) === '/') sources.push(start)
  }
  return sources
}

/** How much of the path a redirect covers, and the rest; undefined when it does not cover the path. */
function measureCoverage(row: RedirectRow, path: string): { length: number; rest: string } | undefined {
  // An exact match wins over every wildcard.
  if (row.source === path) return { length: path.length + 1, rest: '' }
  const isWildcard = row.source.endsWith('*')
  if (!isWildcard && !row.captureWildcard) return undefined
  const start = isWildcard ? row.source.slice(0, -1) : row.source
  return { length: start.length, rest: path.slice(start.length) }
}
