import { hash } from 'node:crypto'
import { type BookSource, PdfError, renderPdf } from '@verso/pdf'
import type { Subjects } from '../../access/subjects.ts'
import { type Clock, hours } from '../../common/clock.ts'
import { Forbidden, NotFound, Unavailable } from '../../common/errors.ts'
import type { Signatures } from '../../common/signatures.ts'
import type { Urls } from '../../common/urls.ts'
import type { Content, Revision } from '../../content/content.ts'
import type { DocumentReader } from '../../content/reading.ts'
import type { Database } from '../../database/database.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { FileService } from '../files/service.ts'
import type { RevisionService, Scope } from '../revisions/service.ts'
import type { Cover, PdfRepository } from './repository.ts'
import type { PdfLink, PdfQuery } from './schema.ts'
import { type Excerpt, gather } from './source.ts'

/** Goes up when the same pages would look otherwise. */
const edition = 1

const validFor = 1 * hours

/** A PDF that is in the file store. */
export interface StoredPdf {
  blob: string
  size: number
  /** For the person who saves it. */
  name: string
}

export class PdfService {
  readonly #database: Database
  readonly #pdfs: PdfRepository
  readonly #content: Content
  readonly #reader: DocumentReader
  readonly #revisions: RevisionService
  readonly #files: FileService
  readonly #store: FileStore
  readonly #signatures: Signatures
  readonly #urls: Urls
  readonly #clock: Clock
  /** What is being made, by key: who asks for the same waits for the same. */
  readonly #making = new Map<string, Promise<string>>()
  /** Books are made one after another: each takes a whole core and much memory. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: {
    database: Database
    pdfs: PdfRepository
    content: Content
    reader: DocumentReader
    revisions: RevisionService
    files: FileService
    store: FileStore
    signatures: Signatures
    urls: Urls
    clock: Clock
  }) {
    this.#database = parts.database
    this.#pdfs = parts.pdfs
    this.#content = parts.content
    this.#reader = parts.reader
    this.#revisions = parts.revisions
    this.#files = parts.files
    this.#store = parts.store
    this.#signatures = parts.signatures
    this.#urls = parts.urls
    this.#clock = parts.clock
  }

  /** An address that whoever has it may open, for a while. What it shows stays what it is now. */
  async link(space: Subjects['space'], scope: Scope, { page, only }: PdfQuery): Promise<PdfLink> {
    const revision = await this.#revisions.find(space, scope)
    if (page !== undefined) {
      const pages = await this.#content.view(this.#database, revision.root).pages([page])
      if (!pages.has(page)) throw new NotFound('page', page)
    }
    const query = new URLSearchParams({ ...(page !== undefined && { page }), ...(only && { only: 'true' }) })
    const path = `/pdf/${space.id}/${revision.id}?${query.toString()}`
    const expires = new Date(this.#clock.now().getTime() + validFor)
    return { url: this.#urls.at(this.#signatures.sign(path, expires)) }
  }

  /** What an address leads to; it is made now if it was not before. */
  async open(url: string): Promise<StoredPdf> {
    if (!this.#signatures.verify(url)) {
      throw new Forbidden(
        'This address has expired, was changed, or was not made by this Verso. Ask for it again.',
      )
    }
    const { pathname, searchParams } = new URL(url, 'http://verso')
    const [spaceId = '', revisionId = ''] = pathname.split('/').slice(2)
    const cover = await this.#pdfs.cover(this.#database, spaceId)
    const revision = await this.#content.find(this.#database, spaceId, revisionId)
    if (!cover || !revision) throw new NotFound('space', spaceId)
    const page = searchParams.get('page')
    const excerpt: Excerpt = {
      ...(page !== null && { page }),
      ...(searchParams.get('only') === 'true' && { only: true }),
    }
    const key = hash(
      'sha256',
      JSON.stringify([edition, revision.root, revision.createdAt, excerpt, cover]),
      'base64url',
    )
    const blob = (await this.#kept(key)) ?? (await this.#made(key, cover, revision, excerpt))
    const size = await this.#store.size(blob)
    if (size === undefined) throw new Unavailable('The PDF was lost just now. Try again.')
    return { blob, size, name: `${cover.title}.pdf` }
  }

  async #kept(key: string): Promise<string | undefined> {
    const blob = await this.#pdfs.findBlob(this.#database, key)
    // What the store has lost is made again.
    return blob !== undefined && (await this.#store.size(blob)) !== undefined ? blob : undefined
  }

  #made(key: string, cover: Cover, revision: Revision, excerpt: Excerpt): Promise<string> {
    const known = this.#making.get(key)
    if (known) return known
    const before = this.#last
    const making = (async () => {
      await before
      return this.#make(key, cover, revision, excerpt)
    })().finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    this.#last = making.catch(() => undefined)
    return making
  }

  async #make(key: string, cover: Cover, revision: Revision, excerpt: Excerpt): Promise<string> {
    const view = this.#content.view(this.#database, revision.root)
    const material = await gather({ reader: this.#reader, files: this.#files }, view, excerpt)
    const { pages, surroundings, images } = material
    const book: BookSource = {
      ...titlesOf(cover, pages, excerpt),
      owner: cover.organization,
      date: dateOf(revision, cover),
      ...(cover.language !== null && { language: cover.language }),
      pages,
    }
    try {
      const { pdf } = await renderPdf(book, surroundings, { images })
      const { blob } = await this.#store.put(pdf)
      await this.#pdfs.insert(this.#database, key, blob, this.#clock.now())
      return blob
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      throw new Unavailable('The PDF could not be made. Try it for a part of the pages.', { cause: error })
    }
  }
}

/** A book of one page is named after it. */
function titlesOf({ title }: Cover, pages: BookSource['pages'], { page }: Excerpt) {
  const [first] = pages
  return page === undefined || !first ? { title } : { title: first.title, subtitle: title }
}

function dateOf({ createdAt }: Revision, { language }: Cover): string {
  const date = new Date(createdAt)
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const
  try {
    return date.toLocaleDateString(language ?? 'en', style)
  } catch {
    // A language of the space that no calendar knows.
    return date.toLocaleDateString('en', style)
  }
}
