import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { RevisionPage } from '../../content/revisions/schema.ts'
import type { Comment } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person
let commenter: Person
let reader: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
  commenter = await app.member(organization, 'comment')
  reader = await app.member(organization, 'read')
})
afterAll(() => app.stop())

const text = `# Guide

Install the **tool** on your machine.

* Run the tool once.
* Run the tool twice.

\`\`\`sh
verso start
\`\`\`
`

/** Creates a change request with a page. */
async function createPage(markdown = text) {
  const { id } = await app.space(admin, organization)
  const space = `/spaces/${id}`
  const { id: requestId } = expectStatus(201, await admin.post<ChangeRequest>(`${space}/change-requests`, {}))
  const request = `${space}/change-requests/${requestId}`
  const insertion = { operation: 'insert_page', title: 'Guide', document: { markdown } }
  expectStatus(200, await admin.post(`${request}/content`, { changes: [insertion] }))
  const page = expectStatus(200, await admin.get<RevisionPage>(`${request}/content/path/guide`))
  return {
    space,
    request,
    pageId: page.id,
    write: async (newText: string) => {
      const change = { operation: 'update_page', page: page.id, document: { markdown: newText } }
      return expectStatus(200, await admin.post(`${request}/content`, { changes: [change] }))
    },
    readPage: async () =>
      expectStatus(200, await admin.get<RevisionPage>(`${request}/content/page/${page.id}`)),
    send: (anchor: object, by = commenter, parent = request) =>
      by.post<Comment>(`${parent}/comments`, { body: { markdown: 'Why?' }, page: page.id, ...anchor }),
    readTarget: async (comment: string, parent = request) =>
      expectStatus(200, await reader.get<Comment>(`${parent}/comments/${comment}`)).target,
  }
}

async function countDeadlocks(): Promise<number> {
  const row = await app.database.row<{ deadlocks: number }>(
    sql`select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()`,
  )
  return row?.deadlocks ?? 0
}

describe('a comment on words', () => {
  test('200 says which words it is on, and in which block they are', async () => {
    const { send, readPage, readTarget } = await createPage()
    const [paragraph] = (await readPage()).document?.nodes ?? []
    const { id, target } = expectStatus(200, await send({ quote: { exact: 'tool on your' } }))
    expect(target).toMatchObject({
      node: { id: paragraph?.key, preview: 'Install the tool on your machine.' },
      quote: { exact: 'tool on your', prefix: 'Install the ' },
      position: {
        node: paragraph?.key,
        start: 12,
        endNode: paragraph?.key,
        end: 24,
        prefix: 'Install the ',
        suffix: expect.stringMatching(/^ machine\.\nRun the tool/) as string,
      },
      outdated: false,
    })
    expect(await readTarget(id)).toEqual(target)
  })

  test('200 stays with its words while others write around them', async () => {
    const { send, write, readPage, readTarget } = await createPage()
    const { id } = expectStatus(
      200,
      await send({ quote: { exact: 'tool', prefix: 'Run the ', suffix: ' twice' } }),
    )
    await write(text.replace('* Run the tool once.\n', '').replace('Install', 'Please install'))
    expect(await readTarget(id)).toMatchObject({ outdated: false, position: { start: 8, end: 12 } })
    await write('# Guide\n\nNew.\n\nFirst, run the tool twice, then stop.\n\n* Run the tool once.\n')
    const { position, outdated } = await readTarget(id)
    const block = (await readPage()).document?.nodes[1]
    expect(outdated).toBe(false)
    expect(position).toMatchObject({
      node: block?.key,
      start: 15,
      end: 19,
      suffix: expect.stringContaining(' twice') as string,
    })
  })

  test('200 is outdated while its words are gone, and not any more when they are back', async () => {
    const { send, write, readTarget } = await createPage()
    const { id } = expectStatus(200, await send({ quote: { exact: 'your machine' } }))
    await write(text.replace('your machine', 'any computer'))
    const target = await readTarget(id)
    expect(target).toMatchObject({ outdated: true, quote: { exact: 'your machine' } })
    expect(target).not.toHaveProperty('position')
    await write(text)
    expect(await readTarget(id)).toMatchObject({ outdated: false })
  })

  test('200 for many at the same moment, without one waiting for another in a circle', async () => {
    const { request, send } = await createPage()
    const before = await countDeadlocks()
    const responses = await Promise.all(
      ['your machine', 'once', 'twice', 'start'].map((exact) => send({ quote: { exact } })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await countDeadlocks()).toBe(before)
    expect(expectStatus(200, await admin.get<ChangeRequest>(request)).comments).toBe(4)
  })

  test('200 is outdated when its page is deleted', async () => {
    const { request, pageId, send, readTarget } = await createPage()
    const { id } = expectStatus(200, await send({ quote: { exact: 'your machine' } }))
    await admin.post(`${request}/content`, { changes: [{ operation: 'delete_page', page: pageId }] })
    expect(await readTarget(id)).toMatchObject({ outdated: true, page: { outdated: true } })
  })

  test('200 may be on words of several blocks, on code, and on words of a block that is given', async () => {
    const { send, readPage } = await createPage()
    const nodes = (await readPage()).document?.nodes ?? []
    const across = expectStatus(200, await send({ quote: { exact: 'once.\nRun' } })).target.position
    expect(across?.node).not.toBe(across?.endNode)
    expectStatus(200, await send({ quote: { exact: 'verso start' } }))
    const { position } = expectStatus(
      200,
      await send({ node: nodes[1]?.key, quote: { exact: 'twice' } }),
    ).target
    expect(position).toMatchObject({ start: 13, end: 18 })
  })

  test('200 is on the content of a space too, and follows what is merged', async () => {
    const { space, request, pageId, send, readTarget } = await createPage()
    expectStatus(200, await admin.post(`${request}/merge`))
    const { id } = expectStatus(200, await send({ quote: { exact: 'your machine' } }, commenter, space))
    const next = expectStatus(201, await admin.post<ChangeRequest>(`${space}/change-requests`, {}))
    const edit = {
      operation: 'update_page',
      page: pageId,
      document: { markdown: `# Guide\n\nNow.\n\n${text.slice(9)}` },
    }
    expectStatus(200, await admin.post(`${space}/change-requests/${next.id}/content`, { changes: [edit] }))
    expectStatus(200, await admin.post(`${space}/change-requests/${next.id}/merge`))
    expect(await readTarget(id, space)).toMatchObject({ outdated: false, page: { outdated: true } })
  })

  test('200 is on what people write at this moment, before it is saved', async () => {
    const { request, pageId, send, readTarget } = await createPage('First words.\n')
    const live = `${request}/content/page/${pageId}/live`
    const { session, schema } = expectStatus(200, await admin.get<{ session: string; schema: number }>(live))
    const step = {
      stepType: 'replace',
      from: 1,
      to: 1,
      slice: { content: [{ type: 'text', text: 'Brand new. ' }] },
    }
    expectStatus(
      200,
      await admin.post(`${live}/commits`, {
        session,
        schema,
        since: 0,
        client: 'c1',
        ref: 'r1',
        steps: [step],
      }),
    )
    const { id } = expectStatus(200, await send({ quote: { exact: 'Brand new' } }))
    expect(await readTarget(id)).toMatchObject({ outdated: false, position: { start: 0, end: 9 } })
  })

  test.each<[string, object]>([
    ['words that the page does not have', { quote: { exact: 'nothing of this' } }],
    ['words that occur several times', { quote: { exact: 'Run the tool' } }],
    ['words of the title', { quote: { exact: 'Guide' } }],
    ['no words', { quote: { exact: '' } }],
    ['very many words', { quote: { exact: 'x'.repeat(2001) } }],
    ['very much around them', { quote: { exact: 'twice', prefix: 'x'.repeat(201) } }],
    ['half a character', { quote: { exact: '\uD83D' } }],
    ['a quote that is no object', { quote: 'twice' }],
    ['a quote without words', { quote: { prefix: 'Run' } }],
    ['a block that the page does not have', { node: 'nowhere' }],
    ['a quote in a block that the page does not have', { node: 'nowhere', quote: { exact: 'twice' } }],
    ['a quote without its page', { page: undefined, quote: { exact: 'twice' } }],
  ])('400 for %s', async (_, anchor) => {
    const { request, send } = await createPage()
    expect((await send(anchor)).status).toBe(400)
    expect((await admin.get<ListBody<Comment>>(`${request}/comments`)).body.items).toEqual([])
  })

  test('400 for a block of another page, and for words of another block', async () => {
    const { request, send, readPage } = await createPage()
    const other = await createPage('Quite another text.\n')
    const node = (await other.readPage()).document?.nodes[0]?.key
    const refused = await send({ node })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('body.node')
    const [paragraph] = (await readPage()).document?.nodes ?? []
    expect((await send({ node: paragraph?.key, quote: { exact: 'twice' } })).status).toBe(400)
    expect((await send({ page: other.pageId, quote: { exact: 'another' } })).status).toBe(404)
    expect((await send({ quote: { exact: 'your' } }, reader)).status).toBe(403)
    expect((await admin.get<ChangeRequest>(request)).body.comments).toBe(0)
  })
})

describe('a comment on a block', () => {
  test('200 follows the block when it is changed a little, moved, and is outdated when it is gone', async () => {
    const { send, write, readPage, readTarget } = await createPage()
    const [paragraph, list] = (await readPage()).document?.nodes ?? []
    const one = expectStatus(200, await send({ node: paragraph?.key }))
    const other = expectStatus(200, await send({ node: list?.key }))
    expect(one.target).toMatchObject({ outdated: false, position: { node: paragraph?.key } })
    await write(
      '# Guide\n\n* Run the tool once.\n* Run the tool thrice.\n\nFirst install the **tool** on your machine.\n',
    )
    const [newList, newParagraph] = (await readPage()).document?.nodes ?? []
    expect((await readTarget(one.id)).position).toEqual({ node: newParagraph?.key })
    expect((await readTarget(other.id)).position).toEqual({ node: newList?.key })
    await write('# Guide\n\nAll is different here.\n')
    expect(await readTarget(one.id)).toMatchObject({ outdated: true })
    expect(await readTarget(other.id)).toMatchObject({ outdated: true })
  })
})

describe('a list of comments on words', () => {
  test('200 runs the same number of statements, however many there are and on how many pages', async () => {
    const { request, pageId, send, write } = await createPage()
    const count = () => app.countStatements(() => reader.get(`${request}/comments?targetPage=${pageId}`))
    await send({ quote: { exact: 'twice' } })
    await count()
    await write(text.replace('Install', 'Please install'))
    const before = await count()
    for (const exact of ['once', 'verso start', 'machine', 'your', 'on your machine']) {
      expectStatus(200, await send({ quote: { exact } }))
    }
    await write(text.replace('Install', 'Now install'))
    expect(await count()).toBe(before)
  })
})
