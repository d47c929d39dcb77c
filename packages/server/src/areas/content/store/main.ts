import type { Written } from '@verso/revisions'
import { Conflict, NotFound } from '../../../common/errors.ts'
import { sql, type Transaction } from '../../../database/database.ts'
import type { Content, Revision, RevisionType } from './content.ts'

/** A space's main pointer went from one revision to another. */
export interface MainMoved {
  organizationId: string
  spaceId: string
  before: Revision
  after: Revision
  /** Who moved it; nobody when what it is computed from did. */
  userId: string | null
}

/** Hears of every move inside the transaction that makes it: what it writes is there exactly when the move is. */
export type MainListener = (tx: Transaction, moved: MainMoved) => Promise<void>

/** A space began with the content of another. */
export interface MainCopied {
  from: string
  to: string
}

export type CopyListener = (tx: Transaction, copied: MainCopied) => Promise<void>

/** A space whose main pointer stays where it is until the transaction ends. */
export interface HeldMain {
  organizationId: string
  spaceId: string
  revision: Revision
  editMode: 'live' | 'locked'
}

/** The only one that moves the main pointers of spaces. */
export class Main {
  readonly #content: Content
  readonly #listeners: MainListener[] = []
  readonly #copyListeners: CopyListener[] = []

  constructor(content: Content) {
    this.#content = content
  }

  /** Listeners are called in the order they came. */
  onMoved(listener: MainListener): void {
    this.#listeners.push(listener)
  }

  onCopied(listener: CopyListener): void {
    this.#copyListeners.push(listener)
  }

  /** For whoever makes a space from another: both must stay as they are until the transaction ends. */
  async copied(tx: Transaction, copied: MainCopied): Promise<void> {
    for (const listener of this.#copyListeners) await listener(tx, copied)
  }

  async hold(tx: Transaction, spaceId: string): Promise<HeldMain> {
    const row = await tx.row<{
      organizationId: string
      revisionId: string
      editMode: HeldMain['editMode']
    }>(sql`
      select organization_id as "organizationId", revision_id as "revisionId", edit_mode as "editMode"
      from spaces where id = ${spaceId} and deleted_at is null for update`)
    if (!row) throw new NotFound('space', spaceId)
    const [revision] = await this.#content.findAll(tx, spaceId, [row.revisionId])
    return { organizationId: row.organizationId, spaceId, revision, editMode: row.editMode }
  }

  /** A direct change: it becomes the content at once, which a locked space refuses. */
  async change(
    tx: Transaction,
    held: HeldMain,
    written: Written,
    by: { userId: string; now: Date; type?: RevisionType },
  ): Promise<Revision> {
    requireUnlocked(held)
    const revision = await this.#content.commit(tx, written, {
      spaceId: held.spaceId,
      parents: [held.revision.id],
      type: by.type ?? 'edits',
      userId: by.userId,
      now: by.now,
    })
    await this.move(tx, held, revision, by)
    return revision
  }

  /** Shows a revision that is stored already. */
  async move(
    tx: Transaction,
    held: Pick<HeldMain, 'organizationId' | 'spaceId' | 'revision'>,
    after: Revision,
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
export function requireUnlocked({ editMode }: Pick<HeldMain, 'editMode'>): void {
  if (editMode === 'locked')
    throw new Conflict('This space is locked: make the change in a change request and merge that.')
}
