import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, DomainError, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { expectViolations } from '../../../database/violations.ts'
import { buildSitePath } from '../structure/site-path.ts'
import type { LoopCheck, RedirectLoopGuard } from './loop-guard.ts'
import type { RedirectTargets } from './redirect-targets.ts'
import type { RedirectFields, RedirectRepository, RedirectRow, RedirectTarget } from './repository.ts'
import type {
  CreateRedirect,
  FoundRedirect,
  SiteRedirect,
  UpdateRedirect,
  UpsertedRedirects,
  UpsertRedirect,
  UpsertRedirects,
} from './schema.ts'
import { findNearestRedirect, listSourcesFor } from './source-matching.ts'
import type { Structure } from '../structure/structure.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'

type SiteSubject = Subjects['site']

interface RedirectServiceDependencies {
  database: Database
  redirects: RedirectRepository
  structures: StructureEditor
  targets: RedirectTargets
  loops: RedirectLoopGuard
  clock: Clock
  urls: Urls
}

/** What a bulk write knows of a site while it goes through its redirects. */
interface UpsertState {
  structure: Structure
  /** The redirects by source, as they are after what was written so far. */
  known: Map<string, RedirectRow>
  check: LoopCheck
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
      const structure = await this.#deps.structures.lockStructure(tx, site.id)
      const target = await this.#deps.targets.resolveTarget(tx, structure, destination)
      await this.#requireFreeSource(tx, site, source, draft)
      const fields = { source, draft, captureWildcard, permanent, ...target }
      const row = await this.#deps.redirects.insert(tx, site.id, newId(), fields, this.#deps.clock.now())
      await this.#requireNoLoop(tx, site, structure, row)
      return this.#present(site, row)
    })
    return expectViolations(creation, createConcurrentChangeErrors(site))
  }

  update(site: SiteSubject, id: string, body: UpdateRedirect): Promise<SiteRedirect> {
    const { destination, ...plain } = body
    const update = this.#deps.database.transaction(async (tx) => {
      const structure = await this.#deps.structures.lockStructure(tx, site.id)
      const current = await this.#deps.redirects.find(tx, site.id, id)
      if (!current) throw new NotFound('redirect', id)
      const target = destination && (await this.#deps.targets.resolveTarget(tx, structure, destination))
      const next = { ...current, ...plain }
      await this.#requireFreeSource(tx, site, next.source, next.draft, id)
      const now = this.#deps.clock.now()
      const updated = await this.#deps.redirects.update(tx, id, { ...plain, ...target }, now)
      if (!updated) throw new NotFound('redirect', id)
      await this.#requireNoLoop(tx, site, structure, updated)
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
      const structure = await this.#deps.structures.lockStructure(tx, site.id)
      const check = await this.#deps.loops.load(tx, site.id, structure)
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
          results.push(await this.#upsertOne(tx, site, { structure, known, check }, redirect))
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
    const target = await this.#deps.targets.buildTargetUrl(
      this.#deps.database,
      site,
      structure,
      match.row,
      claims,
    )
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
    const nearest = findNearestRedirect(rows, path)
    return nearest && { row: nearest.redirect, appendedPath: nearest.appendedPath }
  }

  async #upsertOne(
    on: Transaction,
    site: SiteSubject,
    { structure, known, check }: UpsertState,
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
      await check.requireNoLoop(draft, live)
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
      check.remove(current.id)
      return { status: 'deleted', source, draft }
    }
    const target = await this.#deps.targets.resolveTarget(on, structure, destination)
    const fields: RedirectFields = { source, draft, captureWildcard, permanent, ...target }
    const id = current?.id ?? newId()
    // Before it is written: the results of the others stand.
    if (!draft) await check.requireNoLoop({ id, ...fields }, current)
    const row = current
      ? await this.#deps.redirects.update(on, id, fields, now)
      : await this.#deps.redirects.insert(on, site.id, id, fields, now)
    if (!row) throw new NotFound('redirect from', source)
    known.set(buildKey(source, draft), row)
    return { status: current ? 'updated' : 'created', source, draft, id: row.id }
  }

  /** Drafts are followed by nobody, so they may lead anywhere. */
  async #requireNoLoop(
    tx: Transaction,
    site: SiteSubject,
    structure: Structure,
    row: RedirectRow,
  ): Promise<void> {
    if (row.draft) return
    const check = await this.#deps.loops.load(tx, site.id, structure)
    await check.requireNoLoop(row)
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
