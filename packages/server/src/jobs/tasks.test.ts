import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { writeBackup } from '../backup/backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { days, minutes } from '../common/clock.ts'
import { Conflict, Unavailable } from '../common/errors.ts'
import { sql } from '../database/database.ts'
import type { Job } from '../areas/tasks/schema.ts'
import { Client, type Person, TestApp } from '../testing/app.ts'
import { FolderFileStore } from '../storage/folder-file-store.ts'
import { createTestDatabase } from '../testing/database.ts'
import { readList } from '../testing/lists.ts'
import { waitForAssertions } from '../testing/wait-for.ts'
import { createCleanUpHandler } from './clean-up.ts'
import { TaskRunner } from './task-runner.ts'
import { type TaskHandler, TaskLostError } from './tasks.ts'

let app: TestApp
let organizationId: string
let admin: Person
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organizationId, admin } = await app.organization())
  await app.database.pool.query(
    'create schema watched; create table watched.lines (n serial primary key, event text not null, text text not null, pid integer not null)',
  )
})
afterEach(async () => {
  for (const stop of cleanups.splice(0).toReversed()) await stop()
  await app.database.pool.query('truncate watched.lines')
  await app.database.pool.query('delete from tasks')
})
afterAll(() => app.stop())

let types = 0
/** A handler of this process, under a type of its own. */
function registerHandler(handler: TaskHandler<{ n: number }>): string {
  const type = `type-${types++}`
  app.app.tasks.handle(type, handler)
  return type
}

/** A worker in this process. */
function startRunner(options: { stopTimeoutMs?: number } = {}): TaskRunner {
  const runner = new TaskRunner({
    database: app.database,
    tasks: app.app.tasks,
    clock: app.clock,
    onError: () => undefined,
    ...options,
  })
  runner.start()
  cleanups.push(() => runner.stop())
  return runner
}

/** A worker in a process of its own. */
function spawnWorker(): ChildProcess {
  const { database } = app.database.pool.options
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../testing/task-worker.ts'),
      JSON.stringify({ ...inject('postgres'), database }),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  cleanups.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

const startTask = (
  type: string,
  { key = type, data = {}, spaceId }: { key?: string; data?: object; spaceId?: string } = {},
) =>
  app.database.transaction((tx) =>
    app.app.tasks.start(tx, { organizationId, type, key, data, ...(spaceId !== undefined && { spaceId }) }),
  )

const listJobs = async (query = '') =>
  (await readList<Job>(admin, `/orgs/${organizationId}/jobs?${query}`)).items

const waitForStatus = (status: Job['status'], count = 1) =>
  waitForAssertions(async () => expect(await listJobs(`status=${status}`)).toHaveLength(count))

const readLines = async (event: string) => {
  const statement = 'select text, pid from watched.lines where event = $1 order by n'
  return (await app.database.pool.query<{ text: string; pid: number }>(statement, [event])).rows
}

describe('a task', () => {
  test('exists only if the transaction that started it is committed', async () => {
    const type = registerHandler(async () => undefined)
    const failing = app.database.transaction(async (tx) => {
      await app.app.tasks.start(tx, { organizationId, type, key: 'k', data: {} })
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    expect(await listJobs()).toEqual([])
  })

  test('is started once by concurrent calls of startOnce, and runs at once', async () => {
    const gate = Promise.withResolvers<void>()
    const type = registerHandler(() => gate.promise)
    const once = () =>
      app.database.transaction((tx) =>
        app.app.tasks.startOnce(tx, { organizationId, type, key: 'once', data: {} }),
      )
    await Promise.all([once(), once(), once()])
    expect(await listJobs()).toHaveLength(1)
    startRunner()
    await waitForStatus('running')
    // What runs has begun without knowing of those who ask now.
    await Promise.all([once(), once(), once()])
    expect((await listJobs()).map(({ status }) => status).sort()).toEqual(['pending', 'running'])
    gate.resolve()
    await waitForStatus('completed', 2)
  })

  test('is run by a worker, and shows its progress', async () => {
    const gate = Promise.withResolvers<void>()
    const type = registerHandler(async (task) => {
      await task.progress(3, 10)
      await gate.promise
    })
    await startTask(type)
    expect(await listJobs()).toMatchObject([{ status: 'pending', attempts: 0, progress: { done: 0 } }])
    startRunner()

    await waitForAssertions(async () =>
      expect(await listJobs()).toMatchObject([{ status: 'running', progress: { done: 3, total: 10 } }]),
    )
    gate.resolve()
    await waitForAssertions(async () =>
      expect(await listJobs()).toMatchObject([
        { object: 'job', type, status: 'completed', attempts: 1, progress: { done: 10, total: 10 } },
      ]),
    )
  })

  test('is tried again later after a temporary error, and shows the error', async () => {
    const type = registerHandler(async ({ attempt }) => {
      if (attempt < 3) throw new Unavailable(`The remote is away (${attempt}).`)
    })
    await startTask(type)
    startRunner()

    await waitForAssertions(async () =>
      expect(await listJobs()).toMatchObject([
        { status: 'pending', attempts: 1, error: 'The remote is away (1).', retryAt: expect.any(String) },
      ]),
    )
    app.clock.advance(1 * minutes)
    await waitForAssertions(async () =>
      expect(await listJobs()).toMatchObject([{ status: 'pending', error: 'The remote is away (2).' }]),
    )
    app.clock.advance(1 * minutes)
    await waitForStatus('completed')
    expect(await listJobs()).toMatchObject([{ attempts: 3 }])
    expect((await listJobs())[0]).not.toHaveProperty('error')
  })

  test('lets the next task of its key run while it waits to be tried again', async () => {
    const type = registerHandler(async ({ data, attempt }) => {
      if (data.n === 1 && attempt === 1) throw new Unavailable('The remote is away.')
    })
    await startTask(type, { data: { n: 1 } })
    await startTask(type, { data: { n: 2 } })
    startRunner()

    await waitForAssertions(async () =>
      expect(await listJobs()).toMatchObject([
        { status: 'completed', attempts: 1 },
        { status: 'pending', attempts: 1, error: 'The remote is away.' },
      ]),
    )
    app.clock.advance(1 * minutes)
    await waitForAssertions(async () =>
      expect(await listJobs()).toMatchObject([{ status: 'completed' }, { status: 'completed', attempts: 2 }]),
    )
  })

  test('fails at once after a final error, and the next task of its key runs', async () => {
    const type = registerHandler(async ({ data }) => {
      if (data.n === 1) throw new Conflict('Both sides changed.')
    })
    await startTask(type, { data: { n: 1 } })
    await startTask(type, { data: { n: 2 } })
    startRunner()

    await waitForStatus('completed')
    expect(await listJobs()).toMatchObject([
      { status: 'completed' },
      { status: 'failed', error: 'Both sides changed.', attempts: 1 },
    ])
  })

  test('fails after the last attempt, without showing internal error messages', async () => {
    const type = registerHandler(() => Promise.reject(new Error('password=hunter2')))
    await startTask(type)
    startRunner()

    await waitForAssertions(async () => {
      app.clock.advance(10 * minutes)
      expect(await listJobs()).toMatchObject([
        { status: 'failed', error: 'Something went wrong on our side.' },
      ])
    })
  })

  test('is canceled with its space: its signal is aborted, and it can no longer complete', async () => {
    const space = await app.space(admin, organizationId)
    const abortReason = Promise.withResolvers<unknown>()
    const type = registerHandler(async (task) => {
      task.signal.addEventListener('abort', () => abortReason.resolve(task.signal.reason))
      await abortReason.promise
      await app.database.transaction((tx) => task.complete(tx))
    })
    await startTask(type, { spaceId: space.id })
    startRunner()
    await waitForStatus('running')
    await admin.delete(`/spaces/${space.id}`)

    expect(await abortReason.promise).toBeInstanceOf(TaskLostError)
    const status = () => app.database.row(sql`select status from tasks`)
    await waitForAssertions(async () => expect(await status()).toEqual({ status: 'canceled' }))
    expect(await listJobs()).toEqual([])
  })

  test('completes only if its transaction is committed', async () => {
    const type = registerHandler(async (task) => {
      await app.database.transaction(async (tx) => {
        const text = `attempt ${task.attempt}`
        await tx.query(`insert into watched.lines (event, text, pid) values ('wrote', $1, 0)`, [text])
        await task.complete(tx)
        if (task.attempt === 1) throw new Unavailable('The database went away.')
      })
    })
    await startTask(type)
    startRunner()
    await waitForAssertions(async () =>
      expect(await listJobs()).toMatchObject([{ status: 'pending', attempts: 1 }]),
    )
    app.clock.advance(1 * minutes)

    await waitForStatus('completed')
    expect(await readLines('wrote')).toMatchObject([{ text: 'attempt 2' }])
  })

  test('waits for another process if this one has no handler for its type', async () => {
    await startTask('unknown')
    const type = registerHandler(async () => undefined)
    await startTask(type)
    startRunner()

    await waitForStatus('completed')
    expect(await listJobs('status=pending')).toMatchObject([{ type: 'unknown', attempts: 0 }])
  })

  test('is deleted a month after it finished', async () => {
    const type = registerHandler(async () => undefined)
    await startTask(type)
    await startTask('waits')
    startRunner()
    await waitForStatus('completed')
    app.clock.advance(31 * days)
    await createCleanUpHandler(app.database, app.clock, [])()

    expect(await listJobs()).toMatchObject([{ type: 'waits' }])
  })

  test('is left to another worker when its worker stops, and the attempt does not count', async () => {
    const began = Promise.withResolvers<void>()
    let runs = 0
    const type = registerHandler(async (task) => {
      if (++runs > 1) return
      began.resolve()
      await new Promise((_, reject) =>
        task.signal.addEventListener('abort', () => reject(new TaskLostError())),
      )
    })
    await startTask(type)
    const first = startRunner({ stopTimeoutMs: 0 })
    await began.promise
    await first.stop()

    expect(await listJobs()).toMatchObject([{ status: 'pending', attempts: 0 }])
    startRunner()
    await waitForStatus('completed')
  })

  test('is pending in a backup, even if it was running', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verso-tasks-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    await startTask('write', { key: 'a' })
    await startTask('write', { key: 'b' })
    await app.database.execute(sql`update tasks set status = 'running', attempts = 1 where key = 'b'`)
    const store = new FolderFileStore(join(folder, 'files'))
    await writeBackup({ database: app.database, store }, join(folder, 'verso.tar.gz'), () => undefined)
    const database = await createTestDatabase({ empty: true })
    await restoreBackup({ database, store }, join(folder, 'verso.tar.gz'), () => undefined)
    const restored = await TestApp.start({}, { database })
    cleanups.push(() => restored.stop())
    const done: string[] = []
    restored.app.tasks.handle('write', ({ id }) => Promise.resolve(void done.push(id)))
    const runner = new TaskRunner({
      database,
      tasks: restored.app.tasks,
      clock: app.clock,
      onError: () => undefined,
    })
    runner.start()
    cleanups.push(() => runner.stop())

    const client = new Client(restored.app, admin.token)
    await waitForAssertions(async () => {
      const { items } = await readList<Job>(client, `/orgs/${organizationId}/jobs`)
      expect(items.map(({ status }) => status)).toEqual(['completed', 'completed'])
    })
    expect(done).toHaveLength(2)
  })
})

describe('several processes', () => {
  test('run the tasks of one key one at a time and in order, those of several keys in parallel, and each once', async () => {
    const keys = ['a', 'b', 'c']
    for (let n = 0; n < 8; n++) {
      for (const key of keys) await startTask('write', { key, data: { text: `${key}${n}`, milliseconds: 5 } })
    }
    spawnWorker()
    spawnWorker()

    await waitForStatus('completed', 24)
    const [began, wrote] = [await readLines('began'), await readLines('wrote')]
    for (const key of keys) {
      const expected = Array.from({ length: 8 }, (_, n) => `${key}${n}`)
      const of = (all: typeof began) => all.map(({ text }) => text).filter((text) => text.startsWith(key))
      expect(of(began)).toEqual(expected)
      expect(of(wrote)).toEqual(expected)
    }
    const { rows: order } = await app.database.pool.query<{ event: string; text: string }>(
      `select event, text from watched.lines where text like 'a%' order by n`,
    )
    expect(order.map(({ event }) => event)).toEqual(
      Array.from({ length: 8 }, () => ['began', 'wrote']).flat(),
    )
  })

  test('take over the tasks of a killed process at once, and each takes effect once', async () => {
    await startTask('write', { key: 'a', data: { text: 'first', milliseconds: 400 } })
    await startTask('write', { key: 'a', data: { text: 'second', milliseconds: 0 } })
    const victim = spawnWorker()
    await waitForAssertions(async () => expect(await readLines('began')).toHaveLength(1))
    spawnWorker()
    victim.kill('SIGKILL')

    await waitForStatus('completed', 2)
    const began = await readLines('began')
    expect(began.map(({ text }) => text)).toEqual(['first', 'first', 'second'])
    expect(began[0]?.pid).toBe(victim.pid)
    expect((await readLines('wrote')).map(({ text }) => text)).toEqual(['first', 'second'])
    expect((await listJobs()).map(({ attempts }) => attempts)).toEqual([1, 2])
  })

  test('cannot complete a task after losing the connection, if another process has started it', async () => {
    const gate = Promise.withResolvers<void>()
    const outcomes: string[] = []
    const type = registerHandler(async (task) => {
      const mine = task.attempt
      if (mine === 1) await gate.promise
      await app.database
        .transaction((tx) => task.complete(tx))
        .then(() => outcomes.push(`${mine} completed`))
        .catch(() => outcomes.push(`${mine} lost`))
    })
    await startTask(type)
    startRunner()
    await waitForStatus('running')
    startRunner()
    await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid in (select pid from pg_locks where locktype = 'advisory')`,
    )
    await waitForAssertions(async () => expect(outcomes).toEqual(['2 completed']))
    gate.resolve()

    await waitForAssertions(async () => expect(outcomes).toEqual(['2 completed', '1 lost']))
    expect(await listJobs()).toMatchObject([{ status: 'completed', attempts: 2 }])
  })
})

describe('GET /orgs/{organizationId}/jobs', () => {
  test('200 lists the tasks of spaces that the caller sees; guests get no others', async () => {
    const open = await app.space(admin, organizationId)
    const closed = await app.space(admin, organizationId)
    await app.database.execute(sql`update spaces set default_level = null where id = ${closed.id}`)
    await startTask('about-open', { spaceId: open.id })
    await startTask('about-closed', { spaceId: closed.id })
    await startTask('about-none')
    const reader = await app.member(organizationId, 'read')
    const guest = await app.member(organizationId, null)
    const seenBy = async (who: Person) =>
      (await readList<Job>(who, `/orgs/${organizationId}/jobs`)).items.map(({ type }) => type)

    expect(await seenBy(admin)).toEqual(['about-none', 'about-closed', 'about-open'])
    expect(await seenBy(reader)).toEqual(['about-none', 'about-open'])
    expect(await seenBy(guest)).toEqual([])
    expect(
      (await app.organization('Other').then((other) => other.admin.get(`/orgs/${organizationId}/jobs`)))
        .status,
    ).toBe(404)
  })

  test('200 filters by status, type and space; 400 for an unknown status', async () => {
    const space = await app.space(admin, organizationId)
    await startTask('a', { spaceId: space.id })
    await startTask('b')

    expect(await listJobs(`space=${space.id}`)).toMatchObject([{ type: 'a', space: space.id }])
    expect(await listJobs('type=b')).toMatchObject([{ type: 'b' }])
    expect(await listJobs('status=failed')).toEqual([])
    expect((await admin.get(`/orgs/${organizationId}/jobs?status=lost`)).status).toBe(400)
  })
})
