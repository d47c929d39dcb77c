import { LRUCache } from 'lru-cache'
import {
  siteColumns,
  type SiteRow,
  spaceColumns,
  type SpaceRow,
  type Subjects,
} from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { forVisitors } from '../../../audience/visitors.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import { type Database, sql } from '../../../database/database.ts'
import { SharedReads } from '../../../database/shared-reads.ts'
import { Prepared } from '../../../http/route.ts'
import { segmentOf } from '../../../common/site-addresses.ts'
import type { Customization } from '../customization/schema.ts'
import type { CustomizationService } from '../customization/service.ts'
import { presentSite } from '../sites/present.ts'
import { SiteView } from '../structure/site-view.ts'
import type { Structure } from '../structure/structure.ts'
import type { SiteStructures } from '../structure/editor.ts'
import type { PublishedSite } from './schema.ts'
import { type Levels, levelsOf, visibleTo } from './visible.ts'

/** All that a site's profile is made of, at one moment. */
interface Snapshot {
  stamp: string
  site: Subjects['site']
  structure: Structure
  spaces: Map<string, SpaceRow>
  customizations: { site: Customization; siteSpaces: Record<string, Customization> }
  /** Every condition in it: two visitors for whom they come out alike see the same. */
  conditions: string[]
  /** What was answered, by how the conditions came out. */
  answers: LRUCache<string, Prepared<PublishedSite>>
  /** What addresses are walked through, by the same. */
  levels: LRUCache<string, Levels>
}

interface SiteProfilesDependencies {
  database: Database
  structures: SiteStructures
  customizations: CustomizationService
  urls: Urls
}

/**
 * What a renderer begins with: a site, its structure and its looks, as one visitor sees them. Made once from what it is
 * made of, and not by time: a stamp of all those rows is read for every answer.
 */
export class SiteProfiles {
  readonly #deps: SiteProfilesDependencies
  readonly #stamps = new SharedReads<string>()
  readonly #snapshots = new LRUCache<string, Snapshot>({ max: 200 })

  constructor(deps: SiteProfilesDependencies) {
    this.#deps = deps
  }

  async get(siteId: string, claims: Claims): Promise<Prepared<PublishedSite>> {
    const snapshot = await this.#snapshot(siteId)
    const outcome = outcomeOf(snapshot, claims)
    const known = snapshot.answers.get(outcome)
    if (known) return known
    const answer = Prepared.of(this.#present(snapshot, claims))
    snapshot.answers.set(outcome, answer)
    return answer
  }

  /** What of a site an address can lead a visitor to. */
  async levels(siteId: string, claims: Claims): Promise<Levels> {
    const snapshot = await this.#snapshot(siteId)
    const outcome = outcomeOf(snapshot, claims)
    const levels = snapshot.levels.get(outcome) ?? levelsOf(visibleTo(snapshot.structure, claims))
    snapshot.levels.set(outcome, levels)
    return levels
  }

  async structure(siteId: string): Promise<Structure> {
    return (await this.#snapshot(siteId)).structure
  }

  async #snapshot(siteId: string): Promise<Snapshot> {
    // The stamp comes before what it stands for: what changes in between is asked for again, and never kept too long.
    const stamp = await this.#stamps.read(siteId, () => this.#stamp(siteId))
    const known = this.#snapshots.get(siteId)
    if (known?.stamp === stamp) return known
    const [site, structure, spaces] = await Promise.all([
      this.#deps.database.row<SiteRow>(sql`select ${siteColumns} from sites site where site.id = ${siteId}`),
      this.#deps.structures.read(this.#deps.database, siteId),
      this.#deps.database.rows<SpaceRow>(sql`
        select ${spaceColumns} from spaces s
        where s.deleted_at is null and s.id in (select space_id from site_spaces where site_id = ${siteId})`),
    ])
    if (!site) throw new NotFound('site', siteId)
    const customizations = await this.#deps.customizations.all(this.#deps.database, site)
    const snapshot: Snapshot = {
      stamp,
      site: { ...site, role: 'read' },
      structure,
      spaces: new Map(spaces.map((space) => [space.id, space])),
      customizations,
      conditions: conditionsIn(structure, customizations),
      answers: new LRUCache({ max: 50 }),
      levels: new LRUCache({ max: 50 }),
    }
    this.#snapshots.set(siteId, snapshot)
    return snapshot
  }

  /** Another one after any change of any row that a profile is made of. */
  async #stamp(siteId: string): Promise<string> {
    const row = await this.#deps.database.row<{ stamp: string | null }>(sql`
      select md5(string_agg(version, ',' order by version)) as stamp
      from (
        select concat('o', o.xmin, ':', s.xmin) from sites s join organizations o on o.id = s.organization_id
        where s.id = ${siteId}
        union all
        select concat(id, xmin) from site_section_groups where site_id = ${siteId}
        union all
        select concat(id, xmin) from site_sections where site_id = ${siteId}
        union all
        select concat(shown.id, shown.xmin, s.xmin)
        from site_spaces shown join spaces s on s.id = shown.space_id
        where shown.site_id = ${siteId}
      ) as part (version)`)
    return row?.stamp ?? ''
  }

  #present(snapshot: Snapshot, claims: Claims): PublishedSite {
    const { site, customizations } = snapshot
    const structure = visibleTo(snapshot.structure, claims)
    const spaces = new Map<string, Subjects['space']>()
    for (const node of structure.siteSpacesInOrder()) {
      const space = snapshot.spaces.get(node.spaceId)
      if (!space || spaces.has(space.id)) continue
      const section = node.sectionId === null ? undefined : structure.section(node.sectionId)
      const place = { section: section ? segmentOf(section) : null, siteSpace: segmentOf(node) }
      spaces.set(space.id, forVisitors(space, { ...site, ...place }))
    }
    const siteSpaces: [string, Customization][] = []
    for (const [id, customization] of Object.entries(customizations.siteSpaces)) {
      if (structure.siteSpaces.has(id)) siteSpaces.push([id, withVisibleLinks(customization, claims)])
    }
    return {
      object: 'published-content-site',
      site: { ...presentSite(this.#deps.urls, site), siteSpaces: structure.siteSpaces.size },
      structure: new SiteView(this.#deps.urls, site, structure, spaces).all(),
      customizations: {
        site: withVisibleLinks(customizations.site, claims),
        siteSpaces: Object.fromEntries(siteSpaces),
      },
      scripts: [],
    }
  }
}

const outcomeOf = ({ conditions }: Snapshot, claims: Claims): string =>
  conditions.map((condition) => (isVisible(condition, claims) ? '1' : '0')).join('')

interface HeaderLink {
  condition?: string
}

/** The links in the header of a customization; the schema that it was saved by says that they have this shape. */
function headerLinks(customization: Customization): { header: object; links: HeaderLink[] } {
  const header = (customization['header'] ?? {}) as { links?: HeaderLink[] }
  return { header, links: header.links ?? [] }
}

function withVisibleLinks(customization: Customization, claims: Claims): Customization {
  const { header, links } = headerLinks(customization)
  const visible = links.filter(({ condition }) => isVisible(condition, claims))
  return visible.length === links.length
    ? customization
    : { ...customization, header: { ...header, links: visible } }
}

function conditionsIn(structure: Structure, customizations: Snapshot['customizations']): string[] {
  const all = [
    ...structure.sections.values(),
    ...structure.siteSpaces.values(),
    ...[customizations.site, ...Object.values(customizations.siteSpaces)].flatMap(
      (customization) => headerLinks(customization).links,
    ),
  ]
  return [...new Set(all.flatMap(({ condition }) => condition ?? []))]
}
