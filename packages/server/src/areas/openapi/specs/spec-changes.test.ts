import { afterAll, expect, test } from 'vitest'
import { expectStatus, readError, TestApp } from '../../../testing/app.ts'
import { readList } from '../../../testing/lists.ts'
import { createPetstore, createProcessedSpec } from '../../../testing/specs.ts'
import type { OpenAPISpecChanges, OpenAPISpecVersion } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const specs = `/orgs/${organizationId}/openapi`

const deletePet = {
  delete: { summary: 'Delete a pet', responses: { 204: { description: 'It is deleted.' } } },
}

/** Makes a spec of several versions, and returns their paths in the API from the first to the last. */
async function createVersions(slug: string, documents: readonly object[]): Promise<string[]> {
  for (const document of documents) {
    await createProcessedSpec(app, admin, organizationId, { slug, text: JSON.stringify(document) })
  }
  const { items } = await readList<OpenAPISpecVersion>(admin, `${specs}/${slug}/versions`)
  expect(items).toHaveLength(documents.length)
  return items.map(({ id }) => `${specs}/${slug}/versions/${id}`).toReversed()
}

const readChanges = async (path: string): Promise<OpenAPISpecChanges> =>
  expectStatus(200, await admin.get<OpenAPISpecChanges>(path))

test('operations and models that a version adds, changes and removes, since any earlier one', async () => {
  const { paths, components } = createPetstore()
  const { Pet } = components.schemas
  const withSize = { ...Pet, properties: { ...Pet.properties, size: { type: 'integer' } } }
  const owner = { type: 'object', properties: { name: { type: 'string' } } }
  const [first, second, third] = await createVersions('pets', [
    createPetstore(),
    createPetstore({ paths: { ...paths, '/pets/{id}': deletePet } }),
    createPetstore({
      paths: { '/pets': paths['/pets'] },
      components: { schemas: { Pet: withSize, Owner: owner } },
    }),
  ])

  expect(await readChanges(`${first}/changes`)).toMatchObject({ since: null, operations: [], models: [] })
  const added = { change: 'added', path: '/pets/{id}', method: 'delete', title: 'Delete a pet' }
  expect(await readChanges(`${second}/changes`)).toEqual({
    object: 'openapi-spec-changes',
    version: second?.split('/').at(-1),
    since: first?.split('/').at(-1),
    counts: {
      operations: { added: 1, removed: 0, changed: 0 },
      models: { added: 0, removed: 0, changed: 0 },
    },
    operations: [added],
    models: [],
  })
  // What an operation refers to belongs to it.
  const changed = { change: 'changed', path: '/pets', method: 'get', title: 'List pets' }
  const models = [
    { change: 'changed', name: 'Pet' },
    { change: 'added', name: 'Owner' },
  ]
  expect(await readChanges(`${third}/changes`)).toMatchObject({
    operations: [changed, { ...added, change: 'removed' }],
    models,
  })
  const since = first?.split('/').at(-1)
  expect(await readChanges(`${third}/changes?since=${since}`)).toMatchObject({
    since,
    operations: [changed],
    models,
  })
})

test('the order of fields is no change, and neither is one of another part', async () => {
  const { paths } = createPetstore()
  const { responses, ...rest } = paths['/pets'].get
  const [, second] = await createVersions('reordered', [
    createPetstore(),
    createPetstore({
      info: { title: 'Animals', version: '2' },
      paths: { '/pets': { get: { responses, ...rest } } },
    }),
  ])
  expect(await readChanges(`${second}/changes`)).toMatchObject({ operations: [], models: [] })
})

test('404 for a version that is not there, or is one of another spec', async () => {
  const [one] = await createVersions('one', [createPetstore()])
  const [two] = await createVersions('two', [createPetstore({ servers: [] })])
  const id = one?.split('/').at(-1)
  for (const path of [
    `${two}/changes?since=${id}`,
    `${specs}/two/versions/${id}/changes`,
    `${specs}/two/versions/nowhere/changes`,
  ]) {
    const answer = await admin.get(path)
    expect(answer.status).toBe(404)
    expect(readError(answer).message).toContain('version')
  }
})
