import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { TestApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { AnswerTimeoutError } from './answer-timeout.ts'
import { Database, sql } from './database.ts'
import { migrate } from './migrate.ts'
import type { DatabaseTimeouts } from './timeouts.ts'

const timeouts: DatabaseTimeouts = {
  connectMs: 500,
  statementMs: 1500,
  lockMs: 400,
  idleTransactionMs: 700,
  jobMs: 60_000,
}

/** Another database of the name, with time limits. */
async function createLimitedDatabase(options: { connections?: number; onError?: () => void } = {}) {
  const plain = await createTestDatabase()
  const row = await plain.row<{ name: string }>(sql`select current_database() as name`)
  const database = new Database(
    { ...inject('postgres'), database: row?.name ?? '' },
    { timeouts, connections: 3, ...options },
  )
  const close = async () => {
    await database.close()
    await plain.close()
  }
  return { plain, database, close }
}

const readTimeouts = sql`select
  current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle`

describe('a connection', () => {
  let databases: Awaited<ReturnType<typeof createLimitedDatabase>>
  beforeAll(async () => {
    databases = await createLimitedDatabase()
  })
  afterAll(() => databases.close())

  test('has the limits of requests, and those of jobs within a job', async () => {
    const { database } = databases
    expect(await database.row(readTimeouts)).toEqual({ statement: '1500ms', lock: '400ms', idle: '700ms' })
    const inJob = database.runJob(() => database.row(readTimeouts))
    expect(await inJob).toEqual({ statement: '1min', lock: '1min', idle: '1min' })
  })

  test('is not waited for longer than the limit when all are in use, which a job does not notice', async () => {
    const { database } = databases
    const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
    await expect(database.ping()).rejects.toThrow(/timeout/)
    await database.runJob(() => database.ping())
    for (const client of clients) client.release()
    await database.ping()
  })

  test('ends a statement and a wait for a lock in time', async () => {
    const { database, plain } = databases
    await expect(database.execute(sql`select pg_sleep(60)`)).rejects.toMatchObject({ code: '57014' })
    await plain.transaction(async (holder) => {
      await holder.execute(sql`lock table users in access exclusive mode`)
      await expect(database.rows(sql`select id from users`)).rejects.toMatchObject({ code: '55P03' })
    })
  })

  test('ends a transaction that sends nothing, and others get its locks', async () => {
    const { database, plain } = databases
    const [locked, abandoned] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = database.transaction(async (tx) => {
      await tx.execute(sql`lock table users in access exclusive mode`)
      locked.resolve()
      await abandoned.promise
      await tx.execute(sql`select 1`)
    })
    const failure = holder.then(
      () => 'none',
      (error: unknown) => String(error),
    )
    await locked.promise
    await plain.rows(sql`select id from users`)
    abandoned.resolve()
    expect(await failure).toMatch(/terminat|timeout|connection error/i)
  })

  test('migrates without a limit, while another process holds the lock', async () => {
    const { database, plain } = databases
    const holder = await plain.openClient()
    await holder.query('select pg_advisory_lock($1)', [0x7665_7273])
    const migrated = migrate(database)
    await waitFor('the migration to wait for longer than requests may', async () => {
      const row = await plain.row<{ waits: boolean }>(sql`
        select exists (
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and clock_timestamp() - query_start > interval '2 seconds'
        ) as waits`)
      return row?.waits
    })
    await holder.end()
    expect(await migrated).toEqual([])
  })
})

test('a statement that is not answered at all ends with an error, and its connection is replaced', async () => {
  const { database, plain, close } = await createLimitedDatabase({ connections: 1 })
  const readBackend = () => database.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const { pid = 0 } = (await readBackend()) ?? {}
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(database.ping()).rejects.toThrow(AnswerTimeoutError)
    expect((await readBackend())?.pid).not.toBe(pid)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  const isRunning = async () =>
    (await plain.rows(sql`select from pg_stat_activity where pid = ${pid}`)).length > 0
  await waitFor('the end of the backend whose connection was closed', async () => !(await isRunning()))
  await close()
}, 60_000)

test('a broken connection that nobody uses is reported', async () => {
  const reports: Error[] = []
  const { database, plain, close } = await createLimitedDatabase({
    onError: (...errors: Error[]) => void reports.push(...errors),
  })
  const row = await database.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  await plain.execute(sql`select pg_terminate_backend(${row?.pid ?? 0})`)
  await waitFor('the report', () => reports.length > 0)
  expect(reports[0]?.message).toMatch(/terminat/)
  await close()
})

describe('the API', () => {
  let app: TestApp
  let plain: Database
  beforeAll(async () => {
    const databases = await createLimitedDatabase({ connections: 10 })
    plain = databases.plain
    app = await TestApp.start({ rateLimit: 1000 }, { database: databases.database })
  })
  afterAll(async () => {
    await app.stop()
    await plain.close()
  })

  /** How many admissions wait for a lock. A transaction would see the same number each time. */
  const countLockWaits = async (): Promise<number> => {
    const row = await plain.row<{ count: number }>(sql`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%rate_limits%'`)
    return row?.count ?? 0
  }

  const askReadiness = async () => (await app.app.http.inject({ url: '/readyz' })).statusCode

  test('503 for a request that waits for a lock too long', async () => {
    const { id, admin } = await app.organization()
    await plain.transaction(async (holder) => {
      await holder.execute(sql`lock table spaces in share row exclusive mode`)
      const answer = await admin.post(`/orgs/${id}/spaces`, {})
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 503 } } })
      expect(answer.headers['retry-after']).toBeDefined()
    })
    expect(await admin.post(`/orgs/${id}/spaces`, {})).toMatchObject({ status: 201 })
  })

  test('200 for a caller while the admission of another is stuck, also when both share a statement', async () => {
    const [stuck, other] = [await app.organization(), await app.organization()]
    await stuck.admin.get(`/orgs/${stuck.id}`)
    await plain.transaction(async (holder) => {
      // What requests of this caller are counted in.
      const locked = await holder.execute(sql`
        select from rate_limits where key in (select id from tokens where user_id = ${stuck.admin.id}) for update`)
      expect(locked).toBe(1)
      const stuckRequests = [stuck.admin.get(`/orgs/${stuck.id}`)]
      // The second is sent when the first is under way, so that both statements that may run at once are stuck.
      await waitFor('the first statement to wait', async () => (await countLockWaits()) === 1)
      stuckRequests.push(stuck.admin.get(`/orgs/${stuck.id}`))
      await waitFor('the second statement to wait', async () => (await countLockWaits()) === 2)
      expect(await other.admin.get(`/orgs/${other.id}`)).toMatchObject({ status: 200 })
      const together = [stuck.admin.get(`/orgs/${stuck.id}`), other.admin.get(`/orgs/${other.id}`)]
      expect(await together[1]).toMatchObject({ status: 200 })
      for (const request of [...stuckRequests, together[0]]) {
        expect(await request).toMatchObject({ status: 503 })
      }
    })
    expect(await stuck.admin.get(`/orgs/${stuck.id}`)).toMatchObject({ status: 200 })
  })

  test('503 from /readyz while what requests need is locked', async () => {
    expect(await askReadiness()).toBe(200)
    await plain.transaction(async (holder) => {
      await holder.execute(sql`lock table tokens in access exclusive mode`)
      expect(await askReadiness()).toBe(503)
      expect((await app.app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
    })
    await waitFor('readiness', async () => (await askReadiness()) === 200)
  })
})
