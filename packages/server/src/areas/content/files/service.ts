import type { FileEntry, FileRecord } from '@verso/revisions'
import { NotFound, TooLarge } from '../../../common/errors.ts'
import { type FileStore, isBlobHash, readBlob } from '../../../storage/file-store.ts'
import { detectContentType } from './content-type.ts'
import type { AddressedFile, FileAddresses, FileAudience } from './file-addresses.ts'
import { MAX_HEAD_BYTES, readImageDimensions } from './image-dimensions.ts'
import { sanitizeFileName } from './file-name.ts'
import { presentFile } from './present.ts'
import type { RevisionFile } from './schema.ts'

/** A file to send. */
export interface Download extends Omit<AddressedFile, 'cacheControl'> {
  size: number
}

interface FileServiceDependencies {
  store: FileStore
  addresses: FileAddresses
  maxFileSize: number
}

const members: FileAudience = { kind: 'members' }

/** Stores the bytes of files and finds them by their addresses. Which files a space has is part of its revisions. */
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

  /** Stores bytes while they arrive, so that a large file is never in memory as a whole. */
  async storeStream(file: {
    name: string
    stream: AsyncIterable<Uint8Array>
    contentType?: string
  }): Promise<FileRecord> {
    const name = sanitizeFileName(file.name)
    const head: Uint8Array[] = []
    const { blob, size } = await this.#deps.store.put(collectHead(file.stream, head))
    const headBytes = Buffer.concat(head)
    const contentType = detectContentType(headBytes, name, file.contentType)
    const dimensions = readImageDimensions(headBytes, contentType)
    return { name, contentType, size, blob, ...(dimensions && { dimensions }) }
  }

  /** The bytes of a file of a revision. */
  read({ blob }: Pick<FileRecord, 'blob'>): Promise<Buffer> {
    return readBlob(this.#deps.store, blob)
  }

  /** Whether a URL has the form of our own download URLs. Reading it checks whether it holds. */
  isOwnUrl(url: string): boolean {
    return this.#deps.addresses.isOwnAddress(url)
  }

  /** The bytes of a file that has one of our own download URLs; undefined for other URLs. */
  async readOwnUrl(url: string): Promise<Buffer | undefined> {
    if (!this.isOwnUrl(url)) return undefined
    return this.read(await this.findDownload(url))
  }

  present(file: FileEntry, audience: FileAudience = members): RevisionFile {
    return presentFile(file, this.createDownloadUrl(file, audience))
  }

  createDownloadUrl(file: FileRecord, audience: FileAudience = members): string {
    return this.#deps.addresses.createAddress(file, audience)
  }

  /** The address of a file without the host, for pages of this Verso. */
  createDownloadPath(file: FileRecord): string {
    const { pathname, search } = new URL(this.createDownloadUrl(file))
    return `${pathname}${search}`
  }

  /** When the addresses expire that members get now. A response with addresses is the same as long as this is. */
  get addressExpiry(): Date {
    return this.#deps.addresses.getExpiry(members)
  }

  /** The file of an address, and how the response may be cached. Refuses an address that does not hold. */
  async findDownload(address: string): Promise<Download & AddressedFile> {
    const file = await this.#deps.addresses.readAddress(address)
    const size = isBlobHash(file.blob) ? await this.#deps.store.size(file.blob) : undefined
    if (size === undefined) throw new NotFound('file', file.name)
    return { ...file, size }
  }

  /** A stream of a range of the bytes, or of all. */
  async open({ blob, name }: Download, range?: { start: number; end: number }) {
    const stream = await this.#deps.store.open(blob, range)
    if (!stream) throw new NotFound('file', name)
    return stream
  }
}

/** Passes bytes on, and collects the first of them: those that tell the type and the dimensions of a file. */
async function* collectHead(
  stream: AsyncIterable<Uint8Array>,
  head: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  let missingBytes = MAX_HEAD_BYTES
  for await (const chunk of stream) {
    if (missingBytes > 0) head.push(chunk.subarray(0, missingBytes))
    missingBytes -= chunk.byteLength
    yield chunk
  }
}
