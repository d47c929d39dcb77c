import { randomBytes } from 'node:crypto'
import { globSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GitWorld, guide } from '../../testing/git-world.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

/** Bytes of all files in a folder. */
const folderSize = (path: string): number =>
  globSync('**', { cwd: path }).reduce((sum, file) => sum + statSync(join(path, file)).size, 0)

describe('what is left aside, and named', () => {
  test('symbolic links, names that no file may have, and what is too large', async () => {
    const space = await world.synced(guide)
    const { clone } = space.repository
    symlinkSync('/etc/passwd', join(clone, 'secret.md'))
    symlinkSync('README.md', join(clone, 'linked.png'))
    space.repository.commit('Odd', {
      '.gitbook/assets/large.bin': Buffer.alloc(2_000_001),
      '.gitbook/assets/a "b" ü\'.txt': 'text',
      'with space.md': '# Spaced\n',
      'tab\there.md': '# Tab\n',
      'latin.md': Buffer.from([0x23, 0x20, 0xe4]),
      'SUMMARY.md':
        '* [Welcome](README.md)\n* [Spaced](<with space.md>)\n  * [Again](with%20space.md)\n* [Tab](tab%09here.md)\n* [Secret](secret.md)\n* [Latin](latin.md)\n* [Out](../../../etc/passwd)\n',
    })
    await space.done('import')

    expect((await space.pages()).map(({ title }) => title)).toEqual(['Welcome', 'Spaced'])
    const problems = (await space.info()).operation?.problems?.join('\n') ?? ''
    for (const named of [
      'secret.md',
      'linked.png',
      'large.bin',
      String.raw`tab\there.md`,
      'latin.md',
      'outside',
      'more than once',
    ]) {
      expect(problems).toContain(named)
    }
    const { tree } = space.repository
    await space.done('export')
    expect(space.repository.tree).toBe(tree)
  })

  test('a file of 100 MB, of which not a byte is fetched', async () => {
    const space = await world.synced({ ...guide, '.gitbook/assets/huge.bin': randomBytes(100_000_000) })
    const before = folderSize(join(world.folder, 'git'))
    await space.done('import')

    expect((await space.pages()).map(({ title }) => title)).toEqual(['Welcome', 'Install'])
    expect((await space.revision()).files).toEqual([])
    expect((await space.info()).operation?.problems?.join()).toContain('huge.bin')
    expect(folderSize(join(world.folder, 'git')) - before).toBeLessThan(1_000_000)
    const { tree } = space.repository
    await space.write('Welcome', 'Hello again.\n')
    await space.done('export')
    expect(space.repository.changed(tree)).toEqual(['M\tREADME.md'])
  }, 180_000)

  test('nothing of 5,000 files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`d${n % 50}/p${n}.md`, `# Page ${n}\n\nText ${n}.\n`]),
    )
    const space = await world.synced(files)
    await space.done('import')

    expect((await space.pages()).filter(({ type }) => type === 'document')).toHaveLength(5000)
    const { tree } = space.repository
    await space.done('export')
    expect(space.repository.tree).toBe(tree)
  }, 180_000)
})
