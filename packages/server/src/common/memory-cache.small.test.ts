import { describe, expect, test } from 'vitest'
import { CacheBudget, MemoryCache } from './memory-cache.ts'

const sizeOf = (value: string): number => value.length

describe('a memory cache', () => {
  test('drops what was used least recently when its bytes are used up', () => {
    const cache = new MemoryCache<string>(3000, sizeOf)
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key.repeat(500))
    expect(['a', 'b', 'c', 'd'].map((key) => cache.has(key))).toEqual([true, true, true, true])
    cache.get('a')
    cache.set('e', 'e'.repeat(500))
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.has(key))).toEqual([true, false, true, true, true])
  })

  test('does not store a value that is larger than the whole cache', () => {
    const cache = new MemoryCache<string>(1000, sizeOf)
    cache.set('small', 'kept')
    expect(cache.set('large', 'x'.repeat(5000))).toHaveLength(5000)
    expect([cache.has('small'), cache.has('large')]).toEqual([true, false])
  })

  test('creates a value once for all who ask at the same time', async () => {
    const cache = new MemoryCache<string>(10_000, sizeOf)
    let created = 0
    const create = async () => ({ value: `value ${(created += 1)}` })
    const values = await Promise.all([cache.getOrCreate('key', create), cache.getOrCreate('key', create)])
    expect([...values, cache.get('key'), created]).toEqual(['value 1', 'value 1', 'value 1', 1])
  })

  test('does not store a value that is not cacheable, nor a failure', async () => {
    const cache = new MemoryCache<string>(10_000, sizeOf)
    expect(await cache.getOrCreate('key', async () => ({ value: 'once', isCacheable: false }))).toBe('once')
    await expect(cache.getOrCreate('key', () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    expect(await cache.getOrCreate('key', async () => ({ value: 'twice' }))).toBe('twice')
  })
})

test('a budget gives each cache its share', () => {
  const cache = new CacheBudget(100_000).create<string>('responses', sizeOf)
  cache.set('fits', 'x'.repeat(7000))
  expect(cache.has('fits')).toBe(true)
  cache.set('does not', 'x'.repeat(9000))
  expect(cache.has('does not')).toBe(false)
})
