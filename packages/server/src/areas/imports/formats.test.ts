import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveRepositories, createBareRepository } from '../../testing/wiki-server.ts'
import { ImportWorld, pngBytes } from '../../testing/import-world.ts'
import { createZip } from '../../testing/zip.ts'

let world: ImportWorld

beforeAll(async () => {
  world = await ImportWorld.start()
})

afterAll(() => world.stop())

describe('docx', () => {
  const manual = readFileSync(new URL('./fixtures/manual.docx', import.meta.url))

  test('201: a document of LibreOffice is imported completely', async () => {
    const { result, outline, text, files } = await world.import('docx', await world.serveFile(manual))
    expect(outline).toEqual(['Tide gauge manual'])
    expect(result).toMatchObject({ importedResources: 2, totalResources: 2, failures: [] })
    expect(files).toMatchObject([{ contentType: 'image/png' }])
    expect(await text('Tide gauge manual'))
      .toBe(`The gauge measures the **height of the water** every _six minutes_; see [the tables](https://example.com/tides).

## Mounting

1. Drill two holes.
2. Fix the bracket.
3. Level the float.

### Tools

* Drill
  * 8 mm bit
* Spirit level

> Salt water forgives nothing.

## Reading the log

Run \`gauge\` on the port’s computer:

\`\`\`
gauge read --port=/dev/ttyS0
gauge log | tail
\`\`\`

It prints:

| Time  | Height |
| ----- | ------ |
| 06:00 | 1.42 m |
| 06:06 | 1.47 m |

A good sign:

<figure><img src="/files/${files[0]?.id}" alt="Green lamp"><figcaption></figcaption></figure>

Ärger? 潮汐 — call the harbour.
`)
  })

  test.each([
    ['text', Buffer.from('hello'), 'not a Word document'],
    ['an archive of something else', createZip({ 'a.md': 'x' }), 'not a Word document'],
    [
      'one that is damaged',
      createZip({ 'word/document.xml': '<w:document', '[Content_Types].xml': 'x' }),
      'damaged',
    ],
    ['half of one', manual.subarray(0, 3000), 'zip archive'],
    ['a bomb', createZip({ 'word/document.xml': Buffer.alloc(60_000_000, ' ') }), 'bomb'],
  ])('400 for %s', async (_what, bytes, reason) => {
    expect(await world.importAndReadError('docx', await world.serveFile(bytes))).toContain(reason)
  })
})

/** What Notion puts behind every name. */
const notionId = (digit: string) => digit.repeat(32)

describe('notion', () => {
  const home = `Handbook ${notionId('a')}`

  test('201: Markdown with ids in names, folders, tables and callouts', async () => {
    const {
      result,
      outline,
      text,
      id: idOf,
      files,
    } = await world.import(
      'notion',
      await world.serveFile(
        createZip({
          [`${home}.md`]: `# Handbook\n\n<aside>\n💡 Read this first.\n\n</aside>\n\n[Travel](Handbook%20${notionId('a')}/Travel%20${notionId('c')}.md)\n\n[Onboarding](Handbook%20${notionId('a')}/Onboarding%20${notionId('b')}.md)\n\n[Offices](Handbook%20${notionId('a')}/Offices%20${notionId('d')}.csv)\n`,
          [`${home}/Onboarding ${notionId('b')}.md`]: `# Onboarding\n\n- [ ]  Laptop\n- [x]  Badge\n\n![desk.png](Onboarding%20${notionId('b')}/desk.png)\n\nBack to [Handbook](../Handbook%20${notionId('a')}.md).\n`,
          [`${home}/Onboarding ${notionId('b')}/desk.png`]: pngBytes,
          [`${home}/Travel ${notionId('c')}.md`]:
            '# Travel\n\n| From | To |\n| --- | --- |\n| Oslo | Bergen |\n',
          [`${home}/Offices ${notionId('d')}.csv`]:
            '\uFEFFName,City\n"North, upper",Oslo\nSouth,"Ber""gen"\n',
          [`${home}/Offices ${notionId('d')}_all.csv`]: 'Name,City\n',
          [`${home}/Offices ${notionId('d')}/North ${notionId('e')}.md`]: '# North\n\nCity: Oslo\n',
        }),
      ),
    )
    expect(outline).toEqual(['Handbook', '  Travel', '  Onboarding', '  Offices', '    North'])
    expect(result).toMatchObject({ importedResources: 6, totalResources: 6, failures: [] })
    const handbook = await text('Handbook')
    expect(handbook).toContain('{% hint style="info" %}\n💡 Read this first.\n{% endhint %}')
    expect(handbook).toContain(`[Onboarding](/pages/${idOf('Onboarding')})`)
    expect(handbook).toContain(`[Offices](/pages/${idOf('Offices')})`)
    const onboarding = await text('Onboarding')
    expect(onboarding).toContain('* [ ] Laptop\n* [x] Badge')
    expect(onboarding).toContain(`src="/files/${files[0]?.id}"`)
    expect(onboarding).toContain(`[Handbook](/pages/${idOf('Handbook')})`)
    expect(await text('Offices')).toMatch(/North, upper +\| Oslo/)
  })

  test('201: an archive in an archive, as in large exports', async () => {
    const inner = createZip({ [`${home}.md`]: '# Handbook\n\nText\n' })
    const { outline } = await world.import(
      'notion',
      await world.serveFile(createZip({ 'Export-0a1b-Part-1.zip': inner })),
    )
    expect(outline).toEqual(['Handbook'])
  })

  test('201: HTML', async () => {
    const html = `<html><head><title>Handbook</title></head><body><article class="page sans"><header><h1 class="page-title">Handbook</h1></header><div class="page-body"><figure class="block-color-gray_background callout"><div><span class="icon">💡</span></div><div>Mind this</div></figure><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Done</span></li></ul><ul class="toggle"><li><details open=""><summary>More</summary><p>Inside</p></details></li></ul><figure class="link-to-page"><a href="Handbook/Sub%20${notionId('b')}.html">Sub</a></figure></div></article></body></html>`
    const {
      outline,
      text,
      id: idOf,
    } = await world.import(
      'notion',
      await world.serveFile(
        createZip({
          [`${home}.html`]: html,
          [`Handbook/Sub ${notionId('b')}.html`]:
            '<article><h1 class="page-title">Sub</h1><div class="page-body"><p>x</p></div></article>',
          'index.html': '<h1>Export</h1>',
        }),
      ),
    )
    expect(outline).toEqual(['Handbook', '  Sub'])
    const handbook = await text('Handbook')
    expect(handbook).toContain('{% hint style="info" %}')
    expect(handbook).toContain('* [x] Done')
    expect(handbook).toContain('<summary>More</summary>')
    expect(handbook).toContain(`[Sub](/pages/${idOf('Sub')})`)
  })
})

/** A page as Confluence writes it. */
const confluencePage = (space: string, title: string, body: string) =>
  `<!DOCTYPE html><html><head><title>${space} : ${title}</title></head><body class="theme-default aui-theme-default"><div id="page"><div id="main" class="aui-page-panel"><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs"><li class="first"><span><a href="index.html">${space}</a></span></li></ol></div><h1 id="title-heading" class="pagetitle"><span id="title-text">${space} : ${title}</span></h1></div><div id="content" class="view"><div class="page-metadata">Created by <span class="author">Ada</span></div><div id="main-content" class="wiki-content group">${body}</div><div class="pageSection group"><div class="pageSectionHeader"><h2 id="attachments" class="pageSectionTitle">Attachments:</h2></div></div></div></div><div id="footer"><section class="footer-body"><p>Document generated by Confluence</p></section></div></div></body></html>`

describe('confluence', () => {
  const space = {
    'DOC/index.html': `<!DOCTYPE html><html><head><title>Docs</title></head><body><div id="main"><div id="main-header"><h1 id="title-heading"><span id="title-text">Space Details:</span></h1></div><div id="content"><div id="main-content" class="pageSection"><table class="confluenceTable"><tr><th>Key</th><td>DOC</td></tr></table></div><div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Zebra_3.html">Zebra</a></li><li><a href="2.html">Alpha</a></li></ul></li></ul></div></div></div></body></html>`,
    'DOC/Home_1.html': confluencePage(
      'Docs',
      'Home',
      '<div class="toc-macro"><ul><li><a href="#x">x</a></li></ul></div><h2 id="Home-Intro">Intro</h2><p>See <a href="2.html#Alpha-Setup">Alpha</a>, <a href="attachments/1/9.pdf">the plan</a>.</p><div class="confluence-information-macro confluence-information-macro-warning"><span class="aui-icon aui-icon-small"></span><div class="confluence-information-macro-body"><p>Hot.</p></div></div><div class="code panel pdl" style="border-width: 1px;"><div class="codeHeader panelHeader pdl"><b>app.java</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false; theme: Confluence" data-theme="Confluence">int a = 1;\nint b = 2;</pre></div></div><span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" src="attachments/1/8.png" data-image-src="attachments/1/8.png" alt="Plan"></span><ul class="inline-task-list" data-inline-tasks-content-id="1"><li data-inline-task-id="1" class="checked"><span>Done</span></li><li data-inline-task-id="2"><span>Open</span></li></ul><div id="expander-1" class="expand-container"><div id="expander-control-1" class="expand-control"><span class="expand-control-icon"></span><span class="expand-control-text">Details</span></div><div class="expand-content"><p>Inside</p></div></div><div class="table-wrap"><table class="confluenceTable"><tbody><tr><th class="confluenceTh">A</th><th class="confluenceTh">B</th></tr><tr><td class="confluenceTd">1</td><td class="confluenceTd"><ul><li>x</li><li>y</li></ul></td></tr></tbody></table></div><p>Well done <img class="emoticon emoticon-tick" data-emoji-fallback="✅" alt="(tick)" src="images/icons/check.png"></p>',
    ),
    'DOC/2.html': confluencePage(
      'Docs',
      'Alpha',
      '<h2 id="Alpha-Setup">Setup</h2><p>x</p><h2 id="Alpha-Other">Other</h2><p>y</p>',
    ),
    'DOC/Zebra_3.html': confluencePage('Docs', 'Zebra : stripes', '<p>z</p>'),
    'DOC/attachments/1/8.png': pngBytes,
    'DOC/attachments/1/9.pdf': Buffer.from('%PDF-1.4'),
    'DOC/styles/site.css': 'x',
  }

  test('201: pages in the tree of the index, with macros, pictures and links', async () => {
    const { result, outline, text, id, files } = await world.import(
      'confluence',
      await world.serveFile(createZip(space)),
    )
    expect(outline).toEqual(['Home', '  Zebra : stripes', '  Alpha'])
    expect(result).toMatchObject({ importedResources: 5, totalResources: 5, failures: [] })
    const file = (name: string) => files.find((each) => each.name === name)?.id
    expect(await text('Home')).toBe(`## Intro

See [Alpha](/pages/${id('Alpha')}#alpha-setup), [the plan](/files/${file('9.pdf')}).

{% hint style="warning" %}
Hot.
{% endhint %}

{% code title="app.java" %}
\`\`\`java
int a = 1;
int b = 2;
\`\`\`
{% endcode %}

<figure><img src="/files/${file('8.png')}" alt="Plan"><figcaption></figcaption></figure>

* [x] Done
* [ ] Open

<details>

<summary>Details</summary>

Inside

</details>

<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><ul><li>x</li><li>y</li></ul></td></tr></tbody></table>

Well done ✅
`)
    // The anchor that something links to is kept, and no other.
    const alpha = await text('Alpha')
    expect(alpha).toContain('## Setup <a href="#alpha-setup" id="alpha-setup"></a>')
    expect(alpha).toContain('## Other\n')
  })

  test('400 for an archive without an index', async () => {
    expect(
      await world.importAndReadError('confluence', await world.serveFile(createZip({ 'a.html': '<p>x' }))),
    ).toContain('index.html')
  })
})

describe('google-docs', () => {
  test('201: a web page that Google exported', async () => {
    const html =
      '<html><head><style>.c1{font-weight:700}.c2{font-style:italic}</style></head><body class="doc-content"><p class="title"><span>Plan</span></p><h1 id="h.1"><span class="c1">Goals</span></h1><p><span>We </span><span class="c1">must</span><span class="c2"> win</span> <a href="https://www.google.com/url?q=https://example.com/a%3Fb&amp;sa=D">here</a></p><p><img src="images/image1.png" alt=""></p></body></html>'
    const { outline, text, files } = await world.import(
      'google-docs',
      await world.serveFile(createZip({ 'Plan.html': html, 'images/image1.png': pngBytes })),
    )
    expect(outline).toEqual(['Plan'])
    expect(await text('Plan')).toBe(
      `## Goals\n\nWe **must** _win_ [here](https://example.com/a?b)\n\n<figure><img src="/files/${files[0]?.id}" alt=""><figcaption></figcaption></figure>\n`,
    )
  })

  test('201: a shared link is replaced by the link to the document', async () => {
    const manual = readFileSync(new URL('./fixtures/manual.docx', import.meta.url))
    const requestedUrls: string[] = []
    await world.network.addSite('docs.google.com', '142.250.74.46', (request, response) => {
      requestedUrls.push(request.url ?? '')
      response.end(manual)
    })
    const url = 'https://docs.google.com/document/d/1AbCdEfGhIjKlMnOp/edit?usp=sharing'
    const { outline } = await world.import('google-docs', url)
    expect(outline).toEqual(['Tide gauge manual'])
    expect(requestedUrls).toEqual(['/document/d/1AbCdEfGhIjKlMnOp/export?format=docx'])
  })
})

describe('github-wiki', () => {
  const root = mkdtempSync(join(tmpdir(), 'verso-wikis-'))
  afterAll(() => rmSync(root, { recursive: true }))

  test('201: a repository with its sidebar, links and pictures', async () => {
    createBareRepository(join(root, 'acme'), 'tool.wiki.git', {
      'Home.md':
        'Welcome. See [[Install Guide]], [[the API|API#calls]] and [usage](Usage).\n\n[[images/logo.png]]\n\n```\n[[not a link]]\n```\n',
      'Install-Guide.md': '# Installing\n\n> [!TIP]\n> Use the package.\n\n1. one\n2. two\n',
      'API.md': '## Calls\n\n| Call | Does |\n|---|---|\n| `get` | gets |\n',
      'Usage.md': 'Run it. [Home](https://127.0.0.1/acme/tool/wiki/Home)\n',
      '_Sidebar.md': '* [[Home]]\n* **Use**\n  * [[Usage]]\n  * [API](API)\n* [[Install Guide]]\n',
      '_Footer.md': 'footer',
      'images/logo.png': pngBytes,
    })
    const { url } = await world.network.listen(serveRepositories(root))
    const { result, outline, text, id, files } = await world.import('github-wiki', `${url}/acme/tool/wiki`)
    expect(outline).toEqual(['Home', '[Use]', '  Usage', '  API', 'Installing'])
    expect(result).toMatchObject({ importedResources: 5, totalResources: 5, failures: [] })
    const home = await text('Home')
    expect(home).toContain(`[Install Guide](/pages/${id('Installing')})`)
    expect(home).toContain(`[the API](/pages/${id('API')}#calls)`)
    expect(home).toContain(`[usage](/pages/${id('Usage')})`)
    expect(home).toContain(`/files/${files[0]?.id}`)
    expect(home).toContain('[[not a link]]')
    expect(await text('Installing')).toContain('{% hint style="success" %}\nUse the package.\n{% endhint %}')
  })

  test('400 for a repository that does not exist, and for one that has moved', async () => {
    const { url } = await world.network.listen(serveRepositories(root))
    expect(await world.importAndReadError('github-wiki', `${url}/acme/none.wiki.git`)).toContain(
      'no repository',
    )
    const moved = await world.network.listen((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/x.git' }).end()
    })
    expect(await world.importAndReadError('github-wiki', `${moved.url}/a.git`)).toContain('repository')
  })

  test('201: a zip archive of a wiki', async () => {
    const bytes = createZip({ 'Home.md': 'Hello [[Second Page]]', 'Second-Page.md': 'x' })
    const { outline, text, id } = await world.import('github-wiki', await world.serveFile(bytes))
    expect(outline).toEqual(['Home', 'Second Page'])
    expect(await text('Home')).toBe(`Hello [Second Page](/pages/${id('Second Page')})\n`)
  })
})
