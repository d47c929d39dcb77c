import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Invalid } from './errors.ts'

export interface ArchiveLimits {
  /** The number of entries, including folders. */
  entries: number
  /** The size of all entries, decompressed. */
  bytes: number
}

const defaultLimits: ArchiveLimits = { entries: 20_000, bytes: 1024 * 1024 * 1024 }

// Only zip bombs expand by more than this factor; ordinary text and tables stay far below it. Small archives may.
const MAX_EXPANSION_RATIO = 200
const SMALL_ARCHIVE_BYTES = 16 * 1024 * 1024

/**
 * An untrusted zip archive. Opening it reads only its central directory, and rejects paths that lead out of the archive,
 * more entries or bytes than the limits, and zip bombs. Reading an entry gives exactly as many bytes as the directory
 * declares, or fails.
 */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  /** The paths of symbolic links, which are never followed. */
  readonly links: readonly string[]

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, links: readonly string[]) {
    this.#zip = zip
    this.#entries = entries
    this.links = links
  }

  static async open(bytes: Buffer, limits: ArchiveLimits = defaultLimits): Promise<Archive> {
    try {
      // Checks every name for `..`, a leading slash and drive letters, and every entry for the size it announces.
      const zip = await fromBufferPromise(bytes, {
        autoClose: false,
        lazyEntries: true,
        validateEntrySizes: true,
      })
      return await Archive.#read(zip, bytes.length, limits)
    } catch (error) {
      if (error instanceof Invalid) throw error
      throw new Invalid(`This is not a zip archive that can be read: ${describeError(error)}.`)
    }
  }

  static async #read(zip: ZipFile, compressed: number, limits: ArchiveLimits): Promise<Archive> {
    if (zip.entryCount > limits.entries) {
      throw new Invalid(`The archive has more than ${limits.entries} entries.`)
    }
    const entries = new Map<string, Entry>()
    const links: string[] = []
    let total = 0
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (typeof name !== 'string' || name.includes('\0'))
        throw new Invalid('The archive has an entry with an invalid name.')
      if (name.endsWith('/')) continue
      total += entry.uncompressedSize
      if (total > limits.bytes) {
        throw new Invalid(`The archive expands to more than ${Math.floor(limits.bytes / 2 ** 20)} MiB.`)
      }
      if (isLink(entry)) links.push(name)
      else if (!entries.has(name)) entries.set(name, entry)
    }
    if (total > SMALL_ARCHIVE_BYTES && total > compressed * MAX_EXPANSION_RATIO) {
      throw new Invalid('The archive expands to far more than it holds, as only zip bombs do.')
    }
    return new Archive(zip, entries, links)
  }

  /** The paths of its files, with `/` between folders. */
  get paths(): string[] {
    return [...this.#entries.keys()]
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  size(path: string): number {
    return this.#entries.get(path)?.uncompressedSize ?? 0
  }

  /** Reads a file. Throws if the archive does not contain it. */
  async read(path: string): Promise<Buffer> {
    const entry = this.#entries.get(path)
    if (!entry) throw new Invalid(`The archive has no file "${path}".`)
    if (entry.isEncrypted()) throw new Invalid('It is encrypted.')
    try {
      const stream = await this.#zip.openReadStreamPromise(entry)
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    } catch (error) {
      throw new Invalid(`It cannot be unpacked: ${describeError(error)}.`)
    }
  }
}

const fileTypeMask = 0o170000
const symbolicLink = 0o120000

const isLink = (entry: Entry): boolean =>
  ((entry.externalFileAttributes >>> 16) & fileTypeMask) === symbolicLink

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.$/, '').slice(0, 200) : 'unknown'
