import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { InviteLink } from '../../sign-in/invites/schema.ts'
import type { Space } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: sourceId, admin } = await app.organization('Source')
const { id: targetId, admin: targetAdmin } = await app.organization('Target')
const member = await app.member(sourceId, 'create')

/** Creates a person who is an admin of both organizations. */
async function createAdminOfBoth() {
  const person = await app.member(sourceId, 'admin')
  await app.addMember(targetId, person, 'admin')
  return person
}

const both = await createAdminOfBoth()

describe('POST /spaces/:spaceId/transfer', () => {
  test('200 moves it to the top level of the other organization', async () => {
    const { id: parent } = await app.collection(admin, sourceId)
    const space = await app.space(admin, sourceId, { title: 'Traveller', parent })
    const there = await app.space(targetAdmin, targetId)

    const { status, body } = await both.post<Space>(`/spaces/${space.id}/transfer`, {
      organization: targetId,
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: space.id, organization: targetId, revision: space.revision })
    expect(body).not.toHaveProperty('parent')
    expect((await admin.get(`/spaces/${space.id}`)).status).toBe(404)
    expect(await readList(admin, `/collections/${parent}/spaces`)).toMatchObject({ count: 0 })
    expect((await targetAdmin.get<Space>(`/spaces/${space.id}`)).body.permissions.admin).toBe(true)
    expect(await listIds(targetAdmin, `/orgs/${targetId}/spaces`)).toEqual([there.id, space.id])
  })

  test('200 removes grants and invite links', async () => {
    const space = await app.space(admin, sourceId)
    const team = await app.team(admin, sourceId, 'Writers', [member])
    await admin.patch(`/spaces/${space.id}/permissions/users/${member.id}`, { role: 'edit' })
    await admin.patch(`/spaces/${space.id}/permissions/teams/${team.id}`, { role: 'edit' })
    const link = await admin.post<InviteLink>(`/orgs/${sourceId}/link-invites`, {
      space: space.id,
      level: 'edit',
    })
    const guest = await app.person()

    expect((await both.post(`/spaces/${space.id}/transfer`, { organization: targetId })).status).toBe(200)

    expect((await member.get(`/spaces/${space.id}`)).status).toBe(404)
    for (const kind of ['users', 'teams']) {
      const grants = await readList(targetAdmin, `/spaces/${space.id}/permissions/${kind}`)
      expect(grants).toMatchObject({ count: 0 })
    }
    expect((await guest.post(`/orgs/${sourceId}/invites/${link.body.id}`)).status).toBe(404)
    expect((await admin.get<{ spaces: number }>(`/orgs/${sourceId}/teams/${team.id}`)).body.spaces).toBe(0)
  })

  test('200 to another organization and back', async () => {
    const space = await app.space(admin, sourceId)
    await both.post(`/spaces/${space.id}/transfer`, { organization: targetId })

    expect((await both.post(`/spaces/${space.id}/transfer`, { organization: sourceId })).status).toBe(200)
    expect((await admin.get<Space>(`/spaces/${space.id}`)).body.organization).toBe(sourceId)
  })

  test('200 for concurrent transfers in both directions, without a deadlock', async () => {
    const there = await Promise.all(Array.from({ length: 6 }, () => app.space(both, sourceId)))
    const back = await Promise.all(Array.from({ length: 6 }, () => app.space(both, targetId)))
    const answers = await Promise.all([
      ...there.map(({ id }) => both.post<Space>(`/spaces/${id}/transfer`, { organization: targetId })),
      ...back.map(({ id }) => both.post<Space>(`/spaces/${id}/transfer`, { organization: sourceId })),
    ])

    expect(countStatuses(answers)).toEqual({ 200: 12 })
    const rows = await app.database.rows<{ id: string }>(sql`
      select id from spaces where organization_id = ${targetId} and id = any(${there.map(({ id }) => id)})`)
    expect(rows).toHaveLength(6)
  })

  test('400 without an organization, and with one that is not a string', async () => {
    const space = await app.space(admin, sourceId)

    expect((await both.post(`/spaces/${space.id}/transfer`)).status).toBe(400)
    expect((await both.post(`/spaces/${space.id}/transfer`, {})).status).toBe(400)
    expect((await both.post(`/spaces/${space.id}/transfer`, { organization: 7 })).status).toBe(400)
  })

  test('403 for an admin of the space who is not an admin of its organization', async () => {
    const space = await app.space(member, sourceId)
    await app.addMember(targetId, member, 'admin')

    expect((await member.post(`/spaces/${space.id}/transfer`, { organization: targetId })).status).toBe(403)
  })

  test('403 for members who are not an admin of the other organization', async () => {
    const space = await app.space(admin, sourceId)
    const halfway = await app.member(sourceId, 'admin')
    await app.addMember(targetId, halfway, 'create')

    expect((await halfway.post(`/spaces/${space.id}/transfer`, { organization: targetId })).status).toBe(403)
    expect((await admin.get<Space>(`/spaces/${space.id}`)).body.organization).toBe(sourceId)
  })

  test('404 for an organization that does not exist or is hidden', async () => {
    const space = await app.space(admin, sourceId)

    expect((await admin.post(`/spaces/${space.id}/transfer`, { organization: newId() })).status).toBe(404)
    expect((await admin.post(`/spaces/${space.id}/transfer`, { organization: targetId })).status).toBe(404)
  })

  test('404 for a space that is deleted or of another organization', async () => {
    const space = await app.space(admin, sourceId)
    const body = { organization: targetId }
    expect((await targetAdmin.post(`/spaces/${space.id}/transfer`, body)).status).toBe(404)
    await admin.delete(`/spaces/${space.id}`)

    expect((await both.post(`/spaces/${space.id}/transfer`, body)).status).toBe(404)
  })

  test('409 for the organization that it is in already', async () => {
    const space = await app.space(admin, sourceId)

    expect((await both.post(`/spaces/${space.id}/transfer`, { organization: sourceId })).status).toBe(409)
  })
})
