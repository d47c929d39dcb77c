import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { raw, sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { BrowserClient } from '../../../testing/browser-client.ts'
import { changeContent, writePages } from '../../../testing/content.ts'
import { EventReader, listenLocally } from '../../../testing/event-reader.ts'
import { SitePublisher } from '../../../testing/site-publisher.ts'
import { createProcessedSpec } from '../../../testing/specs.ts'
import { waitFor } from '../../../testing/wait-for.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await TestApp.start({ trustedDomains: ['trusted.example'] }, { role: 'all' })
  origin = await listenLocally(app)
})
afterAll(() => app.stop())

const remove = (by: Person, organizationId: string) => by.delete(`/orgs/${organizationId}`)

const isStored = async (organizationId: string) =>
  (await app.database.row(sql`select id from organizations where id = ${organizationId}`)) !== undefined

/** The queue goes by the clock of the database; this makes due what waits, until the organization is gone. */
async function runRemoval(organizationId: string): Promise<void> {
  await waitFor('the removal of the organization', async () => {
    await app.database.execute(sql`
      update pgboss.job set start_after = now() - interval '1 second'
      where name in ('remove-organization', 'remove-space') and data->>'organizationId' = ${organizationId}
        and state in ('created', 'retry')`)
    for (const name of ['remove-organization', 'remove-space']) {
      await app.database.execute(sql`
        select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${name})`)
    }
    return !(await isStored(organizationId))
  })
}

/** How many rows of each table name one of these in a column. */
async function countRows(column: string, ids: string[]): Promise<Record<string, number>> {
  const tables = await app.database.rows<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = ${column} and t.table_type = 'BASE TABLE'`)
  expect(tables.length).toBeGreaterThan(0)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const row = await app.database.row<{ count: number }>(sql`
      select count(*)::int as count from ${raw(name)} where ${raw(column)} = any(${ids}::text[])`)
    if (row && row.count > 0) counts[name] = row.count
  }
  return counts
}

const downloadFile = async (by: Person, spaceId: string) => {
  const { items } = expectStatus(
    200,
    await by.get<ListBody<{ downloadURL: string }>>(`/spaces/${spaceId}/content/files`),
  )
  return new URL(items[0]?.downloadURL ?? '')
}

/** Asks for the bytes of a file by an address that holds. */
async function readBlob({ pathname }: URL): Promise<number> {
  const blob = pathname.split('/')[2] ?? ''
  const file = { blob, name: 'note.txt', contentType: 'text/plain', size: 7 }
  const url = new URL(app.app.areas.content.files.createDownloadUrl(file))
  return (await app.app.http.inject({ url: url.pathname + url.search })).statusCode
}

const insertFile = (by: Person, spaceId: string, content: string) =>
  changeContent(by, spaceId, [
    {
      operation: 'insert_files',
      files: [{ name: 'note.txt', base64: Buffer.from(content).toString('base64') }],
    },
  ])

const createContent = async (admin: Person, organizationId: string, file: string) => {
  const { id: parent } = await app.collection(admin, organizationId)
  const { id: child } = await app.collection(admin, organizationId, { parent })
  const space = await app.space(admin, organizationId, { parent: child })
  await writePages(admin, space.id, [{ title: 'Page', markdown: 'About the zebra.' }])
  await insertFile(admin, space.id, file)
  const { id: changeRequestId } = expectStatus(
    201,
    await admin.post<{ id: string }>(`/spaces/${space.id}/change-requests`, { subject: 'More' }),
  )
  const comments = `/spaces/${space.id}/change-requests/${changeRequestId}/comments`
  expectStatus(200, await admin.post(comments, { body: { markdown: 'Good.' } }))
  expectStatus(200, await admin.post(`/spaces/${space.id}/comments`, { body: { markdown: 'Well.' } }))
  return space
}

describe('DELETE /orgs/:organizationId', () => {
  test('205 takes the organization away from everybody at once', async () => {
    const publisher = await SitePublisher.create(app, 'localhost:4000')
    const { organization: id, admin } = publisher
    const { site, space, path } = await publisher.publish({ visibility: 'public' })
    const hostname = `${newId()}.trusted.example`
    expectStatus(200, await admin.patch(publisher.getApiPath(site), { hostname }))
    const member = await app.member(id, 'edit')
    const invited = await app.person()
    expectStatus(200, await admin.post(`/orgs/${id}/invites`, { emails: [invited.email] }))
    const link = expectStatus(
      201,
      await admin.post<{ id: string }>(`/orgs/${id}/link-invites`, { role: 'read' }),
    )
    const token = expectStatus(
      201,
      await member.post<{ token: string }>('/user/tokens', { name: 'x', organization: id }),
    )
    const readSite = async () =>
      (await app.app.http.inject({ url: '/', headers: { host: hostname } })).statusCode
    const reader = await EventReader.open(origin, id, member.token)
    expect(await readSite()).toBe(200)

    expect((await remove(admin, id)).status).toBe(205)

    for (const person of [admin, member]) {
      for (const address of [`/orgs/${id}`, `/spaces/${space.id}`, `/orgs/${id}/sites/${site.id}`]) {
        expect((await person.get(address)).status).toBe(404)
      }
      expect((await person.get<ListBody<object>>('/orgs')).body.items).toEqual([])
      expect((await person.post(`/orgs/${id}/spaces`, { title: 'New' })).status).toBe(404)
      expect((await person.post(`/spaces/${space.id}/restore`)).status).toBe(404)
      expect((await person.get('/user')).status).toBe(200)
    }
    expect((await publisher.get(path)).status).toBe(404)
    expect(await readSite()).not.toBe(200)
    const headers = { authorization: `Bearer ${token.token}` }
    expect((await app.anonymous.get('/user', headers)).status).toBe(401)
    expect((await app.anonymous.get(`/orgs/${id}/sso`)).status).toBe(404)
    expect((await app.anonymous.get(`/orgs/${id}/invites/${link.id}`)).status).toBe(404)
    expect((await invited.post(`/orgs/${id}/invites/${link.id}`)).status).toBe(404)
    expect((await invited.get<ListBody<object>>('/user/invitations')).body.items).toEqual([])
    await waitFor('the end of the stream', () => reader.hasEnded)
    expect((await remove(admin, id)).status).toBe(204)

    // Its names are free.
    const other = await app.organization('Other')
    expectStatus(200, await other.admin.patch(`/orgs/${other.id}`, { hostname: 'acme' }))
    const otherSite = await app.site(other.admin, other.id)
    expectStatus(200, await other.admin.patch(`/orgs/${other.id}/sites/${otherSite.id}`, { hostname }))
  })

  test('the job removes everything of it, files included, and nothing of others', async () => {
    const { id, admin } = await app.organization('Doomed')
    const { id: otherId, admin: other } = await app.organization('Safe')
    const mine = await createContent(admin, id, 'only mine')
    const shared = await createContent(admin, id, 'of both')
    const theirs = await createContent(other, otherId, 'of both')
    await createProcessedSpec(app, admin, id)
    await app.team(admin, id, 'Team', [admin])
    await app.site(admin, id, { title: 'Docs', spaces: [mine.id] })
    const binned = await app.space(admin, id)
    expectStatus(205, await admin.delete(`/spaces/${binned.id}`))
    const files = [await downloadFile(admin, mine.id), await downloadFile(admin, shared.id)]
    const kept = await countRows('organization_id', [otherId])

    expect((await remove(admin, id)).status).toBe(205)
    await runRemoval(id)

    expect(await countRows('organization_id', [id])).toEqual({})
    expect(await countRows('space_id', [mine.id, shared.id, binned.id])).toEqual({})
    expect(await countRows('organization_id', [otherId])).toEqual(kept)
    for (let night = 0; night < 2; night += 1) {
      app.clock.advance(1 * days)
      await app.app.areas.content.garbageCollector.collectDue()
    }
    expect(await Promise.all(files.map(readBlob))).toEqual([404, 200])
    const page = await other.get<{ markdown: string }>(
      `/spaces/${theirs.id}/content/path/page?format=markdown`,
    )
    expect(page.body.markdown).toContain('zebra')
    const { pathname, search } = await downloadFile(other, theirs.id)
    expect((await app.app.http.inject({ url: pathname + search })).body).toBe('of both')
  })

  test('accounts stay, but for those that only the organization knew and nobody has ever used', async () => {
    const { id, admin } = await app.organization()
    const elsewhere = await app.organization('Elsewhere')
    const member = await app.member(id, 'edit')
    const [pending, pendingElsewhere] = [`${newId()}@example.com`, `${newId()}@example.com`]
    expectStatus(200, await admin.post(`/orgs/${id}/invites`, { emails: [pending, pendingElsewhere] }))
    expectStatus(
      200,
      await elsewhere.admin.post(`/orgs/${elsewhere.id}/invites`, { emails: [pendingElsewhere] }),
    )
    const managed = await app.member(id, 'read')
    await app.database.execute(sql`update users set managed = true where id = ${managed.id}`)
    expect((await remove(admin, id)).status).toBe(205)
    await runRemoval(id)

    const rows = await app.database.rows<{ email: string }>(sql`
      select email from users
      where email = any(${[admin.email, member.email, pending, pendingElsewhere, managed.email]}::text[])`)
    expect(rows.map(({ email }) => email).sort()).toEqual(
      [admin.email, member.email, pendingElsewhere].sort(),
    )
    expect((await member.post('/orgs', { title: 'A new beginning' })).status).toBe(201)
  })

  test('more rows than one statement deletes are removed step by step', async () => {
    const { id, admin } = await app.organization()
    const space = await app.space(admin, id)
    await app.database.execute(sql`
      insert into revisions (id, space_id, parents, created_at, root, type)
      select 'big' || lpad(n::text, 23, '0'), r.space_id, r.parents, r.created_at, r.root, r.type
      from generate_series(1, 1200) as n, revisions r where r.space_id = ${space.id}`)
    await app.database.execute(sql`
      insert into events (organization_id, type, scope)
      select ${id}, 'access_changed', 'organization' from generate_series(1, 1200)`)
    expect((await remove(admin, id)).status).toBe(205)
    await runRemoval(id)
    expect(await countRows('space_id', [space.id])).toEqual({})
    expect(await countRows('organization_id', [id])).toEqual({})
  })

  test('205 for one of several at once', async () => {
    const { id, admin } = await app.organization()
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(admin, id)))
    expect(countStatuses(answers)).toEqual({ 204: 5, 205: 1 })
  })

  test('writes at the same time are done before, or get a clear error, and leave nothing behind', async () => {
    const { id, admin } = await app.organization()
    const other = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Other' }))
    const stranger = await app.person()
    const moved = await app.space(admin, other.id)
    const writes = [
      () => admin.post(`/orgs/${id}/spaces`, { title: 'Late' }),
      () => admin.post(`/orgs/${id}/collections`, { title: 'Late' }),
      () => admin.post(`/orgs/${id}/sites`, { title: 'Late' }),
      () => admin.post(`/orgs/${id}/invites`, { emails: [stranger.email] }),
      () => admin.post(`/orgs/${id}/link-invites`, { role: 'read' }),
      () => admin.post(`/spaces/${moved.id}/transfer`, { organization: id }),
    ]
    const [removal, ...answers] = await Promise.all([
      remove(admin, id),
      ...[...writes, ...writes].map((write) => write()),
    ])
    expect(removal.status).toBe(205)
    for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status)
    await runRemoval(id)
    expect(await countRows('organization_id', [id])).toEqual({})
  })

  test.each(['members', 'spaces', 'collections', 'sites', 'invitations', 'invite_links'])(
    '404 for whoever was admitted before and adds to %s afterwards',
    async (table) => {
      const { id, admin } = await app.organization()
      const { id: otherId } = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Other' }))
      await app.space(admin, otherId)
      await app.collection(admin, otherId)
      await app.site(admin, otherId)
      await admin.post(`/orgs/${otherId}/invites`, { emails: [(await app.person()).email] })
      await admin.post(`/orgs/${otherId}/link-invites`, { role: 'read' })
      await remove(admin, id)
      const late = app.database.execute(sql`
        update ${raw(table)} set organization_id = ${id} where organization_id = ${otherId}`)
      await expect(late).rejects.toMatchObject({ code: 'VE404' })
    },
  )

  test('403 for members who are no admins and when the sign-in is long ago, 204 for others', async () => {
    const { id, admin } = await app.organization()
    expect((await remove(await app.member(id, 'create'), id)).status).toBe(403)
    expect((await remove(await app.person(), id)).status).toBe(204)
    expect((await app.anonymous.delete(`/orgs/${id}`)).status).toBe(401)
    expect((await remove(admin, newId())).status).toBe(204)
    const { token } = expectStatus(
      201,
      await admin.post<{ token: string }>('/user/tokens', { name: 'x', readOnly: true }),
    )
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.anonymous.send('DELETE', `/orgs/${id}`, undefined, headers)).status).toBe(403)

    const password = 'seven purple otters'
    const { accounts } = app.app.areas.signIn
    await app.database.transaction((tx) => accounts.setPassword(tx, admin.id, password))
    const browser = new BrowserClient(app.anonymous)
    expectStatus(201, await browser.post('/user/sessions', { email: admin.email, password }))
    app.clock.advance(11 * minutes)
    const late = await browser.send('DELETE', `/orgs/${id}`)
    expect(late.status).toBe(403)
    expect(late.headers['x-verso-sign-in']).toBe('recent')
    expect((await admin.get(`/orgs/${id}`)).status).toBe(200)
  })
})
