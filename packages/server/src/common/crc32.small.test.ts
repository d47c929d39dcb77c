import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { combineCrc32 } from './crc32.ts'

test('the checksum of two parts is that of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (one, other) => {
      const combined = combineCrc32(crc32(one), crc32(other), other.length)
      expect(combined).toBe(crc32(Buffer.concat([one, other])))
    }),
  )
})

test('a part may be long', () => {
  const [one, other] = [Buffer.from('a beginning'), Buffer.alloc(3_000_001, 'text')]
  expect(combineCrc32(crc32(one), crc32(other), other.length)).toBe(crc32(Buffer.concat([one, other])))
})
