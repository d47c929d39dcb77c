import {
  applyChanges,
  type Change,
  RevisionError,
  type RevisionView,
  UnknownFile,
  UnknownPage,
  UnknownReusableContent,
  type WrittenRevision,
} from '@verso/revisions'
import { Conflict, type DomainError, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Transaction } from '../../../database/database.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { ContentOperation } from './content-operations.ts'
import { buildOperationChanges, type OperationBatch } from './operation-changes.ts'
import type { BatchRefs } from './refs.ts'

const MAX_PAGE_DEPTH = 30

/** What an operation did to a page or a reusable content. */
export type OperationEffect =
  | { object: 'created_page'; page: string; ref?: string }
  | { object: 'updated_page'; page: string }
  | { object: 'deleted_page'; page: string }
  | {
      object: 'created_reusable_content' | 'updated_reusable_content' | 'deleted_reusable_content'
      reusableContent: string
    }

/**
 * Applies all operations of a batch to the head of a change request. When one of them is invalid, none is applied. What was
 * written is not stored yet.
 */
export async function applyOperations(
  revisionStore: RevisionStore,
  tx: Transaction,
  batch: OperationBatch,
): Promise<{ written: WrittenRevision; effects: OperationEffect[] }> {
  const changes: Change[] = []
  const effects: OperationEffect[] = []
  for (const [index, operation] of batch.operations.entries()) {
    const fieldPath = `body.changes.${index}`
    const operationChanges = await buildOperationChanges(
      revisionStore,
      tx,
      batch,
      operation,
      batch.pageIds[index] ?? '',
      fieldPath,
    )
    // A reverted page has conditions that were validated when they were written.
    if (operation.operation !== 'revert_page') {
      await batch.conditionValidator.validate(tx, batch.head.spaceId, operationChanges, fieldPath)
    }
    changes.push(...operationChanges)
    const [firstChange] = operationChanges
    const effect = firstChange && describeEffect(firstChange, operation)
    if (effect) effects.push(effect)
  }
  try {
    const written = await applyChanges(revisionStore.objects.createReader(tx), batch.head.root, changes)
    await requirePageDepth(revisionStore.createView(tx, written.root, written.objects), changes)
    return { written, effects }
  } catch (error) {
    throw error instanceof RevisionError ? explainError(error) : error
  }
}

/** The API returns pages nested in each other, so that the depth of pages is bounded by what JSON clients can parse. */
async function requirePageDepth(view: RevisionView, changes: Change[]): Promise<void> {
  const placedIds = changes.flatMap((change) =>
    change.type === 'insert-page' || change.type === 'move-page' ? [change.id] : [],
  )
  if (placedIds.length === 0) return
  for (const { id } of (await view.getPages(placedIds)).values()) {
    if ((await view.getPage(id)).ancestors.length >= MAX_PAGE_DEPTH) {
      throw new Invalid(`A page would be nested below ${MAX_PAGE_DEPTH} other pages, which is too deep.`)
    }
  }
}

function describeEffect(change: Change, operation: ContentOperation): OperationEffect | undefined {
  switch (change.type) {
    case 'insert-page': {
      const ref = operation.operation === 'insert_page' ? operation.ref : undefined
      return { object: 'created_page', page: change.id, ...(ref !== undefined && { ref }) }
    }
    case 'update-page':
    case 'move-page':
      return { object: 'updated_page', page: change.id }
    case 'delete-page':
      return { object: 'deleted_page', page: change.id }
    case 'put-reusable-content': {
      const isNew = operation.operation === 'put_reusable_content' && operation.reusableContent === undefined
      const object = isNew ? 'created_reusable_content' : 'updated_reusable_content'
      return { object, reusableContent: change.id }
    }
    case 'delete-reusable-content':
      return { object: 'deleted_reusable_content', reusableContent: change.id }
    default:
      return undefined
  }
}

/**
 * Assigns an id to each page that the batch inserts, so that every text of the batch can link to it. Call it before the
 * transaction: when that is retried, a name that was added twice would be refused.
 */
export function assignPageIds(
  operations: readonly ContentOperation[],
  refs: BatchRefs,
): (string | undefined)[] {
  return operations.map((operation, index) => {
    if (operation.operation !== 'insert_page') return undefined
    const id = newId()
    if (operation.ref !== undefined) refs.addPage(operation.ref, id, `body.changes.${index}`)
    return id
  })
}

/** Turns an error of the revisions package into the error that the API responds with. */
function explainError(error: RevisionError): DomainError | RevisionError {
  const subject = error.changeIndex === undefined ? 'The changes' : `Change ${error.changeIndex + 1}`
  switch (error.code) {
    case 'unknown-page':
      return new NotFound('page', error instanceof UnknownPage ? error.page : '')
    case 'unknown-reusable-content':
      return new NotFound(
        'reusable content',
        error instanceof UnknownReusableContent ? error.reusableContent : '',
      )
    case 'unknown-file':
      return new NotFound('file', error instanceof UnknownFile ? error.file : '')
    case 'page-under-itself':
    case 'duplicate-slug':
    case 'duplicate-page':
      return new Conflict(`${subject}: ${error.message}.`)
    case 'invalid-value':
      return new Invalid(`${subject}: ${error.message}.`)
    default:
      return error
  }
}
