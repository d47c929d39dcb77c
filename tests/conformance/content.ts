import { expect, test } from 'vitest'
import type {
  ChangeRequest,
  MergeOutcome,
} from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type {
  Revision,
  RevisionPage,
  SemanticChanges,
} from '../../packages/server/src/areas/content/revisions/schema.ts'
import { createSpace, type List, type Suite, type World } from './world.ts'

const insertPage = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: `Text of ${title}\n\n{% hint style="info" %}\nHello\n{% endhint %}\n` },
  ...more,
})

/** A change request of a new space, with two pages in it, one below the other. */
async function createChangeRequest({ admin }: World, spaceId: string): Promise<ChangeRequest> {
  const body = { subject: 'Better words' }
  const { id } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, { spaceId, body })
  const changes = [
    insertPage('Guide', { ref: 'guide', emoji: '1f4d6' }),
    insertPage('Install', { into: 'guide' }),
  ]
  return admin.api.call<ChangeRequest>('updateChangeRequestContent', 200, {
    spaceId,
    changeRequestId: id,
    body: { changes },
  })
}

const typesOf = ({ changes }: SemanticChanges) => changes.map(({ type }) => type)

export const contentOperations: Suite = (world) => {
  test('createChangeRequest, getChangeRequestById, updateChangeRequestById, listChangeRequestsForSpace', async () => {
    const { admin, outsider } = world()
    const { id: spaceId } = await createSpace(world())
    const { id, number } = await createChangeRequest(world(), spaceId)
    for (const changeRequestId of [id, String(number)]) {
      const found = await admin.api.call('getChangeRequestById', 200, { spaceId, changeRequestId })
      expect(found).toMatchObject({ id, status: 'draft' })
    }
    const changeRequestId = id
    await admin.api.call('getChangeRequestById', 404, { spaceId, changeRequestId: 'nowhere' })
    await outsider.api.call('getChangeRequestById', 404, { spaceId, changeRequestId })
    const body = { status: 'open', subject: 'The best words' }
    expect(
      await admin.api.call('updateChangeRequestById', 200, { spaceId, changeRequestId, body }),
    ).toMatchObject(body)
    await admin.api.call('updateChangeRequestById', 400, {
      spaceId,
      changeRequestId,
      body: { status: 'merged' },
    })
    const { items } = await admin.api.call<List<ChangeRequest>>('listChangeRequestsForSpace', 200, {
      spaceId,
    })
    expect(items.map((item) => item.id)).toEqual([id])
  })

  test('updateChangeRequestContent: 200 in both shapes, 400, 404', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    const { id: changeRequestId } = await createChangeRequest(world(), spaceId)
    const write = (status: number, changes: object[], query = {}) =>
      admin.api.call<{ changes: object[] }>('updateChangeRequestContent', status, {
        spaceId,
        changeRequestId,
        body: { changes },
        query,
      })
    const { changes } = await write(200, [insertPage('More')], { compat: false })
    expect(changes).toMatchObject([{ object: 'created_page' }])
    await write(400, [])
    await write(400, [{ operation: 'unknown' }])
    await write(404, [{ operation: 'delete_page', page: 'nowhere' }])
  })

  test('the content of a space, of a change request and of a revision reads the same', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    await admin.api.call('getCurrentRevision', 200, { spaceId })
    const { id: changeRequestId, revision: revisionId } = await createChangeRequest(world(), spaceId)
    const inRequest = { spaceId, changeRequestId }
    const inRevision = { spaceId, revisionId }
    const call = <Body>(...[operationId, given]: [Parameters<typeof admin.api.call>[0], object]) =>
      admin.api.call<Body>(operationId, 200, { ...given })

    const request = await call<Revision>('getRevisionOfChangeRequestById', inRequest)
    expect(await call('getRevisionById', inRevision)).toEqual(request)
    expect(await call('listPagesInChangeRequest', inRequest)).toEqual({ pages: request.pages })
    expect(await call('listPagesInRevisionById', inRevision)).toEqual({ pages: request.pages })

    const pagePath = 'guide/install'
    const page = await call<RevisionPage>('getPageInChangeRequestByPath', { ...inRequest, pagePath })
    const pageId = page.id
    expect(await call('getPageInChangeRequestById', { ...inRequest, pageId })).toEqual(page)
    expect(await call('getPageInRevisionByPath', { ...inRevision, pagePath })).toEqual(page)
    expect(await call('getPageInRevisionById', { ...inRevision, pageId })).toEqual(page)

    await admin.api.call<MergeOutcome>('mergeChangeRequest', 200, inRequest)
    const merged = await call<Revision>('getCurrentRevision', { spaceId })
    expect(merged).toMatchObject({ type: 'merge', mergedFrom: { id: changeRequestId }, pages: request.pages })
    expect(await call('listPages', { spaceId })).toEqual({ pages: request.pages })
    expect(await call('getPageByPath', { spaceId, pagePath })).toEqual(page)
    expect(await call('getPageById', { spaceId, pageId })).toEqual(page)
    const asText = await call<RevisionPage>('getPageById', { spaceId, pageId, query: { format: 'markdown' } })
    expect(asText.markdown).toBe(insertPage('Install').document.markdown)
    await admin.api.call('getPageById', 404, { spaceId, pageId: 'nowhere' })
  })

  test('getChangeRequestChanges and getRevisionSemanticChanges: every kind, 404', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    const first = await createChangeRequest(world(), spaceId)
    const inFirst = { spaceId, changeRequestId: first.id }
    const idAt = async (pagePath: string) =>
      (await admin.api.call<RevisionPage>('getPageInChangeRequestByPath', 200, { ...inFirst, pagePath })).id
    const [guide, install] = [await idAt('guide'), await idAt('guide/install')]
    const created = await admin.api.call<SemanticChanges>('getChangeRequestChanges', 200, inFirst)
    expect(typesOf(created)).toEqual(['page_created', 'page_created'])
    const { revision: revisionId } = await admin.api.call<MergeOutcome>('mergeChangeRequest', 200, inFirst)
    expect(await admin.api.call('getRevisionSemanticChanges', 200, { spaceId, revisionId })).toMatchObject({
      ...created,
      mergedFrom: { id: first.id },
    })

    const { id } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, { spaceId, body: {} })
    const inSecond = { spaceId, changeRequestId: id }
    const changes = [
      { operation: 'update_page', page: install, title: 'Setup', into: null, document: { markdown: 'New' } },
      { operation: 'delete_page', page: guide },
    ]
    await admin.api.call('updateChangeRequestContent', 200, { ...inSecond, body: { changes } })
    const changed = await admin.api.call<SemanticChanges>('getChangeRequestChanges', 200, inSecond)
    expect(typesOf(changed)).toEqual(['page_edited', 'page_moved', 'page_deleted'])
    const limited = { ...inSecond, query: { limit: 1 } }
    expect(await admin.api.call('getChangeRequestChanges', 200, limited)).toMatchObject({ more: 2 })
    await admin.api.call('getChangeRequestChanges', 404, { spaceId, changeRequestId: 'nowhere' })
    await admin.api.call('getRevisionSemanticChanges', 404, { spaceId, revisionId: 'nowhere' })
  })

  test('updateChangeRequest and mergeChangeRequest: done, conflicts, 409', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    const first = await createChangeRequest(world(), spaceId)
    const pages = { spaceId, changeRequestId: first.id, pagePath: 'guide' }
    const { id: page } = await admin.api.call<RevisionPage>('getPageInChangeRequestByPath', 200, pages)
    await admin.api.call('mergeChangeRequest', 200, { spaceId, changeRequestId: first.id })
    await admin.api.call('mergeChangeRequest', 409, { spaceId, changeRequestId: first.id })

    const rewrite = async (markdown: string) => {
      const { id } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, { spaceId, body: {} })
      const changes = [{ operation: 'update_page', page, document: { markdown } }]
      const given = { spaceId, changeRequestId: id }
      await admin.api.call('updateChangeRequestContent', 200, { ...given, body: { changes } })
      return given
    }
    const [mine, theirs] = [await rewrite('Mine\n'), await rewrite('Theirs\n')]
    await admin.api.call('mergeChangeRequest', 200, theirs)
    const merge = await admin.api.call<MergeOutcome>('mergeChangeRequest', 200, mine)
    expect(merge).toMatchObject({
      result: 'conflicts',
      conflicts: [{ page, path: 'guide', kind: 'content' }],
    })
    expect(await admin.api.call('updateChangeRequest', 200, mine)).toMatchObject({ result: 'conflicts' })
    expect(await admin.api.call('updateChangeRequest', 200, mine)).toMatchObject({ result: 'update' })
  })
}
