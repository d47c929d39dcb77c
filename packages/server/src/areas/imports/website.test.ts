import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportWorld, pngBytes, serveFiles } from '../../testing/import-world.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await ImportWorld.start()
})

afterAll(() => world.stop())

const navigation = `<header class="site-header"><a href="/docs/">Acme</a></header><nav class="menu"><ul>
  <li><a href="/docs/">Welcome</a></li>
  <li><span>Guides</span><ul><li><a href="/docs/install.html">Install</a><ul><li><a href="/docs/install/linux">Linux</a></li></ul></li><li><a href="/docs/use#top">Use</a></li></ul></li>
</ul></nav>`

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title} | Acme</title></head><body>${navigation}<main><article><h1>${title}<a class="hash-link" href="#x">#</a></h1>${body}</article></main><footer>© Acme <a href="/docs/imprint">Imprint</a></footer></body></html>`

test('201: the pages of a site in the order of its navigation, without headers and footers', async () => {
  const { url } = await world.network.listen((request, response) =>
    serveFiles({
      '/docs/': page(
        'Welcome',
        '<p>Hello. <a href="use#details">Details</a> <a href="/blog/">Blog</a> <a href="manual.pdf">Manual</a></p><p><img src="/img/a.png" alt="A"></p>',
      ),
      '/docs/install.html': page(
        'Install',
        '<h2 id="req">Requirements</h2><table><tr><th>OS</th><th>RAM</th></tr><tr><td>Linux</td><td>1 GB</td></tr></table><div class="admonition danger"><p class="admonition-title">Danger</p><p>Backup first.</p></div>',
      ),
      '/docs/install/linux': page(
        'Linux',
        '<div class="highlight"><pre><code class="language-bash">apt install acme\nacme start</code></pre></div><p><a href="../install.html#req">Requirements</a></p>',
      ),
      '/docs/use': page(
        'Use',
        '<h2 id="details">Details</h2><p>Deep. <a href="/docs/hidden/">Hidden</a> <a href="/docs/missing">Missing</a></p>',
      ),
      '/docs/hidden/': page('Hidden', '<p>Found by a link.</p>'),
      '/docs/mapped': page('Mapped', '<p>Found in the sitemap.</p>'),
      '/docs/imprint': page('Imprint', '<p>Who we are.</p>'),
      '/blog/': page('Blog', '<p>Not part of it.</p>'),
      '/img/a.png': pngBytes,
      '/sitemap.xml': {
        body: `<urlset><url><loc>http://${request.headers.host}/docs/mapped</loc></url><url><loc>http://other.example/docs/x</loc></url></urlset>`,
        type: 'text/xml',
      },
    })(request, response),
  )
  const { result, outline, text, id, files } = await world.import('website', `${url}/docs/`)
  expect(outline).toEqual([
    'Welcome',
    '[Guides]',
    '  Install',
    '    Linux',
    '  Use',
    'Mapped',
    'Imprint',
    'Hidden',
  ])
  expect(result).toMatchObject({ importedResources: 8, totalResources: 9 })
  expect(result.failures).toEqual([{ resource: `${url}/docs/missing`, reason: 'The answer is 404.' }])
  expect(await text('Welcome')).toBe(
    `Hello. [Details](/pages/${id('Use')}#details) [Blog](${url}/blog/) [Manual](${url}/docs/manual.pdf)\n\n<figure><img src="/files/${files[0]?.id}" alt="A"><figcaption></figcaption></figure>\n`,
  )
  expect(await text('Install')).toBe(
    '## Requirements <a href="#req" id="req"></a>\n\n| OS    | RAM  |\n| ----- | ---- |\n| Linux | 1 GB |\n\n{% hint style="danger" %}\nBackup first.\n{% endhint %}\n',
  )
  expect(await text('Linux')).toBe(
    `\`\`\`bash\napt install acme\nacme start\n\`\`\`\n\n[Requirements](/pages/${id('Install')}#req)\n`,
  )
})

test('201: an endless site ends at 500 pages, and the rest is reported', async () => {
  const { url } = await world.network.listen((request, response) => {
    const number = Number(request.url?.slice(1) || 0)
    const links = [1, 2, 3].map((step) => `<a href="/${number * 3 + step}">more</a>`).join(' ')
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<html><body><main><h1>Page ${number}</h1><p>Text ${links}</p></main></body></html>`)
  })
  const { result } = await world.import('website', `${url}/`)
  expect(result.importedResources).toBe(500)
  expect(result.totalResources).toBeGreaterThan(500)
  expect(result.failures).toMatchObject([{ reason: 'At most 500 pages are imported at once.' }])
}, 120_000)

test('201: different URLs of the same page give one page', async () => {
  let requestCount = 0
  const { url } = await world.network.listen((request, response) => {
    requestCount += 1
    if (request.url === '/moved') return void response.writeHead(301, { location: '/b/' }).end()
    const links = ['/', '/index.html', '/b', '/b/', '/b/index.html', '/moved', '/b?x=1', '/b#c']
    const body = `<main><h1>${request.url?.startsWith('/b') ? 'B' : 'A'}</h1><p>${links.map((href) => `<a href="${href}">x</a>`).join(' ')}</p></main>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  })
  const { outline } = await world.import('website', `${url}/`)
  expect(outline).toEqual(['A', 'B'])
  expect(requestCount).toBeLessThan(6)
})

test('201: content is found without an element that marks it', async () => {
  const paragraph =
    '<p>The harbour gauge measures the height of the water, every six minutes, all year round, in all weathers.</p>'
  const { url } = await world.network.listen(
    serveFiles({
      '/': `<html><head><title>Gauge - Harbour</title></head><body><div class="top"><a href="/x">Menu</a> <a href="/y">Login</a></div><div><div class="post"><h1>Gauge</h1>${paragraph.repeat(8)}</div></div><div class="bottom">Cookies!</div></body></html>`,
    }),
  )
  const { outline, text } = await world.import('website', `${url}/`)
  expect(outline).toEqual(['Gauge'])
  const content = await text('Gauge')
  expect(content).toContain('harbour gauge')
  expect(content).not.toMatch(/Menu|Cookies/)
})

test('400 for a URL that is not a website', async () => {
  expect(await world.importAndReadError('website', await world.serveFile(pngBytes, 'image/png'))).toContain(
    'no web page',
  )
  expect(
    await world.importAndReadError('website', await world.serveFile('{}', 'application/json')),
  ).toContain('no web page')
  expect(
    await world.importAndReadError(
      'website',
      await world.serveFile('<html><body></body></html>', 'text/html'),
    ),
  ).toContain('nothing to read')
})

test('400 for a server that sends bytes without end', async () => {
  const { url } = await world.network.listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const chunk = '<p>more</p>'.repeat(6000)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', write)
    write()
  })
  expect(await world.importAndReadError('website', url)).toContain('larger than 5 MiB')
})

test('201: pages whose response breaks off or redirects to an internal address are skipped and listed', async () => {
  const { url } = await world.network.listen((request, response) => {
    if (request.url === '/broken') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 }).write('<p>')
      setTimeout(() => response.destroy(), 10)
      return
    }
    if (request.url === '/inside') return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<main><h1>Start</h1><p><a href="/broken">a</a> <a href="/inside">b</a></p></main>')
  })
  const { result } = await world.import('website', `${url}/`)
  expect(result).toMatchObject({ importedResources: 1, totalResources: 3 })
  expect(result.failures.map(({ resource }) => resource).sort()).toEqual([`${url}/broken`, `${url}/inside`])
  expect(world.network.connections.filter((address) => address !== '127.0.0.1')).toEqual([])
})
