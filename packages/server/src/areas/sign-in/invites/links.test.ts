import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { type Client, countStatuses, readError, expectStatus, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { Member } from '../../organizations/members/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { InviteLink } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const creator = await app.member(organizationId, 'create')
const { id: otherId, admin: stranger } = await app.organization('Other')

const linksPath = `/orgs/${organizationId}/link-invites`

const link = async (body: object, by: Client = admin) =>
  expectStatus(201, await by.post<InviteLink>(linksPath, body))

const join = (who: Client, { id }: { id: string }) => who.post(`/orgs/${organizationId}/invites/${id}`)

const roleOf = async (userId: string) =>
  (await admin.get<Member>(`/orgs/${organizationId}/members/${userId}`)).body.role

describe('POST /orgs/:organizationId/link-invites', () => {
  test('201 to the organization, to a space, to a collection', async () => {
    const space = await app.space(creator, organizationId)
    const collection = await app.collection(creator, organizationId)

    expect(await link({ role: 'edit' })).toMatchObject({ object: 'invite', role: 'edit', redundant: true })
    expect(await link({ level: 'read', space: space.id }, creator)).toMatchObject({
      level: 'read',
      space: { id: space.id },
    })
    expect(await link({ level: 'admin', collection: collection.id }, creator)).toMatchObject({
      level: 'admin',
      collection: { id: collection.id },
    })
  })

  test.each([
    [{}],
    [{ level: 'read' }],
    [{ space: 'x' }],
    [{ role: 'read', space: 'x' }],
    [{ level: 'read', space: 'x', collection: 'y' }],
    [{ role: 'owner' }],
  ])('400 for %j', async (body) => {
    expect((await admin.post(linksPath, body)).status).toBe(400)
  })

  test('403 for people who are not admins of what it invites to', async () => {
    const space = await app.space(admin, organizationId)

    expect((await creator.post(linksPath, { role: 'read' })).status).toBe(403)
    expect((await creator.post(linksPath, { level: 'read', space: space.id })).status).toBe(403)
  })

  test('404 for content that is missing or of another organization', async () => {
    const foreign = await app.space(stranger, otherId)
    const both = await app.member(organizationId, 'admin')
    await stranger.post(`/orgs/${otherId}/invites`, { emails: [both.email], role: 'admin' })

    expect((await admin.post(linksPath, { level: 'read', space: newId() })).status).toBe(404)
    expect((await admin.post(linksPath, { level: 'read', space: foreign.id })).status).toBe(404)
    expect((await both.post(linksPath, { level: 'read', space: foreign.id })).status).toBe(404)
    expect((await stranger.post(linksPath, { role: 'read' })).status).toBe(404)
  })
})

describe('GET /orgs/:organizationId/link-invites', () => {
  test('200 lists those to the organization, for its admins', async () => {
    const { id, admin: owner } = await app.organization('Links')
    const space = await app.space(owner, id)
    const path = `/orgs/${id}/link-invites`
    const first = await owner.post<InviteLink>(path, { role: 'read' })
    await owner.post(path, { level: 'read', space: space.id })
    const second = await owner.post<InviteLink>(path, { role: null })

    expect(await listIds(owner, path)).toEqual([first.body.id, second.body.id])
    expect(await readList(owner, path)).toMatchObject({ count: 2 })
    const member = await app.member(id, 'create')
    expect((await member.get(path)).status).toBe(403)
    expect((await stranger.get(path)).status).toBe(404)
  })
})

describe('GET, PATCH and DELETE /orgs/:organizationId/link-invites/:inviteId', () => {
  test('200 reads and changes what it gives', async () => {
    const { id } = await link({ role: 'read' })
    const space = await app.space(admin, organizationId)
    const { id: toSpace } = await link({ level: 'read', space: space.id })

    const changed = await admin.patch<InviteLink>(`${linksPath}/${id}`, { role: 'review' })
    expect(changed.body.role).toBe('review')
    expect((await admin.get<InviteLink>(`${linksPath}/${id}`)).body).toEqual(changed.body)
    await admin.patch(`${linksPath}/${toSpace}`, { level: 'edit' })
    expect((await admin.get<InviteLink>(`${linksPath}/${toSpace}`)).body.level).toBe('edit')
  })

  test('400 for the field of the other kind of link', async () => {
    const { id } = await link({ role: 'read' })
    const answer = await admin.patch(`${linksPath}/${id}`, { level: 'read' })

    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('body.role')
  })

  test('205 and the link no longer works; 204 the second time', async () => {
    const toJoin = await link({ role: 'read' })
    const late = await app.person()

    expect((await admin.delete(`${linksPath}/${toJoin.id}`)).status).toBe(205)
    expect((await admin.delete(`${linksPath}/${toJoin.id}`)).status).toBe(204)
    expect((await admin.get(`${linksPath}/${toJoin.id}`)).status).toBe(404)
    expect((await join(late, toJoin)).status).toBe(404)
    expect((await late.get(`/orgs/${organizationId}`)).status).toBe(404)
  })

  test('403 or 404 for people who are not admins of what it invites to', async () => {
    const { id } = await link({ role: 'read' })
    const hidden = await app.space(admin, organizationId)
    await admin.patch(`/spaces/${hidden.id}`, { defaultLevel: null })
    const { id: toHidden } = await link({ level: 'read', space: hidden.id })

    for (const [target, status] of [
      [id, 403],
      [toHidden, 404],
      [newId(), 404],
    ] as const) {
      expect((await creator.get(`${linksPath}/${target}`)).status).toBe(status)
      expect((await creator.patch(`${linksPath}/${target}`, { role: 'admin' })).status).toBe(status)
      expect((await creator.delete(`${linksPath}/${target}`)).status).toBe(status)
    }
    expect((await stranger.get(`${linksPath}/${id}`)).status).toBe(404)
    expect((await stranger.get(`/orgs/${otherId}/link-invites/${id}`)).status).toBe(404)
    expect((await stranger.delete(`/orgs/${otherId}/link-invites/${id}`)).status).toBe(204)
    expect((await admin.get(`${linksPath}/${id}`)).status).toBe(200)
  })
})

describe('POST /orgs/:organizationId/invites/:inviteId', () => {
  test('200 makes a member; a stronger role is kept, a weaker one is raised', async () => {
    const toEdit = await link({ role: 'edit' })
    const newcomer = await app.person()
    const visitor = await app.member(organizationId, null)

    const { status, body } = await join(newcomer, toEdit)
    expect(status).toBe(200)
    expect(body).toEqual({})
    expect(await roleOf(newcomer.id)).toBe('edit')
    for (const [who, role] of [
      [admin, 'admin'],
      [creator, 'create'],
      [visitor, 'edit'],
      [newcomer, 'edit'],
    ] as const) {
      expect((await join(who, toEdit)).status).toBe(200)
      expect(await roleOf(who.id)).toBe(role)
    }
  })

  test('200 to a space makes a guest who sees that space and nothing else', async () => {
    const space = await app.space(admin, organizationId)
    const other = await app.space(admin, organizationId)
    const toSpace = await link({ level: 'comment', space: space.id })
    const newcomer = await app.person()
    await join(newcomer, toSpace)

    expect(await roleOf(newcomer.id)).toBeNull()
    expect((await newcomer.get<Space>(`/spaces/${space.id}`)).body.permissions).toMatchObject({
      comment: true,
      edit: false,
    })
    expect((await newcomer.get(`/spaces/${other.id}`)).status).toBe(404)
  })

  test('200 to a collection grants the role, and never lowers a grant', async () => {
    const collection = await app.collection(admin, organizationId)
    const space = await app.space(admin, organizationId, { parent: collection.id })
    const toRead = await link({ level: 'read', collection: collection.id })
    const toEdit = await link({ level: 'edit', collection: collection.id })
    const newcomer = await app.person()
    const edits = async () => (await newcomer.get<Space>(`/spaces/${space.id}`)).body.permissions.edit

    await join(newcomer, toRead)
    expect(await edits()).toBe(false)
    await join(newcomer, toEdit)
    expect(await edits()).toBe(true)
    await join(newcomer, toRead)
    expect(await edits()).toBe(true)
  })

  test('200 for concurrent requests, which add one member', async () => {
    const space = await app.space(admin, organizationId)
    const [toOrganization, toSpace] = [
      await link({ role: 'read' }),
      await link({ level: 'edit', space: space.id }),
    ]
    const newcomer = await app.person()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => join(newcomer, n % 2 ? toOrganization : toSpace)),
    )

    expect(countStatuses(answers)).toEqual({ 200: 10 })
    expect(await roleOf(newcomer.id)).toBe('read')
    const grants = await readList(admin, `/spaces/${space.id}/permissions/users`)
    expect(grants.count).toBe(2)
  })

  test('403 while the organization has its links turned off', async () => {
    const { id, admin: owner } = await app.organization('Off')
    const { body } = await owner.post<InviteLink>(`/orgs/${id}/link-invites`, { role: 'read' })
    const newcomer = await app.person()
    await owner.patch(`/orgs/${id}`, { inviteLinks: false })

    expect((await newcomer.post(`/orgs/${id}/invites/${body.id}`)).status).toBe(403)
    await owner.patch(`/orgs/${id}`, { inviteLinks: true })
    expect((await newcomer.post(`/orgs/${id}/invites/${body.id}`)).status).toBe(200)
  })

  test('404 for a link that is missing, or of another organization; 401 without a token', async () => {
    const toJoin = await link({ role: 'admin' })
    const newcomer = await app.person()

    expect((await join(newcomer, { id: newId() })).status).toBe(404)
    expect((await newcomer.post(`/orgs/${otherId}/invites/${toJoin.id}`)).status).toBe(404)
    expect((await join(app.anonymous, toJoin)).status).toBe(401)
  })

  test('404 while the space is deleted; 200 after it was restored', async () => {
    const space = await app.space(admin, organizationId)
    const toSpace = await link({ level: 'read', space: space.id })
    const newcomer = await app.person()
    await admin.delete(`/spaces/${space.id}`)

    expect((await join(newcomer, toSpace)).status).toBe(404)
    expect((await newcomer.get(`/orgs/${organizationId}`)).status).toBe(404)
    await admin.post(`/spaces/${space.id}/restore`)
    expect((await join(newcomer, toSpace)).status).toBe(200)
  })

  test('404 after the collection was deleted', async () => {
    const collection = await app.collection(admin, organizationId)
    const toCollection = await link({ level: 'read', collection: collection.id })
    await admin.delete(`/collections/${collection.id}`)

    expect((await join(await app.person(), toCollection)).status).toBe(404)
  })
})
