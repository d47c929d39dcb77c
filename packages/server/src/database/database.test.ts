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

describe('the statements of a transaction', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true })
    await database.execute(sql`create table lines (number integer primary key, text text)`)
  })
  afterAll(() => database.close())
  const listNumbers = async () => {
    const rows = await database.rows<{ number: number }>(sql`select number from lines order by number`)
    return rows.map(({ number }) => number)
  }

  test('that are asked for together are answered each with its own rows, in their order', async () => {
    await database.execute(sql`truncate lines`)
    const answers = await database.transaction(async (tx) =>
      Promise.all([
        tx.execute(insertLine(1)),
        tx.rows(sql`select number, text, null as nothing from lines`),
        tx.execute(insertLine(2)),
        tx.execute(insertLine(3)),
        tx.row(sql`select count(*) as count, array[true] as list, '{"a": [1]}'::jsonb as json from lines`),
        tx.execute(sql`set local enable_seqscan = off`),
        tx.rows(sql`select from lines where number = 9`),
      ]),
    )
    expect(answers).toEqual([
      1,
      [{ number: 1, text: 'line 1', nothing: null }],
      1,
      1,
      { count: 3, list: [true], json: { a: [1] } },
      0,
      [],
    ])
    expect(await listNumbers()).toEqual([1, 2, 3])
  })

  test('that nobody waits for happen before the next one, or with the commit', async () => {
    await database.execute(sql`truncate lines`)
    const seen = await database.transaction(async (tx) => {
      tx.executeLater(insertLine(1))
      const rows = await tx.rows(sql`select number from lines`)
      tx.executeLater(insertLine(2))
      return rows
    })
    expect(seen).toEqual([{ number: 1 }])
    expect(await listNumbers()).toEqual([1, 2])
    await database.transaction(async (tx) => tx.executeLater(insertLine(3)))
    expect(await listNumbers()).toEqual([1, 2, 3])
  })

  test('fail with the commit that they are sent with, and nothing is stored', async () => {
    await database.execute(sql`truncate lines`)
    let hasCalledBack = false
    const failing = database.transaction(async (tx) => {
      tx.afterCommit(() => (hasCalledBack = true))
      await tx.execute(insertLine(1))
      tx.executeLater(insertLine(1))
      tx.executeLater(insertLine(2))
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(hasCalledBack).toBe(false)
    expect(await listNumbers()).toEqual([])
  })

  test('that nobody waits for and that fail behind an answered one fail the next one, or the commit', async () => {
    await database.execute(sql`truncate lines`)
    const outcomes = await Promise.allSettled([
      database.transaction(insertTwice),
      database.transaction(async (tx) => {
        await insertTwice(tx)
        await tx.execute(insertLine(2))
      }),
    ])
    expect(outcomes).toMatchObject([{ reason: { code: '23505' } }, { reason: { code: '23505' } }])
    expect(await listNumbers()).toEqual([])
  })

  test('behind one that fails are skipped, those before it are answered', async () => {
    await database.execute(sql`truncate lines`)
    const outcomes = await database
      .transaction(async (tx) => {
        const asked = [tx.execute(insertLine(1)), tx.execute(insertLine(1)), tx.execute(insertLine(2))]
        const settled = await Promise.allSettled(asked)
        throw new Error(settled.map(({ status }) => status).join(', '))
      })
      .catch(String)
    expect(outcomes).toBe('Error: fulfilled, rejected, rejected')
    expect(await listNumbers()).toEqual([])
  })

  test('can be sent again on a connection on which they were skipped or refused', async () => {
    await database.execute(sql`truncate lines`)
    const unknown = sql`select nothing from lines`
    const skipped = sql`select number as "skippedBefore" from lines`
    const single = database.withSettings([], { name: 'single', connections: 1 })
    const ask = () =>
      single.transaction(async (tx) =>
        Promise.all([tx.execute(insertLine(1)), tx.rows(unknown), tx.rows(skipped)]),
      )
    await expect(ask()).rejects.toThrow('"nothing" does not exist')
    await expect(ask()).rejects.toThrow('"nothing" does not exist')
    const answers = await single.transaction(async (tx) =>
      Promise.all([tx.execute(insertLine(1)), tx.rows(skipped), tx.rows(skipped)]),
    )
    expect(answers).toEqual([1, [{ skippedBefore: 1 }], [{ skippedBefore: 1 }]])
  })

  test('with a value that cannot be sent fail, and the connection stays usable', async () => {
    await database.execute(sql`truncate lines`)
    const single = database.withSettings([], { name: 'single', connections: 1 })
    const circular: { self?: object } = {}
    circular.self = circular
    const sendCircular = single.transaction(async (tx) => {
      tx.executeLater(insertLine(1))
      await tx.execute(sql`insert into lines values (2, ${circular}::jsonb ->> 'self')`)
    })
    await expect(sendCircular).rejects.toThrow('circular')
    expect(await single.rows(sql`select number from lines`)).toEqual([])
    await single.transaction((tx) => tx.execute(insertLine(3)))
    expect(await listNumbers()).toEqual([3])
  })

  test('are refused after its end', async () => {
    await database.execute(sql`truncate lines`)
    const { promise: kept, resolve: keep } = Promise.withResolvers<Transaction>()
    await database.transaction(async (tx) => keep(tx))
    const tx = await kept
    await expect(tx.execute(insertLine(1))).rejects.toThrow('ended')
    expect(() => tx.executeLater(insertLine(1))).toThrow('ended')
    expect(await listNumbers()).toEqual([])
  })

  test('are rolled back when the work throws, whether they were sent or not', async () => {
    await database.execute(sql`truncate lines`)
    const throwing = database.transaction(async (tx) => {
      await tx.execute(insertLine(1))
      tx.executeLater(insertLine(2))
      throw new Error('changed my mind')
    })
    await expect(throwing).rejects.toThrow('changed my mind')
    const throwingAtOnce = database.transaction(async (tx) => {
      tx.executeLater(insertLine(2))
      throw new Error('changed it before')
    })
    await expect(throwingAtOnce).rejects.toThrow('changed it before')
    expect(await listNumbers()).toEqual([])
  })
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

/** The second insert fails, and nobody waits for it. */
const insertTwice = async (tx: Transaction) => {
  const first = tx.execute(insertLine(1))
  tx.executeLater(insertLine(1))
  return first
}

const insertLine = (number: number) => sql`insert into lines values (${number}, ${`line ${number}`})`

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
