import { expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type { RevisionFile } from '../../packages/server/src/areas/content/files/schema.ts'
import type {
  ContentLocation,
  Link,
  LinkStats,
} from '../../packages/server/src/areas/content/links/schema.ts'
import type { RevisionPage } from '../../packages/server/src/areas/content/revisions/schema.ts'
import { createCollection, createSpace, type List, type Suite } from './world.ts'

type Links = List<Link> & LinkStats

export const linkOperations: Suite = (world) => {
  test('links, backlinks and meta links of pages and files: 200 with every kind of target, 404', async () => {
    const { admin, outsider } = world()
    const { id: spaceId } = await createSpace(world())
    const { id: otherId } = await createSpace(world())
    const { id: collectionId } = await createCollection(world())
    const request = async () => {
      const { id } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, { spaceId, body: {} })
      return { spaceId, changeRequestId: id }
    }
    const write = (given: object, changes: object[]) =>
      admin.api.call<{ insertedFiles: RevisionFile[] }>('updateChangeRequestContent', 200, {
        ...given,
        body: { changes },
        query: { compat: false },
      })
    const first = await request()
    const { insertedFiles } = await write(first, [
      { operation: 'insert_files', files: [{ name: 'notes.txt', base64: 'SGVsbG8=' }] },
      { operation: 'insert_page', title: 'Target', document: { markdown: '## Part' } },
    ])
    const fileId = insertedFiles[0]?.id ?? ''
    const addresses = [
      'target.md',
      'target.md#part',
      'target.md#gone',
      'gone.md',
      'https://example.com/',
      `/spaces/${otherId}`,
      `/collections/${collectionId}`,
      `/users/${admin.id}`,
      '/openapi/gone',
    ]
    const markdown = `${addresses.map((address) => `[x](${address})`).join('\n\n')}\n\n{% file src="/files/${fileId}" %}\n`
    await write(first, [{ operation: 'insert_page', title: 'Source', document: { markdown } }])
    await admin.api.call('mergeChangeRequest', 200, first)
    const idAt = async (pagePath: string) =>
      (await admin.api.call<RevisionPage>('getPageByPath', 200, { spaceId, pagePath })).id
    const [target, source] = [await idAt('target'), await idAt('source')]

    const all = await admin.api.call<Links>('listSpaceLinks', 200, { spaceId })
    expect(all.items.map(({ status, targetReference }) => `${status} ${targetReference?.kind}`)).toEqual([
      'ok page',
      'ok page',
      'broken page',
      'broken url',
      'ok url',
      'ok space',
      'ok collection',
      'ok user',
      'broken url',
      'ok file',
    ])
    expect(all.stats).toEqual({ total: 10, broken: { total: 3 } })
    const ofPage = await admin.api.call<Links>('listPageLinksInSpace', 200, { spaceId, pageId: source })
    expect(ofPage).toEqual(all)
    const broken = { spaceId, query: { status: 'broken', limit: 2 } }
    expect(await admin.api.call('listSpaceLinks', 200, broken)).toMatchObject({ count: 3, stats: all.stats })

    const second = await request()
    await write(second, [{ operation: 'update_page', page: target, document: { markdown: 'No part' } }])
    expect(
      await admin.api.call('listPageLinksInChangeRequest', 200, { ...second, pageId: source }),
    ).toMatchObject({ stats: { total: 10, broken: { total: 4, changeRequest: 1 } } })

    for (const [operationId, given, count] of [
      ['listSpacePageBacklinks', { spaceId, pageId: target }, 3],
      ['listChangeRequestPageBacklinks', { ...second, pageId: target }, 3],
      ['listSpaceFileBacklinks', { spaceId, fileId }, 1],
      ['listChangeRequestFileBacklinks', { ...second, fileId }, 1],
    ] as const) {
      const backlinks = await admin.api.call<List<ContentLocation>>(operationId, 200, given)
      expect(backlinks.items.map(({ page }) => page?.id)).toEqual(Array(count).fill(source))
      await outsider.api.call(operationId, 404, given)
      await admin.api.call(operationId, 404, { ...given, pageId: 'nowhere', fileId: 'nowhere' })
    }

    const { revision: revisionId } = await admin.api.call<ChangeRequest>('getChangeRequestById', 200, second)
    for (const [operationId, given] of [
      ['listSpacePageMetaLinks', { spaceId }],
      ['listChangeRequestPageMetaLinks', second],
      ['listRevisionPageMetaLinks', { spaceId, revisionId }],
    ] as const) {
      expect(await admin.api.call(operationId, 200, { ...given, pageId: target })).toEqual({})
      await admin.api.call(operationId, 404, { ...given, pageId: 'nowhere' })
    }
  })
}
