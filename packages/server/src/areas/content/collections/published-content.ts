import type { Transaction } from '../../../database/database.ts'

/** What deleting, moving and transferring content needs to know about the sites that show it. */
export interface PublishedContent {
  /** Throws PreconditionFailed when a site shows the space, or a space of the collection. */
  requireUnshown(tx: Transaction, content: { spaceId: string } | { collectionId: string }): Promise<void>
  /** Takes a space out of every site that shows it. */
  withdraw(tx: Transaction, spaceId: string): Promise<void>
}
