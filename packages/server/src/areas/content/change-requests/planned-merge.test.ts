import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../../common/clock.ts'
import { expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import { listNotifications, waitForKinds } from '../../../testing/inbox.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { Revision } from '../revisions/schema.ts'
import type { ChangeRequest } from './schema.ts'

let app: TestApp
let organizationId: string
let admin: Person
/** May merge. */
let merger: Person
/** May write, and not merge. */
let author: Person
let spaceId: string
let path: string

beforeAll(async () => {
  app = await TestApp.start({}, { role: 'all' })
  ;({ id: organizationId, admin } = await app.organization())
})
afterAll(() => app.stop())

const insert = (title: string, markdown = `${title}.\n`) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})
const write = async (by: Person, ...changes: object[]) =>
  expectStatus(200, await by.post(`${path}/content`, { changes }))
const setRules = async (...rules: object[]) =>
  expectStatus(200, await admin.patch(`/spaces/${spaceId}`, { mergeRules: { type: 'rules', rules } }))
const approve = async (by: Person) =>
  expectStatus(201, await by.post(`${path}/reviews`, { status: 'approved' }))
const plan = (by: Person, body: object = {}) => by.put<ChangeRequest>(`${path}/planned-merge`, body)
const inTime = (milliseconds: number): { mergeAt: string } => ({
  mergeAt: new Date(app.clock.now().getTime() + milliseconds).toISOString(),
})
const read = async (): Promise<ChangeRequest> => expectStatus(200, await admin.get<ChangeRequest>(path))
const listTitles = async (): Promise<string[]> => {
  const { pages } = expectStatus(200, await admin.get<Revision>(`/spaces/${spaceId}/content`))
  return pages.map(({ title }) => title)
}
/** Looks at what is planned, as every minute. */
const runDue = () => app.app.areas.content.plannedMergeRunner.runDue()
/** Waits until it is merged, and says by whom. */
const waitForMerge = () =>
  waitFor('the merge', async () => {
    const { status, mergedBy } = await read()
    return status === 'merged' && mergedBy?.id
  })
const waitForObstacle = (obstacle: string) =>
  waitFor(`waiting for ${obstacle}`, async () => (await read()).plannedMerge?.waitingFor === obstacle)
/** Lets the time come. */
const advance = async (milliseconds: number): Promise<void> => {
  app.clock.advance(milliseconds)
  await runDue()
}

/** Lets the time come, and reads why it was taken back; undefined when it was not. */
const readReason = async (): Promise<string | undefined> => {
  await advance(2 * hours)
  const { id, status, plannedMerge } = await read()
  const notification = await waitFor('the author to be told', async () =>
    (await listNotifications(author)).items.find(({ kind }) => kind === 'merge_canceled'),
  )
  const isAbout = notification.changeRequest?.id === id
  return status !== 'merged' && plannedMerge === undefined && isAbout ? notification.reason : undefined
}

beforeEach(async () => {
  merger = await app.member(organizationId, 'review')
  author = await app.member(organizationId, 'edit')
  ;({ id: spaceId } = await app.space(admin, organizationId, { title: 'Guide' }))
  const requests = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await author.post<ChangeRequest>(requests, { subject: 'Words' }))
  path = `${requests}/${id}`
  await write(author, insert('One'))
})

describe('PUT …/planned-merge', () => {
  test('200 who planned it, when and for when; it is merged then, in their name', async () => {
    const body = inTime(2 * hours)
    const planned = expectStatus(200, await plan(merger, body))
    expect(planned.plannedMerge).toMatchObject({ plannedBy: { id: merger.id }, mergeAt: body.mergeAt })
    await advance(1 * hours)
    expect((await read()).status).toBe('draft')
    expect(await listTitles()).toEqual([])
    await advance(1 * hours)
    const merged = await read()
    expect(merged).toMatchObject({ status: 'merged', mergedBy: { id: merger.id } })
    expect(merged).not.toHaveProperty('plannedMerge')
    expect(await listTitles()).toEqual(['One'])
    await waitForKinds(author, ['merged'])
    expect((await listNotifications(merger)).items).toEqual([])
  })

  test('200 merged at once when nothing stands against it', async () => {
    expectStatus(200, await plan(merger))
    expect(await waitForMerge()).toBe(merger.id)
    expect(await listTitles()).toEqual(['One'])
  })

  test('200 merged when a review meets the last rule', async () => {
    await setRules({ rule: 'require_at_least_one_approved_review' })
    expectStatus(200, await plan(merger))
    await waitForObstacle('rules')
    const listed = await admin.get<{ items: ChangeRequest[] }>(
      `/spaces/${spaceId}/change-requests?status=draft`,
    )
    expect(expectStatus(200, listed).items[0]?.plannedMerge).toMatchObject({ waitingFor: 'rules' })
    await approve(admin)
    expect(await waitForMerge()).toBe(merger.id)
  })

  test('200 merged when the rules that it waits for are changed', async () => {
    await setRules({ rule: 'require_change_request_description' })
    expectStatus(200, await plan(merger))
    await waitForObstacle('rules')
    await setRules()
    expect(await waitForMerge()).toBe(merger.id)
  })

  test('200 merged when there is something to merge', async () => {
    const { id } = expectStatus(
      201,
      await merger.post<ChangeRequest>(`/spaces/${spaceId}/change-requests`, {}),
    )
    path = `/spaces/${spaceId}/change-requests/${id}`
    expectStatus(200, await plan(merger))
    await waitForObstacle('changes')
    await write(merger, insert('Later'))
    expect(await waitForMerge()).toBe(merger.id)
    expect(await listTitles()).toEqual(['Later'])
  })

  test('200 merged when the conflicts are solved', async () => {
    const requests = `/spaces/${spaceId}/change-requests`
    const other = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    const page = { ...insert('Page', 'A\n'), ref: 'page' }
    expectStatus(200, await admin.post(`${requests}/${other.id}/content`, { changes: [page] }))
    expectStatus(200, await admin.post(`${requests}/${other.id}/merge`))
    const { pages } = expectStatus(200, await admin.get<Revision>(`/spaces/${spaceId}/content`))
    const rewrite = (markdown: string) => ({
      operation: 'update_page',
      page: pages[0]?.id,
      document: { markdown },
    })
    expectStatus(200, await merger.post(`${path}/update`))
    await write(merger, rewrite('B\n'))
    const third = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    expectStatus(200, await admin.post(`${requests}/${third.id}/content`, { changes: [rewrite('C\n')] }))
    expectStatus(200, await admin.post(`${requests}/${third.id}/merge`))
    expectStatus(200, await plan(merger))
    await waitForObstacle('conflicts')
    expectStatus(200, await merger.post(`${path}/update`))
    await write(merger, rewrite('D\n'))
    expect(await waitForMerge()).toBe(merger.id)
  })

  test('200 waits for the rules, also of those who may bypass them', async () => {
    await setRules(
      { rule: 'require_at_least_one_review' },
      { rule: 'allow_bypass', users: [admin.id, merger.id] },
    )
    expectStatus(200, await plan(admin))
    await waitForObstacle('rules')
    await approve(merger)
    expect(await waitForMerge()).toBe(admin.id)
  })

  test('200 merged at its time without anybody looking', async () => {
    expectStatus(200, await plan(merger, inTime(1500)))
    expect(await waitForMerge()).toBe(merger.id)
  })

  test('200 takes the place of an earlier plan', async () => {
    expectStatus(200, await plan(merger, inTime(1 * hours)))
    const second = expectStatus(200, await plan(admin, inTime(3 * hours)))
    expect(second.plannedMerge?.plannedBy.id).toBe(admin.id)
    await advance(2 * hours)
    expect((await read()).status).toBe('draft')
    await advance(2 * hours)
    expect((await read()).mergedBy?.id).toBe(admin.id)
  })

  test.each([
    ['a time that is over', () => inTime(-1 * minutes), 'in the future'],
    ['a time in two years', () => inTime(730 * days), 'within a year'],
    ['no time', () => ({ mergeAt: 'tomorrow' }), 'date-time'],
  ])('400 %s', async (_name, body, message) => {
    const response = await plan(merger, body())
    expect(response.status).toBe(400)
    expect(readError(response).message).toContain(message)
    expect(await read()).not.toHaveProperty('plannedMerge')
  })

  test('403 for whoever may not merge, 404 for those who do not see the space', async () => {
    expect((await plan(author)).status).toBe(403)
    expect((await plan((await app.organization()).admin)).status).toBe(404)
    expect(await read()).not.toHaveProperty('plannedMerge')
  })

  test('409 a change request that is merged or archived', async () => {
    expectStatus(200, await author.patch(path, { status: 'archived' }))
    expect((await plan(merger)).status).toBe(409)
    expectStatus(200, await author.patch(path, { status: 'open' }))
    expectStatus(200, await merger.post(`${path}/merge`))
    expect((await plan(merger)).status).toBe(409)
  })
})

describe('DELETE …/planned-merge', () => {
  test('204 it is not merged, and whoever planned it is told by whom it was canceled', async () => {
    expectStatus(200, await plan(merger, inTime(1 * hours)))
    expectStatus(204, await author.delete(`${path}/planned-merge`))
    expect(await read()).not.toHaveProperty('plannedMerge')
    await advance(2 * hours)
    expect((await read()).status).toBe('draft')
    const [notification] = await waitForKinds(merger, ['merge_canceled'])
    expect(notification).toMatchObject({ reason: 'canceled', actor: { id: author.id } })
    expect((await listNotifications(author)).items).toEqual([])
  })

  test('404 when nothing is planned', async () => {
    expect((await merger.delete(`${path}/planned-merge`)).status).toBe(404)
    expectStatus(200, await plan(merger, inTime(1 * hours)))
    expectStatus(204, await merger.delete(`${path}/planned-merge`))
    expect((await merger.delete(`${path}/planned-merge`)).status).toBe(404)
  })

  test('403 for whoever may not write', async () => {
    expectStatus(200, await plan(merger, inTime(1 * hours)))
    const reader = await app.member(organizationId, 'comment')
    expect((await reader.delete(`${path}/planned-merge`)).status).toBe(403)
    expect(await read()).toHaveProperty('plannedMerge')
  })
})

describe('at its time it is taken back, and the author is told why,', () => {
  beforeEach(async () => {
    expectStatus(200, await plan(merger, inTime(1 * hours)))
  })

  test('when a rule is not met', async () => {
    await setRules({ rule: 'require_at_least_one_review' })
    expect(await readReason()).toBe('rules')
    await waitForKinds(merger, ['merge_canceled'])
    // It is over: what happens later merges nothing.
    await approve(admin)
    await runDue()
    expect((await read()).status).not.toBe('merged')
  })

  test('when it has a conflict', async () => {
    const requests = `/spaces/${spaceId}/change-requests`
    const other = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    expectStatus(
      200,
      await admin.post(`${requests}/${other.id}/content`, { changes: [insert('One', 'X\n')] }),
    )
    expectStatus(200, await admin.post(`${requests}/${other.id}/merge`))
    expectStatus(200, await merger.post(`${path}/update`))
    const mainPage = expectStatus(200, await admin.get<Revision>(`/spaces/${spaceId}/content`)).pages[0]?.id
    const rewrite = (markdown: string) => ({
      operation: 'update_page',
      page: mainPage,
      document: { markdown },
    })
    await write(merger, rewrite('Y\n'))
    const third = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    expectStatus(200, await admin.post(`${requests}/${third.id}/content`, { changes: [rewrite('Z\n')] }))
    expectStatus(200, await admin.post(`${requests}/${third.id}/merge`))
    expect(await readReason()).toBe('conflicts')
  })

  test('when there is nothing to merge', async () => {
    await write(merger, { operation: 'revert_all' })
    expect(await readReason()).toBe('changes')
  })

  test('when whoever planned it has lost the right', async () => {
    expectStatus(200, await admin.patch(`/orgs/${organizationId}/members/${merger.id}`, { role: 'edit' }))
    expect(await readReason()).toBe('permission')
    await waitForKinds(merger, ['merge_canceled'])
  })

  test('when whoever planned it is no member any more', async () => {
    expectStatus(205, await admin.delete(`/orgs/${organizationId}/members/${merger.id}`))
    expect(await readReason()).toBe('permission')
  })

  test('when somebody who may not merge has changed it since', async () => {
    await write(author, insert('Unseen'))
    expect(await readReason()).toBe('approval')
    expect(await listTitles()).toEqual([])
  })
})

describe('what is changed after the merge was planned', () => {
  test('is merged when those who wrote it may merge', async () => {
    expectStatus(200, await plan(merger, inTime(1 * hours)))
    await write(admin, insert('Two'))
    await write(merger, insert('Three'))
    await advance(2 * hours)
    expect(await listTitles()).toEqual(['One', 'Two', 'Three'])
  })

  test('by somebody who may not waits for the approval of somebody who may', async () => {
    await setRules({ rule: 'require_at_least_one_review' })
    expectStatus(200, await plan(merger))
    await waitForObstacle('rules')
    await write(author, insert('Two'))
    await waitForObstacle('approval')
    // The rule is met with it, the approval is missing still.
    expectStatus(201, await admin.post(`${path}/reviews`, { status: 'changes-requested' }))
    await runDue()
    expect(await read()).toMatchObject({ plannedMerge: { waitingFor: 'approval' } })
    await approve(admin)
    expect(await waitForMerge()).toBe(merger.id)
    expect(await listTitles()).toEqual(['One', 'Two'])
  })
})

test('an archived change request is not merged, also when it is opened again', async () => {
  expectStatus(200, await plan(merger, inTime(1 * hours)))
  expectStatus(200, await author.patch(path, { status: 'archived' }))
  const [notification] = await waitForKinds(merger, ['merge_canceled'])
  expect(notification).toMatchObject({ reason: 'archived', actor: { id: author.id } })
  expectStatus(200, await author.patch(path, { status: 'open' }))
  await advance(2 * hours)
  expect((await read()).status).toBe('open')
  expect((await listNotifications(author)).items).toEqual([])
})

test('restoring a deleted space merges nothing', async () => {
  expectStatus(200, await plan(merger, inTime(1 * hours)))
  expectStatus(205, await admin.delete(`/spaces/${spaceId}`))
  await advance(2 * hours)
  expectStatus(200, await admin.post(`/spaces/${spaceId}/restore`))
  await runDue()
  const changeRequest = await read()
  expect(changeRequest.status).toBe('draft')
  expect(changeRequest).not.toHaveProperty('plannedMerge')
})

test('several that look at the same time merge once', async () => {
  expectStatus(200, await plan(merger, inTime(1 * hours)))
  app.clock.advance(2 * hours)
  await Promise.all([runDue(), runDue(), runDue(), runDue()])
  expect((await read()).status).toBe('merged')
  const { items } = expectStatus(
    200,
    await admin.get<{ items: { type: string }[] }>(`/spaces/${spaceId}/revisions`),
  )
  expect(items.filter(({ type }) => type === 'merge')).toHaveLength(1)
})

test('a merge by hand ends the plan', async () => {
  expectStatus(200, await plan(merger, inTime(1 * hours)))
  expectStatus(200, await admin.post(`${path}/merge`))
  await advance(2 * hours)
  expect((await read()).mergedBy?.id).toBe(admin.id)
  await waitForKinds(author, ['merged'])
  expect((await listNotifications(merger)).items).toEqual([])
})
