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

const pageSize = 1000

/** Blobs as objects of a bucket, under a prefix of ours or alone in it. */
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
    // Its name is its hash, which is known when all of it is here.
    const whole = bytes instanceof Uint8Array ? bytes : await buffer(Readable.from(bytes))
    const stored = { blob: hashBlob(whole), size: whole.byteLength }
    await claim?.(stored.blob)
    if ((await this.size(stored.blob)) !== stored.size) {
      await reached(() => this.#client.putObject(this.#key(stored.blob), whole))
    }
    return stored
  }

  async open(blob: string, range?: ByteRange): Promise<Readable | undefined> {
    const response = await reached(() =>
      range
        ? this.#client.getObjectRaw(this.#key(blob), false, range.start, range.end + 1)
        : this.#client.getObjectRaw(this.#key(blob)),
    )
    if (!response) return undefined
    return response.body ? Readable.fromWeb(response.body) : Readable.from([])
  }

  async size(blob: string): Promise<number | undefined> {
    return reached(() => this.#client.getContentLength(this.#key(blob)))
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (let from: string | undefined; ;) {
      const page = await reached(() => this.#client.listObjectsPaged('/', this.#prefix, pageSize, from))
      for (const { Key, Size } of page?.objects ?? []) {
        const blob = Key.slice(this.#prefix.length)
        // Others may have things in the bucket too.
        if (isBlobHash(blob)) yield { blob, size: Size }
      }
      from = page?.nextContinuationToken
      if (from === undefined) return
    }
  }

  async remove(blob: string): Promise<boolean> {
    if ((await this.size(blob)) === undefined) return false
    await reached(() => this.#client.deleteObject(this.#key(blob)))
    return true
  }

  async check(): Promise<void> {
    try {
      // Listing needs the right secret; asking whether the bucket is there does not everywhere.
      const listed = await this.#client.listObjectsPaged('/', this.#prefix, 1)
      if (listed) return
    } catch (error) {
      throw new Unavailable(`The file store that VERSO_FILES names cannot be used: ${reasonOf(error)}.`, {
        cause: error,
      })
    }
    throw new Unavailable(`The file store that VERSO_FILES names has no bucket "${this.#client.bucketName}".`)
  }

  #key(blob: string): string {
    return this.#prefix + blob
  }
}

/** Undefined for what is not there; what keeps us from knowing is told as such. */
async function reached<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw new Unavailable('The file store cannot be reached. Try again in a moment.', { cause: error })
  }
}

/** The client wraps some errors of the service in others. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof S3ServiceError) return error.status
  return error instanceof Error && error.cause !== undefined ? statusOf(error.cause) : undefined
}

function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) return error.serviceCode ?? `it answers ${error.status}`
  if (!(error instanceof Error)) return String(error)
  // "fetch failed" alone says nothing; what it failed at is underneath.
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
