import { expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type { SearchPage, SearchSpace } from '../../packages/server/src/areas/search/schema.ts'
import { createSpace, type List, type Suite } from './world.ts'

export const searchOperations: Suite = (world) => {
  test('searchSpaceContent and searchOrganizationContent: 200 as soon as it is merged, 400, 404', async () => {
    const { admin, outsider, organizationId } = world()
    const { id: spaceId } = await createSpace(world(), { title: 'Gardens' })
    const { id: changeRequestId } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, {
      spaceId,
      body: {},
    })
    const markdown = '## Wässern\n\nChrysanthemums need water.\n\n## 搜索\n\n在句子里也能搜索文档。\n'
    const changes = [{ operation: 'insert_page', title: 'Flowers', document: { markdown } }]
    const request = { spaceId, changeRequestId }
    await admin.api.call('updateChangeRequestContent', 200, { ...request, body: { changes } })
    await admin.api.call('mergeChangeRequest', 200, request)

    for (const text of ['chrysanthemums', 'Chrysanth', 'chrisanthemums', 'wassern', '能搜索']) {
      const query = { query: text, limit: 5 }
      const pages = await admin.api.call<List<SearchPage>>('searchSpaceContent', 200, { spaceId, query })
      expect(pages.items.map(({ path }) => path)).toEqual(['flowers'])
      expect(pages.items[0]?.sections).toHaveLength(1)
      const spaces = await admin.api.call<List<SearchSpace>>('searchOrganizationContent', 200, {
        organizationId,
        query,
      })
      const found = { id: pages.items[0]?.id, path: 'flowers', rank: 1 }
      expect(spaces.items).toMatchObject([{ type: 'space', id: spaceId, title: 'Gardens', pages: [found] }])
    }
    const tooLong = { query: 'x'.repeat(513) }
    await admin.api.call('searchSpaceContent', 400, { spaceId, query: tooLong })
    await admin.api.call('searchOrganizationContent', 400, { organizationId, query: tooLong })
    await admin.api.call('searchSpaceContent', 400, { spaceId })
    const query = { query: 'chrysanthemums' }
    await outsider.api.call('searchSpaceContent', 404, { spaceId, query })
    await outsider.api.call('searchOrganizationContent', 404, { organizationId, query })
  })
}
