import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type { ImportContentResult } from '../../packages/server/src/areas/imports/schema.ts'
import { createSpace, type Suite } from './world.ts'

export const importOperations: Suite = (world) => {
  let server: Server
  let url: string

  beforeAll(async () => {
    server = createServer((_request, response) => response.end('# Imported\n\nText\n'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page.md`
  })
  afterAll(() => server.close())

  test('importContent, importContentInChangeRequest', async () => {
    const { admin, outsider } = world()
    const { id: spaceId } = await createSpace(world())
    const body = { source: 'markdown', url }
    const counts = { importedResources: 1, totalResources: 1 }
    const result = await admin.api.call<ImportContentResult>('importContent', 201, { spaceId, body })
    expect(result).toMatchObject(counts)
    await admin.api.call('getRevisionById', 200, { spaceId, revisionId: result.revision })
    await admin.api.call('importContent', 400, { spaceId, body: { source: 'pdf', url } })
    await admin.api.call('importContent', 400, {
      spaceId,
      body: { source: 'markdown', url: 'http://10.0.0.1/' },
    })
    await outsider.api.call('importContent', 404, { spaceId, body })

    const { id: changeRequestId } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, {
      spaceId,
      body: { subject: 'Imported' },
    })
    const there = { spaceId, changeRequestId, body }
    expect(await admin.api.call('importContentInChangeRequest', 201, there)).toMatchObject(counts)
    await outsider.api.call('importContentInChangeRequest', 404, there)
  })

  test('applyTemplateToSpace', async () => {
    const { admin, outsider } = world()
    const { id: spaceId } = await createSpace(world())
    const body = {
      id: 'api-reference',
      params: {
        contentRefs: {
          specification: { kind: 'url', url: 'https://example.com/openapi.yaml' },
          support: { kind: 'space', space: spaceId },
        },
      },
    }
    expect(await admin.api.call('applyTemplateToSpace', 201, { spaceId, body })).toBeUndefined()
    await admin.api.call('applyTemplateToSpace', 400, { spaceId, body: { id: 'api-reference' } })
    await admin.api.call('applyTemplateToSpace', 404, { spaceId, body: { id: 'nowhere' } })
    await outsider.api.call('applyTemplateToSpace', 404, { spaceId, body })
  })
}
