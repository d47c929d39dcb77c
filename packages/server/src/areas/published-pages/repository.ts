import { isServedAt, servedHostname } from '../../access/served-hostname.ts'
import { audienceTables } from '../../audience/repository.ts'
import type { AudienceSite } from '../../audience/site-admission.ts'
import type { SiteLookup } from '../../common/site-addresses.ts'
import { type Queryable, type Sql, sql } from '../../database/database.ts'

/** A row that a decision about a visitor and a page for them are made from. */
export interface PublishedSiteRow extends AudienceSite {
  /** The JSON of a `PublishedSiteData`. */
  facts: string
}

export class PublishedPageRepository {
  /** @param audienceColumns what `AudienceService.selectColumns` gives for the visitor's credentials. */
  findSite(on: Queryable, lookup: SiteLookup, audienceColumns: Sql): Promise<PublishedSiteRow | undefined> {
    return on.row(sql`
      select ${audienceColumns}, ${siteDataColumn} as facts
      from ${audienceTables} join organizations o on o.id = site.organization_id
      where ${buildSiteCondition(lookup)}
      limit 1`)
  }
}

const buildSiteCondition = (lookup: SiteLookup): Sql =>
  lookup.by === 'hostname'
    ? isServedAt(lookup.hostname)
    : sql`site.basename = ${lookup.basename} and (
        o.hostname = ${lookup.organizationName} or (o.hostname is null and o.id = ${lookup.organizationName})
      )`

const siteDataColumn = sql`json_build_object(
  'id', site.id, 'organizationId', site.organization_id, 'title', site.title, 'visibility', site.visibility,
  'agentsContext', site.agents_context, 'embedOrigins', site.embed_origins, 'basename', site.basename, 'hostname', ${servedHostname},
  'proxyOrigin', site.proxy_origin, 'organizationName', coalesce(o.hostname, o.id), 'logoUrl', o.logo_url,
  'customization', site.customization,
  'groups', (
    select coalesce(json_agg(each), '[]') from (
      select id, parent_id as "parentId", title, icon, is_draft as "isDraft", localized_title as "localizedTitle", rank
      from site_section_groups where site_id = site.id order by rank, id
    ) as each
  ),
  'sections', (
    select coalesce(json_agg(each), '[]') from (
      select id, group_id as "groupId", title, description, icon, path, condition, is_default as "isDefault",
        is_draft as "isDraft", localized_title as "localizedTitle", localized_description as "localizedDescription", rank
      from site_sections where site_id = site.id order by rank, id
    ) as each
  ),
  'links', (
    select coalesce(json_agg(each), '[]') from (
      select id, group_id as "groupId", title, description, icon, url, condition, is_draft as "isDraft",
        localized_title as "localizedTitle", localized_description as "localizedDescription", rank
      from site_external_links where site_id = site.id order by rank, id
    ) as each
  ),
  'siteSpaces', (
    select coalesce(json_agg(each), '[]') from (
      select shown.id, shown.section_id as "sectionId", shown.space_id as "spaceId", shown.path, shown.condition,
        shown.is_default as "isDefault", shown.is_draft as "isDraft", shown.is_hidden as "isHidden",
        shown.localized_title as "localizedTitle", shown.rank, shown.customization, space.title, space.emoji, space.language,
        space.revision_id as "revisionId", encode(coalesce(revision.shown, revision.root), 'hex') as root,
        case when git.provider is not null or git.tree_url is not null
          then json_build_object('provider', git.provider, 'url', git.url, 'ref', git.ref, 'treeUrl', git.tree_url)
        end as git
      from site_spaces shown
      join spaces space on space.id = shown.space_id and space.deleted_at is null
      join revisions revision on revision.id = space.revision_id
      left join git_syncs git on git.space_id = space.id
      where shown.site_id = site.id order by shown.rank, shown.id
    ) as each
  )
)::text`
