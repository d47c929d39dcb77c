import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyJson } from './copy-json.ts'

test('a copy says the same and shares nothing that can change', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value: unknown = JSON.parse(json)
      const copy = copyJson(value)
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
      expect(sharesAPart(value, copy)).toBe(false)
    }),
  )
})

test('a name that would change what an object is stays a name', () => {
  const copy = copyJson<unknown>(JSON.parse('{"__proto__":{"marks":[]},"data":1}'))
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"marks":[]},"data":1}')
  expect(Reflect.get(Object(copy), 'marks')).toBeUndefined()
})

function sharesAPart(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false
  if (one === other) return true
  return Object.keys(one).some((name) =>
    sharesAPart(Reflect.get(one, name), Reflect.get(Object(other), name)),
  )
}
