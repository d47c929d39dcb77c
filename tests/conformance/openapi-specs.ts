import { expect, test } from 'vitest'
import type {
  OpenAPISpec,
  OpenAPISpecContent,
  OpenAPISpecRawContent,
  OpenAPISpecVersion,
} from '../../packages/server/src/areas/openapi/specs/schema.ts'
import type { RevisionPages } from '../../packages/server/src/areas/content/revisions/schema.ts'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import type { List, Suite } from './world.ts'

const description = (version: string) =>
  `openapi: 3.1.0\ninfo: { title: Pets, version: "${version}" }\npaths:\n  /pets:\n    get:\n      responses: { "200": { description: ok } }\n`

/** Something that is computed from a spec. */
const from = (props: object, spec = 'pets') => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props,
})

export const openapiSpecOperations: Suite = (world) => {
  test('OpenAPI specs: created, read, put, published, listed with their versions, deleted; 400, 403, 404, 409', async () => {
    const { admin, member, outsider, organizationId } = world()
    const given = { organizationId, specSlug: 'pets' }
    const complete = () =>
      waitFor('the spec to be read', async () => {
        const spec = await admin.api.call<OpenAPISpec>('getOpenAPISpecBySlug', 200, given)
        return spec.processingState === 'complete' && spec
      })
    const source = { text: description('1') }
    const created = await admin.api.call<OpenAPISpec>('createOpenAPISpec', 201, {
      organizationId,
      body: { slug: 'pets', source },
    })
    expect(created).toMatchObject({ slug: 'pets', processingState: 'pending', visibility: 'private' })
    await admin.api.call('createOpenAPISpec', 409, { organizationId, body: { slug: 'pets', source } })
    for (const body of [
      { slug: 'Pets', source },
      { slug: 'other', source: {} },
      { slug: 'other', source: { url: 'file:///etc/passwd' } },
      { source },
    ]) {
      await admin.api.call('createOpenAPISpec', 400, { organizationId, body })
    }
    await member.api.call('createOpenAPISpec', 403, { organizationId, body: { slug: 'other', source } })
    const first = await complete()
    expect(first.lastVersion).toBeDefined()

    await admin.api.call('createOrUpdateOpenAPISpecBySlug', 200, {
      ...given,
      body: { source: { text: description('2') } },
    })
    const second = await complete()
    const put = await admin.api.call<OpenAPISpec>('createOrUpdateOpenAPISpecBySlug', 201, {
      organizationId,
      specSlug: 'broken',
      body: { source: { text: '{"no": "OpenAPI"}' } },
    })
    expect(put).not.toHaveProperty('lastVersion')
    await admin.api.call('createOrUpdateOpenAPISpecBySlug', 400, { ...given, body: {} })
    const { items } = await member.api.call<List<OpenAPISpec>>('listOpenAPISpecs', 200, { organizationId })
    expect(items.map(({ slug }) => slug)).toEqual(['pets', 'broken'])

    const { items: versions } = await member.api.call<List<OpenAPISpecVersion>>(
      'listOpenAPISpecVersions',
      200,
      given,
    )
    expect(versions.map(({ id }) => id)).toEqual([second.lastVersion, first.lastVersion])
    expect(await admin.api.call('getLatestOpenAPISpecVersion', 200, given)).toEqual(versions[0])
    const versionId = first.lastVersion
    const byId = { ...given, versionId }
    expect(await admin.api.call('getOpenAPISpecVersionById', 200, byId)).toEqual(versions[1])
    const latest = await admin.api.call<OpenAPISpecContent>('getLatestOpenAPISpecVersionContent', 200, given)
    expect(latest.filesystem).toMatchObject([{ specification: { info: { version: '2' } } }])
    const earlier = await admin.api.call<OpenAPISpecContent>('getOpenAPISpecVersionContentById', 200, byId)
    expect(earlier.filesystem).toMatchObject([{ specification: { info: { version: '1' } } }])
    const raw = await admin.api.call<OpenAPISpecRawContent>(
      'getLatestOpenAPISpecVersionContentRaw',
      200,
      given,
    )
    expect(raw).toEqual({ text: description('2'), format: 'yaml' })

    const { id: spaceId } = await admin.api.call<Space>('createSpace', 201, {
      organizationId,
      body: { title: 'Reference', computedSource: from({ models: true }) },
    })
    const { pages } = await admin.api.call<RevisionPages>('listPages', 200, { spaceId })
    expect(pages.map(({ title }) => title)).toEqual(['Pets'])
    const whole = await admin.api.call<RevisionPages>('getComputedRevision', 200, {
      spaceId,
      body: { source: from({ models: true }), seed: pages[0]?.computedSeed },
    })
    expect(whole.pages[0]?.id).toBe(pages[0]?.id)
    await admin.api.call('getComputedDocument', 200, {
      spaceId,
      body: { source: pages[0]?.computed, seed: 'x' },
    })
    await admin.api.call('getComputedDocument', 400, { spaceId, body: { source: from({}), seed: 'x' } })
    for (const operationId of ['getComputedDocument', 'getComputedRevision'] as const) {
      const props = operationId === 'getComputedDocument' ? { doc: 'models' } : { models: true }
      const body = { source: from(props, 'nowhere'), seed: 'x' }
      await admin.api.call(operationId, 404, { spaceId, body })
      await outsider.api.call(operationId, 404, { spaceId, body })
    }

    const published = await admin.api.call<OpenAPISpec>('updateOpenAPISpecBySlug', 200, {
      ...given,
      body: { visibility: 'public' },
    })
    expect(published).toMatchObject({ visibility: 'public', urls: { published: expect.any(String) } })
    await admin.api.call('updateOpenAPISpecBySlug', 400, { ...given, body: { visibility: 'everyone' } })
    await member.api.call('updateOpenAPISpecBySlug', 403, { ...given, body: { visibility: 'private' } })

    for (const operationId of [
      'getOpenAPISpecBySlug',
      'listOpenAPISpecVersions',
      'getLatestOpenAPISpecVersionContent',
      'getLatestOpenAPISpecVersionContentRaw',
    ] as const) {
      await outsider.api.call(operationId, 404, given)
      await admin.api.call(operationId, 404, { ...given, specSlug: 'nowhere' })
    }
    await admin.api.call('getOpenAPISpecVersionContentById', 404, { ...given, versionId: 'nowhere' })
    await member.api.call('deleteOpenAPISpecBySlug', 403, given)
    await admin.api.call('deleteOpenAPISpecBySlug', 205, given)
    await admin.api.call('deleteOpenAPISpecBySlug', 204, given)
    await admin.api.call('getOpenAPISpecBySlug', 404, given)
  })
}
