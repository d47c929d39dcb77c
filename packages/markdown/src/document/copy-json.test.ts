import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyJson } from './copy-json.ts'

test('a copy is equal and shares no object with the original', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value: unknown = JSON.parse(json)
      const copy = copyJson(value)
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
      expect(hasSharedPart(value, copy)).toBe(false)
    }),
  )
})

test('a property named __proto__ is copied as an ordinary property', () => {
  const copy = copyJson<unknown>(JSON.parse('{"__proto__":{"marks":[]},"data":1}'))
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"marks":[]},"data":1}')
  expect(Reflect.get(Object(copy), 'marks')).toBeUndefined()
})

function hasSharedPart(original: unknown, copy: unknown): boolean {
  if (typeof original !== 'object' || original === null) return false
  if (original === copy) return true
  return Object.keys(original).some((name) =>
    hasSharedPart(Reflect.get(original, name), Reflect.get(Object(copy), name)),
  )
}
