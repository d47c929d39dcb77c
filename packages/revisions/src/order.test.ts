import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptInOrder, mergeOrder } from './order.ts'

const ids = 'abcdefghij'.split('')
const list = fc.shuffledSubarray(ids)
const merge = (base: string, ours: string, theirs: string, members?: string) => {
  const all = members ?? base + ours + theirs
  const { ids, conflicts } = mergeOrder(base.split(''), ours.split(''), theirs.split(''), new Set(all))
  return ids.join('') + (conflicts.length > 0 ? ` ${conflicts.join('')}` : '')
}

describe('what kept its order', () => {
  test.each([
    ['abcd', 'abcd', 4],
    ['abcd', 'bcda', 3],
    ['abcd', 'dabc', 3],
    ['abcd', 'axcyb', 2],
    ['abcd', '', 0],
  ])('from %s to %s: %i', (before, after, kept) => {
    expect(keptInOrder(before.split(''), after.split('')).size).toBe(kept)
  })
})

describe('merging orders', () => {
  test.each([
    ['abc', 'abcx', 'abcy', 'abcxy'],
    ['abc', 'abcy', 'abcx', 'abcxy'],
    ['abc', 'xabc', 'abyc', 'xabyc'],
    ['abcd', 'dabc', 'abcdx', 'dabcx'],
    ['abcd', 'bcda', 'acdb', 'cdab'],
    ['abcd', 'axbcd', 'aybcxd', 'axybcd x'],
    ['', 'xyz', 'xz', 'xyz'],
  ])('%s to %s and %s gives %s', (base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs)).toBe(expected)
  })

  test('keeps every member once, and without conflict is the same with the sides swapped', () => {
    fc.assert(
      fc.property(list, list, list, (base, ours, theirs) => {
        const members = new Set(
          [...base, ...ours, ...theirs].filter((id) => ours.includes(id) || theirs.includes(id)),
        )
        const one = mergeOrder(base, ours, theirs, members)
        expect([...one.ids].sort()).toEqual([...members].sort())
        const two = mergeOrder(base, theirs, ours, members)
        expect(two.conflicts.length === 0).toBe(one.conflicts.length === 0)
        expect(one.conflicts.length > 0 ? [] : two.ids).toEqual(one.conflicts.length > 0 ? [] : one.ids)
      }),
      { numRuns: 5000 },
    )
  })

  test('follows the side that reordered when the other did not', () => {
    fc.assert(
      fc.property(list, list, fc.subarray(ids), (base, ours, removed) => {
        const theirs = base.filter((id) => !removed.includes(id))
        const members = new Set(ours.filter((id) => !base.includes(id) || theirs.includes(id)))
        const { ids: merged, conflicts } = mergeOrder(base, ours, theirs, members)
        expect(conflicts).toEqual([])
        expect(merged).toEqual(ours.filter((id) => members.has(id)))
      }),
      { numRuns: 3000 },
    )
  })
})
