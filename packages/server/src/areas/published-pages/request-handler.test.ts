import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { changeContent, newPage } from '../../testing/direct-changes.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'

let t: TestApp
let readers: SitePublisher
let organization: string
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  readers = await SitePublisher.create(t)
  ;({ organization, admin } = readers)
})
afterAll(() => t.stop())

const pathOf = (site: { id: string }) => readers.getApiPath(site)
const publish = (body: object = {}, publishing = true) => readers.publish(body, { publishing })
const get = (url: string, headers: Record<string, string> = {}) => readers.get(url, headers)

describe('a public site', () => {
  it('200 its first page at its own address, with a policy that lets nothing run but its script', async () => {
    const { path: at } = await publish()
    const got = await get(at)
    expect(got.status).toBe(200)
    expect(got.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(got.text).toContain('<h1><span>Welcome</span></h1>')
    expect(got.text).toContain(`<a href="${at}/setup#linux">setup</a>`)
    expect(String(got.headers['content-security-policy'])).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-/,
    )
    expect(got.text).toContain('<link rel="canonical" href="https://verso.example/acme/')
  })

  it('200 pages below, with their tree, their neighbours and their code in colours', async () => {
    const { path: at } = await publish()
    const { status, text } = await get(`${at}/setup`)
    expect(status).toBe(200)
    expect(text).toContain('<p class="lead">How to</p>')
    expect(text).toContain(`aria-current="page"`)
    expect(text).toContain(`<a class="next" href="${at}/setup/deep" rel="next">`)
    // Colours come from a thread that starts with the first page that needs it.
    await expect
      .poll(async () => (await get(`${at}/setup`)).text, { timeout: 20_000 })
      .toContain('<span class="t-k">const </span>')
    expect((await get(`${at}/setup/deep`)).text).toContain('aria-label="Breadcrumbs"')
  })

  it('302 the address that its first page has of its own, to the site', async () => {
    const { path: at } = await publish()
    expect(await get(`${at}/welcome`)).toMatchObject({ status: 302, location: at })
  })

  it('404 with search for a page that is not there, and for what is no path', async () => {
    const { path: at } = await publish()
    const missing = await get(`${at}/nothing`)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('Page not found')
    expect(missing.text).toContain(`action="${at}/~verso/search"`)
    for (const path of [
      '/..%2f..%2fetc/passwd',
      '/setup%2Fdeep',
      '/%00',
      '/~verso/files/../../x',
      '/~verso/fonts/..%2f..%2fpackage.json',
    ]) {
      expect([path, (await get(`${at}${path}`)).status]).toEqual([path, 404])
    }
  })

  it('304 to whoever has the page, and another page after a change, at once', async () => {
    const { path: at, space } = await publish()
    const first = await get(at)
    const etag = String(first.headers['etag'])
    const again = await get(at, { 'if-none-match': etag })
    expect(again).toMatchObject({ status: 304, text: '' })
    await changeContent(t, admin, space.id, [
      { type: 'update-page', id: 'welcome', document: { markdown: 'Goodbye.' } },
    ])
    const changed = await get(at, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('Goodbye.')
  })

  it('200 compressed, the same text', async () => {
    const { path: at } = await publish()
    const answer = await t.app.http.inject({
      url: at,
      headers: { host: 'verso.example', 'accept-encoding': 'br' },
    })
    expect(answer.headers['content-encoding']).toBe('br')
    const { brotliDecompressSync } = await import('node:zlib')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe((await get(at)).text)
  })

  it('200 everything its pages load, for ever', async () => {
    const { path: at } = await publish()
    const { text } = await get(at)
    const [style = ''] = /[^"]*~verso\/style-[^"]*/.exec(text) ?? []
    const [script = ''] = /[^"]*~verso\/script-[^"]*/.exec(text) ?? []
    const [font = ''] = /[^"]*~verso\/fonts\/[^"]*/.exec(text) ?? []
    for (const [url, type] of [
      [style, 'text/css'],
      [script, 'text/javascript'],
      [font, 'font/woff2'],
    ] as const) {
      const got = await get(url)
      expect([url, got.status]).toEqual([url, 200])
      expect(String(got.headers['content-type'])).toContain(type)
      expect(String(got.headers['cache-control'])).toContain('immutable')
    }
    expect((await get(style)).text).toContain('--primary:')
    expect((await get(`${at}/~verso/icon.svg`)).text).toContain('<text')
  })

  it('200 what machines read', async () => {
    const { path: at } = await publish()
    expect((await get(`${at}/robots.txt`)).text).toContain(`Sitemap: https://verso.example${at}/sitemap.xml`)
    expect((await get(`${at}/sitemap.xml`)).text).toContain(
      `<loc>https://verso.example${at}/sitemap-pages.xml</loc>`,
    )
    expect((await get(`${at}/sitemap-pages.xml`)).text).toContain(
      `<loc>https://verso.example${at}/setup</loc>`,
    )
    expect((await get(`${at}/llms.txt`)).text).toContain(
      `- [Setup](https://verso.example${at}/setup.md): How to`,
    )
    expect((await get(`${at}/llms-full.txt`)).text).toContain('Install the zebra.')
    const markdown = await get(`${at}/setup.md`)
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toBe(
      '# Setup\n\n> How to\n\n## Linux\n\nInstall the zebra.\n\n```ts\nconst a = 1\n```\n',
    )
    expect((await get(`${at}/index.md`)).text).toContain(`[setup](https://verso.example${at}/setup#linux)`)
    expect((await get(`${at}/setup`, { accept: 'text/markdown' })).text).toBe(markdown.text)
  })

  it('200 RSS for a page with updates', async () => {
    const { path: at, space } = await publish()
    await changeContent(t, admin, space.id, [
      newPage(
        'news',
        'News',
        '{% updates format="full" %}\n{% update date="2026-01-31" %}\n## It <flies>\n\nHigh.\n{% endupdate %}\n{% endupdates %}',
      ),
    ])
    const page = await get(`${at}/news`)
    expect(page.text).toContain(`type="application/rss+xml" href="${at}/news/rss.xml"`)
    const feed = await get(`${at}/news/rss.xml`)
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(feed.text).toContain('<pubDate>Sat, 31 Jan 2026 00:00:00 GMT</pubDate>')
    expect((await get(`${at}/setup/rss.xml`)).status).toBe(404)
  })

  it('405 to those who would listen to MCP, 200 to those who ask: search and reading', async () => {
    const { path: at } = await publish()
    expect((await get(`${at}/~verso/mcp`)).status).toBe(405)
    const call = async (method: string, params: object) => {
      const answer = await t.app.http.inject({
        method: 'POST',
        url: `${at}/~verso/mcp`,
        headers: { host: 'verso.example', accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method, params },
      })
      expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 })
      return answer.json<{
        result: { tools?: { name: string }[]; content?: { text: string }[]; isError?: boolean }
      }>().result
    }
    expect((await call('tools/list', {})).tools?.map(({ name }) => name)).toEqual(['search', 'read_page'])
    const read = await call('tools/call', {
      name: 'read_page',
      arguments: { page: `https://verso.example${at}/setup` },
    })
    expect(read.content?.[0]?.text).toContain('Install the zebra.')
    const missing = await call('tools/call', { name: 'read_page', arguments: { page: '/nowhere' } })
    expect(missing.isError).toBe(true)
  })

  it('404 llms files and MCP where agents are not wanted', async () => {
    const { path: at, site } = await publish()
    expectStatus(200, await admin.patch(pathOf(site), { agentsContext: 'excluded' }))
    for (const path of ['/llms.txt', '/llms-full.txt', '/~verso/mcp'])
      expect([path, (await get(`${at}${path}`)).status]).toEqual([path, 404])
    const { text, status } = await get(at)
    expect(status).toBe(200)
    expect(text).not.toContain('llms.txt')
  })

  it('shows what a condition allows, and to nobody else', async () => {
    const { path: at } = await publish()
    expect((await get(`${at}/beta`)).status).toBe(404)
    expect((await get(at)).text).not.toContain('Beta')
    const asked = await get(`${at}/beta?visitor.isBeta=true`)
    expect(asked).toMatchObject({ status: 302, location: `${at}/beta` })
    expect((await get(`${at}/beta`, { cookie: asked.cookie })).text).toContain('Only for some.')
    expect((await get(`${at}/beta`)).status).toBe(404)
    expect((await get(`${at}/llms-full.txt`)).text).not.toContain('Only for some.')
  })
})

describe('who may see a site', () => {
  it('404 before it is published, and after it is no more', async () => {
    const { path: at, site } = await publish({}, false)
    expect((await get(at)).status).toBe(404)
    expectStatus(200, await admin.post(`${pathOf(site)}/publish`))
    expect((await get(at)).status).toBe(200)
    expectStatus(200, await admin.post(`${pathOf(site)}/unpublish`))
    for (const path of ['', '/setup', '/setup.md', '/sitemap.xml', '/llms.txt', '/~verso/search?q=zebra']) {
      expect([path, (await get(`${at}${path}`)).status]).toEqual([path, 404])
    }
  })

  it('404 as a page for people, the same for a site that is closed and for one that is not', async () => {
    const { path: at } = await publish({ visibility: 'share-link' })
    const accept = 'text/html,*/*;q=0.8'
    const closed = await get(`${at}/setup`, { accept })
    const nothing = await get('/acme/never-was/setup', { accept })
    expect(closed).toMatchObject({ status: 404, text: nothing.text })
    expect(closed.text).toContain('<h1>Nothing here</h1>')
    expect(closed.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(nothing.headers['content-security-policy']).toBe(closed.headers['content-security-policy'])
    expect(String((await get(`${at}/setup`)).headers['content-type'])).toContain('json')
  })

  it('200 unlisted, and told to nobody', async () => {
    const { path: at } = await publish({ visibility: 'unlisted' })
    const got = await get(at)
    expect(got.status).toBe(200)
    expect(got.text).toContain('<meta name="robots" content="noindex"')
    expect(got.headers['x-robots-tag']).toBe('noindex')
    expect((await get(`${at}/robots.txt`)).text).toContain('Disallow: /')
  })

  it('share link: 404 without it, a cookie with it, and 404 once it is revoked', async () => {
    const { path: at, site } = await publish({ visibility: 'share-link' })
    const links = `${pathOf(site)}/share-links`
    const link = expectStatus(
      201,
      await admin.post<{ id: string; urls: { published: string } }>(links, { name: 'Friends' }),
    )
    const shared = new URL(link.urls.published).pathname
    for (const path of [
      '',
      '/setup',
      '/setup.md',
      '/sitemap.xml',
      '/~verso/search?q=zebra',
      '/llms-full.txt',
    ]) {
      expect([path, (await get(`${at}${path}`)).status]).toEqual([path, 404])
    }
    const opened = await get(`${shared}setup`)
    expect(opened).toMatchObject({ status: 302, location: `${at}/setup` })
    expect(String(opened.headers['set-cookie'])).toMatch(
      new RegExp(`Path=${at}; HttpOnly; SameSite=Lax; Secure`),
    )
    const inside = await get(`${at}/setup`, { cookie: opened.cookie })
    expect(inside.status).toBe(200)
    expect(inside.headers['cache-control']).toBe('private, no-cache')
    // Of another site it opens nothing.
    const other = await publish({ visibility: 'share-link' })
    expect((await get(other.path, { cookie: opened.cookie })).status).toBe(404)
    expectStatus(200, await admin.patch(`${links}/${link.id}`, { active: false }))
    expect((await get(`${at}/setup`, { cookie: opened.cookie })).status).toBe(404)
  })

  it('visitor auth: 401 or elsewhere without a JWT, its claims with it, and 401 after the key is rotated', async () => {
    const { path: at, site, space } = await publish({ visibility: 'visitor-auth' })
    await changeContent(t, admin, space.id, [
      newPage('vip', 'VIP', '{% if visitor.claims.isVip %}\nChampagne\n{% endif %}\n\nWater'),
    ])
    const auth = `${pathOf(site)}/publishing/auth`
    const { privateKey } = expectStatus(200, await admin.get<{ privateKey: string }>(auth))
    const door = await get(`${at}/vip`)
    expect(door.status).toBe(401)
    expect(door.text).toContain('Sign in to read this')
    expect(door.text).not.toContain('VIP')
    for (const path of ['/setup.md', '/llms.txt', '/sitemap.xml', '/~verso/search?q=water']) {
      expect([path, (await get(`${at}${path}`)).status]).toEqual([path, 401])
    }
    const jwt = await new SignJWT({ isVip: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
    const signed = await get(`${at}/vip?jwt_token=${jwt}`)
    expect(signed).toMatchObject({ status: 302, location: `${at}/vip` })
    expect(String(signed.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax; Secure; Max-Age=3[56]\d\d/)
    expect((await get(`${at}/vip`, { cookie: signed.cookie })).text).toContain('Champagne')
    const plain = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
    const other = await get(`${at}/vip?jwt_token=${plain}`)
    const seen = await get(`${at}/vip`, { cookie: other.cookie })
    expect(seen.text).toContain('Water')
    expect(seen.text).not.toContain('Champagne')
    expectStatus(200, await admin.patch(auth, { backend: 'custom', fallbackURL: 'https://login.example/in' }))
    expect(await get(`${at}/vip`)).toMatchObject({
      status: 302,
      location: `https://login.example/in?location=${encodeURIComponent(`${at}/vip`)}`,
    })
    expectStatus(200, await admin.post(`${auth}/regenerate`))
    expect((await get(`${at}/vip`, { cookie: signed.cookie })).status).toBe(302)
  })

  it('200 a preview of what is not published, walked from page to page', async () => {
    const { site } = await publish({}, false)
    const { url } = expectStatus(200, await admin.get<{ url: string }>(`${pathOf(site)}/publishing/preview`))
    const { pathname } = new URL(url)
    const got = await get(pathname)
    expect(got.status).toBe(200)
    const [, next = ''] = /<a class="next" href="([^"]*)"/.exec(got.text) ?? []
    expect(next).toBe(`${pathname}setup`)
    expect((await get(next)).status).toBe(200)
    expect((await get(`${pathname.replace(/.{8}\/$/, 'xxxxxxxx/')}setup`)).status).toBe(404)
  })
})

const external = (url: string) => ({ kind: 'external', url })

describe('an address that is no page’s any more', () => {
  it('307 or 308 to where a redirect leads, the nearest of them, as the API says', async () => {
    const { site, path: at } = await publish()
    const create = async (body: object) =>
      expectStatus(201, await admin.post(`${pathOf(site)}/redirects`, body))
    const { items } = expectStatus(
      200,
      await admin.get<{ items: { id: string }[] }>(`${pathOf(site)}/site-spaces`),
    )
    const page = { kind: 'site-page', siteSpaceId: items[0]?.id, pageId: 'setup' }
    await create({ source: '/old', destination: page, permanent: true })
    await create({ source: '/old/*', destination: external('https://old.example/'), captureWildcard: true })
    await create({ source: '/api*', destination: external('https://api.example/v1') })
    await create({ source: '/moved', destination: page, captureWildcard: true })
    await create({ source: '/later', destination: page, draft: true })
    const expected: [string, number, string][] = [
      ['/old', 308, `${at}/setup`],
      ['/old/some/thing', 307, 'https://old.example/some/thing'],
      ['/api-reference', 307, 'https://api.example/v1'],
      ['/api/x', 307, 'https://api.example/v1'],
      ['/moved/deep', 307, `${at}/setup/deep`],
    ]
    for (const [path, status, location] of expected) {
      expect(await get(`${at}${path}`)).toMatchObject({ status, location })
      const source = encodeURIComponent(path)
      const found = await admin.get<{ target: string }>(`${pathOf(site)}/redirect?source=${source}`)
      expect(expectStatus(200, found).target.replace('https://verso.example', '')).toBe(location)
    }
    for (const path of ['/later', '/olden', '/elsewhere/old']) {
      expect((await get(`${at}${path}`)).status).toBe(404)
    }
    // A page that is there is not led away from.
    await create({ source: '/setup', destination: external('https://evil.example') })
    expect((await get(`${at}/setup`)).status).toBe(200)
  })
})

describe('where a site is', () => {
  it('200 at its own host, and nothing of it at a host that it does not have', async () => {
    const { site } = await publish()
    expectStatus(200, await admin.patch(pathOf(site), { hostname: 'docs.acme.example' }))
    const got = await get('/', { host: 'docs.acme.example' })
    expect(got.status).toBe(200)
    expect(got.text).toContain('<a class="next" href="/setup"')
    expect((await get('/setup', { host: 'docs.acme.example' })).status).toBe(200)
    expect((await get('/robots.txt', { host: 'docs.acme.example' })).status).toBe(200)
    expect((await get('/', { host: 'evil.example' })).location).toBe('/app')
    expect((await get('/setup', { host: 'evil.example' })).status).toBe(404)
  })

  it('names no host that a request claims', async () => {
    const { path: at } = await publish()
    const { text } = await get(at, {
      host: 'verso.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    expect(text).not.toContain('evil')
  })

  it('leaves the paths of the service to the service', async () => {
    expect((await get('/v1/nothing')).status).toBe(404)
    expect((await get('/v1/nothing')).headers['content-type']).toContain('application/json')
    expect((await get('/healthz')).text).toContain('ok')
    expect((await get('/docs/')).status).toBe(200)
    expect((await get('/files/x/y')).headers['content-type']).toContain('application/json')
    expect((await t.app.http.inject({ method: 'POST', url: '/acme/whatever', payload: {} })).statusCode).toBe(
      404,
    )
  })

  it('404 politely for a site without a page, and 200 with a thousand sections and a tree 20 deep', async () => {
    const empty = await t.site(admin, organization, { title: 'Empty', spaces: [] })
    expectStatus(200, await admin.post(`${pathOf(empty)}/publish`))
    const nothing = await get(`/acme/${empty.basename}`)
    expect(nothing.status).toBe(404)
    expect(nothing.text).toContain('Nothing here yet')

    const { path: at, site, space } = await publish()
    await t.database.execute((await import('../../database/database.ts')).sql`
      with section as (
        insert into site_sections (id, site_id, title, path, is_default, rank, created_at)
        select 's' || n, ${site.id}, 'Section ' || n, 'section-' || n, n = 1, lpad(n::text, 5, '0'), now()
        from generate_series(1, 1000) n
      )
      insert into site_spaces (id, organization_id, site_id, section_id, space_id, path, is_default, rank, created_at)
      select 'p' || n, ${organization}, ${site.id}, 's' || n, ${space.id}, 'guide', true, 'a', now()
      from generate_series(1, 1000) n`)
    await t.database.execute((await import('../../database/database.ts')).sql`
      delete from site_spaces where site_id = ${site.id} and section_id is null`)
    await changeContent(
      t,
      admin,
      space.id,
      Array.from({ length: 20 }, (_, depth) =>
        newPage(`level-${depth}`, `Level ${depth}`, 'x', {}, depth === 0 ? null : `level-${depth - 1}`),
      ),
    )
    const path = Array.from({ length: 20 }, (_, depth) => `level-${depth}`).join('/')
    const deep = await get(`${at}/section-900/${path}`)
    expect(deep.status).toBe(200)
    // One link to each, whatever the width of the screen.
    expect(deep.text.split(`href="${at}/section-777"`)).toHaveLength(2)
    expect(deep.text.split('Section 1000')).toHaveLength(2)
  })

  it('200 a page of 2 MB', async () => {
    const { path: at, space } = await publish()
    const lines = Array.from(
      { length: 27_000 },
      (_, index) => `Lorem ipsum ${index} **dolor** sit amet, [consectetur](setup.md) adipiscing elit.\n\n`,
    )
    await changeContent(t, admin, space.id, [newPage('long', 'Long', lines.join('').slice(0, 1_990_000))])
    expect((await get(`${at}/long`)).status).toBe(200)
  })
})
