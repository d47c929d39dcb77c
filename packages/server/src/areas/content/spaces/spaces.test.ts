import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, readError, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { Space } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const creator = await app.member(organizationId, 'create')
const guest = await app.member(organizationId, null)
const { id: otherId, admin: stranger } = await app.organization('Other')

const spacesPath = `/orgs/${organizationId}/spaces`

describe('POST /orgs/:organizationId/spaces', () => {
  test('201 without a body creates an untitled space with an empty first revision', async () => {
    const { status, body, headers } = await creator.post<Space>(spacesPath)

    expect(status).toBe(201)
    expect(headers['location']).toBe(body.urls.location)
    expect(body).toMatchObject({
      object: 'space',
      title: 'Untitled',
      emoji: '',
      visibility: 'private',
      editMode: 'live',
      defaultLevel: 'inherit',
      mergeRules: { type: 'inherit' },
      organization: organizationId,
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    })
    expect(body).not.toHaveProperty('parent')
    expect(body).not.toHaveProperty('deletedAt')
    const revisions = await app.database.rows(sql`
      select id, cardinality(parents) as parents, created_by as "createdBy" from revisions where space_id = ${body.id}`)
    expect(revisions).toEqual([{ id: body.revision, parents: 0, createdBy: creator.id }])
  })

  test('201 makes the creator an admin of the space, whatever their role in the organization', async () => {
    const space = await app.space(creator, organizationId, { title: 'Mine' })

    expect(space.permissions.admin).toBe(true)
    expect((await creator.get<Space>(`/spaces/${space.id}`)).body.permissions.admin).toBe(true)
    expect((await reader.get<Space>(`/spaces/${space.id}`)).body.permissions).toMatchObject({
      view: true,
      access: true,
      edit: false,
      admin: false,
    })
  })

  test('201 accepts title, emoji, language, edit mode and parent', async () => {
    const collection = await app.collection(admin, organizationId)
    const space = await app.space(admin, organizationId, {
      title: 'Handbook',
      emoji: '1f4d6',
      language: 'fr',
      editMode: 'locked',
      parent: collection.id,
    })

    expect(space).toMatchObject({
      title: 'Handbook',
      emoji: '1f4d6',
      language: 'fr',
      editMode: 'locked',
      parent: collection.id,
      visibility: 'in-collection',
    })
    expect(await listIds(admin, `/collections/${collection.id}/spaces`)).toEqual([space.id])
  })

  test('201 in a collection for a guest who was granted `create` on it', async () => {
    const collection = await app.collection(admin, organizationId)
    await admin.patch(`/collections/${collection.id}/permissions/users/${guest.id}`, { role: 'create' })

    const { status, body } = await guest.post<Space>(spacesPath, { parent: collection.id })

    expect(status).toBe(201)
    expect((await guest.get(`/spaces/${body.id}`)).status).toBe(200)
  })

  test('201 for fifty concurrent requests: every space exists, is counted and has its own rank', async () => {
    const { id, admin: busy } = await app.organization('Busy')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => busy.post<Space>(`/orgs/${id}/spaces`, { title: `Space ${n}` })),
    )

    expect(countStatuses(answers)).toEqual({ 201: 50 })
    const list = await readList<Space>(busy, `/orgs/${id}/spaces?limit=1000`)
    expect(list.count).toBe(50)
    expect(new Set(list.items.map((space) => space.id))).toEqual(new Set(answers.map(({ body }) => body.id)))
    expect((await busy.get<{ spaces: number }>(`/orgs/${id}/members/${busy.id}`)).body.spaces).toBe(50)
    const ranks = await app.database.row(sql`
      select count(distinct rank) as ranks from spaces where organization_id = ${id}`)
    expect(ranks).toEqual({ ranks: 50 })
  })

  test('201 beside a request for an organization that is deleted meanwhile, which is answered 404', async () => {
    const { id: deletedId, admin: late } = await app.organization('Deleted')
    const answers = await app.database.transaction(async (tx) => {
      await tx.execute(sql`select id from organizations where id = ${deletedId} for update`)
      await tx.execute(sql`update organizations set deleted_at = now() where id = ${deletedId}`)
      // Those that are created at the same time are inserted together. They wait for the deletion to be committed.
      const created = Promise.all([
        late.post(`/orgs/${deletedId}/spaces`),
        admin.post(spacesPath),
        late.post(`/orgs/${deletedId}/spaces`),
        admin.post(spacesPath),
      ])
      await waitFor('the spaces to wait for the deletion', async () => {
        const waiting = await app.database.row(sql`
          select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into spaces%'`)
        return waiting !== undefined
      })
      return { created }
    })

    expect(countStatuses(await answers.created)).toEqual({ 201: 2, 404: 2 })
  })

  test.each([
    ['title', { title: 7 }],
    ['title', { title: null }],
    ['emoji', { emoji: 'not an emoji' }],
    ['language', { language: 'tlh' }],
    ['editMode', { editMode: 'open' }],
    ['parent', { parent: 7 }],
  ])('400 names the invalid field: %s in %j', async (field, body) => {
    const answer = await admin.post(spacesPath, body)

    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain(`body.${field} must`)
  })

  test('400 for a body that is not an object', async () => {
    for (const body of [[], null, 'text', 7]) {
      const answer = await admin.send('POST', spacesPath, JSON.stringify(body), {
        'content-type': 'application/json',
      })
      expect(answer.status).toBe(400)
    }
  })

  test('401 without a token, with a wrong one, with another scheme', async () => {
    for (const authorization of [undefined, 'Bearer nope', 'Basic YTpi', 'Bearer', `Bearer${admin.token}`]) {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await app.anonymous.send('POST', spacesPath, {}, headers)
      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('403 at the top level for members who may not create there', async () => {
    expect((await reader.post(spacesPath)).status).toBe(403)
    expect((await guest.post(spacesPath)).status).toBe(403)
  })

  test('403 in a collection that the caller may only read', async () => {
    const collection = await app.collection(admin, organizationId)

    expect((await reader.post(spacesPath, { parent: collection.id })).status).toBe(403)
  })

  test('404 for a parent that does not exist, is of another kind, hidden, or of another organization', async () => {
    const foreign = await app.collection(stranger, otherId)
    const hidden = await app.collection(admin, organizationId)
    await admin.patch(`/collections/${hidden.id}`, { defaultLevel: null })
    const space = await app.space(admin, organizationId)

    expect((await admin.post(spacesPath, { parent: newId() })).status).toBe(404)
    expect((await admin.post(spacesPath, { parent: space.id })).status).toBe(404)
    expect((await creator.post(spacesPath, { parent: hidden.id })).status).toBe(404)
    expect((await admin.post(spacesPath, { parent: foreign.id })).status).toBe(404)
    expect(await listIds(stranger, `/collections/${foreign.id}/spaces`)).toEqual([])
  })

  test("404 with another organization's token", async () => {
    expect((await stranger.post(spacesPath)).status).toBe(404)
  })

  test('400 for an invalid source, 404 for an unknown template, and no space is created', async () => {
    const { count } = await readList(admin, `${spacesPath}?limit=0`)

    expect((await admin.post(spacesPath, { template: { id: 'x' } })).status).toBe(404)
    expect((await admin.post(spacesPath, { computedSource: {} })).status).toBe(400)
    expect((await readList(admin, `${spacesPath}?limit=0`)).count).toBe(count)
  })
})

describe('GET /spaces/:spaceId', () => {
  test('200 with the API and the app address', async () => {
    const space = await app.space(admin, organizationId, { title: 'Seen' })
    const { status, body } = await reader.get<Space>(`/spaces/${space.id}?shareKey=any`)

    expect(status).toBe(200)
    expect(body).toEqual({ ...space, permissions: body.permissions })
    expect(body.urls.location).toMatch(new RegExp(`/v1/spaces/${space.id}$`))
    expect(body.urls.app).toMatch(new RegExp(`/app/spaces/${space.id}$`))
  })

  test('404 for an id that does not exist, is of another kind, or is malformed', async () => {
    const collection = await app.collection(admin, organizationId)

    for (const id of [
      newId(),
      collection.id,
      organizationId,
      '%00',
      'a%20b',
      "'or 1=1",
      'ü',
      'x'.repeat(400),
    ]) {
      const answer = await admin.get(`/spaces/${id}`)
      expect(answer.status).toBe(404)
    }
  })

  test('404 with the same message for other organizations, guests and members without access', async () => {
    const space = await app.space(admin, organizationId)
    await admin.patch(`/spaces/${space.id}`, { defaultLevel: null })

    const answers = await Promise.all([stranger, guest, reader].map((who) => who.get(`/spaces/${space.id}`)))

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map((answer) => readError(answer).message))).toEqual(
      new Set([`There is no space "${space.id}", or you have no access to it.`]),
    )
  })

  test('401 without a token', async () => {
    const space = await app.space(admin, organizationId)

    expect((await app.anonymous.get(`/spaces/${space.id}`)).status).toBe(401)
  })
})

describe('GET /orgs/:organizationId/spaces', () => {
  test('200 lists and counts only what the caller may see', async () => {
    const { id, admin: owner } = await app.organization('Listed')
    const member = await app.member(id, 'read')
    const outsider = await app.member(id, null)
    const open = await app.space(owner, id, { title: 'Open' })
    const hidden = await app.space(owner, id, { title: 'Hidden' })
    const granted = await app.space(owner, id, { title: 'Granted' })
    await owner.patch(`/spaces/${hidden.id}`, { defaultLevel: null })
    await owner.patch(`/spaces/${granted.id}/permissions/users/${outsider.id}`, { role: 'comment' })

    expect(await readList(owner, `/orgs/${id}/spaces`)).toMatchObject({ count: 3 })
    expect(await listIds(owner, `/orgs/${id}/spaces`)).toEqual([open.id, hidden.id, granted.id])
    expect(await readList(member, `/orgs/${id}/spaces`)).toMatchObject({ count: 2 })
    expect(await listIds(member, `/orgs/${id}/spaces`)).toEqual([open.id, granted.id])
    expect(await readList(outsider, `/orgs/${id}/spaces`)).toMatchObject({
      count: 1,
      items: [{ id: granted.id, permissions: { comment: true, edit: false } }],
    })
  })

  test('200 runs as many statements for 50 spaces as for 5', async () => {
    const { id, admin: owner } = await app.organization('Counted')
    const countStatements = async (count: number) => {
      while ((await readList(owner, `/orgs/${id}/spaces?limit=0`)).count < count) await app.space(owner, id)
      return app.countStatements(async () => {
        const list = await readList<Space>(owner, `/orgs/${id}/spaces?limit=1000`)
        expect(list.items).toHaveLength(count)
      })
    }

    const few = await countStatements(5)
    expect(await countStatements(50)).toBe(few)
    expect(few).toBeLessThanOrEqual(2)
  })

  test("404 with another organization's token", async () => {
    expect((await stranger.get(spacesPath)).status).toBe(404)
  })
})
