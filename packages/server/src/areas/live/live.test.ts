import { schema, SCHEMA_VERSION } from '@verso/editor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '../../common/clock.ts'
import { sql } from '../../database/database.ts'
import { expectStatus, type Person, readError, TestApp } from '../../testing/app.ts'
import {
  createLiveWorld,
  LiveWriter,
  type LiveWorld,
  readMarkdown,
  writeMarkdown,
} from '../../testing/live-page.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { ChangeRequest } from '../content/change-requests/schema.ts'
import type { LivePage } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person
let ann: Person
let bob: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
  ;[ann, bob] = [await app.member(organization, 'edit'), await app.member(organization, 'edit')]
})
afterAll(() => app.stop())

/** Nothing in it is written as the API would write it. */
const handWritten = [
  '# Page',
  '',
  'The first   *line*',
  'of a __page__.',
  '',
  '+ one',
  '+ two',
  '',
  'The end.',
  '',
].join('\n')

const start = (markdown = handWritten): Promise<LiveWorld> =>
  createLiveWorld(app, admin, organization, markdown)
const readHead = async ({ path }: LiveWorld) => expectStatus(200, await ann.get<ChangeRequest>(path)).revision

describe('a page that is open', () => {
  test('is the same for all, and its text in the change request is written some seconds later', async () => {
    const world = await start()
    const [one, two] = [await LiveWriter.open('one', ann, world), await LiveWriter.open('two', bob, world)]
    expect(one.session).toBe(two.session)
    one.type('first', ' (Ann)')
    two.type('The', ' very')
    const [update] = await Promise.all([one.commit(), two.commit()])
    expect(update?.savedVersion).toBe(0)
    await Promise.all([one.read(), two.read()])
    expect(one.text).toContain('The very first (Ann)')
    expect(two.doc.toJSON()).toEqual(one.doc.toJSON())
    const saved = handWritten.replace('The first', 'The very first (Ann)')
    await waitFor('the text', async () => (await readMarkdown(bob, world)) === saved)
    const { savedVersion, revision, version } = await one.read()
    expect(savedVersion).toBe(version)
    expect(revision).toBe(await readHead(world))
  })

  test('is saved when somebody asks for it, credited to all who wrote', async () => {
    const world = await start()
    const [one, two] = [await LiveWriter.open('one', ann, world), await LiveWriter.open('two', bob, world)]
    one.type('one', ' more')
    await one.commit()
    two.type('two', '?')
    await two.commit()
    const before = await readHead(world)
    const { revision, savedVersion } = await two.save()
    expect(savedVersion).toBe(2)
    expect(await readHead(world)).toBe(revision)
    expect(revision).not.toBe(before)
    expect(await readMarkdown(ann, world)).toBe(handWritten.replace('one', 'one more').replace('two', 'two?'))
    const contributors = await app.database.rows(sql`
      select user_id as "userId" from change_request_contributors
      where change_request_id = ${world.changeRequestId} and edits > 0 order by first_at, user_id`)
    expect(contributors).toEqual(expect.arrayContaining([{ userId: ann.id }, { userId: bob.id }]))
    // Nothing is new, so nothing is written.
    expect((await one.save()).revision).toBe(revision)
  })

  test('makes one revision of many saves in the history, until somebody has looked at it', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    const parents = async (): Promise<string[]> => {
      const row = await app.database.row<{ parents: string[] }>(sql`
        select parents::text[] as parents from revisions where id = ${await readHead(world)}`)
      return row?.parents ?? []
    }
    const first = await readHead(world)
    for (const word of ['a', 'b', 'c']) {
      writer.type('The', word)
      await writer.commit()
      await writer.save()
    }
    expect(await parents()).toEqual([first])
    const reviewed = await readHead(world)
    expectStatus(201, await admin.post(`${world.path}/reviews`, { status: 'approved' }))
    writer.type('The', 'd')
    await writer.commit()
    await writer.save()
    expect(await parents()).toEqual([reviewed])
    const old = await readHead(world)
    app.clock.advance(11 * minutes)
    writer.type('The', 'e')
    await writer.commit()
    await writer.save()
    expect(await parents()).toEqual([old])
  })

  test('leaves the other pages of the change request as they are, which need not be looked at then', async () => {
    const world = await start()
    const change = { operation: 'insert_page', title: 'Second', document: { markdown: 'Another page.\n' } }
    const { changes } = expectStatus(
      200,
      await ann.post<{ changes: { page: { id: string } }[] }>(`${world.path}/content?compat=false`, {
        changes: [change],
      }),
    )
    const pageId = changes[0]?.page.id ?? ''
    const second = { ...world, pageId, livePath: `${world.path}/content/page/${pageId}/live` }
    const [writer, other] = [
      await LiveWriter.open('one', ann, world),
      await LiveWriter.open('two', bob, second),
    ]
    other.type('Another', ' long')
    await other.commit()
    writer.type('The', ' very')
    await writer.commit()
    await writer.save()
    const rows = await app.database.rows<{ revisionId: string }>(sql`
      select revision_id as "revisionId" from live_pages where change_request_id = ${world.changeRequestId}`)
    expect(new Set(rows.map(({ revisionId }) => revisionId))).toEqual(new Set([await readHead(world)]))
    // What was typed there is still to be saved, and what is written by other ways is still taken in.
    await writeMarkdown(admin, second, 'Another page. Really.\n')
    await other.save()
    await other.read()
    expect(other.text).toBe('Another long page. Really.')
    expect(await readMarkdown(ann, second)).toBe('Another long page. Really.\n')
    expect(await readMarkdown(ann, world)).toContain('The very first')
  })

  test('has what is not said in Markdown, and keeps it over a save', async () => {
    const world = await start()
    const one = await LiveWriter.open('one', ann, world)
    one.change((transform) => transform.split(one.find('The end')).split(one.find('The end')))
    await one.commit()
    await one.save()
    const two = await LiveWriter.open('two', bob, world)
    expect(two.doc.toJSON()).toEqual(one.doc.toJSON())
    await writeMarkdown(bob, world, handWritten.replace('The end', 'The very end'))
    await one.read()
    expect(one.doc.childCount).toBe(two.doc.childCount)
    expect(one.text).toContain('The very end')
  })

  test('takes a commit that is sent twice once', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    writer.type('The', ' twice')
    await writer.post()
    const update = await writer.commit()
    expect(update?.version).toBe(1)
    expect(writer.isSettled).toBe(true)
    expect(writer.text.match(/twice/g)).toHaveLength(1)
    // Whoever names a commit as another person does cannot keep theirs out.
    const other = await LiveWriter.open('one', bob, world)
    other.type('The', ' other')
    expect((await other.commit())?.version).toBe(2)
  })

  test('may have no text yet', async () => {
    const world = await start()
    const insert = { operation: 'insert_page', title: 'Empty', document: { markdown: '' } }
    const { changes } = expectStatus(
      200,
      await ann.post<{ changes: { page: { id: string } }[] }>(`${world.path}/content?compat=false`, {
        changes: [insert],
      }),
    )
    const pageId = changes[0]?.page.id ?? ''
    const empty = { ...world, pageId, livePath: `${world.path}/content/page/${pageId}/live` }
    const writer = await LiveWriter.open('one', ann, empty)
    expect(writer.text).toBe('')
    writer.change((transform) => transform.insert(1, schema.text('The first words.')))
    await writer.commit()
    await writer.save()
    expect(await readMarkdown(ann, empty)).toContain('The first words.')
  })

  test('is begun anew when nobody has written on it for a week', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    writer.type('The', ' old')
    await writer.commit()
    await writer.save()
    app.clock.advance(8 * days)
    await app.app.areas.live.lifecycle.cleanUp?.(app.clock.now())
    writer.type('The', ' older')
    expect((await writer.post())?.status).toBe(404)
    const again = await LiveWriter.open('one', ann, world)
    expect(again.session).not.toBe(writer.session)
    expect(again.text).toContain('The old first')
    expect((await writer.post())?.status).toBe(409)
  })
})

describe('what is written by other ways', () => {
  test('is one commit more: both texts stay', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    writer.type('The first', ' (live)')
    await writer.commit()
    await writeMarkdown(bob, world, handWritten.replace('The end.', 'The end (API).').replace('page', 'text'))
    const update = await writer.read()
    expect(update.commits).toMatchObject([{ version: 2, user: bob.id, client: '' }])
    expect(writer.text).toContain('The first (live)')
    expect(writer.text).toContain('The end (API).')
    const saved = handWritten.replace('The first', 'The first (live)')
    expect(await readMarkdown(bob, world)).toBe(
      saved.replace('The end.', 'The end (API).').replace('page', 'text'),
    )
  })

  test('is seen by whoever opens the page, and a new title changes no text', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    const change = { operation: 'update_page', page: world.pageId, title: 'Renamed' }
    expectStatus(200, await bob.post(`${world.path}/content`, { changes: [change] }))
    expect((await writer.read()).version).toBe(0)
    await writeMarkdown(bob, world, '# Page\n\nAll new.\n')
    const other = await LiveWriter.open('two', bob, world)
    expect(other.text).toBe('All new.')
    writer.type('first', ' (late)')
    await writer.commit()
    expect(writer.doc.toJSON()).toEqual((await LiveWriter.open('three', bob, world)).doc.toJSON())
  })

  test('with a precondition is refused when people have written since', async () => {
    const world = await start()
    const revision = await readHead(world)
    const writer = await LiveWriter.open('one', ann, world)
    writer.type('first', '!')
    await writer.commit()
    await writer.save()
    const change = { operation: 'update_page', page: world.pageId, document: { markdown: 'Script' } }
    const response = await bob.post(`${world.path}/content`, { revision, changes: [change] })
    expect(response.status).toBe(409)
  })

  test('that deletes the page ends it', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    const change = { operation: 'delete_page', page: world.pageId }
    expectStatus(200, await bob.post(`${world.path}/content`, { changes: [change] }))
    const query = `session=${writer.session}&since=0`
    expect((await ann.get(`${world.livePath}/commits?${query}`)).status).toBe(404)
    expect((await ann.get(world.livePath)).status).toBe(404)
  })

  test('into the space and merged from there leaves nobody’s text out', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    writer.type('first', ' (live)')
    await writer.commit()
    expectStatus(200, await admin.post(`${world.path}/update`, {}))
    const { result } = expectStatus(200, await admin.post<{ result: string }>(`${world.path}/merge`, {}))
    expect(result).toBe('merge')
    const main = await admin.get<{ markdown: string }>(
      `/spaces/${world.spaceId}/content/page/${world.pageId}?format=markdown`,
    )
    expect(expectStatus(200, main).markdown).toContain('The first (live)')
    writer.type('first', ' too late')
    const response = await writer.post()
    expect(response).toMatchObject({ status: 409 })
    expect(response && readError(response).message).toContain('merged')
    expect((await ann.get(world.livePath)).status).toBe(409)
  })
})

const body = (page: LivePage, changes: object = {}) => ({
  session: page.session,
  schema: SCHEMA_VERSION,
  since: page.version,
  client: 'x',
  ref: 'r',
  steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'x' }] } }],
  ...changes,
})
const nested = (depth: number): object => {
  let node: object = { type: 'paragraph' }
  for (let level = 0; level < depth; level++) node = { type: 'blockquote', content: [node] }
  return node
}
const replaceWith = (...content: object[]) => [{ stepType: 'replace', from: 0, to: 0, slice: { content } }]

describe('what is refused changes nothing', () => {
  test.each<[string, number, (page: LivePage) => object]>([
    ['a step of an unknown type', 400, (page) => body(page, { steps: [{ stepType: 'x' }] })],
    ['a node that does not exist', 400, (page) => body(page, { steps: replaceWith({ type: 'script' }) })],
    [
      'a position behind the end',
      400,
      (page) => body(page, { steps: [{ stepType: 'replace', from: 99_999, to: 99_999 }] }),
    ],
    [
      'a position that is no number',
      400,
      (page) => body(page, { steps: [{ stepType: 'replace', from: 'x', to: {} }] }),
    ],
    [
      'a mark that does not exist',
      400,
      (page) => body(page, { steps: [{ stepType: 'addMark', from: 1, to: 3, mark: { type: 'x' } }] }),
    ],
    [
      'a link that runs code',
      400,
      (page) =>
        body(page, {
          steps: [
            {
              stepType: 'addMark',
              from: 1,
              to: 3,
              mark: { type: 'link', attrs: { ref: { kind: 'url', url: 'javascript:alert(1)' } } },
            },
          ],
        }),
    ],
    [
      'a document without blocks',
      400,
      (page) => body(page, { steps: [{ stepType: 'replace', from: 0, to: 47 }] }),
    ],
    ['text among blocks', 400, (page) => body(page, { steps: replaceWith({ type: 'text', text: 'x' }) })],
    ['deep nesting', 400, (page) => body(page, { steps: replaceWith(nested(2000)) })],
    [
      'half a character',
      400,
      (page) =>
        body(page, {
          steps: replaceWith({ type: 'paragraph', content: [{ type: 'text', text: '\ud800' }] }),
        }),
    ],
    ['no steps', 400, (page) => body(page, { steps: [] })],
    ['too many steps', 400, (page) => body(page, { steps: Array.from({ length: 1001 }, () => ({})) })],
    ['steps that are no objects', 400, (page) => body(page, { steps: [7] })],
    ['a version that is not there yet', 400, (page) => body(page, { since: 7 })],
    ['a negative version', 400, (page) => body(page, { since: -1 })],
    ['another session', 409, (page) => body(page, { session: 'other' })],
    ['another schema', 409, (page) => body(page, { schema: SCHEMA_VERSION + 1 })],
    [
      'a body that is too large',
      413,
      (page) =>
        body(page, {
          steps: replaceWith({ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(1_100_000) }] }),
        }),
    ],
  ])('%s: %i', async (_name, status, createBody) => {
    const world = await start()
    const page = expectStatus(200, await ann.get<LivePage>(world.livePath))
    const response = await ann.post(`${world.livePath}/commits`, createBody(page))
    expect(response.status).toBe(status)
    expect(readError(response).message).not.toBe('')
    const after = expectStatus(200, await ann.get<LivePage>(world.livePath))
    expect(after).toEqual(page)
  })

  test('a page that is too long', async () => {
    const world = await start()
    const writer = await LiveWriter.open('one', ann, world)
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(900_000) }] }
    const page = expectStatus(200, await ann.get<LivePage>(world.livePath))
    const send = (since: number, ref: string) =>
      ann.post(`${world.livePath}/commits`, body(page, { since, ref, steps: replaceWith(paragraph) }))
    expectStatus(200, await send(0, 'a'))
    expect((await send(1, 'b')).status).toBe(400)
    expect((await writer.read()).version).toBe(1)
  })

  test('what Markdown cannot say is not saved, with the reason, and stays in the page', async () => {
    const world = await start('| a | b |\n| - | - |\n| cell | d |\n')
    const writer = await LiveWriter.open('one', ann, world)
    const { schema } = writer.doc.type
    writer.change((transform) => {
      const cell = transform.doc.resolve(writer.find('cell')).after()
      transform.insert(cell, schema.nodes['hint']?.createAndFill() ?? [])
    })
    await writer.commit()
    const response = await ann.post(`${world.livePath}/save`, { session: writer.session })
    expect(response.status).toBe(400)
    expect(readError(response).message).toContain('table')
    expect((await writer.read()).problem).toBe(readError(response).message)
    const merge = await admin.post(`${world.path}/merge`, {})
    expect(merge.status).toBe(409)
    expect(await readMarkdown(ann, world)).toContain('cell')
    writer.change((transform) => {
      const cell = transform.doc.resolve(writer.find('cell')).after()
      transform.delete(cell, cell + (transform.doc.nodeAt(cell)?.nodeSize ?? 0))
    })
    await writer.commit()
    expect((await writer.save()).problem).toBeUndefined()
  })

  test('pages that are no texts, and those that are not there: 400, 404', async () => {
    const world = await start()
    const insert = { operation: 'insert_page', type: 'group', title: 'Group' }
    const { changes } = expectStatus(
      200,
      await ann.post<{ changes: { page: { id: string } }[] }>(`${world.path}/content?compat=false`, {
        changes: [insert],
      }),
    )
    expect((await ann.get(`${world.path}/content/page/${changes[0]?.page.id}/live`)).status).toBe(400)
    expect((await ann.get(`${world.path}/content/page/nowhere/live`)).status).toBe(404)
    expect((await ann.get(`/spaces/${world.spaceId}/change-requests/77/content/page/x/live`)).status).toBe(
      404,
    )
  })

  test('readers and strangers: 403, 404', async () => {
    const world = await start()
    const reader = await app.member(organization, 'read')
    const stranger = (await app.organization('Other')).admin
    const page = expectStatus(200, await ann.get<LivePage>(world.livePath))
    for (const [person, status] of [
      [reader, 403],
      [stranger, 404],
    ] as const) {
      expect((await person.get(world.livePath)).status).toBe(status)
      expect((await person.post(`${world.livePath}/commits`, body(page))).status).toBe(status)
      expect((await person.post(`${world.livePath}/save`, { session: page.session })).status).toBe(status)
    }
  })
})
