import { expect, test } from 'vitest'
import { copyUnpooled } from './unpooled-copy.ts'

test('a copy has the same bytes and keeps no other memory', () => {
  const pooled = Buffer.from('some bytes')
  const copy = copyUnpooled(pooled)
  expect(copy.toString()).toBe('some bytes')
  expect(copy.buffer.byteLength).toBe(pooled.byteLength)
})
