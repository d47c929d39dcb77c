import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../database/database.ts'
import { expectStatus } from '../../testing/app.ts'
import { runGit } from '../../testing/git-server.ts'
import { GitWorld, guideFiles } from '../../testing/git-world.ts'
import { createZip } from '../../testing/zip.ts'
import type { User } from '../identity/index.ts'

let world: GitWorld
beforeAll(async () => {
  world = await GitWorld.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.server.options = {}
})

/** Uploads an archive with these files and imports it into a space. */
async function importArchive(spaceId: string, files: Parameters<typeof createZip>[0]): Promise<void> {
  const bytes = createZip(files)
  const { url } = expectStatus(
    201,
    await world.admin.post<{ url: string }>(`/orgs/${world.organization}/storage/upload`, {
      kind: 'import_file',
      file: { name: 'docs.zip', type: 'application/zip', size: bytes.length },
    }),
  )
  const { pathname, search } = new URL(url)
  const upload = await world.app.app.http.inject({ method: 'PUT', url: pathname + search, payload: bytes })
  expectStatus(
    201,
    await world.admin.post(`/spaces/${spaceId}/content/import`, {
      source: 'zip',
      url: upload.json<{ downloadURL: string }>().downloadURL,
    }),
  )
}

describe('POST /spaces/{spaceId}/git/export', () => {
  test('204, and the export of an unchanged import is the same tree', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    const { tree, head } = space.repository
    await space.synchronise('export')

    expect([space.repository.tree, space.repository.head]).toEqual([tree, head])
  })

  test('204, and one commit with the edited page, and with the summary if the title changed', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    const before = space.repository.head
    await space.write('Welcome', 'Hello.\n\nAnother.\n\nThird.\n')
    await space.synchronise('export', { commitMessage: 'Ann’s words\n\nAnd why.' })

    expect(space.repository.listChanges(before)).toEqual(['M\tREADME.md'])
    expect(runGit(space.repository.bare, 'diff', '--numstat', before, 'main').trim()).toBe('1\t1\tREADME.md')
    expect(runGit(space.repository.bare, 'log', '-1', '--format=%B', 'main').trim()).toBe(
      'Ann’s words\n\nAnd why.',
    )
    const { displayName, email } = expectStatus(200, await world.admin.get<User>('/user'))
    expect(runGit(space.repository.bare, 'log', '-1', '--format=%an <%ae>, %cn', 'main').trim()).toBe(
      `${displayName} <${email}>, Verso`,
    )
    expect((await space.revision()).git).toMatchObject({ oid: space.repository.head, createdByService: true })
    const { id } = await space.page('Install')
    await space.edit({ operation: 'update_page', page: id, title: 'Set up' })
    const then = space.repository.head
    await space.synchronise('export')
    expect(space.repository.listChanges(then)).toEqual(['M\tSUMMARY.md', 'M\tinstall.md'])
    expect((await space.page('Set up')).id).toBe(id)
  })

  test('204, and an empty repository gets a branch', async () => {
    const space = await world.createSyncedSpace()
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
    await space.synchronise('export')

    expect(
      runGit(space.repository.bare, 'ls-tree', '-r', '-z', '--name-only', 'main').split('\0').filter(Boolean),
    ).toEqual(['SUMMARY.md', 'ü n.md', 'ü n/below.md'])
    const other = await world.createSpaceFor(space.repository)
    await other.synchronise('import')
    expect(await other.titles()).toEqual(await space.titles())
  })

  test('204, and what came by a zip has relative links and its own heading in a new repository', async () => {
    const space = await world.createSyncedSpace()
    await importArchive(space.id, {
      'SUMMARY.md': '# Inhalt\n\n* [Home](README.md)\n  * [Install](guide/install.md)\n',
      'README.md': '# Home\n\n[There](guide/install.md#run)\n\n{% include ".gitbook/includes/note.md" %}\n',
      'guide/install.md':
        '# Install\n\n## Run\n\n[Back](../README.md), [manual](../.gitbook/assets/manual.pdf)\n',
      '.gitbook/assets/manual.pdf': Buffer.from('%PDF-1.4\n'),
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind [this](../../guide/install.md).\n',
    })
    await space.edit({
      operation: 'insert_page',
      title: 'Own',
      document: { markdown: `[home](/spaces/${space.id}/pages/${(await space.page('Home')).id})\n` },
    })
    await space.synchronise('export')

    const show = (path: string) => runGit(space.repository.bare, 'show', `main:${path}`)
    expect(show('SUMMARY.md')).toBe(
      '# Inhalt\n\n* [Home](home.md)\n  * [Install](home/install.md)\n* [Own](own.md)\n',
    )
    expect(show('home.md')).toBe(
      '# Home\n\n[There](home/install.md#run)\n\n{% include ".gitbook/includes/note.md" %}\n',
    )
    expect(show('home/install.md')).toContain('[Back](../home.md), [manual](../.gitbook/assets/manual.pdf)')
    expect(show('.gitbook/includes/note.md')).toContain('Mind [this](../../home/install.md).')
    expect(show('own.md')).toBe('# Own\n\n[home](home.md)\n')

    // The heading of a repository stays with the space on its way to another one.
    const other = await world.createSpaceFor(space.repository)
    await other.synchronise('import')
    expect(await other.titles()).toEqual(await space.titles())
    const next = world.server.createRepository({})
    await other.synchronise('export', { url: next.url })
    expect(runGit(next.bare, 'show', 'main:SUMMARY.md')).toBe(show('SUMMARY.md'))
    expect(runGit(next.bare, 'rev-parse', 'main^{tree}')).toBe(
      runGit(space.repository.bare, 'rev-parse', 'main^{tree}'),
    )
  })

  test('204, and new commits of the branch are imported first', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    await space.write('Install', 'Run it in Verso.\n')
    space.repository.commit('Meanwhile', { 'README.md': '# Welcome\n\nFrom Git.\n' })
    await space.synchronise('export')

    expect(space.repository.log).toEqual(['From Verso', 'Meanwhile', 'First'])
    expect(await space.text((await space.page('Welcome')).id)).toBe('From Git.\n')
    expect(space.repository.read('install.md')).toContain('Run it in Verso.')
  })

  test('204, and a push that another push came before is repeated once', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    await space.write('Install', 'Run it in Verso.\n')
    let raceCount = 0
    world.server.options.intercept = (request) => {
      if (request.method === 'POST' && request.url?.endsWith('/git-receive-pack') && raceCount++ === 0) {
        world.server.options.intercept = () => false
        space.repository.commit('In between', { 'README.md': '# Welcome\n\nRaced.\n' })
        world.server.options.intercept = () => false
      }
      return false
    }
    await space.synchronise('export')

    expect(raceCount).toBe(1)
    expect(space.repository.log).toEqual(['From Verso', 'In between', 'First'])
    expect(await space.text((await space.page('Welcome')).id)).toBe('Raced.\n')
  })

  test.each([
    { force: false, status: 'failed', log: ['Raced 2', 'Raced 1', 'First'] },
    { force: true, status: 'completed', log: ['From Verso', 'Raced 1', 'First'] },
  ])(
    '204, and if another push comes before it twice, the result depends on force ($force)',
    async ({ force, status, log }) => {
      const space = await world.createSyncedSpace(guideFiles)
      await space.synchronise('import')
      await space.write('Install', 'Run it in Verso.\n')
      let raceCount = 0
      const race = ({ method, url }: { method?: string | undefined; url?: string | undefined }): boolean => {
        // This happens after Verso has fetched, and before its push learns the commit of the branch.
        if (method === 'GET' && url?.includes('service=git-receive-pack') && raceCount < 2) {
          raceCount += 1
          world.server.options.intercept = () => false
          space.repository.commit(`Raced ${raceCount}`, { 'README.md': `# Welcome\n\nRaced ${raceCount}.\n` })
          world.server.options.intercept = race
        }
        return false
      }
      world.server.options.intercept = race
      expect(await space.run('export', { force })).toMatchObject({ status })
      world.server.options.intercept = () => false
      expect(raceCount).toBe(2)
      expect(space.repository.log).toEqual(log)
    },
  )

  test('204, and a push that arrived before its process died is not repeated', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Once.' } })
    const { commit: common } = await space.info()
    await space.synchronise('export')
    const pushedCommit = space.repository.head
    const { id } = await space.page('New')
    // This is the state if the process dies after the push: only the pending push is recorded.
    const revisions = await world.app.database.rows<{ id: string }>(sql`
      select id from revisions where space_id = ${space.id} and type = 'merge' order by id desc`)
    const [sync] = await world.app.database.rows<{ revision: string }>(sql`
      select revision_id as revision from git_syncs where space_id = ${space.id}`)
    const [base] = await world.app.database.rows<{ id: string }>(sql`
      select id from revisions where space_id = ${space.id} and git ->> 'oid' = ${common}`)
    const pushing = { commit: pushedCommit, revisionId: revisions[0]?.id, known: [['new.md', id]] }
    await world.app.database.execute(sql`
      update git_syncs set pushing = ${JSON.stringify(pushing)}::jsonb, commit_oid = ${common},
        revision_id = ${base?.id} where space_id = ${space.id}`)
    await world.app.database.execute(
      sql`update spaces set revision_id = ${revisions[0]?.id} where id = ${space.id}`,
    )
    expect(sync?.revision).toBeDefined()
    await space.synchronise('export')

    expect(space.repository.head).toBe(pushedCommit)
    expect((await space.pages()).filter(({ title }) => title === 'New').map((page) => page.id)).toEqual([id])
  })

  test('204, and a commit that the repository rejects is not pushed again', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
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
    await space.synchronise('export')

    expect(space.repository.log).toEqual(['From Verso', 'First'])
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nAsk for the key.\n')
  })

  test('204, and with `force` the space wins, on top of what the branch has', async () => {
    const space = await world.createSyncedSpace(guideFiles)
    await space.synchronise('import')
    await space.write('Welcome', 'Ours.\n')
    space.repository.commit('Theirs', { 'README.md': '# Welcome\n\nTheirs.\n' })
    await space.synchronise('export', { force: true })

    expect(space.repository.log).toEqual(['From Verso', 'Theirs', 'First'])
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nOurs.\n')
  })
})
