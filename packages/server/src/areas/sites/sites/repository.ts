import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import type { Subjects } from '../../../access/subjects.ts'
import {
  buildAssignments,
  buildLikePattern,
  join,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { HostnameProof } from '../hostnames/repository.ts'
import { siteColumns, type SiteRow } from './columns.ts'

export interface NewSite {
  id: string
  organizationId: string
  type: string
  title: string
  basename: string
  visibility: SiteRow['visibility']
}

export interface SiteChanges {
  title?: string
  visibility?: SiteRow['visibility']
  basename?: string
  hostname?: string | null
  hostnameProof?: HostnameProof | null
  hostnameClaimedAt?: Date | null
  proxyOrigin?: string | null
  published?: boolean
  defaultLevel?: SiteRow['defaultLevel']
  adaptiveContent?: boolean
  agentsContext?: SiteRow['agentsContext']
  embedOrigins?: string[]
}

const columns: Record<keyof SiteChanges, Sql> = {
  title: sql`title`,
  visibility: sql`visibility`,
  basename: sql`basename`,
  hostname: sql`hostname`,
  hostnameProof: sql`hostname_proof`,
  hostnameClaimedAt: sql`hostname_claimed_at`,
  proxyOrigin: sql`proxy_origin`,
  published: sql`published`,
  defaultLevel: sql`default_level`,
  adaptiveContent: sql`adaptive_content`,
  agentsContext: sql`agents_context`,
  embedOrigins: sql`embed_origins`,
}

export interface SiteFilter {
  organizationId: string
  space?: string
  title?: string
  published?: boolean
  type?: string[]
}

/** Fields that no two sites may share. */
type UniqueField = 'basename' | 'proxyOrigin'

export class SiteRepository {
  /** Inserts the site and makes its creator an admin of it. */
  async insert(tx: Transaction, site: NewSite, creatorId: string, now: Date): Promise<void> {
    await tx.execute(sql`
      with site as (
        insert into sites (
          id, organization_id, type, title, basename, visibility, created_at, updated_at
        ) values (
          ${site.id}, ${site.organizationId}, ${site.type}, ${site.title}, ${site.basename}, ${site.visibility},
          ${now}, ${now}
        )
      )
      insert into grants (organization_id, site_id, user_id, role, created_at)
      values (${site.organizationId}, ${site.id}, ${creatorId}, 'admin', ${now})`)
  }

  /** The sites that the member sees, oldest first. */
  list(on: Queryable, filter: SiteFilter, viewer: Viewer, paging: Paging): Promise<Page<Subjects['site']>> {
    const { organizationId, space, title, published, type } = filter
    const { join, role, ...tables } = viewerRoles(organizationId, viewer, {
      table: 'site_roles',
      id: sql`site.id`,
    })
    return readPage(
      on,
      {
        ...tables,
        id: sql`site.id`,
        matched: sql`${role} as role`,
        from: sql`
          from sites site ${join}
          where site.organization_id = ${organizationId} and ${role} is not null
          ${title === undefined ? sql`` : sql`and site.title ilike ${buildLikePattern(title)}`}
          ${published === undefined ? sql`` : sql`and site.published = ${published}`}
          ${type === undefined ? sql`` : sql`and site.type = any(${type}::text[])`}
          ${
            space === undefined
              ? sql``
              : sql`and exists (
                  select from site_spaces shown where shown.site_id = site.id and shown.space_id = ${space}
                )`
          }`,
        columns: sql`${siteColumns}, page.role`,
        joins: sql`join sites site on site.id = page.id`,
      },
      paging,
    )
  }

  find(on: Queryable, id: string): Promise<SiteRow | undefined> {
    return on.row(sql`select ${siteColumns} from sites site where site.id = ${id}`)
  }

  update(on: Queryable, id: string, changes: SiteChanges, now: Date): Promise<SiteRow | undefined> {
    const sets = [...buildAssignments(columns, changes), sql`updated_at = ${now}`]
    return on.row(sql`
      update sites site set ${join(sets)} where site.id = ${id} returning ${siteColumns}`)
  }

  /** Keeps the basename that the site has, if it will have another. It leads to the new one. */
  async keepBasename(tx: Transaction, id: string, newBasename: string): Promise<void> {
    await tx.execute(sql`
      insert into old_site_basenames (organization_id, basename, site_id)
      select organization_id, basename, id from sites where id = ${id} and basename <> ${newBasename}
      on conflict (organization_id, basename) do update set site_id = excluded.site_id`)
  }

  async delete(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.execute(sql`delete from sites where id = ${id}`)) > 0
  }

  async listBasenames(on: Queryable, organizationId: string): Promise<Set<string>> {
    const rows = await on.rows<{ basename: string }>(sql`
      select basename from sites where organization_id = ${organizationId}`)
    return new Set(rows.map(({ basename }) => basename))
  }

  async isTaken(
    on: Queryable,
    site: { id: string; organizationId: string },
    field: UniqueField,
    value: string,
  ): Promise<boolean> {
    const scope = field === 'basename' ? sql`organization_id = ${site.organizationId} and` : sql``
    const row = await on.row(sql`
      select 1 as found from sites where ${scope} ${columns[field]} = ${value} and id <> ${site.id}`)
    return row !== undefined
  }
}
