import { randomUUID } from 'node:crypto'
import type { Document } from '@verso/markdown'
import type { Hash, PageWithPath, ReusableContent, RevisionView } from '@verso/revisions'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import type { Visitor } from '../../../audience/visitor-admission.ts'
import { NotFound } from '../../../common/errors.ts'
import { CacheableResponse } from '../../../common/cacheable-response.ts'
import type { Urls } from '../../../common/urls.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import { listFieldReferences } from '../documents/field-references.ts'
import type { DocumentOwner } from '../documents/reference-resolver.ts'
import type { DocumentReader, DocumentSource } from '../documents/document-reader.ts'
import type { DocumentReading } from '../documents/document-task.ts'
import type { PooledDocumentReader } from '../documents/pooled-document-reader.ts'
import type { Database } from '../../../database/database.ts'
import { PreparedResponse } from '../../../http/route.ts'
import { createSegmentedResponse, type SegmentedResponse } from '../../../http/segmented-response.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import { createVisitorAudience, type FileAudience } from '../files/file-addresses.ts'
import type { FileService } from '../files/service.ts'
import type { VisibleContent, VisibleContentReader } from '../references/visible-content.ts'
import { resolvePagePath } from './page-finder.ts'
import { createOutlineFormat, createTreeFormat } from './page-formats.ts'
import { PageFragments } from './page-fragments.ts'
import { listOutlinePages } from './page-outline.ts'
import {
  collectTags,
  presentCommit,
  presentReusableContent,
  presentTags,
  presentTree,
  type PresentationContext,
} from './present.ts'
import {
  type DocumentQuery,
  type PageQuery,
  type PagesQuery,
  Revision,
  RevisionPage,
  type RevisionPages,
  type ReusableContentQuery,
  type RevisionContentQuery,
  type RevisionQuery,
  type RevisionReusableContent,
} from './schema.ts'
import {
  countPages,
  listHiddenPageIds,
  pickVisibleChildren,
  pickVisiblePages,
  requireVisiblePage,
} from './visible-pages.ts'

type Space = Subjects['space']

/** A revision of a space: its current one, the head of a change request, or one by its id. */
export type RevisionScope = (
  | { of: 'space' }
  | { of: 'change-request'; changeRequestId: string }
  | { of: 'revision'; revisionId: string }
) & {
  /** The claims of the visitor who reads. Pages with a condition that they do not meet are left out. */
  claims?: Claims | undefined
  /** Whom the addresses of files are for; members, unless it is given. */
  fileAudience?: FileAudience | undefined
}

/** What a scope says about the visitor who reads it. */
export const describeReader = (
  visitor: Visitor | undefined,
): Pick<RevisionScope, 'claims' | 'fileAudience'> =>
  visitor ? { claims: visitor.claims, fileAudience: createVisitorAudience(visitor) } : {}

const isShared = ({ fields }: RevisionContentQuery): boolean => fields === 'shared'

type ListedPages = Pick<Revision, 'pages' | 'tags'>

/** Stands for the pages of a revision while the rest of it is serialized. Nobody can choose its id for a page. */
const pagesPlaceholder: RevisionPage = { id: randomUUID(), title: '', type: 'document' }

/** The memory that a presented page takes, roughly. */
const PAGE_BYTES = 800

interface RevisionServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  reader: DocumentReader
  pooledReader: PooledDocumentReader
  documentIds: DocumentIds
  changeRequests: ChangeRequestService
  files: FileService
  visibleContent: VisibleContentReader
  caches: CacheBudget
  urls: Urls
}

/** Reads revisions: their pages, documents and reusable contents. */
export class RevisionService {
  readonly #deps: RevisionServiceDependencies
  /** Presenting a thousand pages for each request would be slow, and they are the same for every caller. */
  readonly #pageTrees: MemoryCache<RevisionPage[]>
  readonly #pageFragments: PageFragments

  constructor(deps: RevisionServiceDependencies) {
    this.#deps = deps
    const { caches, database, reader, revisionStore } = deps
    this.#pageFragments = new PageFragments({
      caches,
      createView: (root) => this.#openView(root),
      createReader: () => revisionStore.objects.createReader(database),
      resolveFields: (view, pages) => reader.resolvePageFields(view, pages),
      hasReferences: ({ fields }) => listFieldReferences(fields).length > 0,
    })
    this.#pageTrees = deps.caches.create('page-trees', (pages) =>
      pages.reduce((sum, page) => sum + countPages(page) * PAGE_BYTES, 0),
    )
  }

  async get(
    space: Space,
    scope: RevisionScope,
    query: RevisionContentQuery,
  ): Promise<CacheableResponse<Revision | SegmentedResponse<Revision>> | Revision> {
    const revision = await this.findRevision(space, scope)
    const mergedFrom = await this.findMergedChangeRequest(revision, scope.claims)
    const present = (listedPages: ListedPages) =>
      this.#presentRevision(space, revision, mergedFrom, query, scope, listedPages)
    const root = selectRoot(revision, query)
    // Visitors may see different pages, so what they get is not cached.
    if (scope.claims) {
      const pages = isShared(query)
        ? []
        : await this.#listPages(space, this.#openView(root), query, scope.claims)
      return present({ pages, tags: collectTags(pages) })
    }
    return new CacheableResponse<Revision | SegmentedResponse<Revision>>(
      [space.id, revision.id, mergedFrom, query, this.#deps.files.addressExpiry],
      async (serialize) => {
        if (isShared(query)) return present({ pages: [], tags: [] })
        const format = createTreeFormat(this.#createContext(space, query), serialize)
        const { segments, tags } = await this.#pageFragments.render(space.id, root, format)
        const withPlaceholder = await present({ pages: [pagesPlaceholder], tags: presentTags(tags) })
        const [head = '', tail = ''] = serialize(Revision, withPlaceholder).split(
          serialize(RevisionPage, pagesPlaceholder),
        )
        return createSegmentedResponse<Revision>(head, segments, tail)
      },
    )
  }

  async #presentRevision(
    space: Space,
    revision: StoredRevision,
    mergedFrom: ChangeRequest | undefined,
    query: RevisionContentQuery,
    { claims, fileAudience }: Pick<RevisionScope, 'claims' | 'fileAudience'>,
    { pages, tags }: ListedPages,
  ): Promise<Revision> {
    const view = this.#openView(selectRoot(revision, query))
    const [{ items: files }, reusableContents, variables, visible] = await Promise.all([
      isShared(query) ? { items: [] } : view.listFiles({ limit: Infinity }),
      view.listReusableContents(),
      view.getVariables(),
      claims && this.readVisibleContent(space, revision, claims),
    ])
    const context = this.#createContext(space, query)
    return {
      object: 'revision',
      id: revision.id,
      parents: revision.parents,
      type: revision.type,
      ...(mergedFrom && { mergedFrom }),
      pages,
      files: files
        .filter(({ id }) => !visible || visible.hasFile(id))
        .map(({ git, ...file }) =>
          this.#deps.files.present(context.metadata && git ? { ...file, git } : file, fileAudience),
        ),
      reusableContents: reusableContents
        .filter(({ id }) => !visible || visible.hasReusableContent(id))
        .map((content) => presentReusableContent(context, content)),
      tags,
      variables: Object.fromEntries(variables),
      createdAt: revision.createdAt,
      ...(context.metadata && revision.git && { git: presentCommit(revision.git) }),
      urls: { app: this.#deps.urls.object(`/spaces/${space.id}/revisions/${revision.id}`).app },
    }
  }

  /** A page as it is stored, with the references in its fields resolved. */
  async getPageRecord(space: Space, scope: RevisionScope, pageId: string): Promise<PageWithPath> {
    const { resolvedRoot } = await this.findRevision(space, scope)
    const view = this.#openView(resolvedRoot)
    const page = await requireVisiblePage(view, pageId, scope.claims)
    const [resolvedPage] = await this.#deps.reader.resolvePageFields(view, [{ ...page, pages: [] }])
    return { ...page, fields: resolvedPage?.fields ?? page.fields }
  }

  /** A view of the revision with computed pages in place. */
  openRevision({ resolvedRoot }: StoredRevision): RevisionView {
    return this.#openView(resolvedRoot)
  }

  async listPages(
    space: Space,
    scope: RevisionScope,
    query: PagesQuery,
  ): Promise<CacheableResponse<SegmentedResponse<RevisionPages>> | RevisionPages> {
    const root = selectRoot(await this.findRevision(space, scope), query)
    if (scope.claims) {
      const view = this.#openView(root)
      return {
        pages:
          query.fields === 'tree'
            ? listOutlinePages(await view.getPageTree(), scope.claims)
            : await this.#listPages(space, view, query, scope.claims),
      }
    }
    return new CacheableResponse<SegmentedResponse<RevisionPages>>(
      [space.id, root, query],
      async (serialize) => {
        const format =
          query.fields === 'tree'
            ? createOutlineFormat(serialize)
            : createTreeFormat(this.#createContext(space, query), serialize)
        const { segments } = await this.#pageFragments.render(space.id, root, format)
        return createSegmentedResponse<RevisionPages>('{"pages":[', segments, ']}')
      },
    )
  }

  /** A page without its text, by its id or its path. */
  async getPageFields(
    space: Space,
    scope: RevisionScope,
    key: { id: string } | { path: string },
    query: RevisionQuery = {},
  ): Promise<RevisionPage> {
    const view = this.#openView(selectRoot(await this.findRevision(space, scope), query))
    const pageId = 'id' in key ? key.id : await resolvePagePath(this.#deps.database, space.id, view, key.path)
    await requireVisiblePage(view, pageId, scope.claims)
    return this.#presentFields(space, view, pageId, query, scope.claims)
  }

  /** A page, as a response that is cached unless a visitor reads it. */
  async getCacheablePage(
    space: Space,
    scope: RevisionScope,
    pageId: string,
    query: PageQuery,
  ): Promise<CacheableResponse<PageResponse> | PageResponse> {
    const revision = await this.findRevision(space, scope)
    const create = () => this.#presentPage(space, revision, pageId, query, scope.claims)
    return scope.claims
      ? create()
      : new CacheableResponse([space.id, selectRoot(revision, query), pageId, query], create)
  }

  async getPageByPath(
    space: Space,
    scope: RevisionScope,
    path: string,
    query: PageQuery,
  ): Promise<PageResponse> {
    const revision = await this.findRevision(space, scope)
    const pageId = await resolvePagePath(
      this.#deps.database,
      space.id,
      this.#openView(selectRoot(revision, query)),
      path,
    )
    return this.#presentPage(space, revision, pageId, query, scope.claims)
  }

  /** The document of a page. It is empty for a page without a text. */
  async getPageDocument(
    space: Space,
    scope: RevisionScope,
    pageId: string,
    query: DocumentQuery,
  ): Promise<DocumentResponse> {
    const { view, source } = await this.findPageSource(space, scope, pageId)
    return this.#readDocument(view, source, query, scope.claims)
  }

  /** The text of a page. */
  async findPageSource(
    space: Space,
    scope: RevisionScope,
    pageId: string,
    query: RevisionQuery = {},
  ): Promise<SourceInView> {
    const view = this.#openView(selectRoot(await this.findRevision(space, scope), query))
    const page = await requireVisiblePage(view, pageId, scope.claims)
    return { view, source: await this.#deps.reader.loadPageSource(view, page) }
  }

  async getReusableContent(
    space: Space,
    scope: RevisionScope,
    id: string,
    query: ReusableContentQuery,
  ): Promise<RevisionReusableContent> {
    const revision = await this.findRevision(space, scope)
    const view = this.#openView(selectRoot(revision, query))
    const content = await this.#findReusableContent(space, revision, view, id, scope.claims)
    const presented = presentReusableContent(this.#createContext(space, query), content)
    // The text as it was written contains what conditions hide from visitors.
    if (query.format !== 'markdown' || scope.claims) return presented
    const source = await this.#deps.reader.loadReusableContentSource(view, content)
    return { ...presented, markdown: source?.markdown ?? '' }
  }

  async getReusableContentDocument(
    space: Space,
    scope: RevisionScope,
    id: string,
    query: DocumentQuery,
  ): Promise<DocumentResponse> {
    const { view, source } = await this.findReusableContentSource(space, scope, id)
    return this.#readDocument(view, source, query, scope.claims)
  }

  /** The text of a reusable content. */
  async findReusableContentSource(space: Space, scope: RevisionScope, id: string): Promise<SourceInView> {
    const revision = await this.findRevision(space, scope)
    const view = this.#openView(revision.resolvedRoot)
    const content = await this.#findReusableContent(space, revision, view, id, scope.claims)
    return { view, source: await this.#deps.reader.loadReusableContentSource(view, content) }
  }

  async getDocumentById(space: Space, documentId: string, claims?: Claims): Promise<DocumentResponse> {
    const { view, source } = await this.findDocumentSource(space, documentId, claims)
    return this.#readDocument(view, source, {}, claims)
  }

  /**
   * A text of any revision of the space, by the id that the API returned for it. Its references are resolved in the current
   * revision of the space.
   */
  async findDocumentSource(space: Space, documentId: string, claims?: Claims): Promise<SourceInView> {
    const key = this.#deps.documentIds.parseId(space.id, documentId)
    if (!key) throw new NotFound('document', documentId)
    const revision = await this.findRevision(space, { of: 'space' })
    const view = this.#openView(revision.resolvedRoot)
    const page =
      key.ownerKind === 'page'
        ? await requireVisiblePage(view, key.id, claims).catch(ignoreNotFound)
        : undefined
    const content =
      key.ownerKind === 'page'
        ? undefined
        : await this.#findReusableContent(space, revision, view, key.id, claims).catch(ignoreNotFound)
    // Visitors may read only the current texts.
    if (claims && (page ?? content)?.document !== key.document) throw new NotFound('document', documentId)
    const owner: DocumentOwner = page ? { page } : content ? { reusableContent: content } : { none: true }
    return { view, source: await this.#deps.reader.loadSource(view, owner, key.document) }
  }

  /** The pages of some spaces that are hidden from a visitor. */
  async findHiddenPages(
    spaceIds: readonly string[],
    claims: Claims,
  ): Promise<{ spaceId: string; pageId: string }[]> {
    const hiddenPages: { spaceId: string; pageId: string }[] = []
    const revisions = await this.#deps.revisionStore.findCurrent(this.#deps.database, spaceIds)
    for (const { spaceId, resolvedRoot } of revisions) {
      const view = this.#openView(resolvedRoot)
      const pages = await this.#listPages({ id: spaceId }, view, {}, undefined)
      hiddenPages.push(...listHiddenPageIds(pages, claims).map((pageId) => ({ spaceId, pageId })))
    }
    return hiddenPages
  }

  /** Finds a reusable content. For a visitor, one that no text they see includes does not exist. */
  async #findReusableContent(
    space: Space,
    revision: StoredRevision,
    view: RevisionView,
    id: string,
    claims: Claims | undefined,
  ): Promise<ReusableContent> {
    const content = await view.findReusableContent(id)
    const isHidden =
      content && claims && !(await this.readVisibleContent(space, revision, claims)).hasReusableContent(id)
    if (!content || isHidden) throw new NotFound('reusable content', id)
    return content
  }

  readVisibleContent(
    space: Pick<Space, 'id'>,
    { resolvedRoot }: StoredRevision,
    claims: Claims,
  ): Promise<VisibleContent> {
    return this.#deps.visibleContent.readContent(space.id, resolvedRoot, claims)
  }

  /** The change request that a merge came from. Visitors do not see change requests. */
  async findMergedChangeRequest(
    revision: StoredRevision,
    claims: Claims | undefined,
  ): Promise<ChangeRequest | undefined> {
    if (revision.type !== 'merge' || claims) return undefined
    return this.#deps.changeRequests.findByMergedRevision(revision.id)
  }

  async #presentPage(
    space: Space,
    revision: StoredRevision,
    pageId: string,
    query: PageQuery,
    claims: Claims | undefined,
  ): Promise<PageResponse> {
    const view = this.#openView(selectRoot(revision, query))
    const storedPage = await requireVisiblePage(view, pageId, claims)
    const [page, source] = await Promise.all([
      this.#presentFields(space, view, pageId, query, claims),
      this.#deps.reader.loadPageSource(view, storedPage),
    ])
    if (!source) return page
    const { format = 'document', 'format.markdown.refs': refs = 'relative' } = query
    const reading = await createReading(view, source, query, claims)
    if (format === 'document') {
      const read = await this.#deps.pooledReader.readDocument(view, reading)
      if ('document' in read) return { ...page, document: read.document }
      return PreparedResponse.fromJson(`${JSON.stringify(page).slice(0, -1)},"document":${read.json}}`)
    }
    // The text as it was written contains what conditions hide from visitors.
    if (refs === 'stable' || claims) {
      const { title } = storedPage.fields
      const owner = { spaceId: space.id, title }
      return { ...page, markdown: await this.#deps.pooledReader.readMarkdown(view, reading, owner) }
    }
    return { ...page, markdown: source.markdown }
  }

  async #presentFields(
    space: Space,
    view: RevisionView,
    pageId: string,
    query: RevisionQuery,
    claims: Claims | undefined,
  ): Promise<RevisionPage> {
    const subtree = await view.getSubtree(pageId)
    const [resolvedSubtree = subtree] = await this.#deps.reader.resolvePageFields(view, [subtree])
    const page = presentTree(this.#createContext(space, query), resolvedSubtree)
    return claims ? pickVisibleChildren(page, claims) : page
  }

  async #readDocument(
    view: RevisionView,
    source: DocumentSource | undefined,
    query: DocumentQuery,
    claims: Claims | undefined,
  ): Promise<DocumentResponse> {
    if (!source) return emptyDocument
    const reading = await createReading(view, source, query, claims)
    const read = await this.#deps.pooledReader.readDocument(view, reading)
    return 'document' in read ? read.document : PreparedResponse.fromJson(read.json)
  }

  async #listPages(
    space: Pick<Space, 'id'>,
    view: RevisionView,
    query: RevisionQuery,
    claims: Claims | undefined,
  ): Promise<RevisionPage[]> {
    const context = this.#createContext(space, query)
    const key = `${space.id}/${view.root}/${context.metadata}`
    const pages =
      this.#pageTrees.get(key) ??
      (await this.#deps.reader.resolvePageFields(view, await view.getPageTree())).map((page) =>
        presentTree(context, page),
      )
    this.#pageTrees.set(key, pages)
    return claims ? pickVisiblePages(pages, claims) : pages
  }

  #openView(root: Hash): RevisionView {
    return this.#deps.revisionStore.createView(this.#deps.database, root)
  }

  #createContext(space: Pick<Space, 'id'>, { metadata = true }: RevisionQuery): PresentationContext {
    return { urls: this.#deps.urls, documentIds: this.#deps.documentIds, spaceId: space.id, metadata }
  }

  /** The revision that a scope names. */
  async findRevision(space: Space, scope: RevisionScope): Promise<StoredRevision> {
    if (scope.of === 'change-request') return this.#deps.changeRequests.getHead(space, scope.changeRequestId)
    const id = scope.of === 'space' ? space.revisionId : scope.revisionId
    const revision = await this.#deps.revisionStore.find(this.#deps.database, space.id, id)
    if (!revision) throw new NotFound('revision', id)
    return revision
  }
}

/** The root with computed pages in place, unless the query asks for the pages as they were written. */
export const selectRoot = (
  { root, resolvedRoot }: StoredRevision,
  { computed = true }: RevisionQuery,
): Hash => (computed ? resolvedRoot : root)

/** A page or a document; one that a thread has read is JSON already. */
type PageResponse = RevisionPage | PreparedResponse<RevisionPage>
type DocumentResponse = Document | PreparedResponse<Document>

/** A text, and the revision that its references are resolved in. A page without a text has no source. */
export interface SourceInView {
  view: RevisionView
  source: DocumentSource | undefined
}

export async function createReading(
  view: RevisionView,
  source: DocumentSource,
  { dereferenced = 'false', evaluated = 'false' }: DocumentQuery,
  claims: Claims | undefined,
): Promise<DocumentReading> {
  // Included reusable contents may contain conditions too. For visitors all of them are evaluated here.
  const expanded = dereferenced !== 'false' || claims !== undefined
  if (evaluated === 'false' && !claims) return { source, expanded }
  const inputs = {
    variables: Object.fromEntries(await view.getVariables()),
    pageVariables: ('page' in source.owner && source.owner.page.fields.variables) || {},
    ...(claims && { claims }),
  }
  return { source, expanded, evaluation: { inputs, knownOnly: evaluated === 'deterministic-only' } }
}

const emptyDocument: Document = { object: 'document', data: {}, nodes: [] }

/** Turns NotFound into undefined. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
