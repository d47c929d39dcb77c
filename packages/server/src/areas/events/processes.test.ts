import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '../../database/database.ts'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { EventReader, listenLocally } from '../../testing/event-reader.ts'
import { waitFor, waitForAssertions } from '../../testing/wait-for.ts'
import { MAX_STREAMS_PER_PERSON } from './event-hub.ts'

const LISTENER_COUNT = 2000

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

/** How many connections PostgreSQL has besides those that wait in the pools, while nobody does anything. */
const countHeldConnections = () =>
  waitFor('all connections of the pools to be idle', async () => {
    const [row] = await database.rows<{ connections: number }>(sql`
      select count(*) as connections from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`)
    const pools = database.listPools()
    const pooled = pools.reduce((sum, { idle }) => sum + idle, 0)
    return row !== undefined && pools.every(({ busy }) => busy === 0) && row.connections - pooled
  })

// A connection that its pool has closed may take a moment to be gone.
const expectHeldConnections = (count: number) =>
  waitForAssertions(async () => expect(await countHeldConnections()).toBe(count))

test(
  `${LISTENER_COUNT} idle listeners take one connection of the database, and hear what they may hear`,
  {
    timeout: 240_000,
  },
  async () => {
    const { id: closedSpace } = await first.space(admin, organization)
    expectStatus(200, await admin.patch(`/spaces/${closedSpace}`, { defaultLevel: null }))
    const process = await TestApp.start({}, { database })
    const origin = await listenLocally(process)
    const people = await Promise.all(
      Array.from({ length: LISTENER_COUNT / MAX_STREAMS_PER_PERSON }, () =>
        first.member(organization, 'read'),
      ),
    )
    const admitted = people.slice(0, people.length / 2)
    const users = admitted.map(({ id }) => id)
    expectStatus(204, await admin.post(`/spaces/${closedSpace}/permissions`, { role: 'read', users }))

    // One for each of the two other processes, which have a listener.
    const elsewhere = await Promise.all(
      origins.map((other) => EventReader.open(other, organization, admin.token)),
    )
    await expectHeldConnections(2)
    const readers: { reader: EventReader; isAdmitted: boolean }[] = []
    for (const person of people) {
      const own = Array.from({ length: MAX_STREAMS_PER_PERSON }, () =>
        EventReader.open(origin, organization, person.token),
      )
      const isAdmitted = admitted.includes(person)
      for (const reader of await Promise.all(own)) readers.push({ reader, isAdmitted })
    }
    expect(process.app.areas.events.hub.size).toBe(LISTENER_COUNT)
    await expectHeldConnections(3)

    expectStatus(200, await admin.patch(`/spaces/${closedSpace}`, { title: 'Plans' }))
    const open = (await first.space(admin, organization)).id
    // Events have one order, so whoever has heard of the second has heard of the first if they may.
    for (const { reader } of readers) await reader.waitForEvent({ type: 'space_created', space: open })
    const hasHeard = ({ reader }: { reader: EventReader }) =>
      reader.find({ type: 'space_updated', space: closedSpace }) !== undefined
    const [seeing, others] = [true, false].map((isAdmitted) =>
      readers.filter((listener) => listener.isAdmitted === isAdmitted),
    )
    expect(seeing?.filter(hasHeard).length).toBe(LISTENER_COUNT / 2)
    expect(others?.filter(hasHeard).length).toBe(0)

    for (const reader of elsewhere) reader.close()
    expect(await process.app.close()).toBe(true)
    await waitFor('the end of all streams', () => readers.every(({ reader }) => reader.hasEnded))
  },
)
