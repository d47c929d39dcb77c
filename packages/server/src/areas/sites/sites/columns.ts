import { servedHostname } from '../../../access/served-hostname.ts'
import { defineSubjectColumns, type SubjectRow } from '../../../access/subjects.ts'
import { sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type SiteVisibility = Tables['sites']['visibility']

export interface SiteRow
  extends
    SubjectRow,
    Pick<
      Tables['sites'],
      | 'type'
      | 'title'
      | 'basename'
      | 'proxyOrigin'
      | 'visibility'
      | 'published'
      | 'defaultLevel'
      | 'adaptiveContent'
      | 'agentsContext'
      | 'createdAt'
      | 'updatedAt'
    > {
  /** The hostname that it is served at. */
  hostname: string | null
  /** The hostname that was set. It is served there once that is proven. */
  claimedHostname: string | null
  /** The favicon of its customization, if one was set. */
  favicon: object | null
  /** The name of its organization in URLs. */
  organizationName: string
  /** How many site spaces it has. */
  siteSpaces: number
}

declare module '../../../access/subjects.ts' {
  interface SubjectRows {
    site: SiteRow
  }
}

/** The columns of `SiteRow`. */
export const siteColumns = defineSubjectColumns(
  'site',
  sql`
  site.id, site.organization_id as "organizationId", site.type, site.title, site.basename,
  ${servedHostname} as hostname, site.hostname as "claimedHostname",
  site.proxy_origin as "proxyOrigin", site.visibility, site.published, site.default_level as "defaultLevel",
  site.adaptive_content as "adaptiveContent", site.agents_context as "agentsContext",
  site.customization -> 'favicon' as favicon, site.created_at as "createdAt", site.updated_at as "updatedAt",
  (select coalesce(named.hostname, named.id) from organizations named where named.id = site.organization_id)
    as "organizationName",
  (select count(*) from site_spaces counted where counted.site_id = site.id) as "siteSpaces"`,
)
