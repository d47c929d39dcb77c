import type { Document } from '@verso/markdown'
import { applyChanges, hashOf, type PageTree, RevisionView } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { ComputedContent } from '../store/computed-content.ts'
import { type SpecDescriptions, findPageText } from '../../openapi/index.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { DocumentParser } from '../documents/document-parser.ts'
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
  documentParser: DocumentParser
  documentIds: DocumentIds
}

/** What sources come to, whether or not a page has them. */
export class ComputedService {
  readonly #deps: ComputedServiceDependencies

  constructor(deps: ComputedServiceDependencies) {
    this.#deps = deps
  }

  async getDocument(space: Space, { source }: ComputeDocument): Promise<Document> {
    const { spec } = source.dependencies.spec.ref
    const texts = await this.#deps.descriptions.loadTexts(this.#deps.database, space.organizationId, spec)
    if (!texts) throw new NotFound('OpenAPI spec with a version', spec)
    const markdown = findPageText(texts, source.props)
    if (markdown === undefined) throw new NotFound('page of the OpenAPI spec', spec)
    return this.#deps.documentParser.parse(hashOf(Buffer.from(markdown)), markdown)
  }

  async getRevision(space: Space, { source, seed }: ComputeRevision): Promise<ComputedRevision> {
    const place = { seed, parent: null, at: 0 }
    const changes = await this.#deps.computed.buildPageChanges(
      this.#deps.database,
      space.organizationId,
      parseComputedSource(source),
      place,
    )
    if (!changes) throw new NotFound('OpenAPI spec with a version', source.dependencies.spec.ref.spec)
    const reader = this.#deps.revisionStore.objects.createReader(this.#deps.database)
    const { root, objects } = await applyChanges(reader, emptyRootHash, changes)
    // Nobody has this content: it is read once, from memory.
    const tree = await new RevisionView({ get: () => Promise.resolve(objects) }, root).tree()
    return { pages: tree.map((page) => this.#present(space, page)), files: [], reusableContents: [] }
  }

  /** Fills a space that was just made. */
  async fillSpace(
    tx: Transaction,
    caller: Caller,
    spaceId: string,
    source: ComputedRevisionSource,
  ): Promise<StoredRevision> {
    const now = this.#deps.clock.now()
    const { userId } = caller
    const held = await this.#deps.main.lock(tx, spaceId)
    const page = { id: newId(), parent: null, title: 'API reference', moment: now.toISOString() }
    const changes = [createComputedPage(page, source)]
    const written = await applyChanges(
      this.#deps.revisionStore.objects.createReader(tx),
      held.revision.root,
      changes,
    )
    const parents = [held.revision.id]
    const revision = await this.#deps.revisionStore.commit(tx, written, {
      spaceId,
      parents,
      type: 'edits',
      userId,
      now,
    })
    await this.#deps.main.moveTo(tx, held, revision, { userId, now })
    return revision
  }

  /** Without ids of texts: those are of texts that a space has. */
  #present(space: Space, tree: PageTree): RevisionPage {
    const presenting = {
      urls: this.#deps.urls,
      documentIds: this.#deps.documentIds,
      spaceId: space.id,
      metadata: false,
    }
    return withoutDocument(presentTree(presenting, tree))
  }
}

function withoutDocument({ documentId: _documentId, pages, ...page }: RevisionPage): RevisionPage {
  // The pages below a page have its own shape; the schema cannot say so.
  return { ...page, ...(pages && { pages: (pages as RevisionPage[]).map(withoutDocument) }) }
}
