import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { sql } from './database.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

test('a transaction whose connection breaks while it asks nothing fails, and nothing else does', async () => {
  const { database } = app
  const broken = database.transaction(async (tx) => {
    const row = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.execute(sql`select pg_terminate_backend(${row?.pid ?? 0})`)
    // The end of the connection arrives while nobody waits for an answer: that must end no process.
    await sleep(500)
    await tx.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow(/connection|terminat/i)
  expect(await database.row(sql`select 1 as one`)).toEqual({ one: 1 })
})

test('connections with settings of their own have them from the start, and end with the others', async () => {
  const database = await createTestDatabase({ empty: true })
  const other = database.with(['enable_seqscan = off'], { connections: 1 })
  const setting = sql`select current_setting('enable_seqscan') as setting`
  expect(await other.row(setting)).toEqual({ setting: 'off' })
  expect(await database.row(setting)).toEqual({ setting: 'on' })
  const seen: string[] = []
  database.onQuery((text) => seen.push(text))
  await other.execute(sql`select 1`)
  expect(seen).toEqual(['select 1'])
  await database.close()
  await expect(other.execute(sql`select 1`)).rejects.toThrow(/end/)
})
