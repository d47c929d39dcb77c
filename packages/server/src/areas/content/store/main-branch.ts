import type { WrittenRevision } from '@verso/revisions'
import { NotFound } from '../../../common/errors.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import type { AuthorizedMain, LockedMain } from './main-authorization.ts'
import { MainBranchRepository } from './main-branch-repository.ts'
import type { StoredMergeRules } from './merge-rules.ts'
import type { RevisionOrigin, RevisionStore, RevisionType, StoredRevision } from './revision-store.ts'

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

/** The current revision of each space. Nothing else writes `spaces.revision_id` of an existing space. */
export class MainBranch {
  readonly #revisionStore: RevisionStore
  readonly #repository = new MainBranchRepository()
  readonly #moveListeners: MoveListener[] = []
  readonly #copyListeners: CopyListener[] = []

  constructor(revisionStore: RevisionStore) {
    this.#revisionStore = revisionStore
  }

  /** Listeners do not wait for each other, so that what they ask the database is sent together. */
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

  /** The merge rules of a space, or those that it inherits. */
  async getMergeRules(on: Queryable, spaceId: string): Promise<StoredMergeRules> {
    const row = await this.#repository.findSpace(on, spaceId)
    if (!row) throw new NotFound('space', spaceId)
    return row.mergeRules
  }

  /** The heading of the table of contents that the space was imported with. */
  getSummaryHeading(on: Queryable, spaceId: string): Promise<string | undefined> {
    return this.#repository.findSummaryHeading(on, spaceId)
  }

  /** Keeps the heading of an imported table of contents for the repositories that the space is exported to. */
  async setSummaryHeading(on: Queryable, spaceId: string, heading: string | undefined): Promise<void> {
    if (heading !== undefined) await this.#repository.setSummaryHeading(on, spaceId, heading)
  }

  async lock(tx: Transaction, spaceId: string): Promise<LockedMain> {
    const row = await this.#repository.lockSpace(tx, spaceId)
    if (!row) throw new NotFound('space', spaceId)
    const revision = await this.#revisionStore.find(tx, spaceId, row.revisionId)
    if (!revision) throw new Error(`revision ${row.revisionId} does not exist`)
    const { organizationId, editMode, mergeRules } = row
    return { organizationId, spaceId, revision, editMode, mergeRules }
  }

  /** Commits a change of the current content and makes it current. */
  async commitChange(
    tx: Transaction,
    authorized: AuthorizedMain,
    written: WrittenRevision,
    by: { userId: string; now: Date; type?: RevisionType; origin?: RevisionOrigin },
  ): Promise<StoredRevision> {
    const { spaceId, revision: before } = authorized.locked
    const revision = await this.#revisionStore.commit(tx, written, {
      spaceId,
      parents: [before.id],
      type: by.type ?? 'edits',
      ...(by.origin && { origin: by.origin }),
      userId: by.userId,
      now: by.now,
    })
    await this.moveTo(tx, authorized, revision, by)
    return revision
  }

  /** Makes a stored revision the current one. */
  async moveTo(
    tx: Transaction,
    authorized: AuthorizedMain,
    after: StoredRevision,
    by: { userId: string | null; now: Date },
  ): Promise<void> {
    authorized.requireRevision(after)
    const { organizationId, spaceId, revision: before } = authorized.locked
    this.#repository.setRevision(tx, spaceId, after.id, by.now)
    const move = { organizationId, spaceId, before, after, userId: by.userId }
    await Promise.all(this.#moveListeners.map((listener) => listener(tx, move)))
  }
}
