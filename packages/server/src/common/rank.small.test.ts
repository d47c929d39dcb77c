import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from './ids.ts'
import { rankBetween, ranksBetween } from './rank.ts'

test('inserting anywhere, any number of times, keeps the order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 400 }), (places) => {
      const ranks: string[] = []
      for (const place of places) {
        const at = place % (ranks.length + 1)
        ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null))
      }
      expect(ranks).toEqual([...ranks].sort())
      expect(new Set(ranks).size).toBe(ranks.length)
    }),
  )
})

test('always inserting at the front or into one gap grows ranks slowly', () => {
  let front = newId()
  for (let i = 0; i < 200; i++) front = rankBetween(null, front)
  expect(front.length).toBeLessThan(260)

  const low = newId()
  let high = newId()
  for (let i = 0; i < 200; i++) high = rankBetween(low, high)
  expect(high.length).toBeLessThan(300)
  expect(high > low).toBe(true)
})

test('many ranks fit between two neighbours, in order', () => {
  fc.assert(
    fc.property(fc.nat({ max: 300 }), (count) => {
      const low = newId()
      const high = newId()
      const ranks = ranksBetween(low, high, count)
      expect(ranks).toHaveLength(count)
      expect([low, ...ranks, high]).toEqual([low, ...ranks, high].sort())
    }),
  )
})

test('an item that is added last stays last even if the clock goes back', () => {
  expect(rankBetween('zzzz', null) > 'zzzz').toBe(true)
})
