import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../database/database.ts'
import { git } from '../../testing/git-server.ts'
import { GitWorld, guide } from '../../testing/git-world.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

describe('POST /spaces/{spaceId}/git/export', () => {
  test('204, and an import that is exported is the same tree', async () => {
    const space = await world.synced(guide)
    await space.done('import')
    const { tree, head } = space.repository
    await space.done('export')

    expect([space.repository.tree, space.repository.head]).toEqual([tree, head])
  })

  test('204, and one commit with the page that was edited, and the summary where the title was', async () => {
    const space = await world.synced(guide)
    await space.done('import')
    const before = space.repository.head
    await space.write('Welcome', 'Hello.\n\nAnother.\n\nThird.\n')
    await space.done('export', { commitMessage: 'Ann’s words\n\nAnd why.' })

    expect(space.repository.changed(before)).toEqual(['M\tREADME.md'])
    expect(git(space.repository.bare, 'diff', '--numstat', before, 'main').trim()).toBe('1\t1\tREADME.md')
    expect(git(space.repository.bare, 'log', '-1', '--format=%B', 'main').trim()).toBe(
      'Ann’s words\n\nAnd why.',
    )
    expect((await space.revision()).git).toMatchObject({ oid: space.repository.head, createdByService: true })
    const { id } = await space.page('Install')
    await space.edit({ operation: 'update_page', page: id, title: 'Set up' })
    const then = space.repository.head
    await space.done('export')
    expect(space.repository.changed(then)).toEqual(['M\tSUMMARY.md', 'M\tinstall.md'])
    expect((await space.page('Set up')).id).toBe(id)
  })

  test('204, and an empty repository gets a branch', async () => {
    const space = await world.synced()
    await space.edit(
      {
        operation: 'insert_page',
        title: 'Ünï "cödé" / x',
        slug: 'ü n',
        document: { markdown: 'Hi.' },
        ref: 'a',
      },
      { operation: 'insert_page', title: 'Below', into: 'a', document: { markdown: 'There.' } },
    )
    await space.done('export')

    expect(
      git(space.repository.bare, 'ls-tree', '-r', '-z', '--name-only', 'main').split('\0').filter(Boolean),
    ).toEqual(['SUMMARY.md', 'ü n.md', 'ü n/below.md'])
    const other = await world.beside(space.repository)
    await other.done('import')
    expect(await other.titles()).toEqual(await space.titles())
  })

  test('204, and what the branch got meanwhile is imported first', async () => {
    const space = await world.synced(guide)
    await space.done('import')
    await space.write('Install', 'Run it in Verso.\n')
    space.repository.commit('Meanwhile', { 'README.md': '# Welcome\n\nFrom Git.\n' })
    await space.done('export')

    expect(space.repository.log).toEqual(['From Verso', 'Meanwhile', 'First'])
    expect(await space.text((await space.page('Welcome')).id)).toBe('From Git.\n')
    expect(space.repository.read('install.md')).toContain('Run it in Verso.')
  })

  test('204, and a push that another came before is made again, once', async () => {
    const space = await world.synced(guide)
    await space.done('import')
    await space.write('Install', 'Run it in Verso.\n')
    let raced = 0
    world.server.options.before = (request) => {
      if (request.method === 'POST' && request.url?.endsWith('/git-receive-pack') && raced++ === 0) {
        world.server.options.before = () => false
        space.repository.commit('In between', { 'README.md': '# Welcome\n\nRaced.\n' })
        world.server.options.before = () => false
      }
      return false
    }
    await space.done('export')

    expect(raced).toBe(1)
    expect(space.repository.log).toEqual(['From Verso', 'In between', 'First'])
    expect(await space.text((await space.page('Welcome')).id)).toBe('Raced.\n')
  })

  test.each([
    { force: false, status: 'failed', log: ['Raced 2', 'Raced 1', 'First'] },
    { force: true, status: 'completed', log: ['From Verso', 'Raced 1', 'First'] },
  ])(
    '204, and when another comes before it twice, force decides ($force)',
    async ({ force, status, log }) => {
      const space = await world.synced(guide)
      await space.done('import')
      await space.write('Install', 'Run it in Verso.\n')
      let raced = 0
      const race = ({ method, url }: { method?: string | undefined; url?: string | undefined }): boolean => {
        // After Verso has fetched, before it is told where the branch is.
        if (method === 'GET' && url?.includes('service=git-receive-pack') && raced < 2) {
          raced += 1
          world.server.options.before = () => false
          space.repository.commit(`Raced ${raced}`, { 'README.md': `# Welcome\n\nRaced ${raced}.\n` })
          world.server.options.before = race
        }
        return false
      }
      world.server.options.before = race
      expect(await space.run('export', { force })).toMatchObject({ status })
      world.server.options.before = () => false
      expect(raced).toBe(2)
      expect(space.repository.log).toEqual(log)
    },
  )

  test('204, and a push that went through before its process died is not made again', async () => {
    const space = await world.synced(guide)
    await space.done('import')
    await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Once.' } })
    const { commit: common } = await space.info()
    await space.done('export')
    const pushed = space.repository.head
    const { id } = await space.page('New')
    // As if the process had died after the push: what it was about to push is all that is known.
    const revisions = await world.app.database.rows<{ id: string }>(sql`
      select id from revisions where space_id = ${space.id} and type = 'merge' order by id desc`)
    const [made] = await world.app.database.rows<{ revision: string }>(sql`
      select revision_id as revision from git_syncs where space_id = ${space.id}`)
    const [base] = await world.app.database.rows<{ id: string }>(sql`
      select id from revisions where space_id = ${space.id} and git ->> 'oid' = ${common}`)
    const pushing = { commit: pushed, revisionId: revisions[0]?.id, known: [['new.md', id]] }
    await world.app.database.execute(sql`
      update git_syncs set pushing = ${JSON.stringify(pushing)}::jsonb, commit_oid = ${common},
        revision_id = ${base?.id} where space_id = ${space.id}`)
    await world.app.database.execute(
      sql`update spaces set revision_id = ${revisions[0]?.id} where id = ${space.id}`,
    )
    expect(made?.revision).toBeDefined()
    await space.done('export')

    expect(space.repository.head).toBe(pushed)
    expect((await space.pages()).filter(({ title }) => title === 'New').map((page) => page.id)).toEqual([id])
  })

  test('204, and a commit that the repository refuses is not kept for later', async () => {
    const space = await world.synced(guide)
    await space.done('import')
    const { bare } = space.repository
    const hook = join(bare, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\nread old new ref\n! git grep --quiet password $new\n')
    chmodSync(hook, 0o755)
    await space.write('Welcome', 'The password is 1234.\n')
    expect(await space.run('export')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('does not accept'),
    })
    await space.write('Welcome', 'Ask for the key.\n')
    await space.done('export')

    expect(space.repository.log).toEqual(['From Verso', 'First'])
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nAsk for the key.\n')
  })

  test('204, and with `force` the space wins, on top of what the branch has', async () => {
    const space = await world.synced(guide)
    await space.done('import')
    await space.write('Welcome', 'Ours.\n')
    space.repository.commit('Theirs', { 'README.md': '# Welcome\n\nTheirs.\n' })
    await space.done('export', { force: true })

    expect(space.repository.log).toEqual(['From Verso', 'Theirs', 'First'])
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nOurs.\n')
  })
})
