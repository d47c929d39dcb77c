import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ContentUpdateResult } from '../packages/server/src/areas/content/change-requests/schema.ts'
import { createDataFolder, createTemporaryFolder } from './support/folders.ts'
import { sendRequest } from './support/http.ts'
import { describeMissingS3, startBucket } from './support/s3.ts'
import { Scope } from './support/scope.ts'
import { runVerso, type Settings, VersoServer } from './support/verso.ts'

const scope = new Scope()
afterAll(() => scope.close())

const missing = await describeMissingS3()
const token = 'a-token-that-is-given-by-the-settings'
const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 31) % 253))

/** Starts a server and uploads a file in a change request. Returns the path of its download URL. */
async function startServerWithFile(settings: Settings): Promise<{ server: VersoServer; path: string }> {
  const server = await VersoServer.start(scope, { ...settings, VERSO_ADMIN_TOKEN: token })
  const send = async <Body>(path: string, body?: object) =>
    (await sendRequest<Body>(`${server.origin}/v1${path}`, { token, ...(body && { method: 'POST', body }) }))
      .body
  const { items } = await send<{ items: { id: string }[] }>('/orgs')
  const space = await send<{ id: string }>(`/orgs/${items[0]?.id}/spaces`, {})
  await send(`/spaces/${space.id}/change-requests`, {})
  const files = [{ name: 'large.bin', base64: bytes.toString('base64') }]
  const { insertedFiles } = await send<ContentUpdateResult>(
    `/spaces/${space.id}/change-requests/1/content?compat=false`,
    { changes: [{ operation: 'insert_files', files }] },
  )
  const { pathname, search } = new URL(insertedFiles[0]?.downloadURL ?? '')
  return { server, path: pathname + search }
}

const MEBIBYTE = 1024 * 1024
const largeChunk = Buffer.alloc(MEBIBYTE, 'All work and no play. ')

/** A body of many equal chunks, each made when it is sent. */
const repeatChunk = (times: number): ReadableStream<Uint8Array> =>
  ReadableStream.from(Array.from({ length: times }, () => largeChunk).values())

/** The most bytes that the process ever had in memory. */
function readPeakMemory(pid: number | undefined): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) * 1024
}

async function expectFile(server: VersoServer, path: string): Promise<void> {
  const whole = await fetch(`${server.origin}${path}`)
  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  const part = await fetch(`${server.origin}${path}`, { headers: { range: 'bytes=99990-' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(99_990))).toBe(true)
}

describe.skipIf(missing !== undefined)(
  `files in a bucket${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    test(
      'are stored once, served whole and in part, and moved to a folder and back by backups',
      { timeout: 400_000 },
      async () => {
        const bucket = await startBucket(scope, 'docs')
        const inBucket = { VERSO_DATA_DIR: createDataFolder(scope), VERSO_FILES: bucket.url }
        const { server, path } = await startServerWithFile(inBucket)
        await expectFile(server, path)
        const key = `verso/${createHash('sha256').update(bytes).digest('hex')}`
        expect(await bucket.listKeys()).toEqual([key])
        const { stdout, stderr } = await server.stop()
        expect(stdout + stderr).not.toContain(bucket.secret)

        const folder = createTemporaryFolder(scope)
        const backup = join(folder, 'bucket.tar.gz')
        expect(await runVerso(['backup', backup], inBucket)).toMatchObject({ code: 0 })
        const inFolder = { VERSO_DATA_DIR: createDataFolder(scope) }
        expect(await runVerso(['restore', backup], inFolder)).toMatchObject({ code: 0 })
        const other = await VersoServer.start(scope, inFolder)
        await expectFile(other, path)
        await other.stop()

        const back = join(folder, 'folder.tar.gz')
        expect(await runVerso(['backup', back], inFolder)).toMatchObject({ code: 0 })
        const elsewhere = await startBucket(scope, 'elsewhere')
        const inOther = { VERSO_DATA_DIR: createDataFolder(scope), VERSO_FILES: elsewhere.url }
        expect(await runVerso(['restore', back], inOther)).toMatchObject({ code: 0 })
        expect(await elsewhere.listKeys()).toEqual([key])
        const last = await VersoServer.start(scope, inOther)
        await expectFile(last, path)

        await elsewhere.stop()
        const response = await sendRequest<{ error: { message: string } }>(`${last.origin}${path}`)
        expect(response.status).toBe(503)
        expect(response.body.error.message).toContain('file store')
        await last.stop()
      },
    )

    test(
      'are sent to the bucket in parts, and never held in memory whole',
      { timeout: 400_000 },
      async () => {
        const bucket = await startBucket(scope, 'large')
        const server = await VersoServer.start(scope, {
          VERSO_DATA_DIR: createDataFolder(scope),
          VERSO_FILES: bucket.url,
          VERSO_MAX_FILE_SIZE: '1GB',
          VERSO_ADMIN_TOKEN: token,
        })
        const { body: list } = await sendRequest<{ items: { id: string }[] }>(`${server.origin}/v1/orgs`, {
          token,
        })
        const createUpload = async (size: number): Promise<string> => {
          const { body } = await sendRequest<{ url: string }>(
            `${server.origin}/v1/orgs/${list.items[0]?.id}/storage/upload`,
            {
              method: 'POST',
              token,
              body: { kind: 'import_file', file: { name: 'a.bin', type: 'a/b', size } },
            },
          )
          return body.url
        }
        const upload = async (chunks: number): Promise<string> => {
          const url = await createUpload(chunks * largeChunk.byteLength)
          const response = await fetch(url, { method: 'PUT', body: repeatChunk(chunks), duplex: 'half' })
          expect(response.status).toBe(200)
          return ((await response.json()) as { downloadURL: string }).downloadURL
        }
        await upload(10)
        const before = readPeakMemory(server.pid)
        const downloadURL = await upload(300)
        expect(readPeakMemory(server.pid) - before).toBeLessThan(150 * MEBIBYTE)

        const hash = createHash('sha256')
        const { body } = await fetch(downloadURL)
        for await (const chunk of body ?? []) hash.update(chunk)
        const expected = createHash('sha256')
        for (let n = 0; n < 300; n++) expected.update(largeChunk)
        const digest = expected.digest('hex')
        expect(hash.digest('hex')).toBe(digest)
        expect(await bucket.listKeys()).toContain(`verso/${digest}`)
        await server.stop()
      },
    )

    test(
      'an unusable store stops the start, and the error does not contain its secret',
      { timeout: 300_000 },
      async () => {
        const bucket = await startBucket(scope, 'docs')
        for (const [url, reason] of [
          [bucket.wrongUrl, 'SignatureDoesNotMatch'],
          [bucket.url.replace('/docs/', '/nowhere/'), 'no bucket "nowhere"'],
        ] as const) {
          const { code, stdout, stderr } = await runVerso(['serve'], {
            VERSO_DATA_DIR: createDataFolder(scope),
            VERSO_FILES: url,
          })
          expect(code).toBe(1)
          expect(stderr).toContain('VERSO_FILES')
          expect(stderr).toContain(reason)
          expect(stdout + stderr).not.toContain('another-secret')
        }
      },
    )
  },
)
