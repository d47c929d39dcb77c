import type { Change, Hash, Page } from '@verso/revisions'
import { Invalid, NotFound } from '../../../common/errors.ts'
import type { Transaction } from '../../../database/database.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { RevertPage } from './content-operations.ts'

interface RevertContext {
  head: StoredRevision
  /** The revision that a page is reverted to when the operation names none. */
  ancestor: StoredRevision
  textWorkers: TextWorkers
  now: Date
}

/**
 * Builds the changes that give a page the fields and the text that it has in an earlier revision. A page that the
 * earlier revision does not have is deleted.
 */
export async function revertPage(
  revisionStore: RevisionStore,
  tx: Transaction,
  { head, ancestor, textWorkers, now }: RevertContext,
  { page: id, revision: revisionId, block: blockKeys }: RevertPage,
  fieldPath: string,
): Promise<Change[]> {
  const source = revisionId === undefined ? ancestor : await revisionStore.find(tx, head.spaceId, revisionId)
  if (!source) throw new NotFound('revision', revisionId ?? '')
  const currentPage = (await revisionStore.createView(tx, head.root).getPages([id])).get(id)
  const earlierPage = (await revisionStore.createView(tx, source.root).getPages([id])).get(id)
  if (!currentPage && !earlierPage) {
    throw new Invalid(`${fieldPath}.page "${id}" is in neither of the two revisions.`)
  }
  if (blockKeys) {
    if (!currentPage || !earlierPage) {
      throw new Invalid(`${fieldPath}.block: the page is not in both revisions.`)
    }
    const pages = { head, currentPage, earlierPage, now }
    return revertPageBlocks({ revisionStore, textWorkers }, tx, pages, blockKeys, fieldPath)
  }
  if (!earlierPage) return [{ type: 'delete-page', id }]
  const document = earlierPage.document === null ? null : { hash: earlierPage.document }
  if (!currentPage) {
    return [{ type: 'insert-page', id, parent: earlierPage.parent, fields: earlierPage.fields, document }]
  }
  const unsetFields = Object.fromEntries(Object.keys(currentPage.fields).map((name) => [name, null]))
  return [{ type: 'update-page', id, fields: { ...unsetFields, ...earlierPage.fields }, document }]
}

/** Reverts some blocks only. Where the result equals the earlier document, its original Markdown is restored as it was. */
async function revertPageBlocks(
  { revisionStore, textWorkers }: { revisionStore: RevisionStore; textWorkers: TextWorkers },
  tx: Transaction,
  {
    head,
    currentPage,
    earlierPage,
    now,
  }: { head: StoredRevision; currentPage: Page; earlierPage: Page; now: Date },
  blockKeys: string[],
  fieldPath: string,
): Promise<Change[]> {
  const hashes = [currentPage.document, earlierPage.document].flatMap((hash) => hash ?? [])
  const texts = await revisionStore.createView(tx, head.root).getDocuments(hashes)
  const getText = (hash: Hash | null) => (hash !== null && texts.get(hash)) || ''
  const result = await textWorkers.revertBlocks({
    current: getText(currentPage.document),
    earlier: getText(earlierPage.document),
    blockKeys,
  })
  if ('unknownKeyIndex' in result) {
    const index = result.unknownKeyIndex
    throw new Invalid(
      `${fieldPath}.block.${index} "${blockKeys[index]}" is at the top of neither of the two documents.`,
    )
  }
  const { markdown, isEarlier } = result
  const document = isEarlier && earlierPage.document !== null ? { hash: earlierPage.document } : { markdown }
  return [{ type: 'update-page', id: currentPage.id, fields: { updatedAt: now.toISOString() }, document }]
}
