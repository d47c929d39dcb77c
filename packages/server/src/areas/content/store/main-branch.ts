import type { Written } from '@verso/revisions'
import { Conflict, NotFound } from '../../../common/errors.ts'
import { sql, type Transaction } from '../../../database/database.ts'
import type { RevisionStore, StoredRevision, RevisionType } from './revision-store.ts'

/** A space's main pointer went from one revision to another. */
export interface MainMove {
  organizationId: string
  spaceId: string
  before: StoredRevision
  after: StoredRevision
  /** Who moved it; nobody when what it is computed from did. */
  userId: string | null
}

/** Hears of every move inside the transaction that makes it: what it writes is there exactly when the move is. */
export type MoveListener = (tx: Transaction, moved: MainMove) => Promise<void>

/** A space began with the content of another. */
export interface MainCopy {
  from: string
  to: string
}

export type CopyListener = (tx: Transaction, copied: MainCopy) => Promise<void>

/** A space whose main pointer stays where it is until the transaction ends. */
export interface LockedMain {
  organizationId: string
  spaceId: string
  revision: StoredRevision
  editMode: 'live' | 'locked'
}

/** The only one that moves the main pointers of spaces. */
export class MainBranch {
  readonly #content: RevisionStore
  readonly #listeners: MoveListener[] = []
  readonly #copyListeners: CopyListener[] = []

  constructor(content: RevisionStore) {
    this.#content = content
  }

  /** Listeners are called in the order they came. */
  onMove(listener: MoveListener): void {
    this.#listeners.push(listener)
  }

  onCopy(listener: CopyListener): void {
    this.#copyListeners.push(listener)
  }

  /** For whoever makes a space from another: both must stay as they are until the transaction ends. */
  async notifyCopy(tx: Transaction, copied: MainCopy): Promise<void> {
    for (const listener of this.#copyListeners) await listener(tx, copied)
  }

  async lock(tx: Transaction, spaceId: string): Promise<LockedMain> {
    const row = await tx.row<{
      organizationId: string
      revisionId: string
      editMode: LockedMain['editMode']
    }>(sql`
      select organization_id as "organizationId", revision_id as "revisionId", edit_mode as "editMode"
      from spaces where id = ${spaceId} and deleted_at is null for update`)
    if (!row) throw new NotFound('space', spaceId)
    const [revision] = await this.#content.findAll(tx, spaceId, [row.revisionId])
    return { organizationId: row.organizationId, spaceId, revision, editMode: row.editMode }
  }

  /** A direct change: it becomes the content at once, which a locked space refuses. */
  async commitChange(
    tx: Transaction,
    held: LockedMain,
    written: Written,
    by: { userId: string; now: Date; type?: RevisionType },
  ): Promise<StoredRevision> {
    requireUnlocked(held)
    const revision = await this.#content.commit(tx, written, {
      spaceId: held.spaceId,
      parents: [held.revision.id],
      type: by.type ?? 'edits',
      userId: by.userId,
      now: by.now,
    })
    await this.moveTo(tx, held, revision, by)
    return revision
  }

  /** Shows a revision that is stored already. */
  async moveTo(
    tx: Transaction,
    held: Pick<LockedMain, 'organizationId' | 'spaceId' | 'revision'>,
    after: StoredRevision,
    by: { userId: string | null; now: Date },
  ): Promise<void> {
    await tx.execute(sql`
      update spaces set revision_id = ${after.id}, updated_at = ${by.now} where id = ${held.spaceId}`)
    const { organizationId, spaceId, revision: before } = held
    for (const listener of this.#listeners) {
      await listener(tx, { organizationId, spaceId, before, after, userId: by.userId })
    }
  }
}

/** Spaces may be locked against everything but the merging of change requests. */
export function requireUnlocked({ editMode }: Pick<LockedMain, 'editMode'>): void {
  if (editMode === 'locked')
    throw new Conflict('This space is locked: make the change in a change request and merge that.')
}
