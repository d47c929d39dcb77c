import type { Subjects } from '../../../access/subjects.ts'
import { CacheableResponse, TransientResponse } from '../../../common/cacheable-response.ts'
import { Forbidden } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { HtmlPlace } from '../documents/html-reader.ts'
import type { PooledDocumentReader } from '../documents/pooled-document-reader.ts'
import type { FileService } from '../files/service.ts'
import type { DocumentQuery, HtmlDocument, PageQuery, RevisionPage } from './schema.ts'
import {
  createReading,
  type RevisionScope,
  type RevisionService,
  selectRoot,
  type SourceInView,
} from './service.ts'

type Space = Subjects['space']

interface HtmlServiceDependencies {
  revisions: RevisionService
  pooledReader: PooledDocumentReader
  files: FileService
  urls: Urls
}

/** Reads pages and documents as HTML, for people who are signed in. Readers of sites get theirs from the sites. */
export class HtmlService {
  readonly #deps: HtmlServiceDependencies

  constructor(deps: HtmlServiceDependencies) {
    this.#deps = deps
  }

  async getPage(
    space: Space,
    scope: RevisionScope,
    key: { id: string } | { path: string },
    query: PageQuery,
  ): Promise<CacheableResponse<RevisionPage>> {
    const { revisions } = this.#deps
    const root = selectRoot(await revisions.findRevision(space, scope), query)
    return this.#createResponse(scope, [space.id, scope, root, key, query], async () => {
      const page = await revisions.getPageFields(space, scope, key, query)
      const source = await revisions.findPageSource(space, scope, page.id, query)
      const { content, isCacheable } = await this.#render(space, scope, source, query)
      return { value: { ...page, ...content }, isCacheable }
    })
  }

  async getPageDocument(
    space: Space,
    scope: RevisionScope,
    pageId: string,
    query: DocumentQuery,
  ): Promise<CacheableResponse<HtmlDocument>> {
    const source = await this.#deps.revisions.findPageSource(space, scope, pageId)
    return this.#createDocumentResponse(space, scope, source, query)
  }

  async getReusableContentDocument(
    space: Space,
    scope: RevisionScope,
    id: string,
    query: DocumentQuery,
  ): Promise<CacheableResponse<HtmlDocument>> {
    const source = await this.#deps.revisions.findReusableContentSource(space, scope, id)
    return this.#createDocumentResponse(space, scope, source, query)
  }

  async getDocumentById(
    space: Space,
    documentId: string,
    reader: Pick<RevisionScope, 'claims'>,
  ): Promise<CacheableResponse<HtmlDocument>> {
    const source = await this.#deps.revisions.findDocumentSource(space, documentId, reader.claims)
    return this.#createDocumentResponse(space, { of: 'space', ...reader }, source, {})
  }

  #createDocumentResponse(
    space: Space,
    scope: RevisionScope,
    text: SourceInView,
    query: DocumentQuery,
  ): CacheableResponse<HtmlDocument> {
    const { view, source } = text
    return this.#createResponse(
      scope,
      [space.id, scope, view.root, source?.owner, source?.document, query],
      async () => {
        const { content, isCacheable } = await this.#render(space, scope, text, query)
        return { value: content, isCacheable }
      },
    )
  }

  #createResponse<Value>(
    { claims }: RevisionScope,
    key: readonly unknown[],
    create: () => Promise<{ value: Value; isCacheable: boolean }>,
  ): CacheableResponse<Value> {
    if (claims) throw new Forbidden('Visitors of a site read pages as documents or as Markdown.')
    // The HTML contains addresses of files, which expire.
    return new CacheableResponse([...key, this.#deps.files.addressExpiry], async () => {
      const { value, isCacheable } = await create()
      return isCacheable ? value : new TransientResponse(value)
    })
  }

  async #render(
    space: Space,
    scope: RevisionScope,
    { view, source }: SourceInView,
    { evaluated = 'false' }: DocumentQuery,
  ): Promise<{ content: HtmlDocument; isCacheable: boolean }> {
    if (!source) return { content: emptyHtmlDocument, isCacheable: true }
    // Variables are put in place in any case: readers never see their names.
    const reading = await createReading(
      view,
      source,
      { dereferenced: 'true', evaluated: evaluated === 'true' ? 'true' : 'deterministic-only' },
      undefined,
    )
    return this.#deps.pooledReader.readHtml(view, reading, this.#createPlace(space, scope))
  }

  #createPlace({ id: spaceId, organizationId }: Space, scope: RevisionScope): HtmlPlace {
    const spacePath = `/spaces/${spaceId}`
    return {
      spaceId,
      organizationId,
      consolePath: new URL(this.#deps.urls.object('').app).pathname,
      scopePath:
        scope.of === 'space'
          ? spacePath
          : scope.of === 'revision'
            ? `${spacePath}/revisions/${encodeURIComponent(scope.revisionId)}`
            : `${spacePath}/change-requests/${encodeURIComponent(scope.changeRequestId)}`,
    }
  }
}

const emptyHtmlDocument: HtmlDocument = { html: '', styles: '', outline: [] }
