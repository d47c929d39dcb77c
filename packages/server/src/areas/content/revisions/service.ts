import type { Document } from '@verso/markdown'
import { type Hash, type Page, type PageWithPath, type RevisionView, UnknownPage } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import { isVisible } from '../../../audience/conditions.ts'
import { NotFound } from '../../../common/errors.ts'
import { CacheableResponse } from '../../../common/cacheable-response.ts'
import type { Urls } from '../../../common/urls.ts'
import type { RevisionStore, StoredRevision as StoredRevision } from '../store/revision-store.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import { createEvaluation } from '../documents/evaluation.ts'
import { emptyRootHash } from '../store/hashes.ts'
import type { DocumentOwner } from '../documents/reference-resolver.ts'
import { type DocumentReader, type DocumentSource, writeStableMarkdown } from '../documents/document-reader.ts'
import type { Database } from '../../../database/database.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import type { FileService } from '../files/service.ts'
import { type CreateDocumentId, findSemanticChanges } from './changes.ts'
import { presentCommit, presentReusableContent, presentTree, type PresentationContext } from './present.ts'
import type {
  ChangesQuery,
  DocumentQuery,
  PageQuery,
  Revision,
  RevisionPage,
  RevisionPages,
  RevisionQuery,
  RevisionReusableContent,
  SemanticChanges,
} from './schema.ts'

type Space = Subjects['space']

/** Which content of a space is meant: what it shows, what a change request has, or one revision. */
export type RevisionScope = (
  | { of: 'space' }
  | { of: 'change-request'; changeRequestId: string }
  | { of: 'revision'; revisionId: string }
) & {
  /** Of the visitor who reads it: what their conditions hide is not there. Without them everything is. */
  claims?: Claims | undefined
}

interface RevisionServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  reader: DocumentReader
  documentIds: DocumentIds
  changeRequests: ChangeRequestService
  files: FileService
  urls: Urls
}

export class RevisionService {
  readonly #deps: RevisionServiceDependencies
  /** Pages of a content as they are presented: the same for everyone, and a thousand are not made for each request. */
  readonly #trees = new LRUCache<string, RevisionPage[]>({
    maxSize: 100_000,
    sizeCalculation: (pages) => pages.reduce((sum, page) => sum + sizeOf(page), 1),
  })

  constructor(deps: RevisionServiceDependencies) {
    this.#deps = deps
  }

  async get(space: Space, scope: RevisionScope, query: RevisionQuery): Promise<CacheableResponse<Revision> | Revision> {
    const revision = await this.findRevision(space, scope)
    // Visitors are not told of change requests.
    const mergedFrom =
      revision.type === 'merge' && !scope.claims
        ? await this.#deps.changeRequests.findByMergedRevision(revision.id)
        : undefined
    const make = () => this.#get(space, revision, mergedFrom, query, scope.claims)
    // The same for everyone but visitors, who do not all see the same.
    return scope.claims ? make() : new CacheableResponse([space.id, revision.id, mergedFrom, query], make)
  }

  async #get(
    space: Space,
    revision: StoredRevision,
    mergedFrom: ChangeRequest | undefined,
    query: RevisionQuery,
    claims: Claims | undefined,
  ): Promise<Revision> {
    const view = this.#deps.revisionStore.createView(this.#deps.database, rootFor(revision, query))
    const [pages, { items: files }, reusableContents, variables] = await Promise.all([
      this.#tree(space, view, query, claims),
      view.files({ limit: Infinity }),
      view.reusableContents(),
      view.variables(),
    ])
    const presenting = this.#presenting(space, query)
    return {
      object: 'revision',
      id: revision.id,
      parents: revision.parents,
      type: revision.type,
      ...(mergedFrom && { mergedFrom }),
      pages,
      files: files.map(({ git, ...file }) =>
        this.#deps.files.present(presenting.metadata && git ? { ...file, git } : file),
      ),
      reusableContents: reusableContents.map((content) => presentReusableContent(presenting, content)),
      tags: [],
      variables: Object.fromEntries(variables),
      createdAt: revision.createdAt,
      ...(presenting.metadata && revision.git && { git: presentCommit(revision.git) }),
      urls: { app: this.#deps.urls.object(`/spaces/${space.id}/revisions/${revision.id}`).app },
    }
  }

  /** A page as it is stored, where whoever asks may see it. */
  async getPageRecord(space: Space, scope: RevisionScope, pageId: string): Promise<PageWithPath> {
    const { resolvedRoot: shown } = await this.findRevision(space, scope)
    return findPage(this.#deps.revisionStore.createView(this.#deps.database, shown), pageId, scope.claims)
  }

  /** For who reads something else of it. */
  async createView(space: Space, scope: RevisionScope): Promise<RevisionView> {
    return this.#deps.revisionStore.createView(this.#deps.database, (await this.findRevision(space, scope)).resolvedRoot)
  }

  async listPages(
    space: Space,
    scope: RevisionScope,
    query: RevisionQuery,
  ): Promise<CacheableResponse<RevisionPages> | RevisionPages> {
    const root = rootFor(await this.findRevision(space, scope), query)
    const view = this.#deps.revisionStore.createView(this.#deps.database, root)
    const make = async () => ({ pages: await this.#tree(space, view, query, scope.claims) })
    return scope.claims ? make() : new CacheableResponse([space.id, root, query], make)
  }

  async getPage(space: Space, scope: RevisionScope, pageId: string, query: PageQuery): Promise<RevisionPage> {
    return this.#read(space, await this.findRevision(space, scope), pageId, query, scope.claims)
  }

  /** The same, as an answer that can be kept where everyone gets the same. */
  async getCacheablePage(
    space: Space,
    scope: RevisionScope,
    pageId: string,
    query: PageQuery,
  ): Promise<CacheableResponse<RevisionPage> | RevisionPage> {
    const revision = await this.findRevision(space, scope)
    const make = () => this.#read(space, revision, pageId, query, scope.claims)
    return scope.claims ? make() : new CacheableResponse([space.id, rootFor(revision, query), pageId, query], make)
  }

  async getPageByPath(space: Space, scope: RevisionScope, path: string, query: PageQuery): Promise<RevisionPage> {
    const revision = await this.findRevision(space, scope)
    const page = await this.#deps.revisionStore
      .createView(this.#deps.database, rootFor(revision, query))
      .pageByPath(path.replace(/^\/+|\/+$/g, ''))
    if (!page) throw new NotFound('page', path)
    return this.#read(space, revision, page.id, query, scope.claims)
  }

  /** The text of a page; an empty one for a page without. */
  async getPageDocument(space: Space, scope: RevisionScope, pageId: string, query: DocumentQuery): Promise<Document> {
    const { resolvedRoot: shown } = await this.findRevision(space, scope)
    const view = this.#deps.revisionStore.createView(this.#deps.database, shown)
    const page = await findPage(view, pageId, scope.claims)
    return this.#document(view, await this.#deps.reader.loadPageSource(view, page), query, scope.claims)
  }

  async getReusableContent(
    space: Space,
    scope: RevisionScope,
    id: string,
    query: RevisionQuery,
  ): Promise<RevisionReusableContent> {
    const root = rootFor(await this.findRevision(space, scope), query)
    const content = await this.#deps.revisionStore.createView(this.#deps.database, root).reusableContent(id)
    if (!content) throw new NotFound('reusable content', id)
    return presentReusableContent(this.#presenting(space, query), content)
  }

  async getReusableContentDocument(
    space: Space,
    scope: RevisionScope,
    id: string,
    query: DocumentQuery,
  ): Promise<Document> {
    const { resolvedRoot: shown } = await this.findRevision(space, scope)
    const view = this.#deps.revisionStore.createView(this.#deps.database, shown)
    const content = await view.reusableContent(id)
    if (!content) throw new NotFound('reusable content', id)
    const source = await this.#deps.reader.loadReusableContentSource(view, content)
    return this.#document(view, source, query, scope.claims)
  }

  /**
   * A text that the space has, or had, by the id that was given out for it. Its links are read from where its page
   * stands in the space now.
   */
  async getDocumentById(space: Space, documentId: string, claims?: Claims): Promise<Document> {
    const name = this.#deps.documentIds.parseId(space.id, documentId)
    if (!name) throw new NotFound('document', documentId)
    const { resolvedRoot: shown } = await this.findRevision(space, { of: 'space' })
    const view = this.#deps.revisionStore.createView(this.#deps.database, shown)
    const page = name.ownerKind === 'page' ? await findPage(view, name.id, claims).catch(notThere) : undefined
    const content = name.ownerKind === 'page' ? undefined : await view.reusableContent(name.id)
    // Visitors read what the space shows now, and not what someone wrote once.
    if (claims && (page ?? content)?.document !== name.document) throw new NotFound('document', documentId)
    const owner: DocumentOwner = page ? { page } : content ? { reusableContent: content } : { none: true }
    const source = await this.#deps.reader.loadSource(view, owner, name.document)
    return this.#document(view, source, {}, claims)
  }

  /** The pages of what some spaces show that a visitor does not see. */
  async findHiddenPages(
    spaceIds: readonly string[],
    claims: Claims,
  ): Promise<{ spaceId: string; pageId: string }[]> {
    const hidden: { spaceId: string; pageId: string }[] = []
    for (const { spaceId, resolvedRoot: shown } of await this.#deps.revisionStore.findCurrent(this.#deps.database, spaceIds)) {
      const view = this.#deps.revisionStore.createView(this.#deps.database, shown)
      const pages = await this.#tree({ id: spaceId }, view, {}, undefined)
      hidden.push(...hiddenIn(pages, claims, false).map((pageId) => ({ spaceId, pageId })))
    }
    return hidden
  }

  /** From the revision before it, or from nothing. */
  async getChanges(
    space: Space,
    revisionId: string,
    { limit = 10 }: ChangesQuery,
    claims?: Claims,
  ): Promise<SemanticChanges> {
    const revision = await this.findRevision(space, { of: 'revision', revisionId })
    const [parentId] = revision.parents
    const parent =
      parentId === undefined
        ? undefined
        : await this.#deps.revisionStore.find(this.#deps.database, space.id, parentId)
    // Visitors are not told of change requests.
    const mergedFrom =
      revision.type === 'merge' && !claims
        ? await this.#deps.changeRequests.findByMergedRevision(revision.id)
        : undefined
    const reader = this.#deps.revisionStore.objects.createReader(this.#deps.database)
    const changes = await findSemanticChanges(reader, parent?.root ?? emptyRootHash, revision.root, {
      limit,
      name: this.#naming(space),
      addressOf: (file) => this.#deps.files.createDownloadUrl(file),
      ...(claims && { isHidden: ({ fields }: Page) => !isVisible(fields.condition, claims) }),
    })
    return { ...(mergedFrom && { mergedFrom }), ...changes }
  }

  /** From where the change request was last one with its space. */
  async getChangeRequestChanges(
    space: Space,
    changeRequestId: string,
    { limit = 10 }: ChangesQuery,
  ): Promise<SemanticChanges> {
    const request = await this.#deps.changeRequests.get(space, changeRequestId)
    const [ancestor, head] = await this.#deps.revisionStore.findAll(this.#deps.database, space.id, [
      request.revisionMergedAncestor,
      request.revision,
    ])
    return findSemanticChanges(this.#deps.revisionStore.objects.createReader(this.#deps.database), ancestor.root, head.root, {
      limit,
      name: this.#naming(space),
      addressOf: (file) => this.#deps.files.createDownloadUrl(file),
    })
  }

  async #read(
    space: Space,
    revision: StoredRevision,
    pageId: string,
    query: PageQuery,
    claims: Claims | undefined,
  ): Promise<RevisionPage> {
    const view = this.#deps.revisionStore.createView(this.#deps.database, rootFor(revision, query))
    const page = await findPage(view, pageId, claims)
    const whole = presentTree(this.#presenting(space, query), await view.subtree(pageId))
    const presented = claims ? withVisibleBelow(whole, claims) : whole
    const source = await this.#deps.reader.loadPageSource(view, page)
    if (!source) return presented
    const { format = 'document', 'format.markdown.refs': refs = 'relative' } = query
    if (format === 'document') {
      return { ...presented, document: await this.#document(view, source, query, claims) }
    }
    // The text as it was written has what conditions hide from visitors.
    if (refs === 'stable' || claims) {
      const document = await this.#document(view, source, query, claims)
      return { ...presented, markdown: writeStableMarkdown(space.id, page.fields.title, document) }
    }
    return { ...presented, markdown: source.markdown }
  }

  async #document(
    view: RevisionView,
    source: DocumentSource | undefined,
    { dereferenced = 'false', evaluated = 'false' }: DocumentQuery,
    claims: Claims | undefined,
  ): Promise<Document> {
    if (!source) return emptyDocument
    // What is included may hold conditions too: for visitors all of it is decided here.
    const expanded = dereferenced !== 'false' || claims !== undefined
    if (evaluated === 'false' && !claims) return this.#deps.reader.readDocument(view, source, { expanded })
    const inputs = {
      variables: Object.fromEntries(await view.variables()),
      pageVariables: ('page' in source.owner && source.owner.page.fields.variables) || {},
      ...(claims && { claims }),
    }
    const evaluation = createEvaluation(inputs, { knownOnly: evaluated === 'deterministic-only' })
    return this.#deps.reader.readDocument(view, source, { expanded, evaluation })
  }

  async #tree(
    space: Pick<Space, 'id'>,
    view: RevisionView,
    query: RevisionQuery,
    claims: Claims | undefined,
  ): Promise<RevisionPage[]> {
    const presenting = this.#presenting(space, query)
    const key = `${space.id}/${view.root}/${presenting.metadata}`
    const pages = this.#trees.get(key) ?? (await view.tree()).map((page) => presentTree(presenting, page))
    this.#trees.set(key, pages)
    return claims ? visiblePages(pages, claims) : pages
  }

  #naming(space: Space): CreateDocumentId {
    return (of, id, document) => this.#deps.documentIds.createId(space.id, { ownerKind: of, id, document })
  }

  #presenting(space: Pick<Space, 'id'>, { metadata = true }: RevisionQuery): PresentationContext {
    return { urls: this.#deps.urls, documentIds: this.#deps.documentIds, spaceId: space.id, metadata }
  }

  /** The revision that a scope is at. */
  async findRevision(space: Space, scope: RevisionScope): Promise<StoredRevision> {
    if (scope.of === 'change-request') return this.#deps.changeRequests.getHead(space, scope.changeRequestId)
    const id = scope.of === 'space' ? space.revisionId : scope.revisionId
    const revision = await this.#deps.revisionStore.find(this.#deps.database, space.id, id)
    if (!revision) throw new NotFound('revision', id)
    return revision
  }
}

/** Visitors and everyone who does not say otherwise see what is computed in its place. */
const rootFor = ({ root, resolvedRoot: shown }: StoredRevision, { computed = true }: RevisionQuery): Hash =>
  computed ? shown : root

const emptyDocument: Document = { object: 'document', data: {}, nodes: [] }

async function findPage(view: RevisionView, id: string, claims: Claims | undefined): Promise<PageWithPath> {
  const page = await view.page(id).catch((error: unknown) => {
    throw error instanceof UnknownPage ? new NotFound('page', id) : error
  })
  const isHidden = ({ fields }: Pick<PageWithPath, 'fields'>) =>
    claims && !isVisible(fields.condition, claims)
  if ([page, ...page.ancestors].some(isHidden)) throw new NotFound('page', id)
  return page
}

/** What is below a hidden page is hidden with it. */
function visiblePages(pages: readonly RevisionPage[], claims: Claims): RevisionPage[] {
  const visible: RevisionPage[] = []
  for (const page of pages) {
    if (isVisible(page.condition, claims)) visible.push(withVisibleBelow(page, claims))
  }
  return visible
}

// The pages below a page have its own shape; the schema cannot say so.
const withVisibleBelow = (page: RevisionPage, claims: Claims): RevisionPage =>
  page.pages ? { ...page, pages: visiblePages(page.pages as RevisionPage[], claims) } : page

function notThere(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}

// The pages below a page have its own shape; the schema cannot say so.
const sizeOf = ({ pages = [] }: RevisionPage): number =>
  pages.reduce((sum: number, page) => sum + sizeOf(page as RevisionPage), 1)

function hiddenIn(pages: readonly RevisionPage[], claims: Claims, all: boolean): string[] {
  return pages.flatMap((page) => {
    const hidden = all || !isVisible(page.condition, claims)
    // The pages below a page have its own shape; the schema cannot say so.
    const below = hiddenIn((page.pages ?? []) as RevisionPage[], claims, hidden)
    return hidden ? [page.id, ...below] : below
  })
}
