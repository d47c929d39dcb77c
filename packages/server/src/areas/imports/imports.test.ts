import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus } from '../../testing/app.ts'
import { ImportWorld, pngBytes, serveFiles, type TestPage } from '../../testing/import-world.ts'
import { createZip } from '../../testing/zip.ts'
import type { ImportContentResult } from './schema.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await ImportWorld.start()
})

afterAll(() => world.stop())

describe('an uploaded file', () => {
  test('201: an archive and a page are read from the store, without a request', async () => {
    const archive = await world.upload(createZip({ 'a.md': '# First\n\nText.' }), 'docs.zip')
    expect((await world.import('zip', archive)).outline).toEqual(['First'])
    const page = await world.upload(Buffer.from('# Second\n\nText.'), 'page.md')
    expect((await world.import('markdown', page)).outline).toEqual(['Second'])
  })

  test('403 for an address that was changed, 400 for a file that is no archive', async () => {
    const page = await world.upload(Buffer.from('# Second'), 'page.md')
    const spaceId = await world.createSpace()
    const send = (url: string) =>
      world.admin.post(`/spaces/${spaceId}/content/import`, { source: 'zip', url })
    expect((await send(page.replace('page.md', 'other.md'))).status).toBe(403)
    expect((await send(page.split('?', 1)[0] ?? '')).status).toBe(403)
    expect((await send(page)).status).toBe(400)
  })
})

describe('zip', () => {
  const files = {
    'docs/README.md':
      '# Welcome\n\nRead the [guide](guide/start.md#first) or [all](guide/).\n\n![Logo](img/logo.png)\n',
    'docs/guide/README.md': '---\ndescription: All guides\n---\n\n# Guides\n\nBack [home](../README.md).\n',
    'docs/guide/start.md':
      '# Start\n\n## First\n\n* a\n* b\n\n```ts\nconst a = 1\n```\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n![](../img/logo.png)\n\n[Manual](../manual.pdf) [gone](../gone.md)\n',
    'docs/guide/10-last.md': 'No title, only text.\n',
    'docs/img/logo.png': pngBytes,
    'docs/manual.pdf': Buffer.from('%PDF-1.4\n'),
    'docs/SUMMARY.md':
      '# Summary\n\n* [Welcome](README.md)\n\n## Learn\n\n* [All guides](guide/README.md)\n  * [Getting started](guide/start.md)\n',
    '__MACOSX/docs/._README.md': 'x',
  }

  test('201: pages in the order of the summary, with links and pictures that lead to the imported ones', async () => {
    const {
      result,
      outline,
      text,
      id,
      pages,
      files: stored,
    } = await world.import('zip', await world.serveFile(createZip(files)))
    expect(outline).toEqual(['Welcome', '[Learn]', '  Guides', '    Start', '    Last'])
    expect(result).toMatchObject({ importedResources: 6, totalResources: 6, failures: [] })
    expect(stored.map(({ name }) => name).sort()).toEqual(['logo.png', 'manual.pdf'])
    const ids = Object.fromEntries(stored.map(({ id, name }) => [name, id]))
    const welcome = await text('Welcome')
    expect(welcome).toContain(`[guide](/pages/${id('Start')}#first)`)
    expect(welcome).toContain(`[all](/pages/${id('Guides')})`)
    expect(welcome).toContain(`src="/files/${ids['logo.png']}"`)
    expect(welcome).not.toContain('# Welcome')
    const start = await text('Start')
    expect(start).toContain('```ts\nconst a = 1\n```')
    expect(start).toContain('| A   | B   |')
    expect(start).toContain(`[Manual](/files/${ids['manual.pdf']})`)
    expect(start).toContain('[gone](../gone.md)')
    expect(pages[1]?.pages?.[0]).toMatchObject({ description: 'All guides' })
  })

  test('201: pages in the order of the folders without a summary', async () => {
    const { outline } = await world.import(
      'zip',
      await world.serveFile(
        createZip({
          'README.md': '# Home\n\nx',
          'b/README.md': '# Second\n\nx',
          'b/10.md': '# Ten\n\nx',
          'b/9.md': '# Nine\n\nx',
          'a.md': '---\nsidebar_position: 1\n---\n# First\n\nx',
          'c.html': '<h1>Third</h1><p>x</p>',
        }),
      ),
    )
    expect(outline).toEqual(['Home', 'First', 'Second', '  Nine', '  Ten', 'Third'])
  })

  test('201: pages in the order of the MkDocs navigation', async () => {
    const { outline } = await world.import(
      'zip',
      await world.serveFile(
        createZip({
          'mkdocs.yml': 'nav:\n  - Home: index.md\n  - Guide:\n    - guide/b.md\n    - A: guide/a.md\n',
          'docs/index.md': '# Start\n\nx',
          'docs/guide/a.md': '# About A\n\nx',
          'docs/guide/b.md': '# About B\n\nx',
        }),
      ),
    )
    expect(outline).toEqual(['Start', '[Guide]', '  About B', '  About A'])
  })

  test('201: included files become reusable contents', async () => {
    const { text, result } = await world.import(
      'zip',
      await world.serveFile(
        createZip({
          'a.md': '# A\n\n{% include ".gitbook/includes/note.md" %}\n',
          '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind this.\n',
        }),
      ),
    )
    expect(result).toMatchObject({ importedResources: 2, totalResources: 2 })
    expect(await text('A')).toMatch(/\{% include "\/reusable-contents\/\w+" %\}/)
  })

  test('201: files that cannot be imported are counted and listed', async () => {
    const { result } = await world.import(
      'zip',
      await world.serveFile(
        createZip([
          { name: 'good.md', content: '# Good\n\n![](broken.png)\n' },
          { name: 'broken.png', content: Buffer.alloc(500), declaredSize: 3 },
          { name: 'link.md', content: '/etc/passwd', mode: 0o120777 },
          { name: 'bad.docx', content: 'not a document' },
          { name: 'long.md', content: `# Long\n\n${'word '.repeat(300_000)}` },
        ]),
      ),
    )
    expect(result).toMatchObject({ importedResources: 1, totalResources: 5 })
    expect(result.failures.map(({ resource }) => resource).sort()).toEqual([
      'bad.docx',
      'broken.png',
      'link.md',
      'long.md',
    ])
    for (const { reason } of result.failures) expect(reason).toMatch(/^[A-Z].*\.$/)
  })

  test('201: a second import adds to the content of the first', async () => {
    const spaceId = await world.createSpace()
    const url = await world.serveFile(createZip({ 'a.md': '# Same\n\nx' }))
    await world.importInto(spaceId, 'zip', url)
    await world.importInto(spaceId, 'zip', url)
    const { body } = await world.admin.get<{ pages: TestPage[] }>(`/spaces/${spaceId}/content/pages`)
    expect(body.pages.map((page) => page.slug)).toEqual(['same', 'same-1'])
  })

  test.each([
    ['a name that leads out', createZip({ 'a.md': 'x', '../../evil.md': 'y' }), 'zip archive'],
    ['a bomb', createZip({ 'a.md': Buffer.alloc(50_000_000, '\n') }), 'bomb'],
    ['no pages', createZip({ 'a.png': pngBytes }), 'no pages'],
    ['nothing in it', createZip({}), 'no pages'],
    ['no archive', Buffer.from('hello'), 'no zip archive'],
    ['half an archive', createZip({ 'a.md': 'x'.repeat(2000) }).subarray(0, 70), 'zip archive'],
  ])('400 for %s', async (_what, bytes, reason) => {
    expect(await world.importAndReadError('zip', await world.serveFile(bytes))).toContain(reason)
  })
})

describe('permissions and targets', () => {
  test('409 for a locked space, before anything is fetched', async () => {
    const { id } = await world.app.space(world.admin, world.organizationId, { editMode: 'locked' })
    const before = world.network.connections.length
    const answer = await world.admin.post(`/spaces/${id}/content/import`, {
      source: 'zip',
      url: 'http://127.0.0.1:1/',
    })
    expect(answer.status).toBe(409)
    expect(world.network.connections).toHaveLength(before)
  })

  test('201 into a change request, while the space stays as it is; 409 once it is archived', async () => {
    const { id: spaceId } = await world.app.space(world.admin, world.organizationId, { editMode: 'locked' })
    const { body: request } = await world.admin.post<{ id: string }>(`/spaces/${spaceId}/change-requests`, {})
    const path = `/spaces/${spaceId}/change-requests/${request.id}`
    const body = {
      source: 'markdown',
      url: await world.serveFile('# Hello\n\nWorld', 'text/markdown', '/hello.md'),
    }
    const answer = await world.admin.post<ImportContentResult>(`${path}/content/import`, body)
    expect(expectStatus(201, answer)).toMatchObject({ importedResources: 1, totalResources: 1, failures: [] })
    expect(answer.headers.location).toContain(`/spaces/${spaceId}/revisions/${answer.body.revision}`)
    const inside = await world.admin.get<{ pages: TestPage[] }>(`${path}/content/pages`)
    expect(inside.body.pages).toMatchObject([{ title: 'Hello' }])
    const outside = await world.admin.get<{ pages: TestPage[] }>(`/spaces/${spaceId}/content/pages`)
    expect(outside.body.pages).toEqual([])
    await world.admin.patch(path, { status: 'archived' })
    expect((await world.admin.post(`${path}/content/import`, body)).status).toBe(409)
  })

  test.each([
    {},
    { source: 'zip' },
    { url: 'http://example.com/' },
    { source: 'pdf', url: 'http://example.com/' },
    { source: 'zip', url: 'nonsense' },
    { source: 'zip', url: 7 },
    { source: 'zip', url: null },
    { source: 'zip', url: '' },
    { source: ['zip'], url: 'http://example.com/' },
  ])('400 for the body %j', async (body) => {
    const spaceId = await world.createSpace()
    expect((await world.admin.post(`/spaces/${spaceId}/content/import`, body)).status).toBe(400)
  })

  test('404 for another organization, 403 for readers', async () => {
    const spaceId = await world.createSpace()
    const body = { source: 'zip', url: 'http://127.0.0.1:1/' }
    const { admin: stranger } = await world.app.organization()
    expect((await stranger.post(`/spaces/${spaceId}/content/import`, body)).status).toBe(404)
    const reader = await world.app.member(world.organizationId, 'read')
    expect((await reader.post(`/spaces/${spaceId}/content/import`, body)).status).toBe(403)
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://10.0.0.1/wiki',
    'http://0x0a000001/a.git',
    'http://192.168.0.1/o/r/wiki',
    'http://localhost/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'http://user:pass@127.0.0.1/',
  ])('400 for %s, from every source', async (url) => {
    const before = world.network.connections.length
    for (const source of ['website', 'zip', 'github-wiki', 'docx'])
      await world.importAndReadError(source, url)
    expect(world.network.connections).toHaveLength(before)
  })

  test('400 for a server that redirects to an internal address, for pages and for pictures', async () => {
    const { url } = await world.network.listen((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()
    })
    for (const source of [
      'website',
      'html',
      'markdown',
      'zip',
      'docx',
      'notion',
      'confluence',
      'google-docs',
    ]) {
      expect(await world.importAndReadError(source, url)).toContain('does not fetch from 169.254.169.254')
    }
    const page = `# A\n\n![a](${url}/a.png)\n\n![b](http://10.0.0.1/b.png)\n`
    const { result } = await world.import('markdown', await world.serveFile(page, 'text/markdown', '/a.md'))
    expect(result).toMatchObject({ importedResources: 1, totalResources: 3 })
    expect(world.network.connections.filter((address) => address !== '127.0.0.1')).toEqual([])
  })

  test('400 for a URL that does not exist, is empty, or returns an error', async () => {
    const { url } = await world.network.listen((request, response) => {
      response.writeHead(request.url === '/empty' ? 200 : 500).end()
    })
    expect(await world.importAndReadError('zip', `${url}/`)).toContain('answers 500')
    expect(await world.importAndReadError('html', `${url}/empty`)).toContain('nothing')
    expect(await world.importAndReadError('zip', 'http://nowhere.example/')).toContain('no host')
  })
})

describe('markdown', () => {
  test('201: one page with its pictures; links to other pages stay', async () => {
    const { url } = await world.network.listen(
      serveFiles({
        '/docs/a.md': {
          body: '# Title\n\nText [x](https://example.com/) [y](b.md)\n\n> [!WARNING]\n> Careful\n\n![](img/a.png)\n\n![](img/none.png)\n',
          type: 'text/plain',
        },
        '/docs/img/a.png': pngBytes,
      }),
    )
    const { result, text: read, files } = await world.import('markdown', `${url}/docs/a.md`)
    expect(result).toMatchObject({ importedResources: 2, totalResources: 3 })
    expect(result.failures).toEqual([{ resource: `${url}/docs/img/none.png`, reason: 'The answer is 404.' }])
    expect(files).toMatchObject([{ name: 'a.png' }])
    const text = await read('Title')
    expect(text).toContain('{% hint style="warning" %}\nCareful\n{% endhint %}')
    expect(text).toContain(`src="/files/${files[0]?.id}"`)
    expect(text).toContain('[x](https://example.com/)')
  })

  test('201: a text without a title gets a title from its file name', async () => {
    const { outline } = await world.import(
      'markdown',
      await world.serveFile('Only text', 'text/markdown', '/getting-started.md'),
    )
    expect(outline).toEqual(['Getting started'])
  })

  test('400 for a file that is not Markdown', async () => {
    expect(
      await world.importAndReadError('markdown', await world.serveFile('<!doctype html><p>x', 'text/html')),
    ).toContain('source html')
    expect(
      await world.importAndReadError('markdown', await world.serveFile(createZip({ a: 'x' }))),
    ).toContain('source zip')
    expect(
      await world.importAndReadError('markdown', await world.serveFile(pngBytes, 'text/plain')),
    ).toContain('not text')
    const deep = '> '.repeat(5000)
    expect(
      await world.importAndReadError('markdown', await world.serveFile(`${deep}x`, 'text/markdown')),
    ).not.toBe('')
  })
})

describe('html', () => {
  test('201: scripts, event handlers and forms are removed', async () => {
    const html = `<!doctype html><html><head><title>Evil</title></head><body><main><h1>Evil</h1>
      <script>alert(1)</script><p onclick="alert(2)">Safe <a href="javascript:alert(3)">link</a></p>
      <img src="x.png" onerror="alert(4)"><iframe src="javascript:alert(5)"></iframe><svg onload="alert(6)"></svg>
      <style>p{background:url(javascript:alert(7))}</style><object data="alert(8)"></object>
      <a href="data:text/html,<script>alert(9)</script>">data</a><form action="javascript:alert(10)"><button>b</button></form>
      <p>{% hint style="danger" %} &lt;script&gt;alert(11)&lt;/script&gt;</p></main></body></html>`
    const {
      text: read,
      spaceId,
      pages,
    } = await world.import('html', await world.serveFile(html, 'text/html'))
    const text = await read('Evil')
    expect(text.replaceAll(/\\?<script>alert\(11\)/g, '')).not.toMatch(/alert\(\d+\)/)
    expect(text).toContain('Safe link')
    const document = await world.admin.get(`/spaces/${spaceId}/content/page/${pages[0]?.id}`)
    expect(JSON.stringify(document.body)).not.toMatch(/"type":"hint"|javascript:/)
  })

  test('201: pictures in data URLs become files', async () => {
    const source = `data:image/png;base64,${pngBytes.toString('base64')}`
    const { files, text } = await world.import(
      'html',
      await world.serveFile(`<h1>P</h1><p><img src="${source}" alt="dot"></p>`, 'text/html'),
    )
    expect(files).toMatchObject([{ name: 'image-1.png' }])
    expect(await text('P')).toContain(`<img src="/files/${files[0]?.id}" alt="dot">`)
  })

  test('201: old encodings are decoded', async () => {
    const bytes = Buffer.from(
      '<html><head><meta charset="iso-8859-1"></head><body><h1>Gr\xfc\xdfe</h1><p>\xe4\xf6</p>',
      'latin1',
    )
    const { outline, text } = await world.import('html', await world.serveFile(bytes, 'text/html'))
    expect(outline).toEqual(['Grüße'])
    expect(await text('Grüße')).toBe('äö\n')
  })

  test('400 for a page without content', async () => {
    expect(
      await world.importAndReadError(
        'html',
        await world.serveFile('<html><body><script>x</script></body></html>', 'text/html'),
      ),
    ).toContain('nothing')
  })
})
