import { hash } from 'node:crypto'
import { type Document, listReferences } from '@verso/markdown'
import { type BookSource, type PageSource, PdfError, renderPdf } from '@verso/pdf'
import type { Subjects } from '../../access/subjects.ts'
import { type Clock, hours } from '../../common/clock.ts'
import { Forbidden, NotFound, Unavailable } from '../../common/errors.ts'
import type { Signatures } from '../../common/signatures.ts'
import type { Urls } from '../../common/urls.ts'
import type {
  RevisionStore,
  DocumentReader,
  FileService,
  StoredRevision,
  RevisionService,
  RevisionScope,
} from '../content/index.ts'
import type { Database } from '../../database/database.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { PdfCover, PdfRepository } from './repository.ts'
import type { PdfLink, PdfQuery } from './schema.ts'
import {
  type PageSelection,
  type LinkResolver,
  loadBookMaterial,
  type BookMaterial,
  addReferences,
} from './book-source.ts'

/** Increase it when the same pages would render differently, so that stored PDFs are not used any more. */
const RENDERER_VERSION = 1

const LINK_LIFETIME_MS = 1 * hours

/** How many PDFs may be rendered or wait for it. Further requests get 503. */
const MAX_QUEUED_PDFS = 30

/** What a PDF shows. */
interface BookDescription {
  title: string
  cover: PdfCover
  revision: StoredRevision
  /** Whether it has only some of the space's pages. */
  isExcerpt: boolean
}

/** A PDF that is in the file store. */
export interface StoredPdf {
  blob: string
  size: number
  /** The file name under which a browser saves it. */
  name: string
}

interface PdfServiceDependencies {
  database: Database
  pdfs: PdfRepository
  revisionStore: RevisionStore
  reader: DocumentReader
  revisions: RevisionService
  files: FileService
  store: FileStore
  signatures: Signatures
  urls: Urls
  clock: Clock
}

export class PdfService {
  readonly #deps: PdfServiceDependencies
  /** The PDFs that are being rendered, by key: concurrent requests for one PDF share its rendering. */
  readonly #pendingPdfs = new Map<string, Promise<string>>()
  /** PDFs are rendered one after another, because each takes a whole core and much memory. */
  #lastRendering: Promise<unknown> = Promise.resolve()

  constructor(deps: PdfServiceDependencies) {
    this.#deps = deps
  }

  /** A signed URL that can be opened for a while. It keeps showing the current revision. */
  async createLink(
    space: Subjects['space'],
    scope: RevisionScope,
    { page, only }: PdfQuery,
  ): Promise<PdfLink> {
    const revision = await this.#deps.revisions.findRevision(space, scope)
    if (page !== undefined) {
      const pages = await this.#deps.revisionStore
        .createView(this.#deps.database, revision.resolvedRoot)
        .getPages([page])
      if (!pages.has(page)) throw new NotFound('page', page)
    }
    const query = new URLSearchParams({ ...(page !== undefined && { page }), ...(only && { only: 'true' }) })
    const path = `/pdf/${space.id}/${revision.id}?${query.toString()}`
    const expires = new Date(this.#deps.clock.now().getTime() + LINK_LIFETIME_MS)
    return { url: this.#deps.urls.at(this.#deps.signatures.sign(path, expires)) }
  }

  /** The PDF of a signed URL. It is rendered now if it was not before. */
  async openSignedPdf(url: string): Promise<StoredPdf> {
    if (!this.#deps.signatures.verify(url)) {
      throw new Forbidden(
        'This URL has expired, was changed, or was not created by this Verso. Request a new one.',
      )
    }
    const { pathname, searchParams } = new URL(url, 'http://verso')
    const [spaceId = '', revisionId = ''] = pathname.split('/').slice(2)
    const cover = await this.#deps.pdfs.findCover(this.#deps.database, spaceId)
    const revision = await this.#deps.revisionStore.find(this.#deps.database, spaceId, revisionId)
    if (!cover || !revision) throw new NotFound('space', spaceId)
    const page = searchParams.get('page')
    const excerpt: PageSelection = {
      ...(page !== null && { page }),
      ...(searchParams.get('only') === 'true' && { only: true }),
    }
    const key = hashPdfInputs([revision.resolvedRoot, revision.createdAt, excerpt, cover])
    const view = this.#deps.revisionStore.createView(this.#deps.database, revision.resolvedRoot)
    return this.#findOrRender(key, { title: cover.title, cover, revision, isExcerpt: page !== null }, () =>
      loadBookMaterial({ reader: this.#deps.reader, files: this.#deps.files }, view, excerpt),
    )
  }

  /** The PDF of one page of a published site, with the document that the visitor sees and links to that site. */
  async makePagePdf(request: {
    spaceId: string
    revisionId: string
    page: { id: string; title: string; description?: string | undefined; document: Document }
    link: LinkResolver
  }): Promise<StoredPdf> {
    const { spaceId, revisionId, link } = request
    const { id, title, description, document } = request.page
    const cover = await this.#deps.pdfs.findCover(this.#deps.database, spaceId)
    const revision = await this.#deps.revisionStore.find(this.#deps.database, spaceId, revisionId)
    if (!cover || !revision) throw new NotFound('space', spaceId)
    const page: PageSource = { id, title, depth: 0, document, ...(description && { description }) }
    const links = listReferences(document).map(({ ref }) => link(ref) ?? null)
    const key = hashPdfInputs([revision.resolvedRoot, revision.createdAt, page, links, cover])
    const view = this.#deps.revisionStore.createView(this.#deps.database, revision.resolvedRoot)
    return this.#findOrRender(key, { title, cover, revision, isExcerpt: true }, () =>
      addReferences(this.#deps.files, view, [page], link),
    )
  }

  async #findOrRender(
    key: string,
    book: BookDescription,
    loadMaterial: () => Promise<BookMaterial>,
  ): Promise<StoredPdf> {
    const blob = (await this.#findStored(key)) ?? (await this.#renderOnce(key, book, loadMaterial))
    const size = await this.#deps.store.size(blob)
    if (size === undefined) throw new Unavailable('The file of the PDF is missing. Try again.')
    return { blob, size, name: `${book.title}.pdf` }
  }

  async #findStored(key: string): Promise<string | undefined> {
    const blob = await this.#deps.pdfs.findBlob(this.#deps.database, key)
    // A PDF that the file store has lost is rendered again.
    return blob !== undefined && (await this.#deps.store.size(blob)) !== undefined ? blob : undefined
  }

  #renderOnce(
    key: string,
    book: BookDescription,
    loadMaterial: () => Promise<BookMaterial>,
  ): Promise<string> {
    const pending = this.#pendingPdfs.get(key)
    if (pending) return pending
    if (this.#pendingPdfs.size >= MAX_QUEUED_PDFS)
      throw new Unavailable('Many PDFs are being rendered. Try again in a minute.')
    const previous = this.#lastRendering
    const rendering = (async () => {
      await previous
      return this.#render(key, book, await loadMaterial())
    })().finally(() => this.#pendingPdfs.delete(key))
    this.#pendingPdfs.set(key, rendering)
    this.#lastRendering = rendering.catch(() => undefined)
    return rendering
  }

  async #render(
    key: string,
    description: BookDescription,
    { pages, references: bookReferences, images }: BookMaterial,
  ): Promise<string> {
    const { cover, revision } = description
    const book: BookSource = {
      ...chooseTitles(description, pages),
      owner: cover.organization,
      date: formatDate(revision, cover),
      ...(cover.language !== null && { language: cover.language }),
      pages,
    }
    try {
      const { pdf } = await renderPdf(book, bookReferences, { images })
      const { blob } = await this.#deps.store.put(pdf)
      await this.#deps.pdfs.upsertPdf(this.#deps.database, key, blob, this.#deps.clock.now())
      return blob
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      throw new Unavailable('The PDF could not be rendered. Try again with some of the pages only.', {
        cause: error,
      })
    }
  }
}

/** A PDF of some pages is named after the first of them. */
function chooseTitles({ cover: { title }, isExcerpt }: BookDescription, pages: BookSource['pages']) {
  const [first] = pages
  return !isExcerpt || !first ? { title } : { title: first.title, subtitle: title }
}

const hashPdfInputs = (inputs: unknown[]): string =>
  hash('sha256', JSON.stringify([RENDERER_VERSION, ...inputs]), 'base64url')

function formatDate({ createdAt }: StoredRevision, { language }: PdfCover): string {
  const date = new Date(createdAt)
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const
  try {
    return date.toLocaleDateString(language ?? 'en', style)
  } catch {
    // The language of the space is unknown to the runtime.
    return date.toLocaleDateString('en', style)
  }
}
