import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../../common/clock.ts'
import { sql } from '../../../database/database.ts'
import { errorOf, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { pictures } from '../../../testing/images.ts'
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
    if (request.url === '/map.png') response.end(pictures.png(64, 48))
    else if (request.url === '/large') response.end(Buffer.alloc(maxFileSize + 1))
    else response.writeHead(404).end()
  })
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

async function changeRequest(spaceId?: string) {
  const space = spaceId ?? (await app.space(admin, organization)).id
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${space}/change-requests`, {}))
  const path = `/spaces/${space}/change-requests/${id}`
  return {
    path,
    space,
    write: (...changes: object[]) => admin.post<ContentUpdateResult>(`${path}/content?compat=false`, { changes }),
  }
}

const insertFiles = (...files: object[]) => ({ operation: 'insert_files', files })
const text = (name: string, content: string, more: object = {}) => ({
  name,
  base64: Buffer.from(content).toString('base64'),
  ...more,
})

const download = (url: string, method: 'GET' | 'PUT' = 'GET', payload?: Buffer) => {
  const { pathname, search } = new URL(url)
  return app.app.http.inject({ method, url: pathname + search, ...(payload && { payload }) })
}

describe('insert_files', () => {
  test('200 from base64: the bytes come back, the space has nothing until it is merged', async () => {
    const { write, path, space } = await changeRequest()
    const picture = { name: 'sub/map.png', base64: pictures.png(64, 48).toString('base64') }
    const { insertedFiles, changes } = expectStatus(
      200,
      await write(insertFiles(picture, text('a.txt', 'a'))),
    )
    expect(changes).toEqual([])
    expect(insertedFiles).toMatchObject([
      { name: 'map.png', contentType: 'image/png', size: 33, dimensions: { width: 64, height: 48 } },
      { name: 'a.txt', contentType: 'text/plain', size: 1 },
    ])
    expect((await download(insertedFiles[0]?.downloadURL ?? '')).rawPayload).toEqual(pictures.png(64, 48))
    expect((await readList(admin, `/spaces/${space}/content/files`)).count).toBe(0)
    expect((await admin.get<Revision>(`${path}/content`)).body.files).toEqual(insertedFiles)

    expectStatus(200, await admin.post(`${path}/merge`))
    expect((await admin.get<Revision>(`/spaces/${space}/content`)).body.files).toEqual(insertedFiles)
    const id = insertedFiles[0]?.id
    expect((await admin.get(`/spaces/${space}/content/files/${id}`)).body).toEqual(insertedFiles[0])
  })

  test('200 from a URL', async () => {
    const { write } = await changeRequest()
    const file = { name: 'map.png', url: 'https://pictures.example/map.png'.replace('https', 'http') }
    const { insertedFiles } = expectStatus(200, await write(insertFiles(file)))
    expect(insertedFiles).toMatchObject([{ contentType: 'image/png', dimensions: { width: 64 } }])
  })

  test('200 from an address of our own, without going out for it', async () => {
    const one = await changeRequest()
    const { insertedFiles } = expectStatus(200, await one.write(insertFiles(text('a.txt', 'mine'))))
    const before = network.connections.length
    const other = await changeRequest()
    const again = { name: 'b.txt', url: insertedFiles[0]?.downloadURL }
    const copied = expectStatus(200, await other.write(insertFiles(again)))
    expect(copied.insertedFiles).toMatchObject([{ name: 'b.txt', size: 4 }])
    expect(network.connections).toHaveLength(before)

    const forged = { name: 'b.txt', url: insertedFiles[0]?.downloadURL.replace('a.txt', 'b.txt') }
    expect((await other.write(insertFiles(forged))).status).toBe(403)
  })

  test('200 names of the batch become addresses, whatever the order', async () => {
    const { write, path } = await changeRequest()
    const { insertedFiles, changes } = expectStatus(
      200,
      await write(
        {
          operation: 'insert_page',
          title: 'Maps',
          document: { markdown: '![Map](./map)\r\n[Next](./next.md#a)\n`![](./map)` [x](./other)\n' },
        },
        insertFiles(text('map.txt', 'map', { ref: 'map' })),
        { operation: 'insert_page', title: 'Next', ref: 'next', document: { markdown: '' } },
      ),
    )
    const next = changes[1]?.page
    const nextId = typeof next === 'string' ? next : next?.id
    const page = `${path}/content/path/maps`
    expect((await admin.get<RevisionPage>(`${page}?format=markdown`)).body.markdown).toBe(
      `![Map](/files/${insertedFiles[0]?.id})\r\n[Next](/pages/${nextId}#a)\n\`![](./map)\` [x](./other)\n`,
    )
    // Documents name the file by its id.
    const { document } = (await admin.get<RevisionPage>(page)).body
    expect(JSON.stringify(document)).toContain(`{"kind":"file","file":"${insertedFiles[0]?.id}"}`)
  })

  test.each([
    ['no source', { name: 'a' }, 'exactly one of'],
    ['two sources', text('a', 'a', { key: 'x' }), 'exactly one of'],
    ['no name', { base64: 'YQ==' }, 'name'],
    ['base64 that is none', { name: 'a', base64: 'Y*Q=' }, 'changes.1.files.0.base64 is not valid base64'],
    ['a URL that answers 404', { name: 'a', url: 'http://pictures.example/no' }, 'files.0.url answers 404'],
    ['a URL that is private', { name: 'a', url: 'http://127.0.0.1/' }, 'files.0.url: '],
    ['a URL of metadata', { name: 'a', url: 'http://169.254.169.254/' }, 'files.0.url: '],
    ['too much behind a URL', { name: 'a', url: 'http://pictures.example/large' }, 'files.0.url: '],
    ['a URL to run', { name: 'a', url: 'javascript:alert(1)' }, 'url'],
  ])('400 for %s, and nothing of the batch is there', async (_what, file, message) => {
    const { write, path } = await changeRequest()
    const answer = await write(insertFiles(text('first.txt', 'first')), insertFiles(file))
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toContain(message)
    expect((await readList(admin, `${path}/content/files`)).count).toBe(0)
  })

  test('400 for a name that is taken, and for too many', async () => {
    const { write } = await changeRequest()
    const named = text('a', 'a', { ref: 'a' })
    expect((await write(insertFiles(named, named))).status).toBe(400)
    const page = { operation: 'insert_page', ref: 'a', document: { markdown: '' } }
    expect((await write(page, insertFiles(named))).status).toBe(400)
    expect((await write(insertFiles())).status).toBe(400)
    const many = Array.from({ length: 20 }, () => text('a', 'a'))
    expect((await write(insertFiles(...many, text('a', 'a')))).status).toBe(400)
    expect((await write(...Array.from({ length: 6 }, () => insertFiles(...many)))).status).toBe(400)
    expect((await write(...Array.from({ length: 5 }, () => insertFiles(...many)))).status).toBe(200)
  })

  test('404 for a key of nothing, 413 for a file that is too large, 409 once merged', async () => {
    const { write, path } = await changeRequest()
    expect((await write(insertFiles({ name: 'a', key: 'nothing' }))).status).toBe(404)
    expect((await write(insertFiles(text('a', 'a'.repeat(maxFileSize + 1))))).status).toBe(413)
    expect((await write(insertFiles(text('a', 'a'.repeat(maxFileSize))))).status).toBe(200)
    expectStatus(200, await admin.post(`${path}/merge`))
    const before = network.connections.length
    const file = { name: 'map.png', url: 'http://pictures.example/map.png' }
    expect((await write(insertFiles(file))).status).toBe(409)
    expect(network.connections).toHaveLength(before)
  })
})

const idsOf = ({ items }: ListBody<RevisionFile>) => items.map(({ id }) => id)

test('200 lists of files walk there and back', async () => {
  const { write, path } = await changeRequest()
  const files = Array.from({ length: 20 }, (_, index) => text(`${index}.txt`, String(index)))
  const first = expectStatus(200, await write(insertFiles(...files))).insertedFiles
  const second = expectStatus(200, await write(insertFiles(...files))).insertedFiles
  const ids = [...first, ...second].map(({ id }) => id)
  const list = `${path}/content/files?limit=15`
  const read = (cursor?: string) =>
    readList<RevisionFile>(admin, cursor === undefined ? list : `${list}&page=${encodeURIComponent(cursor)}`)

  const one = await read()
  const two = await read(one.next?.page)
  const three = await read(two.next?.page)
  expect([...idsOf(one), ...idsOf(two), ...idsOf(three)]).toEqual(ids)
  expect([one.count, two.count, three.count]).toEqual([40, 40, 40])
  expect([one, two, three].map((page) => ['previous' in page, 'next' in page])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ])
  const back = await read(three.previous?.page)
  expect(back).toEqual(two)
  expect(await read(back.previous?.page)).toEqual(one)
  expect(await readList(admin, `${path}/content/files?limit=0`)).toEqual({ items: [], count: 40 })
})

test('200 a duplicate of a space has its files, and the bytes are there once', async () => {
  const { write, path, space } = await changeRequest()
  expectStatus(200, await write(insertFiles(text('a.txt', 'shared'))))
  expectStatus(200, await admin.post(`${path}/merge`))
  const copy = expectStatus(201, await admin.post<{ id: string }>(`/spaces/${space}/duplicate`))
  const [original] = (await readList<RevisionFile>(admin, `/spaces/${space}/content/files`)).items
  const [copied] = (await readList<RevisionFile>(admin, `/spaces/${copy.id}/content/files`)).items
  expect(copied).toEqual(original)
})

test('404 files of another tenant, by whatever way in', async () => {
  const { write, path, space } = await changeRequest()
  const { insertedFiles } = expectStatus(200, await write(insertFiles(text('a.txt', 'secret'))))
  const { admin: stranger } = await app.organization('Other')
  const own = await app.space(
    stranger,
    (await stranger.get<ListBody<{ id: string }>>('/orgs')).body.items[0]?.id ?? '',
  )
  const id = insertedFiles[0]?.id
  expect((await stranger.get(`${path}/content/files/${id}`)).status).toBe(404)
  expect((await stranger.get(`/spaces/${own.id}/content/files/${id}`)).status).toBe(404)
  expect((await stranger.get(`/spaces/${space}/content/files`)).status).toBe(404)
})

const promise = (size: number, more: object = {}) => ({
  kind: 'organization_file',
  file: { name: 'Große Karte.png', type: 'image/png', size },
  ...more,
})

const create = async (size: number) =>
  expectStatus(201, await admin.post<StorageUploadURL>(`/orgs/${organization}/storage/upload`, promise(size)))

describe('POST /orgs/:organizationId/storage/upload', () => {
  test('201, then the bytes are sent there and used by the key', async () => {
    const picture = pictures.png(64, 48)
    const { url, key, object } = await create(picture.length)
    expect(object).toBe('storage-signed-url')
    const { write } = await changeRequest()
    expect((await write(insertFiles({ name: 'map.png', key }))).status).toBe(404)

    const sent = await download(url, 'PUT', picture)
    expect(sent.statusCode).toBe(200)
    expect(sent.json<UploadedFile>()).toMatchObject({
      key,
      name: 'Große Karte.png',
      dimensions: { width: 64 },
    })
    expect((await download(sent.json<UploadedFile>().downloadURL)).rawPayload).toEqual(picture)
    const { insertedFiles } = expectStatus(200, await write(insertFiles({ name: 'map.png', key })))
    expect(insertedFiles).toMatchObject([{ name: 'map.png', contentType: 'image/png', size: 33 }])
  })

  test('200 for the same bytes again, 409 for others', async () => {
    const { url } = await create(3)
    expect((await download(url, 'PUT', Buffer.from('one'))).statusCode).toBe(200)
    expect((await download(url, 'PUT', Buffer.from('one'))).statusCode).toBe(200)
    expect((await download(url, 'PUT', Buffer.from('two'))).statusCode).toBe(409)
    const { url: race } = await create(3)
    const answers = await Promise.all(
      ['one', 'two', 'six'].map((bytes) => download(race, 'PUT', Buffer.from(bytes))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  })

  test('200 for JSON and for nothing: bytes are bytes', async () => {
    const { url } = await create(2)
    const { pathname, search } = new URL(url)
    const answer = await app.app.http.inject({
      method: 'PUT',
      url: pathname + search,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(200)
    expect((await download((await create(0)).url, 'PUT')).statusCode).toBe(200)
  })

  test('400 for another number of bytes, 413 for too many', async () => {
    expect((await download((await create(3)).url, 'PUT', Buffer.from('four'))).statusCode).toBe(400)
    expect((await download((await create(3)).url, 'PUT', Buffer.alloc(maxFileSize + 1))).statusCode).toBe(413)
    const answer = await admin.post(`/orgs/${organization}/storage/upload`, promise(maxFileSize + 1))
    expect(answer.status).toBe(413)
  })

  test('403 for an address that was changed, or is an hour old', async () => {
    const { url, key } = await create(3)
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
    const theirs = expectStatus(
      201,
      await stranger.post<StorageUploadURL>(`/orgs/${id}/storage/upload`, promise(1)),
    )
    expect((await download(theirs.url, 'PUT', Buffer.from('x'))).statusCode).toBe(200)
    const { write } = await changeRequest()
    expect((await write(insertFiles({ name: 'x', key: theirs.key }))).status).toBe(404)
  })

  test.each([
    { kind: 'other' },
    { file: { name: '', type: 'a/b', size: 1 } },
    { file: { name: 'a', type: 'a/b', size: -1 } },
    { file: { name: 'a', type: 'a/b', size: 1.5 } },
    { file: { name: 'a', type: 'a/b' } },
  ])('400 for %j', async (wrong) => {
    expect((await admin.post(`/orgs/${organization}/storage/upload`, promise(1, wrong))).status).toBe(400)
  })
})
