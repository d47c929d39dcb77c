import { servedHostname } from '../../../access/served-hostname.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

type LinkColumns = Pick<
  Tables['preview_links'],
  'id' | 'siteId' | 'createdBy' | 'createdAt' | 'expiresAt' | 'key'
>

export interface PreviewLinkRow extends LinkColumns {
  siteTitle: string
  basename: string
  hostname: string | null
  proxyOrigin: null
  organizationName: string
}

/** What a key opens: a change request, as a site shows it. */
export interface PreviewedChangeRequest {
  linkId: string
  siteId: string
  organizationId: string
  spaceId: string
  createdBy: string
  expiresAt: string
  changeRequest: string
  revision: string
  /** The hash of the content, in hex. */
  root: string
}

const columns = sql`
  link.id, link.site_id as "siteId", link.created_by as "createdBy", link.created_at as "createdAt",
  link.expires_at as "expiresAt", link.key, site.title as "siteTitle", site.basename, ${servedHostname} as hostname, null as "proxyOrigin",
  (select coalesce(o.hostname, o.id) from organizations o where o.id = site.organization_id) as "organizationName"`

export class PreviewLinkRepository {
  /** Oldest first, without those that have ended. */
  list(on: Queryable, changeRequestId: string, now: Date, paging: Paging): Promise<Page<PreviewLinkRow>> {
    return readPage(
      on,
      {
        id: sql`link.id`,
        from: sql`from preview_links link where link.change_request_id = ${changeRequestId} and link.expires_at > ${now}`,
        columns,
        joins: sql`join preview_links link on link.id = page.id join sites site on site.id = link.site_id`,
      },
      paging,
    )
  }

  async count(on: Queryable, changeRequestId: string, now: Date): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*) as count from preview_links
      where change_request_id = ${changeRequestId} and expires_at > ${now}`)
    return row?.count ?? 0
  }

  async insert(
    tx: Transaction,
    link: { id: string; changeRequestId: string; siteId: string; createdBy: string; key: string },
    { now, expiresAt }: { now: Date; expiresAt: Date },
  ): Promise<PreviewLinkRow> {
    await tx.execute(sql`
      insert into preview_links (id, change_request_id, site_id, created_by, key, created_at, expires_at)
      values (${link.id}, ${link.changeRequestId}, ${link.siteId}, ${link.createdBy}, ${link.key}, ${now}, ${expiresAt})`)
    const row = await tx.row<PreviewLinkRow>(sql`
      select ${columns} from preview_links link join sites site on site.id = link.site_id where link.id = ${link.id}`)
    if (!row) throw new Error('the inserted link is not there')
    return row
  }

  async delete(on: Queryable, changeRequestId: string, id: string): Promise<boolean> {
    return (
      (await on.execute(sql`
        delete from preview_links where id = ${id} and change_request_id = ${changeRequestId}`)) > 0
    )
  }

  /** Links that have ended show nothing any more; nobody reads them. */
  async deleteEnded(on: Queryable, changeRequestId: string, now: Date): Promise<void> {
    await on.execute(sql`
      delete from preview_links where change_request_id = ${changeRequestId} and expires_at <= ${now}`)
  }

  /** Whether a site shows a space. */
  async isShown(on: Queryable, siteId: string, spaceId: string): Promise<boolean> {
    const row = await on.row(sql`
      select 1 as found from site_spaces where site_id = ${siteId} and space_id = ${spaceId} limit 1`)
    return row !== undefined
  }

  /** What a key opens now; undefined when it has ended, or when the change request has. */
  findByKey(on: Queryable, key: string, now: Date): Promise<PreviewedChangeRequest | undefined> {
    return on.row(sql`
      select link.id as "linkId", link.site_id as "siteId", space.organization_id as "organizationId",
        c.space_id as "spaceId", link.created_by as "createdBy", link.expires_at as "expiresAt",
        c.id as "changeRequest", r.id as revision, encode(coalesce(r.shown, r.root), 'hex') as root
      from preview_links link
      join change_requests c on c.id = link.change_request_id and c.status in ('draft', 'open')
      join spaces space on space.id = c.space_id and space.deleted_at is null
      join revisions r on r.id = c.revision_id
      where link.key = ${key} and link.expires_at > ${now}`)
  }
}
