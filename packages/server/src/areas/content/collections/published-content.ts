import type { Transaction } from '../../../database/database.ts'

/** What deleting and transferring content needs of the sites that show it. The sites area implements it. */
export interface PublishedContent {
  /** Throws PreconditionFailed when a site shows the space, or a space of the collection. */
  requireNotInSite(tx: Transaction, content: { spaceId: string } | { collectionId: string }): Promise<void>
  /** Removes a space from every site that shows it. */
  removeSpaceFromSites(tx: Transaction, spaceId: string): Promise<void>
}
