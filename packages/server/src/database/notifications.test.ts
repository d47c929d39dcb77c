import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { type Database, sql } from './database.ts'
import { Notifications } from './notifications.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.close())

const notify = (channel: string, payload: string) =>
  database.execute(sql`select pg_notify(${channel}, ${payload})`)

/** The connections of this database that listen, which send nothing else. */
const findListeners = () =>
  database.rows<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where datname = current_database() and query ~ '^(un)?listen '`)

async function withNotifications(work: (notifications: Notifications) => Promise<void>): Promise<void> {
  const notifications = new Notifications(database, () => undefined)
  try {
    await work(notifications)
  } finally {
    await notifications.close()
  }
}

test('handlers of all channels share one connection, and are told first that it listens', () =>
  withNotifications(async (notifications) => {
    const received: [string, string | undefined][] = []
    notifications.listen('one', (payload) => received.push(['one', payload]))
    notifications.listen('two', (payload) => received.push(['two', payload]))
    await waitFor('both channels', () => received.length === 2)
    notifications.listen('two', (payload) => received.push(['two again', payload]))
    await waitFor('the third handler', () => received.length === 3)
    expect(received.map(([, payload]) => payload)).toEqual([undefined, undefined, undefined])
    await notify('one', 'first')
    await notify('two', '')
    await notify('three', 'unheard')
    await notify('one', 'last')
    await waitFor('the last notification', () => received.some(([, payload]) => payload === 'last'))
    expect(received.slice(3)).toEqual([
      ['one', 'first'],
      ['two', ''],
      ['two again', ''],
      ['one', 'last'],
    ])
    expect(await findListeners()).toHaveLength(1)
  }))

test('a connection that breaks is opened again, and every handler is told to look for what it missed', () =>
  withNotifications(async (notifications) => {
    const received: (string | undefined)[] = []
    notifications.listen('lost', (payload) => received.push(payload))
    await waitFor('the first connection', () => received.length === 1)
    const [listener] = await findListeners()
    await database.execute(sql`select pg_terminate_backend(${listener?.pid ?? 0})`)
    await waitFor('the second connection', () => received.length === 2)
    await notify('lost', 'after')
    await waitFor('the notification', () => received.length === 3)
    expect(received).toEqual([undefined, undefined, 'after'])
  }))

test('a handler that has stopped is not called any more, and the others are', () =>
  withNotifications(async (notifications) => {
    const received: string[] = []
    const stop = notifications.listen('shared', (payload) => received.push(`stopped ${payload}`))
    notifications.listen('shared', (payload) => received.push(`staying ${payload}`))
    await waitFor('both handlers', () => received.length === 2)
    stop()
    await notify('shared', 'now')
    await waitFor('the notification', () => received.includes('staying now'))
    expect(received).not.toContain('stopped now')
  }))

test('after it was closed, no connection is left, also when it was being opened', async () => {
  const notifications = new Notifications(database, () => undefined)
  notifications.listen('closing', () => undefined)
  await notifications.close()
  await waitFor('no listener', async () => (await findListeners()).length === 0)
  expect(await findListeners()).toEqual([])
})

test('the name of a channel cannot carry SQL', () =>
  withNotifications(async (notifications) => {
    expect(() => notifications.listen('a; drop table users', () => undefined)).toThrow('name of a channel')
    expect(() => notifications.listen('', () => undefined)).toThrow('name of a channel')
  }))

test('statements on the connection follow each other, and the last of them counts', () =>
  withNotifications(async (notifications) => {
    const warnings: Error[] = []
    const record = (warning: Error) => void warnings.push(warning)
    process.on('warning', record)
    const heard: string[] = []
    await new Promise<void>((resolve) => notifications.listen('begin', () => resolve()))
    for (let round = 0; round < 20; round += 1) notifications.listen('many', () => undefined)()
    notifications.listen('many', (payload) => heard.push(payload ?? 'listening'))
    await waitFor('the channel', () => heard.length === 1)
    await notify('many', 'word')
    await waitFor('the word', () => heard.includes('word'))
    process.off('warning', record)
    expect(warnings).toEqual([])
  }))
