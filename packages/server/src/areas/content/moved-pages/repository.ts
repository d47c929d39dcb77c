import type { LeftSlug } from '@verso/revisions'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type LeftSlugRow = Pick<Tables['left_slugs'], 'slug' | 'parentId' | 'pageId'>

export class LeftSlugRepository {
  async insertAll(tx: Transaction, spaceId: string, leftSlugs: readonly LeftSlug[]): Promise<void> {
    await tx.execute(sql`
      insert into left_slugs (space_id, slug, parent_id, page_id)
      select ${spaceId}, slug, parent_id, page_id
      from unnest(
        ${leftSlugs.map(({ slug }) => slug)}::text[],
        ${leftSlugs.map(({ parent }) => parent ?? '')}::text[],
        ${leftSlugs.map(({ pageId }) => pageId)}::text[]
      ) as left_slug (slug, parent_id, page_id)
      on conflict (space_id, slug, parent_id) do update set page_id = excluded.page_id`)
  }

  list(on: Queryable, spaceId: string, slugs: readonly string[], limit: number): Promise<LeftSlugRow[]> {
    return on.rows<LeftSlugRow>(sql`
      select slug, parent_id as "parentId", page_id as "pageId" from left_slugs
      where space_id = ${spaceId} and slug = any(${slugs}) limit ${limit}`)
  }
}
