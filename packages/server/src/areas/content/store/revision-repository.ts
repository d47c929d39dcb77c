import type { Hash } from '@verso/revisions'
import { newId } from '../../../common/ids.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { bytesToHash, hashToBytes } from './hashes.ts'
import type { NewRevision, RevisionCommit, StoredRevision } from './revision-store.ts'

type RevisionRow = Pick<Tables['revisions'], 'id' | 'spaceId' | 'root' | 'type' | 'createdAt'> & {
  parents: string[]
  shown: Buffer
  git: RevisionCommit | null
}

const columns = sql`
  r.id, r.space_id as "spaceId", r.parents::text[] as parents, r.root,
  coalesce(r.shown, r.root) as shown, r.type, r.created_at as "createdAt", r.git`

export class RevisionRepository {
  async find(on: Queryable, spaceId: string, id: string): Promise<StoredRevision | undefined> {
    const row = await on.row<RevisionRow>(sql`
      select ${columns} from revisions r where r.space_id = ${spaceId} and r.id = ${id}`)
    return row && readRow(row)
  }

  async findAll(on: Queryable, spaceId: string, ids: readonly string[]): Promise<StoredRevision[]> {
    const rows = await on.rows<RevisionRow>(sql`
      select ${columns} from revisions r where r.space_id = ${spaceId} and r.id = any(${[...ids]}::text[])`)
    return rows.map(readRow)
  }

  /** The current revisions of some spaces. */
  async findCurrent(on: Queryable, spaceIds: readonly string[]): Promise<StoredRevision[]> {
    const rows = await on.rows<RevisionRow>(sql`
      select ${columns} from spaces s join revisions r on r.id = s.revision_id
      where s.id = any(${[...spaceIds]}::text[])`)
    return rows.map(readRow)
  }

  async insert(
    tx: Transaction,
    revision: NewRevision & { root: Hash; resolvedRoot: Hash },
  ): Promise<StoredRevision> {
    const { root, resolvedRoot } = revision
    const row = await tx.row<RevisionRow>(sql`
      insert into revisions as r (id, space_id, parents, root, shown, type, origin, created_by, created_at, git)
      values (
        ${newId()}, ${revision.spaceId}, ${revision.parents}, ${hashToBytes(root)},
        ${resolvedRoot === root ? null : hashToBytes(resolvedRoot)}, ${revision.type}, ${revision.origin ?? null},
        ${revision.userId}, ${revision.now}, ${revision.git ? JSON.stringify(revision.git) : null}::jsonb
      ) returning ${columns}`)
    if (!row) throw new Error('insert returned no row')
    return readRow(row)
  }
}

const readRow = ({ root, shown, ...row }: RevisionRow): StoredRevision => ({
  ...row,
  root: bytesToHash(root),
  resolvedRoot: bytesToHash(shown),
})
