import { hash } from 'node:crypto'
import { type Document, references } from '@verso/markdown'
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
import { type PageSelection, type LinkResolver, loadBookMaterial, type BookMaterial, addReferences } from './book-source.ts'

/** Goes up when the same pages would look otherwise. */
const edition = 1

const validFor = 1 * hours

/** So many may wait for theirs: who asks for more is asked to come back. */
const mostWaiting = 30

/** What a book is of. */
interface BookDescription {
  title: string
  cover: PdfCover
  revision: StoredRevision
  /** Some of the space's pages. */
  isExcerpt: boolean
}

/** A PDF that is in the file store. */
export interface StoredPdf {
  blob: string
  size: number
  /** For the person who saves it. */
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
  /** What is being made, by key: who asks for the same waits for the same. */
  readonly #making = new Map<string, Promise<string>>()
  /** Books are made one after another: each takes a whole core and much memory. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: PdfServiceDependencies) {
    this.#deps = deps
  }

  /** An address that whoever has it may open, for a while. What it shows stays what it is now. */
  async createLink(space: Subjects['space'], scope: RevisionScope, { page, only }: PdfQuery): Promise<PdfLink> {
    const revision = await this.#deps.revisions.findRevision(space, scope)
    if (page !== undefined) {
      const pages = await this.#deps.revisionStore.createView(this.#deps.database, revision.resolvedRoot).pages([page])
      if (!pages.has(page)) throw new NotFound('page', page)
    }
    const query = new URLSearchParams({ ...(page !== undefined && { page }), ...(only && { only: 'true' }) })
    const path = `/pdf/${space.id}/${revision.id}?${query.toString()}`
    const expires = new Date(this.#deps.clock.now().getTime() + validFor)
    return { url: this.#deps.urls.at(this.#deps.signatures.sign(path, expires)) }
  }

  /** What an address leads to; it is made now if it was not before. */
  async openSignedPdf(url: string): Promise<StoredPdf> {
    if (!this.#deps.signatures.verify(url)) {
      throw new Forbidden(
        'This address has expired, was changed, or was not made by this Verso. Ask for it again.',
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
    return this.#stored(key, { title: cover.title, cover, revision, isExcerpt: page !== null }, () =>
      loadBookMaterial({ reader: this.#deps.reader, files: this.#deps.files }, view, excerpt),
    )
  }

  /** One page, as somebody else decided that a reader sees it, with links that lead where that reader goes. */
  async makePagePdf(asked: {
    spaceId: string
    revisionId: string
    page: { id: string; title: string; description?: string | undefined; document: Document }
    link: LinkResolver
  }): Promise<StoredPdf> {
    const { spaceId, revisionId, link } = asked
    const { id, title, description, document } = asked.page
    const cover = await this.#deps.pdfs.findCover(this.#deps.database, spaceId)
    const revision = await this.#deps.revisionStore.find(this.#deps.database, spaceId, revisionId)
    if (!cover || !revision) throw new NotFound('space', spaceId)
    const page: PageSource = { id, title, depth: 0, document, ...(description && { description }) }
    const links = references(document).map(({ ref }) => link(ref) ?? null)
    const key = hashPdfInputs([revision.resolvedRoot, revision.createdAt, page, links, cover])
    const view = this.#deps.revisionStore.createView(this.#deps.database, revision.resolvedRoot)
    return this.#stored(key, { title, cover, revision, isExcerpt: true }, () =>
      addReferences(this.#deps.files, view, [page], link),
    )
  }

  async #stored(key: string, about: BookDescription, material: () => Promise<BookMaterial>): Promise<StoredPdf> {
    const blob = (await this.#kept(key)) ?? (await this.#made(key, about, material))
    const size = await this.#deps.store.size(blob)
    if (size === undefined) throw new Unavailable('The PDF was lost just now. Try again.')
    return { blob, size, name: `${about.title}.pdf` }
  }

  async #kept(key: string): Promise<string | undefined> {
    const blob = await this.#deps.pdfs.findBlob(this.#deps.database, key)
    // What the store has lost is made again.
    return blob !== undefined && (await this.#deps.store.size(blob)) !== undefined ? blob : undefined
  }

  #made(key: string, about: BookDescription, material: () => Promise<BookMaterial>): Promise<string> {
    const known = this.#making.get(key)
    if (known) return known
    if (this.#making.size >= mostWaiting)
      throw new Unavailable('Many PDFs are being made. Try again in a minute.')
    const before = this.#last
    const making = (async () => {
      await before
      return this.#make(key, about, await material())
    })().finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    this.#last = making.catch(() => undefined)
    return making
  }

  async #make(key: string, about: BookDescription, { pages, references: surroundings, images }: BookMaterial): Promise<string> {
    const { cover, revision } = about
    const book: BookSource = {
      ...chooseTitles(about, pages),
      owner: cover.organization,
      date: formatDate(revision, cover),
      ...(cover.language !== null && { language: cover.language }),
      pages,
    }
    try {
      const { pdf } = await renderPdf(book, surroundings, { images })
      const { blob } = await this.#deps.store.put(pdf)
      await this.#deps.pdfs.upsertPdf(this.#deps.database, key, blob, this.#deps.clock.now())
      return blob
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      throw new Unavailable('The PDF could not be made. Try it for a part of the pages.', { cause: error })
    }
  }
}

/** A book of one page is named after it. */
function chooseTitles({ cover: { title }, isExcerpt }: BookDescription, pages: BookSource['pages']) {
  const [first] = pages
  return !isExcerpt || !first ? { title } : { title: first.title, subtitle: title }
}

const hashPdfInputs = (madeFrom: unknown[]): string =>
  hash('sha256', JSON.stringify([edition, ...madeFrom]), 'base64url')

function formatDate({ createdAt }: StoredRevision, { language }: PdfCover): string {
  const date = new Date(createdAt)
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const
  try {
    return date.toLocaleDateString(language ?? 'en', style)
  } catch {
    // A language of the space that no calendar knows.
    return date.toLocaleDateString('en', style)
  }
}
