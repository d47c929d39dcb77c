import { expect, test } from 'vitest'
import { GenerationalCache } from './generational-cache.ts'

test('keeps the entries that were read since it was last full, and drops the others', () => {
  const kept = new GenerationalCache<number>(2)
  kept.set('a', 1)
  kept.set('b', 2)
  kept.set('c', 3)
  expect(kept.get('a')).toBe(1)
  kept.set('d', 4)
  expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.get('d')]).toEqual([1, undefined, 3, 4])
})

test('never holds more than two generations', () => {
  const kept = new GenerationalCache<number>(10)
  for (let key = 0; key < 1000; key++) kept.set(String(key), key)
  const found = Array.from({ length: 1000 }, (_, key) => kept.get(String(key))).filter(
    (value) => value !== undefined,
  )
  expect(found.length).toBeLessThanOrEqual(20)
  expect(found).toContain(999)
})
