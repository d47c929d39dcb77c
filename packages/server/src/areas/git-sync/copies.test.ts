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
import { git } from '../../testing/git-server.ts'
import { GitWorld, guide } from '../../testing/git-world.ts'
import type { Synced } from '../../testing/synced.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

const copies = (): string[] => {
  const folder = join(world.folder, 'git')
  return readdirSync(folder).map((name) => join(folder, name))
}

/** A space that was imported, and where its copy is. */
async function imported(): Promise<{ space: Synced; copy: string; packs: string }> {
  const before = new Set(existsSync(join(world.folder, 'git')) ? copies() : [])
  const space = await world.synced(guide)
  await space.done('import')
  const copy = copies().find((folder) => !before.has(folder)) ?? ''
  return { space, copy, packs: join(copy, 'objects/pack') }
}

/** A run is complete a moment before it has tidied up. */
async function gone(copy: string): Promise<void> {
  await expect.poll(() => existsSync(copy), { timeout: 10_000 }).toBe(false)
}

/** The answer to the next push is lost. */
function lostAnswer(): void {
  let lost = 0
  world.server.options.mute = ({ method, url }) =>
    method === 'POST' && url?.endsWith('/git-receive-pack') === true && lost++ === 0
}

const tenTimes = (line: (name: string) => string) =>
  Array.from({ length: 10 }, (_, n) => line(`d${n}`)).join('\n')

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))

describe('a copy that a crash has left', () => {
  const damages: [string, (copy: string) => void][] = [
    [
      'with packs cut off',
      (copy) => {
        for (const pack of filesIn(join(copy, 'objects/pack'), '.pack'))
          truncateSync(pack, Math.floor(statSync(pack).size / 2))
      },
    ],
    [
      'with packs of zeroes',
      (copy) => {
        for (const pack of filesIn(join(copy, 'objects/pack'), '.pack'))
          writeFileSync(pack, Buffer.alloc(statSync(pack).size))
      },
    ],
    [
      'without its packs',
      (copy) => {
        for (const pack of filesIn(join(copy, 'objects/pack'), '')) rmSync(pack)
      },
    ],
    ['with an empty branch', (copy) => writeFileSync(join(copy, 'refs/verso/heads/main'), '')],
    ['with a branch that is locked', (copy) => writeFileSync(join(copy, 'refs/verso/heads/main.lock'), '')],
    ['with a lock on where history begins', (copy) => writeFileSync(join(copy, 'shallow.lock'), '')],
    ['without a head', (copy) => rmSync(join(copy, 'HEAD'))],
    ['with a configuration cut off', (copy) => truncateSync(join(copy, 'config'), 10)],
  ]

  test.each(damages)('%s is made again, for an import and for an export', async (_name, damage) => {
    const { space, copy } = await imported()
    damage(copy)
    space.repository.commit('More', { 'README.md': '# Welcome\n\nHello again.\n' })
    await space.done('import')
    expect(await space.text((await space.page('Welcome')).id)).toBe('Hello again.\n')

    await space.write('Install', 'Run it twice.\n')
    damage(copy)
    await space.done('export')
    expect(space.repository.read('install.md')).toContain('Run it twice.')
    expect(space.repository.log).toEqual(['From Verso', 'More', 'First'])
  })
})

describe('a copy that has grown', () => {
  test('by many packs or many bytes is made again', async () => {
    const { space, packs } = await imported()
    for (let n = 0; n < 100; n += 1) writeFileSync(join(packs, `pack-${n}.pack`), '')
    space.repository.commit('More', { 'README.md': '# Welcome\n\nMany.\n' })
    await space.done('import')
    expect(filesIn(packs, '.pack')).toHaveLength(1)

    for (let n = 0; n < 10; n += 1) {
      writeFileSync(join(packs, `pack-${n}.pack`), '')
      truncateSync(join(packs, `pack-${n}.pack`), 10_000_000)
    }
    await space.write('Install', 'Run it.\n\nAgain.\n')
    await space.done('export')
    expect(filesIn(packs, '.pack').map((pack) => statSync(pack).size)).not.toContain(10_000_000)
    expect(space.repository.read('install.md')).toContain('Again.')

    const kept = filesIn(packs, '.pack')
    space.repository.commit('Small', { 'README.md': '# Welcome\n\nSmall.\n' })
    await space.done('import')
    expect(await space.text((await space.page('Welcome')).id)).toBe('Small.\n')
    expect(filesIn(packs, '.pack')).toEqual(expect.arrayContaining(kept))
  })

  test('old and unused is deleted, and no other', async () => {
    const [unused, used] = [await imported(), await imported()]
    const old = new Date(world.app.clock.now().getTime() - 40 * 86_400_000)
    utimesSync(join(unused.copy, 'HEAD'), old, old)
    world.app.clock.advance(2 * 86_400_000)
    used.space.repository.commit('More', { 'README.md': '# Welcome\n\nMore.\n' })
    await used.space.done('import')
    await gone(unused.copy)
    expect(existsSync(used.copy)).toBe(true)
    await unused.space.done('import', { force: true })
    expect(await unused.space.pages()).toHaveLength(2)
  })
})

describe('a push whose answer is lost', () => {
  test('and that is sent again by itself counts as what it is', async () => {
    const { space } = await imported()
    await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Once.' } })
    const { id } = await space.page('New')
    lostAnswer()
    await space.done('export')
    expect(space.repository.log).toEqual(['From Verso', 'First'])
    expect((await space.titles()).map(([title]) => title)).toEqual(['Welcome', 'Install', 'New'])
    expect((await space.page('New')).id).toBe(id)
    expect(await space.conflicts()).toEqual([])
  })

  test.each(['the same copy', 'another copy'])(
    'counts, also under commits of others: with %s',
    async (which) => {
      const { space, copy } = await imported()
      await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Once.' } })
      const { id } = await space.page('New')
      let pushed = false
      world.server.options.mute = ({ method, url }) =>
        (pushed ||= method === 'POST' && url?.endsWith('/git-receive-pack') === true)
      expect(await space.run('export')).toMatchObject({
        status: 'pending',
        error: expect.stringContaining('reached'),
      })
      world.server.options = {}
      space.repository.commit('On top', { 'README.md': '# Welcome\n\nOn top.\n' })
      if (which === 'another copy') rmSync(copy, { recursive: true })
      await space.done('export')

      expect(space.repository.log).toEqual(['On top', 'From Verso', 'First'])
      expect((await space.titles()).map(([title]) => title)).toEqual(['Welcome', 'Install', 'New'])
      expect((await space.page('New')).id).toBe(id)
      expect(await space.text((await space.page('Welcome')).id)).toBe('On top.\n')
    },
  )
})

describe('what is meant to hurt', () => {
  test('a few trees that stand for ten thousand million files are refused', async () => {
    const { space } = await imported()
    const { bare } = space.repository
    const mktree = (lines: string) =>
      execFileSync('git', ['mktree'], { cwd: bare, input: lines, encoding: 'utf8' }).trim()
    const blob = git(bare, 'rev-parse', 'main:LICENSE').trim()
    let tree = mktree(tenTimes((name) => `100644 blob ${blob}\t${name}`))
    for (let level = 1; level < 10; level += 1)
      tree = mktree(tenTimes((name) => `040000 tree ${tree}\t${name}`))
    const commit = git(bare, 'commit-tree', '-m', 'Many', tree).trim()
    git(bare, 'update-ref', 'refs/heads/main', commit)
    expect(await space.run('import')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('files'),
    })
    expect(await space.pages()).toHaveLength(2)
  })
})

test.skipIf(!existsSync('/proc/self/cwd'))(
  'no process of Git is left, whatever became of the run',
  async () => {
    const { space } = await imported()
    await space.run('import', { ref: 'refs/heads/gone' })
    await space.run('export', { force: true })
    const left = readdirSync('/proc').flatMap((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        return cwd.startsWith(join(world.folder, 'git')) ? [cwd] : []
      } catch {
        // Not a process, or one that has ended.
        return []
      }
    })
    expect(left).toEqual([])
  },
)
