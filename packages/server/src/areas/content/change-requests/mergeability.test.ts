import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId } from '../../../testing/content.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { ChangeRequest, Mergeability, MergeOutcome } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } })
const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

/** Creates a space with one page, and a change request in it. */
async function createChangeRequest() {
  const { id } = await app.space(admin, organization)
  await changeContent(admin, id, [insert('Hello')])
  const page = await findPageId(admin, id, 'hello')
  const request = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
  const path = `/spaces/${id}/change-requests/${request.id}`
  return {
    id,
    page,
    path,
    request,
    check: async (by = admin) => expectStatus(200, await by.get<Mergeability>(`${path}/mergeability`)),
    write: async (changes: object[], revision?: string) =>
      admin.post<ChangeRequest>(`${path}/content`, { changes, ...(revision !== undefined && { revision }) }),
  }
}

describe('GET …/mergeability', () => {
  test('200 says that nothing is changed, then that it can be merged, then that it is', async () => {
    const { path, check, write } = await createChangeRequest()
    expect(await check()).toEqual({
      mergeable: false,
      status: 'draft',
      allowed: true,
      changed: false,
      outdated: false,
      bypass: false,
      rules: [],
      conflicts: [],
      settledConflicts: [],
    })
    expectStatus(200, await write([insert('More')]))
    expect(await check()).toMatchObject({ mergeable: true, changed: true })
    expectStatus(200, await admin.post(`${path}/merge`))
    expect(await check()).toMatchObject({ mergeable: false, status: 'merged' })
  })

  test('200 names the conflicts that a merge would find, and changes nothing', async () => {
    const { id, page, path, check, write } = await createChangeRequest()
    expectStatus(200, await write([rewrite(page, 'Hello from here')]))
    await changeContent(admin, id, [rewrite(page, 'Hello from there')])
    const { revision } = expectStatus(200, await admin.get<Space>(`/spaces/${id}`))
    const result = await check()
    expect(result).toMatchObject({
      mergeable: false,
      outdated: true,
      conflicts: [{ page, path: 'hello', kind: 'content' }],
    })
    expect(expectStatus(200, await admin.get<Space>(`/spaces/${id}`)).revision).toBe(revision)
    const merge = expectStatus(200, await admin.post<MergeOutcome>(`${path}/merge`))
    expect(merge.conflicts).toEqual(result.conflicts)
    // Markers that were written by an update count too, after any number of reloads.
    expectStatus(200, await admin.post(`${path}/update`))
    expect(await check()).toMatchObject({ mergeable: false, outdated: false, conflicts: [{ page }] })
    expectStatus(200, await write([rewrite(page, 'Hello from both')]))
    expect(await check()).toMatchObject({ mergeable: true, conflicts: [] })
  })

  test('200 says which rules are met, and who may bypass them', async () => {
    const { id, check, write } = await createChangeRequest()
    const rules = [
      { rule: 'require_change_request_subject' },
      { rule: 'require_up_to_date_change_request' },
      { rule: 'allow_bypass', users: [admin.id] },
    ]
    expectStatus(200, await admin.patch(`/spaces/${id}`, { mergeRules: { type: 'rules', rules } }))
    expectStatus(200, await write([insert('More')]))
    const expected = [
      { rule: 'require_change_request_subject', met: false, reason: 'the change request has no subject.' },
      { rule: 'require_up_to_date_change_request', met: true },
    ]
    expect(await check()).toMatchObject({ mergeable: true, bypass: true, rules: expected })
    const reviewer = await app.member(organization, 'review')
    expect(await check(reviewer)).toMatchObject({ mergeable: false, bypass: false, rules: expected })
    const reader = await app.member(organization, 'read')
    expect(await check(reader)).toMatchObject({ mergeable: false, allowed: false })
  })

  test('200 names conflicts that were decided, which can be brought back until the merge', async () => {
    const { id, page, path, check, write } = await createChangeRequest()
    const other = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
    const otherPath = `/spaces/${id}/change-requests/${other.id}`
    expectStatus(200, await write([rewrite(page, 'By me.'), insert('Mine')]))
    expectStatus(200, await admin.post(`${otherPath}/content`, { changes: [rewrite(page, 'By them.')] }))
    expectStatus(200, await admin.post(`${otherPath}/merge`))
    expect(await check()).toMatchObject({ conflicts: [{ page }], settledConflicts: [] })
    const { revision } = expectStatus(200, await admin.post<{ revision: string }>(`${path}/update`))
    expect(await check()).toMatchObject({ conflicts: [{ page }], settledConflicts: [] })
    const readText = async () =>
      expectStatus(200, await admin.get<{ markdown: string }>(`${path}/content/page/${page}?format=markdown`))
        .markdown
    const marked = await readText()
    expectStatus(200, await write([rewrite(page, 'By both.')]))
    const settled = { page, path: 'hello', revision }
    expect(await check()).toMatchObject({ conflicts: [], settledConflicts: [settled] })
    // A further update without conflicts forgets nothing.
    await changeContent(admin, id, [insert('Elsewhere')])
    expectStatus(200, await admin.post(`${path}/update`))
    expect(await check()).toMatchObject({ conflicts: [], settledConflicts: [settled] })
    expectStatus(200, await write([{ operation: 'revert_page', page, revision }]))
    expect(await readText()).toBe(marked)
    expect(await check()).toMatchObject({ conflicts: [{ page }], settledConflicts: [] })
    expectStatus(200, await write([rewrite(page, 'By both, again.')]))
    expectStatus(200, await admin.post(`${path}/merge`))
    expect((await check()).settledConflicts).toEqual([])
  })

  test('200 names the people whose approvals are missing, unless they have left', async () => {
    const { id, path, check, write } = await createChangeRequest()
    const [ann, ben, gone] = [
      await app.member(organization, 'review'),
      await app.member(organization, 'review'),
      await app.member(organization, 'review'),
    ]
    const rules = [
      { rule: 'require_specific_reviewers', users: [ann.id, ben.id, gone.id] },
      { rule: 'require_one_of_specific_reviewers', users: [ben.id] },
      { rule: 'require_all_reviews_approved' },
    ]
    expectStatus(200, await admin.patch(`/spaces/${id}`, { mergeRules: { type: 'rules', rules } }))
    expectStatus(200, await write([insert('More')]))
    expectStatus(200, await admin.patch(path, { status: 'open' }))
    expectStatus(205, await admin.delete(`/orgs/${organization}/members/${gone.id}`))
    expectStatus(201, await ann.post(`${path}/reviews`, { status: 'approved' }))
    expectStatus(201, await ben.post(`${path}/reviews`, { status: 'changes-requested' }))
    const result = await check()
    expect(result.rules.map(({ missingApprovals }) => missingApprovals?.map(({ id: who }) => who))).toEqual([
      [ben.id, expect.not.stringContaining(gone.id)],
      [ben.id],
      [ben.id],
    ])
    expectStatus(201, await ben.post(`${path}/reviews`, { status: 'approved' }))
    expect((await check()).rules.slice(1)).toEqual([
      { rule: 'require_one_of_specific_reviewers', met: true, users: [ben.id] },
      { rule: 'require_all_reviews_approved', met: true },
    ])
  })

  test('404 for unknown change requests and for outsiders', async () => {
    const { id, path } = await createChangeRequest()
    expect((await admin.get(`/spaces/${id}/change-requests/99/mergeability`)).status).toBe(404)
    const { admin: outsider } = await app.organization('Other')
    expect((await outsider.get(`${path}/mergeability`)).status).toBe(404)
  })
})

describe('a content update with the revision that it was made to', () => {
  test('409 says what is newer, and changes nothing', async () => {
    const { page, path, request, write } = await createChangeRequest()
    const { revision } = expectStatus(200, await write([rewrite(page, 'One')], request.revision))
    const response = await write([rewrite(page, 'Two')], request.revision)
    expect(response.status).toBe(409)
    const { message } = readError(response)
    expect(message).toContain(revision)
    expect(message).toContain('"Hello"')
    expect(expectStatus(200, await admin.get<ChangeRequest>(path)).revision).toBe(revision)
    expectStatus(200, await write([rewrite(page, 'Two')], revision))
  })

  test('one of several at once wins', async () => {
    const { page, request, write } = await createChangeRequest()
    const responses = await Promise.all(
      ['One', 'Two', 'Three'].map((text) => write([rewrite(page, text)], request.revision)),
    )
    expect(countStatuses(responses)).toEqual({ 200: 1, 409: 2 })
  })

  test('404 for a revision of another space, 400 for what is none', async () => {
    const { page, write } = await createChangeRequest()
    const other = await createChangeRequest()
    expect((await write([rewrite(page, 'One')], other.request.revision)).status).toBe(404)
    expect((await write([rewrite(page, 'One')], 'x'.repeat(100))).status).toBe(400)
  })
})

const titles = async (path: string) =>
  expectStatus(200, await admin.get<Revision>(`${path}/content`)).pages.map(({ title }) => title)

describe('revert_all', () => {
  test('200 gives the change request the content that the space had', async () => {
    const { path, write } = await createChangeRequest()
    expectStatus(200, await write([insert('More')]))
    expectStatus(200, await write([{ operation: 'revert_all' }]))
    expect(await titles(path)).toEqual(['Hello'])
  })

  test('200 restores any revision of the space, which can be merged', async () => {
    const { id, page, path, write } = await createChangeRequest()
    const { revision: old } = expectStatus(200, await admin.get<Space>(`/spaces/${id}`))
    await changeContent(admin, id, [{ operation: 'delete_page', page }, insert('New')])
    expectStatus(200, await admin.post(`${path}/update`))
    expect(await titles(path)).toEqual(['New'])
    expectStatus(200, await write([{ operation: 'revert_all', revision: old }]))
    expectStatus(200, await admin.post(`${path}/merge`))
    const { pages } = expectStatus(200, await admin.get<Revision>(`/spaces/${id}/content`))
    expect(pages).toMatchObject([{ id: page, title: 'Hello' }])
    const restored = await admin.get<RevisionPage>(`/spaces/${id}/content/page/${page}?format=markdown`)
    expect(restored.body.markdown).toBe('Hello')
  })

  test('404 for a foreign revision, 400 beside other changes, 403 for readers', async () => {
    const { path, write } = await createChangeRequest()
    const other = await createChangeRequest()
    const revert = { operation: 'revert_all', revision: other.request.revision }
    expect((await write([revert])).status).toBe(404)
    expect((await write([{ operation: 'revert_all' }, insert('More')])).status).toBe(400)
    expect((await write([insert('More'), { operation: 'revert_all' }])).status).toBe(400)
    const reader = await app.member(organization, 'read')
    const body = { changes: [{ operation: 'revert_all' }] }
    expect((await reader.post(`${path}/content`, body)).status).toBe(403)
  })
})

const countComparisons = async (spaceId: string) =>
  (
    await app.database.rows(sql`
      select from pgboss.job where name = 'find-conflicts' and data->>'spaceId' = ${spaceId}`)
  ).length

describe('the comparison after a merge', () => {
  test('is not requested where no other change request has changes', async () => {
    const { id, path, write } = await createChangeRequest()
    // It begins at what the space shows now, and changes nothing.
    expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
    const before = await countComparisons(id)
    expectStatus(200, await write([insert('More')]))
    expectStatus(200, await admin.post(`${path}/merge`))
    expect(await countComparisons(id)).toBe(before)
  })

  test('is requested where another change request has changes', async () => {
    const { id, path, page, write } = await createChangeRequest()
    const other = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
    const changes = [rewrite(page, 'Others wrote this.')]
    expectStatus(200, await admin.post(`/spaces/${id}/change-requests/${other.id}/content`, { changes }))
    const before = await countComparisons(id)
    expectStatus(200, await write([insert('More')]))
    expectStatus(200, await admin.post(`${path}/merge`))
    expect(await countComparisons(id)).toBe(before + 1)
  })
})
