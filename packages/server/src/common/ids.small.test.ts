import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('identifiers are URL-safe, unique and sort by creation time', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{26}$/)
})

test('identifiers made one after the other share no random part', () => {
  const randomParts = Array.from({ length: 1000 }, () => newId().slice(11))
  expect(new Set(randomParts).size).toBe(randomParts.length)
})
