import { type Queryable, sql } from '../../../database/database.ts'
import { emptyRootHash, hashToBytes } from '../../content/index.ts'

/** How far the search index is behind the spaces. */
export interface IndexLag {
  staleSpaces: number
  /** The age of the oldest content that is not indexed yet. */
  seconds: number
}

export async function readIndexLag(on: Queryable): Promise<IndexLag> {
  const row = await on.row<IndexLag>(sql`
    select count(*) as "staleSpaces",
      coalesce(extract(epoch from now() - min(r.created_at)), 0)::float8 as seconds
    from spaces s
    join revisions r on r.id = s.revision_id
    left join search_spaces x on x.space_id = s.id
    where s.deleted_at is null
      and coalesce(x.root, ${hashToBytes(emptyRootHash)}) is distinct from coalesce(r.shown, r.root)`)
  return { staleSpaces: row?.staleSpaces ?? 0, seconds: Math.max(row?.seconds ?? 0, 0) }
}
