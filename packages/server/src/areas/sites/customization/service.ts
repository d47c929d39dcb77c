import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import { type Database, type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { SiteConditions } from '../structure/conditions.ts'
import { changed, conditionsIn, defaults, over } from './customization.ts'
import type { Customization, CustomizationInput } from './schema.ts'

type Met = Subjects['site']

interface CustomizationServiceDependencies {
  database: Database
  conditions: SiteConditions
}

/** How a site looks, and how one of its site spaces looks where it differs. */
export class CustomizationService {
  readonly #deps: CustomizationServiceDependencies

  constructor(deps: CustomizationServiceDependencies) {
    this.#deps = deps
  }

  async get(site: Met): Promise<Customization> {
    return over(defaults(site.title), await this.#ofSite(this.#deps.database, site.id))
  }

  /** Takes the place of all that was set before. */
  async set(site: Met, body: CustomizationInput): Promise<Customization> {
    await this.#requireConditions(this.#deps.database, site, body)
    const kept = changed({}, body)
    const touched = await this.#deps.database.execute(sql`
      update sites set customization = ${kept} where id = ${site.id}`)
    if (touched === 0) throw new NotFound('site', site.id)
    return over(defaults(site.title), kept)
  }

  async getForSiteSpace(site: Met, siteSpaceId: string): Promise<Customization> {
    const set = await this.#ofSiteSpace(this.#deps.database, site, siteSpaceId)
    return { ...over(await this.get(site), set ?? {}), hasOverrides: set !== null }
  }

  /** Sets what is given over what the site has; null takes a setting back. */
  async override(site: Met, siteSpaceId: string, body: CustomizationInput): Promise<Customization> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#requireConditions(tx, site, body)
      const set = await this.#lockSiteSpace(tx, site, siteSpaceId)
      const kept = changed(set ?? {}, body)
      const value = Object.keys(kept).length === 0 ? null : kept
      await tx.execute(sql`update site_spaces set customization = ${value} where id = ${siteSpaceId}`)
    })
    return this.getForSiteSpace(site, siteSpaceId)
  }

  /** Whether there was something to take back. */
  async reset(site: Met, siteSpaceId: string): Promise<boolean> {
    await this.#ofSiteSpace(this.#deps.database, site, siteSpaceId)
    const touched = await this.#deps.database.execute(sql`
      update site_spaces set customization = null
      where id = ${siteSpaceId} and site_id = ${site.id} and customization is not null`)
    return touched > 0
  }

  /** Those of the site and of all its site spaces, as readers meet them, in one statement. */
  async all(
    on: Queryable,
    site: { id: string; title: string },
  ): Promise<{ site: Customization; siteSpaces: Record<string, Customization> }> {
    const rows = await on.rows<{ id: string | null; customization: CustomizationInput | null }>(sql`
      select null as id, customization from sites where id = ${site.id}
      union all
      select id, customization from site_spaces where site_id = ${site.id}`)
    const ofSite = over(defaults(site.title), rows.find(({ id }) => id === null)?.customization ?? {})
    const siteSpaces = rows.flatMap(({ id, customization }): [string, Customization][] =>
      id === null ? [] : [[id, customization === null ? ofSite : over(ofSite, customization)]],
    )
    return { site: ofSite, siteSpaces: Object.fromEntries(siteSpaces) }
  }

  #requireConditions(on: Queryable, site: Met, body: CustomizationInput): Promise<void> {
    return this.#deps.conditions.requireAll(on, site.id, conditionsIn(body))
  }

  async #ofSite(on: Queryable, siteId: string): Promise<CustomizationInput> {
    const row = await on.row<{ customization: CustomizationInput }>(sql`
      select customization from sites where id = ${siteId}`)
    return row?.customization ?? {}
  }

  async #ofSiteSpace(on: Queryable, site: Met, id: string): Promise<CustomizationInput | null> {
    const row = await on.row<{ customization: CustomizationInput | null }>(sql`
      select customization from site_spaces where id = ${id} and site_id = ${site.id}`)
    if (!row) throw new NotFound('site space', id)
    return row.customization
  }

  async #lockSiteSpace(tx: Transaction, site: Met, id: string): Promise<CustomizationInput | null> {
    const row = await tx.row<{ customization: CustomizationInput | null }>(sql`
      select customization from site_spaces where id = ${id} and site_id = ${site.id} for no key update`)
    if (!row) throw new NotFound('site space', id)
    return row.customization
  }
}
