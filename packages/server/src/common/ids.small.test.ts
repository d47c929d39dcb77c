import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('identifiers are URL-safe, begin with a letter, are unique and sort by creation time', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z][0-9a-z]{25}$/)
})

test('identifiers sort behind those from before, which began with a number', () => {
  expect(newId() > '1zzzzzzzzzzzzzzzzzzzzzzzzz').toBe(true)
})

test('identifiers made one after the other share no random part', () => {
  const randomParts = Array.from({ length: 1000 }, () => newId().slice(11))
  expect(new Set(randomParts).size).toBe(randomParts.length)
})
