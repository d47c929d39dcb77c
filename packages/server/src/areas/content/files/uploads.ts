import type { FileRecord } from '@verso/revisions'
import type { FastifyInstance } from 'fastify'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, minutes } from '../../../common/clock.ts'
import { Conflict, Forbidden, Invalid, NotFound, TooLarge } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Signatures } from '../../../common/signatures.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import type { UploadRepository } from './repository.ts'
import { type CreateUpload, type StorageUploadURL, type UploadedFile, uploadKinds } from './schema.ts'
import type { FileService } from './service.ts'

/** How long there is for beginning to send. */
const validity = 60 * minutes

interface UploadServiceDependencies {
  database: Database
  uploads: UploadRepository
  files: FileService
  signatures: Signatures
  urls: Urls
  clock: Clock
}

/**
 * Files too large for a body of JSON: one asks for an address, sends the bytes there, and names the file by its key.
 * What was promised is in the address, signed, so nothing is kept until the bytes are there.
 */
export class UploadService {
  readonly #deps: UploadServiceDependencies

  constructor(deps: UploadServiceDependencies) {
    this.#deps = deps
  }

  create({ id }: Subjects['organization'], { file, kind }: CreateUpload): StorageUploadURL {
    if (file.size > this.#deps.files.maxBytes) {
      throw new TooLarge(`A file has at most ${this.#deps.files.maxBytes} bytes here.`)
    }
    const key = newId()
    const promised = new URLSearchParams({
      organization: id,
      kind,
      name: file.name,
      type: file.type,
      size: String(file.size),
    })
    const expires = new Date(this.#deps.clock.now().getTime() + validity)
    const path = this.#deps.signatures.sign(`/files/uploads/${key}?${promised.toString()}`, expires)
    return { object: 'storage-signed-url', url: this.#deps.urls.at(path), key }
  }

  /** Takes the bytes that were sent to an address, which must be one of `create`. The first ones count. */
  async receive(url: string, bytes: Buffer): Promise<UploadedFile> {
    if (!this.#deps.signatures.verify(url)) {
      throw new Forbidden(
        'This address was changed, is too old, or was not made by this Verso. Ask for another.',
      )
    }
    const { pathname, searchParams } = new URL(url, 'http://verso')
    const key = pathname.split('/').at(-1) ?? ''
    const { organization = '', kind, name = '', type = '', size } = Object.fromEntries(searchParams)
    if (bytes.length !== Number(size)) {
      throw new Invalid(`The address is for ${size} bytes; ${bytes.length} came.`)
    }
    const file = await this.#deps.files.store({ name, bytes, contentType: type })
    const upload = { key, organizationId: organization, kind: kindOf(kind), file }
    if (!(await this.#deps.uploads.insert(this.#deps.database, upload, this.#deps.clock.now()))) {
      const earlier = await this.find(this.#deps.database, organization, key)
      if (earlier.blob !== file.blob) throw new Conflict('Another file was sent to this address already.')
    }
    return { ...this.#deps.files.present({ ...file, id: key }), key }
  }

  /** What was sent with a key that was made for this organization. */
  async find(on: Queryable, organizationId: string, key: string): Promise<FileRecord> {
    const upload = await this.#deps.uploads.find(on, organizationId, key)
    if (!upload) throw new NotFound('uploaded file', key)
    return upload.file
  }
}

function kindOf(text: string | undefined) {
  const kind = uploadKinds.find((known) => known === text)
  if (kind === undefined) throw new Error(`an address was signed for the kind "${text}"`)
  return kind
}

/** Where bytes are sent to, of any type and as they are. */
export async function registerUploads(
  app: FastifyInstance,
  uploads: UploadService,
  { maxFileSize }: { maxFileSize: number },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    scope.put(
      '/files/uploads/:key',
      { bodyLimit: maxFileSize, config: { unguarded: 'signed-url' } },
      (request) =>
        uploads.receive(request.url, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    )
  })
}
