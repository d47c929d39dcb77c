import type { Clock } from '../../../common/clock.ts'
import { NotFound, PreconditionFailed } from '../../../common/errors.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import { segmentOf } from '../../../common/site-addresses.ts'
import { type SiteSpaceNode, Structure } from './structure.ts'
import type { ShownContent, StructureRepository, Trail } from './repository.ts'

interface SiteStructuresDependencies {
  structures: StructureRepository
  clock: Clock
}

/** Changes of what sites are made of, each under its site's lock. */
export class SiteStructures {
  readonly #deps: SiteStructuresDependencies

  constructor(deps: SiteStructuresDependencies) {
    this.#deps = deps
  }

  async read(on: Queryable, siteId: string): Promise<Structure> {
    return new Structure(await this.#deps.structures.load(on, siteId))
  }

  async change<Result>(
    tx: Transaction,
    site: { id: string; organizationId: string },
    change: (structure: Structure) => Result,
  ): Promise<Result> {
    if (!(await this.#deps.structures.lockSite(tx, site.id))) throw new NotFound('site', site.id)
    const before = await this.#deps.structures.load(tx, site.id)
    const after = new Structure(before)
    const result = change(after)
    const now = this.#deps.clock.now()
    await this.#deps.structures.save(tx, site, before, after, now)
    await this.#deps.structures.leaveTrails(tx, site.id, trails(new Structure(before), after), now)
    return result
  }

  /** Content that a site shows stays in the site's organization. */
  async requireUnshown(tx: Transaction, content: ShownContent): Promise<void> {
    const [site] = await this.#deps.structures.sitesShowing(tx, content)
    if (!site) return
    throw new PreconditionFailed(
      `The site "${site.title}" shows ${'spaceId' in content ? 'this space' : 'a space of this collection'}: take it out of the site first.`,
    )
  }

  /** Takes a space out of all sites that show it; they stand without it. */
  async withdraw(tx: Transaction, spaceId: string): Promise<void> {
    for (const site of await this.#deps.structures.sitesShowing(tx, { spaceId })) {
      await this.change(tx, site, (structure) => {
        for (const siteSpace of structure.siteSpaces.values()) {
          if (siteSpace.spaceId === spaceId) structure.removeSiteSpace(siteSpace.id)
        }
      })
    }
  }
}

/** Where things were that are elsewhere now. What has no segment of its own was not there by its path. */
function trails(before: Structure, after: Structure): Trail[] {
  const sections = [...before.sections.values()].flatMap((section): Trail[] => {
    const now = after.sections.get(section.id)
    if (!now || now.path === section.path || section.isDefault) return []
    return [{ source: `/${section.path}`, sectionId: section.id, siteSpaceId: null }]
  })
  const siteSpaces = [...before.siteSpaces.values()].flatMap((siteSpace): Trail[] => {
    const now = after.siteSpaces.get(siteSpace.id)
    const isMoved = now && (now.path !== siteSpace.path || isElsewhere(siteSpace, now, after))
    if (!isMoved || siteSpace.isDefault) return []
    const section = siteSpace.sectionId === null ? undefined : before.section(siteSpace.sectionId)
    const segments = [section && segmentOf(section), siteSpace.path].filter((segment) => segment != null)
    return [{ source: `/${segments.join('/')}`, sectionId: null, siteSpaceId: siteSpace.id }]
  })
  return [...sections, ...siteSpaces]
}

/** What goes to the root with the last section, or from there to the first, stays where it is for readers. */
const isElsewhere = (before: SiteSpaceNode, now: SiteSpaceNode, after: Structure): boolean => {
  if (before.sectionId === now.sectionId) return false
  if (now.sectionId === null) return false
  return before.sectionId !== null || !after.section(now.sectionId).isDefault
}
