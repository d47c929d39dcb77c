import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { Invalid } from '../common/errors.ts'

/**
 * The first entry of a backup. A backup is a gzipped tar, so that ordinary tools can read it:
 *
 * - `manifest.json`, first: this manifest;
 * - `tables/<name>/<number>`: the rows of a table as PostgreSQL's COPY writes them, in chunks;
 * - `files/<blob>`: the bytes of the files;
 * - `jobs.json`, last: the jobs that were waiting.
 */
export interface Manifest {
  format: 1
  verso: string
  /** The version of the schema. A restore migrates to this version before it inserts the rows. */
  schema: number
  createdAt: string
  tables: { name: string; columns: string[] }[]
}

/** A tar entry begins with its length, so each chunk is held in memory. A whole table would be too much. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** Writes an archive. The file gets its name when it is complete. */
export async function writeArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const incomplete = `${file}.partial`
  const tar = pack()
  const writing = pipeline(tar, createGzip(), createWriteStream(incomplete, { mode: 0o600 }))
  try {
    await fill(new ArchiveWriter(tar))
    tar.finalize()
    await writing
    await rename(incomplete, file)
  } catch (error) {
    tar.destroy()
    await writing.catch(() => undefined)
    await rm(incomplete, { force: true })
    throw error
  }
}

export class ArchiveWriter {
  readonly #tar: Pack

  constructor(tar: Pack) {
    this.#tar = tar
  }

  addJson(name: string, value: object): Promise<void> {
    return this.#addEntry(name, Buffer.from(JSON.stringify(value, null, 2)))
  }

  /** Adds a stream of any length as numbered chunks. */
  async addChunks(name: string, stream: AsyncIterable<Buffer>): Promise<void> {
    let chunks: Buffer[] = []
    let size = 0
    let number = 0
    const flush = async () => {
      await this.#addEntry(`${name}/${String(number++).padStart(6, '0')}`, Buffer.concat(chunks))
      chunks = []
      size = 0
    }
    for await (const chunk of stream) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= CHUNK_BYTES) await flush()
    }
    if (size > 0) await flush()
  }

  /** Adds a stream whose length is known as one entry. */
  async addFile(name: string, size: number, bytes: Readable): Promise<void> {
    await pipeline(bytes, this.#tar.entry({ name, size }))
  }

  #addEntry(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#tar.entry({ name }, content, (error) => (error ? reject(error) : resolve()))
    })
  }
}

export interface ArchiveEntry {
  name: string
  read(): Promise<Buffer>
  /** The content without holding it in memory as a whole. */
  stream: AsyncIterable<Buffer>
}

/** Reads an archive entry by entry, in its order. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const source: Readable = createReadStream(file)
  const reading = pipeline(source, createGunzip(), tar)
  // An error of the stream also ends the loop below, which throws it.
  reading.catch(() => undefined)
  try {
    for await (const entry of tar) {
      // The entries of a tar are streams of bytes.
      const stream = explainDamageIn(file, entry as AsyncIterable<Buffer>)
      yield { name: entry.header.name, read: () => buffer(stream), stream }
      entry.resume()
    }
    await reading
  } catch (error) {
    throw explainDamage(file, error)
  }
}

/** Yields the chunks, and explains damage that shows while they are read. */
async function* explainDamageIn(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw explainDamage(file, error)
  }
}

const explainDamage = (file: string, error: unknown): unknown =>
  isDamage(error)
    ? new Invalid(`${file} is not a backup of Verso, or it is damaged.`, { cause: error })
    : error

/** Whether the bytes are damaged: errors of zlib have a code, those of tar-stream only a message. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && String(error.code).startsWith('Z_')) ||
    /tar|header|Unexpected end/i.test(error.message))
