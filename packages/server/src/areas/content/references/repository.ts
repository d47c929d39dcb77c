import type { Hash } from '@verso/revisions'
import { bytesToHash, hashToBytes } from '../store/hashes.ts'
import { type Queryable, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { specColumns, type OpenAPISpecRow } from '../../openapi/index.ts'
import { userColumns, type UserRow } from '../../identity/index.ts'
import type { DocumentLinks } from '../documents/text-tasks.ts'

export class DocumentLinkRepository {
  async find(on: Queryable, hashes: readonly Hash[]): Promise<Map<Hash, DocumentLinks>> {
    const rows = await on.rows<Pick<Tables['document_links'], 'document'> & DocumentLinks>(sql`
      select document, refs, anchors from document_links
      where document = any(${hashes.map(hashToBytes)}::bytea[])`)
    return new Map(rows.map(({ document, refs, anchors }) => [bytesToHash(document), { refs, anchors }]))
  }

  async save(on: Queryable, linksByDocument: ReadonlyMap<Hash, DocumentLinks>): Promise<void> {
    const rows = [...linksByDocument].map(([hash, { refs, anchors }]) => ({
      document: hashToBytes(hash).toString('hex'),
      refs,
      anchors,
    }))
    await on.execute(sql`
      insert into document_links (document, refs, anchors)
      select decode(row.document, 'hex'), row.refs, row.anchors
      from jsonb_to_recordset(${serializeRows(rows)}::jsonb) as row (document text, refs jsonb, anchors text[])
      order by row.document
      on conflict do nothing`)
  }

  /** Those of some users who are members of an organization. */
  findMembers(on: Queryable, organizationId: string, ids: readonly string[]): Promise<UserRow[]> {
    return on.rows(sql`
      select ${userColumns} from users u
      join members m on m.user_id = u.id and m.organization_id = ${organizationId}
      where u.id = any(${[...ids]}::text[])`)
  }

  /** Those of some OpenAPI specs that a viewer may see. Guests of the organization see none. */
  findSpecs(
    on: Queryable,
    organizationId: string,
    viewerId: string,
    slugs: readonly string[],
  ): Promise<OpenAPISpecRow[]> {
    return on.rows(sql`
      select ${specColumns} from openapi_specs s
      join members m on m.organization_id = s.organization_id and m.user_id = ${viewerId} and m.role is not null
      where s.organization_id = ${organizationId} and s.slug = any(${[...slugs]}::text[])`)
  }
}

/** Removes the NUL character, which PostgreSQL refuses in JSON. */
const serializeRows = (rows: object[]): string => JSON.stringify(rows).replaceAll(String.raw`\u0000`, '')
