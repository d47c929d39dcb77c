import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QueryBatcher } from './query-batcher.ts'

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('each item gets its own result, however the items are batched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { maxLength: 500 }), async (pauses) => {
      const batch = new QueryBatcher<number, string>(async (items) => {
        await delay(items.length % 3)
        return items.map((item) => `answer ${item}`)
      })
      const results: Promise<string>[] = []
      for (const [index, pause] of pauses.entries()) {
        results.push(batch.add(index))
        if (pause === 0 && index % 50 === 0) await delay(1)
      }
      expect(await Promise.all(results)).toEqual(pauses.map((_, index) => `answer ${index}`))
    }),
    { numRuns: 30 },
  )
})

test('items that are added together are sent in one batch', async () => {
  const sizes: number[] = []
  const batch = new QueryBatcher<number, number>(async (items) => {
    sizes.push(items.length)
    return items
  })
  await Promise.all([1, 2, 3, 4, 5].map((item) => batch.add(item)))
  expect(sizes).toEqual([5])
})

test('a failed query rejects only the items of its batch', async () => {
  let broken = true
  const batch = new QueryBatcher<number, number>((items) =>
    broken ? Promise.reject(new Error('away')) : Promise.resolve(items),
  )
  await expect(Promise.allSettled([batch.add(1), batch.add(2)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  broken = false
  await expect(batch.add(3)).resolves.toBe(3)
})

test('batches that are stuck do not keep the others', async () => {
  const stuck = Promise.withResolvers<void>()
  const batch = new QueryBatcher<string, string>(async (items) => {
    if (items.includes('stuck')) await stuck.promise
    return items
  })
  const first = batch.add('stuck')
  await delay(5)
  const second = batch.add('stuck')
  await delay(5)
  expect(await batch.add('other')).toBe('other')
  stuck.resolve()
  expect(await Promise.all([first, second])).toEqual(['stuck', 'stuck'])
})

test('a batch that fails because of some items is split, and only these fail', async () => {
  const batch = new QueryBatcher<string, string>(
    (items) => (items.includes('bad') ? Promise.reject(new Error('locked')) : Promise.resolve(items)),
    { isNeeded: (error) => error instanceof Error && error.message === 'locked', getKey: (item) => item },
  )
  const results = await Promise.allSettled(['good', 'bad', 'fine', 'bad'].map((item) => batch.add(item)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
})
