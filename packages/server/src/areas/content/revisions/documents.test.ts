import type { Block, Document } from '@verso/markdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { ContentUpdateResult, ChangeRequest } from '../change-requests/schema.ts'
import type { Revision, RevisionPage, RevisionReusableContent, SemanticChanges } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const insert = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

/** Creates a change request in a new space. */
async function createChangeRequest() {
  const { id: space } = await app.space(admin, organization)
  await admin.post(`/spaces/${space}/change-requests`, {})
  const path = `/spaces/${space}/change-requests/1`
  const write = async (...changes: object[]) =>
    expectStatus(200, await admin.post<ContentUpdateResult>(`${path}/content?compat=false`, { changes }))
  return {
    space,
    path,
    write,
    putReusable: async (title: string, markdown: string) => {
      const { changes } = await write({ operation: 'put_reusable_content', title, document: { markdown } })
      return changes[0]?.reusableContent ?? ''
    },
    revision: async () => (await read<ChangeRequest>(path)).revision,
    page: (pagePath: string, query = '') =>
      read<RevisionPage>(`${path}/content/path/${encodeURIComponent(pagePath)}${query}`),
    document: async (pagePath: string, query = '') => {
      const { revision } = await read<ChangeRequest>(path)
      const { id } = await read<RevisionPage>(`${path}/content/path/${encodeURIComponent(pagePath)}`)
      return read<Document>(`/spaces/${space}/revisions/${revision}/page/${id}/document${query}`)
    },
  }
}

const read = async <Body>(path: string) => expectStatus(200, await admin.get<Body>(path))

/** The targets of the links of a document. */
const listLinks = (document: Document | undefined) =>
  (document?.nodes ?? []).flatMap((block: Block) =>
    block.type === 'paragraph'
      ? block.nodes.flatMap((node) =>
          node.object === 'inline' && node.type === 'link' ? [node.data.ref] : [],
        )
      : 'ref' in block.data
        ? [block.data.ref]
        : [],
  )

describe('the document of a page', () => {
  test('200 by the id of its page, by its own id and as part of the page', async () => {
    const { space, write, page, document } = await createChangeRequest()
    await write(insert('A', '## Head\n\nText\n'))
    const { documentId = '', document: embedded } = await page('a')
    const separate = await document('a')
    expect(separate).toMatchObject({
      object: 'document',
      data: {},
      nodes: [{ type: 'heading-1', key: expect.any(String), data: {} }, { type: 'paragraph' }],
    })
    expect(embedded).toEqual(separate)
    expect(await read(`/spaces/${space}/documents/${documentId}?schema=next`)).toEqual(separate)
  })

  test('200 with an id that changes with the text and differs between pages', async () => {
    const { write, page } = await createChangeRequest()
    await write(insert('A', 'Text'), insert('B', 'Text'))
    const [a, b] = [await page('a'), await page('b')]
    expect(a.documentId).not.toBe(b.documentId)
    await write({ operation: 'update_page', page: a.id, title: 'Other' })
    expect((await page('other')).documentId).toBe(a.documentId)
    await write({ operation: 'update_page', page: a.id, document: { markdown: 'New' } })
    expect((await page('other')).documentId).not.toBe(a.documentId)
  })

  test('200 without the title at the start of its text; the Markdown keeps it', async () => {
    const { write, page, document } = await createChangeRequest()
    const markdown = '---\ndescription: d\n---\n\n# Guide\n\nText\n'
    await write(insert('Guide', markdown), insert('Other', '# Another title\n'))
    expect((await document('guide')).nodes).toMatchObject([{ type: 'paragraph' }])
    expect((await page('guide', '?format=markdown')).markdown).toBe(markdown)
    // After the page is renamed, the heading at the start of its text is not its title any more.
    const { id } = await page('another-title')
    await write({ operation: 'update_page', page: id, title: 'Renamed' })
    expect((await document('renamed')).nodes).toMatchObject([{ type: 'heading-1' }])
  })

  test('404 for an id of another space, a changed id and an invented one', async () => {
    const [requestHere, requestElsewhere] = [await createChangeRequest(), await createChangeRequest()]
    await requestElsewhere.write(insert('A', 'Secret'))
    const { documentId = '' } = await requestElsewhere.page('a')
    const forgedId = documentId.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const id of [documentId, documentId.slice(0, 60), 'p.x.y', 'nothing', '%00', `${documentId}x`]) {
      expect((await admin.get(`/spaces/${requestHere.space}/documents/${id}`)).status).not.toBe(200)
    }
    expect((await admin.get(`/spaces/${requestElsewhere.space}/documents/${forgedId}`)).status).toBe(404)
    const stranger = (await app.organization('Elsewhere')).admin
    expect((await stranger.get(`/spaces/${requestElsewhere.space}/documents/${documentId}`)).status).toBe(404)
  })

  test('404 for a page that is not in the revision, 400 for an unknown flag', async () => {
    const { space, revision } = await createChangeRequest()
    const path = `/spaces/${space}/revisions/${await revision()}`
    expect((await admin.get(`${path}/page/nothing/document`)).status).toBe(404)
    expect((await admin.get(`${path}/page/nothing/document?evaluated=perhaps`)).status).toBe(400)
    expect((await admin.get(`${path}/page/nothing/document?dereferenced=2`)).status).toBe(400)
  })
})

describe('links', () => {
  test('200 have the ids of pages, whichever form of path was written', async () => {
    const { write, document, page } = await createChangeRequest()
    const paths = [
      'install.md',
      './install',
      './install.md#part',
      '/pages/guide/install',
      '../guide/install.md',
    ]
    const text = paths.map((path) => `[x](${path})`).join(' ')
    await write(
      insert('Home', '[x](guide/README.md) [y](/pages/guide/install.md) [z](guide/install.md)'),
      insert('Guide', text, { ref: 'guide' }),
      insert('Install', '[up](README.md) [home](../README.md) [gone](nowhere.md) [self](#part)', {
        into: 'guide',
      }),
    )
    const [home, guide, install] = [await page('home'), await page('guide'), await page('guide/install')]
    expect(listLinks(await document('home'))).toEqual([
      { kind: 'page', page: guide.id },
      { kind: 'page', page: install.id },
      { kind: 'page', page: install.id },
    ])
    const installRef = { kind: 'page', page: install.id }
    expect(listLinks(await document('guide'))).toEqual([
      installRef,
      installRef,
      { kind: 'anchor', anchor: 'part', page: install.id },
      installRef,
      installRef,
    ])
    expect(listLinks(await document('guide/install'))).toEqual([
      { kind: 'page', page: guide.id },
      { kind: 'page', page: home.id },
      { kind: 'page', page: 'nowhere.md' },
      { kind: 'anchor', anchor: 'part' },
    ])
  })

  test('200 follow a moved page only where they name it by its id', async () => {
    const { write, document, page } = await createChangeRequest()
    await write(insert('Home', ''), insert('A', 'a'), insert('B', 'b'))
    const a = await page('a')
    await write({
      operation: 'update_page',
      page: (await page('home')).id,
      document: {
        markdown: `[x](/pages/${a.id}) [y](a.md) {x}\n\n{% content-ref url="/pages/a" %}{% endcontent-ref %}`,
      },
    })
    const refById = { kind: 'page', page: a.id }
    expect(listLinks(await document('home'))).toEqual([refById, refById, refById])
    await write({ operation: 'update_page', page: a.id, into: (await page('b')).id })
    expect(listLinks(await document('home'))).toEqual([
      refById,
      { kind: 'page', page: 'a.md' },
      { kind: 'page', page: 'a' },
    ])
  })

  test('200 are stable references in stable Markdown, which begins with the title', async () => {
    const { space, write, page } = await createChangeRequest()
    await write(
      insert('Home', 'x'),
      insert('A *b*', '[h](../README.md#top) ![i](/files/f1)\n\n[w](https://a.b)\n'),
    )
    const home = await page('home')
    const { markdown, document } = await page('a-b', '?format=markdown&format.markdown.refs=stable')
    expect(document).toBeUndefined()
    expect(markdown).toBe(
      `# A \\*b\\*\n\n[h](../README.md#top) ![i](/spaces/${space}/files/f1)\n\n[w](https://a.b)\n`,
    )
    const cards =
      '<table data-view="cards"><thead><tr><th></th><th data-type="files"></th></tr></thead>' +
      '<tbody><tr><td>One</td><td><a href="/files/f1">f1</a></td></tr></tbody></table>'
    await write(insert('Cards', cards))
    expect((await page('cards', '?format=markdown&format.markdown.refs=stable')).markdown).toContain(
      `<a href="/spaces/${space}/files/f1">`,
    )
    await write({
      operation: 'update_page',
      page: home.id,
      document: { markdown: '# Home\n\n[a](a-b.md#x)\n' },
    })
    expect((await page('home', '?format=markdown&format.markdown.refs=stable')).markdown).toBe(
      `# Home\n\n[a](/pages/${(await page('a-b')).id}#x)\n`,
    )
  })
})

describe('reusable content', () => {
  test('200 from the space, from the change request and from the revision', async () => {
    const { space, path, putReusable, revision } = await createChangeRequest()
    const id = await putReusable('Note', 'Mind the *gap*.\n')
    const content = await read<RevisionReusableContent>(`${path}/content/reusable-contents/${id}`)
    expect(content).toEqual({ id, title: 'Note', document: expect.any(String) })
    expect((await read<Revision>(`${path}/content`)).reusableContents).toEqual([content])
    expect((await admin.get(`/spaces/${space}/content/reusable-contents/${id}`)).status).toBe(404)
    expectStatus(200, await admin.post(`${path}/merge`))
    const revisionPath = `/spaces/${space}/revisions/${await revision()}/reusable-contents/${id}`
    expect(await read(`/spaces/${space}/content/reusable-contents/${id}`)).toEqual(content)
    expect(await read(revisionPath)).toEqual(content)
    const document = await read<Document>(`${revisionPath}/document`)
    expect(document.nodes).toMatchObject([{ type: 'paragraph' }])
    expect(await read(`/spaces/${space}/documents/${content.document}`)).toEqual(document)
  })

  test('200 is expanded where a page includes it, if the query asks for that', async () => {
    const { putReusable, write, document } = await createChangeRequest()
    const inner = await putReusable('Inner', '[home](README.md)')
    const outer = await putReusable('Outer', `## Outer\n\n{% include "/reusable-contents/${inner}" %}\n`)
    const include = `{% include "/reusable-contents/${outer}" %}`
    await write(insert('Home', `Before\n\n${include}\n\n{% include ".gitbook/includes/gone.md" %}\n`))
    const plain = await document('home')
    expect(plain.nodes.map(({ type }) => type)).toEqual(['paragraph', 'reusable-content', 'reusable-content'])
    for (const flag of ['true', 'reusable-contents']) {
      const expanded = await document('home', `?dereferenced=${flag}`)
      expect(expanded.nodes.map(({ type }) => type)).toEqual([
        'paragraph',
        'heading-1',
        'paragraph',
        'reusable-content',
      ])
      expect(listLinks(expanded)[0]).toMatchObject({ kind: 'page', page: expect.not.stringContaining('.') })
    }
  })

  test('200 is found by the path of its file', async () => {
    const { putReusable, write, document } = await createChangeRequest()
    const id = await putReusable('Note', 'Included')
    await write(insert('Home', `{% include ".gitbook/includes/${id}.md" %}`))
    expect((await document('home')).nodes).toMatchObject([{ data: { ref: { reusableContent: id } } }])
    expect((await document('home', '?dereferenced=true')).nodes).toMatchObject([{ type: 'paragraph' }])
  })

  test('200 a changed one changes the pages that include it, and is listed in the changes', async () => {
    const { path, putReusable, write, document } = await createChangeRequest()
    const id = await putReusable('Note', 'Old')
    await write(insert('Home', `{% include "/reusable-contents/${id}" %}`))
    await write({ operation: 'put_reusable_content', reusableContent: id, document: { markdown: 'New' } })
    expect((await document('home', '?dereferenced=true')).nodes).toMatchObject([
      { nodes: [{ leaves: [{ text: 'New' }] }] },
    ])
    const { changes } = await read<SemanticChanges>(`${path}/changes`)
    expect(changes).toMatchObject([
      { type: 'page_created' },
      {
        type: 'reusable_content_created',
        reusableContent: { id, title: 'Note', document: expect.any(String) },
      },
    ])
    expectStatus(200, await admin.post(`${path}/merge`))
    const { space } = await read<ChangeRequest>(path)
    const second = `/spaces/${space}/change-requests/2`
    await admin.post(`/spaces/${space}/change-requests`, {})
    const rename = { operation: 'put_reusable_content', reusableContent: id, title: 'Hint' }
    const set = { operation: 'set_variables', variables: { version: '2' } }
    expectStatus(200, await admin.post(`${second}/content`, { changes: [rename, set] }))
    expect(await read(`${second}/changes`)).toEqual({
      changes: [
        {
          type: 'reusable_content_edited',
          reusableContent: { id, title: 'Hint', document: expect.any(String) },
          attributes: { title: { before: 'Note', after: 'Hint' } },
        },
        { type: 'variables_edited', variables: { version: { after: '2' } } },
      ],
    })
    expect((await read<Revision>(`${second}/content`)).variables).toEqual({ version: '2' })
  })

  test('404 for an unknown id; 400 for a new one without a title and for an invalid variable', async () => {
    const { path } = await createChangeRequest()
    const status = async (change: object) =>
      (await admin.post(`${path}/content`, { changes: [change] })).status
    expect(await status({ operation: 'put_reusable_content', reusableContent: 'x', title: 'a' })).toBe(404)
    expect(await status({ operation: 'delete_reusable_content', reusableContent: 'x' })).toBe(404)
    expect(await status({ operation: 'put_reusable_content', document: { markdown: '' } })).toBe(400)
    expect(await status({ operation: 'set_variables', variables: { 'a b': 'c' } })).toBe(400)
    expect(await status({ operation: 'set_variables', variables: { a: 'c'.repeat(257) } })).toBe(400)
    expect((await admin.get(`${path}/content/reusable-contents/x`)).status).toBe(404)
  })
})

const listTypes = ({ nodes }: Document) => nodes.map(({ type }) => type)

describe('expressions', () => {
  const markdown =
    'Version <code class="expression">space.vars.version</code>' +
    '<code class="expression">space.vars.nothing</code>' +
    '<code class="expression">visitor.claims.name</code>.\n\n' +
    '{% if space.vars.version == "2" %}\nTwo\n{% endif %}\n\n' +
    '{% if space.vars.version == "1" %}\nOne\n{% endif %}\n\n' +
    '{% if visitor.claims.beta %}\nBeta\n{% endif %}\n\n' +
    '{% if space.vars.gone.version == "2" %}\nBroken\n{% endif %}\n'

  const createRequestWithExpressions = async () => {
    const request = await createChangeRequest()
    await request.write({ operation: 'set_variables', variables: { version: '2' } }, insert('Home', markdown))
    return request
  }

  test('200 are not evaluated by default', async () => {
    const { document } = await createRequestWithExpressions()
    expect(listTypes(await document('home'))).toEqual(['paragraph', 'if', 'if', 'if', 'if'])
  })

  test('200 are all evaluated; those that fail or have no claims are left out', async () => {
    const { document } = await createRequestWithExpressions()
    const evaluatedDocument = await document('home', '?evaluated=true')
    expect(listTypes(evaluatedDocument)).toEqual(['paragraph', 'paragraph'])
    expect(evaluatedDocument.nodes[0]).toMatchObject({ nodes: [{ leaves: [{ text: 'Version 2.' }] }] })
    expect(evaluatedDocument.nodes[1]).toMatchObject({ nodes: [{ leaves: [{ text: 'Two' }] }] })
  })

  test('200 are evaluated except for those about the visitor', async () => {
    const { document } = await createRequestWithExpressions()
    const evaluatedDocument = await document('home', '?evaluated=deterministic-only')
    expect(listTypes(evaluatedDocument)).toEqual(['paragraph', 'paragraph', 'if'])
    expect(evaluatedDocument.nodes[0]).toMatchObject({
      nodes: [{ leaves: [{ text: 'Version 2' }] }, { type: 'expression' }, { leaves: [{ text: '.' }] }],
    })
  })
})

const readCacheTag = async (path: string) => (await admin.get(path)).headers['x-gitbook-cache-tag']

test('200 responses name what they depend on in a cache tag', async () => {
  const { space, path, revision } = await createChangeRequest()
  expect(await readCacheTag(`/spaces/${space}`)).toBe(`space:${space}`)
  const id = await revision()
  expect(await readCacheTag(`/spaces/${space}/revisions/${id}`)).toBe(`space:${space},revision:${id}`)
  expect(await readCacheTag(`${path}/content`)).toBe(`space:${space},change-request:${space}/1`)
  expect(await readCacheTag(`/spaces/${space}/revisions/a%0d%0ab`)).toBeUndefined()
})
