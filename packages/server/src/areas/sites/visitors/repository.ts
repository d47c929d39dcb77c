import type { AdaptiveJsonSchema } from '../../../audience/adaptive-schema.ts'
import { buildAssignments, join, type Queryable, type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { UpdateShareLink } from './schema.ts'

export type ShareLinkRow = Pick<
  Tables['site_share_links'],
  'id' | 'name' | 'active' | 'key' | 'createdAt' | 'expiresAt'
>

export type VisitorAuthRow = Pick<Tables['site_visitor_auth'], 'privateKey' | 'fallbackUrl'>

export type AdaptiveSchemaRow = Pick<Tables['site_adaptive_schemas'], 'updatedAt'> & {
  jsonSchema: AdaptiveJsonSchema
}

/** A key that signs visitors' JWTs, before it is stored. */
export interface NewSigningKey {
  id: string
  secret: string
}

const linkColumns = sql`
  link.id, link.name, link.active, link.key, link.created_at as "createdAt", link.expires_at as "expiresAt"`
const authColumns = sql`auth.private_key as "privateKey", auth.fallback_url as "fallbackUrl"`
const schemaColumns = sql`adaptive.json_schema as "jsonSchema", adaptive.updated_at as "updatedAt"`

const linkFields: Record<keyof UpdateShareLink, Sql> = {
  name: sql`name`,
  active: sql`active`,
  expiresAt: sql`expires_at`,
}

export class VisitorRepository {
  /** Oldest first. */
  listLinks(on: Queryable, siteId: string, paging: Paging): Promise<Page<ShareLinkRow>> {
    return readPage(
      on,
      {
        id: sql`link.id`,
        from: sql`from site_share_links link where link.site_id = ${siteId}`,
        columns: linkColumns,
        joins: sql`join site_share_links link on link.id = page.id`,
      },
      paging,
    )
  }

  async insertLink(
    on: Queryable,
    siteId: string,
    link: Pick<ShareLinkRow, 'id' | 'name' | 'key' | 'expiresAt'>,
    now: Date,
  ): Promise<ShareLinkRow> {
    const row = await on.row<ShareLinkRow>(sql`
      insert into site_share_links as link (id, site_id, name, key, created_at, expires_at)
      values (${link.id}, ${siteId}, ${link.name}, ${link.key}, ${now}, ${link.expiresAt}) returning ${linkColumns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  async countLinks(on: Queryable, siteId: string): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*) as count from site_share_links where site_id = ${siteId}`)
    return row?.count ?? 0
  }

  updateLink(
    on: Queryable,
    siteId: string,
    id: string,
    changes: Partial<Pick<ShareLinkRow, 'name' | 'active' | 'expiresAt'>>,
  ): Promise<ShareLinkRow | undefined> {
    return on.row(sql`
      update site_share_links link set ${join(buildAssignments(linkFields, changes))}
      where link.site_id = ${siteId} and link.id = ${id} returning ${linkColumns}`)
  }

  async deleteLink(on: Queryable, siteId: string, id: string): Promise<boolean> {
    return (await on.execute(sql`delete from site_share_links where site_id = ${siteId} and id = ${id}`)) > 0
  }

  /** The key of a site. Stores the given key first if the site has none yet. */
  async ensureAuth(on: Queryable, siteId: string, key: NewSigningKey): Promise<VisitorAuthRow> {
    const present = await on.row<VisitorAuthRow>(sql`
      select ${authColumns} from site_visitor_auth auth where auth.site_id = ${siteId}`)
    if (present) return present
    // Of two that store a key at once, both get the first one.
    const row = await on.row<VisitorAuthRow>(sql`
      insert into site_visitor_auth as auth (site_id, key_id, private_key)
      values (${siteId}, ${key.id}, ${key.secret})
      on conflict (site_id) do update set site_id = excluded.site_id
      returning ${authColumns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  async replaceKey(on: Queryable, siteId: string, key: NewSigningKey): Promise<VisitorAuthRow> {
    const row = await on.row<VisitorAuthRow>(sql`
      insert into site_visitor_auth as auth (site_id, key_id, private_key)
      values (${siteId}, ${key.id}, ${key.secret})
      on conflict (site_id) do update set key_id = excluded.key_id, private_key = excluded.private_key
      returning ${authColumns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  /** Undefined if the site was deleted at the same time. */
  setFallback(on: Queryable, siteId: string, url: string | null): Promise<VisitorAuthRow | undefined> {
    return on.row(sql`
      update site_visitor_auth auth set fallback_url = ${url} where auth.site_id = ${siteId}
      returning ${authColumns}`)
  }

  findSchema(on: Queryable, siteId: string): Promise<AdaptiveSchemaRow | undefined> {
    return on.row(sql`
      select ${schemaColumns} from site_adaptive_schemas adaptive where adaptive.site_id = ${siteId}`)
  }

  /** Only the JSON Schema, which conditions are checked against. */
  async findJsonSchema(on: Queryable, siteId: string): Promise<AdaptiveJsonSchema | undefined> {
    const row = await on.row<{ jsonSchema: AdaptiveJsonSchema }>(sql`
    select json_schema as "jsonSchema" from site_adaptive_schemas where site_id = ${siteId}`)
    return row?.jsonSchema
  }

  async saveSchema(
    on: Queryable,
    siteId: string,
    schema: AdaptiveJsonSchema,
    now: Date,
  ): Promise<AdaptiveSchemaRow> {
    const row = await on.row<AdaptiveSchemaRow>(sql`
      insert into site_adaptive_schemas as adaptive (site_id, json_schema, updated_at)
      values (${siteId}, ${JSON.stringify(schema)}::json, ${now})
      on conflict (site_id) do update set json_schema = excluded.json_schema, updated_at = excluded.updated_at
      returning ${schemaColumns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }
}
