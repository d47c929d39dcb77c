import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { prepareAhead } from './prepare-ahead.ts'

const items = [1, 2, 3, 4]

test('gives all items in order, each prepared while the one before is used', async () => {
  const log: string[] = []
  const prepare = (item: number) => {
    log.push(`prepare ${item}`)
    return Promise.resolve({ item })
  }
  for await (const { item } of prepareAhead(items, prepare)) {
    log.push(`begin ${item}`)
    await nextTurn()
    log.push(`end ${item}`)
  }
  expect(log).toEqual([
    'prepare 1',
    'prepare 2',
    'begin 1',
    'end 1',
    'prepare 3',
    'begin 2',
    'end 2',
    'prepare 4',
    'begin 3',
    'end 3',
    'begin 4',
    'end 4',
  ])
})

const prepareAllButSecond = (item: number) =>
  item === 2 ? Promise.reject(new Error('not to be read')) : Promise.resolve({ item })

test('a failure is thrown where its item would come', async () => {
  const used: number[] = []
  const useAll = async () => {
    for await (const { item } of prepareAhead(items, prepareAllButSecond)) {
      used.push(item)
      await nextTurn()
    }
  }
  await expect(useAll()).rejects.toThrow('not to be read')
  expect(used).toEqual([1])
})

test('who stops early waits until nothing is prepared any more', async () => {
  const prepared: number[] = []
  const prepare = async (item: number) => {
    await nextTurn()
    prepared.push(item)
    return { item }
  }
  for await (const { item } of prepareAhead(items, prepare)) if (item === 1) break
  expect(prepared).toEqual([1, 2])
})

test('prepares as many ahead as the limit of their size allows', async () => {
  const prepared: number[] = []
  const prepare = (item: number) => {
    prepared.push(item)
    return Promise.resolve({ item })
  }
  const limit = { measureSize: () => 1, maxSize: 2 }
  const preparedAtOnce: number[] = []
  const used: number[] = []
  for await (const { item } of prepareAhead([1, 2, 3, 4, 5], prepare, limit)) {
    await nextTurn()
    used.push(item)
    preparedAtOnce.push(prepared.length - used.length)
  }
  expect(used).toEqual([1, 2, 3, 4, 5])
  expect(preparedAtOnce).toEqual([2, 2, 2, 1, 0])
})
