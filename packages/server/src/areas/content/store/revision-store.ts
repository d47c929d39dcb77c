import { LRUCache } from 'lru-cache'
import { type Hash, RevisionView, type Written } from '@verso/revisions'
import { newId } from '../../../common/ids.ts'
import { type Queryable, sql, type Timestamp, type Transaction } from '../../../database/database.ts'
import type { ComputedContent } from './computed-content.ts'
import { bytesToHash, hashToBytes, type ObjectStore } from './object-store.ts'

/**
 * Terminology
 *
 * - **revision**: a moment of a space's content: a root, when and by whom it was made, and from which revisions.
 *   Neither it nor what it points at ever changes.
 * - **root** and **shown**: what was written, and what readers see: the same, with what is computed in its place
 *   (`computed.ts`). Whoever changes, compares or exports content takes the one, everybody else the other.
 * - **main pointer**: the revision that a space shows (`spaces.revision_id`).
 * - **head**: the revision that a change request is at (`change_requests.revision_id`).
 *
 * Pointers move only inside a transaction that holds their row, so two writers give two ordered revisions.
 */
export interface StoredRevision {
  id: string
  spaceId: string
  parents: string[]
  root: Hash
  resolvedRoot: Hash
  type: RevisionType
  createdAt: Timestamp
  /** The commit that it came from, or went to. */
  git: RevisionCommit | null
}

export interface RevisionCommit {
  oid: string
  message: string
  /** Whether Verso made the commit. */
  createdByService: boolean
  url?: string
  ref?: string
}

export type RevisionType = 'edits' | 'merge' | 'update' | 'computed'

type RevisionRow = Omit<StoredRevision, 'root' | 'resolvedRoot'> & { root: Buffer; shown: Buffer }

const columns = sql`
  r.id, r.space_id as "spaceId", r.parents::text[] as parents, r.root,
  coalesce(r.shown, r.root) as shown, r.type, r.created_at as "createdAt", r.git`

/** The bridge between the revisions of `packages/revisions` and the database. */
export class RevisionStore {
  readonly objects: ObjectStore
  readonly #computed: ComputedContent | undefined
  /** Revisions never change, and the one that a space shows is asked for with every read of it. */
  readonly #known = new LRUCache<string, StoredRevision>({ max: 10_000 })

  /** Without `computed`, what is shown is what was written. */
  constructor(store: ObjectStore, computed?: ComputedContent) {
    this.objects = store
    this.#computed = computed
  }

  async find(on: Queryable, spaceId: string, id: string): Promise<StoredRevision | undefined> {
    const known = this.#known.get(id)
    if (known) return known.spaceId === spaceId ? known : undefined
    const row = await on.row<RevisionRow>(sql`
      select ${columns} from revisions r where r.space_id = ${spaceId} and r.id = ${id}`)
    if (!row) return undefined
    const revision = fromRow(row)
    this.#known.set(id, revision)
    return revision
  }

  /** Several at once, in the order they were asked for. All of them must be there. */
  async findAll<const Ids extends readonly string[]>(
    on: Queryable,
    spaceId: string,
    ids: Ids,
  ): Promise<{ [Index in keyof Ids]: StoredRevision }> {
    const rows = await on.rows<RevisionRow>(sql`
      select ${columns} from revisions r where r.space_id = ${spaceId} and r.id = any(${[...ids]}::text[])`)
    const found = new Map(rows.map((row) => [row.id, fromRow(row)]))
    const revisions = ids.map((id) => {
      const revision = found.get(id)
      if (!revision) throw new Error(`revision ${id} is gone`)
      return revision
    })
    // One for each id: a tuple goes in, a tuple comes out.
    return revisions as { [Index in keyof Ids]: StoredRevision }
  }

  /** What some spaces show now. */
  async findCurrent(on: Queryable, spaceIds: readonly string[]): Promise<StoredRevision[]> {
    const rows = await on.rows<RevisionRow>(sql`
      select ${columns} from spaces s join revisions r on r.id = s.revision_id
      where s.id = any(${[...spaceIds]}::text[])`)
    return rows.map(fromRow)
  }

  createView(on: Queryable, root: Hash): RevisionView {
    return new RevisionView(this.objects.createReader(on), root)
  }

  /** Stores what was written and a revision that points at it. */
  async commit(
    tx: Transaction,
    { root, objects }: Written,
    revision: {
      spaceId: string
      parents: string[]
      type: RevisionType
      userId: string | null
      now: Date
      git?: RevisionCommit
      /** What is shown of it, where that is known. */
      shown?: Hash
    },
  ): Promise<StoredRevision> {
    await this.objects.save(tx, objects)
    const shown =
      revision.shown ?? (await this.#computed?.resolveRoot(tx, revision.spaceId, { root, objects })) ?? root
    const row = await tx.row<RevisionRow>(sql`
      insert into revisions as r (id, space_id, parents, root, shown, type, created_by, created_at, git)
      values (
        ${newId()}, ${revision.spaceId}, ${revision.parents}, ${hashToBytes(root)},
        ${shown === root ? null : hashToBytes(shown)}, ${revision.type},
        ${revision.userId}, ${revision.now}, ${revision.git ? JSON.stringify(revision.git) : null}::jsonb
      ) returning ${columns}`)
    if (!row) throw new Error('insert returned no row')
    return fromRow(row)
  }
}

const fromRow = ({ root, shown, ...row }: RevisionRow): StoredRevision => ({
  ...row,
  root: bytesToHash(root),
  resolvedRoot: bytesToHash(shown),
})
