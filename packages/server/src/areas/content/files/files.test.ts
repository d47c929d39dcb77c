import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../../common/clock.ts'
import { sql } from '../../../database/database.ts'
import { readError, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { createTestImage } from '../../../testing/images.ts'
import { readList } from '../../../testing/lists.ts'
import { TestNetwork } from '../../../testing/network.ts'
import type { ContentUpdateResult, ChangeRequest } from '../change-requests/schema.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { RevisionFile, StorageUploadURL, UploadedFile } from './schema.ts'

const maxFileSize = 2000
const network = new TestNetwork()
let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ maxFileSize }, { network })
  ;({ id: organization, admin } = await app.organization())
  await network.addSite('pictures.example', '93.184.216.34', (request, response) => {
    if (request.url === '/map.png') response.end(createTestImage.png(64, 48))
    else if (request.url === '/large') response.end(Buffer.alloc(maxFileSize + 1))
    else response.writeHead(404).end()
  })
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

async function createChangeRequest(spaceId?: string) {
  const space = spaceId ?? (await app.space(admin, organization)).id
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${space}/change-requests`, {}))
  const path = `/spaces/${space}/change-requests/${id}`
  return {
    path,
    space,
    write: (...changes: object[]) =>
      admin.post<ContentUpdateResult>(`${path}/content?compat=false`, { changes }),
  }
}

const insertFiles = (...files: object[]) => ({ operation: 'insert_files', files })
const createTextFile = (name: string, content: string, more: object = {}) => ({
  name,
  base64: Buffer.from(content).toString('base64'),
  ...more,
})

const download = (url: string, method: 'GET' | 'PUT' = 'GET', payload?: Buffer) => {
  const { pathname, search } = new URL(url)
  return app.app.http.inject({ method, url: pathname + search, ...(payload && { payload }) })
}

describe('insert_files', () => {
  test('200 from base64: the bytes can be downloaded, and the space has the files after the merge', async () => {
    const { write, path, space } = await createChangeRequest()
    const picture = { name: 'sub/map.png', base64: createTestImage.png(64, 48).toString('base64') }
    const { insertedFiles, changes } = expectStatus(
      200,
      await write(insertFiles(picture, createTextFile('a.txt', 'a'))),
    )
    expect(changes).toEqual([])
    expect(insertedFiles).toMatchObject([
      { name: 'map.png', contentType: 'image/png', size: 33, dimensions: { width: 64, height: 48 } },
      { name: 'a.txt', contentType: 'text/plain', size: 1 },
    ])
    expect((await download(insertedFiles[0]?.downloadURL ?? '')).rawPayload).toEqual(
      createTestImage.png(64, 48),
    )
    expect((await readList(admin, `/spaces/${space}/content/files`)).count).toBe(0)
    expect((await admin.get<Revision>(`${path}/content`)).body.files).toEqual(insertedFiles)

    expectStatus(200, await admin.post(`${path}/merge`))
    expect((await admin.get<Revision>(`/spaces/${space}/content`)).body.files).toEqual(insertedFiles)
    const id = insertedFiles[0]?.id
    expect((await admin.get(`/spaces/${space}/content/files/${id}`)).body).toEqual(insertedFiles[0])
  })

  test('200 from a URL', async () => {
    const { write } = await createChangeRequest()
    const file = { name: 'map.png', url: 'https://pictures.example/map.png'.replace('https', 'http') }
    const { insertedFiles } = expectStatus(200, await write(insertFiles(file)))
    expect(insertedFiles).toMatchObject([{ contentType: 'image/png', dimensions: { width: 64 } }])
  })

  test('200 from one of our own URLs, without a network request', async () => {
    const first = await createChangeRequest()
    const { insertedFiles } = expectStatus(
      200,
      await first.write(insertFiles(createTextFile('a.txt', 'mine'))),
    )
    const before = network.connections.length
    const other = await createChangeRequest()
    const again = { name: 'b.txt', url: insertedFiles[0]?.downloadURL }
    const copiedFiles = expectStatus(200, await other.write(insertFiles(again)))
    expect(copiedFiles.insertedFiles).toMatchObject([{ name: 'b.txt', size: 4 }])
    expect(network.connections).toHaveLength(before)

    const forgedFile = { name: 'b.txt', url: insertedFiles[0]?.downloadURL.replace('a.txt', 'b.txt') }
    expect((await other.write(insertFiles(forgedFile))).status).toBe(403)
  })

  test('200 refs of the batch become references by id, in any order', async () => {
    const { write, path } = await createChangeRequest()
    const { insertedFiles, changes } = expectStatus(
      200,
      await write(
        {
          operation: 'insert_page',
          title: 'Maps',
          document: { markdown: '![Map](./map)\r\n[Next](./next.md#a)\n`![](./map)` [x](./other)\n' },
        },
        insertFiles(createTextFile('map.txt', 'map', { ref: 'map' })),
        { operation: 'insert_page', title: 'Next', ref: 'next', document: { markdown: '' } },
      ),
    )
    const next = changes[1]?.page
    const nextId = typeof next === 'string' ? next : next?.id
    const page = `${path}/content/path/maps`
    expect((await admin.get<RevisionPage>(`${page}?format=markdown`)).body.markdown).toBe(
      `![Map](/files/${insertedFiles[0]?.id})\r\n[Next](/pages/${nextId}#a)\n\`![](./map)\` [x](./other)\n`,
    )
    // The document names the file by its id.
    const { document } = (await admin.get<RevisionPage>(page)).body
    expect(JSON.stringify(document)).toContain(`{"kind":"file","file":"${insertedFiles[0]?.id}"}`)
  })

  test.each([
    ['no source', { name: 'a' }, 'exactly one of'],
    ['two sources', createTextFile('a', 'a', { key: 'x' }), 'exactly one of'],
    ['no name', { base64: 'YQ==' }, 'name'],
    ['invalid base64', { name: 'a', base64: 'Y*Q=' }, 'changes.1.files.0.base64 is not valid base64'],
    [
      'a URL that responds 404',
      { name: 'a', url: 'http://pictures.example/no' },
      'files.0.url responds with status 404',
    ],
    ['a URL of a private address', { name: 'a', url: 'http://127.0.0.1/' }, 'files.0.url: '],
    ['the URL of a cloud metadata service', { name: 'a', url: 'http://169.254.169.254/' }, 'files.0.url: '],
    [
      'a URL of a file that is too large',
      { name: 'a', url: 'http://pictures.example/large' },
      'files.0.url: ',
    ],
    ['a URL with a script', { name: 'a', url: 'javascript:alert(1)' }, 'url'],
  ])('400 for %s, and nothing of the batch is written', async (_case, file, message) => {
    const { write, path } = await createChangeRequest()
    const response = await write(insertFiles(createTextFile('first.txt', 'first')), insertFiles(file))
    expect(response.status).toBe(400)
    expect(readError(response).message).toContain(message)
    expect((await readList(admin, `${path}/content/files`)).count).toBe(0)
  })

  test('400 for a ref that is used twice, and for too many files', async () => {
    const { write } = await createChangeRequest()
    const named = createTextFile('a', 'a', { ref: 'a' })
    expect((await write(insertFiles(named, named))).status).toBe(400)
    const page = { operation: 'insert_page', ref: 'a', document: { markdown: '' } }
    expect((await write(page, insertFiles(named))).status).toBe(400)
    expect((await write(insertFiles())).status).toBe(400)
    const many = Array.from({ length: 20 }, () => createTextFile('a', 'a'))
    expect((await write(insertFiles(...many, createTextFile('a', 'a')))).status).toBe(400)
    expect((await write(...Array.from({ length: 6 }, () => insertFiles(...many)))).status).toBe(400)
    expect((await write(...Array.from({ length: 5 }, () => insertFiles(...many)))).status).toBe(200)
  })

  test('404 for an unknown key, 413 for a file that is too large, 409 after the merge', async () => {
    const { write, path } = await createChangeRequest()
    expect((await write(insertFiles({ name: 'a', key: 'nothing' }))).status).toBe(404)
    expect((await write(insertFiles(createTextFile('a', 'a'.repeat(maxFileSize + 1))))).status).toBe(413)
    expect((await write(insertFiles(createTextFile('a', 'a'.repeat(maxFileSize))))).status).toBe(200)
    expectStatus(200, await admin.post(`${path}/merge`))
    const before = network.connections.length
    const file = { name: 'map.png', url: 'http://pictures.example/map.png' }
    expect((await write(insertFiles(file))).status).toBe(409)
    expect(network.connections).toHaveLength(before)
  })
})

const listIds = ({ items }: ListBody<RevisionFile>) => items.map(({ id }) => id)

test('200 lists of files can be paged forward and backward', async () => {
  const { write, path } = await createChangeRequest()
  const files = Array.from({ length: 20 }, (_, index) => createTextFile(`${index}.txt`, String(index)))
  const first = expectStatus(200, await write(insertFiles(...files))).insertedFiles
  const second = expectStatus(200, await write(insertFiles(...files))).insertedFiles
  const ids = [...first, ...second].map(({ id }) => id)
  const list = `${path}/content/files?limit=15`
  const read = (cursor?: string) =>
    readList<RevisionFile>(admin, cursor === undefined ? list : `${list}&page=${encodeURIComponent(cursor)}`)

  const one = await read()
  const two = await read(one.next?.page)
  const three = await read(two.next?.page)
  expect([...listIds(one), ...listIds(two), ...listIds(three)]).toEqual(ids)
  expect([one.count, two.count, three.count]).toEqual([40, 40, 40])
  expect([one, two, three].map((page) => ['previous' in page, 'next' in page])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ])
  const previousPage = await read(three.previous?.page)
  expect(previousPage).toEqual(two)
  expect(await read(previousPage.previous?.page)).toEqual(one)
  expect(await readList(admin, `${path}/content/files?limit=0`)).toEqual({ items: [], count: 40 })
})

test('200 a duplicate of a space has the same files', async () => {
  const { write, path, space } = await createChangeRequest()
  expectStatus(200, await write(insertFiles(createTextFile('a.txt', 'shared'))))
  expectStatus(200, await admin.post(`${path}/merge`))
  const copy = expectStatus(201, await admin.post<{ id: string }>(`/spaces/${space}/duplicate`))
  const [original] = (await readList<RevisionFile>(admin, `/spaces/${space}/content/files`)).items
  const [copiedFile] = (await readList<RevisionFile>(admin, `/spaces/${copy.id}/content/files`)).items
  expect(copiedFile).toEqual(original)
})

test('404 for files of another organization, in every path', async () => {
  const { write, path, space } = await createChangeRequest()
  const { insertedFiles } = expectStatus(200, await write(insertFiles(createTextFile('a.txt', 'secret'))))
  const { admin: stranger } = await app.organization('Other')
  const ownSpace = await app.space(
    stranger,
    (await stranger.get<ListBody<{ id: string }>>('/orgs')).body.items[0]?.id ?? '',
  )
  const id = insertedFiles[0]?.id
  expect((await stranger.get(`${path}/content/files/${id}`)).status).toBe(404)
  expect((await stranger.get(`/spaces/${ownSpace.id}/content/files/${id}`)).status).toBe(404)
  expect((await stranger.get(`/spaces/${space}/content/files`)).status).toBe(404)
})

const createUploadBody = (size: number, more: object = {}) => ({
  kind: 'organization_file',
  file: { name: 'Große Karte.png', type: 'image/png', size },
  ...more,
})

const createUpload = async (size: number) =>
  expectStatus(
    201,
    await admin.post<StorageUploadURL>(`/orgs/${organization}/storage/upload`, createUploadBody(size)),
  )

describe('POST /orgs/:organizationId/storage/upload', () => {
  test('201, then the bytes can be sent to the URL and used by the key', async () => {
    const picture = createTestImage.png(64, 48)
    const { url, key, object } = await createUpload(picture.length)
    expect(object).toBe('storage-signed-url')
    const { write } = await createChangeRequest()
    expect((await write(insertFiles({ name: 'map.png', key }))).status).toBe(404)

    const uploadResponse = await download(url, 'PUT', picture)
    expect(uploadResponse.statusCode).toBe(200)
    expect(uploadResponse.json<UploadedFile>()).toMatchObject({
      key,
      name: 'Große Karte.png',
      dimensions: { width: 64 },
    })
    expect((await download(uploadResponse.json<UploadedFile>().downloadURL)).rawPayload).toEqual(picture)
    const { insertedFiles } = expectStatus(200, await write(insertFiles({ name: 'map.png', key })))
    expect(insertedFiles).toMatchObject([{ name: 'map.png', contentType: 'image/png', size: 33 }])
  })

  test('200 for the same bytes again, 409 for other bytes', async () => {
    const { url } = await createUpload(3)
    expect((await download(url, 'PUT', Buffer.from('one'))).statusCode).toBe(200)
    expect((await download(url, 'PUT', Buffer.from('one'))).statusCode).toBe(200)
    expect((await download(url, 'PUT', Buffer.from('two'))).statusCode).toBe(409)
    const { url: contestedUrl } = await createUpload(3)
    const responses = await Promise.all(
      ['one', 'two', 'six'].map((bytes) => download(contestedUrl, 'PUT', Buffer.from(bytes))),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  })

  test('200 for a body of JSON, which is not parsed, and for an empty body', async () => {
    const { url } = await createUpload(2)
    const { pathname, search } = new URL(url)
    const response = await app.app.http.inject({
      method: 'PUT',
      url: pathname + search,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(response.statusCode).toBe(200)
    expect((await download((await createUpload(0)).url, 'PUT')).statusCode).toBe(200)
  })

  test('400 for another number of bytes, 413 for too many', async () => {
    expect((await download((await createUpload(3)).url, 'PUT', Buffer.from('four'))).statusCode).toBe(400)
    expect(
      (await download((await createUpload(3)).url, 'PUT', Buffer.alloc(maxFileSize + 1))).statusCode,
    ).toBe(413)
    const response = await admin.post(
      `/orgs/${organization}/storage/upload`,
      createUploadBody(maxFileSize + 1),
    )
    expect(response.status).toBe(413)
  })

  test('403 for a URL that was changed, or that is over an hour old', async () => {
    const { url, key } = await createUpload(3)
    const bytes = Buffer.from('abc')
    expect((await download(url.replace('size=3', 'size=4'), 'PUT', bytes)).statusCode).toBe(403)
    expect((await download(url.replace(key, 'other'), 'PUT', bytes)).statusCode).toBe(403)
    expect((await download(url.replace(organization, 'other'), 'PUT', bytes)).statusCode).toBe(403)
    expect((await download(url)).statusCode).toBe(404)
    app.clock.advance(61 * minutes)
    expect((await download(url, 'PUT', bytes)).statusCode).toBe(403)
    expect(await app.database.rows(sql`select key from uploads where key = ${key}`)).toEqual([])
  })

  test('404 for the key of another organization', async () => {
    const { admin: stranger, id } = await app.organization('Other')
    const otherUpload = expectStatus(
      201,
      await stranger.post<StorageUploadURL>(`/orgs/${id}/storage/upload`, createUploadBody(1)),
    )
    expect((await download(otherUpload.url, 'PUT', Buffer.from('x'))).statusCode).toBe(200)
    const { write } = await createChangeRequest()
    expect((await write(insertFiles({ name: 'x', key: otherUpload.key }))).status).toBe(404)
  })

  test.each([
    { kind: 'other' },
    { file: { name: '', type: 'a/b', size: 1 } },
    { file: { name: 'a', type: 'a/b', size: -1 } },
    { file: { name: 'a', type: 'a/b', size: 1.5 } },
    { file: { name: 'a', type: 'a/b' } },
  ])('400 for %j', async (invalidFields) => {
    expect(
      (await admin.post(`/orgs/${organization}/storage/upload`, createUploadBody(1, invalidFields))).status,
    ).toBe(400)
  })
})
