import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '../../database/database.ts'
import { type Person, TestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { EventReader, listenLocally } from '../../testing/event-reader.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { MAX_STREAMS_PER_PERSON } from './event-hub.ts'

const LISTENER_COUNT = 500

let database: Database
let first: TestApp
let second: TestApp
let origins: [string, string]
let organization: string
let admin: Person

beforeAll(async () => {
  database = await createTestDatabase()
  first = await TestApp.start({}, { database })
  second = await TestApp.start({}, { database })
  origins = [await listenLocally(first), await listenLocally(second)]
  ;({ id: organization, admin } = await first.organization())
})
afterAll(async () => {
  await first.app.close()
  await second.app.close()
  await database.close()
})

const listConnections = () =>
  database.rows<{ pid: number; isListening: boolean }>(sql`
    select pid, query ~ '^listen ' or query = 'select 1' as "isListening"
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`)

test('what one process writes is told by all, also after their connections broke', async () => {
  const readers = await Promise.all(
    origins.map((origin) => EventReader.open(origin, organization, admin.token)),
  )
  const one = (await first.space(admin, organization)).id
  for (const reader of readers) await reader.waitForEvent({ type: 'space_created', space: one })
  await database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~ '^listen '`)
  const two = (await first.space(admin, organization)).id
  for (const reader of readers) {
    await reader.waitForEvent({ type: 'space_created', space: two })
    const ids = reader.events.flatMap(({ space, type }) => (type === 'space_created' && space ? [space] : []))
    expect(ids).toEqual([one, two])
    reader.close()
  }
})

test('a stream goes on at another process with the id that the first one gave', async () => {
  const reader = await EventReader.open(origins[0], organization, admin.token)
  const one = (await first.space(admin, organization)).id
  const { id } = await reader.waitForEvent({ type: 'space_created', space: one })
  reader.close()
  const two = (await first.space(admin, organization)).id
  const resumed = await EventReader.open(origins[1], organization, admin.token, { lastEventId: id })
  await resumed.waitForEvent({ type: 'space_created', space: two })
  expect(resumed.find({ type: 'space_created', space: one })).toBeUndefined()
  resumed.close()
})

test(`${LISTENER_COUNT} listeners take one connection to the database, and end when the process stops`, async () => {
  const process = await TestApp.start({}, { database })
  const origin = await listenLocally(process)
  const before = (await listConnections()).length
  const people = await Promise.all(
    Array.from({ length: LISTENER_COUNT / MAX_STREAMS_PER_PERSON }, () => first.member(organization, 'read')),
  )
  const readers: EventReader[] = []
  for (const { token } of people) {
    const own = Array.from({ length: MAX_STREAMS_PER_PERSON }, () =>
      EventReader.open(origin, organization, token),
    )
    readers.push(...(await Promise.all(own)))
  }
  expect(process.app.areas.events.hub.size).toBe(LISTENER_COUNT)
  const space = (await first.space(admin, organization)).id
  for (const reader of readers) await reader.waitForEvent({ type: 'space_created', space })
  const connections = await listConnections()
  // One listens; the others are those of the pools, which have their own limits.
  expect(connections.length - before).toBeLessThan(LISTENER_COUNT / 10)
  expect(connections.filter(({ isListening }) => isListening).length).toBeLessThanOrEqual(3)
  expect(await process.app.close()).toBe(true)
  await waitFor('the end of all streams', () => readers.every(({ hasEnded }) => hasEnded))
})
