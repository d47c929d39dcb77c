import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus } from '../../testing/app.ts'
import { GitWorld, guideFiles, mainRef } from '../../testing/git-world.ts'
import { readList } from '../../testing/lists.ts'
import type { MergeOutcome } from '../content/change-requests/schema.ts'
import type { Link } from '../content/links/schema.ts'
import type { Revision } from '../content/revisions/schema.ts'
import type { Space } from '../content/spaces/schema.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

describe('POST /spaces/{spaceId}/git/import', () => {
  test('204, and one revision with the commit, whose pages have the paths of their files', async () => {
    const space = await world.createSyncedSpace({ ...guideFiles, '.gitbook/assets/a b.png': 'png' })
    await space.synchronise('import', { repoCommitURL: 'https://example.com/acme/docs/commit/' })
    const head = space.repository.head
    const revision = await space.revision()

    expect(revision.git).toEqual({
      oid: head,
      message: 'First',
      createdByGitBook: false,
      createdByService: false,
      url: `https://example.com/acme/docs/commit/${head}`,
      ref: mainRef,
    })
    expect(revision.pages).toMatchObject([
      { title: 'Welcome', slug: 'readme', git: { path: 'README.md', oid: expect.any(String) } },
      { title: 'Install', description: 'How to', path: 'install', git: { path: 'install.md' } },
    ])
    expect(revision.pages[0]?.git).not.toHaveProperty('head')
    const file = { name: 'a b.png', git: { path: '.gitbook/assets/a b.png', oid: expect.any(String) } }
    expect(revision.files).toMatchObject([file])
    expect((await readList(world.admin, `${space.path}/content/files`)).items).toMatchObject([file])
    expect(await space.text((await space.page('Install')).id)).toBe('Run it.\n')
    const again = await world.admin.get<Revision>(`${space.path}/content?metadata=false`)
    expect(again.body).not.toHaveProperty('git')
    expect([again.body.pages[0], again.body.files[0]].map((part) => part?.git)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('204, and links to files of the repository are resolved, while links to missing pages are broken', async () => {
    const space = await world.createSyncedSpace({
      ...guideFiles,
      'docs/README.md':
        '# Docs\n\n[Licence](../LICENSE.txt) and [source](../src/a%20b.ts), [gone](gone.md).\n',
      'SUMMARY.md': '# Table of contents\n\n* [Docs](docs/README.md)\n',
    })
    await space.synchronise('import', { repoTreeURL: 'https://example.com/acme/docs/tree/main/' })
    const { id } = await space.page('Docs')
    const { items } = await readList<Link>(world.admin, `${space.path}/content/page/${id}/links`)
    expect(items.map(({ status, targetReference }) => [status, targetReference?.url])).toEqual([
      ['ok', 'https://example.com/acme/docs/tree/main/LICENSE.txt'],
      ['ok', 'https://example.com/acme/docs/tree/main/src/a%20b.ts'],
      ['broken', 'docs/gone.md'],
    ])
    const { body } = await world.admin.get(`${space.path}/content/page/${id}`)
    expect(JSON.stringify(body)).toContain('https://example.com/acme/docs/tree/main/LICENSE.txt')
    // The Markdown keeps its relative link, and the next import may give another URL.
    expect(await space.text(id)).toContain('[Licence](../LICENSE.txt)')
    space.repository.commit('Touch', { LICENSE: 'freer\n' })
    await space.synchronise('import', { repoTreeURL: 'https://other.example/tree' })
    const again = await world.admin.get(`${space.path}/content/page/${id}`)
    expect(JSON.stringify(again.body)).toContain('https://other.example/tree/LICENSE.txt')
  })

  test('204, and a second import reads only changes and keeps the ids of pages', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    const before = await space.pages()
    const revision = await space.revision()
    await space.synchronise('import')
    expect((await space.revision()).id).toBe(revision.id)

    space.repository.commit('Move it', {
      'install.md': null,
      'use/setup.md': '---\ndescription: How to\n---\n\n# Set up\n\nRun it.\n',
      'SUMMARY.md': '# Table of contents\n\n* [Set up](use/setup.md)\n* [Welcome](README.md)\n',
    })
    await space.synchronise('import')
    const after = await space.pages()
    expect(after.map(({ title }) => title)).toEqual(['Set up', 'Welcome'])
    expect(after.map(({ id }) => id)).toEqual([before[1]?.id, before[0]?.id])
    expect((await space.revision()).parents).toEqual([revision.id])
  })

  test('204, and with `standalone` a revision that is not the current one of the space', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    const before = await space.revision()
    await space.synchronise('import', { standalone: true })

    expect((await space.revision()).id).toBe(before.id)
    const { operation } = await space.info()
    const response = await world.admin.get<Revision>(`${space.path}/revisions/${operation?.revision}`)
    expect(expectStatus(200, response).pages.map(({ title }) => title)).toEqual(['Welcome', 'Install'])
    await space.synchronise('import')
    expect(await space.pages()).toHaveLength(2)
  })

  test('204, and an import older than the last one that finished is skipped unless forced', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import', { timestamp: '2026-01-02T00:00:00.000Z' })
    space.repository.commit('Newer', { 'README.md': '# Changed\n' })
    await space.synchronise('import', { timestamp: '2026-01-01T00:00:00.000Z' })
    expect((await space.info()).operation?.status).toBe('skipped')
    expect((await space.pages())[0]?.title).toBe('Welcome')

    await space.synchronise('import', { timestamp: '2026-01-01T00:00:00.000Z', force: true })
    expect((await space.pages())[0]?.title).toBe('Changed')
  })

  test('204, and changes of both sides in different places are merged', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    await space.write('Welcome', 'Hello, you.\n\nSecond.\n\nThird.\n')
    space.repository.commit('Elsewhere', { 'README.md': '# Welcome\n\nHello.\n\nSecond.\n\nThird, more.\n' })
    await space.synchronise('import')

    expect(await space.text((await space.page('Welcome')).id)).toBe(
      'Hello, you.\n\nSecond.\n\nThird, more.\n',
    )
    await space.synchronise('export')
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nHello, you.\n\nSecond.\n\nThird, more.\n')
  })

  test('204, and a conflict leaves the space unchanged and opens a change request with both texts', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    await space.write('Welcome', 'Hello from Verso.\n\nSecond.\n\nThird.\n')
    const before = await space.revision()
    space.repository.commit('At odds', { 'README.md': '# Welcome\n\nHello from Git.\n\nSecond.\n\nThird.\n' })
    await space.synchronise('import')

    expect((await space.revision()).id).toBe(before.id)
    const [request] = await space.listOpenChangeRequests()
    expect((await space.info()).operation).toMatchObject({ status: 'success', changeRequest: request?.id })
    const { id } = await space.page('Welcome')
    const scope = `/change-requests/${request?.id}`
    const both = await space.text(id, scope)
    expect(both).toContain('Hello from Verso.')
    expect(both).toContain('Hello from Git.')

    // While the change request is open, exports fail and imports go into the change request.
    expect(await space.run('export')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('change request'),
    })
    space.repository.commit('More', {
      'install.md': '---\ndescription: How to\n---\n\n# Install\n\nRun it now.\n',
    })
    await space.synchronise('import')
    expect(await space.text((await space.page('Install')).id, scope)).toBe('Run it now.\n')

    const changes = [{ operation: 'update_page', page: id, document: { markdown: 'Hello from both.\n' } }]
    expectStatus(200, await world.admin.post(`${space.path}${scope}/content`, { changes }))
    const mergeResponse = await world.admin.post<MergeOutcome>(`${space.path}${scope}/merge`)
    expect(expectStatus(200, mergeResponse).result).toBe('merge')
    await space.synchronise('export')
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nHello from both.\n')
    expect(space.repository.read('install.md')).toContain('Run it now.\n')
    await space.synchronise('import')
    expect(await space.listOpenChangeRequests()).toEqual([])
  })

  test('204, and only one folder of a repository with several projects', async () => {
    const space = await world.createSyncedSpace({
      'docs/a/README.md': '# A\n',
      'docs/b/README.md': '# B\n',
      'README.md': '# Top\n',
    })
    await space.synchronise('import', { repoProjectDirectory: '/docs/b/' })
    expect((await space.pages()).map(({ title }) => title)).toEqual(['B'])

    await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Here.' } })
    await space.synchronise('export', { repoProjectDirectory: 'docs/b' })
    expect(space.repository.read('docs/b/new.md')).toBe('# New\n\nHere.')
    expect(space.repository.read('README.md')).toBe('# Top\n')
  })
})

describe('GET /spaces/{spaceId}/git/info', () => {
  test('404 before an import, 200 after it, also in the space; 205 removes only a legacy installation', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    expect((await world.admin.get(`${space.path}/git/info`)).status).toBe(404)
    expect(expectStatus(200, await world.admin.get<Space>(space.path))).not.toHaveProperty('gitSync')
    const tree = 'https://example.com/acme/docs/tree/main'
    await space.synchronise('import', { repoTreeURL: tree, gitInfo: { provider: 'github' } })
    const expected = {
      repoName: expect.stringMatching(/^repository-\d+$/),
      installationProvider: 'github',
      integration: 'github',
      url: tree,
      updatedAt: expect.any(String),
    }
    expect(await space.info()).toMatchObject({
      ...expected,
      ref: mainRef,
      commit: space.repository.head,
      operation: { direction: 'import', status: 'success' },
    })
    expect(expectStatus(200, await world.admin.get<Space>(space.path)).gitSync).toMatchObject(expected)

    expect((await world.admin.delete(`${space.path}/git/legacy-installation`)).status).toBe(204)
    await space.synchronise('import', { gitInfo: { provider: 'github-legacy' } })
    expect((await world.admin.delete(`${space.path}/git/legacy-installation`)).status).toBe(205)
    expect((await world.admin.get(`${space.path}/git/info`)).status).toBe(404)
  })
})

describe('the configured repository', () => {
  test('403 for an editor with another repository, and the locked space stays as it is', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    expectStatus(200, await world.admin.patch(space.path, { editMode: 'locked' }))
    const before = await space.revision()
    const { repoName } = await space.info()
    const own = world.server.createRepository({ 'README.md': '# Taken over\n' })
    const editor = await world.app.member(world.organization, 'edit')
    const body = { url: own.url, ref: mainRef, force: true }
    expect((await editor.post(`${space.path}/git/import`, body)).status).toBe(403)
    const message = { commitMessage: 'Taken' }
    expect((await editor.post(`${space.path}/git/export`, { ...body, ...message })).status).toBe(403)
    await space.waitUntilIdle()
    expect((await space.revision()).id).toBe(before.id)
    expect(own.read('README.md')).toBe('# Taken over\n')
    expect((await space.info()).repoName).toBe(repoName)

    // What an admin chose is imported for editors, also into a locked space.
    space.repository.commit('Newer', { 'README.md': '# Newer\n' })
    expectStatus(
      204,
      await editor.post(`${space.path}/git/import`, { url: space.repository.url, ref: mainRef }),
    )
    expect(await space.waitUntilIdle()).toMatchObject({ status: 'completed' })
    expect((await space.pages())[0]?.title).toBe('Newer')
  })
})
