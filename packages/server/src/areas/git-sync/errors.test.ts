import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../database/database.ts'
import { readError } from '../../testing/app.ts'
import { GitWorld, guideFiles, mainRef } from '../../testing/git-world.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

describe('requests and jobs that fail', () => {
  const validBody = { url: 'https://example.com/acme/docs.git', ref: mainRef }
  const syncSpace = {
    path: '',
    import: (body: object) => world.admin.post(`${syncSpace.path}/git/import`, { ...validBody, ...body }),
    export: (body: object) =>
      world.admin.post(`${syncSpace.path}/git/export`, { ...validBody, commitMessage: 'x', ...body }),
  }
  beforeAll(async () => {
    syncSpace.path = `/spaces/${(await world.app.space(world.admin, world.organization)).id}`
  })

  test.each([
    ['ext::sh -c touch% /tmp/x'],
    ['ext::sh'],
    ['file:///etc'],
    ['/etc'],
    ['--upload-pack=touch /tmp/x'],
    ['-oProxyCommand=x'],
    ['ssh://-oProxyCommand=x/y'],
    ['git@-oProxyCommand=x:y'],
    ['https://example.com/--upload-pack=x y'],
    ['https://example.com'],
    ['git://example.com/a'],
    ['fd::17/foo'],
    ['http://localhost/a.git'],
    ['http://169.254.169.254/a.git'],
    ['ssh://git@10.0.0.1/a.git'],
    ['git@192.168.1.1:a.git'],
    ['http://[::1]/a.git'],
    [`https://example.com/${'x'.repeat(3000)}`],
  ])('400 for the URL %.60s', async (url) => {
    expect((await syncSpace.import({ url })).status).toBe(400)
    expect((await syncSpace.export({ url })).status).toBe(400)
    expect((await world.admin.get(`${syncSpace.path}/git/info`)).status).toBe(404)
  })

  test.each([
    'main',
    'refs/tags/v1',
    'refs/heads/--upload-pack=x',
    'refs/heads/a..b',
    'refs/heads/a b',
    'refs/heads/a:refs/heads/b',
    'refs/heads/',
    'refs/heads/x.lock',
    'refs/heads/a\nb',
    'refs/heads/.x',
    '-x',
  ])('400 for the ref %s', async (name) => {
    const answer = await syncSpace.import({ ref: name })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('ref')
  })

  test.each(['../x', 'a/../../b', '.git', 'a\u0000b'])(
    '400 for the folder %j',
    async (repoProjectDirectory) => {
      expect((await syncSpace.import({ repoProjectDirectory })).status).toBe(400)
    },
  )

  test('400 without a commit message, and for an invalid timestamp', async () => {
    expect((await syncSpace.export({ commitMessage: '' })).status).toBe(400)
    expect((await syncSpace.import({ timestamp: 'yesterday' })).status).toBe(400)
  })

  test('a job fails with the reason for an empty repository, a missing branch, a missing repository and wrong credentials', async () => {
    const space = await world.createSyncedSpace()
    expect(await space.run('import')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('empty'),
    })
    const filled = await world.createSyncedSpace(guideFiles)
    expect(await filled.run('import', { ref: 'refs/heads/gone' })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('branch'),
    })
    const url = `${world.server.origin}/nothing.git`
    expect(await filled.run('import', { url })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no repository'),
    })
    world.server.options.password = 'secret'
    expect(await filled.run('import')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('credentials'),
    })
    expect((await filled.info()).operation).toMatchObject({
      status: 'failure',
      error: expect.stringContaining('credentials'),
    })
    const { pages } = await filled.revision()
    expect(pages).toEqual([])
  })

  test('a job is tried again if the remote cannot be reached, or is slow, and says which', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    const url = 'http://127.0.0.1:9/a.git'
    expect(await space.run('import', { url })).toMatchObject({
      status: 'pending',
      error: expect.stringContaining('reached'),
      retryAt: expect.any(String),
    })
    const hanging = await world.createSyncedSpace(guideFiles)
    world.server.options.intercept = () => true
    expect(await hanging.run('import')).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: expect.stringMatching(/^The repository is slow: it sent nothing for \d+ seconds\.$/),
    })
  })

  test('credentials are used, and are in no response, no finished task and no file', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    world.server.options.password = 'pässword:1'
    const url = space.repository.url.replace('//', `//ann:${encodeURIComponent('pässword:1')}@`)
    await space.synchronise('import', { url, repoCacheID: 'x' })
    await space.write('Welcome', 'With a password.\n')
    await space.synchronise('export', { url, repoCacheID: 'x' })

    expect(space.repository.read('README.md')).toContain('With a password.')
    const responses = JSON.stringify([
      await space.info(),
      await space.revision(),
      (await world.admin.get(`/orgs/${world.organization}/jobs`)).body,
    ])
    const storedRows = await world.app.database.rows(sql`
      select to_jsonb(g)::text as row from git_syncs g union all select to_jsonb(t)::text from tasks t where status = 'completed'`)
    const files = readdirSync(join(world.folder, 'git'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name === 'config')
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    expect(files.length).toBeGreaterThan(0)
    for (const text of [responses, JSON.stringify(storedRows), files.join('')]) {
      expect(text).not.toMatch(/p(ä|%C3%A4)ssword/i)
      expect(text).not.toContain(Buffer.from('ann:pässword:1').toString('base64'))
    }
  })
})
