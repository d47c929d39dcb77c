import type { Hash } from '@verso/revisions'
import { bytesToHash, hashToBytes } from '../store/objects.ts'
import { type Queryable, sql } from '../../../database/database.ts'
import { specColumns, type SpecRow } from '../../openapi/index.ts'
import { userColumns, type UserRow } from '../../identity/index.ts'
import type { Outline } from './outlines.ts'

export class OutlineRepository {
  async find(on: Queryable, hashes: readonly Hash[]): Promise<Map<Hash, Outline>> {
    const rows = await on.rows<Outline & { document: Buffer }>(sql`
      select document, refs, anchors from document_links
      where document = any(${hashes.map(hashToBytes)}::bytea[])`)
    return new Map(rows.map(({ document, refs, anchors }) => [bytesToHash(document), { refs, anchors }]))
  }

  async save(on: Queryable, outlines: ReadonlyMap<Hash, Outline>): Promise<void> {
    const rows = [...outlines].map(([hash, { refs, anchors }]) => ({
      document: hashToBytes(hash).toString('hex'),
      refs,
      anchors,
    }))
    await on.execute(sql`
      insert into document_links (document, refs, anchors)
      select decode(row.document, 'hex'), row.refs, row.anchors
      from jsonb_to_recordset(${stored(rows)}::jsonb) as row (document text, refs jsonb, anchors text[])
      order by row.document
      on conflict do nothing`)
  }

  /** Those of some people who are in an organization. */
  members(on: Queryable, organizationId: string, ids: readonly string[]): Promise<UserRow[]> {
    return on.rows(sql`
      select ${userColumns} from users u
      join members m on m.user_id = u.id and m.organization_id = ${organizationId}
      where u.id = any(${[...ids]}::text[])`)
  }

  /** Those of some OpenAPI specs that someone may see: guests see none. */
  specs(
    on: Queryable,
    organizationId: string,
    viewerId: string,
    slugs: readonly string[],
  ): Promise<SpecRow[]> {
    return on.rows(sql`
      select ${specColumns} from openapi_specs s
      join members m on m.organization_id = s.organization_id and m.user_id = ${viewerId} and m.role is not null
      where s.organization_id = ${organizationId} and s.slug = any(${[...slugs]}::text[])`)
  }
}

/** No JSON of PostgreSQL's takes that character. */
const stored = (rows: object[]): string => JSON.stringify(rows).replaceAll(String.raw`\u0000`, '')
