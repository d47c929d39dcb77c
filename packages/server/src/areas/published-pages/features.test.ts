import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { GitServer } from '../../testing/git-server.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'
import { SyncedSpace } from '../../testing/synced-space.ts'

let t: TestApp
let git: GitServer
let publisher: SitePublisher
let admin: Person
const folder = mkdtempSync(join(tmpdir(), 'verso-published-'))

beforeAll(async () => {
  git = await GitServer.start()
  const config = readConfig({ VERSO_DATA_DIR: folder, VERSO_OUTBOUND_ALLOW: '127.0.0.1' })
  t = await TestApp.start(
    { ...config, rateLimit: 0, publicUrl: 'https://verso.example' },
    { role: 'all', gitLimits: { stallSeconds: 5, seconds: 60 } },
  )
  publisher = await SitePublisher.create(t)
  ;({ admin } = publisher)
})
afterAll(async () => {
  await t.stop()
  git.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A published site whose space is synchronised with a repository. */
async function publishSynced(files: Record<string, string>, body: object = {}) {
  const space = await t.space(admin, publisher.organization, { title: 'Guide' })
  const sync = new SyncedSpace(space, git.createRepository(files), admin)
  await sync.synchronise('import', body)
  const site = await t.site(admin, publisher.organization, { title: 'Synced', spaces: [space.id] })
  expectStatus(200, await admin.post(`${publisher.getApiPath(site)}/publish`))
  return { site, space, sync, sitePath: `/acme/${site.basename}` }
}

const repository = {
  '.gitbook.yaml':
    'root: ./docs/\n\nredirects:\n  old/start: guides/setup.md\n  /was/first/: README.md\n  gone: nowhere.md\n  ../../etc/passwd: README.md\n  up: ../../../x.md\n  evil: //evil.example/\n  4: README.md\n',
  'docs/SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Setup](guides/setup.md)\n',
  'docs/README.md': '# Welcome\n\nHello.\n',
  'docs/guides/setup.md': '# Setup\n\nInstall.\n',
}

const editLinkIn = (text: string): string | undefined =>
  /<a href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Edit on/s.exec(text)?.[1]

const head = (lines: string[]) => `---\n${lines.join('\n')}\n---\n\n`

describe('what the front matter of a repository says about a page', () => {
  const files = {
    'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Setup](guides/setup.md)\n',
    'README.md': '# Welcome\n\nHello.\n',
    'guides/setup.md': `${head([
      'cover: ../.gitbook/assets/wide.svg',
      'layout:',
      '  cover:',
      '    visible: true',
      '    size: background',
      '    mask: radial',
      'tags:',
      '  - tag: plain',
      '  - tag: beta',
      '    primary: true',
      'metaLinks:',
      '  alternates:',
      '    - ../README.md',
      '    - https://other.example/setup',
      '    - https://app.gitbook.com/s/x/setup',
      '    - ../missing.md',
    ])}# Setup\n\n## Install\n\nInstall.\n`,
    '.gitbook/assets/wide.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="300"/>',
  }

  it('200 shows its tags, its cover and its other addresses', async () => {
    const { sitePath, sync } = await publishSynced(files)
    const { text } = await publisher.get(`${sitePath}/setup`)
    expect(text).toContain('<p class="tags"><span class="tag">beta</span><span class="tag">plain</span></p>')
    expect(text).toContain('<meta property="article:tag" content="beta"')
    const alternates = [...text.matchAll(/<link rel="alternate" href="([^"]*)"/g)].map(([, href]) => href)
    expect(alternates).toEqual([`https://verso.example${sitePath}`, 'https://other.example/setup'])
    expect(text).toMatch(/<img\s+class="[^"]*"\s+src="[^"]*wide\.svg"\s+alt=""\s+width="800"\s+height="300"/)
    expect(text).toContain('radial-gradient(')
    expect((await publisher.get(/src="([^"]*wide\.svg)"/.exec(text)?.[1] ?? '')).status).toBe(200)
    // The API names pages and files by their ids.
    const { pages, tags } = expectStatus(
      200,
      await admin.get<{ pages: { id: string }[]; tags: unknown }>(`${sync.path}/content`),
    )
    expect(tags).toEqual([
      { slug: 'plain', label: 'plain', color: 'default' },
      { slug: 'beta', label: 'beta', color: 'default' },
    ])
    const [welcome, setup] = pages
    const metaLinks = {
      alternates: [
        { kind: 'page', page: welcome?.id },
        { kind: 'url', url: 'https://other.example/setup' },
        { kind: 'url', url: 'https://app.gitbook.com/s/x/setup' },
        { kind: 'page', page: '../missing.md' },
      ],
    }
    const page = expectStatus(
      200,
      await admin.get<{ cover: { ref: { file: string } } }>(`${sync.path}/content/page/${setup?.id}`),
    )
    expect(page).toMatchObject({
      metaLinks,
      tags: [{ tag: { kind: 'tag', tag: 'plain' } }, { tag: { kind: 'tag', tag: 'beta' }, primary: true }],
      layout: { coverSize: 'background', coverMask: 'radial' },
    })
    expectStatus(200, await admin.get(`${sync.path}/content/files/${page.cover.ref.file}`))
    expect(expectStatus(200, await admin.get(`${sync.path}/content/page/${setup?.id}/meta-links`))).toEqual(
      metaLinks,
    )
  })

  it('200 names another page as the canonical one, and leaves out what the layout hides', async () => {
    const { sitePath } = await publishSynced({
      ...files,
      'guides/setup.md': `${head([
        'layout:',
        '  tags:',
        '    visible: false',
        '  anchors:',
        '    visible: false',
        'tags:',
        '  - "<b>x"',
        'metaLinks:',
        '  canonical: ../README.md',
      ])}# Setup\n\n## Install\n\nInstall.\n`,
    })
    const { text } = await publisher.get(`${sitePath}/setup`)
    expect(text).toContain(`<link rel="canonical" href="https://verso.example${sitePath}"`)
    expect(text).not.toContain('class="tags"')
    expect(text).toContain('<meta property="article:tag" content="&lt;b&gt;x"')
    expect(text).not.toContain('class="anchor"')
  })
})

describe('a page that is synchronized with a file of a repository', () => {
  it('200 links to its file only if the customization enables it', async () => {
    const { sitePath, site } = await publishSynced(repository, {
      repoTreeURL: 'https://github.com/acme/docs/tree/main',
      gitInfo: { provider: 'github', url: 'https://github.com/acme/docs' },
    })
    expect(editLinkIn((await publisher.get(`${sitePath}/setup`)).text)).toBeUndefined()
    await publisher.customize(site, { git: { showEditLink: true } })
    expect(editLinkIn((await publisher.get(`${sitePath}/setup`)).text)).toBe(
      'https://github.com/acme/docs/edit/main/docs/guides/setup.md',
    )
  })

  it.each<[string, object, string | undefined]>([
    [
      'GitLab',
      { repoTreeURL: 'https://gitlab.example/a/b/docs/-/tree/main/' },
      'https://gitlab.example/a/b/docs/-/tree/main/docs/guides/setup.md',
    ],
    [
      'GitLab by name',
      {
        repoTreeURL: 'https://gitlab.com/a/b/docs/-/tree/main/',
        gitInfo: { provider: 'gitlab', url: 'https://gitlab.com/a/b/docs' },
      },
      'https://gitlab.com/a/b/docs/-/edit/main/docs/guides/setup.md',
    ],
    [
      'a host of its own kind',
      { repoTreeURL: 'https://git.example/docs/src/branch/main' },
      'https://git.example/docs/src/branch/main/docs/guides/setup.md',
    ],
    ['no place that people could open', {}, undefined],
  ])('200 at %s', async (_name, body, expected) => {
    const { sitePath, site } = await publishSynced(repository, body)
    await publisher.customize(site, { git: { showEditLink: true } })
    expect(editLinkIn((await publisher.get(`${sitePath}/setup`)).text)).toBe(expected)
  })

  it('308 for paths that the repository redirects, as long as the page exists', async () => {
    const { sitePath, sync, site } = await publishSynced(repository)
    expect(await publisher.get(`${sitePath}/old/start`)).toMatchObject({
      status: 308,
      location: `${sitePath}/setup`,
    })
    expect(await publisher.get(`${sitePath}/was/first`)).toMatchObject({ status: 308, location: sitePath })
    for (const path of ['gone', 'up', 'evil', 'old', '__proto__', 'constructor', 'old/start/more'])
      expect([path, (await publisher.get(`${sitePath}/${path}`)).status]).toEqual([path, 404])
    const pageAt = (path: string) =>
      admin.get<{ path: string }>(`${sync.path}/content/path/${encodeURIComponent(path)}`)
    expect(expectStatus(200, await pageAt('old/start')).path).toBe('setup')
    for (const path of ['gone', 'up', '__proto__', 'constructor', 'old/start/more'])
      expect([path, (await pageAt(path)).status]).toEqual([path, 404])
    const { operation } = await sync.info()
    expect(operation?.problems?.filter((text) => text.includes('redirect'))).toHaveLength(2)

    sync.repository.commit('Another', {
      '.gitbook.yaml': 'root: ./docs/\nredirects:\n  elsewhere: guides/setup.md\n',
    })
    await sync.synchronise('import')
    expect((await publisher.get(`${sitePath}/old/start`)).status).toBe(404)
    expect((await publisher.get(`${sitePath}/elsewhere`)).location).toBe(`${sitePath}/setup`)
    // What the site says counts first.
    expectStatus(
      201,
      await admin.post(`${publisher.getApiPath(site)}/redirects`, {
        source: '/elsewhere',
        destination: { kind: 'external', url: 'https://example.com/' },
      }),
    )
    expect((await publisher.get(`${sitePath}/elsewhere`)).location).toBe('https://example.com/')
  })

  it('404 for a redirect to a page that is hidden from the visitor', async () => {
    const { sitePath } = await publishSynced({
      ...repository,
      'docs/guides/setup.md': '---\nif: visitor.claims.unsigned.isBeta\n---\n\n# Setup\n\nInstall.\n',
    })
    expect((await publisher.get(`${sitePath}/old/start`)).status).toBe(404)
    const { cookie } = await publisher.get(`${sitePath}/?visitor.isBeta=true`)
    expect((await publisher.get(`${sitePath}/old/start`, { cookie })).status).toBe(308)
  })
})

const pdfIn = (text: string): string => /href="([^"]*~verso\/pdf\/[^"]*)"/.exec(text)?.[1] ?? ''

async function pdfText(url: string, cookie: string): Promise<string> {
  const answer = await t.app.http.inject({ url, headers: { host: 'verso.example', cookie } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))
  return text.join('\n')
}

describe('a page as PDF', { timeout: 120_000 }, () => {
  it('200 with the content that the page shows to this visitor, and no other', async () => {
    const { path: sitePath, site, space } = await publisher.publish({ visibility: 'visitor-auth' })
    await commitChanges(t, admin, space.id, [
      newPage(
        'vip',
        'Cellar',
        '{% if visitor.claims.isVip %}\nChampagne\n{% endif %}\n\nWater, see [setup](setup.md).',
      ),
      newPage('secret', 'Vault', 'Gold.', { condition: 'visitor.claims.isVip' }),
    ])
    const { privateKey } = expectStatus(
      200,
      await admin.get<{ privateKey: string }>(`${publisher.getApiPath(site)}/publishing/auth`),
    )
    const enter = async (claims: Record<string, boolean>) => {
      const jwt = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(privateKey))
      return (await publisher.get(`${sitePath}/vip?jwt_token=${jwt}`)).cookie
    }
    const [guest, vip] = [await enter({}), await enter({ isVip: true })]
    const url = pdfIn((await publisher.get(`${sitePath}/vip`, { cookie: guest })).text)
    expect((await publisher.get(url)).status).toBe(401)
    const plain = await pdfText(url, guest)
    expect(plain).toContain('Water')
    expect(plain).not.toContain('Champagne')
    expect(await pdfText(url, vip)).toContain('Champagne')
    expect(await pdfText(url, guest)).not.toContain('Champagne')
    const secret = url.replace(/\/vip$/, '/secret')
    expect((await publisher.get(secret, { cookie: guest })).status).toBe(404)
    expect(await pdfText(secret, vip)).toContain('Gold.')
  })

  it('404 when PDF is disabled, and for unknown pages and site spaces', async () => {
    const { path: sitePath, site } = await publisher.publish()
    const url = pdfIn((await publisher.get(`${sitePath}/setup`)).text)
    for (const path of [url.replace(/[^/]*$/, 'nothing'), url.replace(/\/pdf\/[^/]*/, '/pdf/nothing')])
      expect([path, (await publisher.get(path)).status]).toEqual([path, 404])
    await publisher.customize(site, { pdf: { enabled: false } })
    expect(pdfIn((await publisher.get(`${sitePath}/setup`)).text)).toBe('')
    expect((await publisher.get(url)).status).toBe(404)
  })
})

describe('users whom a page mentions', () => {
  it('200 with their current names, if they are members of the organization', async () => {
    const member = await t.member(publisher.organization, 'read')
    const stranger = await t.person()
    const { path: sitePath, space } = await publisher.publish()
    await commitChanges(t, admin, space.id, [
      newPage(
        'team',
        'Team',
        `Ask <a data-mention href="/users/${member.id}">x</a>, not <a data-mention href="/users/${stranger.id}">y</a>.`,
      ),
    ])
    expectStatus(200, await member.patch(`/users/${member.id}`, { displayName: 'Ada <b>' }))
    expectStatus(200, await stranger.patch(`/users/${stranger.id}`, { displayName: 'Mallory' }))
    const first = await publisher.get(`${sitePath}/team`)
    expect(first.text).toContain('@Ada &lt;b&gt;')
    expect(first.text).not.toContain('Mallory')
    expectStatus(200, await member.patch(`/users/${member.id}`, { displayName: 'Grace' }))
    const again = await publisher.get(`${sitePath}/team`, { 'if-none-match': String(first.headers['etag']) })
    expect(again.text).toContain('@Grace')
    expect(again.text).not.toContain('Ada')
  })

  it('200 with the people of a column, their pictures or initials, as they are now', async () => {
    const member = await t.member(publisher.organization, 'read')
    const stranger = await t.person()
    const { path: sitePath, space } = await publisher.publish()
    const cell = [member, stranger].map(({ id }) => `<a href="/users/${id}">x</a>`).join(',')
    const table = `<table><thead><tr><th>Task</th><th data-type="users" data-multiple>Owner</th></tr></thead><tbody><tr><td>a</td><td>${cell}</td></tr></tbody></table>`
    await commitChanges(t, admin, space.id, [newPage('owners', 'Owners', table)])
    expectStatus(200, await member.patch(`/users/${member.id}`, { displayName: 'Ada <b> Lind' }))
    expectStatus(200, await stranger.patch(`/users/${stranger.id}`, { displayName: 'Mallory' }))
    const first = await publisher.get(`${sitePath}/owners`)
    expect(first.text).toContain('<span class="avatar" aria-hidden="true">AL</span>Ada &lt;b&gt; Lind')
    expect(first.text).not.toContain('Mallory')
    const photoURL = 'https://pictures.example.com/ada.png'
    expectStatus(200, await member.patch(`/users/${member.id}`, { photoURL }))
    const again = await publisher.get(`${sitePath}/owners`, {
      'if-none-match': String(first.headers['etag']),
    })
    expect(again.text).toContain(`<img src="${photoURL}" alt=""`)
  })
})
