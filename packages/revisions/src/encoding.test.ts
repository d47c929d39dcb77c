import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, encodeObject, equalJson, hashObject, type Json } from './encoding.ts'
import { InvalidValue } from './errors.ts'
import { createSpace } from './testing/space.ts'

// The result of JSON.parse is always JSON. fast-check only types it as unknown.
const arbitraryJson = fc.json().map((text) => JSON.parse(text) as Json)

describe('the encoding', () => {
  test('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }], '10': 1, '9': 1 })).toBe(
      '{"10":1,"9":1,"a":[{"c":"x","d":null}],"b":1}',
    )
  })

  test(
    'can be parsed back, and two values are equal exactly when their encodings are',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(arbitraryJson, arbitraryJson, (a, b) => {
          expect(JSON.parse(canonicalJson(a))).toEqual(a)
          expect(equalJson(a, JSON.parse(canonicalJson(a)) as Json)).toBe(true)
          expect(equalJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b))
        }),
        { numRuns: 2000 },
      )
    },
  )

  test('rejects numbers that JSON does not have', () => {
    for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => canonicalJson({ number })).toThrow(InvalidValue)
    }
  })

  // Stored revisions depend on these hashes. A change of one calls for a new version in the header.
  test('does not change between releases', async () => {
    expect(hashObject(encodeObject('document', '# Hello\n'))).toMatchInlineSnapshot(
      `"2EU-hGOMvS3W9HzFlabwz7hGSItiMpsx42X-rqMfoaQ"`,
    )
    expect(
      hashObject(encodeObject('node', canonicalJson([0, ['a', ['b', { x: 1 }]]]))),
    ).toMatchInlineSnapshot(`"R3G0UDkKvQDZOy0DtNExB0XtwPNpfBdNAE8Mao4MQ4I"`)
    const { root } = await createSpace(1_000, 'nested')
    expect(root).toMatchInlineSnapshot(`"kgeDdGySvuuQw6UIYZcj-aKU7q1vd9_bcTLIk2vfmJA"`)
  })
})
