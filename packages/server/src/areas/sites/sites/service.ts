import { applyChanges } from '@verso/revisions'
import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { findFreeSlug, slugifySegment } from '../../../common/slug.ts'
import type { Urls } from '../../../common/urls.ts'
import {
  AuthorizedMain,
  type RevisionStore,
  type MainBranch,
  type RevalidationNotifier,
  type SpaceService,
} from '../../content/index.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { expectViolations } from '../../../database/violations.ts'
import type { ExaminedClaim, HostnameService } from '../hostnames/service.ts'
import { presentSiteForMember } from './present.ts'
import type { SiteChanges, SiteRepository } from './repository.ts'
import { createSamplePages } from './sample-pages.ts'
import type { CreateSite, ListSitesQuery, Site, UpdateSite } from './schema.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'

type SiteSubject = Subjects['site']

interface SiteServiceDependencies {
  revalidationNotifier: RevalidationNotifier
  database: Database
  sites: SiteRepository
  hostnames: HostnameService
  structures: StructureEditor
  spaces: SpaceService
  revisionStore: RevisionStore
  main: MainBranch
  clock: Clock
  urls: Urls
}

export class SiteService {
  readonly #deps: SiteServiceDependencies

  constructor(deps: SiteServiceDependencies) {
    this.#deps = deps
  }

  get(site: SiteSubject): Site {
    return presentSiteForMember(this.#deps.urls, site)
  }

  async list(
    caller: Caller,
    organization: Subjects['organization'],
    filter: ListSitesQuery,
    paging: Paging,
  ): Promise<Page<Site>> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    const page = await this.#deps.sites.list(
      this.#deps.database,
      { organizationId: organization.id, ...filter },
      viewer,
      paging,
    )
    return mapPage(page, (row) => presentSiteForMember(this.#deps.urls, row))
  }

  /** The creator becomes an admin of the site, and must be an admin of the spaces that it shows. */
  create(
    caller: Caller,
    organization: Subjects['organization'],
    { type = 'basic', title = 'Untitled', visibility = 'public', spaces = [] }: CreateSite = {},
  ): Promise<Site> {
    const creation = this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      const basename = findFreeSlug(
        slugifySegment(title, 'docs'),
        await this.#deps.sites.listBasenames(tx, organization.id),
      )
      const site = { id: newId(), organizationId: organization.id, type, title, basename, visibility }
      await this.#deps.sites.insert(tx, site, caller.userId, this.#deps.clock.now())
      const siteSpaces = await this.#prepareSpaces(tx, caller, organization, title, spaces)
      await this.#deps.structures.changeStructure(tx, site, (structure) => {
        for (const space of siteSpaces) structure.addSiteSpace(space)
      })
      return this.#read(tx, caller, site.id)
    })
    return expectViolations(creation, {
      sites_organization_id_basename_key: () =>
        new Conflict('Another site was given the same basename at the same time. Try again.'),
    })
  }

  async update(caller: Caller, site: SiteSubject, body: UpdateSite): Promise<Site> {
    const { adaptiveContent, embedding, proxy, defaultSiteSpace, defaultSiteSection, hostname, ...plain } =
      body
    const claim =
      hostname == null || hostname === site.claimedHostname
        ? undefined
        : await this.#deps.hostnames.examine(site, hostname)
    const changes: SiteChanges = {
      ...plain,
      ...this.#createHostnameChanges(hostname, claim),
      ...(embedding && { embedOrigins: embedding.origins }),
      ...(adaptiveContent && { adaptiveContent: adaptiveContent.enabled }),
      ...(proxy !== undefined && { proxyOrigin: proxy?.toLowerCase() ?? null }),
    }
    const update = this.#deps.database.transaction(async (tx) => {
      await this.#requireUnique(tx, site, changes)
      if (claim) await this.#deps.hostnames.endOtherClaims(tx, site, claim)
      if (changes.basename !== undefined) {
        await this.#deps.sites.keepBasename(tx, site.id, changes.basename)
      }
      const row = await this.#deps.sites.update(tx, site.id, changes, this.#deps.clock.now())
      if (!row) throw new NotFound('site', site.id)
      if (defaultSiteSpace !== undefined || defaultSiteSection !== undefined) {
        await this.#deps.structures.changeStructure(tx, site, (structure) => {
          if (defaultSiteSection !== undefined) structure.setDefaultSection(defaultSiteSection)
          if (defaultSiteSpace !== undefined) {
            structure.setDefaultSiteSpace(defaultSiteSpace, structure.findDefaultSection()?.id ?? null)
          }
        })
      }
      return this.#read(tx, caller, site.id)
    })
    return expectViolations(update, {
      sites_organization_id_basename_key: () => createDuplicateError('basename', changes.basename),
      sites_hostname_key: () => this.#deps.hostnames.createConflict(site, hostname ?? '', null),
      sites_proxy_origin_key: () => createDuplicateError('proxyOrigin', changes.proxyOrigin),
    })
  }

  /** Deletes the site with its structure. The spaces that it showed stay. */
  delete(site: SiteSubject): Promise<boolean> {
    return this.#deps.database.transaction((tx) => this.#deps.sites.delete(tx, site.id))
  }

  setPublished(site: SiteSubject, published: boolean): Promise<Site> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#deps.sites.update(tx, site.id, { published }, this.#deps.clock.now())
      if (!row) throw new NotFound('site', site.id)
      await this.#deps.revalidationNotifier.notify(tx, [`site:${site.id}`])
      return presentSiteForMember(this.#deps.urls, { ...row, role: site.role })
    })
  }

  async #read(tx: Transaction, caller: Caller, id: string): Promise<Site> {
    return presentSiteForMember(this.#deps.urls, await requireAccess<'site'>(tx, caller, 'site.view', id))
  }

  /** The spaces of a new site: existing ones, or a new one. */
  async #prepareSpaces(
    tx: Transaction,
    caller: Caller,
    organization: Subjects['organization'],
    title: string,
    spaces: NonNullable<CreateSite['spaces']>,
  ): Promise<{ id: string; title: string }[]> {
    if (Array.isArray(spaces)) return this.#deps.spaces.requireAdminOfAll(tx, caller, organization.id, spaces)
    const space = await this.#deps.spaces.createInTransaction(tx, caller, organization, {
      title: truncateTitle(title),
    })
    if (spaces === 'sample') {
      const lockedMain = await this.#deps.main.lock(tx, space.id)
      const now = this.#deps.clock.now()
      const reader = this.#deps.revisionStore.objects.createReader(tx)
      const changedRoot = await applyChanges(reader, lockedMain.revision.root, createSamplePages(title, now))
      const authorized = AuthorizedMain.forNewSpace(lockedMain)
      await this.#deps.main.commitChange(tx, authorized, changedRoot, { userId: caller.userId, now })
    }
    return [space]
  }

  /** No changes for a hostname that was not given, or that the site has. */
  #createHostnameChanges(hostname: string | null | undefined, claim: ExaminedClaim | undefined): SiteChanges {
    if (hostname === null) return { hostname, hostnameProof: null, hostnameClaimedAt: null }
    if (!claim) return {}
    return {
      hostname: claim.hostname,
      hostnameProof: claim.proof,
      hostnameClaimedAt: this.#deps.clock.now(),
    }
  }

  /** Throws Conflict for a value that another site has. A unique key refuses the second of two simultaneous requests. */
  async #requireUnique(tx: Transaction, site: SiteSubject, changes: SiteChanges): Promise<void> {
    for (const name of ['basename', 'proxyOrigin'] as const) {
      const value = changes[name]
      if (value != null && (await this.#deps.sites.isTaken(tx, site, name, value)))
        throw createDuplicateError(name, value)
    }
  }
}

const createDuplicateError = (name: 'basename' | 'proxyOrigin', value: string | null | undefined): Conflict =>
  new Conflict(`Another site has the ${name === 'proxyOrigin' ? 'proxy' : name} "${value}".`)

/** The title of a space may not be as long as that of a site. */
const MAX_SPACE_TITLE_LENGTH = 50

const truncateTitle = (title: string): string => Array.from(title).slice(0, MAX_SPACE_TITLE_LENGTH).join('')
