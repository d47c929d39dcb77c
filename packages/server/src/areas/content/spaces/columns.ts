import { isLiveSiteSpace } from '../../../access/live-site-space.ts'
import { servedHostname } from '../../../access/served-hostname.ts'
import {
  defineSubjectColumns,
  type SubjectDetails,
  type SubjectRow,
  type Subjects,
} from '../../../access/subjects.ts'
import type { PublishedPlace } from '../../../common/urls.ts'
import { sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export interface SpaceRow
  extends
    SubjectRow,
    Pick<
      Tables['spaces'],
      | 'parentId'
      | 'title'
      | 'emoji'
      | 'iconUrl'
      | 'editMode'
      | 'defaultLevel'
      | 'language'
      | 'revisionId'
      | 'rank'
      | 'createdAt'
      | 'updatedAt'
      | 'deletedAt'
      | 'changeRequests'
      | 'changeRequestsOpen'
      | 'changeRequestsDraft'
    > {
  mergeRules: object
  /** How many comments on the space itself are open. */
  comments: number
}

declare module '../../../access/subjects.ts' {
  interface SubjectRows {
    space: SpaceRow
  }
}

/** The columns of `SpaceRow`. */
export const spaceColumns = defineSubjectColumns(
  'space',
  sql`
  s.id, s.organization_id as "organizationId", s.parent_id as "parentId", s.title, s.emoji,
  s.icon_url as "iconUrl", s.edit_mode as "editMode", s.default_level as "defaultLevel", s.language,
  s.merge_rules as "mergeRules", s.revision_id as "revisionId", s.rank, s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.deleted_at as "deletedAt", s.comments, s.change_requests as "changeRequests",
  s.change_requests_open as "changeRequestsOpen", s.change_requests_draft as "changeRequestsDraft"`,
)

/** A repository that a space is synchronised with. */
export interface GitSource extends Pick<Tables['git_syncs'], 'provider' | 'treeUrl' | 'updatedAt'> {
  /** Without credentials. */
  url: string
}

/** What a space's own response shows besides its row. */
export interface SpaceDetails {
  /** The repository that it is synchronised with. */
  gitSync: GitSource | null
  /** Where readers find it, and who they may be; null when no published site shows it. */
  published: (PublishedPlace & { visibility: Tables['sites']['visibility'] }) | null
}

export type SpaceRowWithDetails = SpaceRow & SpaceDetails
export type SpaceWithDetails = Subjects['space'] & SpaceDetails

/** The details of the space `s`. */
export const spaceDetails: SubjectDetails<SpaceDetails> = {
  columns: sql`
  (
    select json_build_object(
      'url', g.url, 'provider', g.provider, 'treeUrl', g.tree_url,
      'updatedAt', to_char(g.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    )
    from git_syncs g where g.space_id = s.id
  ) as "gitSync",
  (
    -- Of several sites, the one that most people can see.
    select json_build_object(
      'organizationName', coalesce(shown_by.hostname, shown_by.id), 'basename', site.basename,
      'hostname', ${servedHostname}, 'proxyOrigin', site.proxy_origin, 'visibility', site.visibility,
      'section', case when not section.is_default then section.path end,
      'siteSpace', case when not shown.is_default then shown.path end
    )
    from site_spaces shown
    join sites site on site.id = shown.site_id
    join organizations shown_by on shown_by.id = site.organization_id
    left join site_sections section on section.id = shown.section_id
    where shown.space_id = s.id and site.published and ${isLiveSiteSpace}
    order by array_position(array['public', 'unlisted', 'share-link', 'visitor-auth'], site.visibility),
      site.id, section.is_default desc nulls first, shown.is_default desc, shown.rank, shown.id
    limit 1
  ) as published`,
}

/** Everything that a space's response shows. */
export const presentedSpaceColumns = sql`${spaceColumns}, ${spaceDetails.columns}`
