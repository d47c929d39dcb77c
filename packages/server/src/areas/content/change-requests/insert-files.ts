import type { Change, File, FileRecord } from '@verso/revisions'
import { type Static, Type } from 'typebox'
import { Invalid } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../database/database.ts'
import { Id, WebUrl } from '../../../http/schemas.ts'
import type { Fetcher } from '../../../outbound/fetcher.ts'
import { OutboundError } from '../../../outbound/errors.ts'
import { cleanName } from '../files/name.ts'
import type { FileService } from '../files/service.ts'
import type { UploadService } from '../files/uploads.ts'
import type { BatchRefs } from './refs.ts'

const fetchTimeout = 30_000
/** A change may have 20, and a batch 50 changes: nobody waits for a thousand. */
const mostFiles = 100
const fetchedAtOnce = 4

const GivenFile = Type.Object(
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
      Type.String({ maxLength: 256, description: 'Taken where neither the bytes nor the name show one.' }),
    ),
    url: Type.Optional({ ...WebUrl, description: 'Where Verso gets it from.' }),
    base64: Type.Optional(Type.String({ description: 'The bytes themselves.' })),
    key: Type.Optional({ ...Id, description: 'Of a file that was sent to an upload address.' }),
  },
  { description: 'With exactly one of `url`, `base64` and `key`.' },
)

export const InsertFiles = Type.Object(
  {
    operation: Type.Literal('insert_files'),
    files: Type.Array(GivenFile, { minItems: 1, maxItems: 20 }),
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

/** Gets the bytes of files that a batch brings, from wherever it says. */
export class FileInserter {
  readonly #deps: FileInserterDependencies

  constructor(deps: FileInserterDependencies) {
    this.#deps = deps
  }

  /** Stores what the batch brings. Before the transaction: nobody waits for a lock while something is fetched. */
  async take(
    organizationId: string,
    changes: readonly (InsertFiles | { operation: string })[],
    refs: BatchRefs,
  ): Promise<InsertedFiles> {
    const given = changes.flatMap((change, index) =>
      isInsertFiles(change)
        ? change.files.map((file, at) => ({ change, file, where: `body.changes.${index}.files.${at}` }))
        : [],
    )
    if (given.length > mostFiles) throw new Invalid(`A batch brings at most ${mostFiles} files.`)
    const inserted = new InsertedFiles()
    const ids = given.map(() => newId())
    for (const [index, { file, where }] of given.entries()) {
      if ([file.url, file.base64, file.key].filter((source) => source !== undefined).length !== 1) {
        throw new Invalid(`${where} must have exactly one of url, base64 and key.`)
      }
      if (file.ref !== undefined) refs.addFile(file.ref, ids[index] ?? '', where)
    }
    for (let next = 0; next < given.length; next += fetchedAtOnce) {
      const group = given.slice(next, next + fetchedAtOnce)
      const records = await Promise.all(
        group.map(({ file, where }) => this.#record(organizationId, file, where)),
      )
      for (const [index, record] of records.entries()) {
        const { change } = group[index] ?? {}
        if (change) inserted.add(change, { ...record, id: ids[next + index] ?? '' })
      }
    }
    return inserted
  }

  async #record(organizationId: string, file: Static<typeof GivenFile>, where: string): Promise<FileRecord> {
    const { name, contentType } = file
    if (file.key !== undefined) {
      const record = await this.#deps.uploads.find(this.#deps.database, organizationId, file.key)
      return { ...record, name: cleanName(name) }
    }
    const source =
      file.url === undefined
        ? { bytes: decode(file.base64 ?? '', `${where}.base64`) }
        : await this.#fetch(file.url, `${where}.url`)
    return this.#deps.files.store({ ...source, name, ...(contentType !== undefined && { contentType }) })
  }

  async #fetch(url: string, where: string): Promise<{ bytes: Uint8Array; contentType?: string }> {
    const own = await this.#deps.files.readOwn(url)
    if (own) return { bytes: own }
    try {
      const { status, headers, body } = await this.#deps.fetcher.fetch(url, {
        maxBytes: this.#deps.files.maxSize,
        timeoutMs: fetchTimeout,
      })
      if (status !== 200) throw new Invalid(`${where} answers ${status}.`)
      const contentType = headers['content-type']
      return { bytes: body, ...(contentType !== undefined && { contentType }) }
    } catch (error) {
      throw error instanceof OutboundError
        ? new Invalid(`${where}: ${error.reason}`, { cause: error })
        : error
    }
  }
}

/** The files of a batch, by the change that brings them. */
export class InsertedFiles {
  readonly #byChange = new Map<object, File[]>()

  add(change: object, file: File): void {
    this.#byChange.set(change, [...(this.#byChange.get(change) ?? []), file])
  }

  /** All, in the order of the batch. */
  get all(): File[] {
    return [...this.#byChange.values()].flat()
  }

  changesFor(change: object): Change[] {
    return (this.#byChange.get(change) ?? []).map(({ id, ...file }) => ({ type: 'put-file', id, file }))
  }
}

const isInsertFiles = (change: InsertFiles | { operation: string }): change is InsertFiles =>
  change.operation === 'insert_files'

function decode(base64: string, where: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  // The decoder skips what it does not know, and would store something else than was meant.
  if (bytes.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')) {
    throw new Invalid(`${where} is not valid base64.`)
  }
  return bytes
}
