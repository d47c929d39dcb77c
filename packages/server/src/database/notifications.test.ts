import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { type Database, sql } from './database.ts'
import { Notifications, notify } from './notifications.ts'

let database: Database
let notifications: Notifications
let errors: unknown[]

beforeEach(async () => {
  database = await createTestDatabase()
  errors = []
  notifications = new Notifications(database, (error) => errors.push(error))
  await notifications.start()
})
afterEach(async () => {
  await notifications.close()
  await database.close()
})

/** What is heard of a topic, and a promise of the next. */
function listen(on: Notifications, topic: string) {
  const heard: (string | null)[] = []
  let wake: (() => void) | undefined
  on.on(topic, (key) => {
    heard.push(key)
    wake?.()
  })
  const next = () => new Promise<void>((resolve) => (wake = resolve))
  return { heard, next }
}

test('every process hears of a change, once it is committed', async () => {
  const other = new Notifications(database, (error) => errors.push(error))
  await other.start()
  const [here, there] = [listen(notifications, 'site'), listen(other, 'site')]
  const both = Promise.all([here.next(), there.next()])
  await database.transaction(async (tx) => {
    await notify(tx, 'site', 'one')
    await notify(tx, 'elsewhere', 'ignored')
    // Another connection's notification would overtake one that was sent before the commit.
    await notify(database, 'elsewhere', 'first')
    expect(here.heard).toEqual([])
  })
  await both

  expect([here.heard, there.heard]).toEqual([['one'], ['one']])
  await other.close()
})

test('nobody hears of what was rolled back', async () => {
  const { heard, next } = listen(notifications, 'site')
  const failed = database.transaction(async (tx) => {
    await notify(tx, 'site', 'never')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  const told = next()
  await notify(database, 'site', 'ü "quoted"')
  await told

  expect(heard).toEqual(['ü "quoted"'])
})

test('a lost connection is made again, and everything counts as changed', async () => {
  const { heard, next } = listen(notifications, 'site')
  const lost = next()
  await database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen verso'`)
  await lost
  expect(notifications.listening).toBe(false)
  expect(heard).toEqual([null])

  await next()
  expect(notifications.listening).toBe(true)
  expect(heard).toEqual([null, null])
  const told = next()
  await notify(database, 'site', 'after')
  await told
  expect(heard).toEqual([null, null, 'after'])
  expect(errors).toHaveLength(1)
})

test('a listener that was taken back hears nothing', async () => {
  const heard: unknown[] = []
  const stop = notifications.on('site', (key) => heard.push(key))
  stop()
  const other = listen(notifications, 'site')
  const told = other.next()
  await notify(database, 'site', 'one')
  await told

  expect(heard).toEqual([])
})
