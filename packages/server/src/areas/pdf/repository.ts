import { days } from '../../common/clock.ts'
import { type Queryable, sql } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'

/** The texts on the cover of a space's PDF. */
export type PdfCover = Pick<Tables['spaces'], 'title' | 'language' | 'organizationId'> & {
  organization: Tables['organizations']['title']
}

export class PdfRepository {
  async findBlob(on: Queryable, key: string): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['pdfs'], 'blob'>>(sql`select blob from pdfs where key = ${key}`)
    return row?.blob
  }

  /** If the PDF was rendered twice, the later one replaces the earlier. */
  async upsertPdf(on: Queryable, key: string, blob: string, now: Date): Promise<void> {
    await on.execute(sql`
      insert into pdfs (key, blob, created_at) values (${key}, ${blob}, ${now})
      on conflict (key) do update set blob = excluded.blob, created_at = excluded.created_at`)
  }

  findCover(on: Queryable, spaceId: string): Promise<PdfCover | undefined> {
    return on.row<PdfCover>(sql`
      select s.title, o.title as organization, s.language, s.organization_id as "organizationId"
      from spaces s join organizations o on o.id = s.organization_id
      where s.id = ${spaceId} and s.deleted_at is null`)
  }

  async deleteOldPdfs(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from pdfs where created_at < ${new Date(now.getTime() - 30 * days)}`)
  }
}
