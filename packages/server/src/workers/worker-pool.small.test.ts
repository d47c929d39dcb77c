import { afterAll, describe, expect, test } from 'vitest'
import type { CounterHandlers } from './testing/counter-worker.ts'
import type { EchoTask } from './testing/echo-worker.ts'
import {
  onWorkerFailure,
  type WorkerFailure,
  WorkerMemoryError,
  WorkerPool,
  WorkerPoolClosedError,
  WorkerTimeoutError,
} from './worker-pool.ts'

const echoEntry = new URL('./testing/echo-worker.ts', import.meta.url)
const counterEntry = new URL('./testing/counter-worker.ts', import.meta.url)
const pools: WorkerPool[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

function createPool({
  entry = echoEntry,
  timeoutMs = 60_000,
  memoryMb = 64,
  maxThreads = 1,
} = {}): WorkerPool {
  const pool = new WorkerPool({ entry, maxThreads, timeoutMs, memoryMb })
  pools.push(pool)
  return pool
}

const run = (pool: WorkerPool, task: EchoTask, answer?: (question: unknown) => Promise<unknown>) =>
  pool.run<{ answer: unknown; environment?: string[] }>(task, answer)

const refuseQuestion = () => Promise.reject(new Error('no such row'))

describe('a task', { timeout: 120_000 }, () => {
  test('returns its result and sees nothing of the environment', async () => {
    expect(await run(createPool(), { echo: 'heron' })).toEqual({ answer: 'heron', environment: [] })
  })

  test('asks the process that started it', async () => {
    const answered = await run(createPool(), { ask: 'who' }, async (question) => `${String(question)}: me`)
    expect(answered).toEqual({ answer: 'who: me' })
  })

  test('fails with the message of what the process answers', async () => {
    await expect(run(createPool(), { ask: 'who' }, refuseQuestion)).rejects.toThrow('no such row')
  })

  test('that throws fails alone', async () => {
    const pool = createPool()
    await expect(run(pool, { fail: 'broken' })).rejects.toThrow('broken')
    expect(await run(pool, { echo: 'still here' })).toMatchObject({ answer: 'still here' })
  })

  test('that never ends is ended, and the next one runs', async () => {
    const pool = createPool({ timeoutMs: 200 })
    const [ended, waiting] = [run(pool, { spin: true }), run(pool, { echo: 'next' })]
    await expect(ended).rejects.toThrow(WorkerTimeoutError)
    expect(await waiting).toMatchObject({ answer: 'next' })
    expect(await run(pool, { echo: 'and again' })).toMatchObject({ answer: 'and again' })
  })

  test('that takes too much memory is ended, and the next one runs', async () => {
    const pool = createPool()
    const [ended, waiting] = [run(pool, { fill: true }), run(pool, { echo: 'next' })]
    await expect(ended).rejects.toThrow(WorkerMemoryError)
    expect(await waiting).toMatchObject({ answer: 'next' })
  })

  test('that waits in the queue longer than the time limit is still run', async () => {
    const pool = createPool({ timeoutMs: 2000 })
    const results = await Promise.all([1, 2, 3].map(() => run(pool, { delayMs: 1200 })))
    expect(results).toEqual([{ answer: 'done' }, { answer: 'done' }, { answer: 'done' }])
  })

  test('of one owner leaves a thread to the others', async () => {
    const pool = createPool({ maxThreads: 2 })
    const runFor = (owner: string, task: EchoTask) => pool.run(task, undefined, { owner })
    const spinning = [runFor('one', { spin: true }), runFor('one', { spin: true })]
    const ended = Promise.allSettled(spinning)
    expect(await runFor('other', { echo: 'mine' })).toMatchObject({ answer: 'mine' })
    await pool.close()
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('is ended when the pool is closed', async () => {
    const pool = createPool()
    const tasks = [run(pool, { spin: true }), run(pool, { echo: 'waiting' })]
    const [results] = await Promise.all([Promise.allSettled(tasks), pool.close()])
    expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([
      expect.any(WorkerPoolClosedError),
      expect.any(WorkerPoolClosedError),
    ])
    expect(() => run(pool, { echo: 'late' })).toThrow(WorkerPoolClosedError)
  })
})

const compareOutcomes = (a: { outcome: string }, b: { outcome: string }) => (a.outcome < b.outcome ? -1 : 1)

test('every failure is told, with the pool and whose work it was', { timeout: 120_000 }, async () => {
  const failures: WorkerFailure[] = []
  const stop = onWorkerFailure((failure) => failures.push(failure))
  const [pool, slowPool] = [createPool(), createPool({ timeoutMs: 200 })]
  await Promise.allSettled([
    pool.run({ fail: 'broken' } satisfies EchoTask, undefined, { owner: 'acme' }),
    run(slowPool, { spin: true }),
  ])
  await Promise.allSettled([run(pool, { fill: true })])
  // Whoever closes a pool knows that its work ends.
  const closed = createPool()
  await Promise.allSettled([run(closed, { spin: true }), closed.close()])
  stop()
  await Promise.allSettled([run(pool, { fail: 'nobody listens' })])
  expect(failures.map(({ error: _error, ...failure }) => failure).sort(compareOutcomes)).toEqual([
    { pool: 'echo', outcome: 'failed', owner: 'acme' },
    { pool: 'echo', outcome: 'too-large' },
    { pool: 'echo', outcome: 'too-slow' },
  ])
  expect(failures.every(({ error }) => error instanceof Error)).toBe(true)
})

describe('a session', { timeout: 120_000 }, () => {
  test('remembers what it was told, and the next session does not', async () => {
    const pool = createPool({ entry: counterEntry })
    const first = pool.open<CounterHandlers>()
    expect([await first.call('add', 2), await first.call('add', 3)]).toEqual([2, 5])
    await first.close()
    const second = pool.open<CounterHandlers>()
    expect(await second.call('add', 1)).toBe(1)
    await second.close()
  })

  test('goes on after a call that threw', async () => {
    const session = createPool({ entry: counterEntry }).open<CounterHandlers>()
    await expect(session.call('fail', 'broken')).rejects.toThrow('broken')
    expect(await session.call('add', 1)).toBe(1)
    await session.close()
  })

  test('is ended by a call that never ends, which all its calls are told', async () => {
    const pool = createPool({ entry: counterEntry, timeoutMs: 200 })
    const session = pool.open<CounterHandlers>()
    const calls = [session.call('spin', undefined), session.call('add', 1)]
    await expect(calls[0]).rejects.toThrow(WorkerTimeoutError)
    await expect(calls[1]).rejects.toThrow(WorkerTimeoutError)
    await expect(session.call('add', 1)).rejects.toThrow(WorkerTimeoutError)
    await session.close()
  })
})
