import { expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type {
  Revision,
  RevisionPage,
  RevisionReusableContent,
} from '../../packages/server/src/areas/content/revisions/schema.ts'
import { createSpace, type Suite } from './world.ts'

export const documentOperations: Suite = (world) => {
  test('reusable contents and documents: in a space, a change request and a revision, by id, 404', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    const { id: changeRequestId } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, {
      spaceId,
      body: {},
    })
    const write = async (change: object) => {
      const given = { spaceId, changeRequestId, body: { changes: [change] } }
      return admin.api.call<ChangeRequest>('updateChangeRequestContent', 200, given)
    }
    await write({ operation: 'put_reusable_content', title: 'Note', document: { markdown: '# Mind' } })
    const { reusableContents } = await admin.api.call<Revision>('getRevisionOfChangeRequestById', 200, {
      spaceId,
      changeRequestId,
    })
    const reusableContentId = reusableContents[0]?.id ?? ''
    const { revision: revisionId } = await write({
      operation: 'insert_page',
      title: 'Home',
      document: { markdown: `[x](#y)\n\n{% include "/reusable-contents/${reusableContentId}" %}\n` },
    })
    const inRevision = { spaceId, revisionId }

    const content = await admin.api.call<RevisionReusableContent>(
      'getReusableContentInChangeRequestById',
      200,
      { spaceId, changeRequestId, reusableContentId },
    )
    const inRevisionToo = { ...inRevision, reusableContentId }
    expect(await admin.api.call('getReusableContentInRevisionById', 200, inRevisionToo)).toEqual(content)
    const document = await admin.api.call('getReusableContentDocumentInRevisionById', 200, inRevisionToo)
    expect(await admin.api.call('getDocumentById', 200, { spaceId, documentId: content.document })).toEqual(
      document,
    )

    const { id: pageId, documentId } = await admin.api.call<RevisionPage>('getPageInRevisionByPath', 200, {
      ...inRevision,
      pagePath: 'home',
    })
    const plain = await admin.api.call('getPageDocumentInRevisionById', 200, { ...inRevision, pageId })
    expect(await admin.api.call('getDocumentById', 200, { spaceId, documentId })).toEqual(plain)
    const query = { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' }
    const asked = { ...inRevision, pageId, query }
    expect(await admin.api.call('getPageDocumentInRevisionById', 200, asked)).toMatchObject({
      nodes: [{ type: 'paragraph' }, { type: 'heading-1' }],
    })

    await admin.api.call('getReusableContentById', 404, { spaceId, reusableContentId })
    await admin.api.call('mergeChangeRequest', 200, { spaceId, changeRequestId })
    expect(await admin.api.call('getReusableContentById', 200, { spaceId, reusableContentId })).toEqual(
      content,
    )
    await admin.api.call('getDocumentById', 404, { spaceId, documentId: 'nowhere' })
  })

  test('getSpacePDF, getChangeRequestPDF: an address that opens, 404', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    const { id: changeRequestId } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, {
      spaceId,
      body: {},
    })
    for (const { url } of [
      await admin.api.call<{ url: string }>('getSpacePDF', 200, { spaceId }),
      await admin.api.call<{ url: string }>('getChangeRequestPDF', 200, { spaceId, changeRequestId }),
    ]) {
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
    }
    await admin.api.call('getSpacePDF', 404, { spaceId, query: { page: 'nowhere' } })
    await admin.api.call('getChangeRequestPDF', 404, { spaceId, changeRequestId: 'nowhere' })
  })

  test('getEmbedByUrlInSpace: a link for what cannot be reached, 400 for what is no address', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world())
    const given = { spaceId, query: { url: 'http://127.0.0.1:1/' } }
    const link = { type: 'link', title: '127.0.0.1:1', site: '127.0.0.1:1' }
    expect(await admin.api.call('getEmbedByUrlInSpace', 200, given)).toEqual(link)
    await admin.api.call('getEmbedByUrlInSpace', 400, { spaceId, query: { url: 'javascript:alert(1)' } })
  })
}
