import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../database/database.ts'
import { expectStatus } from '../../testing/app.ts'
import { GitWorld, guideFiles, mainRef } from '../../testing/git-world.ts'
import type { SyncedSpace } from '../../testing/synced-space.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { GitSyncPreview } from './preview-schema.ts'

const WAIT_MS = 60_000

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
}, 120_000)
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

const startPreview = (space: SyncedSpace, direction: 'import' | 'export', body: object = {}) =>
  world.admin.post<GitSyncPreview>(`${space.path}/git/previews`, {
    url: space.repository.url,
    ref: mainRef,
    direction,
    ...body,
  })

const readPreview = (space: SyncedSpace, id: string) =>
  world.admin.get<GitSyncPreview>(`${space.path}/git/previews/${id}`)

/** Starts a preview and waits until it has ended. */
async function preview(
  space: SyncedSpace,
  direction: 'import' | 'export',
  body: object = {},
): Promise<GitSyncPreview> {
  const started = expectStatus(201, await startPreview(space, direction, body))
  expect(started).toMatchObject({ object: 'git-sync-preview', direction, status: 'pending' })
  return waitFor('the preview', async () => {
    const current = expectStatus(200, await readPreview(space, started.id))
    return current.status === 'pending' || current.status === 'running' ? undefined : current
  })
}

const insertPage = (title: string, markdown: string, place: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...place,
})

describe('a preview of the first import', { timeout: WAIT_MS * 2 }, () => {
  test('names the pages, files and variables that would be added, and writes nothing', async () => {
    const space = await world.createSyncedSpace({
      ...guideFiles,
      '.gitbook/vars.yaml': 'product: Verso\n',
      '.gitbook/assets/plan.txt': 'a plan\n',
    })
    const { pages: before, id: revision } = await space.revision()
    const { status, result } = await preview(space, 'import')
    expect(status).toBe('completed')
    expect(result).toMatchObject({ added: 4, changed: 0, removed: 0, problems: [] })
    expect(result?.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(result?.items).toEqual([
      { change: 'add', kind: 'page', name: 'Welcome', path: 'README.md' },
      { change: 'add', kind: 'page', name: 'Install', path: 'install.md' },
      { change: 'add', kind: 'variable', name: 'product' },
      { change: 'add', kind: 'file', name: 'plan.txt', path: '.gitbook/assets/plan.txt' },
    ])
    expect(await space.revision()).toMatchObject({ id: revision, pages: before })
    expect((await world.admin.get(`${space.path}/git/info`)).status).toBe(404)
  })

  test('lists what would be removed first, with the pages below it, and what the import then does is the same', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.edit(insertPage('Welcome', 'Hello.\n\nSecond.\n\nOurs.\n'), insertPage('Old', 'Old text.\n'))
    const { id: parent } = await space.page('Old')
    await space.edit(insertPage('Older', 'Older text.\n', { into: parent }))
    const { result } = await preview(space, 'import')
    expect(result).toMatchObject({ added: 2, changed: 0, removed: 3 })
    // Pages that did not come from Git are others, even with the same title.
    expect(result?.items.map(({ change, name }) => [change, name])).toEqual([
      ['remove', 'Welcome'],
      ['remove', 'Old'],
      ['remove', 'Older'],
      ['add', 'Welcome'],
      ['add', 'Install'],
    ])
    await space.synchronise('import')
    expect((await space.titles()).map(([title]) => title)).toEqual(['Welcome', 'Install'])
  })

  test('of another repository names what differs in it', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    const other = world.server.createRepository({
      ...guideFiles,
      'SUMMARY.md': `${guideFiles['SUMMARY.md']}* [More](more.md)\n`,
      'README.md': '# Welcome\n\nHello.\n\nSecond, but different.\n\nThird.\n',
      'more.md': '# More\n',
    })
    const { result } = await preview(space, 'import', { url: other.url })
    expect(result?.items.map(({ change, name }) => [change, name])).toEqual([
      ['change', 'Welcome'],
      ['add', 'More'],
    ])
    expect((await space.info()).repoURL).toBe(space.repository.url)
  })

  test('reads the folder that was chosen, and says what would be skipped', async () => {
    const space = await world.createSyncedSpace({
      'docs/README.md': '# Docs\n\nText.\n',
      'docs/SUMMARY.md': '# Contents\n\n* [Docs](README.md)\n* [Gone](gone.md)\n',
      'README.md': '# Code\n',
    })
    const { result } = await preview(space, 'import', { repoProjectDirectory: 'docs' })
    expect(result?.items).toEqual([{ change: 'add', kind: 'page', name: 'Docs', path: 'docs/README.md' }])
    expect(result?.problems).toEqual([expect.stringContaining('gone.md')])
  })

  test('answers with 300 items at most, and counts all', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 320 }, (_, index) => [`page-${index}.md`, `# Page ${index}\n`]),
    )
    const space = await world.createSyncedSpace(files)
    const { result } = await preview(space, 'import')
    expect(result?.added).toBe(320)
    expect(result?.items).toHaveLength(300)
  })
})

describe('a preview of the first export', { timeout: WAIT_MS * 2 }, () => {
  test('names the files that would be added and changed in the branch, and pushes nothing', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.edit(insertPage('Kitchen', 'Pots.\n'))
    const head = space.repository.head
    const { status, result } = await preview(space, 'export')
    expect(status).toBe('completed')
    expect(result?.commit).toBe(head)
    expect(result?.items).toEqual([
      { change: 'change', kind: 'file', name: 'SUMMARY.md', path: 'SUMMARY.md' },
      { change: 'add', kind: 'file', name: 'kitchen.md', path: 'kitchen.md' },
    ])
    expect(space.repository.head).toBe(head)
    await space.synchronise('export')
    expect(space.repository.read('kitchen.md')).toContain('Pots.')
  })

  test('of a branch that does not exist yet names every file as new', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.edit(insertPage('Kitchen', 'Pots.\n'))
    const { result } = await preview(space, 'export', { ref: 'refs/heads/new' })
    expect(result).not.toHaveProperty('commit')
    expect(result?.items).toEqual([{ change: 'add', kind: 'file', name: 'kitchen.md', path: 'kitchen.md' }])
  })
})

describe('a preview that cannot be made says why', { timeout: WAIT_MS * 2 }, () => {
  test('for an empty repository, and for a missing branch with those that there are', async () => {
    const empty = await world.createSyncedSpace()
    expect(await preview(empty, 'import')).toMatchObject({
      status: 'failed',
      error: 'The repository is empty: there is nothing to import.',
    })
    const space = await world.createSyncedSpace(guideFiles)
    expect(await preview(space, 'import', { ref: 'refs/heads/gone' })).toMatchObject({
      status: 'failed',
      error: 'The repository has no branch "gone". It has "main".',
    })
  })

  test('for wrong credentials, no repository and a host that does not answer, without another attempt', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    const missing = { url: `${world.server.origin}/nothing.git` }
    expect(await preview(space, 'import', missing)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no repository'),
    })
    expect(await preview(space, 'export', { url: 'http://127.0.0.1:9/a.git' })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('reached'),
    })
    world.server.options.password = 'secret'
    const url = space.repository.url.replace('//', '//ann:wrong-words@')
    expect(await preview(space, 'import', { url })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('credentials'),
    })
    const rows = await world.app.database.rows(sql`
      select to_jsonb(t)::text as row from tasks t where space_id = ${space.id}`)
    expect(rows).toHaveLength(3)
    for (const { row } of rows as { row: string }[]) expect(row).not.toMatch(/wrong-words|sealed/)
  })

  test('400 for a URL that may not be fetched, a wrong branch and a wrong direction; 404 for another space', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    expect((await startPreview(space, 'import', { url: 'file:///etc' })).status).toBe(400)
    expect((await startPreview(space, 'import', { url: 'http://169.254.169.254/a.git' })).status).toBe(400)
    expect((await startPreview(space, 'import', { ref: 'main' })).status).toBe(400)
    expect((await startPreview(space, 'import', { direction: 'both' })).status).toBe(400)
    const { id } = await preview(space, 'import')
    const other = await world.createSyncedSpace()
    expect((await readPreview(other, id)).status).toBe(404)
  })

  test('409 once both sides have a commit in common', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    expect((await startPreview(space, 'export')).status).toBe(409)
    expect((await startPreview(space, 'import', { repoProjectDirectory: 'docs' })).status).toBe(201)
  })

  test('a second preview of a space cancels the first', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    world.server.options.intercept = () => true
    const first = expectStatus(201, await startPreview(space, 'import'))
    const second = expectStatus(201, await startPreview(space, 'export'))
    expect(expectStatus(200, await readPreview(space, first.id)).status).toBe('canceled')
    world.server.options = {}
    await waitFor('the second preview', async () => {
      const { status } = expectStatus(200, await readPreview(space, second.id))
      return status === 'completed' || status === 'failed' ? status : undefined
    })
  })
})
