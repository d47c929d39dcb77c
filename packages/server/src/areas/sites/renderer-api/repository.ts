import { isServedAt } from '../../../access/served-hostname.ts'
import { siteColumns, type SiteRow } from '../sites/columns.ts'
import { presentedSpaceColumns, type SpaceRowWithDetails } from '../../content/index.ts'
import { audienceTables } from '../../../audience/repository.ts'
import type { AudienceSite } from '../../../audience/site-admission.ts'
import type { SiteLookup } from '../../../common/site-addresses.ts'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'

/** A site with what a decision about a visitor needs and what the API presents. */
export type ResolvedSite = AudienceSite & SiteRow

export class RendererRepository {
  /** @param audienceColumns what `AudienceService.selectColumns` gives for the visitor's credentials. */
  findSite(on: Queryable, lookup: SiteKey, audienceColumns: Sql): Promise<ResolvedSite | undefined> {
    return on.row(sql`
        select ${audienceColumns}, ${siteColumns} from ${audienceTables} where ${buildCondition(lookup)}`)
  }

  /** The site with the longest of these proxy origins. */
  findProxiedSite(on: Queryable, origins: string[]): Promise<{ id: string; origin: string } | undefined> {
    return on.row(sql`
      select id, proxy_origin as origin from sites where proxy_origin = any(${origins}::text[])
      order by length(proxy_origin) desc limit 1`)
  }

  findSiteRow(on: Queryable, siteId: string): Promise<SiteRow | undefined> {
    return on.row(sql`select ${siteColumns} from sites site where site.id = ${siteId}`)
  }

  /** The spaces that a site shows, in no order. */
  listSpaces(on: Queryable, siteId: string): Promise<SpaceRowWithDetails[]> {
    return on.rows(sql`
        select ${presentedSpaceColumns} from spaces s
        where s.deleted_at is null and s.id in (select space_id from site_spaces where site_id = ${siteId})`)
  }

  /** A hash that changes with every row that a published site is built from. */
  async readVersion(on: Queryable, siteId: string): Promise<string> {
    const row = await on.row<{ stamp: string | null }>(sql`
      select md5(string_agg(version, ',' order by version)) as stamp
      from (
        select concat('o', o.xmin, ':', s.xmin) from sites s join organizations o on o.id = s.organization_id
        where s.id = ${siteId}
        union all
        select concat(id, xmin) from site_section_groups where site_id = ${siteId}
        union all
        select concat(id, xmin) from site_sections where site_id = ${siteId}
        union all
        select concat(id, xmin) from site_external_links where site_id = ${siteId}
        union all
        select concat(shown.id, shown.xmin, s.xmin)
        from site_spaces shown join spaces s on s.id = shown.space_id
        where shown.site_id = ${siteId}
      ) as part (version)`)
    return row?.stamp ?? ''
  }
}

/** How a site is found: by its URL, or by its id once a proxy origin was found. */
export type SiteKey =
  | Pick<Extract<SiteLookup, { by: 'basename' }>, 'by' | 'organizationName' | 'basename'>
  | Pick<Extract<SiteLookup, { by: 'hostname' }>, 'by' | 'hostname'>
  | { by: 'id'; id: string }

function buildCondition(key: SiteKey): Sql {
  switch (key.by) {
    case 'basename':
      return sql`site.basename = ${key.basename} and site.organization_id = (
          select o.id from organizations o where o.hostname = ${key.organizationName}
          union all
          select o.id from organizations o where o.id = ${key.organizationName} and o.hostname is null
          limit 1
        )`
    case 'hostname':
      return isServedAt(key.hostname)
    case 'id':
      return sql`site.id = ${key.id}`
  }
}
