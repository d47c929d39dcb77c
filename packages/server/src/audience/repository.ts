import { isLiveSiteSpace } from '../access/live-site-space.ts'
import { getSubjectColumns, siteRole, type SubjectDetails, type SubjectRows } from '../access/subjects.ts'
import { type Queryable, type Sql, sql } from '../database/database.ts'
import type { AudienceSite } from './site-admission.ts'

/** What a decision is to be made about: only the share links and the previewer that it names are read. */
export interface AudienceKeys {
  /** Share links that have ended by then open nothing. */
  now: Date
  shareKey?: string | undefined
  /** The id of a share link. */
  shareLink?: string | undefined
  /** The id of a user. */
  previewer?: string | undefined
}

type SpaceSubjectRow = SubjectRows['space']

/**
 * What the revision that a request names is to the space:
 * - `current`: the one that the space shows; also when the request names none;
 * - `replaced`: the one before it, which was current when the visitor's token was made;
 * - `other`: any other, or one of another space.
 */
type RequestedRevision = 'current' | 'replaced' | 'other'

/** A space of a site, with each position that the site shows it at. */
export interface SiteSpaceRow extends SpaceSubjectRow {
  requestedRevision: RequestedRevision
  shown: {
    condition: string | null
    sectionCondition: string | null
    section: string | null
    siteSpace: string | null
  }[]
}

/** Content of a space that the space does not show: that of a change request, or of any revision. */
export interface Draft {
  changeRequest?: string
  revision: string
  /** The hash of the content, in hex. */
  root: string
}

/** The tables that `audienceColumns` reads. */
export const audienceTables = sql`sites site left join site_visitor_auth auth on auth.site_id = site.id`

/** The columns of an `AudienceSite`. */
export const audienceColumns = (keys: AudienceKeys): Sql => sql`
  site.id, site.organization_id as "organizationId", site.visibility, site.published,
  site.agents_context as "agentsContext", auth.fallback_url as "fallbackUrl",
  case when auth.key_id is not null
    then json_build_object('id', auth.key_id, 'secret', auth.private_key)
  end as key,
  (
    select coalesce(json_agg(json_build_object('id', link.id, 'key', link.key)), '[]')
    from site_share_links link
    where link.site_id = site.id and link.active
      and (link.expires_at is null or link.expires_at > ${keys.now})
      and (link.key = ${keys.shareKey ?? null}::text or link.id = ${keys.shareLink ?? null}::text)
  ) as "shareLinks",
  coalesce((
    select ${siteRole} is not null
    from members m
    where m.organization_id = site.organization_id and m.user_id = ${keys.previewer ?? null}::text
      and not m.disabled
  ), false) as "previewerMayView"`

export class AudienceRepository {
  findSite(on: Queryable, siteId: string, keys: AudienceKeys): Promise<AudienceSite | undefined> {
    return on.row(sql`
      select ${audienceColumns(keys)} from ${audienceTables} where site.id = ${siteId}`)
  }

  /** A site with both what a decision needs and what a route presents. */
  findSiteSubject(
    on: Queryable,
    siteId: string,
    keys: AudienceKeys,
  ): Promise<(AudienceSite & SubjectRows['site']) | undefined> {
    return on.row(sql`
        select ${audienceColumns(keys)}, ${getSubjectColumns('site')}
        from ${audienceTables} where site.id = ${siteId}`)
  }

  findOrganization(on: Queryable, id: string): Promise<SubjectRows['organization'] | undefined> {
    return on.row(sql`
      select ${getSubjectColumns('organization')} from organizations o where o.id = ${id}`)
  }

  /** A space that the site shows; undefined when it does not. */
  findSpace(
    on: Queryable,
    siteId: string,
    id: string,
    { revisionId, issuedAt }: { revisionId: string | null; issuedAt: Date },
    details: SubjectDetails<object> | undefined,
  ): Promise<SiteSpaceRow | undefined> {
    return on.row(sql`
      select ${getSubjectColumns('space')}, ${details ? sql`${details.columns},` : sql``} (
        select json_agg(
          json_build_object(
            'condition', shown.condition, 'sectionCondition', section.condition,
            'section', case when not section.is_default then section.path end,
            'siteSpace', case when not shown.is_default then shown.path end
          )
          order by section.is_default desc nulls first, shown.is_default desc, shown.rank, shown.id
        )
        from site_spaces shown
        left join site_sections section on section.id = shown.section_id
        where shown.site_id = ${siteId} and shown.space_id = s.id and ${isLiveSiteSpace}
      ) as shown,
      case
        when ${revisionId}::text is null or s.revision_id = ${revisionId} then 'current'
        when exists (
          select from revisions current
          where current.id = s.revision_id and current.created_at >= ${issuedAt}
            and current.parents[1] = ${revisionId}
        ) then 'replaced'
        else 'other'
      end as "requestedRevision"
      from spaces s
      where s.id = ${id} and s.deleted_at is null
        and s.id in (
          select shown.space_id
          from site_spaces shown left join site_sections section on section.id = shown.section_id
          where shown.site_id = ${siteId} and ${isLiveSiteSpace}
        )`)
  }

  findRevision(on: Queryable, spaceId: string, id: string): Promise<Draft | undefined> {
    return on.row(sql`
        select r.id as revision, encode(coalesce(r.shown, r.root), 'hex') as root from revisions r
        where r.id = ${id} and r.space_id = ${spaceId}`)
  }

  /** @param name the number or the id of a change request. */
  findChangeRequest(on: Queryable, spaceId: string, name: string): Promise<Draft | undefined> {
    return on.row(sql`
        select c.id as "changeRequest", r.id as revision, encode(coalesce(r.shown, r.root), 'hex') as root
        from change_requests c join revisions r on r.id = c.revision_id
        where c.space_id = ${spaceId} and (c.id = ${name} or c.number::text = ${name})
        limit 1`)
  }
}
