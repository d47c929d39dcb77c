import type { Change } from '@verso/revisions'
import { Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Transaction } from '../../../database/database.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { ContentConditionValidator } from './condition-validator.ts'
import type { ContentOperation, PutReusableContent } from './content-operations.ts'
import type { InsertedFiles } from './insert-files.ts'
import type { BatchRefs } from './refs.ts'
import { sanitizeFileName } from '../files/file-name.ts'
import { insertPage, readDocument, updatePage } from './page-changes.ts'
import { revertPage } from './revert-page.ts'

/** The operations of one request, and what is needed to carry them out. */
export interface OperationBatch {
  head: StoredRevision
  /** The last revision of the space that the change request contains. Pages are reverted to it. */
  ancestor: StoredRevision
  operations: readonly ContentOperation[]
  files: InsertedFiles
  refs: BatchRefs
  /** The result of `assignPageIds`. */
  pageIds: readonly (string | undefined)[]
  conditionValidator: ContentConditionValidator
  textWorkers: TextWorkers
  reader: DocumentReader
  now: Date
}

/**
 * Translates an operation of the API into changes of a revision.
 *
 * @param pageId the id of the page that the operation inserts.
 * @param fieldPath the operation's place in the request body, such as `body.changes.0`, for error messages.
 */
export async function buildOperationChanges(
  revisionStore: RevisionStore,
  tx: Transaction,
  batch: OperationBatch,
  operation: ContentOperation,
  pageId: string,
  fieldPath: string,
): Promise<Change[]> {
  switch (operation.operation) {
    case 'insert_page':
      return insertPage(batch, operation, pageId, fieldPath)
    case 'update_page':
      return updatePage(revisionStore, tx, batch, operation, fieldPath)
    case 'delete_page':
      return [{ type: 'delete-page', id: batch.refs.resolvePage(operation.page) }]
    case 'revert_page':
      return revertPage(revisionStore, tx, batch, operation, fieldPath)
    case 'revert_all':
      throw new Invalid(`${fieldPath}: revert_all must be the only change of a request.`)
    case 'put_reusable_content':
      return putReusableContent(revisionStore, tx, batch, operation, fieldPath)
    case 'delete_reusable_content':
      return [{ type: 'delete-reusable-content', id: operation.reusableContent }]
    case 'set_variables':
      return [{ type: 'set-variables', variables: operation.variables }]
    case 'insert_files':
      return batch.files.buildChanges(operation)
    case 'delete_files':
      return [...new Set(operation.files)].map((id) => ({ type: 'delete-file', id }))
    case 'update_file':
      return renameFile(revisionStore, tx, batch, operation)
  }
}

async function renameFile(
  revisionStore: RevisionStore,
  tx: Transaction,
  { head }: OperationBatch,
  { file: id, name }: { file: string; name: string },
): Promise<Change[]> {
  const current = await revisionStore.createView(tx, head.root).findFile(id)
  if (!current) throw new NotFound('file', id)
  // A file that was renamed is not at its path in the repository any more.
  const { id: _id, git: _git, ...file } = current
  return [{ type: 'put-file', id, file: { ...file, name: sanitizeFileName(name) } }]
}

async function putReusableContent(
  revisionStore: RevisionStore,
  tx: Transaction,
  batch: OperationBatch,
  { reusableContent: id, title, document }: PutReusableContent,
  fieldPath: string,
): Promise<Change[]> {
  const text = document && { document: await readDocument(document, batch, fieldPath) }
  if (id === undefined) {
    if (title === undefined) throw new Invalid(`${fieldPath}.title must be given for a new reusable content.`)
    return [{ type: 'put-reusable-content', id: newId(), title, ...text }]
  }
  const current = await revisionStore.createView(tx, batch.head.root).findReusableContent(id)
  if (!current) throw new NotFound('reusable content', id)
  return [{ type: 'put-reusable-content', id, title: title ?? current.title, ...text }]
}
