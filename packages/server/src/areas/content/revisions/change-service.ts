import type { Page } from '@verso/revisions'
import type { Subjects } from '../../../access/subjects.ts'
import { isVisible } from '../../../audience/conditions.ts'
import type { Visitor } from '../../../audience/visitor-admission.ts'
import type { Database } from '../../../database/database.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { FileService } from '../files/service.ts'
import { emptyRootHash } from '../store/hashes.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { ChangesQuery, SemanticChange, SemanticChanges } from './schema.ts'
import { type CreateDocumentId, findSemanticChanges } from './semantic-changes.ts'
import { describeReader, type RevisionService } from './service.ts'
import { selectVisibleChange } from './visible-changes.ts'

type Space = Subjects['space']

interface SemanticChangeServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  revisions: RevisionService
  changeRequests: ChangeRequestService
  documentIds: DocumentIds
  files: FileService
}

/** Lists what revisions and change requests change. */
export class SemanticChangeService {
  readonly #deps: SemanticChangeServiceDependencies

  constructor(deps: SemanticChangeServiceDependencies) {
    this.#deps = deps
  }

  /** The changes from the previous revision; from an empty one for the first. */
  async listForRevision(
    space: Space,
    revisionId: string,
    { limit = 10 }: ChangesQuery,
    visitor: Visitor | undefined,
  ): Promise<SemanticChanges> {
    const { database, revisionStore, revisions } = this.#deps
    const claims = visitor?.claims
    const revision = await revisions.findRevision(space, { of: 'revision', revisionId })
    const [parentId] = revision.parents
    const parent = parentId === undefined ? undefined : await revisionStore.find(database, space.id, parentId)
    const mergedFrom = await revisions.findMergedChangeRequest(revision, claims)
    const visible =
      visitor && !visitor.readsDraft
        ? await revisions.readVisibleContent(space, revision, visitor.claims)
        : undefined
    const { fileAudience } = describeReader(visitor)
    const reader = revisionStore.objects.createReader(database)
    const changes = await findSemanticChanges(reader, parent?.root ?? emptyRootHash, revision.root, {
      limit,
      createDocumentId: this.#createDocumentIds(space),
      createDownloadUrl: (file) => this.#deps.files.createDownloadUrl(file, fileAudience),
      ...(claims && { isHidden: ({ fields }: Page) => !isVisible(fields.condition, claims) }),
      ...(visible && { select: (change: SemanticChange) => selectVisibleChange(change, visible) }),
    })
    return { ...(mergedFrom && { mergedFrom }), ...changes }
  }

  /** The changes from one revision of a space to another, whichever is older. */
  async compare(
    space: Space,
    { baseRevisionId, revisionId }: { baseRevisionId: string; revisionId: string },
    { limit = 10 }: ChangesQuery,
  ): Promise<SemanticChanges> {
    const { database, revisionStore, revisions } = this.#deps
    const base = await revisions.findRevision(space, { of: 'revision', revisionId: baseRevisionId })
    const revision = await revisions.findRevision(space, { of: 'revision', revisionId })
    const { fileAudience } = describeReader(undefined)
    return findSemanticChanges(revisionStore.objects.createReader(database), base.root, revision.root, {
      limit,
      createDocumentId: this.#createDocumentIds(space),
      createDownloadUrl: (file) => this.#deps.files.createDownloadUrl(file, fileAudience),
    })
  }

  /** The changes from the revision of the space that the change request was last merged with. */
  async listForChangeRequest(
    space: Space,
    changeRequestId: string,
    { limit = 10 }: ChangesQuery,
    visitor: Visitor | undefined,
  ): Promise<SemanticChanges> {
    const { database, revisionStore } = this.#deps
    const { fileAudience } = describeReader(visitor)
    const request = await this.#deps.changeRequests.get(space, changeRequestId)
    const [ancestor, head] = await revisionStore.findAll(database, space.id, [
      request.revisionMergedAncestor,
      request.revision,
    ])
    const reader = revisionStore.objects.createReader(database)
    return findSemanticChanges(reader, ancestor.root, head.root, {
      limit,
      createDocumentId: this.#createDocumentIds(space),
      createDownloadUrl: (file) => this.#deps.files.createDownloadUrl(file, fileAudience),
    })
  }

  #createDocumentIds(space: Space): CreateDocumentId {
    return (ownerKind, id, document) => this.#deps.documentIds.createId(space.id, { ownerKind, id, document })
  }
}
