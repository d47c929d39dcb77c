import { UnknownPage } from '@verso/revisions'
import type { Subjects } from '../../access/subjects.ts'
import { NotFound } from '../../common/errors.ts'
import type { Urls } from '../../common/urls.ts'
import type { Content, Revision as StoredRevision } from '../../content/content.ts'
import type { Documents } from '../../content/documents.ts'
import { emptyContent } from '../../content/objects.ts'
import type { Database } from '../../database/database.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import { semanticChanges } from './changes.ts'
import { presentTree } from './present.ts'
import type {
  ChangesQuery,
  PageQuery,
  Revision,
  RevisionPage,
  RevisionPages,
  SemanticChanges,
} from './schema.ts'

type Space = Subjects['space']

/** Which content of a space is meant: what it shows, what a change request has, or one revision. */
export type Scope =
  | { of: 'space' }
  | { of: 'change-request'; changeRequestId: string }
  | { of: 'revision'; revisionId: string }

export class RevisionService {
  readonly #database: Database
  readonly #content: Content
  readonly #documents: Documents
  readonly #changeRequests: ChangeRequestService
  readonly #urls: Urls

  constructor(parts: {
    database: Database
    content: Content
    documents: Documents
    changeRequests: ChangeRequestService
    urls: Urls
  }) {
    this.#database = parts.database
    this.#content = parts.content
    this.#documents = parts.documents
    this.#changeRequests = parts.changeRequests
    this.#urls = parts.urls
  }

  async get(space: Space, scope: Scope): Promise<Revision> {
    const revision = await this.#resolve(space, scope)
    const view = this.#content.view(this.#database, revision.root)
    const [tree, reusableContents, variables] = await Promise.all([
      view.tree(),
      view.reusableContents(),
      view.variables(),
    ])
    const mergedFrom =
      revision.type === 'merge' ? await this.#changeRequests.mergedInto(revision.id) : undefined
    return {
      object: 'revision',
      id: revision.id,
      parents: revision.parents,
      type: revision.type,
      ...(mergedFrom && { mergedFrom }),
      pages: tree.map((page) => presentTree(this.#urls, space.id, page)),
      files: [],
      reusableContents: reusableContents.map(({ id, title }) => ({ id, title })),
      variables: Object.fromEntries(variables),
      createdAt: revision.createdAt,
      urls: { app: this.#urls.object(`/spaces/${space.id}/revisions/${revision.id}`).app },
    }
  }

  async pages(space: Space, scope: Scope): Promise<RevisionPages> {
    const revision = await this.#resolve(space, scope)
    const tree = await this.#content.view(this.#database, revision.root).tree()
    return { pages: tree.map((page) => presentTree(this.#urls, space.id, page)) }
  }

  async page(space: Space, scope: Scope, pageId: string, query: PageQuery): Promise<RevisionPage> {
    return this.#read(space, await this.#resolve(space, scope), pageId, query)
  }

  async pageByPath(space: Space, scope: Scope, path: string, query: PageQuery): Promise<RevisionPage> {
    const revision = await this.#resolve(space, scope)
    const page = await this.#content
      .view(this.#database, revision.root)
      .pageByPath(path.replace(/^\/+|\/+$/g, ''))
    if (!page) throw new NotFound('page', path)
    return this.#read(space, revision, page.id, query)
  }

  /** From the revision before it, or from nothing. */
  async changes(space: Space, revisionId: string, { limit = 10 }: ChangesQuery): Promise<SemanticChanges> {
    const revision = await this.#resolve(space, { of: 'revision', revisionId })
    const [parentId] = revision.parents
    const parent =
      parentId === undefined ? undefined : await this.#content.find(this.#database, space.id, parentId)
    const mergedFrom =
      revision.type === 'merge' ? await this.#changeRequests.mergedInto(revision.id) : undefined
    const reader = this.#content.store.reader(this.#database)
    const changes = await semanticChanges(reader, parent?.root ?? emptyContent, revision.root, limit)
    return { ...(mergedFrom && { mergedFrom }), ...changes }
  }

  /** From where the change request was last one with its space. */
  async changesIn(
    space: Space,
    changeRequestId: string,
    { limit = 10 }: ChangesQuery,
  ): Promise<SemanticChanges> {
    const request = await this.#changeRequests.get(space, changeRequestId)
    const [ancestor, head] = await this.#content.findAll(this.#database, space.id, [
      request.revisionMergedAncestor,
      request.revision,
    ])
    return semanticChanges(this.#content.store.reader(this.#database), ancestor.root, head.root, limit)
  }

  async #read(
    space: Space,
    { root }: StoredRevision,
    pageId: string,
    { format = 'document' }: PageQuery,
  ): Promise<RevisionPage> {
    const view = this.#content.view(this.#database, root)
    const page = await view.subtree(pageId).catch((error: unknown) => {
      throw error instanceof UnknownPage ? new NotFound('page', pageId) : error
    })
    const presented = presentTree(this.#urls, space.id, page)
    if (page.document === null) return presented
    const markdown = (await view.documents([page.document])).get(page.document) ?? ''
    return format === 'markdown'
      ? { ...presented, markdown }
      : { ...presented, document: this.#documents.parse(page.document, markdown) }
  }

  async #resolve(space: Space, scope: Scope): Promise<StoredRevision> {
    if (scope.of === 'change-request') return this.#changeRequests.head(space, scope.changeRequestId)
    const id = scope.of === 'space' ? space.revisionId : scope.revisionId
    const revision = await this.#content.find(this.#database, space.id, id)
    if (!revision) throw new NotFound('revision', id)
    return revision
  }
}
