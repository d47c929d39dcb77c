import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatuses, errorOf, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { idsOf, readList } from '../../../testing/lists.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { Contributor, RequestedReviewer, RequestedReviewers, Review } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person
let reviewer: Person
let stranger: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
  ;({ admin: stranger } = await app.organization('Other'))
  reviewer = await app.member(organization, 'review')
})
afterAll(() => app.stop())

const insert = { operation: 'insert_page', title: 'Hello', document: { markdown: 'Hello' } }

/** A change request with a page in it, in a space of its own. */
async function changeRequest() {
  const space = await app.space(admin, organization)
  const requests = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, { subject: 'Words' }))
  const path = `${requests}/${id}`
  const write = async (by = admin) =>
    expectStatus(200, await by.post<ChangeRequest>(`${path}/content`, { changes: [insert] }))
  const { revision } = await write()
  return {
    id,
    space: space.id,
    path,
    revision,
    write,
    review: async (by = reviewer, status: Review['status'] = 'approved') =>
      expectStatus(201, await by.post<Review>(`${path}/reviews`, { status })),
    read: async ({ id }: Review) => expectStatus(200, await admin.get<Review>(`${path}/reviews/${id}`)),
    ask: async (...users: Person[]) =>
      expectStatus(
        200,
        await admin.post<RequestedReviewers>(`${path}/requested-reviewers`, {
          users: users.map((user) => user.id),
        }),
      ).users,
    asked: async () => (await readList<RequestedReviewer>(admin, `${path}/requested-reviewers`)).items,
  }
}

describe('POST …/reviews', () => {
  test('201 of the revision that the change request is at', async () => {
    const { space, id, path, revision, review, read } = await changeRequest()
    const given = await review()
    expect(given).toMatchObject({
      object: 'change-request-review',
      revision,
      reviewer: { id: reviewer.id },
      status: 'approved',
      outdated: false,
    })
    expect(given).not.toHaveProperty('requestedBy')
    expect(given.urls.location).toMatch(
      new RegExp(`/v1/spaces/${space}/change-requests/${id}/reviews/${given.id}$`),
    )
    expect(await read(given)).toEqual(given)
    expect((await admin.get(`/spaces/${space}/change-requests/1/reviews/${given.id}`)).body).toEqual(given)
    expect(await idsOf(admin, `${path}/reviews`)).toEqual([given.id])
  })

  test('201 again: what the same person said before is outdated, what others said is not', async () => {
    const { path, review, read } = await changeRequest()
    const other = await app.member(organization, 'review')
    const [first, others, second] = [
      await review(reviewer, 'changes-requested'),
      await review(other),
      await review(reviewer),
    ]
    expect(await read(first)).toMatchObject({ status: 'changes-requested', outdated: true })
    expect(await read(others)).toMatchObject({ outdated: false })
    expect(await idsOf(admin, `${path}/reviews`)).toEqual([second.id, others.id, first.id])
    expect(await idsOf(admin, `${path}/reviews?outdated=true`)).toEqual([first.id])
    expect(await idsOf(admin, `${path}/reviews?outdated=false`)).toEqual([second.id, others.id])
  })

  test('200 it is outdated once the change request has moved on', async () => {
    const { review, read, write, revision } = await changeRequest()
    const given = await review()
    await write()
    expect(await read(given)).toMatchObject({ outdated: true, revision })
  })

  test('201 says who had asked for it', async () => {
    const { ask, review } = await changeRequest()
    await ask(reviewer)
    expect(await review()).toMatchObject({ requestedBy: { id: admin.id } })
  })

  test.each([{}, { status: 'rejected' }, { status: null }, { status: 'approved', comment: 'Good' }])(
    '400 for %j',
    async (body) => {
      const { path } = await changeRequest()
      const answer = await reviewer.post(`${path}/reviews`, body)
      expect(answer.status).toBe(400)
      expect(errorOf(answer).message).toMatch(/body\.(status|comment)/)
    },
  )

  test('201 with a comment, which is there like any other and says so', async () => {
    const { id, space, path, read } = await changeRequest()
    const body = { status: 'changes-requested', comment: { markdown: 'Say *why*.' } }
    const given = expectStatus(201, await reviewer.post<Review>(`${path}/reviews`, body))
    expect(given.comment).toMatchObject({
      object: 'comment',
      postedBy: { id: reviewer.id },
      body: { markdown: 'Say *why*.' },
      target: { space, changeRequest: id, review: given.id },
      status: 'open',
      permissions: { edit: true },
    })
    const { items } = await readList<Review>(admin, `${path}/reviews`)
    expect(items[0]?.comment).toMatchObject({ id: given.comment?.id, target: { review: given.id } })
    expect((await read(given)).comment?.id).toBe(given.comment?.id)
    expect(expectStatus(200, await admin.get<ChangeRequest>(path)).comments).toBe(1)
    const listed = await readList<{ id: string }>(admin, `${path}/comments`)
    expect(listed.items).toMatchObject([{ id: given.comment?.id, target: { review: given.id } }])
    expectStatus(205, await reviewer.delete(`${path}/comments/${given.comment?.id}`))
    expect((await read(given)).comment).toBeUndefined()
    expect(expectStatus(200, await admin.get<ChangeRequest>(path)).comments).toBe(0)
  })

  test.each([
    { markdown: ' ' },
    {},
    { document: { object: 'document', nodes: [{ object: 'block', type: 'video' }] } },
  ])('400 with the comment %j, and there is no review', async (comment) => {
    const { path } = await changeRequest()
    expect((await reviewer.post(`${path}/reviews`, { status: 'approved', comment })).status).toBe(400)
    expect((await readList<Review>(admin, `${path}/reviews`)).items).toEqual([])
  })

  test('403 with the role edit, 404 for strangers and for what is not there', async () => {
    const { path, space, review } = await changeRequest()
    const { id } = await review()
    const other = await changeRequest()
    const editor = await app.member(organization, 'edit')
    const body = { status: 'approved' }
    expect((await editor.post(`${path}/reviews`, body)).status).toBe(403)
    expect((await stranger.post(`${path}/reviews`, body)).status).toBe(404)
    expect((await stranger.get(`${path}/reviews/${id}`)).status).toBe(404)
    expect((await admin.post(`/spaces/${space}/change-requests/2/reviews`, body)).status).toBe(404)
    expect((await admin.get(`${path}/reviews/nothing`)).status).toBe(404)
    expect((await admin.get(`${other.path}/reviews/${id}`)).status).toBe(404)
    expect((await admin.get(`/spaces/${space}/change-requests/${other.id}/reviews`)).status).toBe(404)
  })

  test('409 when the change request is archived or merged; what was said before stays', async () => {
    const { path, review, read } = await changeRequest()
    const given = await review()
    const refused = async () => {
      const body = { users: [reviewer.id] }
      return countStatuses([
        await reviewer.post(`${path}/reviews`, { status: 'approved' }),
        await admin.post(`${path}/requested-reviewers`, body),
        await admin.delete(`${path}/requested-reviewers/${reviewer.id}`),
      ])
    }
    await admin.patch(path, { status: 'archived' })
    expect(await refused()).toEqual({ 409: 3 })
    await admin.patch(path, { status: 'open' })
    expectStatus(200, await admin.post(`${path}/merge`))
    expect(await refused()).toEqual({ 409: 3 })
    expect(await read(given)).toMatchObject({ outdated: false })
  })

  test('201 twenty at once by one person: the last one stands alone', async () => {
    const { path, review } = await changeRequest()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        review(reviewer, index % 2 === 0 ? 'approved' : 'changes-requested'),
      ),
    )
    expect((await readList(admin, `${path}/reviews`)).count).toBe(20)
    expect((await readList(admin, `${path}/reviews?outdated=false`)).count).toBe(1)
  })

  test('201 reviews and edits at once: a review that is not outdated is of the head', async () => {
    const { path, review, write } = await changeRequest()
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? review() : write())))
    const { revision } = (await admin.get<ChangeRequest>(path)).body
    const { items } = await readList<Review>(admin, `${path}/reviews`)
    expect(items).toHaveLength(10)
    for (const [index, item] of items.entries()) {
      expect(item.outdated).toBe(index > 0 || item.revision !== revision)
    }
  })
})

describe('POST …/requested-reviewers', () => {
  test('200 in the order they were given; asking again changes nothing', async () => {
    const { path, revision, ask, asked } = await changeRequest()
    const editor = await app.member(organization, 'edit')
    const users = await ask(reviewer, editor, reviewer)
    expect(users).toMatchObject([
      { kind: 'user', user: { id: reviewer.id }, requestedBy: { id: admin.id }, revision },
      { kind: 'user', user: { id: editor.id } },
    ])
    const again = await editor.post<RequestedReviewers>(`${path}/requested-reviewers`, {
      users: [reviewer.id],
    })
    expect(expectStatus(200, again).users).toEqual(users.slice(0, 1))
    expect(await asked()).toEqual(expect.arrayContaining(users))
    expect(await asked()).toHaveLength(2)
  })

  test('200 asking again after a review asks for another: the one there is outdated', async () => {
    const { ask, asked, review, read, write } = await changeRequest()
    await ask(reviewer)
    const given = await review()
    expect(await asked()).toHaveLength(1)
    const { revision } = await write()
    expect(await ask(reviewer)).toMatchObject([{ revision }])
    expect(await read(given)).toMatchObject({ outdated: true })
    expect(await read(await review())).toMatchObject({ outdated: false, requestedBy: { id: admin.id } })
  })

  test('200 with a new subject', async () => {
    const { path } = await changeRequest()
    const body = { users: [reviewer.id], subject: 'Please look' }
    expectStatus(200, await admin.post(`${path}/requested-reviewers`, body))
    expect((await admin.get<ChangeRequest>(path)).body.subject).toBe('Please look')
  })

  test('400 for nobody, for too many, for no list, for a description that is none', async () => {
    const { path, asked } = await changeRequest()
    const ask = (body: object) => admin.post(`${path}/requested-reviewers`, body)
    const crowd = Array.from({ length: 101 }, () => reviewer.id)
    for (const body of [{}, { users: [] }, { users: crowd }, { users: reviewer.id }, { users: [1] }]) {
      expect((await ask(body)).status).toBe(400)
    }
    expect((await ask({ users: [reviewer.id], description: { nodes: [] } })).status).toBe(400)
    expect(await asked()).toEqual([])
  })

  test('404 when one of them has no access to the space, and nobody is asked', async () => {
    const { path, space, asked } = await changeRequest()
    const guest = await app.member(organization, null)
    for (const user of ['nobody', stranger.id, guest.id]) {
      const body = { users: [reviewer.id, user], subject: 'Other words' }
      expect((await admin.post(`${path}/requested-reviewers`, body)).status).toBe(404)
    }
    expect(await asked()).toEqual([])
    expect((await admin.get<ChangeRequest>(path)).body.subject).toBe('Words')
    await admin.post(`/spaces/${space}/permissions`, { role: 'read', users: [guest.id] })
    expectStatus(200, await admin.post(`${path}/requested-reviewers`, { users: [guest.id] }))
  })

  test('200 someone who has access through the collection of the space', async () => {
    const guest = await app.member(organization, null)
    const { id: parent } = await app.collection(admin, organization)
    await admin.post(`/collections/${parent}/permissions`, { role: 'review', users: [guest.id] })
    const space = await app.space(admin, organization, { parent })
    await admin.post(`/spaces/${space.id}/change-requests`, {})
    const path = `/spaces/${space.id}/change-requests/1/requested-reviewers`
    expect((await admin.post(path, { users: [guest.id] })).status).toBe(200)
  })

  test('200 twenty at once ask everyone once', async () => {
    const { ask, asked } = await changeRequest()
    const others = await Promise.all(Array.from({ length: 5 }, () => app.member(organization, 'review')))
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(...(index % 2 === 0 ? others : others.toReversed()))),
    )
    expect((await asked()).map(({ user }) => user.id).sort()).toEqual(others.map(({ id }) => id).sort())
  })
})

describe('DELETE …/requested-reviewers/:userId', () => {
  test('205, then 204; what they said stays', async () => {
    const { path, ask, asked, review, read } = await changeRequest()
    await ask(reviewer)
    const given = await review()
    const remove = async (by: Person) =>
      (await by.delete(`${path}/requested-reviewers/${reviewer.id}`)).status
    expect(await remove(stranger)).toBe(404)
    expect(await remove(await app.member(organization, 'comment'))).toBe(403)
    expect(await remove(admin)).toBe(205)
    expect(await remove(admin)).toBe(204)
    expect(await asked()).toEqual([])
    expect(await read(given)).toEqual(given)
  })
})

describe('GET …/contributors', () => {
  test('200 who wrote, how often and when last', async () => {
    const { path, space, write } = await changeRequest()
    const editor = await app.member(organization, 'edit')
    await write(editor)
    await write()
    const { items, count } = await readList<Contributor>(admin, `${path}/contributors`)
    expect(count).toBe(2)
    expect(items).toMatchObject([
      { user: { id: admin.id }, actionType: 'edit', count: 2 },
      { user: { id: editor.id }, actionType: 'edit', count: 1 },
    ])
    const { updatedAt } = (await admin.get<ChangeRequest>(path)).body
    expect(items[0]?.updatedAt).toBe(updatedAt)
    expect((await stranger.get(`${path}/contributors`)).status).toBe(404)

    await reviewer.post(`/spaces/${space}/change-requests`, {})
    expect((await readList(admin, `/spaces/${space}/change-requests/2/contributors`)).items).toEqual([])
  })
})
