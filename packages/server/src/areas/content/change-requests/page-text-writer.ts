import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import { applyOperations } from './apply-operations.ts'
import type { ContentConditionValidator } from './condition-validator.ts'
import { InsertedFiles } from './insert-files.ts'
import { BatchRefs } from './refs.ts'
import type { ChangeRequestRepository, ChangeRequestRow } from './repository.ts'

/** A change request that is locked until the transaction ends. */
export interface LockedChangeRequest {
  id: string
  spaceId: string
  status: ChangeRequestRow['status']
  isEditable: boolean
  head: StoredRevision
  ancestor: StoredRevision
}

/** The Markdown of a page, as it is in a revision. */
export interface StoredPageText {
  /** Differs when the text does; empty where nothing was written yet. */
  hash: string
  markdown: string
}

interface PageTextWriterDependencies {
  changeRequests: ChangeRequestRepository
  revisionStore: RevisionStore
  conditionValidator: ContentConditionValidator
  textWorkers: TextWorkers
  reader: DocumentReader
  clock: Clock
}

/** Writes the text of single pages of change requests, for those who write again and again while people type. */
export class PageTextWriter {
  readonly #deps: PageTextWriterDependencies

  constructor(deps: PageTextWriterDependencies) {
    this.#deps = deps
  }

  /** Locks a change request until the transaction ends. */
  async lock(tx: Transaction, spaceId: string, id: string): Promise<LockedChangeRequest> {
    const row = await this.#deps.changeRequests.lock(tx, spaceId, id)
    if (!row) throw new NotFound('change request', id)
    const [head, ancestor] = await this.#deps.revisionStore.findAll(tx, spaceId, [
      row.revisionId,
      row.ancestorId,
    ])
    const isEditable = row.status === 'draft' || row.status === 'open'
    return { id: row.id, spaceId, status: row.status, isEditable, head, ancestor }
  }

  /** Whether a revision has a page, with a text or without. */
  async hasPage(on: Queryable, { root }: StoredRevision, pageId: string): Promise<boolean> {
    return (await this.#deps.revisionStore.createView(on, root).getPages([pageId])).has(pageId)
  }

  /** The text of a page of a revision; undefined where there is no such page, or it has no text. */
  async find(on: Queryable, { root }: StoredRevision, pageId: string): Promise<StoredPageText | undefined> {
    const view = this.#deps.revisionStore.createView(on, root)
    const page = (await view.getPages([pageId])).get(pageId)
    if (page?.fields.type !== 'document') return undefined
    if (page.document === null) return { hash: '', markdown: '' }
    const markdown = (await view.getDocuments([page.document])).get(page.document) ?? ''
    return { hash: page.document, markdown }
  }

  /**
   * Writes the text of a page, through the same operation as the API, and returns the new head.
   *
   * @param userIds who wrote it; the last of them is the author of the revision.
   * @param replacesHead whether the new revision takes the place of the head in the history of the change request.
   */
  async write(
    tx: Transaction,
    { id, spaceId, head, ancestor }: LockedChangeRequest,
    text: { pageId: string; markdown: string; userIds: readonly string[]; replacesHead: boolean },
  ): Promise<StoredRevision> {
    const { pageId, markdown, userIds, replacesHead } = text
    const { revisionStore, changeRequests, conditionValidator, textWorkers, reader, clock } = this.#deps
    const now = clock.now()
    const { written } = await applyOperations(revisionStore, tx, {
      head,
      ancestor,
      operations: [{ operation: 'update_page', page: pageId, document: { markdown } }],
      files: new InsertedFiles(),
      refs: new BatchRefs(),
      pageIds: [undefined],
      conditionValidator,
      textWorkers,
      reader,
      now,
    })
    const revision = await revisionStore.commit(tx, written, {
      spaceId,
      parents: replacesHead ? head.parents : [head.id],
      type: 'edits',
      userId: userIds.at(-1) ?? null,
      now,
    })
    changeRequests.moveHead(tx, id, { revisionId: revision.id, userIds }, now)
    return revision
  }
}
