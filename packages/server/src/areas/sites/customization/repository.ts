import type { Queryable, Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/database.ts'
import type { CustomizationInput } from './schema.ts'

interface SiteSpaceCustomizationRow {
  customization: CustomizationInput | null
}

export class CustomizationRepository {
  async findForSite(on: Queryable, siteId: string): Promise<CustomizationInput | undefined> {
    const row = await on.row<{ customization: CustomizationInput }>(sql`
      select customization from sites where id = ${siteId}`)
    return row?.customization
  }

  lockForSite(tx: Transaction, siteId: string): Promise<{ customization: CustomizationInput } | undefined> {
    return tx.row(sql`select customization from sites where id = ${siteId} for no key update`)
  }

  /** Returns whether there is such a site. */
  async saveForSite(on: Queryable, siteId: string, customization: CustomizationInput): Promise<boolean> {
    const count = await on.execute(sql`
      update sites set customization = ${customization} where id = ${siteId}`)
    return count > 0
  }

  findForSiteSpace(
    on: Queryable,
    siteId: string,
    id: string,
  ): Promise<SiteSpaceCustomizationRow | undefined> {
    return on.row(sql`
      select customization from site_spaces where id = ${id} and site_id = ${siteId}`)
  }

  lockForSiteSpace(
    tx: Transaction,
    siteId: string,
    id: string,
  ): Promise<SiteSpaceCustomizationRow | undefined> {
    return tx.row(sql`
      select customization from site_spaces where id = ${id} and site_id = ${siteId} for no key update`)
  }

  async saveForSiteSpace(
    tx: Transaction,
    id: string,
    customization: CustomizationInput | null,
  ): Promise<void> {
    await tx.execute(sql`update site_spaces set customization = ${customization} where id = ${id}`)
  }

  /** Returns whether the site space had a customization. */
  async clearForSiteSpace(on: Queryable, siteId: string, id: string): Promise<boolean> {
    const count = await on.execute(sql`
      update site_spaces set customization = null
      where id = ${id} and site_id = ${siteId} and customization is not null`)
    return count > 0
  }

  /** The customization of the site, whose id is null here, and of each of its site spaces. */
  listForSite(
    on: Queryable,
    siteId: string,
  ): Promise<{ id: string | null; customization: CustomizationInput | null }[]> {
    return on.rows(sql`
      select null as id, customization from sites where id = ${siteId}
      union all
      select id, customization from site_spaces where site_id = ${siteId}`)
  }
}
