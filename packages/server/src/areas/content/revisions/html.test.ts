import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId } from '../../../testing/content.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import { createProcessedSpec } from '../../../testing/specs.ts'
import { SitePublisher } from '../../../testing/site-publisher.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { ChangeRequest, ContentUpdateResult } from '../change-requests/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { HtmlDocument, RevisionPage, RevisionReusableContent } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const get = async <Body>(path: string, by: Client = admin) => expectStatus(200, await by.get<Body>(path))

/** Creates a space with one page of this text. */
async function createSpace(markdown: string, title = 'Guide'): Promise<Space & { page: string }> {
  const { id } = await app.space(admin, organization)
  await changeContent(admin, id, [{ operation: 'insert_page', title, document: { markdown } }])
  const page = await findPageId(admin, id, 'guide')
  return { ...(await get<Space>(`/spaces/${id}`)), page }
}

const readHtml = (id: string, page: string) =>
  get<RevisionPage & HtmlDocument>(`/spaces/${id}/content/page/${page}?format=html`)

describe('a page', () => {
  test('200 as HTML with block keys and an outline, in space, change request and revision', async () => {
    const { id, revision, page } = await createSpace(
      '## Install\n\nRun `npm ci`.\n\n* One\n* Two\n\n### Then\n\nDone.\n',
    )
    expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
    const { document } = await get<RevisionPage>(`/spaces/${id}/content/page/${page}`)
    const [heading, paragraph, list] = document?.nodes ?? []
    for (const scope of ['content', 'change-requests/2/content', `revisions/${revision}`]) {
      for (const path of [`page/${page}`, 'path/guide']) {
        const html = await get<RevisionPage & HtmlDocument>(`/spaces/${id}/${scope}/${path}?format=html`)
        expect(html).toMatchObject({ id: page, title: 'Guide', path: 'guide' })
        expect(html).not.toHaveProperty('document')
        expect(html.html).toContain(`<h2 data-block="${heading?.key}" id="install">`)
        expect(html.html).toContain(`<p data-block="${paragraph?.key}">Run <code>npm ci</code>.</p>`)
        expect(html.html).toContain(`<ul data-block="${list?.key}">`)
        expect(html.html).toMatch(/<li data-block="[^"]+"><span data-block="[^"]+">One<\/span><\/li>/)
        expect(html.outline).toMatchObject([
          { key: heading?.key, anchor: 'install', level: 2, title: 'Install' },
          { anchor: 'then', level: 3, title: 'Then' },
        ])
      }
    }
  })

  test('200 links lead to the console, within the change request that is read', async () => {
    const { id, page } = await createSpace('Text')
    await changeContent(admin, id, [
      { operation: 'insert_page', title: 'Other', ref: 'other', document: { markdown: 'Text' } },
    ])
    const other = await findPageId(admin, id, 'other')
    expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
    const markdown =
      '[Other](other.md#part) [Here](#part) [Gone](gone.md) [Web](https://example.com/)\n\n' +
      '[Bad](javascript:alert(1))\n\n{% content-ref url="other.md" %}\n[other.md](other.md)\n{% endcontent-ref %}\n'
    const changes = [{ operation: 'update_page', page, document: { markdown } }]
    expectStatus(200, await admin.post(`/spaces/${id}/change-requests/3/content`, { changes }))
    const { html } = await get<HtmlDocument>(
      `/spaces/${id}/change-requests/3/content/page/${page}?format=html`,
    )
    const href = `/app/spaces/${id}/change-requests/3/pages/${other}`
    expect(html).toContain(`<a href="${href}#part">Other</a>`)
    expect(html).toContain('<a href="#part">Here</a>')
    expect(html).toContain('<span class="broken-link">Gone</span>')
    expect(html).toContain('<a href="https://example.com/" rel="noopener nofollow ugc">Web</a>')
    expect(html).toMatch(new RegExp(`<a data-block="[^"]+" class="content-ref" href="${href}"`))
    expect(html).not.toContain('href="javascript:')
  })

  test('200 files have addresses without a host that whoever reads the page can load', async () => {
    const { id, page } = await createSpace('Text')
    expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
    const changes = [
      {
        operation: 'insert_files',
        files: [{ name: 'a.png', base64: Buffer.from('not a picture').toString('base64') }],
      },
      { operation: 'update_page', page, document: { markdown: '![A picture](.gitbook/assets/a.png)\n' } },
    ]
    const path = `/spaces/${id}/change-requests/2/content`
    const response = await admin.post<ContentUpdateResult>(`${path}?compat=false`, { changes })
    const { insertedFiles } = expectStatus(200, response)
    expect(insertedFiles).toHaveLength(1)
    const { html } = await get<HtmlDocument>(`${path}/page/${page}?format=html`)
    const [, address] = /<img src="(\/files\/[^"]+)"/.exec(html) ?? []
    const file = await app.app.http.inject({ url: address?.replaceAll('&amp;', '&') ?? '' })
    expect(file.body).toBe('not a picture')
  })

  test('200 variables are in place, and what depends on the visitor is shown with its condition', async () => {
    const { id, page } = await createSpace('Text')
    await changeContent(admin, id, [
      { operation: 'set_variables', variables: { version: '1.2' } },
      {
        operation: 'update_page',
        page,
        document: {
          markdown:
            'Version <code class="expression">space.vars.version</code> of ' +
            '<code class="expression">visitor.claims.name</code>.\n\n' +
            '{% if visitor.claims.beta %}\nOnly for testers.\n{% endif %}\n',
        },
      },
    ])
    const { html } = await readHtml(id, page)
    expect(html).toContain('Version 1.2 of {{ visitor.claims.name }}.')
    expect(html).toMatch(/<div data-block="[^"]+" class="condition" data-condition="visitor.claims.beta"><p/)
    const evaluated = await get<HtmlDocument>(`/spaces/${id}/content/page/${page}?format=html&evaluated=true`)
    expect(evaluated.html).not.toContain('Only for testers')
  })

  test('200 no markup of the author gets through', async () => {
    const { id, page } = await createSpace(
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n<p style="position:fixed">x</p>\n\n' +
        '{% if visitor.claims.a == "\'><script>" %}\nx\n{% endif %}\n',
    )
    const { html } = await readHtml(id, page)
    expect(html).not.toMatch(/<script|<[^>]* onerror|<[^>]* style=/i)
  })

  test('200 a long page is rendered in a thread, with its files', async () => {
    const { id } = await app.space(admin, organization)
    const markdown = `${'* [x](long.md) **a** `b` _c_\n'.repeat(3000)}\n![P](.gitbook/assets/a.png)\n`
    await commitChanges(app, admin, id, [
      newPage('long', 'Long', markdown),
      {
        type: 'put-file',
        id: 'file-1',
        file: { name: 'a.png', contentType: 'image/png', size: 3, blob: 'f'.repeat(64) },
      },
    ])
    const { html } = await readHtml(id, 'long')
    expect(html.match(/<li /g)).toHaveLength(3000)
    expect(html.includes(`<a href="/app/spaces/${id}/pages/long">x</a>`)).toBe(true)
    expect(html.includes('<img src="/files/')).toBe(true)
  })

  test('200 from the cache, unless it shows a name that may change', async () => {
    const { id, page } = await createSpace('Text')
    const path = `/spaces/${id}/content/page/${page}?format=html`
    const first = await admin.get(path)
    expect(await app.countStatements(() => admin.get(path))).toBe(1)
    expect((await admin.get(path, { 'if-none-match': String(first.headers.etag) })).status).toBe(304)

    const colleague = await app.member(organization, 'read')
    expectStatus(200, await colleague.patch(`/users/${colleague.id}`, { displayName: 'Ada' }))
    const markdown = `Ask <a data-mention href="/users/${colleague.id}">x</a>.`
    await changeContent(admin, id, [{ operation: 'update_page', page, document: { markdown } }])
    expect((await readHtml(id, page)).html).toContain('@Ada')
    expectStatus(200, await colleague.patch(`/users/${colleague.id}`, { displayName: 'Grace' }))
    expect((await readHtml(id, page)).html).toContain('@Grace')
  })

  test('200 shows OpenAPI operations as they are now', async () => {
    const slug = await createProcessedSpec(app, admin, organization)
    const { id, page } = await createSpace(
      `{% openapi-operation spec="${slug}" path="/pets" method="get" %}\n[Pets](https://x.example)\n{% endopenapi-operation %}\n`,
    )
    const { html } = await readHtml(id, page)
    expect(html).toContain('List pets')
  })

  test('200 groups and pages without a text have empty HTML', async () => {
    const { id } = await app.space(admin, organization)
    await commitChanges(app, admin, id, [
      {
        type: 'insert-page',
        id: 'g',
        parent: null,
        fields: { type: 'group', title: 'G', slug: 'g' },
        document: null,
      },
    ])
    expect(await readHtml(id, 'g')).toMatchObject({ type: 'group', html: '', styles: '', outline: [] })
  })
})

describe('a document', () => {
  test('200 as HTML, of a page, of a reusable content, and by its id', async () => {
    const { id, page } = await createSpace('Text')
    await changeContent(admin, id, [
      { operation: 'put_reusable_content', title: 'Note', document: { markdown: '## Shared\n\nNote.' } },
    ])
    const { reusableContents } = await get<{ reusableContents: RevisionReusableContent[] }>(
      `/spaces/${id}/content`,
    )
    const [note] = reusableContents
    await changeContent(admin, id, [
      {
        operation: 'update_page',
        page,
        document: { markdown: `Before\n\n{% include "/reusable-contents/${note?.id}" %}\n` },
      },
    ])
    const { revision } = await get<Space>(`/spaces/${id}`)
    const base = `/spaces/${id}/revisions/${revision}`
    const shared = await get<HtmlDocument>(`${base}/reusable-contents/${note?.id}/document?format=html`)
    expect(shared.outline).toMatchObject([{ title: 'Shared' }])
    expect(await get(`/spaces/${id}/documents/${note?.document}?format=html`)).toEqual(shared)
    const whole = await get<HtmlDocument>(`${base}/page/${page}/document?format=html`)
    const { document } = await get<RevisionPage>(`${base}/page/${page}`)
    const include = document?.nodes[1]?.key
    // The keys of included blocks begin with that of the block that includes them.
    expect(whole.html).toContain(`<h2 data-block="${include}.`)
    expect(await get(`${base}/page/${page}/document`)).toHaveProperty('nodes')
  })
})

test('400 for unknown formats, 404 for outsiders, 403 for visitors of a site', async () => {
  const { id, page } = await createSpace('Text')
  const path = `/spaces/${id}/content/page/${page}`
  expect((await admin.get(`${path}?format=xhtml`)).status).toBe(400)
  expect((await admin.get(`/spaces/${id}/content/page/gone?format=html`)).status).toBe(404)
  expect((await admin.get(`/spaces/${id}/content/path/gone?format=html`)).status).toBe(404)
  expect((await admin.get(`/spaces/${id}/documents/gone?format=html`)).status).toBe(404)
  const { admin: outsider } = await app.organization('Other')
  expect((await outsider.get(`${path}?format=html`)).status).toBe(404)
  expect((await (await app.member(organization, 'read')).get(`${path}?format=html`)).status).toBe(200)

  const publisher = await SitePublisher.create(app)
  const { site, space } = await publisher.publish({}, { pages: [newPage('open', 'Open', 'Text')] })
  const { urls } = await get<Site>(publisher.getApiPath(site), publisher.admin)
  const lookup = await app.anonymous.post<{ apiToken: string }>('/urls/published', {
    url: urls.published,
    visitor: {},
  })
  const visitor = new Client(app.app, expectStatus(200, lookup).apiToken)
  const visited = `/spaces/${space.id}/content/page/open`
  expect((await visitor.get(visited)).status).toBe(200)
  expect((await visitor.get(`${visited}?format=html`)).status).toBe(403)
})
