import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../common/clock.ts'
import { sql } from '../../database/database.ts'
import { createCleanUpHandler } from '../../jobs/clean-up.ts'
import { expectStatus, type Person, readError, TestApp } from '../../testing/app.ts'
import { EventReader, listenLocally } from '../../testing/event-reader.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { MAX_STREAMS_PER_PERSON } from './event-hub.ts'

let app: TestApp
let origin: string
let organization: string
let admin: Person
const readers: EventReader[] = []

beforeAll(async () => {
  app = await TestApp.start()
  origin = await listenLocally(app)
  ;({ id: organization, admin } = await app.organization())
})
afterAll(async () => {
  for (const reader of readers) reader.close()
  await app.stop()
})

async function watch(person: Person, lastEventId?: string, of = organization): Promise<EventReader> {
  const reader = await EventReader.open(origin, of, person.token, { lastEventId })
  readers.push(reader)
  return reader
}

const rename = (spaceId: string, title = 'Renamed') =>
  app.database.execute(sql`update spaces set title = ${title} where id = ${spaceId}`)

describe('what changes is told', () => {
  test('of a space, its change requests, comments, reviews and people', async () => {
    const reader = await watch(admin)
    expect(reader.types).toEqual(['ready'])
    const space = (await app.space(admin, organization)).id
    await reader.waitForEvent({ type: 'space_created', space })
    expectStatus(200, await admin.patch(`/spaces/${space}`, { title: 'Handbook' }))
    await reader.waitForEvent({ type: 'space_updated', space })

    const path = `/spaces/${space}/change-requests`
    const { id: changeRequest } = expectStatus(201, await admin.post<{ id: string }>(path, { subject: 'A' }))
    await reader.waitForEvent({ type: 'change_request_created', space, changeRequest })
    const page = {
      operation: 'insert_page',
      id: 'p1',
      type: 'document',
      title: 'Page',
      document: { markdown: 'A' },
    }
    expectStatus(200, await admin.post(`${path}/${changeRequest}/content`, { changes: [page] }))
    await reader.waitForEvent({ type: 'change_request_content_updated', space, changeRequest })

    const body = { body: { markdown: 'Why?' } }
    const { id: comment } = expectStatus(
      200,
      await admin.post<{ id: string }>(`${path}/${changeRequest}/comments`, body),
    )
    await reader.waitForEvent({ type: 'comment_created', space, changeRequest, comment })
    const { id: reply } = expectStatus(
      200,
      await admin.post<{ id: string }>(`${path}/${changeRequest}/comments/${comment}/replies`, body),
    )
    await reader.waitForEvent({ type: 'comment_replied', comment, reply })
    await admin.put(`${path}/${changeRequest}/comments/${comment}`, { addedReactions: ['👍'] })
    await reader.waitForEvent({ type: 'comment_updated', comment })
    expect((await admin.delete(`${path}/${changeRequest}/comments/${comment}`)).status).toBe(205)
    await reader.waitForEvent({ type: 'comment_deleted', comment })

    const reviewer = await app.member(organization, 'review')
    await reader.waitForEvent({ type: 'member_updated', user: reviewer.id })
    const users = { users: [reviewer.id] }
    expectStatus(200, await admin.post(`${path}/${changeRequest}/requested-reviewers`, users))
    await reader.waitForEvent({ type: 'review_requested', changeRequest, user: reviewer.id })
    expectStatus(201, await reviewer.post(`${path}/${changeRequest}/reviews`, { status: 'approved' }))
    await reader.waitForEvent({ type: 'review_submitted', changeRequest })
    expectStatus(200, await admin.post(`${path}/${changeRequest}/merge`, {}))
    await reader.waitForEvent({ type: 'change_request_status_updated', changeRequest, status: 'merged' })
    await reader.waitForEvent({ type: 'space_content_updated', space })
    const ids = reader.events.map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('of collections, sites, teams and jobs', async () => {
    const reader = await watch(admin)
    const { id: collection } = await app.collection(admin, organization)
    await reader.waitForEvent({ type: 'collection_updated', collection })
    const { id: site } = await app.site(admin, organization)
    await reader.waitForEvent({ type: 'site_updated', site })
    const { id: team } = await app.team(admin, organization, 'Writers', [admin])
    await reader.waitForEvent({ type: 'team_updated', team })
    const space = (await app.space(admin, organization)).id
    const job = await app.database.transaction((tx) =>
      app.app.tasks.start(tx, {
        organizationId: organization,
        spaceId: space,
        type: 'update-computed',
        key: space,
        data: {},
      }),
    )
    await reader.waitForEvent({ type: 'job_updated', job, space, status: 'pending' })
    expect((await admin.delete(`/spaces/${space}`)).status).toBe(205)
    await reader.waitForEvent({ type: 'space_removed', space })
    await reader.waitForEvent({ type: 'job_updated', job, status: 'canceled' })
  })

  test('who creates a space is told of the space, and not to read everything again', async () => {
    const reader = await watch(admin)
    const [first, second] = [await app.space(admin, organization), await app.space(admin, organization)]
    await reader.waitForEvent({ type: 'space_created', space: first.id })
    await reader.waitForEvent({ type: 'space_created', space: second.id })
    expect(reader.types).toEqual(['ready', 'space_created', 'space_created'])
  })

  test('nothing of a transaction that was rolled back', async () => {
    const reader = await watch(admin)
    const space = (await app.space(admin, organization)).id
    await reader.waitForEvent({ type: 'space_created', space })
    const failing = app.database.transaction(async (tx) => {
      await tx.execute(sql`update spaces set title = 'Lost' where id = ${space}`)
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    await app.database.execute(sql`update spaces set emoji = '1f600' where id = ${space}`)
    await reader.waitForEvent({ type: 'space_updated', space })
    expect(reader.events.filter(({ type }) => type === 'space_updated')).toHaveLength(1)
  })

  test('a job that makes small progress is told of in steps', async () => {
    const reader = await watch(admin)
    const space = (await app.space(admin, organization)).id
    const job = await app.database.transaction((tx) =>
      app.app.tasks.start(tx, {
        organizationId: organization,
        spaceId: space,
        type: 'x',
        key: 'steps',
        data: {},
      }),
    )
    for (let done = 0; done <= 400; done++) {
      await app.database.execute(
        sql`update tasks set progress_done = ${done}, progress_total = 400 where id = ${job}`,
      )
    }
    await app.database.execute(sql`update tasks set status = 'canceled' where id = ${job}`)
    await reader.waitForEvent({ type: 'job_updated', job, status: 'canceled' })
    expect(reader.events.filter((event) => event.job === job).length).toBeLessThanOrEqual(24)
  })
})

describe('a stream that is resumed', () => {
  test('gets what it missed, once, and in order', async () => {
    const space = (await app.space(admin, organization)).id
    const first = await watch(admin)
    const { lastId } = first
    first.close()
    await rename(space, 'One')
    await rename(space, 'Two')
    const second = await watch(admin, lastId)
    await waitFor('both events', () => second.events.filter((event) => event.space === space).length === 2)
    const third = await watch(admin, second.events.at(-1)?.id)
    expect(third.types).toEqual(['ready'])
  })

  test('misses no event whose transaction was committed later than one with a higher id', async () => {
    const [early, late] = [await app.space(admin, organization), await app.space(admin, organization)]
    const reader = await watch(admin)
    const released = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const slow = app.database.transaction(async (tx) => {
      // It writes its event first, and is committed last.
      await tx.execute(sql`update spaces set title = 'Slow' where id = ${late.id}`)
      written.resolve()
      await released.promise
    })
    await written.promise
    await rename(early.id, 'Fast')
    const heard = await reader.waitForEvent({ type: 'space_updated', space: early.id })
    reader.close()
    expect(reader.find({ space: late.id })).toBeUndefined()
    released.resolve()
    await slow
    const resumed = await watch(admin, heard.id)
    const missed = await resumed.waitForEvent({ type: 'space_updated', space: late.id })
    expect(Number(missed.id)).toBeGreaterThan(Number(heard.id))
    expect(resumed.find({ space: early.id })).toBeUndefined()
  })

  test('is told to begin anew when events are gone, or its id is none of ours', async () => {
    const reader = await watch(admin)
    await app.space(admin, organization)
    await reader.waitForEvent({ type: 'space_created' })
    const future = await watch(admin, '999999999999999')
    expect(future.types).toEqual(['reset'])
    expect(Number(future.lastId)).toBeLessThan(999_999_999)
    const nonsense = await watch(admin, "1' or 1=1")
    expect(nonsense.types).toEqual(['ready'])

    const cleanUp = createCleanUpHandler(app.database, { now: () => new Date(Date.now() + 2 * days) }, [
      app.app.areas.events.lifecycle,
    ])
    await cleanUp()
    expect(await app.database.rows(sql`select id from events`)).toEqual([])
    const late = await watch(admin, '1')
    expect(late.types).toEqual(['reset'])
    const space = (await app.space(admin, organization)).id
    await late.waitForEvent({ type: 'space_created', space })
  })

  test('400 for a since that is no id; 200 ends by itself where it is asked to', async () => {
    const path = `/orgs/${organization}/events/stream`
    expect((await admin.get(`${path}?since=x&follow=false`)).status).toBe(400)
    const response = await admin.get(`${path}?follow=false`)
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect((await admin.send('HEAD', path)).status).toBe(200)
  })
})

describe('who hears', () => {
  test('nobody hears of another organization', async () => {
    const other = await app.organization('Other')
    const mine = await watch(admin)
    const theirs = await watch(other.admin, undefined, other.id)
    const space = (await app.space(other.admin, other.id)).id
    await theirs.waitForEvent({ type: 'space_created', space })
    const own = (await app.space(admin, organization)).id
    await mine.waitForEvent({ type: 'space_created', space: own })
    expect(mine.events.filter((event) => event.space === space)).toEqual([])
    expect(theirs.events.filter((event) => event.space === own)).toEqual([])
    expect((await other.admin.get(`/orgs/${organization}/events/stream`)).status).toBe(404)
    expect((await app.anonymous.get(`/orgs/${organization}/events/stream`)).status).toBe(401)
  })

  test('one who does not see a space hears nothing of it, and guests hear nothing of people', async () => {
    const guest = await app.member(organization, null)
    const reader = await app.member(organization, 'read')
    const [open, hidden] = [
      await app.space(admin, organization),
      await app.space(admin, organization, { defaultLevel: null }),
    ]
    const [byGuest, byReader, byAdmin] = [await watch(guest), await watch(reader), await watch(admin)]
    await admin.patch(`/spaces/${hidden.id}`, { defaultLevel: null })
    await rename(hidden.id)
    await rename(open.id)
    const newMember = await app.member(organization, 'read')
    await byAdmin.waitForEvent({ type: 'space_updated', space: hidden.id })
    await byReader.waitForEvent({ type: 'member_updated', user: newMember.id })
    expect(byReader.find({ space: open.id })).toBeDefined()
    await app.database.execute(sql`
      insert into grants (organization_id, space_id, user_id, role, created_at)
      values (${organization}, ${open.id}, ${guest.id}, 'read', now())`)
    await byGuest.waitForEvent({ type: 'access_changed', user: guest.id })
    expect(byGuest.events.filter((event) => event.space !== undefined)).toEqual([])
    expect(byGuest.find({ type: 'member_updated' })).toBeUndefined()
    await rename(open.id, 'For guests')
    await byGuest.waitForEvent({ type: 'space_updated', space: open.id })
  })

  test('what was granted and is revoked while the stream is open is no longer told of', async () => {
    const guest = await app.member(organization, null)
    const space = (await app.space(admin, organization)).id
    expectStatus(204, await admin.post(`/spaces/${space}/permissions`, { role: 'read', users: [guest.id] }))
    const reader = await watch(guest)
    await rename(space, 'Seen')
    await reader.waitForEvent({ type: 'space_updated', space })
    expect((await admin.delete(`/spaces/${space}/permissions/users/${guest.id}`)).status).toBe(205)
    await rename(space, 'Not seen')
    await waitFor('the second event', () => reader.find({ type: 'access_changed', user: guest.id }))
    const byAdmin = await watch(admin)
    await rename(space, 'Not seen either')
    await byAdmin.waitForEvent({ type: 'space_updated', space })
    expect(reader.events.filter((event) => event.space === space)).toHaveLength(1)
    expect(reader.hasEnded).toBe(false)
  })

  test('a stream ends with the membership, and with the token', async () => {
    const member = await app.member(organization, 'read')
    const byMember = await watch(member)
    expect((await admin.delete(`/orgs/${organization}/members/${member.id}`)).status).toBe(205)
    await waitFor('the end of the stream', () => byMember.hasEnded)

    const other = await app.member(organization, 'read')
    const byOther = await watch(other)
    const tokens = expectStatus(200, await other.get<{ items: { id: string }[] }>('/user/tokens'))
    for (const { id } of tokens.items) expect((await other.delete(`/user/tokens/${id}`)).status).toBe(205)
    await waitFor('the end of the stream', () => byOther.hasEnded)
    await expect(watch(other)).rejects.toThrow('401')
  })

  test('429 for more streams than windows that a person has', async () => {
    const member = await app.member(organization, 'read')
    const open = await Promise.all(Array.from({ length: MAX_STREAMS_PER_PERSON }, () => watch(member)))
    const refused = await member.get(`/orgs/${organization}/events/stream?follow=false`)
    expect(refused.status).toBe(429)
    expect(readError(refused).message).toContain('Close one')
    open[0]?.close()
    await waitFor(
      'room',
      async () => (await member.get(`/orgs/${organization}/events/stream?follow=false`)).status === 200,
    )
  })
})
