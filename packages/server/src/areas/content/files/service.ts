import type { FileEntry, FileRecord } from '@verso/revisions'
import { Forbidden, NotFound, TooLarge } from '../../../common/errors.ts'
import type { Signatures } from '../../../common/signatures.ts'
import type { Urls } from '../../../common/urls.ts'
import { type FileStore, isBlobHash, readBlob } from '../../../storage/file-store.ts'
import { detectContentType } from './content-type.ts'
import { readImageDimensions } from './image-dimensions.ts'
import { sanitizeFileName } from './file-name.ts'
import { presentFile } from './present.ts'
import type { RevisionFile } from './schema.ts'

/** The file that a signed URL names. */
export interface Download {
  blob: string
  name: string
  contentType: string
  size: number
}

interface FileServiceDependencies {
  store: FileStore
  signatures: Signatures
  urls: Urls
  maxFileSize: number
}

/** Stores the bytes of files and makes the URLs of downloads. Which files a space has is part of its revisions. */
export class FileService {
  readonly #deps: FileServiceDependencies
  readonly maxBytes: number

  constructor(deps: FileServiceDependencies) {
    this.#deps = deps
    this.maxBytes = deps.maxFileSize
  }

  /**
   * Stores the bytes, and returns the record that a revision has of them (`put-file`). The given content type is used only
   * where the bytes and the name tell nothing.
   */
  async store(file: { name: string; bytes: Uint8Array; contentType?: string }): Promise<FileRecord> {
    if (file.bytes.byteLength > this.maxBytes) {
      throw new TooLarge(`The file "${sanitizeFileName(file.name)}" is larger than ${this.maxBytes} bytes.`)
    }
    const name = sanitizeFileName(file.name)
    const contentType = detectContentType(file.bytes, name, file.contentType)
    const dimensions = readImageDimensions(file.bytes, contentType)
    const { blob, size } = await this.#deps.store.put(file.bytes)
    return { name, contentType, size, blob, ...(dimensions && { dimensions }) }
  }

  /** The bytes of a file of a revision. */
  read({ blob }: Pick<FileRecord, 'blob'>): Promise<Buffer> {
    return readBlob(this.#deps.store, blob)
  }

  /** The bytes of a file that has one of our own download URLs; undefined for other URLs. */
  async readOwnUrl(url: string): Promise<Buffer | undefined> {
    if (!url.startsWith(this.#deps.urls.at('/files/'))) return undefined
    return this.read(await this.findDownload(url))
  }

  present(file: FileEntry): RevisionFile {
    return presentFile(file, this.createDownloadUrl(file))
  }

  /** The URL is always the same for the same bytes, name and type, so that responses can be cached. */
  createDownloadUrl({ blob, name, contentType }: FileRecord): string {
    const path = `/files/${blob}/${encodeURIComponent(name)}?type=${encodeURIComponent(contentType)}`
    return this.#deps.urls.at(this.#deps.signatures.sign(path))
  }

  /** The file of a URL, as it was requested. Refuses URLs that this server has not signed. */
  async findDownload(url: string): Promise<Download> {
    if (!this.#deps.signatures.verify(url)) {
      throw new Forbidden('This address was changed, cut off, or not made by this Verso.')
    }
    const { pathname, searchParams } = new URL(url, 'http://verso')
    const [blob = '', name = ''] = pathname.split('/').slice(2).map(decodeURIComponent)
    const size = isBlobHash(blob) ? await this.#deps.store.size(blob) : undefined
    if (size === undefined) throw new NotFound('file', name)
    return { blob, name, contentType: searchParams.get('type') ?? 'application/octet-stream', size }
  }

  /** A stream of a range of the bytes, or of all. */
  async open({ blob, name }: Download, range?: { start: number; end: number }) {
    const stream = await this.#deps.store.open(blob, range)
    if (!stream) throw new NotFound('file', name)
    return stream
  }
}
