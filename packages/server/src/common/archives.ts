import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Invalid } from './errors.ts'

export interface ArchiveLimits {
  /** Folders count too. */
  entries: number
  /** Of everything in it, expanded. */
  bytes: number
}

const usual: ArchiveLimits = { entries: 20_000, bytes: 1024 * 1024 * 1024 }

// A few bytes of compressed nothing become gigabytes; text and even empty tables of numbers stay far below this.
const steepestRatio = 200
const smallEnough = 16 * 1024 * 1024

/**
 * A zip archive that somebody gave us. Opening it looks at its table of contents alone and refuses what no honest
 * archive has: names that lead out of it, more entries or bytes than allowed, an expansion that only bombs have.
 * Reading an entry gives as many bytes as the table said, or fails.
 */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  /** Entries that are not files: links to elsewhere. */
  readonly links: readonly string[]

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, links: readonly string[]) {
    this.#zip = zip
    this.#entries = entries
    this.links = links
  }

  static async open(bytes: Buffer, limits: ArchiveLimits = usual): Promise<Archive> {
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
      throw new Invalid(`This is not a zip archive that can be read: ${reasonOf(error)}.`)
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
        throw new Invalid('The archive has a name that is none.')
      if (name.endsWith('/')) continue
      total += entry.uncompressedSize
      if (total > limits.bytes) {
        throw new Invalid(`The archive expands to more than ${Math.floor(limits.bytes / 2 ** 20)} MiB.`)
      }
      if (isLink(entry)) links.push(name)
      else if (!entries.has(name)) entries.set(name, entry)
    }
    if (total > smallEnough && total > compressed * steepestRatio) {
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

  /** The bytes of a file that is there. */
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
      throw new Invalid(`It cannot be unpacked: ${reasonOf(error)}.`)
    }
  }
}

const fileTypeMask = 0o170000
const symbolicLink = 0o120000

const isLink = (entry: Entry): boolean =>
  ((entry.externalFileAttributes >>> 16) & fileTypeMask) === symbolicLink

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.$/, '').slice(0, 200) : 'unknown'
