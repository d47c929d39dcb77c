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

  insert(tx: Transaction, revision: NewRevision & { root: Hash; resolvedRoot: Hash }): StoredRevision {
    const { spaceId, parents, root, resolvedRoot, type, origin, userId, now, git } = revision
    const id = newId()
    tx.executeLater(sql`
      insert into revisions (id, space_id, parents, root, shown, type, origin, created_by, created_at, git)
      values (
        ${id}, ${spaceId}, ${parents}, ${hashToBytes(root)}, ${resolvedRoot === root ? null : hashToBytes(resolvedRoot)},
        ${type}, ${origin ?? null}, ${userId}, ${now}, ${git ? JSON.stringify(git) : null}::jsonb
      )`)
    return { id, spaceId, parents, root, resolvedRoot, type, createdAt: now.toISOString(), git: git ?? null }
  }
}

const readRow = ({ root, shown, ...row }: RevisionRow): StoredRevision => ({
  ...row,
  root: bytesToHash(root),
  resolvedRoot: bytesToHash(shown),
})
