import { describe, expect, test } from 'vitest'
import type { Claims } from '../../audience/claims.ts'
import { CacheBudget } from '../../common/memory-cache.ts'
import { ClaimRecorder } from './claim-dependencies.ts'
import { type DependsOnVisitor, VisitorCache } from './visitor-cache.ts'

interface Page extends DependsOnVisitor {
  text: string
}

/** A cache with a page that is made by a function, and the number of times that it was made. */
function createCache(write: (evaluation: ReturnType<ClaimRecorder['createEvaluation']>) => string) {
  const cache = new VisitorCache<Page>(new CacheBudget(10_000_000), 'published-pages', () => 100)
  const calls = { count: 0 }
  const read = async (unsigned: Claims['unsigned']): Promise<string> => {
    const claims = { unsigned }
    const { text } = await cache.getOrCreate('page', claims, async () => {
      calls.count += 1
      const recorder = new ClaimRecorder()
      const inputs = { variables: { plan: 'pro' }, pageVariables: {}, claims }
      const value = write(recorder.createEvaluation('page', inputs))
      await Promise.resolve()
      return { value: { text: value, claimDependencies: recorder.list() } }
    })
    return text
  }
  return { read, calls }
}

describe('a page', () => {
  test('that asks nothing is made once, whatever visitors claim', async () => {
    const { read, calls } = createCache(() => 'same')
    for (let n = 0; n < 50; n++) expect(await read({ n })).toBe('same')
    await Promise.all(Array.from({ length: 50 }, (_, n) => read({ more: n })))
    expect(calls.count).toBe(1)
  })

  test('that nobody has read is made once for visitors who come together', async () => {
    const { read, calls } = createCache(() => 'same')
    await Promise.all(Array.from({ length: 50 }, (_, n) => read({ n })))
    expect(calls.count).toBe(1)
  })

  test('with a condition is made once for each answer', async () => {
    const { read, calls } = createCache(({ evaluateCondition }) =>
      evaluateCondition('visitor.claims.unsigned.plan == space.vars.plan') === true ? 'pro' : 'free',
    )
    for (let n = 0; n < 20; n++) {
      expect(await read({ plan: 'pro', n })).toBe('pro')
      expect(await read({ plan: `free ${n}`, n })).toBe('free')
    }
    expect(calls.count).toBe(2)
  })

  test('with an expression is made once for each value', async () => {
    const { read, calls } = createCache(
      ({ evaluateAsText }) => `Hello ${evaluateAsText('visitor.claims.unsigned.name')}`,
    )
    for (let n = 0; n < 10; n++) expect(await read({ name: n % 2, n })).toBe(`Hello ${n % 2}`)
    expect(calls.count).toBe(2)
  })

  test('with a condition behind a condition is never given to a visitor with other answers', async () => {
    const { read } = createCache(({ evaluateCondition }) => {
      if (evaluateCondition('visitor.claims.unsigned.a') !== true) return 'none'
      return evaluateCondition('visitor.claims.unsigned.b') === true ? 'both' : 'one'
    })
    const visitors = [{}, { a: true }, { a: true, b: true }, { b: true }]
    const expected = ['none', 'one', 'both', 'none']
    expect(await read({})).toBe('none')
    // The second question becomes known only while these are made side by side.
    expect(await Promise.all(visitors.map(read))).toEqual(expected)
    expect(await Promise.all(visitors.toReversed().map(read))).toEqual(expected.toReversed())
  })

  test('that cannot be made fails for those who wait for it, and is tried again', async () => {
    let failures = 1
    const { read } = createCache(() => {
      failures -= 1
      if (failures >= 0) throw new Error('broken')
      return 'fine'
    })
    await expect(read({})).rejects.toThrow('broken')
    expect(await read({})).toBe('fine')
  })
})
