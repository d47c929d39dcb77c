import { createHmac, randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { sql } from '../../database/database.ts'
import { errorOf, expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { corpusFiles, hasCorpus } from '../../testing/corpus.ts'
import { git, GitServer } from '../../testing/git-server.ts'
import { readList } from '../../testing/lists.ts'
import { Synced } from '../../testing/synced.ts'
import type { MergeOutcome } from '../change-requests/schema.ts'
import type { Job } from '../jobs/schema.ts'
import type { Link } from '../links/schema.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { Webhook } from './schema.ts'

let app: TestApp
let server: GitServer
let organization: string
let admin: Person
const folder = mkdtempSync(join(tmpdir(), 'verso-git-sync-'))

beforeAll(async () => {
  server = await GitServer.start()
  const config = readConfig({ VERSO_DATA_DIR: folder, VERSO_OUTBOUND_ALLOW: '127.0.0.1' })
  app = await TestApp.start(
    { ...config, rateLimit: 0, maxFileSize: 2_000_000 },
    { role: 'all', gitLimits: { stallSeconds: 2, seconds: 60 } },
  )
  ;({ id: organization, admin } = await app.organization())
})
afterAll(async () => {
  await app.stop()
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.options = {}
})

const ref = 'refs/heads/main'

const synced = async (files: Parameters<GitServer['repository']>[0] = {}): Promise<Synced> =>
  new Synced(await app.space(admin, organization), server.repository(files), admin)

/** Bytes of all files in a folder. */
const folderSize = (path: string): number =>
  globSync('**', { cwd: path }).reduce((sum, file) => sum + statSync(join(path, file)).size, 0)

const titles = (pages: RevisionPage[]) => pages.map(({ title, path }) => [title, path])

const flat = (pages: RevisionPage[]): RevisionPage[] =>
  pages.flatMap((page) => [page, ...flat((page.pages ?? []) as RevisionPage[])])

const textsOf = async (space: Synced) => Promise.all((await space.pages()).map(({ id }) => space.text(id)))

const sign = (secret: string, text: string) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

const guide = {
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'README.md': '# Welcome\n\nHello.\n\nSecond.\n\nThird.\n',
  'install.md': '---\ndescription: How to\n---\n\n# Install\n\nRun it.\n',
  LICENSE: 'free\n',
}

describe('POST /spaces/{spaceId}/git/import', () => {
  test('204, and then one revision that names the commit, with pages that name their files', async () => {
    const space = await synced({ ...guide, '.gitbook/assets/a b.png': 'png' })
    await space.done('import', { repoCommitURL: 'https://example.com/acme/docs/commit/' })
    const head = space.repository.head
    const revision = await space.revision()

    expect(revision.git).toEqual({
      oid: head,
      message: 'First',
      createdByGitBook: false,
      createdByService: false,
      url: `https://example.com/acme/docs/commit/${head}`,
      ref,
    })
    expect(revision.pages).toMatchObject([
      { title: 'Welcome', slug: 'readme', git: { path: 'README.md', oid: expect.any(String) } },
      { title: 'Install', description: 'How to', path: 'install', git: { path: 'install.md' } },
    ])
    expect(revision.pages[0]?.git).not.toHaveProperty('head')
    const file = { name: 'a b.png', git: { path: '.gitbook/assets/a b.png', oid: expect.any(String) } }
    expect(revision.files).toMatchObject([file])
    expect((await readList(admin, `${space.path}/content/files`)).items).toMatchObject([file])
    expect(await space.text((await space.page('Install')).id)).toBe('Run it.\n')
    const again = await admin.get<Revision>(`${space.path}/content?metadata=false`)
    expect(again.body).not.toHaveProperty('git')
    expect([again.body.pages[0], again.body.files[0]].map((part) => part?.git)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('204, and what pages call files of the repository is there; pages that are missing are missing', async () => {
    const space = await synced({
      ...guide,
      'docs/README.md':
        '# Docs\n\n[Licence](../LICENSE.txt) and [source](../src/a%20b.ts), [gone](gone.md).\n',
      'SUMMARY.md': '# Table of contents\n\n* [Docs](docs/README.md)\n',
    })
    await space.done('import', { repoTreeURL: 'https://example.com/acme/docs/tree/main/' })
    const { id } = await space.page('Docs')
    const { items } = await readList<Link>(admin, `${space.path}/content/page/${id}/links`)
    expect(items.map(({ status, targetReference }) => [status, targetReference?.url])).toEqual([
      ['ok', 'https://example.com/acme/docs/tree/main/LICENSE.txt'],
      ['ok', 'https://example.com/acme/docs/tree/main/src/a%20b.ts'],
      ['broken', 'docs/gone.md'],
    ])
    const { body } = await admin.get(`${space.path}/content/page/${id}`)
    expect(JSON.stringify(body)).toContain('https://example.com/acme/docs/tree/main/LICENSE.txt')
    // The text keeps its own words, and another address comes with the next import.
    expect(await space.text(id)).toContain('[Licence](../LICENSE.txt)')
    space.repository.commit('Touch', { LICENSE: 'freer\n' })
    await space.done('import', { repoTreeURL: 'https://other.example/tree' })
    const again = await admin.get(`${space.path}/content/page/${id}`)
    expect(JSON.stringify(again.body)).toContain('https://other.example/tree/LICENSE.txt')
  })

  test('204, and the second import reads what changed and keeps the pages', async () => {
    const space = await synced(guide)
    await space.done('import')
    const before = await space.pages()
    const revision = await space.revision()
    await space.done('import')
    expect((await space.revision()).id).toBe(revision.id)

    space.repository.commit('Move it', {
      'install.md': null,
      'use/setup.md': '---\ndescription: How to\n---\n\n# Set up\n\nRun it.\n',
      'SUMMARY.md': '# Table of contents\n\n* [Set up](use/setup.md)\n* [Welcome](README.md)\n',
    })
    await space.done('import')
    const after = await space.pages()
    expect(after.map(({ title }) => title)).toEqual(['Set up', 'Welcome'])
    expect(after.map(({ id }) => id)).toEqual([before[1]?.id, before[0]?.id])
    expect((await space.revision()).parents).toEqual([revision.id])
  })

  test('204, and with `standalone` a revision beside what the space shows', async () => {
    const space = await synced(guide)
    const before = await space.revision()
    await space.done('import', { standalone: true })

    expect((await space.revision()).id).toBe(before.id)
    const { operation } = await space.info()
    const made = await admin.get<Revision>(`${space.path}/revisions/${operation?.revision}`)
    expect(expectStatus(200, made).pages.map(({ title }) => title)).toEqual(['Welcome', 'Install'])
    await space.done('import')
    expect(await space.pages()).toHaveLength(2)
  })

  test('204, and what is older than the last that finished is skipped unless forced', async () => {
    const space = await synced(guide)
    await space.done('import', { timestamp: '2026-01-02T00:00:00.000Z' })
    space.repository.commit('Newer', { 'README.md': '# Changed\n' })
    await space.done('import', { timestamp: '2026-01-01T00:00:00.000Z' })
    expect((await space.info()).operation?.status).toBe('skipped')
    expect((await space.pages())[0]?.title).toBe('Welcome')

    await space.done('import', { timestamp: '2026-01-01T00:00:00.000Z', force: true })
    expect((await space.pages())[0]?.title).toBe('Changed')
  })

  test('204, and what both sides changed in different places is merged', async () => {
    const space = await synced(guide)
    await space.done('import')
    await space.write('Welcome', 'Hello, you.\n\nSecond.\n\nThird.\n')
    space.repository.commit('Elsewhere', { 'README.md': '# Welcome\n\nHello.\n\nSecond.\n\nThird, more.\n' })
    await space.done('import')

    expect(await space.text((await space.page('Welcome')).id)).toBe(
      'Hello, you.\n\nSecond.\n\nThird, more.\n',
    )
    await space.done('export')
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nHello, you.\n\nSecond.\n\nThird, more.\n')
  })

  test('204, and a conflict leaves the space alone and opens a change request with both texts', async () => {
    const space = await synced(guide)
    await space.done('import')
    await space.write('Welcome', 'Hello from Verso.\n\nSecond.\n\nThird.\n')
    const before = await space.revision()
    space.repository.commit('At odds', { 'README.md': '# Welcome\n\nHello from Git.\n\nSecond.\n\nThird.\n' })
    await space.done('import')

    expect((await space.revision()).id).toBe(before.id)
    const [request] = await space.conflicts()
    expect((await space.info()).operation).toMatchObject({ status: 'success', changeRequest: request?.id })
    const { id } = await space.page('Welcome')
    const scope = `/change-requests/${request?.id}`
    const both = await space.text(id, scope)
    expect(both).toContain('Hello from Verso.')
    expect(both).toContain('Hello from Git.')

    // Nothing goes out while it is open; what comes in goes to it.
    expect(await space.run('export')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('change request'),
    })
    space.repository.commit('More', {
      'install.md': '---\ndescription: How to\n---\n\n# Install\n\nRun it now.\n',
    })
    await space.done('import')
    expect(await space.text((await space.page('Install')).id, scope)).toBe('Run it now.\n')

    const changes = [{ operation: 'update_page', page: id, document: { markdown: 'Hello from both.\n' } }]
    expectStatus(200, await admin.post(`${space.path}${scope}/content`, { changes }))
    const merged = await admin.post<MergeOutcome>(`${space.path}${scope}/merge`)
    expect(expectStatus(200, merged).result).toBe('merge')
    await space.done('export')
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nHello from both.\n')
    expect(space.repository.read('install.md')).toContain('Run it now.\n')
    await space.done('import')
    expect(await space.conflicts()).toEqual([])
  })

  test('204, and a folder of a repository of several projects', async () => {
    const space = await synced({
      'docs/a/README.md': '# A\n',
      'docs/b/README.md': '# B\n',
      'README.md': '# Top\n',
    })
    await space.done('import', { repoProjectDirectory: '/docs/b/' })
    expect((await space.pages()).map(({ title }) => title)).toEqual(['B'])

    await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Here.' } })
    await space.done('export', { repoProjectDirectory: 'docs/b' })
    expect(space.repository.read('docs/b/new.md')).toBe('# New\n\nHere.')
    expect(space.repository.read('README.md')).toBe('# Top\n')
  })
})

describe('POST /spaces/{spaceId}/git/export', () => {
  test('204, and an import that is exported is the same tree', async () => {
    const space = await synced(guide)
    await space.done('import')
    const { tree, head } = space.repository
    await space.done('export')

    expect([space.repository.tree, space.repository.head]).toEqual([tree, head])
  })

  test('204, and one commit with the page that was edited, and the summary where the title was', async () => {
    const space = await synced(guide)
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
    const space = await synced()
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
    const other = new Synced(await app.space(admin, organization), space.repository, admin)
    await other.done('import')
    expect(titles(await other.pages())).toEqual(titles(await space.pages()))
  })

  test('204, and what the branch got meanwhile is imported first', async () => {
    const space = await synced(guide)
    await space.done('import')
    await space.write('Install', 'Run it in Verso.\n')
    space.repository.commit('Meanwhile', { 'README.md': '# Welcome\n\nFrom Git.\n' })
    await space.done('export')

    expect(space.repository.log).toEqual(['From Verso', 'Meanwhile', 'First'])
    expect(await space.text((await space.page('Welcome')).id)).toBe('From Git.\n')
    expect(space.repository.read('install.md')).toContain('Run it in Verso.')
  })

  test('204, and a push that another came before is made again, once', async () => {
    const space = await synced(guide)
    await space.done('import')
    await space.write('Install', 'Run it in Verso.\n')
    let raced = 0
    server.options.before = (request) => {
      if (request.method === 'POST' && request.url?.endsWith('/git-receive-pack') && raced++ === 0) {
        server.options.before = () => false
        space.repository.commit('In between', { 'README.md': '# Welcome\n\nRaced.\n' })
        server.options.before = () => false
      }
      return false
    }
    await space.done('export')

    expect(raced).toBe(1)
    expect(space.repository.log).toEqual(['From Verso', 'In between', 'First'])
    expect(await space.text((await space.page('Welcome')).id)).toBe('Raced.\n')
  })

  test('204, and a push that went through before its process died is not made again', async () => {
    const space = await synced(guide)
    await space.done('import')
    await space.edit({ operation: 'insert_page', title: 'New', document: { markdown: 'Once.' } })
    const { commit: common } = await space.info()
    await space.done('export')
    const pushed = space.repository.head
    const { id } = await space.page('New')
    // As if the process had died after the push: what it was about to push is all that is known.
    const revisions = await app.database.rows<{ id: string }>(sql`
      select id from revisions where space_id = ${space.id} and type = 'merge' order by id desc`)
    const [made] = await app.database.rows<{ revision: string }>(sql`
      select revision_id as revision from git_syncs where space_id = ${space.id}`)
    const [base] = await app.database.rows<{ id: string }>(sql`
      select id from revisions where space_id = ${space.id} and git ->> 'oid' = ${common}`)
    const pushing = { commit: pushed, revisionId: revisions[0]?.id, known: [['new.md', id]] }
    await app.database.execute(sql`
      update git_syncs set pushing = ${JSON.stringify(pushing)}::jsonb, commit_oid = ${common},
        revision_id = ${base?.id} where space_id = ${space.id}`)
    await app.database.execute(
      sql`update spaces set revision_id = ${revisions[0]?.id} where id = ${space.id}`,
    )
    expect(made?.revision).toBeDefined()
    await space.done('export')

    expect(space.repository.head).toBe(pushed)
    expect((await space.pages()).filter(({ title }) => title === 'New').map((page) => page.id)).toEqual([id])
  })

  test('204, and with `force` the space wins, on top of what the branch has', async () => {
    const space = await synced(guide)
    await space.done('import')
    await space.write('Welcome', 'Ours.\n')
    space.repository.commit('Theirs', { 'README.md': '# Welcome\n\nTheirs.\n' })
    await space.done('export', { force: true })

    expect(space.repository.log).toEqual(['From Verso', 'Theirs', 'First'])
    expect(space.repository.read('README.md')).toBe('# Welcome\n\nOurs.\n')
  })
})

describe('what cannot be synchronised with', () => {
  const right = { url: 'https://example.com/acme/docs.git', ref }
  const asked = {
    path: '',
    import: (body: object) => admin.post(`${asked.path}/git/import`, { ...right, ...body }),
    export: (body: object) =>
      admin.post(`${asked.path}/git/export`, { ...right, commitMessage: 'x', ...body }),
  }
  beforeAll(async () => {
    asked.path = `/spaces/${(await app.space(admin, organization)).id}`
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
    expect((await asked.import({ url })).status).toBe(400)
    expect((await asked.export({ url })).status).toBe(400)
    expect((await admin.get(`${asked.path}/git/info`)).status).toBe(404)
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
    const answer = await asked.import({ ref: name })
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toContain('ref')
  })

  test.each(['../x', 'a/../../b', '.git', 'a\u0000b'])(
    '400 for the folder %j',
    async (repoProjectDirectory) => {
      expect((await asked.import({ repoProjectDirectory })).status).toBe(400)
    },
  )

  test('400 without a message, and for what is no time', async () => {
    expect((await asked.export({ commitMessage: '' })).status).toBe(400)
    expect((await asked.import({ timestamp: 'yesterday' })).status).toBe(400)
  })

  test('a job that fails and says why, for an empty repository, a missing branch, none at all, and wrong credentials', async () => {
    const space = await synced()
    expect(await space.run('import')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('empty'),
    })
    const filled = await synced(guide)
    expect(await filled.run('import', { ref: 'refs/heads/gone' })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('branch'),
    })
    const url = `${server.origin}/nothing.git`
    expect(await filled.run('import', { url })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no repository'),
    })
    server.options.password = 'secret'
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

  test('a job that is tried again, for a remote that is not there or says nothing', async () => {
    const space = await synced(guide)
    const url = 'http://127.0.0.1:9/a.git'
    expect(await space.run('import', { url })).toMatchObject({
      status: 'pending',
      error: expect.stringContaining('reached'),
      retryAt: expect.any(String),
    })
    const hanging = await synced(guide)
    server.options.before = () => true
    expect(await hanging.run('import')).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: expect.stringContaining('reached'),
    })
  })

  test('credentials work, and are in no answer, no log, no task that is over, and no file', async () => {
    const space = await synced(guide)
    server.options.password = 'pässword:1'
    const url = space.repository.url.replace('//', `//ann:${encodeURIComponent('pässword:1')}@`)
    await space.done('import', { url, repoCacheID: 'x' })
    await space.write('Welcome', 'With a password.\n')
    await space.done('export', { url, repoCacheID: 'x' })

    expect(space.repository.read('README.md')).toContain('With a password.')
    const said = JSON.stringify([
      await space.info(),
      await space.revision(),
      (await admin.get(`/orgs/${organization}/jobs`)).body,
    ])
    const stored = await app.database.rows(sql`
      select to_jsonb(g)::text as row from git_syncs g union all select to_jsonb(t)::text from tasks t where status = 'completed'`)
    const files = readdirSync(join(folder, 'git'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name === 'config')
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    expect(files.length).toBeGreaterThan(0)
    for (const text of [said, JSON.stringify(stored), files.join('')]) {
      expect(text).not.toMatch(/p(ä|%C3%A4)ssword/i)
      expect(text).not.toContain(Buffer.from('ann:pässword:1').toString('base64'))
    }
  })
})

describe('what is left aside, and named', () => {
  test('symbolic links, names that no file may have, and what is too large', async () => {
    const space = await synced(guide)
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
    const space = await synced({ ...guide, '.gitbook/assets/huge.bin': randomBytes(100_000_000) })
    const before = folderSize(join(folder, 'git'))
    await space.done('import')

    expect((await space.pages()).map(({ title }) => title)).toEqual(['Welcome', 'Install'])
    expect((await space.revision()).files).toEqual([])
    expect((await space.info()).operation?.problems?.join()).toContain('huge.bin')
    expect(folderSize(join(folder, 'git')) - before).toBeLessThan(1_000_000)
    const { tree } = space.repository
    await space.write('Welcome', 'Hello again.\n')
    await space.done('export')
    expect(space.repository.changed(tree)).toEqual(['M\tREADME.md'])
  }, 180_000)

  test('nothing of 5,000 files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`d${n % 50}/p${n}.md`, `# Page ${n}\n\nText ${n}.\n`]),
    )
    const space = await synced(files)
    await space.done('import')

    expect((await space.pages()).filter(({ type }) => type === 'document')).toHaveLength(5000)
    const { tree } = space.repository
    await space.done('export')
    expect(space.repository.tree).toBe(tree)
  }, 180_000)
})

describe('webhooks', () => {
  const push = { ref, after: 'x', repository: { id: 1 } }

  async function webhook() {
    const space = await synced(guide)
    const body = { url: space.repository.url, ref }
    const { secret, url } = expectStatus(200, await admin.put<Webhook>(`${space.path}/git/webhook`, body))
    expect(url).toMatch(new RegExp(`/v1${space.path}/git/webhook$`))
    const call = (headers: Record<string, string>, sent: object = push) =>
      app.anonymous.send('POST', `${space.path}/git/webhook`, sent, headers)
    return { space, secret, call }
  }

  test('204 imports on a push that GitHub signed; 409 when it is sent again', async () => {
    const { space, secret, call } = await webhook()
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': sign(secret, JSON.stringify(push)) }
    expect((await call({ ...headers, 'x-github-event': 'ping' })).status).toBe(204)
    expect((await call(headers)).status).toBe(204)
    await space.idle()
    expect(await space.pages()).toHaveLength(2)

    expect((await call({ ...headers, 'x-github-delivery': 'another' })).status).toBe(409)
    const other = { ...push, ref: 'refs/heads/other' }
    expect((await call({ 'x-hub-signature-256': sign(secret, JSON.stringify(other)) }, other)).status).toBe(
      204,
    )
    expect(await readList<Job>(admin, `/orgs/${organization}/jobs?space=${space.id}`)).toMatchObject({
      count: 1,
    })
  })

  test('204 imports on a push with the token of GitLab', async () => {
    const { space, secret, call } = await webhook()
    expect((await call({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret })).status).toBe(204)
    await space.idle()
    expect(await space.pages()).toHaveLength(2)
  })

  test('401 for a wrong signature, another body, another space, none at all, and after it was removed', async () => {
    const { space, secret, call } = await webhook()
    const right = sign(secret, JSON.stringify(push))
    const [other] = [await webhook()]
    const wrong: Record<string, string>[] = [
      {},
      { 'x-hub-signature-256': sign('wrong', JSON.stringify(push)) },
      { 'x-hub-signature-256': right.slice(0, -1) },
      { 'x-hub-signature-256': sign(secret, `${JSON.stringify(push)} `) },
      { 'x-hub-signature-256': sign(other.secret, JSON.stringify(push)) },
      { 'x-gitlab-token': other.secret },
      { 'x-gitlab-token': '' },
    ]
    for (const headers of wrong) expect((await call(headers)).status).toBe(401)
    expect(
      (
        await app.anonymous.send('POST', '/spaces/nowhere/git/webhook', push, {
          'x-hub-signature-256': right,
        })
      ).status,
    ).toBe(401)

    expect((await admin.delete(`${space.path}/git/webhook`)).status).toBe(205)
    expect((await admin.delete(`${space.path}/git/webhook`)).status).toBe(204)
    expect((await call({ 'x-hub-signature-256': right })).status).toBe(401)
    expect((await readList<Job>(admin, `/orgs/${organization}/jobs?space=${space.id}`)).items).toEqual([])
  })
})

describe('GET /spaces/{spaceId}/git/info', () => {
  test('404 before, 200 after, also on the space; 205 removes what is legacy, and nothing else', async () => {
    const space = await synced(guide)
    expect((await admin.get(`${space.path}/git/info`)).status).toBe(404)
    expect(expectStatus(200, await admin.get<Space>(space.path))).not.toHaveProperty('gitSync')
    const tree = 'https://example.com/acme/docs/tree/main'
    await space.done('import', { repoTreeURL: tree, gitInfo: { provider: 'github' } })
    const expected = {
      repoName: expect.stringMatching(/^repository-\d+$/),
      installationProvider: 'github',
      integration: 'github',
      url: tree,
      updatedAt: expect.any(String),
    }
    expect(await space.info()).toMatchObject({
      ...expected,
      ref,
      commit: space.repository.head,
      operation: { direction: 'import', status: 'success' },
    })
    expect(expectStatus(200, await admin.get<Space>(space.path)).gitSync).toMatchObject(expected)

    expect((await admin.delete(`${space.path}/git/legacy-installation`)).status).toBe(204)
    await space.done('import', { gitInfo: { provider: 'github-legacy' } })
    expect((await admin.delete(`${space.path}/git/legacy-installation`)).status).toBe(205)
    expect((await admin.get(`${space.path}/git/info`)).status).toBe(404)
  })
})

const anyRound = fc.record({
  page: fc.nat({ max: 20 }),
  /** What is done in Verso. */
  here: fc.constantFrom('append', 'prepend', 'insert', 'rename', 'nothing'),
  /** What is done in Git: to the same page, so that nobody can merge it by lines; to another; to none. */
  there: fc.constantFrom('same page', 'another page', 'new page', 'no page', 'nothing'),
  direction: fc.constantFrom('import' as const, 'export' as const),
})

test('a hundred rounds of writing on both sides, in any order, through merges and conflicts, end equal with no word lost', async () => {
  const space = await synced(guide)
  await space.done('import')
  const words: string[] = []
  const word = () => {
    words.push(`word${words.length}x`)
    return words.at(-1) ?? ''
  }
  let renamed = 0
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
      await space.edit({ operation: 'update_page', page: one.id, title: `Named ${(renamed += 1)}` })
    const known = new Set(git(space.repository.bare, 'ls-tree', '-r', '--name-only', 'main').split('\n'))
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
    for (const { id: request } of await space.conflicts()) {
      const scope = `/change-requests/${request}`
      const pagesOfBoth = expectStatus(200, await admin.get<Revision>(`${space.path}${scope}/content`)).pages
      const changes: object[] = []
      for (const { id, title } of flat(pagesOfBoth)) {
        const both = await space.text(id, scope)
        const markdown = both.replaceAll(/^(<{7} .*|={7}|>{7} .*)\n/gm, '')
        if (markdown !== both || /^<{7} /.test(title))
          changes.push({ operation: 'update_page', page: id, document: { markdown } })
      }
      if (changes.length > 0)
        expectStatus(200, await admin.post(`${space.path}${scope}/content`, { changes }))
      const merged = await admin.post<MergeOutcome>(`${space.path}${scope}/merge`)
      expect(expectStatus(200, merged).result).toBe('merge')
    }
  }
  await space.done('export')

  const fresh = new Synced(await app.space(admin, organization), space.repository, admin)
  await fresh.done('import')
  expect(titles(await fresh.pages())).toEqual(titles(await space.pages()))
  const [ours, theirs] = [await textsOf(space), await textsOf(fresh)]
  expect(theirs).toEqual(ours)
  const names = (await space.pages()).map(({ title }) => title)
  const everything = [...ours, ...names, space.repository.read('LICENSE')].join('\n')
  for (const written of words) expect(everything).toContain(written)
  expect(space.repository.log.length).toBeGreaterThan(10)
}, 600_000)

describe.skipIf(!hasCorpus)('a real repository (../shared/corpus)', () => {
  test('comes out as it went in, page by page', async () => {
    const space = await synced(corpusFiles())
    await space.done('import')
    const { tree, head } = space.repository
    const pages = (await space.pages()).filter(({ type }) => type === 'document')
    expect(pages.length).toBeGreaterThan(200)
    await space.done('export', { force: true })
    expect([space.repository.tree, space.repository.head]).toEqual([tree, head])

    const [first] = pages.slice(7)
    await space.edit({ operation: 'update_page', page: first?.id, document: { markdown: 'New words.\n' } })
    await space.done('export')
    expect(space.repository.changed(head)).toEqual([`M\t${first?.git?.path}`])
    expect((await space.pages()).map(({ id }) => id)).toContain(first?.id)
  }, 120_000)
})
