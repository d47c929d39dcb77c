import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { Invalid } from '../common/errors.ts'

/**
 * A backup is a gzipped tar, so that people can look into it with what they have:
 *
 * - `manifest.json`, first: what it is, and what it was taken from;
 * - `tables/<name>/<number>`: the rows of a table as PostgreSQL's COPY writes them, in pieces;
 * - `files/<blob>`: the bytes of the files;
 * - `jobs.json`, last: the work that was waiting.
 */
export interface Manifest {
  format: 1
  verso: string
  /** The version of the schema; a restore begins there. */
  schema: number
  createdAt: string
  tables: { name: string; columns: string[] }[]
}

// A tar entry needs its length up front; pieces of this size are held in memory, whole tables are not.
const pieceSize = 4 * 1024 * 1024

/** Writes an archive. It has its name only when it is whole. */
export async function writeArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.partial`
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
  try {
    await fill(new ArchiveWriter(tar))
    tar.finalize()
    await written
    await rename(unfinished, file)
  } catch (error) {
    tar.destroy()
    await written.catch(() => undefined)
    await rm(unfinished, { force: true })
    throw error
  }
}

export class ArchiveWriter {
  readonly #tar: Pack

  constructor(tar: Pack) {
    this.#tar = tar
  }

  addJson(name: string, value: object): Promise<void> {
    return this.#entry(name, Buffer.from(JSON.stringify(value, null, 2)))
  }

  /** A stream of any length, as numbered pieces. */
  async addChunks(name: string, stream: AsyncIterable<Buffer>): Promise<void> {
    let piece: Buffer[] = []
    let size = 0
    let number = 0
    const flush = async () => {
      await this.#entry(`${name}/${String(number++).padStart(6, '0')}`, Buffer.concat(piece))
      piece = []
      size = 0
    }
    for await (const chunk of stream) {
      piece.push(chunk)
      size += chunk.length
      if (size >= pieceSize) await flush()
    }
    if (size > 0) await flush()
  }

  /** A stream whose length is known. */
  async addFile(name: string, size: number, bytes: Readable): Promise<void> {
    await pipeline(bytes, this.#tar.entry({ name, size }))
  }

  #entry(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#tar.entry({ name }, content, (error) => (error ? reject(error) : resolve()))
    })
  }
}

export interface ArchiveEntry {
  name: string
  read(): Promise<Buffer>
  /** The same, piece by piece. */
  stream: AsyncIterable<Buffer>
}

/** Reads an archive entry by entry, in its order. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const source: Readable = createReadStream(file)
  const opened = pipeline(source, createGunzip(), tar)
  // What breaks the stream also ends the loop below, which throws it.
  opened.catch(() => undefined)
  try {
    for await (const entry of tar) {
      // A tar has nothing but bytes.
      const stream = told(file, entry as AsyncIterable<Buffer>)
      yield { name: entry.header.name, read: () => buffer(stream), stream }
      entry.resume()
    }
    await opened
  } catch (error) {
    throw explained(file, error)
  }
}

/** The same pieces; what breaks off while they are read is told in the same words as between them. */
async function* told(file: string, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* pieces
  } catch (error) {
    throw explained(file, error)
  }
}

const explained = (file: string, error: unknown): unknown =>
  isDamage(error)
    ? new Invalid(`${file} is not a backup of Verso, or it is damaged.`, { cause: error })
    : error

/** zlib's errors have codes of its own; a tar that makes no sense is told in words. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && String(error.code).startsWith('Z_')) ||
    /tar|header|Unexpected end/i.test(error.message))
