import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus } from '../../../testing/app.ts'
import { writePages } from '../../../testing/content.ts'
import { readList } from '../../../testing/lists.ts'
import { getResultSpace, TranslationWorld } from '../../../testing/translation-world.ts'
import type { Translation } from './schema.ts'

const world = await TranslationWorld.start()
const {
  app,
  admin,
  organizationId,
  translator,
  makePath,
  readTranslation,
  waitForRuns,
  createTranslation,
  createSource,
} = world
beforeEach(world.resetTranslator)
afterEach(world.deleteResults)
afterAll(world.close)

describe('access to a translation', () => {
  test('needs access to its source, and the translated space has the access of the source', async () => {
    const collection = await app.collection(admin, organizationId)
    const space = await createSource({ parent: collection.id })
    expectStatus(200, await admin.patch(`/spaces/${space.id}`, { defaultLevel: null }))
    const created = await createTranslation(space.id)
    const done = await waitForRuns(created.id, 1)
    const member = await app.member(organizationId, 'create')

    expect((await member.get(makePath(created.id))).status).toBe(404)
    expect((await member.post(`${makePath(created.id)}/run`)).status).toBe(404)
    expect((await member.get(`/spaces/${getResultSpace(done)}`)).status).toBe(404)
    const list = await readList<Translation>(member, `/orgs/${organizationId}/translations?limit=1000`)
    expect(list.items.map(({ id }) => id)).not.toContain(created.id)
    const grants = { role: 'read', users: [member.id] }
    expectStatus(204, await admin.post(`/spaces/${space.id}/permissions`, grants))
    expect(await readTranslation(created.id, member)).toMatchObject({
      permissions: { view: true, edit: false },
    })
    expect((await member.delete(makePath(created.id))).status).toBe(403)
  })

  test('is not possible from another organization, by either id', async () => {
    const { id: otherId, admin: stranger } = await app.organization('Other')
    const space = await createSource()
    const created = await createTranslation(space.id)
    await waitForRuns(created.id, 1)
    const path = `/orgs/${otherId}/translations`
    expect((await stranger.get(`${path}/${created.id}`)).status).toBe(404)
    expect((await stranger.post(`${path}/${created.id}/run`)).status).toBe(404)
    expect((await stranger.delete(`${path}/${created.id}`)).status).toBe(204)
    const body = { source: { space: space.id, language: 'en' }, language: 'fr' }
    expect((await stranger.post(path, body)).status).toBe(404)
    expect((await stranger.get(makePath(created.id))).status).toBe(404)
    expect((await readTranslation(created.id)).id).toBe(created.id)
  })

  test('without a source, after the source space was transferred', async () => {
    const { id: otherId } = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Second' }))
    const space = await createSource()
    const created = await createTranslation(space.id)
    await waitForRuns(created.id, 1)
    translator.requests.length = 0
    expectStatus(200, await admin.post(`/spaces/${space.id}/transfer`, { organization: otherId }))
    await writePages(admin, space.id, [{ title: 'Secret', markdown: 'Secret words.\n' }])
    expect((await admin.post(`${makePath(created.id)}/run`)).status).toBe(409)
    expect(await readTranslation(created.id)).toMatchObject({
      status: 'completed',
      error: expect.stringMatching(/organization/),
    })
    expect(translator.requests).toEqual([])
  })
})
