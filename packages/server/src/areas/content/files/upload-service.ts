import { Readable } from 'node:stream'
import type { FileRecord } from '@verso/revisions'
import type { FastifyInstance } from 'fastify'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, minutes } from '../../../common/clock.ts'
import { Conflict, DomainError, Forbidden, Invalid, NotFound, TooLarge } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Signatures } from '../../../common/signatures.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import type { UploadRepository } from './repository.ts'
import { type CreateUpload, type StorageUploadURL, type UploadedFile, uploadKinds } from './schema.ts'
import type { FileService } from './service.ts'

/** How long after the creation of an upload its URL can be used. */
const UPLOAD_VALIDITY_MS = 60 * minutes

interface UploadServiceDependencies {
  database: Database
  uploads: UploadRepository
  files: FileService
  signatures: Signatures
  urls: Urls
  clock: Clock
}

/**
 * Uploads of files that are too large for a JSON body. The client asks for a URL, sends the bytes to it, and then names the
 * file by its key. What the client said about the file is in the signed URL, so nothing is stored before the bytes arrive.
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
    const parameters = new URLSearchParams({
      organization: id,
      kind,
      name: file.name,
      type: file.type,
      size: String(file.size),
    })
    const expires = new Date(this.#deps.clock.now().getTime() + UPLOAD_VALIDITY_MS)
    const path = this.#deps.signatures.sign(`/files/uploads/${key}?${parameters.toString()}`, expires)
    return { object: 'storage-signed-url', url: this.#deps.urls.at(path), key }
  }

  /** Stores the bytes that were sent to a URL of `create`. Later bytes for the same URL must be the same. */
  async receive(url: string, stream: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
    if (!this.#deps.signatures.verify(url)) {
      throw new Forbidden(
        'This address was changed, is too old, or was not made by this Verso. Ask for another.',
      )
    }
    const { pathname, searchParams } = new URL(url, 'http://verso')
    const key = pathname.split('/').at(-1) ?? ''
    const { organization = '', kind, name = '', type = '', size } = Object.fromEntries(searchParams)
    const file = await this.#deps.files.storeStream({
      name,
      stream: requireSize(stream, Number(size)),
      contentType: type,
    })
    const upload = { key, organizationId: organization, kind: parseKind(kind), file }
    if (!(await this.#deps.uploads.insert(this.#deps.database, upload, this.#deps.clock.now()))) {
      const earlierFile = await this.find(this.#deps.database, organization, key)
      if (earlierFile.blob !== file.blob) throw new Conflict('Another file was sent to this address already.')
    }
    return { ...this.#deps.files.present({ ...file, id: key }), key }
  }

  /** The file that was uploaded with a key of this organization. */
  async find(on: Queryable, organizationId: string, key: string): Promise<FileRecord> {
    const upload = await this.#deps.uploads.find(on, organizationId, key)
    if (!upload) throw new NotFound('uploaded file', key)
    return upload.file
  }
}

/** Passes bytes on. Throws when they are more or fewer than were announced, so that nothing is stored. */
async function* requireSize(
  stream: AsyncIterable<Uint8Array>,
  expectedBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > expectedBytes) throw new Invalid(`The address is for ${expectedBytes} bytes; more came.`)
    yield chunk
  }
  if (bytes < expectedBytes) {
    throw new Invalid(`The address is for ${expectedBytes} bytes; ${bytes} came.`)
  }
}

function parseKind(text: string | undefined) {
  const kind = uploadKinds.find((candidate) => candidate === text)
  if (kind === undefined) throw new Error(`a URL was signed for the unknown upload kind "${text}"`)
  return kind
}

/** Registers the route of uploads. It takes a body of any content type without parsing it. */
export async function registerUploads(
  app: FastifyInstance,
  uploads: UploadService,
  { maxFileSize }: { maxFileSize: number },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream))
    scope.put(
      '/files/uploads/:key',
      { config: { unguarded: 'signed-url', isOpenToAllOrigins: true } },
      async (request, reply) => {
        try {
          if (Number(request.headers['content-length']) > maxFileSize) {
            throw new TooLarge(`A file has at most ${maxFileSize} bytes here.`)
          }
          return await uploads.receive(request.url, readBody(request.body))
        } catch (error) {
          // The rest of a body that was refused is not read, so nothing else can follow on the connection.
          reply.header('connection', 'close')
          if (request.raw.errored && !(error instanceof DomainError)) {
            throw new Invalid('The connection ended before all bytes had come.', { cause: error })
          }
          throw error
        }
      },
    )
  })
}

/** The bytes of a body while they arrive. Whoever stops reading can still answer: the stream is not destroyed. */
const readBody = (body: unknown): AsyncIterable<Uint8Array> =>
  body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : Readable.from([])
