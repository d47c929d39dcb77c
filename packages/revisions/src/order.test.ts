import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findUnmovedItems, mergeOrders } from './order.ts'

const allIds = 'abcdefghij'.split('')
const arbitraryList = fc.shuffledSubarray(allIds)
const mergeLetters = (base: string, ours: string, theirs: string, members?: string) => {
  const memberLetters = members ?? base + ours + theirs
  const { ids, conflicts } = mergeOrders(
    base.split(''),
    ours.split(''),
    theirs.split(''),
    new Set(memberLetters),
  )
  return ids.join('') + (conflicts.length > 0 ? ` ${conflicts.join('')}` : '')
}

const TIMEOUT_MS = 60_000

describe('finding the items that were not moved', () => {
  test.each([
    ['abcd', 'abcd', 4],
    ['abcd', 'bcda', 3],
    ['abcd', 'dabc', 3],
    ['abcd', 'axcyb', 2],
    ['abcd', '', 0],
  ])('from %s to %s finds %i items', (before, after, unmovedCount) => {
    expect(findUnmovedItems(before.split(''), after.split('')).size).toBe(unmovedCount)
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
    expect(mergeLetters(base, ours, theirs)).toBe(expected)
  })

  test(
    'has every member once, and without conflicts is the same with the sides swapped',
    { timeout: TIMEOUT_MS },
    () => {
      fc.assert(
        fc.property(arbitraryList, arbitraryList, arbitraryList, (base, ours, theirs) => {
          const members = new Set(
            [...base, ...ours, ...theirs].filter((id) => ours.includes(id) || theirs.includes(id)),
          )
          const ourMerge = mergeOrders(base, ours, theirs, members)
          expect([...ourMerge.ids].sort()).toEqual([...members].sort())
          const theirMerge = mergeOrders(base, theirs, ours, members)
          expect(theirMerge.conflicts.length === 0).toBe(ourMerge.conflicts.length === 0)
          expect(ourMerge.conflicts.length > 0 ? [] : theirMerge.ids).toEqual(
            ourMerge.conflicts.length > 0 ? [] : ourMerge.ids,
          )
        }),
        { numRuns: 5000 },
      )
    },
  )

  test('has the order of the side that reordered when the other did not', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(arbitraryList, arbitraryList, fc.subarray(allIds), (base, ours, removedIds) => {
        const theirs = base.filter((id) => !removedIds.includes(id))
        const members = new Set(ours.filter((id) => !base.includes(id) || theirs.includes(id)))
        const { ids: mergedIds, conflicts } = mergeOrders(base, ours, theirs, members)
        expect(conflicts).toEqual([])
        expect(mergedIds).toEqual(ours.filter((id) => members.has(id)))
      }),
      { numRuns: 3000 },
    )
  })
})
