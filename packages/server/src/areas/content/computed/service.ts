import type { Document } from '@verso/markdown'
import { applyChanges, hashObject, type PageTree, RevisionView } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { ComputedContent } from '../store/computed-content.ts'
import { type SpecAccess, type SpecDescriptions, findPageText } from '../../openapi/index.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { DocumentParser } from '../documents/document-parser.ts'
import { AuthorizedMain } from '../store/main-authorization.ts'
import type { MainBranch } from '../store/main-branch.ts'
import { emptyRootHash } from '../store/hashes.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { presentTree } from '../revisions/present.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { ComputedRevisionSource } from '../computed-sources/schema.ts'
import type { ComputeDocument, ComputedRevision, ComputeRevision } from './schema.ts'
import { createComputedPage, parseComputedSource } from '../computed-sources/source.ts'

type Space = Subjects['space']

interface ComputedServiceDependencies {
  database: Database
  clock: Clock
  urls: Urls
  revisionStore: RevisionStore
  main: MainBranch
  computed: ComputedContent
  descriptions: SpecDescriptions
  specAccess: SpecAccess
  documentParser: DocumentParser
  documentIds: DocumentIds
}

/** Generates pages and documents from sources, without or before a page that has them. */
export class ComputedService {
  readonly #deps: ComputedServiceDependencies

  constructor(deps: ComputedServiceDependencies) {
    this.#deps = deps
  }

  /** @param caller undefined for a visitor whose site shows the spec. */
  async getDocument(
    caller: Caller | undefined,
    { organizationId }: Space,
    { source }: ComputeDocument,
  ): Promise<Document> {
    const { spec } = source.dependencies.spec.ref
    if (caller) await this.#requireSpec(caller, organizationId, spec)
    const scope = { organizationId, spaceId: null }
    const texts = await this.#deps.descriptions.loadTexts(this.#deps.database, scope, spec)
    if (!texts) throw new NotFound('OpenAPI spec with a version', spec)
    const markdown = findPageText(texts, source.props)
    if (markdown === undefined) throw new NotFound('page of the OpenAPI spec', spec)
    return this.#deps.documentParser.parse(hashObject(Buffer.from(markdown)), markdown)
  }

  async getRevision(
    caller: Caller,
    space: Space,
    { source, seed }: ComputeRevision,
  ): Promise<ComputedRevision> {
    await this.#requireSpec(caller, space.organizationId, source.dependencies.spec.ref.spec)
    const position = { seed, parent: null, at: 0 }
    const changes = await this.#deps.computed.buildPageChanges(
      this.#deps.database,
      { organizationId: space.organizationId, spaceId: null },
      parseComputedSource(source),
      position,
    )
    if (!changes) throw new NotFound('OpenAPI spec with a version', source.dependencies.spec.ref.spec)
    const reader = this.#deps.revisionStore.objects.createReader(this.#deps.database)
    const { root, objects } = await applyChanges(reader, emptyRootHash, changes)
    // This content is not stored: it is read from memory.
    const tree = await new RevisionView({ get: () => Promise.resolve(objects) }, root).getPageTree()
    return { pages: tree.map((page) => this.#present(space, page)), files: [], reusableContents: [] }
  }

  /** Adds a computed page to a new space. Throws NotFound when the caller may not see the spec. */
  async fillSpace(
    tx: Transaction,
    caller: Caller,
    { id: spaceId, organizationId }: { id: string; organizationId: string },
    source: ComputedRevisionSource,
  ): Promise<StoredRevision> {
    const { spec } = source.dependencies.spec.ref
    await this.#deps.specAccess.requireVisible(tx, caller, organizationId, [spec])
    const now = this.#deps.clock.now()
    const { userId } = caller
    const locked = await this.#deps.main.lock(tx, spaceId)
    const page = { id: newId(), parent: null, title: 'API reference', createdAt: now.toISOString() }
    const changes = [createComputedPage(page, source)]
    const written = await applyChanges(
      this.#deps.revisionStore.objects.createReader(tx),
      locked.revision.root,
      changes,
    )
    return this.#deps.main.commitChange(tx, AuthorizedMain.forNewSpace(locked), written, { userId, now })
  }

  async #requireSpec(caller: Caller, organizationId: string, spec: string): Promise<void> {
    await this.#deps.specAccess.requireVisible(this.#deps.database, caller, organizationId, [spec])
  }

  /** Presents a page without ids of documents, because these exist only for stored documents. */
  #present(space: Space, tree: PageTree): RevisionPage {
    const context = {
      urls: this.#deps.urls,
      documentIds: this.#deps.documentIds,
      spaceId: space.id,
      metadata: false,
    }
    return removeDocumentIds(presentTree(context, tree))
  }
}

function removeDocumentIds({ documentId: _documentId, pages, ...page }: RevisionPage): RevisionPage {
  // Child pages have the shape of a page, which the schema cannot express.
  return { ...page, ...(pages && { pages: (pages as RevisionPage[]).map(removeDocumentIds) }) }
}
