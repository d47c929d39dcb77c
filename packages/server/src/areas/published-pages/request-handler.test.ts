import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'

let t: TestApp
let publisher: SitePublisher
let organization: string
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example', trustedDomains: ['acme.example'] })
  publisher = await SitePublisher.create(t)
  ;({ organization, admin } = publisher)
})
afterAll(() => t.stop())

const pathOf = (site: { id: string }) => publisher.getApiPath(site)
const publish = (body: object = {}, isPublished = true) => publisher.publish(body, { isPublished })
const get = (url: string, headers: Record<string, string> = {}) => publisher.get(url, headers)

/** Creates another space with the same title as that of the site. */
const createVariant = async (id: string) => {
  const space = await t.space(admin, organization, { title: 'Guide' })
  await commitChanges(t, admin, space.id, [newPage(id, 'Start', 'Text.')])
  return space.id
}

describe('a public site', () => {
  it('200 for its first page at its own URL, with a policy that allows only its script', async () => {
    const { path: sitePath } = await publish()
    const response = await get(sitePath)
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.text).toContain('<h1><span>Welcome</span></h1>')
    expect(response.text).toContain(`<a href="${sitePath}/setup#linux">setup</a>`)
    expect(String(response.headers['content-security-policy'])).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']*' 'sha256-[^']*'; /,
    )
    expect(response.text).toContain('<link rel="canonical" href="https://verso.example/acme/')
  })

  it('200 and one heading of the first level that says something, also without a title', async () => {
    const { path: sitePath, space } = await publish()
    await commitChanges(t, admin, space.id, [
      newPage('untitled', ' ', '# Words\n\n## \n\nText.', { slug: 'about-us' }),
      newPage('quiet', 'Quiet', 'Text.', { layout: { title: false } }),
    ])
    const untitled = await get(`${sitePath}/about-us`)
    expect(untitled.text.match(/<h1.*?<\/h1>/gs)).toEqual(['<h1><span>about-us</span></h1>'])
    expect(untitled.text).not.toMatch(/<h(\d)[^>]*>\s*<\/h\1>/)
    const quiet = await get(`${sitePath}/quiet`)
    expect(quiet.text.match(/<h1.*?<\/h1>/gs)).toEqual(['<h1 class="hidden-title">Quiet</h1>'])
  })

  it('200 for other pages, with navigation, neighbours and highlighted code', async () => {
    const { path: sitePath } = await publish()
    const { status, text } = await get(`${sitePath}/setup`)
    expect(status).toBe(200)
    expect(text).toContain('<p class="lead">How to</p>')
    expect(text).toContain(`aria-current="page"`)
    expect(text).toContain(`<a class="next" href="${sitePath}/setup/deep" rel="next">`)
    // Colours come from a thread that starts with the first page that needs it.
    await expect
      .poll(async () => (await get(`${sitePath}/setup`)).text, { timeout: 20_000 })
      .toContain('<span class="t-k">const </span>')
    expect((await get(`${sitePath}/setup/deep`)).text).toContain('aria-label="Breadcrumbs"')
  })

  it('302 from the path of its first page to the URL of the site', async () => {
    const { path: sitePath } = await publish()
    expect(await get(`${sitePath}/welcome`)).toMatchObject({ status: 302, location: sitePath })
  })

  it('404 with a search field for unknown pages and invalid paths', async () => {
    const { path: sitePath } = await publish()
    const missing = await get(`${sitePath}/nothing`)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('Page not found')
    expect(missing.text).toContain(`action="${sitePath}/~verso/search"`)
    for (const path of [
      '/..%2f..%2fetc/passwd',
      '/setup%2Fdeep',
      '/%00',
      '/~verso/files/../../x',
      '/~verso/fonts/..%2f..%2fpackage.json',
    ]) {
      expect([path, (await get(`${sitePath}${path}`)).status]).toEqual([path, 404])
    }
  })

  it('304 for an unchanged page, and 200 at once after a change', async () => {
    const { path: sitePath, space } = await publish()
    const first = await get(sitePath)
    const etag = String(first.headers['etag'])
    const again = await get(sitePath, { 'if-none-match': etag })
    expect(again).toMatchObject({ status: 304, text: '' })
    await commitChanges(t, admin, space.id, [
      { type: 'update-page', id: 'welcome', document: { markdown: 'Goodbye.' } },
    ])
    const changed = await get(sitePath, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('Goodbye.')
  })

  it('200 compressed, with the same text', async () => {
    const { path: sitePath } = await publish()
    const answer = await t.app.http.inject({
      url: sitePath,
      headers: { host: 'verso.example', 'accept-encoding': 'br' },
    })
    expect(answer.headers['content-encoding']).toBe('br')
    const { brotliDecompressSync } = await import('node:zlib')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe((await get(sitePath)).text)
  })

  it('200 for everything its pages load, with an immutable cache policy', async () => {
    const { path: sitePath } = await publish()
    const { text } = await get(sitePath)
    const [style = ''] = /[^"]*~verso\/style-[^"]*/.exec(text) ?? []
    const [script = ''] = /[^"]*~verso\/script-[^"]*/.exec(text) ?? []
    const [font = ''] = /[^"]*~verso\/fonts\/[^"]*/.exec(text) ?? []
    for (const [url, type] of [
      [style, 'text/css'],
      [script, 'text/javascript'],
      [font, 'font/woff2'],
    ] as const) {
      const response = await get(url)
      expect([url, response.status]).toEqual([url, 200])
      expect(String(response.headers['content-type'])).toContain(type)
      expect(String(response.headers['cache-control'])).toContain('immutable')
    }
    expect((await get(style)).text).toContain('--primary:')
    expect((await get(`${sitePath}/~verso/icon.svg`)).text).toContain('<text')
  })

  it('200 for robots.txt, sitemaps, llms files and Markdown', async () => {
    const { path: sitePath } = await publish()
    expect((await get(`${sitePath}/robots.txt`)).text).toContain(
      `Sitemap: https://verso.example${sitePath}/sitemap.xml`,
    )
    expect((await get(`${sitePath}/sitemap.xml`)).text).toContain(
      `<loc>https://verso.example${sitePath}/sitemap-pages.xml</loc>`,
    )
    expect((await get(`${sitePath}/sitemap-pages.xml`)).text).toContain(
      `<loc>https://verso.example${sitePath}/setup</loc>`,
    )
    expect((await get(`${sitePath}/llms.txt`)).text).toContain(
      `- [Setup](https://verso.example${sitePath}/setup.md): How to`,
    )
    expect((await get(`${sitePath}/llms-full.txt`)).text).toContain('Install the zebra.')
    const markdown = await get(`${sitePath}/setup.md`)
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toBe(
      '# Setup\n\n> How to\n\n## Linux\n\nInstall the zebra.\n\n```ts\nconst a = 1\n```\n',
    )
    expect((await get(`${sitePath}/index.md`)).text).toContain(
      `[setup](https://verso.example${sitePath}/setup#linux)`,
    )
    expect((await get(`${sitePath}/setup`, { accept: 'text/markdown' })).text).toBe(markdown.text)
  })

  it('200 RSS for a page with updates', async () => {
    const { path: sitePath, space } = await publish()
    await commitChanges(t, admin, space.id, [
      newPage(
        'news',
        'News',
        '{% updates format="full" %}\n{% update date="2026-01-31" %}\n## It <flies>\n\nHigh.\n{% endupdate %}\n{% update date="2026-01-31" %}\nIt landed.\n{% endupdate %}\n{% endupdates %}',
      ),
    ])
    const page = await get(`${sitePath}/news`)
    for (const id of ['update-2026-01-31', 'update-2026-01-31-2']) {
      expect(page.text.split(`id="${id}"`)).toHaveLength(2)
    }
    expect(page.text).toContain(`type="application/rss+xml" href="${sitePath}/news/rss.xml"`)
    const feed = await get(`${sitePath}/news/rss.xml`)
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(feed.text).toContain('<pubDate>Sat, 31 Jan 2026 00:00:00 GMT</pubDate>')
    expect(feed.text).toContain(`/news#update-2026-01-31-2</link>`)
    expect((await get(`${sitePath}/setup/rss.xml`)).status).toBe(404)
  })

  it('200 names sections in breadcrumbs, and variants apart from each other in llms.txt', async () => {
    const { path: sitePath, site } = await publish()
    const add = async (where: string, body: object) =>
      expectStatus(201, await admin.post<{ id: string }>(`${pathOf(site)}/${where}`, body))
    const section = await add('sections', { spaceId: await createVariant('older'), title: 'Archive' })
    await add('site-spaces', { spaceId: await createVariant('newer'), sectionId: section.id })
    const headings = [...(await get(`${sitePath}/llms.txt`)).text.matchAll(/^## (.*)$/gm)].map(
      ([, name = '']) => name,
    )
    expect(new Set(headings).size).toBe(3)
    expect(headings.filter((name) => name.startsWith('Archive: '))).toHaveLength(2)
    expect((await get(`${sitePath}/archive`)).text).toMatch(/aria-label="Breadcrumbs"[\s\S]*?>Archive</)
  })

  it.each(['~verso/mcp', '~gitbook/mcp'])('405 for GET of MCP at %s, 200 for its tools', async (address) => {
    const { path: sitePath } = await publish()
    expect((await get(`${sitePath}/${address}`)).status).toBe(405)
    const call = async (method: string, params: object) => {
      const answer = await t.app.http.inject({
        method: 'POST',
        url: `${sitePath}/${address}`,
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
      arguments: { page: `https://verso.example${sitePath}/setup` },
    })
    expect(read.content?.[0]?.text).toContain('Install the zebra.')
    const missing = await call('tools/call', { name: 'read_page', arguments: { page: '/nowhere' } })
    expect(missing.isError).toBe(true)
  })

  it('404 for llms files and MCP on a site that excludes agents', async () => {
    const { path: sitePath, site } = await publish()
    expectStatus(200, await admin.patch(pathOf(site), { agentsContext: 'excluded' }))
    for (const path of ['/llms.txt', '/llms-full.txt', '/~verso/mcp', '/~gitbook/mcp'])
      expect([path, (await get(`${sitePath}${path}`)).status]).toEqual([path, 404])
    const { text, status } = await get(sitePath)
    expect(status).toBe(200)
    expect(text).not.toContain('llms.txt')
  })

  it('can be shown in frames of the websites that its admin names, and of no others', async () => {
    const { path: sitePath, site } = await publish()
    const readPolicy = async () => {
      const { headers } = await get(sitePath)
      return [
        headers['x-frame-options'],
        /frame-ancestors [^;]*/.exec(String(headers['content-security-policy']))?.[0],
      ]
    }
    expect(await readPolicy()).toEqual(['DENY', "frame-ancestors 'none'"])
    const origins = ['https://www.example.com', 'https://*.example.com:8443', 'http://localhost:3000']
    const updated = expectStatus(
      200,
      await admin.patch<{ embedding: object }>(pathOf(site), { embedding: { origins } }),
    )
    expect(updated.embedding).toEqual({ origins })
    expect(await readPolicy()).toEqual([undefined, `frame-ancestors ${origins.join(' ')}`])
    // Who previews sees what is not for everybody yet.
    const preview = expectStatus(200, await admin.get<{ url: string }>(`${pathOf(site)}/publishing/preview`))
    const { headers } = await get(new URL(preview.url).pathname)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expectStatus(200, await admin.patch(pathOf(site), { embedding: { origins: [] } }))
    expect(await readPolicy()).toEqual(['DENY', "frame-ancestors 'none'"])
  })

  it.each([
    'https://a.example; script-src *',
    'https://a.example https://b.example',
    'https://a.example/path',
    'https://A.example',
    'https://*',
    'https://*.example',
    'ftp://a.example',
    '*',
    "'self'",
    'https://user@a.example',
    'https://a.example\n',
  ])('400 for the website %j', async (origin) => {
    const { site } = await publish()
    const { status } = await admin.patch(pathOf(site), { embedding: { origins: [origin] } })
    expect(status).toBe(400)
  })

  it('shows conditional content only to visitors for whom the condition holds', async () => {
    const { path: sitePath } = await publish()
    expect((await get(`${sitePath}/beta`)).status).toBe(404)
    expect((await get(sitePath)).text).not.toContain('Beta')
    const request = await get(`${sitePath}/beta?visitor.isBeta=true`)
    expect(request).toMatchObject({ status: 302, location: `${sitePath}/beta` })
    expect((await get(`${sitePath}/beta`, { cookie: request.cookie })).text).toContain('Only for some.')
    expect((await get(`${sitePath}/beta`)).status).toBe(404)
    expect((await get(`${sitePath}/llms-full.txt`)).text).not.toContain('Only for some.')
  })
})

describe('who may see a site', () => {
  it('404 before it is published, and after it is unpublished', async () => {
    const { path: sitePath, site } = await publish({}, false)
    expect((await get(sitePath)).status).toBe(404)
    expectStatus(200, await admin.post(`${pathOf(site)}/publish`))
    expect((await get(sitePath)).status).toBe(200)
    expectStatus(200, await admin.post(`${pathOf(site)}/unpublish`))
    for (const path of ['', '/setup', '/setup.md', '/sitemap.xml', '/llms.txt', '/~verso/search?q=zebra']) {
      expect([path, (await get(`${sitePath}${path}`)).status]).toEqual([path, 404])
    }
  })

  it('404 as HTML for browsers, equal for a hidden site and for none', async () => {
    const { path: sitePath } = await publish({ visibility: 'share-link' })
    const accept = 'text/html,*/*;q=0.8'
    const closed = await get(`${sitePath}/setup`, { accept })
    const nothing = await get('/acme/never-was/setup', { accept })
    expect(closed).toMatchObject({ status: 404, text: nothing.text })
    expect(closed.text).toContain('<h1>Nothing here</h1>')
    expect(closed.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(nothing.headers['content-security-policy']).toBe(closed.headers['content-security-policy'])
    expect(String((await get(`${sitePath}/setup`)).headers['content-type'])).toContain('json')
  })

  it('200 for an unlisted site, not indexed', async () => {
    const { path: sitePath } = await publish({ visibility: 'unlisted' })
    const response = await get(sitePath)
    expect(response.status).toBe(200)
    expect(response.text).toContain('<meta name="robots" content="noindex"')
    expect(response.headers['x-robots-tag']).toBe('noindex')
    expect((await get(`${sitePath}/robots.txt`)).text).toContain('Disallow: /')
  })

  it('share link: 404 without it, a cookie with it, and 404 once it is revoked', async () => {
    const { path: sitePath, site } = await publish({ visibility: 'share-link' })
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
      expect([path, (await get(`${sitePath}${path}`)).status]).toEqual([path, 404])
    }
    const opened = await get(`${shared}setup`)
    expect(opened).toMatchObject({ status: 302, location: `${sitePath}/setup` })
    expect(String(opened.headers['set-cookie'])).toMatch(
      new RegExp(`Path=${sitePath}; HttpOnly; Secure; SameSite=Lax`),
    )
    const inside = await get(`${sitePath}/setup`, { cookie: opened.cookie })
    expect(inside.status).toBe(200)
    expect(inside.headers['cache-control']).toBe('private, no-cache')
    // The key of this share link opens no other site.
    const other = await publish({ visibility: 'share-link' })
    expect((await get(other.path, { cookie: opened.cookie })).status).toBe(404)
    expectStatus(200, await admin.patch(`${links}/${link.id}`, { active: false }))
    expect((await get(`${sitePath}/setup`, { cookie: opened.cookie })).status).toBe(404)
  })

  it('visitor auth: 401 or a redirect without a JWT, 200 with it, 401 after the key is replaced', async () => {
    const { path: sitePath, site, space } = await publish({ visibility: 'visitor-auth' })
    await commitChanges(t, admin, space.id, [
      newPage('vip', 'VIP', '{% if visitor.claims.isVip %}\nChampagne\n{% endif %}\n\nWater'),
    ])
    const auth = `${pathOf(site)}/publishing/auth`
    const { privateKey } = expectStatus(200, await admin.get<{ privateKey: string }>(auth))
    const signInPage = await get(`${sitePath}/vip`)
    expect(signInPage.status).toBe(401)
    expect(signInPage.text).toContain('Sign in to read this')
    expect(signInPage.text).not.toContain('VIP')
    for (const path of ['/setup.md', '/llms.txt', '/sitemap.xml', '/~verso/search?q=water']) {
      expect([path, (await get(`${sitePath}${path}`)).status]).toEqual([path, 401])
    }
    const jwt = await new SignJWT({ isVip: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
    const signed = await get(`${sitePath}/vip?jwt_token=${jwt}`)
    expect(signed).toMatchObject({ status: 302, location: `${sitePath}/vip` })
    expect(String(signed.headers['set-cookie'])).toMatch(
      /; Max-Age=3[56]\d\d; Path=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect((await get(`${sitePath}/vip`, { cookie: signed.cookie })).text).toContain('Champagne')
    const plain = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey))
    const other = await get(`${sitePath}/vip?jwt_token=${plain}`)
    const seen = await get(`${sitePath}/vip`, { cookie: other.cookie })
    expect(seen.text).toContain('Water')
    expect(seen.text).not.toContain('Champagne')
    expectStatus(200, await admin.patch(auth, { backend: 'custom', fallbackURL: 'https://login.example/in' }))
    expect(await get(`${sitePath}/vip`)).toMatchObject({
      status: 302,
      location: `https://login.example/in?location=${encodeURIComponent(`${sitePath}/vip`)}`,
    })
    expectStatus(200, await admin.post(`${auth}/regenerate`))
    expect((await get(`${sitePath}/vip`, { cookie: signed.cookie })).status).toBe(302)
  })

  it('200 for a preview of an unpublished site, on every page', async () => {
    const { site } = await publish({}, false)
    const { url } = expectStatus(200, await admin.get<{ url: string }>(`${pathOf(site)}/publishing/preview`))
    const { pathname } = new URL(url)
    const response = await get(pathname)
    expect(response.status).toBe(200)
    const [, next = ''] = /<a class="next" href="([^"]*)"/.exec(response.text) ?? []
    expect(next).toBe(`${pathname}setup`)
    expect((await get(next)).status).toBe(200)
    expect((await get(`${pathname.replace(/.{8}\/$/, 'xxxxxxxx/')}setup`)).status).toBe(404)
  })
})

const external = (url: string) => ({ kind: 'external', url })

describe('a URL that no longer has a page', () => {
  it('307 or 308 to the target of the nearest redirect, as the API resolves it', async () => {
    const { site, path: sitePath } = await publish()
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
    await create({ source: '/%C3%BCber%20uns', destination: page, captureWildcard: true })
    await create({ source: '/later', destination: page, draft: true })
    const expected: [string, number, string][] = [
      ['/old', 308, `${sitePath}/setup`],
      ['/old/some/thing', 307, 'https://old.example/some/thing'],
      ['/api-reference', 307, 'https://api.example/v1'],
      ['/api/x', 307, 'https://api.example/v1'],
      ['/moved/deep', 307, `${sitePath}/setup/deep`],
      ['/%C3%BCber%20uns', 307, `${sitePath}/setup`],
      ['/%C3%BCber%20uns/a%20b', 307, `${sitePath}/setup/a%20b`],
    ]
    for (const [path, status, location] of expected) {
      expect(await get(`${sitePath}${path}`)).toMatchObject({ status, location })
      const source = encodeURIComponent(path)
      const apiResponse = await admin.get<{ target: string }>(`${pathOf(site)}/redirect?source=${source}`)
      expect(expectStatus(200, apiResponse).target.replace('https://verso.example', '')).toBe(location)
    }
    for (const path of ['/later', '/olden', '/elsewhere/old']) {
      expect((await get(`${sitePath}${path}`)).status).toBe(404)
    }
    // A page that is there is not led away from.
    await create({ source: '/setup', destination: external('https://evil.example') })
    expect((await get(`${sitePath}/setup`)).status).toBe(200)
  })
})

describe('the URL of a site', () => {
  it('200 at its own host, 404 at any other host', async () => {
    const { site } = await publish()
    expectStatus(200, await admin.patch(pathOf(site), { hostname: 'docs.acme.example' }))
    const response = await get('/', { host: 'docs.acme.example' })
    expect(response.status).toBe(200)
    expect(response.text).toContain('<a class="next" href="/setup"')
    expect((await get('/setup', { host: 'docs.acme.example' })).status).toBe(200)
    expect((await get('/robots.txt', { host: 'docs.acme.example' })).status).toBe(200)
    expect((await get('/', { host: 'evil.example' })).location).toBe('/app')
    expect((await get('/setup', { host: 'evil.example' })).status).toBe(404)
  })

  it('never contains the host that a request claims', async () => {
    const { path: sitePath } = await publish()
    const { text } = await get(sitePath, {
      host: 'verso.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    expect(text).not.toContain('evil')
  })

  it('does not take the paths of the API and the console', async () => {
    expect((await get('/v1/nothing')).status).toBe(404)
    expect((await get('/v1/nothing')).headers['content-type']).toContain('application/json')
    expect((await get('/healthz')).text).toContain('ok')
    expect((await get('/docs/')).status).toBe(200)
    expect((await get('/files/x/y')).headers['content-type']).toContain('application/json')
    expect((await t.app.http.inject({ method: 'POST', url: '/acme/whatever', payload: {} })).statusCode).toBe(
      404,
    )
  })

  it('404 for a site without pages, 200 with 1000 sections and a tree 20 levels deep', async () => {
    const empty = await t.site(admin, organization, { title: 'Empty', spaces: [] })
    expectStatus(200, await admin.post(`${pathOf(empty)}/publish`))
    const nothing = await get(`/acme/${empty.basename}`)
    expect(nothing.status).toBe(404)
    expect(nothing.text).toContain('Nothing here yet')

    const { path: sitePath, site, space } = await publish()
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
    await commitChanges(
      t,
      admin,
      space.id,
      Array.from({ length: 20 }, (_, depth) =>
        newPage(`level-${depth}`, `Level ${depth}`, 'x', {}, depth === 0 ? null : `level-${depth - 1}`),
      ),
    )
    const path = Array.from({ length: 20 }, (_, depth) => `level-${depth}`).join('/')
    const deep = await get(`${sitePath}/section-900/${path}`)
    expect(deep.status).toBe(200)
    // One link to each, whatever the width of the screen.
    expect(deep.text.split(`href="${sitePath}/section-777"`)).toHaveLength(2)
    expect(deep.text.split('Section 1000')).toHaveLength(2)
  })

  it('200 for a page of 2 MB', async () => {
    const { path: sitePath, space } = await publish()
    const lines = Array.from(
      { length: 27_000 },
      (_, index) => `Lorem ipsum ${index} **dolor** sit amet, [consectetur](setup.md) adipiscing elit.\n\n`,
    )
    await commitChanges(t, admin, space.id, [newPage('long', 'Long', lines.join('').slice(0, 1_990_000))])
    expect((await get(`${sitePath}/long`)).status).toBe(200)
  }, 120_000)
})
