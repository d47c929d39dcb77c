import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { GlossaryTerm } from '../engines/engine.ts'

export type GlossaryEntryRow = Pick<
  Tables['glossary_entries'],
  'id' | 'organizationId' | 'createdAt' | 'updatedAt'
> & {
  /** The term in each language. */
  translations: Record<string, string>
}

const columns = sql`
  g.id, g.organization_id as "organizationId", g.translations, g.created_at as "createdAt",
  g.updated_at as "updatedAt"`

export class GlossaryRepository {
  listEntries(on: Queryable, organizationId: string, paging: Paging): Promise<Page<GlossaryEntryRow>> {
    return readPage(
      on,
      {
        id: sql`g.id`,
        from: sql`from glossary_entries g where g.organization_id = ${organizationId}`,
        columns,
        joins: sql`join glossary_entries g on g.id = page.id`,
      },
      paging,
    )
  }

  findEntry(on: Queryable, organizationId: string, id: string): Promise<GlossaryEntryRow | undefined> {
    return on.row(sql`
      select ${columns} from glossary_entries g where g.organization_id = ${organizationId} and g.id = ${id}`)
  }

  async countEntries(on: Queryable, organizationId: string): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*)::int as count from glossary_entries where organization_id = ${organizationId}`)
    return row?.count ?? 0
  }

  async insertEntry(
    tx: Transaction,
    entry: Pick<GlossaryEntryRow, 'id' | 'organizationId' | 'translations'>,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into glossary_entries (id, organization_id, translations, created_at, updated_at)
      values (${entry.id}, ${entry.organizationId}, ${JSON.stringify(entry.translations)}::jsonb, ${now}, ${now})`)
  }

  async updateEntry(
    tx: Transaction,
    entry: Pick<GlossaryEntryRow, 'id' | 'organizationId' | 'translations'>,
    now: Date,
  ): Promise<boolean> {
    const updated = await tx.execute(sql`
      update glossary_entries set translations = ${JSON.stringify(entry.translations)}::jsonb, updated_at = ${now}
      where organization_id = ${entry.organizationId} and id = ${entry.id}`)
    return updated > 0
  }

  async deleteEntry(tx: Transaction, organizationId: string, id: string): Promise<boolean> {
    const deleted = await tx.execute(sql`
      delete from glossary_entries where organization_id = ${organizationId} and id = ${id}`)
    return deleted > 0
  }

  /** The entries that have both languages, in a stable order. */
  listTerms(on: Queryable, organizationId: string, source: string, target: string): Promise<GlossaryTerm[]> {
    return on.rows(sql`
      select translations ->> ${source} as source, translations ->> ${target} as target
      from glossary_entries
      where organization_id = ${organizationId} and translations ? ${source} and translations ? ${target}
      order by id`)
  }
}
