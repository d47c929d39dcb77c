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

/** A change request of a new space. */
async function changeRequest() {
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

/** Where the links of a document lead. */
const linksOf = (document: Document | undefined) =>
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
  test('200 by its page, by its id and with the page', async () => {
    const { space, write, page, document } = await changeRequest()
    await write(insert('A', '## Head\n\nText\n'))
    const { documentId = '', document: embedded } = await page('a')
    const alone = await document('a')
    expect(alone).toMatchObject({
      object: 'document',
      data: {},
      nodes: [{ type: 'heading-1', key: expect.any(String), data: {} }, { type: 'paragraph' }],
    })
    expect(embedded).toEqual(alone)
    expect(await read(`/spaces/${space}/documents/${documentId}?schema=next`)).toEqual(alone)
  })

  test('200 the same id while the text is the same, another for another text or page', async () => {
    const { write, page } = await changeRequest()
    await write(insert('A', 'Text'), insert('B', 'Text'))
    const [a, b] = [await page('a'), await page('b')]
    expect(a.documentId).not.toBe(b.documentId)
    await write({ operation: 'update_page', page: a.id, title: 'Other' })
    expect((await page('a')).documentId).toBe(a.documentId)
    await write({ operation: 'update_page', page: a.id, document: { markdown: 'New' } })
    expect((await page('a')).documentId).not.toBe(a.documentId)
  })

  test('200 without the title that its text begins with, which Markdown keeps', async () => {
    const { write, page, document } = await changeRequest()
    const markdown = '---\ndescription: d\n---\n\n# Guide\n\nText\n'
    await write(insert('Guide', markdown), insert('Other', '# Another title\n'))
    expect((await document('guide')).nodes).toMatchObject([{ type: 'paragraph' }])
    expect((await page('guide', '?format=markdown')).markdown).toBe(markdown)
    // A page that was given another title since begins with a heading that is none.
    const { id } = await page('another-title')
    await write({ operation: 'update_page', page: id, title: 'Renamed' })
    expect((await document('another-title')).nodes).toMatchObject([{ type: 'heading-1' }])
  })

  test('404 for the id of another space, one that was changed, and one nobody gave out', async () => {
    const [here, elsewhere] = [await changeRequest(), await changeRequest()]
    await elsewhere.write(insert('A', 'Secret'))
    const { documentId = '' } = await elsewhere.page('a')
    const forged = documentId.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const id of [documentId, documentId.slice(0, 60), 'p.x.y', 'nothing', '%00', `${documentId}x`]) {
      expect((await admin.get(`/spaces/${here.space}/documents/${id}`)).status).not.toBe(200)
    }
    expect((await admin.get(`/spaces/${elsewhere.space}/documents/${forged}`)).status).toBe(404)
    const stranger = (await app.organization('Elsewhere')).admin
    expect((await stranger.get(`/spaces/${elsewhere.space}/documents/${documentId}`)).status).toBe(404)
  })

  test('404 for a page that is not in the revision, 400 for a flag nobody knows', async () => {
    const { space, revision } = await changeRequest()
    const path = `/spaces/${space}/revisions/${await revision()}`
    expect((await admin.get(`${path}/page/nothing/document`)).status).toBe(404)
    expect((await admin.get(`${path}/page/nothing/document?evaluated=perhaps`)).status).toBe(400)
    expect((await admin.get(`${path}/page/nothing/document?dereferenced=2`)).status).toBe(400)
  })
})

describe('links', () => {
  test('200 lead to pages by their ids, however they were written', async () => {
    const { write, document, page } = await changeRequest()
    const ways = [
      'install.md',
      './install',
      './install.md#part',
      '/pages/guide/install',
      '../guide/install.md',
    ]
    const text = ways.map((way) => `[x](${way})`).join(' ')
    await write(
      insert('Home', '[x](guide/README.md) [y](/pages/guide/install.md) [z](guide/install.md)'),
      insert('Guide', text, { ref: 'guide' }),
      insert('Install', '[up](README.md) [home](../README.md) [gone](nowhere.md) [self](#part)', {
        into: 'guide',
      }),
    )
    const [home, guide, install] = [await page('home'), await page('guide'), await page('guide/install')]
    expect(linksOf(await document('home'))).toEqual([
      { kind: 'page', page: guide.id },
      { kind: 'page', page: install.id },
      { kind: 'page', page: install.id },
    ])
    const to = { kind: 'page', page: install.id }
    expect(linksOf(await document('guide'))).toEqual([
      to,
      to,
      { kind: 'anchor', anchor: 'part', page: install.id },
      to,
      to,
    ])
    expect(linksOf(await document('guide/install'))).toEqual([
      { kind: 'page', page: guide.id },
      { kind: 'page', page: home.id },
      { kind: 'page', page: 'nowhere.md' },
      { kind: 'anchor', anchor: 'part' },
    ])
  })

  test('200 follow a page that moves only where they name it by its id', async () => {
    const { write, document, page } = await changeRequest()
    await write(insert('Home', ''), insert('A', 'a'), insert('B', 'b'))
    const a = await page('a')
    await write({
      operation: 'update_page',
      page: (await page('home')).id,
      document: {
        markdown: `[x](/pages/${a.id}) [y](a.md) {x}\n\n{% content-ref url="/pages/a" %}{% endcontent-ref %}`,
      },
    })
    const byId = { kind: 'page', page: a.id }
    expect(linksOf(await document('home'))).toEqual([byId, byId, byId])
    await write({ operation: 'update_page', page: a.id, into: (await page('b')).id })
    expect(linksOf(await document('home'))).toEqual([
      byId,
      { kind: 'page', page: 'a.md' },
      { kind: 'page', page: 'a' },
    ])
  })

  test('200 as Markdown with stable addresses, below the title', async () => {
    const { space, write, page } = await changeRequest()
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
  test('200 in the space, in the change request and in the revision', async () => {
    const { space, path, putReusable, revision } = await changeRequest()
    const id = await putReusable('Note', 'Mind the *gap*.\n')
    const known = await read<RevisionReusableContent>(`${path}/content/reusable-contents/${id}`)
    expect(known).toEqual({ id, title: 'Note', document: expect.any(String) })
    expect((await read<Revision>(`${path}/content`)).reusableContents).toEqual([known])
    expect((await admin.get(`/spaces/${space}/content/reusable-contents/${id}`)).status).toBe(404)
    expectStatus(200, await admin.post(`${path}/merge`))
    const inRevision = `/spaces/${space}/revisions/${await revision()}/reusable-contents/${id}`
    expect(await read(`/spaces/${space}/content/reusable-contents/${id}`)).toEqual(known)
    expect(await read(inRevision)).toEqual(known)
    const document = await read<Document>(`${inRevision}/document`)
    expect(document.nodes).toMatchObject([{ type: 'paragraph' }])
    expect(await read(`/spaces/${space}/documents/${known.document}`)).toEqual(document)
  })

  test('200 is expanded where a page includes it, when asked', async () => {
    const { putReusable, write, document } = await changeRequest()
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
      expect(linksOf(expanded)[0]).toMatchObject({ kind: 'page', page: expect.not.stringContaining('.') })
    }
  })

  test('200 by the path of its file', async () => {
    const { putReusable, write, document } = await changeRequest()
    const id = await putReusable('Note', 'Included')
    await write(insert('Home', `{% include ".gitbook/includes/${id}.md" %}`))
    expect((await document('home')).nodes).toMatchObject([{ data: { ref: { reusableContent: id } } }])
    expect((await document('home', '?dereferenced=true')).nodes).toMatchObject([{ type: 'paragraph' }])
  })

  test('200 changing one changes what includes it, and is told', async () => {
    const { path, putReusable, write, document } = await changeRequest()
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

  test('404 for one that is not there; 400 for a new one without a title and for an odd variable', async () => {
    const { path } = await changeRequest()
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

const typesOf = ({ nodes }: Document) => nodes.map(({ type }) => type)

describe('expressions', () => {
  const markdown =
    'Version <code class="expression">space.vars.version</code>' +
    '<code class="expression">space.vars.nothing</code>' +
    '<code class="expression">visitor.claims.name</code>.\n\n' +
    '{% if space.vars.version == "2" %}\nTwo\n{% endif %}\n\n' +
    '{% if space.vars.version == "1" %}\nOne\n{% endif %}\n\n' +
    '{% if visitor.claims.beta %}\nBeta\n{% endif %}\n\n' +
    '{% if space.vars.gone.version == "2" %}\nBroken\n{% endif %}\n'

  const written = async () => {
    const request = await changeRequest()
    await request.write({ operation: 'set_variables', variables: { version: '2' } }, insert('Home', markdown))
    return request
  }

  test('200 stay as they are, unless asked', async () => {
    const { document } = await written()
    expect(typesOf(await document('home'))).toEqual(['paragraph', 'if', 'if', 'if', 'if'])
  })

  test('200 are all decided; what fails or is claimed by nobody is not shown', async () => {
    const { document } = await written()
    const evaluated = await document('home', '?evaluated=true')
    expect(typesOf(evaluated)).toEqual(['paragraph', 'paragraph'])
    expect(evaluated.nodes[0]).toMatchObject({ nodes: [{ leaves: [{ text: 'Version 2.' }] }] })
    expect(evaluated.nodes[1]).toMatchObject({ nodes: [{ leaves: [{ text: 'Two' }] }] })
  })

  test('200 are decided as far as is known, and the rest is for who knows the reader', async () => {
    const { document } = await written()
    const evaluated = await document('home', '?evaluated=deterministic-only')
    expect(typesOf(evaluated)).toEqual(['paragraph', 'paragraph', 'if'])
    expect(evaluated.nodes[0]).toMatchObject({
      nodes: [{ leaves: [{ text: 'Version 2' }] }, { type: 'expression' }, { leaves: [{ text: '.' }] }],
    })
  })
})

const tagOf = async (asked: string) => (await admin.get(asked)).headers['x-gitbook-cache-tag']

test('200 answers say what they depend on, for those who keep them', async () => {
  const { space, path, revision } = await changeRequest()
  expect(await tagOf(`/spaces/${space}`)).toBe(`space:${space}`)
  const id = await revision()
  expect(await tagOf(`/spaces/${space}/revisions/${id}`)).toBe(`space:${space},revision:${id}`)
  expect(await tagOf(`${path}/content`)).toBe(`space:${space},change-request:${space}/1`)
  expect(await tagOf(`/spaces/${space}/revisions/a%0d%0ab`)).toBeUndefined()
})
