import type { WrittenRevision } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { NewRevision, RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { applyOperations, assignPageIds } from './apply-operations.ts'
import { listComputedSpecs, type UpdateContent } from './content-operations.ts'
import { readDescription } from './description.ts'
import type { SpecAccess } from '../../openapi/index.ts'
import type { FileService } from '../files/service.ts'
import type { ContentConditionValidator } from './condition-validator.ts'
import { describeConflicts } from './conflicts.ts'
import { type FileInserter, isInsertFiles } from './insert-files.ts'
import { requireHead } from './newer-revision.ts'
import { presentAffectedObject, presentChangeRequest } from './present.ts'
import { BatchRefs } from './refs.ts'
import type { PlannedMergeRepository } from './planned-merge-repository.ts'
import type { ChangeRequestRepository, ChangeRequestRow } from './repository.ts'
import type {
  ContentUpdateResult,
  ChangeRequest,
  CreateChangeRequest,
  ListChangeRequests,
  ListOrganizationChangeRequests,
  UpdateChangeRequest,
  UpdateOutcome,
} from './schema.ts'

type Space = Subjects['space']

interface ChangeRequestServiceDependencies {
  database: Database
  changeRequests: ChangeRequestRepository
  revisionStore: RevisionStore
  plannedMerges: PlannedMergeRepository
  files: FileService
  fileInserter: FileInserter
  conditionValidator: ContentConditionValidator
  specAccess: SpecAccess
  textWorkers: TextWorkers
  reader: DocumentReader
  clock: Clock
  urls: Urls
}

/**
 * Saves into a change request, which is locked, what people have written and is not in its head yet. Returns whether there
 * was anything to save.
 */
export type PendingTextSaver = (
  tx: Transaction,
  changeRequest: { id: string; spaceId: string },
) => Promise<boolean>

export class ChangeRequestService {
  readonly #deps: ChangeRequestServiceDependencies
  readonly #textSavers: PendingTextSaver[] = []

  constructor(deps: ChangeRequestServiceDependencies) {
    this.#deps = deps
  }

  /** What is still being written is saved before a change request is merged, archived or updated from its space. */
  onBeforeMerge(save: PendingTextSaver): void {
    this.#textSavers.push(save)
  }

  async list(space: Space, filter: ListChangeRequests, paging: Paging): Promise<Page<ChangeRequest>> {
    const page = await this.#deps.changeRequests.list(this.#deps.database, space.id, filter, paging)
    return mapPage(page, (row) => presentChangeRequest(this.#deps.urls, row))
  }

  async listInOrganization(
    caller: Caller,
    organization: Subjects['organization'],
    filter: ListOrganizationChangeRequests,
    paging: Paging,
  ): Promise<Page<ChangeRequest>> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    const page = await this.#deps.changeRequests.listInOrganization(
      this.#deps.database,
      organization.id,
      filter,
      viewer,
      paging,
    )
    return mapPage(page, (row) => presentChangeRequest(this.#deps.urls, row))
  }

  async get(space: Space, idOrNumber: string): Promise<ChangeRequest> {
    return presentChangeRequest(this.#deps.urls, await this.#find(this.#deps.database, space.id, idOrNumber))
  }

  async create(
    caller: Caller,
    space: Space,
    { subject = '', agentTaskId }: CreateChangeRequest,
  ): Promise<ChangeRequest> {
    if (agentTaskId !== undefined) throw new NotFound('agent task', agentTaskId)
    const { database, changeRequests, clock, urls } = this.#deps
    const row = await changeRequests.insert(
      database,
      { id: newId(), spaceId: space.id, subject, userId: caller.userId },
      clock.now(),
    )
    return presentChangeRequest(urls, row)
  }

  /** Drafts and open change requests can be archived, and archived ones reopened. A merged one cannot be changed. */
  update(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    changes: UpdateChangeRequest,
  ): Promise<ChangeRequest> {
    const { subject, status } = changes
    const description = changes.description && readDescription(changes.description)
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#lock(tx, space.id, idOrNumber)
      if (row.status === 'merged') {
        throw new Conflict('This change request is merged and can no longer be changed.')
      }
      if (status === 'archived') await this.#savePendingTexts(tx, row)
      const now = this.#deps.clock.now()
      if (status === 'archived') {
        await this.#deps.plannedMerges.end(tx, row.id, { reason: 'archived', userId: caller.userId }, now)
      }
      if (subject !== undefined) this.#deps.changeRequests.setSubject(tx, row.id, subject, now)
      if (description !== undefined) this.#deps.changeRequests.setDescription(tx, row.id, description, now)
      if (status !== undefined && status !== row.status)
        this.#deps.changeRequests.setStatus(tx, row, status, now)
      return presentChangeRequest(this.#deps.urls, await this.#find(tx, space.id, row.id))
    })
  }

  /** Applies all operations as one new revision, or none of them. */
  async updateContent(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { changes: operations, revision: expectedRevision }: UpdateContent,
  ): Promise<ContentUpdateResult> {
    // Files are fetched and stored before the transaction: not for a change request that cannot be edited.
    if (operations.some(isInsertFiles)) {
      requireEditable(await this.#find(this.#deps.database, space.id, idOrNumber))
    }
    await this.#deps.specAccess.requireVisible(
      this.#deps.database,
      caller,
      space.organizationId,
      listComputedSpecs(operations),
    )
    const refs = new BatchRefs()
    const files = await this.#deps.fileInserter.storeFiles(space.organizationId, operations, refs)
    const pageIds = assignPageIds(operations, refs)
    return this.#deps.database.transaction(async (tx) => {
      const [row, computedState] = await Promise.all([
        this.#lock(tx, space.id, idOrNumber),
        this.#deps.revisionStore.findComputedState(tx, space.id),
      ])
      requireEditable(row)
      const now = this.#deps.clock.now()
      const [head, ancestor] = await this.#deps.revisionStore.findAll(tx, row.spaceId, [
        row.revisionId,
        row.ancestorId,
      ])
      await requireHead(tx, this.#deps, head, expectedRevision)
      const [operation, ...otherOperations] = operations
      if (operation?.operation === 'revert_all' && otherOperations.length === 0) {
        return this.#revertAll(tx, caller, row, ancestor, operation.revision)
      }
      const { written, effects } = await applyOperations(this.#deps.revisionStore, tx, {
        head,
        ancestor,
        operations,
        files,
        refs,
        pageIds,
        conditionValidator: this.#deps.conditionValidator,
        textWorkers: this.#deps.textWorkers,
        reader: this.#deps.reader,
        now,
      })
      const revision = await this.#commitHead(tx, caller, row, written, 'edits', { computedState })
      return {
        changeRequest: presentChangeRequest(this.#deps.urls, moveHead(row, revision)),
        changes: effects.map((effect) => presentAffectedObject(this.#deps.urls, row, effect)),
        insertedFiles: files.all.map((file) => this.#deps.files.present(file)),
      }
    })
  }

  /** Gives a change request that is locked the content of a revision, or of its ancestor. */
  async #revertAll(
    tx: Transaction,
    caller: Caller,
    row: ChangeRequestRow,
    ancestor: StoredRevision,
    revisionId: string | undefined,
  ): Promise<ContentUpdateResult> {
    const source =
      revisionId === undefined ? ancestor : await this.#deps.revisionStore.find(tx, row.spaceId, revisionId)
    if (!source) throw new NotFound('revision', revisionId ?? '')
    const written = { root: source.root, objects: new Map() }
    const revision = await this.#commitHead(tx, caller, row, written, 'edits', {})
    const changeRequest = presentChangeRequest(this.#deps.urls, moveHead(row, revision))
    return { changeRequest, changes: [], insertedFiles: [] }
  }

  /** Replaces the head of a change request by what the callback builds from it, as a new revision. */
  updateHead(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    buildContent: (tx: Transaction, head: StoredRevision) => Promise<WrittenRevision>,
  ): Promise<StoredRevision> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#lock(tx, space.id, idOrNumber)
      requireEditable(row)
      const [head] = await this.#deps.revisionStore.findAll(tx, row.spaceId, [row.revisionId])
      return this.#commitHead(tx, caller, row, await buildContent(tx, head), 'edits', {})
    })
  }

  /** Merges the current content of the space into the change request. Conflicting lines get conflict markers. */
  updateFromMain(caller: Caller, space: Space, idOrNumber: string): Promise<UpdateOutcome> {
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.lockWithPendingTexts(tx, space.id, idOrNumber)
      if (row.ancestorId === row.mainId) return { revision: row.revisionId, result: 'update', conflicts: [] }
      const [head, ancestor, main] = await this.#deps.revisionStore.findAll(tx, row.spaceId, [
        row.revisionId,
        row.ancestorId,
        row.mainId,
      ])
      const merged = await this.#deps.revisionStore.merge(
        tx,
        { base: ancestor.root, ours: head.root, theirs: main.root },
        { conflictStyle: { ours: 'This change request', theirs: 'The space', base: 'Before both' } },
      )
      const conflictedPages = merged.conflicts
        .filter(({ on, kind }) => on === 'page' && kind === 'content')
        .map(({ id }) => id)
      const revision = await this.#commitHead(tx, caller, row, merged, 'update', {
        ancestorId: row.mainId,
        conflictedPages,
      })
      const view = this.#deps.revisionStore.createView(tx, revision.root)
      const conflicts = await describeConflicts(view, merged.conflicts)
      return { revision: revision.id, result: conflicts.length > 0 ? 'conflicts' : 'update', conflicts }
    })
  }

  /** Finds the change request whose merge made a revision of a space. */
  async findByMergedRevision(revisionId: string): Promise<ChangeRequest | undefined> {
    const row = await this.#deps.changeRequests.findByMergedRevision(this.#deps.database, revisionId)
    return row && presentChangeRequest(this.#deps.urls, row)
  }

  /** Finds the id and the head of a change request. */
  locate(on: Queryable, space: Space, idOrNumber: string): Promise<{ id: string; revisionId: string }> {
    return this.#find(on, space.id, idOrNumber)
  }

  /** Gets the head revision of a change request. */
  async getHead(space: Space, idOrNumber: string): Promise<StoredRevision> {
    const row = await this.#find(this.#deps.database, space.id, idOrNumber)
    const [head] = await this.#deps.revisionStore.findAll(this.#deps.database, space.id, [row.revisionId])
    return head
  }

  /** Locks a change request until the transaction ends, in whichever state it is. */
  lockExisting(tx: Transaction, space: Space, idOrNumber: string): Promise<{ id: string }> {
    return this.#lock(tx, space.id, idOrNumber)
  }

  /** Locks a change request until the transaction ends. Throws Conflict when it is merged or archived. */
  async lockEditable(tx: Transaction, space: Space, idOrNumber: string): Promise<ChangeRequestRow> {
    const row = await this.#lock(tx, space.id, idOrNumber)
    requireEditable(row)
    return row
  }

  /** Opens a change request with content that has conflicts, for people to resolve. The space must be locked. */
  async openForConflicts(
    tx: Transaction,
    request: {
      spaceId: string
      userId: string
      subject: string
      head: StoredRevision
      conflictedPages: string[]
    },
  ): Promise<{ id: string; number: number }> {
    const { spaceId, userId, subject, head, conflictedPages } = request
    const id = newId()
    const now = this.#deps.clock.now()
    const row = await this.#deps.changeRequests.insert(tx, { id, spaceId, subject, userId }, now)
    this.#deps.changeRequests.setHead(tx, id, { revisionId: head.id, userId, conflictedPages }, now)
    this.#deps.changeRequests.setStatus(tx, row, 'open', now)
    return { id, number: row.number }
  }

  /** Locks a change request until the transaction ends and reads its state; undefined when it does not exist any more. */
  async lockState(
    tx: Transaction,
    spaceId: string,
    id: string,
  ): Promise<
    { number: number; isEditable: boolean; revisionId: string; conflictedPages: string[] } | undefined
  > {
    const row = await this.#deps.changeRequests.lock(tx, spaceId, id)
    if (!row) return undefined
    const { number, status, revisionId, conflictedPages } = row
    return { number, isEditable: status === 'draft' || status === 'open', revisionId, conflictedPages }
  }

  /** Replaces the content of a change request that is locked. */
  setHead(
    tx: Transaction,
    id: string,
    head: { revisionId: string; userId: string; conflictedPages: string[] },
  ): void {
    this.#deps.changeRequests.setHead(tx, id, head, this.#deps.clock.now())
  }

  /** Sets the subject and the description, where they are given, of a change request that is locked. */
  setSubjectAndDescription(
    tx: Transaction,
    id: string,
    { subject, description }: Pick<UpdateChangeRequest, 'subject' | 'description'>,
  ): void {
    const now = this.#deps.clock.now()
    if (subject !== undefined) this.#deps.changeRequests.setSubject(tx, id, subject, now)
    if (description !== undefined) {
      this.#deps.changeRequests.setDescription(tx, id, readDescription(description), now)
    }
  }

  /** Commits a new revision and makes it the head of a change request that is locked. */
  async #commitHead(
    tx: Transaction,
    caller: Caller,
    row: ChangeRequestRow,
    written: Parameters<RevisionStore['commit']>[1],
    type: 'edits' | 'update',
    {
      computedState,
      ...pointers
    }: { ancestorId?: string; conflictedPages?: string[] } & Pick<NewRevision, 'computedState'>,
  ): Promise<StoredRevision> {
    const now = this.#deps.clock.now()
    const revision = await this.#deps.revisionStore.commit(tx, written, {
      spaceId: row.spaceId,
      parents: type === 'update' ? [row.revisionId, row.mainId] : [row.revisionId],
      type,
      userId: caller.userId,
      now,
      computedState,
    })
    this.#deps.changeRequests.setHead(
      tx,
      row.id,
      { revisionId: revision.id, userId: caller.userId, ...pointers },
      now,
    )
    return revision
  }

  async #find(on: Queryable, spaceId: string, idOrNumber: string): Promise<ChangeRequestRow> {
    const row = await this.#deps.changeRequests.find(on, spaceId, idOrNumber)
    if (!row) throw new NotFound('change request', idOrNumber)
    return row
  }

  /** Saves what people have written until now into a change request, if it can be edited. */
  async savePendingTexts(tx: Transaction, space: Space, idOrNumber: string): Promise<void> {
    const row = await this.#lock(tx, space.id, idOrNumber)
    if (row.status === 'draft' || row.status === 'open') await this.#savePendingTexts(tx, row)
  }

  async #savePendingTexts(tx: Transaction, row: ChangeRequestRow): Promise<boolean> {
    let hasSaved = false
    for (const save of this.#textSavers) hasSaved = (await save(tx, row)) || hasSaved
    return hasSaved
  }

  /** Locks a change request that can be edited, with all that people have written until now in its head. */
  async lockWithPendingTexts(
    tx: Transaction,
    spaceId: string,
    idOrNumber: string,
  ): Promise<ChangeRequestRow> {
    const row = await this.#lock(tx, spaceId, idOrNumber)
    requireEditable(row)
    return this.addPendingTexts(tx, row)
  }

  /** Saves what people have written until now into a change request that is locked and can be edited. */
  async addPendingTexts(tx: Transaction, row: ChangeRequestRow): Promise<ChangeRequestRow> {
    return (await this.#savePendingTexts(tx, row)) ? this.#find(tx, row.spaceId, row.id) : row
  }

  async #lock(tx: Transaction, spaceId: string, idOrNumber: string): Promise<ChangeRequestRow> {
    const row = await this.#deps.changeRequests.lock(tx, spaceId, idOrNumber)
    if (!row) throw new NotFound('change request', idOrNumber)
    return row
  }
}

/** A change request that is locked, after an edit has made a revision its head. */
const moveHead = (row: ChangeRequestRow, { id, createdAt }: StoredRevision): ChangeRequestRow => ({
  ...row,
  revisionId: id,
  updatedAt: createdAt,
})

function requireEditable({ status }: ChangeRequestRow): void {
  if (status === 'merged') throw new Conflict('This change request is merged already.')
  if (status === 'archived') throw new Conflict('This change request is archived; open it again first.')
}
