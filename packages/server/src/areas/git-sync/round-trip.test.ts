import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus } from '../../testing/app.ts'
import { readCorpusFiles, hasCorpus } from '../../testing/corpus.ts'
import { runGit } from '../../testing/git-server.ts'
import { GitWorld, guideFiles } from '../../testing/git-world.ts'
import type { SyncedSpace } from '../../testing/synced-space.ts'
import type { MergeOutcome } from '../content/change-requests/schema.ts'
import type { Revision, RevisionPage } from '../content/revisions/schema.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

const flat = (pages: RevisionPage[]): RevisionPage[] =>
  pages.flatMap((page) => [page, ...flat((page.pages ?? []) as RevisionPage[])])

const readTexts = async (space: SyncedSpace) =>
  Promise.all((await space.pages()).map(({ id }) => space.text(id)))

const anyRound = fc.record({
  page: fc.nat({ max: 20 }),
  /** The change in Verso. */
  here: fc.constantFrom('append', 'prepend', 'insert', 'rename', 'nothing'),
  /** The change in Git. One to the same page can make a conflict. */
  there: fc.constantFrom('same page', 'another page', 'new page', 'no page', 'nothing'),
  direction: fc.constantFrom('import' as const, 'export' as const),
})

test('a hundred rounds of random changes on both sides, with merges and conflicts, end equal without a lost word', async () => {
  const space = await world.createSyncedSpace(guideFiles)
  await space.synchronise('import')
  const words: string[] = []
  const word = () => {
    words.push(`word${words.length}x`)
    return words.at(-1) ?? ''
  }
  let renameCount = 0
  const inFiles = async () =>
    (await space.pages()).flatMap(({ id, title, git }) => (git ? [{ id, title, path: git.path }] : []))
  const append = (path: string) => ({ [path]: `${space.repository.read(path).trimEnd()}\n\n${word()}\n` })
  for (const { page, here, there, direction } of fc.sample(anyRound, 100)) {
    const pages = await inFiles()
    const one = pages[page % pages.length]
    const other = pages[(page + 1) % pages.length]
    if (!one || !other) throw new Error('no page is in a file')
    const text = await space.text(one.id)
    if (here === 'append') await space.write(one.title, `${text.trimEnd()}\n\n${word()}\n`)
    if (here === 'prepend') await space.write(one.title, `${word()}\n\n${text}`)
    if (here === 'insert') {
      await space.edit({
        operation: 'insert_page',
        title: `Made ${words.length}`,
        into: one.id,
        document: { markdown: word() },
      })
    }
    if (here === 'rename')
      await space.edit({ operation: 'update_page', page: one.id, title: `Named ${(renameCount += 1)}` })
    const known = new Set(runGit(space.repository.bare, 'ls-tree', '-r', '--name-only', 'main').split('\n'))
    const target = there === 'same page' ? one : other
    if ((there === 'same page' || there === 'another page') && known.has(target.path)) {
      space.repository.commit(there, append(target.path))
    }
    if (there === 'new page') {
      const name = `new-${words.length}.md`
      const summary = `${space.repository.read('SUMMARY.md').trimEnd()}\n* [New ${words.length}](${name})\n`
      space.repository.commit(there, {
        [name]: `# New ${words.length}\n\n${word()}\n`,
        'SUMMARY.md': summary,
      })
    }
    if (there === 'no page') space.repository.commit(there, append('LICENSE'))
    await space.run(direction)
    for (const { id: request } of await space.listOpenChangeRequests()) {
      const scope = `/change-requests/${request}`
      const pagesOfBoth = expectStatus(
        200,
        await world.admin.get<Revision>(`${space.path}${scope}/content`),
      ).pages
      const changes: object[] = []
      for (const { id, title } of flat(pagesOfBoth)) {
        const both = await space.text(id, scope)
        const markdown = both.replaceAll(/^(<{7} .*|={7}|>{7} .*)\n/gm, '')
        if (markdown !== both || /^<{7} /.test(title))
          changes.push({ operation: 'update_page', page: id, document: { markdown } })
      }
      if (changes.length > 0)
        expectStatus(200, await world.admin.post(`${space.path}${scope}/content`, { changes }))
      const mergeResponse = await world.admin.post<MergeOutcome>(`${space.path}${scope}/merge`)
      expect(expectStatus(200, mergeResponse).result).toBe('merge')
    }
  }
  await space.synchronise('export')

  const fresh = await world.createSpaceFor(space.repository)
  await fresh.synchronise('import')
  expect(await fresh.titles()).toEqual(await space.titles())
  const [ours, theirs] = [await readTexts(space), await readTexts(fresh)]
  expect(theirs).toEqual(ours)
  const names = (await space.pages()).map(({ title }) => title)
  const everything = [...ours, ...names, space.repository.read('LICENSE')].join('\n')
  for (const each of words) expect(everything).toContain(each)
  expect(space.repository.log.length).toBeGreaterThan(10)
}, 600_000)

describe.skipIf(!hasCorpus)('a real repository (../shared/corpus)', () => {
  test('is exported as it was imported, and an edit changes one file', async () => {
    const space = await world.createSyncedSpace(readCorpusFiles())
    await space.synchronise('import')
    const { tree, head } = space.repository
    const pages = (await space.pages()).filter(({ type }) => type === 'document')
    expect(pages.length).toBeGreaterThan(200)
    await space.synchronise('export', { force: true })
    expect([space.repository.tree, space.repository.head]).toEqual([tree, head])

    const [first] = pages.slice(7)
    await space.edit({ operation: 'update_page', page: first?.id, document: { markdown: 'New words.\n' } })
    await space.synchronise('export')
    expect(space.repository.listChanges(head)).toEqual([`M\t${first?.git?.path}`])
    expect((await space.pages()).map(({ id }) => id)).toContain(first?.id)
  }, 120_000)
})
