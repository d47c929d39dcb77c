import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError, type UploadPart } from 's3mini'
import { Unavailable } from '../common/errors.ts'
import {
  type ByteRange,
  hashBlob,
  type BlobBytes,
  type ClaimBlob,
  type FileStore,
  isBlobHash,
  type StoredBlob,
} from './file-store.ts'
import type { S3Location } from './location.ts'

const LIST_PAGE_SIZE = 1000

/** What is larger is sent in parts of this size, which is all that is in memory of it. S3 wants at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024

/** Stores blobs as objects of a bucket, whose names may have a prefix. */
export class S3FileStore implements FileStore {
  readonly #client: S3mini
  readonly #prefix: string

  constructor({ endpoint, bucket, prefix, region, accessKey, secretKey }: S3Location) {
    this.#client = new S3mini({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      endpoint: `${endpoint}/${bucket}`,
      region,
    })
    this.#prefix = prefix
  }

  async put(bytes: BlobBytes, claim?: ClaimBlob): Promise<StoredBlob> {
    if (!(bytes instanceof Uint8Array)) return this.#putStream(bytes, claim)
    const storedBlob = { blob: hashBlob(bytes), size: bytes.byteLength }
    await claim?.(storedBlob.blob)
    if ((await this.size(storedBlob.blob)) !== storedBlob.size) {
      await request(() => this.#client.putObject(this.#key(storedBlob.blob), bytes))
    }
    return storedBlob
  }

  /** The name of the object is the hash, which is known only after the last byte, so the bytes wait in a file. */
  async #putStream(bytes: AsyncIterable<Uint8Array>, claim?: ClaimBlob): Promise<StoredBlob> {
    const folder = await mkdtemp(join(tmpdir(), 'verso-upload-'))
    try {
      const file = await open(join(folder, 'bytes'), 'wx+', 0o600)
      try {
        const storedBlob = await writeBytes(file, bytes)
        await claim?.(storedBlob.blob)
        if ((await this.size(storedBlob.blob)) !== storedBlob.size) await this.#sendFile(file, storedBlob)
        return storedBlob
      } finally {
        await file.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #sendFile(file: FileHandle, { blob, size }: StoredBlob): Promise<void> {
    const key = this.#key(blob)
    if (size <= PART_BYTES) {
      const bytes = await readPart(file, 0, size)
      await request(() => this.#client.putObject(key, bytes))
      return
    }
    const uploadId = await request(() => this.#client.getMultipartUploadId(key))
    if (uploadId === undefined) throw new Unavailable('The file store has lost its bucket.')
    try {
      const parts: UploadPart[] = []
      for (let start = 0; start < size; start += PART_BYTES) {
        const bytes = await readPart(file, start, Math.min(PART_BYTES, size - start))
        const part = await request(() => this.#client.uploadPart(key, uploadId, bytes, parts.length + 1))
        if (!part) throw new Unavailable('The file store has lost an upload. Try again.')
        parts.push(part)
      }
      await request(() => this.#client.completeMultipartUpload(key, uploadId, parts))
    } catch (error) {
      // The store would keep, and its owner pay for, the parts of an upload that never ends.
      await request(() => this.#client.abortMultipartUpload(key, uploadId)).catch(() => undefined)
      throw error
    }
  }

  async open(blob: string, range?: ByteRange): Promise<Readable | undefined> {
    const response = await request(() =>
      range
        ? this.#client.getObjectRaw(this.#key(blob), false, range.start, range.end + 1)
        : this.#client.getObjectRaw(this.#key(blob)),
    )
    if (!response) return undefined
    return response.body ? Readable.fromWeb(response.body) : Readable.from([])
  }

  async size(blob: string): Promise<number | undefined> {
    return request(() => this.#client.getContentLength(this.#key(blob)))
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (let continuationToken: string | undefined; ;) {
      const listPage = await request(() =>
        this.#client.listObjectsPaged('/', this.#prefix, LIST_PAGE_SIZE, continuationToken),
      )
      for (const { Key, Size } of listPage?.objects ?? []) {
        const blob = Key.slice(this.#prefix.length)
        // The bucket may have objects of others.
        if (isBlobHash(blob)) yield { blob, size: Size }
      }
      continuationToken = listPage?.nextContinuationToken
      if (continuationToken === undefined) return
    }
  }

  async remove(blob: string): Promise<boolean> {
    if ((await this.size(blob)) === undefined) return false
    await request(() => this.#client.deleteObject(this.#key(blob)))
    return true
  }

  async check(): Promise<void> {
    try {
      // Listing needs the right secret on every service, while a check that the bucket exists does not.
      const listPage = await this.#client.listObjectsPaged('/', this.#prefix, 1)
      if (listPage) return
    } catch (error) {
      throw new Unavailable(
        `The file store that VERSO_FILES names cannot be used: ${describeReason(error)}.`,
        {
          cause: error,
        },
      )
    }
    throw new Unavailable(`The file store that VERSO_FILES names has no bucket "${this.#client.bucketName}".`)
  }

  #key(blob: string): string {
    return this.#prefix + blob
  }
}

async function writeBytes(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    await file.writeFile(chunk)
    size += chunk.byteLength
  }
  return { blob: hash.digest('hex'), size }
}

async function readPart(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error('The file of an upload became shorter.')
    filled += bytesRead
  }
  return bytes
}

/** Sends a request. Returns undefined for 404, and throws `Unavailable` for every other error. */
async function request<Result>(send: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await send()
  } catch (error) {
    if (findStatus(error) === 404) return undefined
    throw new Unavailable('The file store cannot be reached. Try again in a moment.', { cause: error })
  }
}

/** Finds the HTTP status of an error, also if the client has wrapped the error of the service in another. */
function findStatus(error: unknown): number | undefined {
  if (error instanceof S3ServiceError) return error.status
  return error instanceof Error && error.cause !== undefined ? findStatus(error.cause) : undefined
}

function describeReason(error: unknown): string {
  if (error instanceof S3ServiceError) return error.serviceCode ?? `it answers ${error.status}`
  if (!(error instanceof Error)) return String(error)
  // The message is only "fetch failed"; the reason is in the cause.
  return error.cause instanceof Error ? describeReason(error.cause) : error.message
}
