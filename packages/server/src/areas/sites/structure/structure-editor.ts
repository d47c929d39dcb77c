import type { Clock } from '../../../common/clock.ts'
import { NotFound, PreconditionFailed } from '../../../common/errors.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import { getUrlSegment } from '../../../common/site-addresses.ts'
import type { SiteSpaceNode } from './structure-nodes.ts'
import { Structure } from './structure.ts'
import type { SiteContent, StructureRepository, MovedAddress } from './repository.ts'

interface StructureEditorDependencies {
  structures: StructureRepository
  clock: Clock
}

/** Looks at the redirects that a change of paths brings, before it is committed. */
export interface MoveGuard {
  /** Throws a Conflict when a redirect from one of the sources leads readers in a circle. */
  requireNoLoopsFrom(
    tx: Transaction,
    siteId: string,
    structure: Structure,
    sources: readonly string[],
  ): Promise<void>
}

/** Loads and changes the structures of sites. Every change holds the lock of its site. */
export class StructureEditor {
  readonly #deps: StructureEditorDependencies
  #moveGuard: MoveGuard | undefined

  constructor(deps: StructureEditorDependencies) {
    this.#deps = deps
  }

  /** Sets who looks at the redirects of moves. It needs content, and the content area needs this editor. */
  connect(moveGuard: MoveGuard): void {
    this.#moveGuard = moveGuard
  }

  /** The structure of a site, which nothing else changes until the transaction ends. */
  async lockStructure(tx: Transaction, siteId: string): Promise<Structure> {
    if (!(await this.#deps.structures.lockSite(tx, siteId))) throw new NotFound('site', siteId)
    return this.loadStructure(tx, siteId)
  }

  async loadStructure(on: Queryable, siteId: string): Promise<Structure> {
    return new Structure(await this.#deps.structures.loadNodes(on, siteId))
  }

  async changeStructure<Result>(
    tx: Transaction,
    site: { id: string; organizationId: string },
    change: (structure: Structure) => Result,
  ): Promise<Result> {
    if (!(await this.#deps.structures.lockSite(tx, site.id))) throw new NotFound('site', site.id)
    const before = await this.#deps.structures.loadNodes(tx, site.id)
    const after = new Structure(before)
    const result = change(after)
    const now = this.#deps.clock.now()
    await this.#deps.structures.saveChanges(tx, site, before, after, now)
    const moved = listMovedAddresses(new Structure(before), after)
    await this.#deps.structures.upsertMoveRedirects(tx, site.id, moved, now)
    if (moved.length > 0)
      await this.#moveGuard?.requireNoLoopsFrom(
        tx,
        site.id,
        after,
        moved.map(({ source }) => source),
      )
    return result
  }

  /** Throws PreconditionFailed while a site shows the content, because it must stay in the site's organization. */
  async requireNotInSite(tx: Transaction, content: SiteContent): Promise<void> {
    const [site] = await this.#deps.structures.findSitesShowing(tx, content)
    if (!site) return
    throw new PreconditionFailed(
      `The site "${site.title}" shows ${'spaceId' in content ? 'this space' : 'a space of this collection'}: take it out of the site first.`,
    )
  }

  /** Removes a space from all sites that show it. */
  async removeSpaceFromSites(tx: Transaction, spaceId: string): Promise<void> {
    for (const site of await this.#deps.structures.findSitesShowing(tx, { spaceId })) {
      await this.changeStructure(tx, site, (structure) => {
        for (const siteSpace of structure.siteSpaces.values()) {
          if (siteSpace.spaceId === spaceId) structure.removeSiteSpace(siteSpace.id)
        }
      })
    }
  }
}

/** The old addresses of moved nodes. A default had no segment of its own, so no URL has its path. */
function listMovedAddresses(before: Structure, after: Structure): MovedAddress[] {
  const sections = [...before.sections.values()].flatMap((section): MovedAddress[] => {
    const now = after.sections.get(section.id)
    if (!now || now.path === section.path || section.isDefault) return []
    return [{ source: `/${section.path}`, sectionId: section.id, siteSpaceId: null }]
  })
  const siteSpaces = [...before.siteSpaces.values()].flatMap((siteSpace): MovedAddress[] => {
    const now = after.siteSpaces.get(siteSpace.id)
    const isMoved = now && (now.path !== siteSpace.path || hasNewAddress(siteSpace, now, after))
    if (!isMoved || siteSpace.isDefault) return []
    const section = siteSpace.sectionId === null ? undefined : before.getSection(siteSpace.sectionId)
    const segments = [section && getUrlSegment(section), siteSpace.path].filter((segment) => segment != null)
    return [{ source: `/${segments.join('/')}`, sectionId: null, siteSpaceId: siteSpace.id }]
  })
  return [...sections, ...siteSpaces]
}

/**
 * Whether the URL of a site space changes with its section. It does not for one that moves from the last section to the
 * root, or from the root to the first section.
 */
const hasNewAddress = (before: SiteSpaceNode, now: SiteSpaceNode, after: Structure): boolean => {
  if (before.sectionId === now.sectionId) return false
  if (now.sectionId === null) return false
  return before.sectionId !== null || !after.getSection(now.sectionId).isDefault
}
