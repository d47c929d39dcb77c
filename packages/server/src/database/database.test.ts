import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type Database, type Queryable, raw, sql, type Transaction } from './database.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

test('a transaction whose connection breaks between two statements fails, and nothing else does', async () => {
  const { database } = app
  const broken = database.transaction(async (tx) => {
    const row = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.execute(sql`select pg_terminate_backend(${row?.pid ?? 0})`)
    // The connection ends while no statement runs. Its error must not end the process.
    await sleep(500)
    await tx.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow(/connection|terminat/i)
  expect(await database.row(sql`select 1 as one`)).toEqual({ one: 1 })
})

test('a transaction that swallows the error of a statement throws, since nothing of it is stored', async () => {
  const database = await createTestDatabase({ empty: true })
  await database.execute(sql`create table kept (value integer)`)
  let hasCalledBack = false
  const swallowing = database.transaction(async (tx) => {
    tx.afterCommit(() => (hasCalledBack = true))
    await tx.execute(sql`insert into kept values (1)`)
    await tx.execute(sql`insert into kept values (1 / 0)`).catch(() => undefined)
    return 'done'
  })
  await expect(swallowing).rejects.toThrow('rolled back')
  expect(hasCalledBack).toBe(false)
  expect(await database.rows(sql`select value from kept`)).toEqual([])
  await database.close()
})

test('a pool with settings makes them on each connection, and is closed with the first pool', async () => {
  const database = await createTestDatabase({ empty: true })
  const other = database.withSettings(['enable_mergejoin = off'], { name: 'other', connections: 1 })
  const setting = sql`select current_setting('enable_mergejoin') as setting`
  expect(await other.row(setting)).toEqual({ setting: 'off' })
  expect(await database.row(setting)).toEqual({ setting: 'on' })
  const seen: string[] = []
  database.onQuery((text) => seen.push(text))
  await other.execute(sql`select 1`)
  expect(seen).toEqual(['select 1'])
  await database.close()
  await expect(other.execute(sql`select 1`)).rejects.toThrow(/end/)
})

describe('a transaction that PostgreSQL aborts because of another one', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true })
    await database.execute(sql`create table counters (id integer primary key, value integer not null)`)
    await database.execute(sql`insert into counters values (1, 0), (2, 0)`)
  })
  afterAll(() => database.close())

  const readValues = async () =>
    (await database.rows<{ value: number }>(sql`select value from counters order by id`)).map(
      ({ value }) => value,
    )

  test('is retried after a deadlock, and only the attempt that committed calls back', async () => {
    await database.execute(sql`update counters set value = 0`)
    const attempts = { first: 0, second: 0 }
    const callbacks: string[] = []
    const bothHoldOne = new Barrier(2)
    const incrementBoth = (name: 'first' | 'second', ids: [number, number]) =>
      database.transaction(async (tx) => {
        const attempt = ++attempts[name]
        tx.afterCommit(() => callbacks.push(`${name} ${attempt}`))
        await increment(tx, ids[0])
        if (attempt === 1) await bothHoldOne.arrive()
        await increment(tx, ids[1])
        return attempt
      })

    const results = await Promise.all([incrementBoth('first', [1, 2]), incrementBoth('second', [2, 1])])

    // The loser may lose again, when it takes its first row back before the winner has woken.
    expect(Math.max(...results)).toBeGreaterThan(1)
    expect([attempts.first, attempts.second]).toEqual(results)
    expect(callbacks.toSorted()).toEqual([`first ${results[0]}`, `second ${results[1]}`])
    expect(await readValues()).toEqual([2, 2])
  })

  test('is retried after a serialization failure, and reads what the other one wrote', async () => {
    await database.execute(sql`update counters set value = 0`)
    let attempts = 0
    await database.transaction(async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read`)
      const row = await tx.row<{ value: number }>(sql`select value from counters where id = 1`)
      if (++attempts === 1) await database.transaction((other) => increment(other, 1))
      await tx.execute(sql`update counters set value = ${(row?.value ?? 0) + 10} where id = 1`)
    })

    expect(attempts).toBe(2)
    expect(await readValues()).toEqual([11, 0])
  })

  test.each([
    ['40001', 5],
    ['40P01', 5],
    ['23505', 1],
    ['57014', 1],
  ])('with SQLSTATE %s each time is attempted %i times, and leaves nothing', async (sqlState, limit) => {
    await database.execute(sql`update counters set value = 0`)
    let attempts = 0
    const callbacks: number[] = []
    const aborted = database.transaction(async (tx) => {
      attempts++
      tx.afterCommit(() => callbacks.push(attempts))
      await increment(tx, 1)
      await fail(tx, sqlState)
    })

    await expect(aborted).rejects.toMatchObject({ code: sqlState })
    expect(attempts).toBe(limit)
    expect(callbacks).toEqual([])
    expect(await readValues()).toEqual([0, 0])
  })

  test.each([
    ['40001', 5],
    ['40P01', 5],
    ['23505', 1],
  ])('is retried if it is a single statement: SQLSTATE %s, %i attempts', async (sqlState, limit) => {
    // A sequence counts attempts that are rolled back, too.
    await database.execute(sql`create sequence if not exists attempts`)
    await database.execute(sql`alter sequence attempts restart`)

    await expect(failCounted(database, sqlState)).rejects.toMatchObject({ code: sqlState })

    expect(await database.row(sql`select last_value as attempts from attempts`)).toEqual({ attempts: limit })
  })
})

const increment = (tx: Transaction, id: number) =>
  tx.execute(sql`update counters set value = value + 1 where id = ${id}`)

/** Fails as PostgreSQL would, with the SQLSTATE. */
const fail = (tx: Transaction, sqlState: string) =>
  tx.execute(sql`do ${raw(`$$ begin raise exception 'aborted' using errcode = '${sqlState}'; end $$`)}`)

const failCounted = (on: Queryable, sqlState: string) =>
  on.execute(
    sql`do ${raw(`$$ begin perform nextval('attempts'); raise exception 'aborted' using errcode = '${sqlState}'; end $$`)}`,
  )

/** Lets everyone pass once all have arrived. */
class Barrier {
  readonly #opened = Promise.withResolvers<void>()
  #missing: number

  constructor(count: number) {
    this.#missing = count
  }

  arrive(): Promise<void> {
    if (--this.#missing === 0) this.#opened.resolve()
    return this.#opened.promise
  }
}
