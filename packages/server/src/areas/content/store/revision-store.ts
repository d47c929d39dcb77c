import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import {
  type Hash,
  type MergeOptions,
  mergeRevisions,
  type MergeResult,
  RevisionView,
  type WrittenRevision,
} from '@verso/revisions'
import type { Queryable, Timestamp, Transaction } from '../../../database/database.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { ComputedContent } from './computed-content.ts'
import type { ComputedState } from './computed-source-repository.ts'
import type { ObjectStore } from './object-store.ts'
import { RevisionRepository } from './revision-repository.ts'

/**
 * Terminology
 *
 * - **revision**: the content of a space at one moment: a root, who made it and when, and from which revisions. Neither a
 *   revision nor the content it points at ever changes.
 * - **root** and **resolved root**: the content as it was written, and the same content with computed pages in place
 *   (`computed-content.ts`). Changes, diffs, merges and exports use the root; readers, search, links and published sites
 *   use the resolved root.
 * - **main branch**: the pointer of a space to its current revision (`spaces.revision_id`).
 * - **head**: the pointer of a change request to its latest revision (`change_requests.revision_id`).
 *
 * A pointer moves only in a transaction that has locked its row, so that two writers make two revisions in an order.
 */
export interface StoredRevision {
  id: string
  spaceId: string
  parents: string[]
  root: Hash
  resolvedRoot: Hash
  type: RevisionType
  createdAt: Timestamp
  /** The Git commit that the revision was imported from or exported to. */
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

/** Where content came from that nobody wrote here. */
export type RevisionOrigin = 'import' | 'template'

export interface NewRevision {
  spaceId: string
  parents: string[]
  type: RevisionType
  origin?: RevisionOrigin
  userId: string | null
  now: Date
  git?: RevisionCommit
  /** Where the caller has resolved the computed pages already; otherwise the store does. */
  resolvedRoot?: Hash
  /** Where the caller has read it, see `RevisionStore.findComputedState`. */
  computedState?: ComputedState | undefined
}

/** Reads and commits revisions. It connects `@verso/revisions`, which knows no database, with ours. */
export class RevisionStore {
  readonly objects: ObjectStore
  readonly #computed: ComputedContent | undefined
  readonly #textWorkers: TextWorkers | undefined
  readonly #repository = new RevisionRepository()
  /** Every read of a space needs its current revision, and a revision never changes. */
  readonly #cache: MemoryCache<StoredRevision>

  /**
   * Without `computed`, the resolved root of a revision is its root. Without `textWorkers`, long texts are merged in this
   * thread.
   */
  constructor(
    objects: ObjectStore,
    caches: CacheBudget,
    { computed, textWorkers }: { computed?: ComputedContent; textWorkers?: TextWorkers } = {},
  ) {
    this.#textWorkers = textWorkers
    this.objects = objects
    this.#cache = caches.create('revisions', () => 800)
    this.#computed = computed
  }

  async find(on: Queryable, spaceId: string, id: string): Promise<StoredRevision | undefined> {
    const cached = this.#cache.get(id)
    if (cached) return cached.spaceId === spaceId ? cached : undefined
    const revision = await this.#repository.find(on, spaceId, id)
    if (revision) this.#cache.set(id, revision)
    return revision
  }

  /** Finds several revisions, in the order of their ids. Throws when one of them does not exist. */
  async findAll<const Ids extends readonly string[]>(
    on: Queryable,
    spaceId: string,
    ids: Ids,
  ): Promise<{ [Index in keyof Ids]: StoredRevision }> {
    const missingIds = ids.filter((id) => this.#cache.get(id) === undefined)
    const readRevisions = new Map<string, StoredRevision>()
    if (missingIds.length > 0) {
      for (const revision of await this.#repository.findAll(on, spaceId, missingIds)) {
        readRevisions.set(revision.id, revision)
        on.afterCommit(() => this.#cache.set(revision.id, revision))
      }
    }
    const revisions = ids.map((id) => {
      const revision = readRevisions.get(id) ?? this.#cache.get(id)
      if (revision?.spaceId !== spaceId) throw new Error(`revision ${id} does not exist`)
      return revision
    })
    // There is one revision for each id, but `map` over a tuple returns a plain array.
    return revisions as { [Index in keyof Ids]: StoredRevision }
  }

  /** The current revisions of some spaces. */
  findCurrent(on: Queryable, spaceIds: readonly string[]): Promise<StoredRevision[]> {
    return this.#repository.findCurrent(on, spaceIds)
  }

  /** @param written content that is not stored yet. */
  createView(on: Queryable, root: Hash, written?: WrittenRevision['objects']): RevisionView {
    return new RevisionView(this.objects.createReader(on, written), root)
  }

  /** Merges two contents with a common ancestor. */
  merge(
    on: Queryable,
    sides: Parameters<typeof mergeRevisions>[1],
    options: Pick<MergeOptions, 'conflictStyle'> = {},
  ): Promise<MergeResult> {
    const textWorkers = this.#textWorkers
    return mergeRevisions(this.objects.createReader(on), sides, {
      ...options,
      ...(textWorkers && { mergeText: (...texts) => textWorkers.merge(...texts) }),
    })
  }

  /**
   * Reads what `commit` needs to know of a space, for callers that read something else at the same time. The space must be
   * locked, and nothing else may be committed to it in between.
   */
  async findComputedState(tx: Transaction, spaceId: string): Promise<ComputedState | undefined> {
    return this.#computed?.findState(tx, spaceId)
  }

  /** Stores written content and a revision that points at it. */
  async commit(
    tx: Transaction,
    { root, objects }: WrittenRevision,
    revision: NewRevision,
  ): Promise<StoredRevision> {
    await this.objects.save(tx, objects)
    const resolvedRoot =
      revision.resolvedRoot ??
      (await this.#computed?.resolveRoot(tx, revision.spaceId, { root, objects }, revision)) ??
      root
    const stored = this.#repository.insert(tx, { ...revision, root, resolvedRoot })
    tx.afterCommit(() => this.#cache.set(stored.id, stored))
    return stored
  }
}
