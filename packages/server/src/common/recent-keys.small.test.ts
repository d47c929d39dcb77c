import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { RecentKeys } from './recent-keys.ts'

const createKeys = (count: number) => Array.from({ length: count }, () => randomUUID())

test('a key is known from the second time on', () => {
  const recentKeys = new RecentKeys()
  expect(recentKeys.add('a')).toBe(false)
  expect(recentKeys.add('b')).toBe(false)
  expect(recentKeys.add('a')).toBe(true)
  expect(recentKeys.add('a')).toBe(true)
})

test('most of some thousand keys are known when they come again, and none when they are new', () => {
  const recentKeys = new RecentKeys()
  const keys = createKeys(5000)
  expect(keys.filter((key) => recentKeys.add(key)).length).toBeLessThan(5)
  expect(keys.filter((key) => recentKeys.add(key)).length).toBeGreaterThan(4500)
})

test('keys are forgotten when many others have come', () => {
  const recentKeys = new RecentKeys()
  const keys = createKeys(1000)
  for (const key of [...keys, ...createKeys(1_000_000)]) recentKeys.add(key)
  expect(keys.filter((key) => recentKeys.add(key)).length).toBeLessThan(5)
})
