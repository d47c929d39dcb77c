import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { Database, sql } from './database.ts'
import { Notifications } from './notifications.ts'

let database: Database
let notifications: Notifications
const received: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  notifications = new Notifications(database, () => undefined)
  let isListening = false
  notifications.listen('news', (payload) => {
    if (payload === undefined) isListening = true
    else received.push(payload)
  })
  await waitFor('the listener', () => isListening)
})
afterAll(async () => {
  await notifications.close()
  await database.close()
})

const announce = (payload: string) => sql`select announce('news', ${payload})`

test('what a transaction announces is told when it is committed, and not when it is rolled back', async () => {
  await expect(
    database.transaction(async (tx) => {
      await tx.execute(announce('rolled back'))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await database.transaction(async (tx) => {
    await tx.execute(announce('in a transaction'))
    // Somebody who is told before the commit would look and find nothing.
    await database.execute(announce('before the commit'))
    await waitFor('the other announcement', () => received.includes('before the commit'))
  })
  await waitFor('the announcement', () => received.includes('in a transaction'))
  expect(received).toEqual(['before the commit', 'in a transaction'])
})

test('a statement of its own announces, with any payload, and a failing one does not', async () => {
  received.length = 0
  const payload = `'"; -- \u{1f600} ${'x'.repeat(2000)}`
  await expect(
    database.execute(sql`select announce('news', 'failed'), 1 / (length(${payload}) - length(${payload}))`),
  ).rejects.toThrow('division by zero')
  await database.execute(announce(payload))
  await waitFor('the announcement', () => received.length > 0)
  expect(received).toEqual([payload])
})

test('all of many at once are told, and the same one is told again when it happens again', async () => {
  received.length = 0
  const payloads = Array.from({ length: 100 }, (_, index) => `number ${index}`)
  await Promise.all(payloads.map((payload) => database.execute(announce(payload))))
  await waitFor('all announcements', () => payloads.every((payload) => received.includes(payload)))
  const before = received.length
  await database.execute(announce('number 1'))
  await waitFor('the repeated one', () => received.length > before)
  expect(received.at(-1)).toBe('number 1')
})

test('a database that is closed has told everything', async () => {
  received.length = 0
  const name = (await database.row<{ name: string }>(sql`select current_database() as name`))?.name ?? ''
  const other = new Database({ ...inject('postgres'), database: name })
  await other.execute(announce('the last'))
  await other.close()
  await waitFor('the announcement', () => received.includes('the last'))
  expect(received).toEqual(['the last'])
})
