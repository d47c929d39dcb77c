import { execFileSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runGit } from '../../testing/git-server.ts'
import { GitWorld, guideFiles } from '../../testing/git-world.ts'
import type { SyncedSpace } from '../../testing/synced-space.ts'
import { waitFor } from '../../testing/wait-for.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

const listCaches = (): string[] => {
  const folder = join(world.folder, 'git')
  return readdirSync(folder).map((name) => join(folder, name))
}

/** Imports a new space and finds the folders of its cache. */
async function importSpace(): Promise<{ space: SyncedSpace; cache: string; packs: string }> {
  const before = new Set(existsSync(join(world.folder, 'git')) ? listCaches() : [])
  const space = await world.createSyncedSpace(guideFiles)
  await space.synchronise('import')
  const cache = listCaches().find((folder) => !before.has(folder)) ?? ''
  return { space, cache, packs: join(cache, 'objects/pack') }
}

/** Waits until a cache is deleted, because a job is complete before it has cleaned up. */
const waitUntilDeleted = (cache: string): Promise<boolean> =>
  waitFor('the deletion of the cache', () => !existsSync(cache))

/** Drops the response to the next push. */
function dropNextPushResponse(): void {
  let pushes = 0
  world.server.options.dropResponse = ({ method, url }) =>
    method === 'POST' && url?.endsWith('/git-receive-pack') === true && pushes++ === 0
}

const repeatTenTimes = (line: (name: string) => string) =>
  Array.from({ length: 10 }, (_, n) => line(`d${n}`)).join('\n')

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))

describe('a cache that a crash has damaged', () => {
  const damages: [string, (cache: string) => void][] = [
    [
      'with truncated packs',
      (cache) => {
        for (const pack of filesIn(join(cache, 'objects/pack'), '.pack'))
          truncateSync(pack, Math.floor(statSync(pack).size / 2))
      },
    ],
    [
      'with packs of zeroes',
      (cache) => {
        for (const pack of filesIn(join(cache, 'objects/pack'), '.pack'))
          writeFileSync(pack, Buffer.alloc(statSync(pack).size))
      },
    ],
    [
      'without its packs',
      (cache) => {
        for (const pack of filesIn(join(cache, 'objects/pack'), '')) rmSync(pack)
      },
    ],
    ['with an empty branch', (cache) => writeFileSync(join(cache, 'refs/verso/heads/main'), '')],
    ['with a locked branch', (cache) => writeFileSync(join(cache, 'refs/verso/heads/main.lock'), '')],
    ['with a lock on the shallow file', (cache) => writeFileSync(join(cache, 'shallow.lock'), '')],
    ['without a head', (cache) => rmSync(join(cache, 'HEAD'))],
    ['with a truncated configuration', (cache) => truncateSync(join(cache, 'config'), 10)],
  ]

  test.each(damages)('%s is created again, for an import and for an export', async (_name, damage) => {
    const { space, cache } = await importSpace()
    damage(cache)
    space.repository.commit('More', { 'README.md': '# Welcome\n\nHello again.\n' })
    await space.synchronise('import')
    expect(await space.text((await space.page('Welcome')).id)).toBe('Hello again.\n')

    await space.write('Install', 'Run it twice.\n')
    damage(cache)
    await space.synchronise('export')
    expect(space.repository.read('install.md')).toContain('Run it twice.')
    expect(space.repository.log).toEqual(['From Verso', 'More', 'First'])
  })
})

describe('cleaning up caches', () => {
  test('a cache with too many packs or bytes is created again', async () => {
    const { space, packs } = await importSpace()
    for (let n = 0; n < 100; n += 1) writeFileSync(join(packs, `pack-${n}.pack`), '')
    space.repository.commit('More', { 'README.md': '# Welcome\n\nMany.\n' })
    await space.synchronise('import')
    expect(filesIn(packs, '.pack')).toHaveLength(1)

    for (let n = 0; n < 10; n += 1) {
      writeFileSync(join(packs, `pack-${n}.pack`), '')
      truncateSync(join(packs, `pack-${n}.pack`), 10_000_000)
    }
    await space.write('Install', 'Run it.\n\nAgain.\n')
    await space.synchronise('export')
    expect(filesIn(packs, '.pack').map((pack) => statSync(pack).size)).not.toContain(10_000_000)
    expect(space.repository.read('install.md')).toContain('Again.')

    const packsBefore = filesIn(packs, '.pack')
    space.repository.commit('Small', { 'README.md': '# Welcome\n\nSmall.\n' })
    await space.synchronise('import')
    expect(await space.text((await space.page('Welcome')).id)).toBe('Small.\n')
    expect(filesIn(packs, '.pack')).toEqual(expect.arrayContaining(packsBefore))
  })

  test('only a cache that was not used for long is deleted', async () => {
    const [unused, used] = [await importSpace(), await importSpace()]
    const old = new Date(world.app.clock.now().getTime() - 40 * 86_400_000)
    utimesSync(join(unused.cache, 'HEAD'), old, old)
    world.app.clock.advance(2 * 86_400_000)
    used.space.repository.commit('More', { 'README.md': '# Welcome\n\nMore.\n' })
    await used.space.synchronise('import')
    await waitUntilDeleted(unused.cache)
    expect(existsSync(used.cache)).toBe(true)
    await unused.space.synchronise('import', { force: true })
    expect(await unused.space.pages()).toHaveLength(2)
  })
})

describe('a push whose response is lost', () => {
  test('is recorded as successful if Git sends it again', async () => {
    const { space } = await importSpace()
    await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Once.' } })
    const { id } = await space.page('New')
    dropNextPushResponse()
    await space.synchronise('export')
    expect(space.repository.log).toEqual(['From Verso', 'First'])
    expect((await space.titles()).map(([title]) => title)).toEqual(['Welcome', 'Install', 'New'])
    expect((await space.page('New')).id).toBe(id)
    expect(await space.listOpenChangeRequests()).toEqual([])
  })

  test.each(['the same cache', 'another cache'])(
    'is recorded by the next export, also if others committed on top of it: with %s',
    async (which) => {
      const { space, cache } = await importSpace()
      await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Once.' } })
      const { id } = await space.page('New')
      let hasPushed = false
      world.server.options.dropResponse = ({ method, url }) =>
        (hasPushed ||= method === 'POST' && url?.endsWith('/git-receive-pack') === true)
      expect(await space.run('export')).toMatchObject({
        status: 'pending',
        error: expect.stringContaining('reached'),
      })
      world.server.options = {}
      space.repository.commit('On top', { 'README.md': '# Welcome\n\nOn top.\n' })
      if (which === 'another cache') rmSync(cache, { recursive: true })
      await space.synchronise('export')

      expect(space.repository.log).toEqual(['On top', 'From Verso', 'First'])
      expect((await space.titles()).map(([title]) => title)).toEqual(['Welcome', 'Install', 'New'])
      expect((await space.page('New')).id).toBe(id)
      expect(await space.text((await space.page('Welcome')).id)).toBe('On top.\n')
    },
  )
})

describe('malicious repositories', () => {
  test('a few trees that stand for ten thousand million files are rejected', async () => {
    const { space } = await importSpace()
    const { bare } = space.repository
    const mktree = (lines: string) =>
      execFileSync('git', ['mktree'], { cwd: bare, input: lines, encoding: 'utf8' }).trim()
    const blob = runGit(bare, 'rev-parse', 'main:LICENSE').trim()
    let tree = mktree(repeatTenTimes((name) => `100644 blob ${blob}\t${name}`))
    for (let level = 1; level < 10; level += 1)
      tree = mktree(repeatTenTimes((name) => `040000 tree ${tree}\t${name}`))
    const commit = runGit(bare, 'commit-tree', '-m', 'Many', tree).trim()
    runGit(bare, 'update-ref', 'refs/heads/main', commit)
    expect(await space.run('import')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('files'),
    })
    expect(await space.pages()).toHaveLength(2)
  })
})

test.skipIf(!existsSync('/proc/self/cwd'))(
  'no Git process is left after a job, whether it failed or succeeded',
  async () => {
    const { space } = await importSpace()
    await space.run('import', { ref: 'refs/heads/gone' })
    await space.run('export', { force: true })
    const remaining = readdirSync('/proc').flatMap((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        return cwd.startsWith(join(world.folder, 'git')) ? [cwd] : []
      } catch {
        // This entry is not a process, or the process has ended.
        return []
      }
    })
    expect(remaining).toEqual([])
  },
)
