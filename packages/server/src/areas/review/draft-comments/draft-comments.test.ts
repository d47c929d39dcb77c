import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import {
  countStatuses,
  expectStatus,
  type ListBody,
  type Person,
  readError,
  TestApp,
} from '../../../testing/app.ts'
import { createLiveWorld, type LiveWorld, LiveWriter, writeMarkdown } from '../../../testing/live-page.ts'
import { readList } from '../../../testing/lists.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { Review } from '../reviews/schema.ts'
import type { DraftComment, SubmittedDraftComments } from './schema.ts'
import { MAX_DRAFT_COMMENTS } from './service.ts'

let app: TestApp
let organization: string
let admin: Person
let reviewer: Person
let commenter: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
  reviewer = await app.member(organization, 'review')
  commenter = await app.member(organization, 'comment')
})
afterAll(() => app.stop())

const text = 'Relay waits for an answer.\n\nThen it stops.\n'

const createPage = (): Promise<LiveWorld> => createLiveWorld(app, admin, organization, text)

const draft = async (
  { path, pageId }: LiveWorld,
  markdown: string,
  { by = reviewer, ...fields }: { by?: Person } & Record<string, unknown> = {},
): Promise<DraftComment> =>
  expectStatus(
    201,
    await by.post<DraftComment>(`${path}/draft-comments`, { body: { markdown }, page: pageId, ...fields }),
  )

const listDrafts = async ({ path }: LiveWorld, by = reviewer): Promise<DraftComment[]> =>
  (await readList<DraftComment>(by, `${path}/draft-comments`)).items

const listComments = async ({ path }: LiveWorld, by = admin): Promise<Comment[]> =>
  expectStatus(200, await by.get<ListBody<Comment>>(`${path}/comments?order=asc&limit=1000`)).items

const submit = ({ path }: LiveWorld, body: object, by = reviewer) =>
  by.post<SubmittedDraftComments>(`${path}/draft-comments/submit`, body)

const countOpen = async ({ path }: LiveWorld): Promise<number> =>
  expectStatus(200, await admin.get<ChangeRequest>(path)).comments

const countEvents = async (): Promise<number> => (await app.database.rows(sql`select id from events`)).length

describe('drafting', () => {
  test('201 nobody else sees a draft, not even an admin, and nothing tells of it', async () => {
    const world = await createPage()
    const eventCount = await countEvents()
    const created = await draft(world, 'Which answer?', { quote: { exact: 'an answer' } })
    expect(created).toMatchObject({
      object: 'draft-comment',
      body: { markdown: 'Which answer?' },
      target: { quote: { exact: 'an answer' }, outdated: false, page: { id: world.pageId } },
    })
    expect(await listDrafts(world)).toEqual([created])
    const path = `${world.path}/draft-comments/${created.id}`
    expect(expectStatus(200, await reviewer.get(path))).toEqual(created)

    expect(await listDrafts(world, admin)).toEqual([])
    expect(await admin.get(path)).toMatchObject({ status: 404 })
    expect(await admin.put(path, { body: { markdown: 'Mine' } })).toMatchObject({ status: 404 })
    expect(await admin.delete(path)).toMatchObject({ status: 204 })
    expect(await listComments(world)).toEqual([])
    expect((await readList(admin, `${world.path}/commenters`)).items).toEqual([])
    expect(await countOpen(world)).toBe(0)
    expect(await countEvents()).toBe(eventCount)
  })

  test('200 drafts are edited and deleted, and follow their words', async () => {
    const world = await createPage()
    const first = await draft(world, 'Which?', { quote: { exact: 'an answer' } })
    const second = await draft(world, 'Why?')
    const edited = expectStatus(
      200,
      await reviewer.put<DraftComment>(`${world.path}/draft-comments/${first.id}`, {
        body: { markdown: 'Which one?' },
      }),
    )
    expect(edited).toMatchObject({ id: first.id, body: { markdown: 'Which one?' } })
    expect(edited.editedAt).toBeDefined()
    expect((await reviewer.delete(`${world.path}/draft-comments/${second.id}`)).status).toBe(205)
    await writeMarkdown(admin, world, 'At first, Relay waits for an answer.\n')
    expect((await listDrafts(world))[0]?.target).toMatchObject({ outdated: false, position: { start: 26 } })
    await writeMarkdown(admin, world, 'Nothing is left.\n')
    const [outdated, ...others] = await listDrafts(world)
    expect(outdated?.target.outdated).toBe(true)
    expect(others).toEqual([])
  })

  test('400 for words that the page does not have, and 404 for a page or a change request that is not there', async () => {
    const world = await createPage()
    const post = (body: object, path = world.path) =>
      reviewer.post(`${path}/draft-comments`, { body: { markdown: 'x' }, ...body })
    expect((await post({ page: world.pageId, quote: { exact: 'nowhere' } })).status).toBe(400)
    expect((await post({ quote: { exact: 'Relay' } })).status).toBe(400)
    expect((await post({ page: 'nowhere' })).status).toBe(404)
    expect((await post({}, `${world.path}0`)).status).toBe(404)
    expect((await reviewer.post(`${world.path}/draft-comments`, {})).status).toBe(400)
    const { id } = await draft(world, 'x')
    const empty = await reviewer.put(`${world.path}/draft-comments/${id}`, { body: { markdown: ' ' } })
    expect(empty.status).toBe(400)
  })

  test(`409 for more than ${MAX_DRAFT_COMMENTS} drafts, which no two requests at once can pass`, async () => {
    const world = await createPage()
    const { id } = await draft(world, 'The first')
    await app.database.execute(sql`
      insert into draft_comments (id, change_request_id, user_id, created_at, markdown, revision_id)
      select 'filler' || n, change_request_id, user_id, created_at, markdown, revision_id
      from draft_comments, generate_series(3, ${MAX_DRAFT_COMMENTS}) as n where id = ${id}`)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        reviewer.post(`${world.path}/draft-comments`, { body: { markdown: 'One more' } }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 3 })
    await draft(world, 'Somebody else has room', { by: commenter })
  }, 60_000)
})

describe('submitting', () => {
  test('201 all drafts become comments of one review, in one step', async () => {
    const world = await createPage()
    await draft(world, 'Which?', { quote: { exact: 'an answer' } })
    await draft(world, 'When?', {
      quote: { exact: 'stops' },
      suggestion: { replacement: 'ends' },
    })
    await draft(world, 'Mine alone', { by: commenter })
    const eventCount = await countEvents()
    const answer = expectStatus(
      201,
      await submit(world, { status: 'changes-requested', comment: { markdown: 'Nearly.' } }),
    )
    expect(answer.review).toMatchObject({
      status: 'changes-requested',
      comment: { body: { markdown: 'Nearly.' } },
    })
    const comments = await listComments(world)
    expect(comments.map(({ body, target }) => [body.markdown, target.quote?.exact, target.review])).toEqual([
      ['Nearly.', undefined, answer.review?.id],
      ['Which?', 'an answer', answer.review?.id],
      ['When?', 'stops', answer.review?.id],
    ])
    expect(comments.slice(1).map(({ id }) => id)).toEqual(answer.comments)
    expect(comments[2]?.suggestion).toEqual({ replacement: 'ends' })
    expect(comments.every(({ postedBy, status }) => postedBy.id === reviewer.id && status === 'open')).toBe(
      true,
    )
    expect(await countOpen(world)).toBe(3)
    expect(await listDrafts(world)).toEqual([])
    expect(await listDrafts(world, commenter)).toHaveLength(1)
    // The review, what it says as a whole, and all the others at once, each with the counter of open comments.
    expect((await countEvents()) - eventCount).toBeLessThanOrEqual(6)
    const [review] = (await readList<Review>(admin, `${world.path}/reviews`)).items
    expect(review?.comment?.body.markdown).toBe('Nearly.')
    // What was drafted is an ordinary comment: its suggestion can be applied.
    const apply = await admin.post(`${world.path}/comments/${answer.comments[1]}/apply`)
    expect(apply.status).toBe(200)
  })

  test('201 comment only, with or without a text, is no review', async () => {
    const world = await createPage()
    await draft(world, 'Which?', { by: commenter })
    const answer = expectStatus(201, await submit(world, { comment: { markdown: 'A question' } }, commenter))
    expect(answer.review).toBeUndefined()
    await draft(world, 'Alone', { by: commenter })
    expectStatus(201, await submit(world, {}, commenter))
    expectStatus(201, await submit(world, { comment: { markdown: 'No drafts' } }, commenter))
    expect((await listComments(world)).map(({ body }) => body.markdown)).toEqual([
      'A question',
      'Which?',
      'Alone',
      'No drafts',
    ])
    expect((await readList(admin, `${world.path}/reviews`)).items).toEqual([])
    expect(await countOpen(world)).toBe(4)
  })

  test('400 with nothing to submit; 403 for a status from who may not review, whose drafts stay', async () => {
    const world = await createPage()
    const nothing = await submit(world, {})
    expect(nothing.status).toBe(400)
    expect(readError(nothing).message).toContain('nothing to submit')
    await draft(world, 'Which?', { by: commenter })
    expect((await submit(world, { status: 'approved' }, commenter)).status).toBe(403)
    expect(await listDrafts(world, commenter)).toHaveLength(1)
    expect(await listComments(world)).toEqual([])
  })

  test('409 a review of a merged change request changes nothing, and the drafts can still be sent as comments', async () => {
    const world = await createPage()
    await draft(world, 'Which?')
    await writeMarkdown(admin, world, 'Another text.\n')
    expectStatus(200, await admin.post(`${world.path}/merge`, {}))
    expect((await submit(world, { status: 'approved' })).status).toBe(409)
    expect(await listDrafts(world)).toHaveLength(1)
    expectStatus(201, await submit(world, {}))
    expect(await listComments(world)).toHaveLength(1)
  })

  test('201 two requests at once post each draft once', async () => {
    const world = await createPage()
    for (const markdown of ['One', 'Two', 'Three']) await draft(world, markdown)
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit(world, { status: 'approved' })))
    expect(countStatuses(answers)).toEqual({ 201: 4 })
    expect((await listComments(world)).map(({ body }) => body.markdown)).toEqual(['One', 'Two', 'Three'])
    expect(await countOpen(world)).toBe(3)
  }, 60_000)
})

test('whoever loses the role loses sight of their drafts, and finds them when it is back', async () => {
  const world = await createPage()
  const leaver = await app.member(organization, 'review')
  await draft(world, 'Which?', { by: leaver })
  const setRole = async (role: string) =>
    expectStatus(200, await admin.patch(`/orgs/${organization}/members/${leaver.id}`, { role }))
  const path = `${world.path}/draft-comments`
  await setRole('read')
  expect((await leaver.get(path)).status).toBe(403)
  expect((await submit(world, { status: 'approved' }, leaver)).status).toBe(403)
  expect(await listComments(world)).toEqual([])
  await setRole('comment')
  expect(await listDrafts(world, leaver)).toHaveLength(1)
  expectStatus(201, await submit(world, {}, leaver))
  expect(await listComments(world)).toHaveLength(1)
})

test('a draft keeps the revision that it is on while others go on writing, and dies with the change request', async () => {
  const world = await createPage()
  const writer = await LiveWriter.open('writer', admin, world)
  writer.type('Relay', ' first')
  await writer.commit()
  // What is typed is saved before words are looked for.
  const { id } = await draft(world, 'Why first?', { quote: { exact: 'first waits' } })
  writer.type('Relay', ' always')
  await writer.commit()
  await writer.save()
  const [draftNow] = await listDrafts(world)
  expect(draftNow).toMatchObject({ id, target: { outdated: false, position: { start: 13 } } })

  await app.database.execute(sql`delete from change_requests where id = ${world.changeRequestId}`)
  expect(await app.database.rows(sql`select id from draft_comments where id = ${id}`)).toEqual([])
})
