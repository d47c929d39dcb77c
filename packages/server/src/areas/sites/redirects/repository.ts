import { servedHostname } from '../../../access/served-hostname.ts'
import type { SiteAddress } from '../../../common/urls.ts'
import {
  buildAssignments,
  buildLikePattern,
  join,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'

/** Where a redirect leads: to a section, a site space, a page of a site space, or an external URL. */
export type RedirectTarget = Pick<Tables['site_redirects'], 'sectionId' | 'siteSpaceId' | 'pageId' | 'url'>

export type RedirectFields = RedirectTarget &
  Pick<Tables['site_redirects'], 'source' | 'draft' | 'captureWildcard' | 'permanent'>

export type RedirectRow = RedirectFields & Pick<Tables['site_redirects'], 'id' | 'createdAt' | 'updatedAt'>

const columns = sql`
  r.id, r.source, r.draft, r.capture_wildcard as "captureWildcard", r.permanent, r.section_id as "sectionId",
  r.site_space_id as "siteSpaceId", r.page_id as "pageId", r.url, r.created_at as "createdAt",
  r.updated_at as "updatedAt"`

const columnNames: Record<keyof RedirectFields, Sql> = {
  source: sql`source`,
  draft: sql`draft`,
  captureWildcard: sql`capture_wildcard`,
  permanent: sql`permanent`,
  sectionId: sql`section_id`,
  siteSpaceId: sql`site_space_id`,
  pageId: sql`page_id`,
  url: sql`url`,
}

export class RedirectRepository {
  async insert(
    on: Queryable,
    siteId: string,
    id: string,
    fields: RedirectFields,
    now: Date,
  ): Promise<RedirectRow> {
    const row = await on.row<RedirectRow>(sql`
      insert into site_redirects as r (
        id, site_id, source, draft, capture_wildcard, permanent, section_id, site_space_id, page_id, url, created_at
      ) values (
        ${id}, ${siteId}, ${fields.source}, ${fields.draft}, ${fields.captureWildcard}, ${fields.permanent},
        ${fields.sectionId}, ${fields.siteSpaceId}, ${fields.pageId}, ${fields.url}, ${now}
      ) returning ${columns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  list(
    on: Queryable,
    siteId: string,
    search: string | undefined,
    paging: Paging,
  ): Promise<Page<RedirectRow>> {
    return readPage(
      on,
      {
        id: sql`r.id`,
        from: sql`
          from site_redirects r where r.site_id = ${siteId}
          ${search === undefined ? sql`` : sql`and r.source ilike ${buildLikePattern(search)}`}`,
        columns,
        joins: sql`join site_redirects r on r.id = page.id`,
      },
      paging,
    )
  }

  find(on: Queryable, siteId: string, id: string): Promise<RedirectRow | undefined> {
    return on.row(sql`select ${columns} from site_redirects r where r.site_id = ${siteId} and r.id = ${id}`)
  }

  /** The redirects from these sources: the drafts, or those that are in use. */
  findBySources(on: Queryable, siteId: string, sources: string[], draft: boolean): Promise<RedirectRow[]> {
    return on.rows(sql`
      select ${columns} from site_redirects r
      where r.site_id = ${siteId} and r.source = any(${sources}::text[]) and r.draft = ${draft}`)
  }

  /** All redirects of a site that are in use. */
  listFollowed(on: Queryable, siteId: string): Promise<RedirectRow[]> {
    return on.rows(sql`
      select ${columns} from site_redirects r where r.site_id = ${siteId} and not r.draft`)
  }

  findSiteAddress(on: Queryable, siteId: string): Promise<SiteAddress | undefined> {
    return on.row(sql`
      select coalesce(organization.hostname, organization.id) as "organizationName", site.basename,
        ${servedHostname} as hostname, site.proxy_origin as "proxyOrigin"
      from sites site join organizations organization on organization.id = site.organization_id
      where site.id = ${siteId}`)
  }

  /** Returns whether the redirect is still there. It stays until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.row(sql`select id from site_redirects where id = ${id} for update`)) !== undefined
  }

  /** Undefined if the redirect was deleted at the same time. */
  update(
    tx: Transaction,
    id: string,
    fields: Partial<RedirectFields>,
    now: Date,
  ): Promise<RedirectRow | undefined> {
    const sets = [...buildAssignments(columnNames, fields as RedirectFields), sql`updated_at = ${now}`]
    return tx.row(sql`
      update site_redirects r set ${join(sets)} where r.id = ${id} returning ${columns}`)
  }

  async findCurrentRevisionId(on: Queryable, spaceId: string): Promise<string | undefined> {
    const row = await on.row<{ revisionId: string }>(sql`
      select revision_id as "revisionId" from spaces where id = ${spaceId}`)
    return row?.revisionId
  }

  async delete(on: Queryable, siteId: string, id: string): Promise<boolean> {
    return (await on.execute(sql`delete from site_redirects where site_id = ${siteId} and id = ${id}`)) > 0
  }
}
