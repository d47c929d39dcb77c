import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { createValidator } from './validation.ts'

describe('a body', () => {
  const validate = createValidator(
    Type.Object({
      title: Type.String(),
      // The first alternative fits whatever fits the second.
      target: Type.Union([
        Type.Object({ page: Type.String() }),
        Type.Object({ page: Type.String(), node: Type.String() }),
      ]),
    }),
    'body',
    { convert: false },
  )

  test('loses the fields that its schema does not have', () => {
    const input = { title: 'a', other: 1, target: { page: 'p', other: 2 } }
    expect(validate(input)).toEqual({ title: 'a', target: { page: 'p' } })
  })

  test('keeps the fields of the narrowest alternative that it fits', () => {
    const input = { title: 'a', target: { page: 'p', node: 'n', other: 1 } }
    for (const _ of [1, 2]) {
      expect(validate(structuredClone(input))).toEqual({ title: 'a', target: { page: 'p', node: 'n' } })
    }
  })

  test('is refused with the name of the field', () => {
    expect(() => validate({ title: 1, target: { page: 'p' } })).toThrow('body.title must be string.')
  })
})
