import type { FileRecord } from '@verso/revisions'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export interface FontFaceRow {
  weight: number
  file: FileRecord
}

export type FontRow = Pick<Tables['custom_fonts'], 'id' | 'family'> & { faces: FontFaceRow[] }

const fontColumns = sql`font.id, font.family, font.faces`

export class FontRepository {
  /** Oldest first. */
  list(on: Queryable, organizationId: string, paging: Paging): Promise<Page<FontRow>> {
    return readPage(
      on,
      {
        id: sql`font.id`,
        from: sql`from custom_fonts font where font.organization_id = ${organizationId}`,
        columns: fontColumns,
        joins: sql`join custom_fonts font on font.id = page.id`,
      },
      paging,
    )
  }

  async count(on: Queryable, organizationId: string): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*) as count from custom_fonts where organization_id = ${organizationId}`)
    return row?.count ?? 0
  }

  find(on: Queryable, organizationId: string, id: string): Promise<FontRow | undefined> {
    return on.row(sql`
      select ${fontColumns} from custom_fonts font
      where font.organization_id = ${organizationId} and font.id = ${id}`)
  }

  lock(tx: Transaction, organizationId: string, id: string): Promise<FontRow | undefined> {
    return tx.row(sql`
      select ${fontColumns} from custom_fonts font
      where font.organization_id = ${organizationId} and font.id = ${id} for update`)
  }

  async insert(on: Queryable, organizationId: string, font: FontRow, now: Date): Promise<void> {
    await on.execute(sql`
      insert into custom_fonts (id, organization_id, family, faces, created_at)
      values (${font.id}, ${organizationId}, ${font.family}, ${JSON.stringify(font.faces)}, ${now})`)
  }

  async update(on: Queryable, font: FontRow): Promise<void> {
    await on.execute(sql`
      update custom_fonts set family = ${font.family}, faces = ${JSON.stringify(font.faces)} where id = ${font.id}`)
  }

  async delete(on: Queryable, organizationId: string, id: string): Promise<boolean> {
    const count = await on.execute(sql`
      delete from custom_fonts where organization_id = ${organizationId} and id = ${id}`)
    return count > 0
  }
}
