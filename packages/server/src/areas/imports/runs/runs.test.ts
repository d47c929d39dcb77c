import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person } from '../../../testing/app.ts'
import { ImportWorld, serveFiles } from '../../../testing/import-world.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { createZip } from '../../../testing/zip.ts'
import type { ImportRun } from './schema.ts'

let world: ImportWorld
let path: string

beforeAll(async () => {
  world = await ImportWorld.start('all')
  path = `/org/${world.organizationId}/imports`
})
afterAll(() => world.stop())

const start = async (source: object, target: object, by: Person = world.admin): Promise<ImportRun> =>
  expectStatus(201, await by.post<ImportRun>(path, { source, target }))

const read = async (id: string): Promise<ImportRun> =>
  expectStatus(200, await world.admin.get<ImportRun>(`${path}/${id}`))

const waitForEnd = (id: string): Promise<ImportRun> =>
  waitFor('the end of the import', async () => {
    const run = await read(id)
    return ['completed', 'failed', 'cancelled'].includes(run.status) ? run : undefined
  })

const listTitles = async (contentPath: string): Promise<string[]> => {
  const response = await world.admin.get<{ pages: { title: string }[] }>(`${contentPath}/content/pages`)
  return expectStatus(200, response).pages.map(({ title }) => title)
}

/** A website of one page that answers when it is told to. */
async function serveSlowly(): Promise<{ url: string; answer: () => void }> {
  const gate = Promise.withResolvers<undefined>()
  const { url } = await world.network.listen((_request, response) => {
    void gate.promise.then(() =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<main><h1>Late</h1><p>Text</p></main>'),
    )
  })
  return { url, answer: () => gate.resolve(undefined) }
}

describe('a website', () => {
  test('201, and then every page that came in, and what did not', async () => {
    const { url } = await world.network.listen(
      serveFiles({
        '/': '<main><h1>Home</h1><p>See <a href="/a">A</a> and <a href="/gone">this</a>.</p></main>',
        '/a': '<main><h1>Page A</h1><p>Text</p></main>',
      }),
    )
    const spaceId = await world.createSpace()
    const started = await start({ type: 'website', url: `${url}/` }, { space: spaceId })
    expect(started).toMatchObject({
      object: 'import-run',
      source: { type: 'website', url: `${url}/` },
      target: { space: spaceId },
      createdBy: world.admin.id,
      permissions: { cancel: true },
    })
    const run = await waitForEnd(started.id)
    expect(run).toMatchObject({
      status: 'completed',
      importedResources: 2,
      totalResources: 3,
      pages: [
        { title: 'Home', type: 'page', status: 'complete', sourceURL: `${url}/` },
        { title: 'Page A', sourceURL: `${url}/a` },
      ],
      failures: [{ resource: `${url}/gone`, reason: 'The answer is 404.' }],
      progress: { step: 'save' },
      completedAt: expect.any(String) as string,
    })
    expect(await listTitles(`/spaces/${spaceId}`)).toEqual(['Home', 'Page A'])
    const { items } = expectStatus(
      200,
      await world.admin.get<ListBody<ImportRun>>(`${path}?space=${spaceId}&status=completed`),
    )
    expect(items).toMatchObject([{ id: run.id, importedResources: 2, totalResources: 3 }])
    expect(items[0]).not.toHaveProperty('pages')
    const active = await world.admin.get<ListBody<ImportRun>>(`${path}?space=${spaceId}&status=active`)
    expect(expectStatus(200, active).items).toEqual([])
  })

  test('the password in an address is shown to nobody', async () => {
    const { url } = await world.network.listen(serveFiles({ '/': '<main><h1>Home</h1><p>Text</p></main>' }))
    const secret = `${url.replace('//', '//ann:hidden@')}/`
    const response = await world.admin.post<ImportRun>(path, {
      source: { type: 'website', url: secret },
      target: { space: await world.createSpace() },
    })
    expect(JSON.stringify(response.body)).not.toContain('hidden')
  })

  test('fails with the reason, and leaves the space as it was', async () => {
    const { url } = await world.network.listen(serveFiles({}))
    const spaceId = await world.createSpace()
    const run = await waitForEnd((await start({ type: 'website', url }, { space: spaceId })).id)
    expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('404') as string })
    expect(await listTitles(`/spaces/${spaceId}`)).toEqual([])
  })
})

describe('uploaded files', () => {
  test('come in together; one that cannot be read is reported, and no address of a file is shown', async () => {
    const files = [
      await world.upload(Buffer.from('# First\n\nText.'), 'first.md'),
      await world.upload(Buffer.from('no archive'), 'broken.zip'),
      await world.upload(createZip({ 'a/b.md': '# Second\n\nText.' }), 'docs.zip'),
    ]
    const spaceId = await world.createSpace()
    const run = await waitForEnd((await start({ type: 'file', files }, { space: spaceId })).id)
    expect(run).toMatchObject({
      status: 'completed',
      source: { type: 'file', files: ['first.md', 'broken.zip', 'docs.zip'] },
      pages: [
        { title: 'First', path: 'first.md' },
        { title: 'Second', path: 'a/b.md' },
      ],
      failures: [{ resource: 'broken.zip', reason: expect.stringContaining('zip') as string }],
      importedResources: 2,
      totalResources: 3,
    })
    expect(JSON.stringify(run)).not.toContain('/files/')
    expect(await listTitles(`/spaces/${spaceId}`)).toEqual(['First', 'Second'])
  })

  test('400 for an unknown ending, a file that is elsewhere, no file, and 51 of them', async () => {
    const target = { space: await world.createSpace() }
    const picture = await world.upload(Buffer.from('x'), 'picture.png')
    const page = await world.upload(Buffer.from('# Page'), 'page.txt')
    const send = (source: object) => world.admin.post(path, { source, target })
    const bad = [[picture], ['https://example.com/a.md'], [], Array.from({ length: 51 }, () => page)]
    for (const files of bad) expect((await send({ type: 'file', files })).status).toBe(400)
    expect((await send({ type: 'file', files: [page], format: 'pdf' })).status).toBe(400)
    expect((await send({ type: 'file', files: [page], format: 'markdown' })).status).toBe(201)
  })
})

describe('the target', () => {
  test('a change request takes it, and the space does not', async () => {
    const spaceId = await world.createSpace()
    expectStatus(200, await world.admin.patch(`/spaces/${spaceId}`, { editMode: 'locked' }))
    const url = await world.serveFile('# Imported', 'text/markdown')
    const source = { type: 'markdown', url }
    const refused = await world.admin.post(path, { source, target: { space: spaceId } })
    expect(refused.status).toBe(409)
    const { id } = expectStatus(
      201,
      await world.admin.post<{ id: string }>(`/spaces/${spaceId}/change-requests`, { subject: 'Import' }),
    )
    const run = await waitForEnd((await start(source, { space: spaceId, changeRequest: id })).id)
    expect(run).toMatchObject({ status: 'completed', target: { space: spaceId, changeRequest: id } })
    expect(await listTitles(`/spaces/${spaceId}/change-requests/${id}`)).toEqual(['Imported'])
    expect(await listTitles(`/spaces/${spaceId}`)).toEqual([])
    const ofIt = await world.admin.get<ListBody<ImportRun>>(`${path}?changeRequest=${id}`)
    expect(expectStatus(200, ofIt).items.map((item) => item.id)).toEqual([run.id])
    const ofOther = await world.admin.get<ListBody<ImportRun>>(`${path}?changeRequest=nothing`)
    expect(expectStatus(200, ofOther).items).toEqual([])
  })

  test('404 for a space of another organization, 403 for a reader, 400 for an address of a private network', async () => {
    const other = await world.app.organization('Other')
    const foreign = await world.app.space(other.admin, other.id)
    const url = await world.serveFile('# Imported', 'text/markdown')
    const source = { type: 'markdown', url }
    expect((await world.admin.post(path, { source, target: { space: foreign.id } })).status).toBe(404)
    // Somebody of both organizations cannot reach over either.
    expect(
      (await other.admin.post(`/org/${other.id}/imports`, { source, target: { space: 'nothing' } })).status,
    ).toBe(404)
    const target = { space: await world.createSpace() }
    const reader = await world.app.member(world.organizationId, 'read')
    expect((await reader.post(path, { source, target })).status).toBe(403)
    const inside = { type: 'website', url: 'http://10.0.0.1/' }
    expect((await world.admin.post(path, { source: inside, target })).status).toBe(400)
  })

  test('fails when the role was lost while it ran', async () => {
    const writer = await world.app.member(world.organizationId, 'edit')
    const spaceId = await world.createSpace()
    const { url, answer } = await serveSlowly()
    const { id } = await start({ type: 'website', url }, { space: spaceId }, writer)
    await waitFor('the start of the import', async () => (await read(id)).status === 'in-progress')
    const member = `/orgs/${world.organizationId}/members/${writer.id}`
    expectStatus(200, await world.admin.patch(member, { role: 'read' }))
    answer()
    expect(await waitForEnd(id)).toMatchObject({ status: 'failed' })
    expect(await listTitles(`/spaces/${spaceId}`)).toEqual([])
  })
})

describe('canceling', () => {
  test('200 ends one that runs and leaves nothing behind; 409 for one that has ended; it can be run again', async () => {
    const spaceId = await world.createSpace()
    const { url, answer } = await serveSlowly()
    const { id } = await start({ type: 'website', url }, { space: spaceId })
    await waitFor('the start of the import', async () => (await read(id)).status === 'in-progress')
    const reader = await world.app.member(world.organizationId, 'read')
    expect((await reader.post(`${path}/${id}/cancel`)).status).toBe(403)
    expect(expectStatus(200, await reader.get<ImportRun>(`${path}/${id}`)).permissions).toEqual({
      cancel: false,
    })
    const canceled = expectStatus(200, await world.admin.post<ImportRun>(`${path}/${id}/cancel`))
    expect(canceled).toMatchObject({ status: 'cancelled' })
    expect((await world.admin.post(`${path}/${id}/cancel`)).status).toBe(409)
    answer()
    const jobPath = `/orgs/${world.organizationId}/jobs/${id}`
    const retried = expectStatus(200, await world.admin.post<{ id: string }>(`${jobPath}/retry`))
    const run = await waitForEnd(retried.id)
    expect(run).toMatchObject({ status: 'completed', source: { type: 'website', url } })
    // What was canceled has added nothing.
    expect(await listTitles(`/spaces/${spaceId}`)).toEqual(['Late'])
  })
})
