import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

test('each gets what was true after they came, and no two read the same at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, readers) => {
      const reads = new SharedReads<number>()
      let now = 0
      let underWay = 0
      const read = async () => {
        expect(++underWay).toBe(1)
        const seen = now
        await scheduler.schedule(Promise.resolve())
        underWay--
        return seen
      }
      const asked = Array.from({ length: readers }, async () => {
        await scheduler.schedule(Promise.resolve())
        const came = ++now
        expect(await reads.read('site', read)).toBeGreaterThanOrEqual(came)
      })
      await scheduler.waitFor(Promise.all(asked))
    }),
  )
})

test('a read that fails fails for those who shared it, and not for those after them', async () => {
  const reads = new SharedReads<string>()
  const failing = reads.read('a', () => Promise.reject(new Error('gone')))
  const after = reads.read('a', () => Promise.resolve('here'))
  const elsewhere = reads.read('b', () => Promise.resolve('there'))
  await expect(failing).rejects.toThrow('gone')
  expect([await after, await elsewhere]).toEqual(['here', 'there'])
})
