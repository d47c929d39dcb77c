import { hash } from 'node:crypto'
import type { Subjects } from '../../access/subjects.ts'
import { type Clock, hours } from '../../common/clock.ts'
import { Forbidden, NotFound, Unavailable } from '../../common/errors.ts'
import type { Signatures } from '../../common/signatures.ts'
import type { Urls } from '../../common/urls.ts'
import type { RevisionStore, StoredRevision, RevisionService, RevisionScope } from '../content/index.ts'
import type { Database } from '../../database/database.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { PdfCover, PdfRepository } from './repository.ts'
import type { BookCover, PageSelection, PreparedBook } from './book-task.ts'
import type { PdfRenderer } from './pdf-renderer.ts'
import type { PdfLink, PdfQuery } from './schema.ts'

/** Increase it when the same pages would render differently, so that stored PDFs are not used any more. */
const RENDERER_VERSION = 2

const LINK_LIFETIME_MS = 1 * hours

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
  revisions: RevisionService
  renderer: PdfRenderer
  store: FileStore
  signatures: Signatures
  urls: Urls
  clock: Clock
}

export class PdfService {
  readonly #deps: PdfServiceDependencies

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
    const { renderer } = this.#deps
    const { cover, revision } = await this.#findSpace(spaceId, revisionId)
    const page = searchParams.get('page')
    const selection: PageSelection = {
      ...(page !== null && { page }),
      ...(searchParams.get('only') === 'true' && { only: true }),
    }
    const key = hashPdfInputs([revision.resolvedRoot, revision.createdAt, selection, cover])
    const blob =
      (await this.#findStored(key)) ??
      (await renderer.renderOnce({ key, organizationId: cover.organizationId }, async () => {
        const book = await renderer.prepareBook({
          root: revision.resolvedRoot,
          selection,
          cover: presentCover(cover, revision, page !== null),
        })
        return this.#store(key, await renderer.compile(book))
      }))
    return this.#open(blob, cover.title)
  }

  /** The PDF of one page of a published site. */
  async makePagePdf(request: {
    spaceId: string
    revisionId: string
    /** Everything that the page depends on: concurrent requests with one key share the work. */
    key: string
    title: string
    /** Makes the data of the book in a thread, from the page as this visitor sees it. */
    prepare: (cover: BookCover) => Promise<PreparedBook>
  }): Promise<StoredPdf> {
    const { renderer } = this.#deps
    const { cover, revision } = await this.#findSpace(request.spaceId, request.revisionId)
    const requestKey = hashPdfInputs([request.key, revision.resolvedRoot, revision.createdAt, cover])
    const blob = await renderer.renderOnce(
      { key: requestKey, organizationId: cover.organizationId },
      async () => {
        const book = await request.prepare(presentCover(cover, revision, true))
        // Visitors with other claims may see the same page, so the PDF is stored by what is in it.
        const key = hashPdfInputs([hash('sha256', book.json, 'base64url'), book.images])
        return (await this.#findStored(key)) ?? this.#store(key, await renderer.compile(book))
      },
    )
    return this.#open(blob, request.title)
  }

  async #findSpace(spaceId: string, revisionId: string) {
    const cover = await this.#deps.pdfs.findCover(this.#deps.database, spaceId)
    const revision = await this.#deps.revisionStore.find(this.#deps.database, spaceId, revisionId)
    if (!cover || !revision) throw new NotFound('space', spaceId)
    return { cover, revision }
  }

  async #findStored(key: string): Promise<string | undefined> {
    const blob = await this.#deps.pdfs.findBlob(this.#deps.database, key)
    // A PDF that the file store has lost is rendered again.
    return blob !== undefined && (await this.#deps.store.size(blob)) !== undefined ? blob : undefined
  }

  async #store(key: string, pdf: Uint8Array): Promise<string> {
    const { blob } = await this.#deps.store.put(pdf)
    await this.#deps.pdfs.upsertPdf(this.#deps.database, key, blob, this.#deps.clock.now())
    return blob
  }

  async #open(blob: string, title: string): Promise<StoredPdf> {
    const size = await this.#deps.store.size(blob)
    if (size === undefined) throw new Unavailable('The file of the PDF is missing. Try again.')
    return { blob, size, name: `${title}.pdf` }
  }
}

const presentCover = (cover: PdfCover, revision: StoredRevision, isExcerpt: boolean): BookCover => ({
  spaceTitle: cover.title,
  isExcerpt,
  owner: cover.organization,
  date: formatDate(revision, cover),
  language: cover.language,
})

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
