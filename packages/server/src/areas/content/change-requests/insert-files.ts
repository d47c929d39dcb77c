import type { Change, FileEntry, FileRecord } from '@verso/revisions'
import { type Static, Type } from 'typebox'
import { Invalid } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../database/database.ts'
import { IdSchema, WebUrlSchema } from '../../../http/schemas.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import { sanitizeFileName } from '../files/file-name.ts'
import type { FileService } from '../files/service.ts'
import type { UploadService } from '../files/upload-service.ts'
import type { BatchRefs } from './refs.ts'

const FETCH_TIMEOUT_MS = 30_000
/** An operation may have 20 files and a batch 50 operations; a thousand downloads would outlast the request. */
const MAX_FILES_PER_BATCH = 100
const MAX_CONCURRENT_FETCHES = 4

const FileInput = Type.Object(
  {
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'A name for it in this batch: the pages of the batch link to it as `./ref`.',
      }),
    ),
    name: Type.String({ minLength: 1, maxLength: 256 }),
    contentType: Type.Optional(
      Type.String({
        maxLength: 256,
        description: 'Used when neither the bytes nor the name tell the content type.',
      }),
    ),
    url: Type.Optional({ ...WebUrlSchema, description: 'The address that Verso downloads it from.' }),
    base64: Type.Optional(Type.String({ description: 'The bytes themselves.' })),
    key: Type.Optional({ ...IdSchema, description: 'The key of a file that was sent to an upload address.' }),
  },
  { description: 'With exactly one of `url`, `base64` and `key`.' },
)

export const InsertFiles = Type.Object(
  {
    operation: Type.Literal('insert_files'),
    files: Type.Array(FileInput, { minItems: 1, maxItems: 20 }),
  },
  { description: 'Adds files; a page shows one as `![Alt](/files/{id})` or links to it.' },
)
type InsertFiles = Static<typeof InsertFiles>

interface FileInserterDependencies {
  database: Database
  files: FileService
  uploads: UploadService
  fetcher: Fetcher
}

/** Reads and stores the files that a batch of operations inserts. */
export class FileInserter {
  readonly #deps: FileInserterDependencies

  constructor(deps: FileInserterDependencies) {
    this.#deps = deps
  }

  /** Stores the files of a batch. Call it before the transaction, so that no lock is held while files are downloaded. */
  async storeFiles(
    organizationId: string,
    operations: readonly (InsertFiles | { operation: string })[],
    refs: BatchRefs,
  ): Promise<InsertedFiles> {
    const inputs = operations.flatMap((operation, index) =>
      isInsertFiles(operation)
        ? operation.files.map((file, fileIndex) => ({
            operation,
            file,
            fieldPath: `body.changes.${index}.files.${fileIndex}`,
          }))
        : [],
    )
    if (inputs.length > MAX_FILES_PER_BATCH)
      throw new Invalid(`A batch may insert at most ${MAX_FILES_PER_BATCH} files.`)
    const insertedFiles = new InsertedFiles()
    const ids = inputs.map(() => newId())
    for (const [index, { file, fieldPath }] of inputs.entries()) {
      if ([file.url, file.base64, file.key].filter((source) => source !== undefined).length !== 1) {
        throw new Invalid(`${fieldPath} must have exactly one of url, base64 and key.`)
      }
      if (file.ref !== undefined) refs.addFile(file.ref, ids[index] ?? '', fieldPath)
    }
    for (let start = 0; start < inputs.length; start += MAX_CONCURRENT_FETCHES) {
      const group = inputs.slice(start, start + MAX_CONCURRENT_FETCHES)
      const records = await Promise.all(
        group.map(({ file, fieldPath }) => this.#storeFile(organizationId, file, fieldPath)),
      )
      for (const [index, record] of records.entries()) {
        const { operation } = group[index] ?? {}
        if (operation) insertedFiles.add(operation, { ...record, id: ids[start + index] ?? '' })
      }
    }
    return insertedFiles
  }

  async #storeFile(
    organizationId: string,
    file: Static<typeof FileInput>,
    fieldPath: string,
  ): Promise<FileRecord> {
    const { name, contentType } = file
    if (file.key !== undefined) {
      const record = await this.#deps.uploads.find(this.#deps.database, organizationId, file.key)
      return { ...record, name: sanitizeFileName(name) }
    }
    const source =
      file.url === undefined
        ? { bytes: decodeBase64(file.base64 ?? '', `${fieldPath}.base64`) }
        : await this.#fetch(file.url, `${fieldPath}.url`)
    return this.#deps.files.store({ ...source, name, ...(contentType !== undefined && { contentType }) })
  }

  async #fetch(url: string, fieldPath: string): Promise<{ bytes: Uint8Array; contentType?: string }> {
    const ownBytes = await this.#deps.files.readOwnUrl(url)
    if (ownBytes) return { bytes: ownBytes }
    try {
      const { status, headers, body } = await this.#deps.fetcher.fetch(url, {
        maxBytes: this.#deps.files.maxBytes,
        timeoutMs: FETCH_TIMEOUT_MS,
      })
      if (status !== 200) throw new Invalid(`${fieldPath} responds with status ${status}.`)
      const contentType = headers['content-type']
      return { bytes: body, ...(contentType !== undefined && { contentType }) }
    } catch (error) {
      throw error instanceof OutboundError
        ? new Invalid(`${fieldPath}: ${error.reason}`, { cause: error })
        : error
    }
  }
}

/** The files of a batch, grouped by the operation that inserts them. */
export class InsertedFiles {
  readonly #byOperation = new Map<object, FileEntry[]>()

  add(operation: object, file: FileEntry): void {
    this.#byOperation.set(operation, [...(this.#byOperation.get(operation) ?? []), file])
  }

  /** All files, in the order of the batch. */
  get all(): FileEntry[] {
    return [...this.#byOperation.values()].flat()
  }

  buildChanges(operation: object): Change[] {
    return (this.#byOperation.get(operation) ?? []).map(({ id, ...file }) => ({ type: 'put-file', id, file }))
  }
}

export const isInsertFiles = (operation: InsertFiles | { operation: string }): operation is InsertFiles =>
  operation.operation === 'insert_files'

function decodeBase64(base64: string, fieldPath: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  // The decoder skips invalid characters, and would store other bytes than were meant.
  if (bytes.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')) {
    throw new Invalid(`${fieldPath} is not valid base64.`)
  }
  return bytes
}
