import { expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type {
  Contributor,
  RequestedReviewer,
  RequestedReviewers,
  Review,
} from '../../packages/server/src/areas/review/reviews/schema.ts'
import { createSpace, type List, type Suite, type World } from './world.ts'

/** A change request of a new space, with a page that the admin wrote. */
async function createChangeRequest(world: World) {
  const { admin } = world
  const { id: spaceId } = await createSpace(world)
  const { id } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, { spaceId, body: {} })
  const given = { spaceId, changeRequestId: id }
  const changes = [{ operation: 'insert_page', title: 'Hello', document: { markdown: 'Hello' } }]
  await admin.api.call('updateChangeRequestContent', 200, { ...given, body: { changes } })
  await admin.api.call('updateChangeRequestById', 200, { ...given, body: { status: 'open' } })
  return given
}

export const reviewOperations: Suite = (world) => {
  test('submitChangeRequestReview, getChangeRequestReviewById, getReviewsByChangeRequestId', async () => {
    const { admin, member, outsider } = world()
    const given = await createChangeRequest(world())
    const submit = (status: number, body: object, by = admin) =>
      by.api.call<Review>('submitChangeRequestReview', status, { ...given, body })
    const first = await submit(201, { status: 'changes-requested' })
    const second = await submit(201, { status: 'approved' })
    await submit(400, { status: 'maybe' })
    await submit(403, { status: 'approved' }, member)
    await submit(404, { status: 'approved' }, outsider)

    const read = { ...given, reviewId: second.id }
    expect(await admin.api.call('getChangeRequestReviewById', 200, read)).toEqual(second)
    await admin.api.call('getChangeRequestReviewById', 404, { ...given, reviewId: 'nowhere' })
    const { items } = await admin.api.call<List<Review>>('getReviewsByChangeRequestId', 200, given)
    expect(items).toMatchObject([
      { id: second.id, status: 'approved', outdated: false },
      { id: first.id, status: 'changes-requested', outdated: true },
    ])
    await admin.api.call('mergeChangeRequest', 200, given)
    await submit(409, { status: 'approved' })
  })

  test('the operations on requested reviewers', async () => {
    const { admin, member, outsider } = world()
    const given = await createChangeRequest(world())
    const ask = (status: number, users: string[]) =>
      admin.api.call<RequestedReviewers>('requestReviewersForChangeRequest', status, {
        ...given,
        body: { users },
      })
    const { users } = await ask(200, [member.id])
    expect(users).toMatchObject([{ user: { id: member.id }, requestedBy: { id: admin.id } }])
    await ask(400, [])
    await ask(404, [outsider.id])
    const { items } = await admin.api.call<List<RequestedReviewer>>(
      'getRequestedReviewersByChangeRequestId',
      200,
      given,
    )
    expect(items).toEqual(users)

    const asked = { ...given, userId: member.id }
    await admin.api.call('removeRequestedReviewerFromChangeRequest', 205, asked)
    await admin.api.call('removeRequestedReviewerFromChangeRequest', 204, asked)
  })

  test('getContributorsByChangeRequestId', async () => {
    const { admin } = world()
    const given = await createChangeRequest(world())
    const { items } = await admin.api.call<List<Contributor>>('getContributorsByChangeRequestId', 200, given)
    expect(items).toMatchObject([{ user: { id: admin.id }, count: 1 }])
    const nowhere = { ...given, changeRequestId: 'nowhere' }
    await admin.api.call('getContributorsByChangeRequestId', 404, nowhere)
  })

  test('listChangeRequestsForOrganization', async () => {
    const { admin, member, outsider, organizationId } = world()
    const { changeRequestId } = await createChangeRequest(world())
    const list = async (creator: string) => {
      const given = { organizationId, query: { creator } }
      const { items } = await member.api.call<List<ChangeRequest>>(
        'listChangeRequestsForOrganization',
        200,
        given,
      )
      return items.map(({ id }) => id)
    }
    expect(await list(admin.id)).toContain(changeRequestId)
    expect(await list(member.id)).not.toContain(changeRequestId)
    await outsider.api.call('listChangeRequestsForOrganization', 404, { organizationId })
  })
}
