import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3mini, S3ServiceError } from 's3mini'
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
    // The name of the object is the hash, which is known only once all bytes are in memory.
    const allBytes = bytes instanceof Uint8Array ? bytes : await buffer(Readable.from(bytes))
    const storedBlob = { blob: hashBlob(allBytes), size: allBytes.byteLength }
    await claim?.(storedBlob.blob)
    if ((await this.size(storedBlob.blob)) !== storedBlob.size) {
      await request(() => this.#client.putObject(this.#key(storedBlob.blob), allBytes))
    }
    return storedBlob
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
