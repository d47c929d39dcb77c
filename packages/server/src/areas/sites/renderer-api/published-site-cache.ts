import { GenerationalCache } from '../../../common/generational-cache.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { SpaceRowWithDetails, SpaceWithDetails } from '../../content/index.ts'
import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { redactSpaceForVisitors } from '../../../audience/visitor-admission.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { CoalescedCalls } from '../../../common/coalesced-calls.ts'
import { PreparedResponse } from '../../../http/route.ts'
import { getUrlSegment } from '../../../common/site-addresses.ts'
import type { Customization } from '../customization/schema.ts'
import type { CustomizationService, SiteCustomizations } from '../customization/service.ts'
import { presentSite } from '../sites/present.ts'
import { StructurePresenter } from '../structure/structure-presenter.ts'
import type { Structure } from '../structure/structure.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'
import type { RendererRepository } from './repository.ts'
import type { PublishedContentSite } from './schema.ts'
import { type AddressLevels, buildAddressLevels, filterVisibleStructure } from './visible-structure.ts'

/** Everything that a published site is built from, as it was at one moment. */
interface SiteSnapshot {
  /** What `RendererRepository.readVersion` gave before the rows were read. */
  version: string
  site: Subjects['site']
  structure: Structure
  spaces: Map<string, SpaceRowWithDetails>
  customizations: SiteCustomizations
  /** Every condition in it. Visitors for whom all of them have the same result see the same site. */
  conditions: string[]
  /** By the results of the conditions. */
  levels: GenerationalCache<AddressLevels>
}

interface PublishedSiteCacheDependencies {
  database: Database
  repository: RendererRepository
  structures: StructureEditor
  customizations: CustomizationService
  urls: Urls
  caches: CacheBudget
}

/**
 * Published sites as renderers receive them: a site, its structure and its customizations, as one visitor sees them. An
 * entry never expires by time. Its version is compared with that of the rows for every request instead, so that a
 * change is visible at once on every process.
 */
export class PublishedSiteCache {
  readonly #deps: PublishedSiteCacheDependencies
  readonly #versionReads = new CoalescedCalls<string>()
  readonly #snapshots: MemoryCache<SiteSnapshot>
  readonly #responses: MemoryCache<PreparedResponse<PublishedContentSite>>

  constructor(deps: PublishedSiteCacheDependencies) {
    this.#deps = deps
    this.#snapshots = deps.caches.create('site-profiles', ({ spaces }) => 20_000 + spaces.size * 2000)
    this.#responses = deps.caches.create('site-responses', ({ bytes }) => bytes.length)
  }

  async getSite(siteId: string, claims: Claims): Promise<PreparedResponse<PublishedContentSite>> {
    const snapshot = await this.#loadSnapshot(siteId)
    const key = JSON.stringify([siteId, snapshot.version, evaluateConditions(snapshot, claims)])
    return (
      this.#responses.get(key) ??
      this.#responses.set(key, PreparedResponse.fromValue(this.#present(snapshot, claims)))
    )
  }

  /** The sections and site spaces that a URL can name for a visitor. */
  async getAddressLevels(siteId: string, claims: Claims): Promise<AddressLevels> {
    const snapshot = await this.#loadSnapshot(siteId)
    const outcome = evaluateConditions(snapshot, claims)
    const levels =
      snapshot.levels.get(outcome) ?? buildAddressLevels(filterVisibleStructure(snapshot.structure, claims))
    snapshot.levels.set(outcome, levels)
    return levels
  }

  async getStructure(siteId: string): Promise<Structure> {
    return (await this.#loadSnapshot(siteId)).structure
  }

  async #loadSnapshot(siteId: string): Promise<SiteSnapshot> {
    const { database, repository } = this.#deps
    // The version is read before the rows: a change in between gives the snapshot an old version, and the next request
    // reads the rows again.
    const version = await this.#versionReads.run(siteId, () => repository.readVersion(database, siteId))
    const cachedSnapshot = this.#snapshots.get(siteId)
    if (cachedSnapshot?.version === version) return cachedSnapshot
    const [site, structure, spaces] = await Promise.all([
      repository.findSiteRow(database, siteId),
      this.#deps.structures.loadStructure(this.#deps.database, siteId),
      repository.listSpaces(database, siteId),
    ])
    if (!site) throw new NotFound('site', siteId)
    const customizations = await this.#deps.customizations.listAll(this.#deps.database, site)
    const snapshot: SiteSnapshot = {
      version,
      site: { ...site, role: 'read' },
      structure,
      spaces: new Map(spaces.map((space) => [space.id, space])),
      customizations,
      conditions: collectSnapshotConditions(structure, customizations),
      levels: new GenerationalCache(50),
    }
    this.#snapshots.set(siteId, snapshot)
    return snapshot
  }

  #present(snapshot: SiteSnapshot, claims: Claims): PublishedContentSite {
    const { site, customizations } = snapshot
    const structure = filterVisibleStructure(snapshot.structure, claims)
    const spaces = new Map<string, SpaceWithDetails>()
    for (const node of structure.listAllSiteSpaces()) {
      const space = snapshot.spaces.get(node.spaceId)
      if (!space || spaces.has(space.id)) continue
      const section = node.sectionId === null ? undefined : structure.getSection(node.sectionId)
      const segments = { section: section ? getUrlSegment(section) : null, siteSpace: getUrlSegment(node) }
      spaces.set(space.id, redactSpaceForVisitors(space, { ...site, ...segments }))
    }
    const siteSpaces: [string, Customization][] = []
    for (const [id, customization] of Object.entries(customizations.siteSpaces)) {
      if (structure.siteSpaces.has(id)) siteSpaces.push([id, filterHeaderLinks(customization, claims)])
    }
    return {
      object: 'published-content-site',
      site: { ...presentSite(this.#deps.urls, site), siteSpaces: structure.siteSpaces.size },
      structure: new StructurePresenter(this.#deps.urls, site, structure, spaces).presentStructure(),
      customizations: {
        site: filterHeaderLinks(customizations.site, claims),
        siteSpaces: Object.fromEntries(siteSpaces),
      },
      scripts: [],
    }
  }
}

const evaluateConditions = ({ conditions }: SiteSnapshot, claims: Claims): string =>
  conditions.map((condition) => (isVisible(condition, claims) ? '1' : '0')).join('')

interface HeaderLink {
  condition?: string
}

/** The header and its links. They have this type because the schema checked it when the customization was saved. */
function readHeader(customization: Customization): { header: object; links: HeaderLink[] } {
  const header = (customization['header'] ?? {}) as { links?: HeaderLink[] }
  return { header, links: header.links ?? [] }
}

function filterHeaderLinks(customization: Customization, claims: Claims): Customization {
  const { header, links } = readHeader(customization)
  const visible = links.filter(({ condition }) => isVisible(condition, claims))
  return visible.length === links.length
    ? customization
    : { ...customization, header: { ...header, links: visible } }
}

function collectSnapshotConditions(
  structure: Structure,
  customizations: SiteSnapshot['customizations'],
): string[] {
  const all = [
    ...structure.sections.values(),
    ...structure.links.values(),
    ...structure.siteSpaces.values(),
    ...[customizations.site, ...Object.values(customizations.siteSpaces)].flatMap(
      (customization) => readHeader(customization).links,
    ),
  ]
  return [...new Set(all.flatMap(({ condition }) => condition ?? []))]
}
