import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CoalescedCalls } from './coalesced-calls.ts'

test('each caller gets a result of a call that began after theirs, and calls of one key never overlap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, readers) => {
      const calls = new CoalescedCalls<number>()
      let now = 0
      let running = 0
      const read = async () => {
        expect(++running).toBe(1)
        const startedAt = now
        await scheduler.schedule(Promise.resolve())
        running--
        return startedAt
      }
      const callers = Array.from({ length: readers }, async () => {
        await scheduler.schedule(Promise.resolve())
        const askedAt = ++now
        expect(await calls.run('site', read)).toBeGreaterThanOrEqual(askedAt)
      })
      await scheduler.waitFor(Promise.all(callers))
    }),
  )
})

test('a failed call fails only for the callers that shared it', async () => {
  const calls = new CoalescedCalls<string>()
  const failing = calls.run('a', () => Promise.reject(new Error('gone')))
  const after = calls.run('a', () => Promise.resolve('here'))
  const elsewhere = calls.run('b', () => Promise.resolve('there'))
  await expect(failing).rejects.toThrow('gone')
  expect([await after, await elsewhere]).toEqual(['here', 'there'])
})

test('waitUntilIdle waits for the running call and the next one', async () => {
  const calls = new CoalescedCalls<void>()
  const finished: string[] = []
  const run = (name: string) =>
    calls.run('key', async () => {
      await Promise.resolve()
      finished.push(name)
    })
  const pending = [run('first'), run('second'), run('shares the second')]
  await calls.waitUntilIdle()
  expect(finished).toEqual(['first', 'second'])
  await Promise.all(pending)
})
