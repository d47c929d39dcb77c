import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { countStatuses, readError, type Person, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { Member } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

/** An organization with two admins. */
async function createTwoAdmins() {
  const { id, admin: first } = await app.organization()
  return { id, first, second: await app.member(id, 'admin') }
}

const listAdminIds = async (who: Person, id: string) => listIds(who, `/orgs/${id}/members?role=admin`)

describe('DELETE /orgs/:organizationId/members/:userId', () => {
  test('205 and their grants and team memberships are deleted', async () => {
    const { id, admin } = await app.organization()
    const member = await app.member(id, 'create')
    const team = await app.team(admin, id, 'Writers', [member])
    const space = await app.space(member, id)

    expect((await admin.delete(`/orgs/${id}/members/${member.id}`)).status).toBe(205)

    expect((await member.get(`/orgs/${id}`)).status).toBe(404)
    expect((await member.get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await admin.get<{ members: number }>(`/orgs/${id}/teams/${team.id}`)).body.members).toBe(0)
    expect(await readList(admin, `/spaces/${space.id}/permissions/users`)).toMatchObject({ count: 0 })
    expect((await member.get('/user')).status).toBe(200)
    // Who comes back does not find old rights waiting.
    await app.addMember(id, member, null)
    expect((await member.get(`/spaces/${space.id}`)).status).toBe(404)
  })

  test('205 for members who leave, including guests', async () => {
    const { id } = await app.organization()

    for (const role of ['read', null] as const) {
      const member = await app.member(id, role)
      expect((await member.delete(`/orgs/${id}/members/${member.id}`)).status).toBe(205)
      expect((await member.get(`/orgs/${id}`)).status).toBe(404)
    }
  })

  test('204 for people who are not members', async () => {
    const { id, admin } = await app.organization()
    const outside = await app.person()

    expect((await admin.delete(`/orgs/${id}/members/${outside.id}`)).status).toBe(204)
    expect((await admin.delete(`/orgs/${id}/members/${newId()}`)).status).toBe(204)
  })

  test('403 for removing others without being an admin; 404 with a foreign token', async () => {
    const { id, admin } = await app.organization()
    const member = await app.member(id, 'create')

    expect((await member.delete(`/orgs/${id}/members/${admin.id}`)).status).toBe(403)
    const stranger = await app.person()
    expect((await stranger.delete(`/orgs/${id}/members/${member.id}`)).status).toBe(404)
    expect((await member.get(`/orgs/${id}`)).status).toBe(200)
  })

  test('409 for the last admin, until there is another', async () => {
    const { id, admin } = await app.organization()
    const member = await app.member(id, 'create')
    const path = `/orgs/${id}/members/${admin.id}`
    const answer = await admin.delete(path)

    expect(answer.status).toBe(409)
    expect(readError(answer).message).toContain('last admin')
    expect((await admin.get(`/orgs/${id}`)).status).toBe(200)
    await admin.patch(`/orgs/${id}/members/${member.id}`, { role: 'admin' })
    expect((await admin.delete(path)).status).toBe(205)
    expect(await listAdminIds(member, id)).toEqual([member.id])
  })

  test('409 for one of two last admins who remove each other at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, first, second } = await createTwoAdmins()
      const answers = await Promise.all([
        first.delete(`/orgs/${id}/members/${second.id}`),
        second.delete(`/orgs/${id}/members/${first.id}`),
      ])

      expect(countStatuses(answers)).toEqual({ 205: 1, 409: 1 })
      const left = answers[0].status === 205 ? first : second
      expect(await listAdminIds(left, id)).toEqual([left.id])
    }
  })

  test('409 for one of two last admins who leave at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, first, second } = await createTwoAdmins()
      const answers = await Promise.all(
        [first, second].map((who) => who.delete(`/orgs/${id}/members/${who.id}`)),
      )

      expect(countStatuses(answers)).toEqual({ 205: 1, 409: 1 })
    }
  })
})

describe('PATCH /orgs/:organizationId/members/:userId', () => {
  test('409 for demoting the last admin, to any role', async () => {
    const { id, admin } = await app.organization()
    const path = `/orgs/${id}/members/${admin.id}`

    for (const role of ['create', 'read', null]) {
      expect((await admin.patch(path, { role })).status).toBe(409)
    }
    expect((await admin.patch<Member>(path, { role: 'admin' })).body.role).toBe('admin')
  })

  test('409 for one of two last admins who demote each other, or of whom one leaves, at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, first, second } = await createTwoAdmins()
      const answers = await Promise.all([
        first.patch(`/orgs/${id}/members/${second.id}`, { role: 'read' }),
        round % 2 === 0
          ? second.patch(`/orgs/${id}/members/${first.id}`, { role: null })
          : first.delete(`/orgs/${id}/members/${first.id}`),
      ])

      expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
      const left = answers[0].status === 200 ? first : second
      expect(await listAdminIds(left, id)).toEqual([left.id])
    }
  })
})
