import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestResponse, readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { ChangeRequest, MergeOutcome, UpdateOutcome } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const text = (...lines: string[]) => `${lines.join('\n\n')}\n`

/** Creates a space with one page, `hello`, and a function that creates change requests in it. */
async function createSpaceWithPage(markdown = text('One', 'Two', 'Three')) {
  const space = await app.space(admin, organization)
  const path = `/spaces/${space.id}`
  const openChangeRequest = async (by = admin) => {
    const { id } = expectStatus(201, await by.post<ChangeRequest>(`${path}/change-requests`, {}))
    const requestPath = `${path}/change-requests/${id}`
    return {
      get: async () => (await by.get<ChangeRequest>(requestPath)).body,
      write: async (...changes: object[]) =>
        expectStatus(200, await by.post<ChangeRequest>(`${requestPath}/content`, { changes })),
      merge: (): Promise<TestResponse<MergeOutcome>> => by.post(`${requestPath}/merge`),
      update: (): Promise<TestResponse<UpdateOutcome>> => by.post(`${requestPath}/update`),
      markdown: async (pagePath = 'hello') =>
        (await by.get<RevisionPage>(`${requestPath}/content/path/${pagePath}?format=markdown`)).body.markdown,
    }
  }
  const first = await openChangeRequest()
  await first.write(insert('Hello', markdown))
  expectStatus(200, await first.merge())
  const { id: page } = (await admin.get<RevisionPage>(`${path}/content/path/hello`)).body
  return {
    path,
    page,
    openChangeRequest,
    main: async () => (await admin.get<Space>(path)).body.revision,
    titles: async () => (await admin.get<Revision>(`${path}/content`)).body.pages.map(({ title }) => title),
    markdown: async () =>
      (await admin.get<RevisionPage>(`${path}/content/path/hello?format=markdown`)).body.markdown,
  }
}

const insert = (title: string, markdown = title) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})
const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

describe('POST …/merge', () => {
  test('200 the space has the content of the change request', async () => {
    const space = await createSpaceWithPage()
    const request = await space.openChangeRequest()
    const { revision: head } = await request.write(rewrite(space.page, text('One', '2', 'Three')))
    const before = await space.main()
    const { body } = await request.merge()
    expect(body).toEqual({ revision: await space.main(), result: 'merge', conflicts: [] })
    expect(await space.markdown()).toBe(text('One', '2', 'Three'))
    const merged = await request.get()
    expect(merged).toMatchObject({
      status: 'merged',
      revisionMerged: body.revision,
      mergedBy: { id: admin.id },
    })
    const revision = (await admin.get<Revision>(`${space.path}/revisions/${body.revision}`)).body
    expect(revision).toMatchObject({ type: 'merge', parents: [before, head], mergedFrom: { id: merged.id } })
    expect((await admin.get<Space>(space.path)).body).toMatchObject({
      changeRequests: 2,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    })
  })

  test('200 changes merged in between are kept, line by line and page by page', async () => {
    const space = await createSpaceWithPage()
    const [mine, theirs] = [await space.openChangeRequest(), await space.openChangeRequest()]
    await mine.write(rewrite(space.page, text('1', 'Two', 'Three')), insert('Mine'))
    await theirs.write(rewrite(space.page, text('One', 'Two', '3')), insert('Theirs'))
    expectStatus(200, await theirs.merge())
    expect((await mine.get()).outdated).toBe(true)
    expect((await mine.merge()).body.result).toBe('merge')
    expect(await space.markdown()).toBe(text('1', 'Two', '3'))
    expect(new Set(await space.titles())).toEqual(new Set(['Hello', 'Mine', 'Theirs']))
  })

  test('200 conflicts are listed and nothing changes', async () => {
    const space = await createSpaceWithPage()
    const [mine, theirs] = [await space.openChangeRequest(), await space.openChangeRequest()]
    await mine.write(rewrite(space.page, text('One', 'mine', 'Three')))
    await theirs.write(rewrite(space.page, text('One', 'theirs', 'Three')))
    expectStatus(200, await theirs.merge())
    const [main, head] = [await space.main(), (await mine.get()).revision]
    const { body } = await mine.merge()
    expect(body).toEqual({
      revision: head,
      result: 'conflicts',
      conflicts: [{ page: space.page, path: 'hello', kind: 'content' }],
    })
    expect(await space.main()).toBe(main)
    expect(await mine.get()).toMatchObject({ status: 'draft', revision: head })
  })

  test('200 after an update with conflicts, the merge is refused until the markers are gone', async () => {
    const space = await createSpaceWithPage()
    const [mine, theirs] = [await space.openChangeRequest(), await space.openChangeRequest()]
    await mine.write(rewrite(space.page, text('One', 'mine', 'Three')))
    await theirs.write(rewrite(space.page, text('One', 'theirs', 'Three')))
    expectStatus(200, await theirs.merge())
    const { body: updated } = await mine.update()
    expect(updated).toMatchObject({ result: 'conflicts', conflicts: [{ page: space.page, kind: 'content' }] })
    const marked = await mine.markdown()
    expect(marked).toMatch(/^<{7} This change request\n[^]*mine[^]*\n={7}\n[^]*theirs[^]*\n>{7} The space$/m)
    expect(await mine.get()).toMatchObject({ revision: updated.revision, outdated: false })
    expect((await mine.merge()).body).toMatchObject({
      result: 'conflicts',
      conflicts: [{ page: space.page, path: 'hello', kind: 'content' }],
    })
    await mine.write(rewrite(space.page, text('One', 'both', 'Three')))
    expect((await mine.merge()).body.result).toBe('merge')
    expect(await space.markdown()).toBe(text('One', 'both', 'Three'))
  })

  test('200 a page deleted on one side and changed on the other is a conflict, and is kept', async () => {
    const space = await createSpaceWithPage()
    const [mine, theirs] = [await space.openChangeRequest(), await space.openChangeRequest()]
    await mine.write({ operation: 'delete_page', page: space.page })
    await theirs.write(rewrite(space.page, 'changed'))
    expectStatus(200, await theirs.merge())
    expect((await mine.merge()).body).toMatchObject({
      result: 'conflicts',
      conflicts: [{ page: space.page, kind: 'deleted-edited' }],
    })
    expect(await space.markdown()).toBe('changed')
  })

  test('409 when there is nothing to merge and when it is merged already', async () => {
    const space = await createSpaceWithPage()
    const request = await space.openChangeRequest()
    expect((await request.merge()).status).toBe(409)
    await request.write(insert('New'))
    expectStatus(200, await request.merge())
    const again = await request.merge()
    expect(again.status).toBe(409)
    expect(readError(again).message).toContain('merged already')
    expect((await request.update()).status).toBe(409)
  })

  test('200 fifty concurrent merges give every page and fifty consecutive revisions', async () => {
    const space = await createSpaceWithPage()
    const requests = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const request = await space.openChangeRequest()
        await request.write(insert(`Page ${index}`))
        return request
      }),
    )
    const answers = await Promise.all(requests.map((request) => request.merge()))
    expect(answers.map(({ body }) => body.result)).toEqual(Array.from({ length: 50 }, () => 'merge'))
    const titles = await space.titles()
    expect(titles).toHaveLength(51)
    expect(new Set(titles).size).toBe(51)
    let revision: string | undefined = await space.main()
    let length = 0
    while (revision !== undefined) {
      const read: TestResponse<Revision> = await admin.get<Revision>(`${space.path}/revisions/${revision}`)
      revision = read.body.parents[0]
      length++
    }
    // The empty revision, that of the first page, and fifty merges.
    expect(length).toBe(52)
  })
})

describe('POST …/update', () => {
  test('200 makes no new revision when there is nothing to update', async () => {
    const space = await createSpaceWithPage()
    const request = await space.openChangeRequest()
    const { revision } = await request.get()
    expect((await request.update()).body).toEqual({ revision, result: 'update', conflicts: [] })
  })

  test('200 adds the changes of the space to the change request', async () => {
    const space = await createSpaceWithPage()
    const [mine, theirs] = [await space.openChangeRequest(), await space.openChangeRequest()]
    await mine.write(insert('Mine'))
    await theirs.write(rewrite(space.page, 'theirs'))
    expectStatus(200, await theirs.merge())
    const main = await space.main()
    expect((await mine.update()).body.result).toBe('update')
    expect(await mine.markdown()).toBe('theirs')
    expect(await mine.get()).toMatchObject({ outdated: false, revisionMergedAncestor: main })
    expect(await space.titles()).toEqual(['Hello'])
  })
})

const rules = (...list: object[]) => ({ mergeRules: { type: 'rules', rules: list } })

describe('merge rules', () => {
  test('409 with the rule of the space or its organization, unless the caller may bypass it', async () => {
    const own = await app.organization()
    const space = await app.space(own.admin, own.id)
    const path = `/spaces/${space.id}`
    const { body } = await own.admin.post<ChangeRequest>(`${path}/change-requests`, {})
    const request = `${path}/change-requests/${body.id}`
    await own.admin.post(`${request}/content`, { changes: [insert('A')] })

    const subject = { rule: 'require_change_request_subject' }
    expectStatus(200, await own.admin.patch(`/orgs/${own.id}`, rules(subject)))
    const refused = await own.admin.post(`${request}/merge`)
    expect(refused.status).toBe(409)
    expect(readError(refused).message).toContain('require_change_request_subject')

    await own.admin.patch(request, { subject: 'A subject' })
    expectStatus(200, await own.admin.patch(path, rules({ rule: 'require_at_least_one_review' })))
    const unreviewed = await own.admin.post(`${request}/merge`)
    expect(unreviewed.status).toBe(409)
    expect(readError(unreviewed).message).toContain('nobody but its author has reviewed')

    const bypass = { rule: 'allow_bypass', users: [own.admin.id] }
    expectStatus(200, await own.admin.patch(path, rules({ rule: 'require_at_least_one_review' }, bypass)))
    expectStatus(200, await own.admin.post(`${request}/merge`))
  })
})
