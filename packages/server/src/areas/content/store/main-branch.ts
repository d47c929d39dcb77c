import type { WrittenRevision } from '@verso/revisions'
import { Conflict, NotFound } from '../../../common/errors.ts'
import type { Transaction } from '../../../database/database.ts'
import { MainBranchRepository } from './main-branch-repository.ts'
import type { RevisionStore, RevisionType, StoredRevision } from './revision-store.ts'

/** A change of a space's current revision. */
export interface MainMove {
  organizationId: string
  spaceId: string
  before: StoredRevision
  after: StoredRevision
  /** Who made the change; null where computed pages were updated from their source. */
  userId: string | null
}

/** Runs in the transaction of the move, so that what it writes is committed exactly when the move is. */
export type MoveListener = (tx: Transaction, move: MainMove) => Promise<void>

/** The creation of a space with the content of another. Both are ids of spaces. */
export interface MainCopy {
  from: string
  to: string
}

export type CopyListener = (tx: Transaction, copy: MainCopy) => Promise<void>

/** A space whose current revision cannot change until the transaction ends. */
export interface LockedMain {
  organizationId: string
  spaceId: string
  revision: StoredRevision
  editMode: 'live' | 'locked'
}

/** The current revision of each space. Nothing else writes `spaces.revision_id` of an existing space. */
export class MainBranch {
  readonly #revisionStore: RevisionStore
  readonly #repository = new MainBranchRepository()
  readonly #moveListeners: MoveListener[] = []
  readonly #copyListeners: CopyListener[] = []

  constructor(revisionStore: RevisionStore) {
    this.#revisionStore = revisionStore
  }

  /** Listeners are called in the order in which they were added. */
  onMove(listener: MoveListener): void {
    this.#moveListeners.push(listener)
  }

  onCopy(listener: CopyListener): void {
    this.#copyListeners.push(listener)
  }

  /** Tells the listeners of a copied space. The caller must have locked both spaces until the transaction ends. */
  async notifyCopy(tx: Transaction, copy: MainCopy): Promise<void> {
    for (const listener of this.#copyListeners) await listener(tx, copy)
  }

  async lock(tx: Transaction, spaceId: string): Promise<LockedMain> {
    const row = await this.#repository.lockSpace(tx, spaceId)
    if (!row) throw new NotFound('space', spaceId)
    const [revision] = await this.#revisionStore.findAll(tx, spaceId, [row.revisionId])
    return { organizationId: row.organizationId, spaceId, revision, editMode: row.editMode }
  }

  /** Commits a change and makes it current without a change request. Locked spaces refuse that. */
  async commitChange(
    tx: Transaction,
    locked: LockedMain,
    written: WrittenRevision,
    by: { userId: string; now: Date; type?: RevisionType },
  ): Promise<StoredRevision> {
    requireUnlocked(locked)
    const revision = await this.#revisionStore.commit(tx, written, {
      spaceId: locked.spaceId,
      parents: [locked.revision.id],
      type: by.type ?? 'edits',
      userId: by.userId,
      now: by.now,
    })
    await this.moveTo(tx, locked, revision, by)
    return revision
  }

  /** Makes a stored revision the current one. */
  async moveTo(
    tx: Transaction,
    locked: Pick<LockedMain, 'organizationId' | 'spaceId' | 'revision'>,
    after: StoredRevision,
    by: { userId: string | null; now: Date },
  ): Promise<void> {
    const { organizationId, spaceId, revision: before } = locked
    await this.#repository.setRevision(tx, spaceId, after.id, by.now)
    for (const listener of this.#moveListeners) {
      await listener(tx, { organizationId, spaceId, before, after, userId: by.userId })
    }
  }
}

/** A locked space changes only when a change request is merged. */
export function requireUnlocked({ editMode }: Pick<LockedMain, 'editMode'>): void {
  if (editMode === 'locked')
    throw new Conflict('This space is locked: make the change in a change request and merge that.')
}
