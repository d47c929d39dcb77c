import { expect, test } from 'vitest'
import { GenerationalCache } from './generational-cache.ts'

test('keeps the entries that were read since it was last full, and drops the others', () => {
  const cache = new GenerationalCache<number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('c', 3)
  expect(cache.get('a')).toBe(1)
  cache.set('d', 4)
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual([1, undefined, 3, 4])
})

test('never holds more than two generations', () => {
  const cache = new GenerationalCache<number>(10)
  for (let key = 0; key < 1000; key++) cache.set(String(key), key)
  const values = Array.from({ length: 1000 }, (_, key) => cache.get(String(key))).filter(
    (value) => value !== undefined,
  )
  expect(values.length).toBeLessThanOrEqual(20)
  expect(values).toContain(999)
})
