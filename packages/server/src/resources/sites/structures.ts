import type { Clock } from '../../common/clock.ts'
import { NotFound } from '../../common/errors.ts'
import { type Queryable, sql, type Transaction } from '../../database/database.ts'
import type { SiteRepository } from './repository.ts'
import { Structure } from './structure.ts'
import type { StructureRepository } from './structure-repository.ts'

/** Changes of what sites are made of, each under its site's lock. */
export class SiteStructures {
  readonly #sites: SiteRepository
  readonly #structures: StructureRepository
  readonly #clock: Clock

  constructor(parts: { sites: SiteRepository; structures: StructureRepository; clock: Clock }) {
    this.#sites = parts.sites
    this.#structures = parts.structures
    this.#clock = parts.clock
  }

  async read(on: Queryable, siteId: string): Promise<Structure> {
    return new Structure(await this.#structures.load(on, siteId))
  }

  async change<Result>(
    tx: Transaction,
    site: { id: string; organizationId: string },
    change: (structure: Structure) => Result,
  ): Promise<Result> {
    if (!(await this.#sites.lock(tx, site.id))) throw new NotFound('site', site.id)
    const before = await this.#structures.load(tx, site.id)
    const after = new Structure(before)
    const result = change(after)
    await this.#structures.save(tx, site, before, after, this.#clock.now())
    return result
  }

  /** The sites that show one of these spaces, always in one order. */
  sitesShowing(
    on: Queryable,
    spaceIds: string[],
  ): Promise<{ id: string; organizationId: string; title: string }[]> {
    return on.rows(sql`
      select id, organization_id as "organizationId", title from sites
      where id in (select site_id from site_spaces where space_id = any(${spaceIds}::text[])) order by id`)
  }

  /** Takes a space out of all sites that show it; they stand without it. */
  async withdraw(tx: Transaction, spaceId: string): Promise<void> {
    for (const site of await this.sitesShowing(tx, [spaceId])) {
      await this.change(tx, site, (structure) => {
        for (const siteSpace of structure.siteSpaces.values()) {
          if (siteSpace.spaceId === spaceId) structure.removeSiteSpace(siteSpace.id)
        }
      })
    }
  }
}
