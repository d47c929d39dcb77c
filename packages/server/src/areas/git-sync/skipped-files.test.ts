import { randomBytes } from 'node:crypto'
import { globSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GitWorld, guideFiles } from '../../testing/git-world.ts'

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

describe('files that are skipped', () => {
  test('symbolic links, files with invalid names and files that are too large are skipped and named', async () => {
    const space = await world.createSyncedSpace(guideFiles)
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
    await space.synchronise('import')

    expect((await space.pages()).map(({ title }) => title)).toEqual(['Welcome', 'Spaced'])
    const problems = (await space.info()).operation?.problems?.join('\n') ?? ''
    for (const name of [
      'secret.md',
      'linked.png',
      'large.bin',
      String.raw`tab\there.md`,
      'latin.md',
      'outside',
      'more than once',
    ]) {
      expect(problems).toContain(name)
    }
    const { tree } = space.repository
    await space.synchronise('export')
    expect(space.repository.tree).toBe(tree)
  })

  test('a file of 100 MB is skipped without being fetched', async () => {
    const space = await world.createSyncedSpace({
      ...guideFiles,
      '.gitbook/assets/huge.bin': randomBytes(100_000_000),
    })
    const before = folderSize(join(world.folder, 'git'))
    await space.synchronise('import')

    expect((await space.pages()).map(({ title }) => title)).toEqual(['Welcome', 'Install'])
    expect((await space.revision()).files).toEqual([])
    expect((await space.info()).operation?.problems?.join()).toContain('huge.bin')
    expect(folderSize(join(world.folder, 'git')) - before).toBeLessThan(1_000_000)
    const { tree } = space.repository
    await space.write('Welcome', 'Hello again.\n')
    await space.synchronise('export')
    expect(space.repository.listChanges(tree)).toEqual(['M\tREADME.md'])
  }, 180_000)

  test('none of 5,000 files is skipped', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`d${n % 50}/p${n}.md`, `# Page ${n}\n\nText ${n}.\n`]),
    )
    const space = await world.createSyncedSpace(files)
    await space.synchronise('import')

    expect((await space.pages()).filter(({ type }) => type === 'document')).toHaveLength(5000)
    const { tree } = space.repository
    await space.synchronise('export')
    expect(space.repository.tree).toBe(tree)
  }, 180_000)
})
