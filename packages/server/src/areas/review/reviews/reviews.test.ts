import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatuses, readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { Contributor, RequestedReviewer, RequestedReviewers, Review, Reviewers } from './schema.ts'

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

/** Creates a change request with a page, in a space of its own. */
async function createChangeRequest() {
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
    listRequested: async () =>
      (await readList<RequestedReviewer>(admin, `${path}/requested-reviewers`)).items,
  }
}

describe('POST …/reviews', () => {
  test('201 reviews the head of the change request', async () => {
    const { space, id, path, revision, review, read } = await createChangeRequest()
    const submitted = await review()
    expect(submitted).toMatchObject({
      object: 'change-request-review',
      revision,
      reviewer: { id: reviewer.id },
      status: 'approved',
      outdated: false,
    })
    expect(submitted).not.toHaveProperty('requestedBy')
    expect(submitted.urls.location).toMatch(
      new RegExp(`/v1/spaces/${space}/change-requests/${id}/reviews/${submitted.id}$`),
    )
    expect(await read(submitted)).toEqual(submitted)
    expect((await admin.get(`/spaces/${space}/change-requests/1/reviews/${submitted.id}`)).body).toEqual(
      submitted,
    )
    expect(await listIds(admin, `${path}/reviews`)).toEqual([submitted.id])
  })

  test('201 a second review makes the first one of the same person outdated, and no other', async () => {
    const { path, review, read } = await createChangeRequest()
    const other = await app.member(organization, 'review')
    const [first, others, second] = [
      await review(reviewer, 'changes-requested'),
      await review(other),
      await review(reviewer),
    ]
    expect(await read(first)).toMatchObject({ status: 'changes-requested', outdated: true })
    expect(await read(others)).toMatchObject({ outdated: false })
    expect(await listIds(admin, `${path}/reviews`)).toEqual([second.id, others.id, first.id])
    expect(await listIds(admin, `${path}/reviews?outdated=true`)).toEqual([first.id])
    expect(await listIds(admin, `${path}/reviews?outdated=false`)).toEqual([second.id, others.id])
  })

  test('200 a review is outdated once the change request has changed', async () => {
    const { review, read, write, revision } = await createChangeRequest()
    const submitted = await review()
    await write()
    expect(await read(submitted)).toMatchObject({ outdated: true, revision })
  })

  test('201 names the user who requested the review', async () => {
    const { ask, review } = await createChangeRequest()
    await ask(reviewer)
    expect(await review()).toMatchObject({ requestedBy: { id: admin.id } })
  })

  test.each([{}, { status: 'rejected' }, { status: null }, { status: 'approved', comment: 'Good' }])(
    '400 for %j',
    async (body) => {
      const { path } = await createChangeRequest()
      const answer = await reviewer.post(`${path}/reviews`, body)
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toMatch(/body\.(status|comment)/)
    },
  )

  test('201 with a comment, which is listed like any other and names the review', async () => {
    const { id, space, path, read } = await createChangeRequest()
    const body = { status: 'changes-requested', comment: { markdown: 'Say *why*.' } }
    const submitted = expectStatus(201, await reviewer.post<Review>(`${path}/reviews`, body))
    expect(submitted.comment).toMatchObject({
      object: 'comment',
      postedBy: { id: reviewer.id },
      body: { markdown: 'Say *why*.' },
      target: { space, changeRequest: id, review: submitted.id },
      status: 'open',
      permissions: { edit: true },
    })
    const { items } = await readList<Review>(admin, `${path}/reviews`)
    expect(items[0]?.comment).toMatchObject({ id: submitted.comment?.id, target: { review: submitted.id } })
    expect((await read(submitted)).comment?.id).toBe(submitted.comment?.id)
    expect(expectStatus(200, await admin.get<ChangeRequest>(path)).comments).toBe(1)
    const listed = await readList<{ id: string }>(admin, `${path}/comments`)
    expect(listed.items).toMatchObject([{ id: submitted.comment?.id, target: { review: submitted.id } }])
    expectStatus(205, await reviewer.delete(`${path}/comments/${submitted.comment?.id}`))
    expect((await read(submitted)).comment).toBeUndefined()
    expect(expectStatus(200, await admin.get<ChangeRequest>(path)).comments).toBe(0)
  })

  test.each([
    { markdown: ' ' },
    {},
    { document: { object: 'document', nodes: [{ object: 'block', type: 'video' }] } },
  ])('400 with the comment %j, and no review is stored', async (comment) => {
    const { path } = await createChangeRequest()
    expect((await reviewer.post(`${path}/reviews`, { status: 'approved', comment })).status).toBe(400)
    expect((await readList<Review>(admin, `${path}/reviews`)).items).toEqual([])
  })

  test('403 with the role edit, 404 for strangers and for what does not exist', async () => {
    const { path, space, review } = await createChangeRequest()
    const { id } = await review()
    const other = await createChangeRequest()
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

  test('409 when the change request is archived or merged, and earlier reviews stay', async () => {
    const { path, review, read } = await createChangeRequest()
    const submitted = await review()
    const countRefusals = async () => {
      const body = { users: [reviewer.id] }
      return countStatuses([
        await reviewer.post(`${path}/reviews`, { status: 'approved' }),
        await admin.post(`${path}/requested-reviewers`, body),
        await admin.delete(`${path}/requested-reviewers/${reviewer.id}`),
      ])
    }
    await admin.patch(path, { status: 'archived' })
    expect(await countRefusals()).toEqual({ 409: 3 })
    await admin.patch(path, { status: 'open' })
    expectStatus(200, await admin.post(`${path}/merge`))
    expect(await countRefusals()).toEqual({ 409: 3 })
    expect(await read(submitted)).toMatchObject({ outdated: false })
  })

  test('201 of twenty concurrent reviews by one person only the last is current', async () => {
    const { path, review } = await createChangeRequest()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        review(reviewer, index % 2 === 0 ? 'approved' : 'changes-requested'),
      ),
    )
    expect((await readList(admin, `${path}/reviews`)).count).toBe(20)
    expect((await readList(admin, `${path}/reviews?outdated=false`)).count).toBe(1)
  })

  test('201 with concurrent edits, a current review is always of the head', async () => {
    const { path, review, write } = await createChangeRequest()
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? review() : write())))
    const { revision } = (await admin.get<ChangeRequest>(path)).body
    const { items } = await readList<Review>(admin, `${path}/reviews`)
    expect(items).toHaveLength(10)
    for (const [index, item] of items.entries()) {
      expect(item.outdated).toBe(index > 0 || item.revision !== revision)
    }
  })
})

describe('GET …/reviewers', () => {
  test('200 with everybody who was asked or has reviewed, each once, with their latest review', async () => {
    const { path, ask, review } = await createChangeRequest()
    const asked = await app.member(organization, 'edit')
    const read = async (by = admin) =>
      expectStatus(200, await by.get<Reviewers>(`${path}/reviewers`)).reviewers
    expect(await read()).toEqual([])
    await ask(asked, reviewer)
    await review(reviewer, 'changes-requested')
    const latest = await review(reviewer, 'approved')
    const own = await review(admin)
    const reviewers = await read()
    const find = (person: Person) => reviewers.find(({ user }) => user.id === person.id)
    expect(reviewers).toHaveLength(3)
    expect(find(asked)).toMatchObject({ askedAt: expect.any(String) })
    expect(find(asked)).not.toHaveProperty('review')
    expect(find(reviewer)).toMatchObject({
      askedAt: expect.any(String),
      review: { id: latest.id, status: 'approved' },
    })
    expect(find(admin)).toMatchObject({ review: { id: own.id } })
    expect(find(admin)).not.toHaveProperty('askedAt')
    expect((await stranger.get(`${path}/reviewers`)).status).toBe(404)
    expect((await admin.get(`${path.replace(/[^/]+$/, 'nowhere')}/reviewers`)).status).toBe(404)
  })
})

describe('POST …/requested-reviewers', () => {
  test('200 lists reviewers in the given order, and a second request changes nothing', async () => {
    const { path, revision, ask, listRequested } = await createChangeRequest()
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
    expect(await listRequested()).toEqual(expect.arrayContaining(users))
    expect(await listRequested()).toHaveLength(2)
  })

  test('200 a request after a review makes the review outdated', async () => {
    const { ask, listRequested, review, read, write } = await createChangeRequest()
    await ask(reviewer)
    const submitted = await review()
    expect(await listRequested()).toHaveLength(1)
    const { revision } = await write()
    expect(await ask(reviewer)).toMatchObject([{ revision }])
    expect(await read(submitted)).toMatchObject({ outdated: true })
    expect(await read(await review())).toMatchObject({ outdated: false, requestedBy: { id: admin.id } })
  })

  test('200 also sets the subject', async () => {
    const { path } = await createChangeRequest()
    const body = { users: [reviewer.id], subject: 'Please look' }
    expectStatus(200, await admin.post(`${path}/requested-reviewers`, body))
    expect((await admin.get<ChangeRequest>(path)).body.subject).toBe('Please look')
  })

  test('400 for no users, too many users, an invalid list and an invalid description', async () => {
    const { path, listRequested } = await createChangeRequest()
    const ask = (body: object) => admin.post(`${path}/requested-reviewers`, body)
    const tooManyUsers = Array.from({ length: 101 }, () => reviewer.id)
    for (const body of [{}, { users: [] }, { users: tooManyUsers }, { users: reviewer.id }, { users: [1] }]) {
      expect((await ask(body)).status).toBe(400)
    }
    expect((await ask({ users: [reviewer.id], description: { nodes: [] } })).status).toBe(400)
    expect(await listRequested()).toEqual([])
  })

  test('404 when one of the users has no access to the space, and no review is requested', async () => {
    const { path, space, listRequested } = await createChangeRequest()
    const guest = await app.member(organization, null)
    for (const user of ['nobody', stranger.id, guest.id]) {
      const body = { users: [reviewer.id, user], subject: 'Other words' }
      expect((await admin.post(`${path}/requested-reviewers`, body)).status).toBe(404)
    }
    expect(await listRequested()).toEqual([])
    expect((await admin.get<ChangeRequest>(path)).body.subject).toBe('Words')
    await admin.post(`/spaces/${space}/permissions`, { role: 'read', users: [guest.id] })
    expectStatus(200, await admin.post(`${path}/requested-reviewers`, { users: [guest.id] }))
  })

  test('200 for a user who has access through the collection of the space', async () => {
    const guest = await app.member(organization, null)
    const { id: parent } = await app.collection(admin, organization)
    await admin.post(`/collections/${parent}/permissions`, { role: 'review', users: [guest.id] })
    const space = await app.space(admin, organization, { parent })
    await admin.post(`/spaces/${space.id}/change-requests`, {})
    const path = `/spaces/${space.id}/change-requests/1/requested-reviewers`
    expect((await admin.post(path, { users: [guest.id] })).status).toBe(200)
  })

  test('200 asks everybody of a team who sees the space, except who asks', async () => {
    const { path, listRequested } = await createChangeRequest()
    const [editor, guest] = [await app.member(organization, 'edit'), await app.member(organization, null)]
    const team = await app.team(admin, organization, 'Docs', [admin, editor, guest, reviewer])
    const body = { users: [reviewer.id], teams: [team.id] }
    const { users } = expectStatus(
      200,
      await admin.post<RequestedReviewers>(`${path}/requested-reviewers`, body),
    )
    expect(users.map(({ user }) => user.id)).toEqual([reviewer.id, editor.id])
    expect(await listRequested()).toHaveLength(2)
    expectStatus(200, await admin.post(`${path}/requested-reviewers`, { users: [], teams: [team.id] }))
    expect(await listRequested()).toHaveLength(2)
  })

  test('400 and 404 for a team that is empty, of others or hidden, and nobody is asked', async () => {
    const { path, space, listRequested } = await createChangeRequest()
    const ask = (teams: string[], by = admin) => by.post(`${path}/requested-reviewers`, { users: [], teams })
    const { id: ownId } = await app.team(admin, organization, 'Only me', [admin])
    expect((await ask([ownId])).status).toBe(400)
    const { id: otherOrganization, admin: otherAdmin } = await app.organization('Elsewhere')
    const foreign = await app.team(otherAdmin, otherOrganization, 'Theirs', [otherAdmin])
    expect((await ask([foreign.id])).status).toBe(404)
    // Guests see the teams that they are in, and no others.
    const guest = await app.member(organization, null)
    await admin.post(`/spaces/${space}/permissions`, { role: 'edit', users: [guest.id] })
    const hidden = await app.team(admin, organization, 'Hidden', [reviewer])
    expect((await ask([hidden.id], guest)).status).toBe(404)
    expect(await listRequested()).toEqual([])
  })

  test('200 for twenty concurrent requests, with one request for each user', async () => {
    const { ask, listRequested } = await createChangeRequest()
    const others = await Promise.all(Array.from({ length: 5 }, () => app.member(organization, 'review')))
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(...(index % 2 === 0 ? others : others.toReversed()))),
    )
    expect((await listRequested()).map(({ user }) => user.id).sort()).toEqual(
      others.map(({ id }) => id).sort(),
    )
  })
})

describe('DELETE …/requested-reviewers/:userId', () => {
  test('205, then 204, and their reviews stay', async () => {
    const { path, ask, listRequested, review, read } = await createChangeRequest()
    await ask(reviewer)
    const submitted = await review()
    const remove = async (by: Person) =>
      (await by.delete(`${path}/requested-reviewers/${reviewer.id}`)).status
    expect(await remove(stranger)).toBe(404)
    expect(await remove(await app.member(organization, 'comment'))).toBe(403)
    expect(await remove(admin)).toBe(205)
    expect(await remove(admin)).toBe(204)
    expect(await listRequested()).toEqual([])
    expect(await read(submitted)).toEqual(submitted)
  })
})

describe('GET …/contributors', () => {
  test('200 lists who wrote, how often and when last', async () => {
    const { path, space, write } = await createChangeRequest()
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
