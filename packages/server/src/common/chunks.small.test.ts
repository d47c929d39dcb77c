import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitIntoChunks } from './chunks.ts'

const sumWeights = (group: number[]) => group.reduce((sum, weight) => sum + weight, 0)

test('splits items in order, into groups that are full but never above the maximum weight', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.integer({ min: 1, max: 30 }), (items, most) => {
      const groups = [...splitIntoChunks(items, most, (item) => item)]
      expect(groups.flat()).toEqual(items)
      const tooHeavy = groups.filter((group) => group.length > 1 && sumWeights(group) > most)
      const notFull = groups.filter((group, index) => {
        const next = groups[index + 1]?.[0]
        return next !== undefined && sumWeights(group) + next <= most
      })
      expect({ tooHeavy, notFull }).toEqual({ tooHeavy: [], notFull: [] })
    }),
  )
})

test('splits by the number of items if there is no weight', () => {
  expect([...splitIntoChunks([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...splitIntoChunks([], 2)]).toEqual([])
})
