import type { WordPlace } from '@verso/markdown'
import type { Change, Hash, Page } from '@verso/revisions'
import { Invalid, NotFound } from '../../../common/errors.ts'
import type { Transaction } from '../../../database/database.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { RevertedText } from '../documents/text-tasks.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { RevertPage } from './content-operations.ts'

interface RevertContext {
  head: StoredRevision
  /** The revision that a page is reverted to when the operation names none. */
  ancestor: StoredRevision
  textWorkers: TextWorkers
  now: Date
}

/** A page in both revisions. */
interface RevertedPage {
  current: Page
  earlier: Page
}

/** What of a page is reverted. */
type RevertedPart = { blockKeys: string[] } | { words: WordPlace; earlierWords: WordPlace }

/**
 * Builds the changes that give a page the fields and the text that it has in an earlier revision. A page that the
 * earlier revision does not have is deleted.
 */
export async function revertPage(
  revisionStore: RevisionStore,
  tx: Transaction,
  context: RevertContext,
  operation: RevertPage,
  fieldPath: string,
): Promise<Change[]> {
  const { head, ancestor } = context
  const { page: id, revision: revisionId } = operation
  const part = readRevertedPart(operation, fieldPath)
  const source = revisionId === undefined ? ancestor : await revisionStore.find(tx, head.spaceId, revisionId)
  if (!source) throw new NotFound('revision', revisionId ?? '')
  const currentPage = (await revisionStore.createView(tx, head.root).getPages([id])).get(id)
  const earlierPage = (await revisionStore.createView(tx, source.root).getPages([id])).get(id)
  if (!currentPage && !earlierPage) {
    throw new Invalid(`${fieldPath}.page "${id}" is in neither of the two revisions.`)
  }
  if (part) {
    if (!currentPage || !earlierPage) {
      throw new Invalid(`${fieldPath}.page: the page is not in both revisions.`)
    }
    return revertPart(
      revisionStore,
      tx,
      context,
      { current: currentPage, earlier: earlierPage },
      part,
      fieldPath,
    )
  }
  if (!earlierPage) return [{ type: 'delete-page', id }]
  const document = earlierPage.document === null ? null : { hash: earlierPage.document }
  if (!currentPage) {
    return [{ type: 'insert-page', id, parent: earlierPage.parent, fields: earlierPage.fields, document }]
  }
  const unsetFields = Object.fromEntries(Object.keys(currentPage.fields).map((name) => [name, null]))
  return [{ type: 'update-page', id, fields: { ...unsetFields, ...earlierPage.fields }, document }]
}

function readRevertedPart(
  { block: blockKeys, words, earlierWords }: RevertPage,
  fieldPath: string,
): RevertedPart | undefined {
  if (!words !== !earlierWords) {
    throw new Invalid(`${fieldPath}: words and earlierWords must be given together.`)
  }
  if (blockKeys && words) throw new Invalid(`${fieldPath}: give either block or words.`)
  if (blockKeys) return { blockKeys }
  return words && earlierWords && { words, earlierWords }
}

/** Reverts some blocks or words only. Where the result equals the earlier document, its original Markdown is restored as it was. */
async function revertPart(
  revisionStore: RevisionStore,
  tx: Transaction,
  { head, textWorkers, now }: RevertContext,
  { current, earlier }: RevertedPage,
  part: RevertedPart,
  fieldPath: string,
): Promise<Change[]> {
  const hashes = [current.document, earlier.document].flatMap((hash) => hash ?? [])
  const documents = await revisionStore.createView(tx, head.root).getDocuments(hashes)
  const getText = (hash: Hash | null) => (hash !== null && documents.get(hash)) || ''
  const texts = { current: getText(current.document), earlier: getText(earlier.document) }
  const { markdown, isEarlier } =
    'words' in part
      ? await revertTextWords(textWorkers, { ...texts, ...part }, fieldPath)
      : await revertTextBlocks(textWorkers, { ...texts, ...part }, fieldPath)
  const document = isEarlier && earlier.document !== null ? { hash: earlier.document } : { markdown }
  return [{ type: 'update-page', id: current.id, fields: { updatedAt: now.toISOString() }, document }]
}

async function revertTextBlocks(
  textWorkers: TextWorkers,
  input: Parameters<TextWorkers['revertBlocks']>[0],
  fieldPath: string,
): Promise<RevertedText> {
  const result = await textWorkers.revertBlocks(input)
  if ('markdown' in result) return result
  const index = result.unknownKeyIndex
  throw new Invalid(
    `${fieldPath}.block.${index} "${input.blockKeys[index]}" is at the top of neither of the two documents.`,
  )
}

async function revertTextWords(
  textWorkers: TextWorkers,
  input: Parameters<TextWorkers['revertWords']>[0],
  fieldPath: string,
): Promise<RevertedText> {
  const result = await textWorkers.revertWords(input)
  if ('markdown' in result) return result
  throw new Invalid(`${fieldPath}.words: ${result.problem}.`)
}
