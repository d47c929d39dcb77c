import { diffRevisions } from '@verso/revisions'
import { Conflict, NotFound } from '../../../common/errors.ts'
import type { Transaction } from '../../../database/database.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { ChangeRequestRepository } from './repository.ts'

const MAX_NAMED_PAGES = 5

/** Throws Conflict, which says what is newer, when changes were made to another revision than the head. */
export async function requireHead(
  tx: Transaction,
  {
    revisionStore,
    changeRequests,
  }: { revisionStore: RevisionStore; changeRequests: ChangeRequestRepository },
  head: StoredRevision,
  expectedId: string | undefined,
): Promise<void> {
  if (expectedId === undefined || expectedId === head.id) return
  const expected = await revisionStore.find(tx, head.spaceId, expectedId)
  if (!expected) throw new NotFound('revision', expectedId)
  const { name, createdAt } = await changeRequests.findAuthor(tx, head.id)
  const { pages } = await diffRevisions(revisionStore.objects.createReader(tx), expected.root, head.root)
  const titles = new Map(
    pages.map((change) => {
      const { id, fields } = change.kind === 'deleted' ? change.before : change.after
      return [id, fields.title]
    }),
  )
  const names = [...titles.values()].slice(0, MAX_NAMED_PAGES).map((title) => `"${title}"`)
  const more = titles.size - names.length
  const changed = titles.size === 0 ? 'no page' : `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  throw new Conflict(
    `The change request is at revision ${head.id} by now, which ${name ?? 'somebody'} wrote at ${createdAt}. Since ` +
      `revision ${expectedId}, these pages have changed: ${changed}. Read them, and send your changes again.`,
  )
}
