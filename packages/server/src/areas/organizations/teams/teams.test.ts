import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { readError, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { Team } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const owner = await app.member(organizationId, 'read')
const guest = await app.member(organizationId, null)
const { id: otherId, admin: stranger } = await app.organization('Other')

const teamsPath = `/orgs/${organizationId}/teams`

const put = (title: unknown) => admin.put(teamsPath, { title })
const findIdsByTitle = (title: string) => listIds(reader, `${teamsPath}?title=${encodeURIComponent(title)}`)

describe('PUT /orgs/:organizationId/teams', () => {
  test('201 with members by id and by address, each of them once', async () => {
    const { status, body } = await admin.put<Team>(teamsPath, {
      title: 'Writers',
      members: [reader.id, owner.email.toUpperCase(), owner.id, reader.id],
    })

    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'team',
      id: body.id,
      title: 'Writers',
      members: 2,
      spaces: 0,
      createdAt: expect.stringMatching(/Z$/),
      permissions: { admin: true, view: true },
    })
    expect((await reader.get<Team>(`${teamsPath}/${body.id}`)).body).toEqual({
      ...body,
      permissions: { admin: false, view: true },
    })
  })

  test('201 without members', async () => {
    expect((await admin.put<Team>(teamsPath, { title: 'Empty' })).body).toMatchObject({ members: 0 })
  })

  test('201 for titles up to the maximum length, 400 above it', async () => {
    expect((await put('x')).status).toBe(201)
    expect((await put('😀'.repeat(64))).status).toBe(201)
    for (const title of ['', '😀'.repeat(65), 7, null, undefined]) {
      const answer = await put(title)
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toContain('body.title')
    }
  })

  test('403 for members who are not admins, 404 for other organizations', async () => {
    expect((await reader.put(teamsPath, { title: 'Mine' })).status).toBe(403)
    expect((await stranger.put(teamsPath, { title: 'Mine' })).status).toBe(404)
  })

  test('404 for someone who is not a member, and no team is created', async () => {
    const title = `Team ${newId()}`

    for (const member of [stranger.id, stranger.email, newId(), 'nobody@example.com']) {
      expect((await admin.put(teamsPath, { title, members: [reader.id, member] })).status).toBe(404)
    }
    expect(await readList(admin, `${teamsPath}?title=${encodeURIComponent(title)}`)).toMatchObject({
      count: 0,
    })
  })
})

describe('GET /orgs/:organizationId/teams', () => {
  test('200 filters by title without regard to case, and takes wildcards literally', async () => {
    const team = await app.team(admin, organizationId, 'Ünder_50%')

    expect(await findIdsByTitle('der_50%')).toEqual([team.id])
    expect(await findIdsByTitle('ÜNDER')).toEqual([team.id])
    expect(await findIdsByTitle('%')).toEqual([team.id])
    expect(await findIdsByTitle('nothing like it')).toEqual([])
  })

  test('200 filters by who can manage: owners their teams, admins all', async () => {
    const { id, admin: boss } = await app.organization('Managed')
    const head = await app.member(id, 'read')
    const mine = await app.team(boss, id, 'Mine')
    const other = await app.team(boss, id, 'Other', [head])
    await boss.put(`/orgs/${id}/teams/${mine.id}/members/${head.id}`, { role: 'owner' })

    expect(await listIds(boss, `/orgs/${id}/teams?owner=${head.id}`)).toEqual([mine.id])
    expect(await listIds(boss, `/orgs/${id}/teams?owner=${boss.id}`)).toEqual([mine.id, other.id])
    expect(await listIds(boss, `/orgs/${id}/teams?owner=${newId()}`)).toEqual([])
    const { items } = await readList<Team>(head, `/orgs/${id}/teams`)
    expect(items.map(({ permissions }) => permissions.admin)).toEqual([true, false])
  })

  test('200 counts the spaces granted to a team, directly and through collections, once each', async () => {
    const { id, admin: boss } = await app.organization('Granted')
    const team = await app.team(boss, id, 'Writers')
    const outer = await app.collection(boss, id)
    const inner = await app.collection(boss, id, { parent: outer.id })
    const direct = await app.space(boss, id)
    const inside = await app.space(boss, id, { parent: inner.id })
    const count = async () => (await readList<Team>(boss, `/orgs/${id}/teams`)).items[0]?.spaces
    const grant = (content: string) =>
      boss.patch(`/${content}/permissions/teams/${team.id}`, { role: 'read' })

    expect(await count()).toBe(0)
    await grant(`spaces/${direct.id}`)
    expect(await count()).toBe(1)
    await grant(`collections/${outer.id}`)
    await grant(`collections/${inner.id}`)
    await grant(`spaces/${inside.id}`)
    expect(await count()).toBe(2)
    await boss.delete(`/spaces/${direct.id}`)
    expect(await count()).toBe(1)
    await boss.post(`/spaces/${inside.id}/move`, { parent: null })
    await boss.delete(`/spaces/${inside.id}/permissions/teams/${team.id}`)
    expect(await count()).toBe(0)
  })

  test('403 for guests, 404 for other organizations', async () => {
    expect((await guest.get(teamsPath)).status).toBe(403)
    expect((await stranger.get(teamsPath)).status).toBe(404)
  })
})

describe('GET /orgs/:organizationId/teams/:teamId', () => {
  test('200 for a guest who is in it, 404 for one who is not', async () => {
    const team = await app.team(admin, organizationId, 'With guest', [guest])
    const other = await app.team(admin, organizationId, 'Without')

    expect((await guest.get(`${teamsPath}/${team.id}`)).status).toBe(200)
    expect((await guest.get(`${teamsPath}/${team.id}/members`)).status).toBe(200)
    expect((await guest.get(`${teamsPath}/${other.id}`)).status).toBe(404)
    expect((await guest.get(`${teamsPath}/${other.id}/members`)).status).toBe(404)
  })

  test('404 for what is missing, or of another organization', async () => {
    const foreign = await app.team(stranger, otherId, 'Foreign')

    expect((await admin.get(`${teamsPath}/${newId()}`)).status).toBe(404)
    expect((await admin.get(`${teamsPath}/${foreign.id}`)).status).toBe(404)
    expect((await stranger.get(`${teamsPath}/${foreign.id}`)).status).toBe(404)
  })
})

describe('PATCH /orgs/:organizationId/teams/:teamId', () => {
  test('200 for admins and for owners of the team', async () => {
    const team = await app.team(admin, organizationId, 'Before', [reader])
    const path = `${teamsPath}/${team.id}`
    await admin.put(`${path}/members/${owner.id}`, { role: 'owner' })

    expect((await admin.patch<Team>(path, { title: 'Between' })).body.title).toBe('Between')
    const { status, body } = await owner.patch<Team>(path, { title: 'After' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'After', members: 2, permissions: { admin: true, view: true } })
    expect((await reader.get<Team>(path)).body.title).toBe('After')
  })

  test('400 without a title, or with one that is too long', async () => {
    const team = await app.team(admin, organizationId, 'Kept')

    for (const body of [{}, { title: '' }, { title: 'x'.repeat(65) }]) {
      expect((await admin.patch(`${teamsPath}/${team.id}`, body)).status).toBe(400)
    }
  })

  test('403 for plain members of it, 404 for what is missing or hidden', async () => {
    const team = await app.team(admin, organizationId, 'Kept', [reader])
    const path = `${teamsPath}/${team.id}`

    expect((await reader.patch(path, { title: 'x' })).status).toBe(403)
    expect((await guest.patch(path, { title: 'x' })).status).toBe(404)
    expect((await stranger.patch(path, { title: 'x' })).status).toBe(404)
    expect((await admin.patch(`${teamsPath}/${newId()}`, { title: 'x' })).status).toBe(404)
    const foreign = await app.team(stranger, otherId, 'Foreign')
    expect((await admin.patch(`${teamsPath}/${foreign.id}`, { title: 'x' })).status).toBe(404)
  })
})

describe('DELETE /orgs/:organizationId/teams/:teamId', () => {
  test('205 and the grants of the team are deleted', async () => {
    const team = await app.team(admin, organizationId, 'Doomed', [guest])
    const space = await app.space(admin, organizationId)
    await admin.patch(`/spaces/${space.id}/permissions/teams/${team.id}`, { role: 'read' })
    expect((await guest.get(`/spaces/${space.id}`)).status).toBe(200)

    expect((await admin.delete(`${teamsPath}/${team.id}`)).status).toBe(205)

    expect((await guest.get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await admin.get(`${teamsPath}/${team.id}`)).status).toBe(404)
    expect(await readList(admin, `/spaces/${space.id}/permissions/teams`)).toMatchObject({ count: 0 })
  })

  test('204 when there is none, also when it is of another organization', async () => {
    const foreign = await app.team(stranger, otherId, 'Foreign')

    expect((await admin.delete(`${teamsPath}/${newId()}`)).status).toBe(204)
    expect((await admin.delete(`${teamsPath}/${foreign.id}`)).status).toBe(204)
    expect((await stranger.get(`/orgs/${otherId}/teams/${foreign.id}`)).status).toBe(200)
  })

  test('403 for owners of the team, 404 for other organizations', async () => {
    const team = await app.team(admin, organizationId, 'Kept')
    await admin.put(`${teamsPath}/${team.id}/members/${owner.id}`, { role: 'owner' })

    expect((await owner.delete(`${teamsPath}/${team.id}`)).status).toBe(403)
    expect((await stranger.delete(`${teamsPath}/${team.id}`)).status).toBe(404)
  })
})
