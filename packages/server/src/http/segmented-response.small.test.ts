import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { createETag } from './etag.ts'
import { createTextSegment, SegmentedResponse } from './segmented-response.ts'

test('joined segments are the text that was split, with its ETag', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const response = new SegmentedResponse(texts.map(createTextSegment))
      const whole = texts.join('')
      expect(gunzipSync(response.createGzipBytes()).toString()).toBe(whole)
      expect(response.etag).toBe(createETag(whole))
      expect(response.byteLength).toBe(Buffer.byteLength(whole))
    }),
  )
})
