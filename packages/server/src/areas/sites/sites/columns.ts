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
      | 'embedOrigins'
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
  /** The repository that it is synchronised with as a whole, if there is one. */
  gitSync: SiteGitSource | null
}

/** What a site shows of the repository that it is synchronised with. */
export interface SiteGitSource extends Pick<
  Tables['site_git_syncs'],
  'url' | 'ref' | 'provider' | 'treeUrl' | 'commitOid' | 'updatedAt'
> {
  operation: SiteGitOperation | null
}

/** The last import or export of a site. It is stored as JSON, so its field names must stay. */
export interface SiteGitOperation {
  direction: 'import' | 'export'
  status: 'running' | 'success' | 'failure'
  startedAt: string
  finishedAt?: string
  error?: string
  /** Messages about what was skipped or decided. */
  problems?: string[]
  commit?: string
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
  site.embed_origins as "embedOrigins",
  site.customization -> 'favicon' as favicon, site.created_at as "createdAt", site.updated_at as "updatedAt",
  (select coalesce(named.hostname, named.id) from organizations named where named.id = site.organization_id)
    as "organizationName",
  (select count(*) from site_spaces counted where counted.site_id = site.id) as "siteSpaces",
  (
    select json_build_object(
      'url', git.url, 'ref', git.ref, 'provider', git.provider, 'treeUrl', git.tree_url, 'commitOid', git.commit_oid,
      'updatedAt', to_char(git.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'operation', git.operation
    )
    from site_git_syncs git where git.site_id = site.id
  ) as "gitSync"`,
)
