import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQuote, findQuote, listWords } from '@verso/markdown'
import { arbitraryDocument } from '../../markdown/src/testing/arbitrary.ts'
import { readEditorText, toEditor } from './index.ts'

test('the words in the editor are those of the document, but for source that is an atom there', () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      const { texts, blocks } = listWords(document)
      const lines = texts.map(({ text }) => text)
      fc.pre(blocks.every(({ type }) => type !== 'code' && type !== 'table'))
      expect(readEditorText(toEditor(document)).text).toBe(lines.join('\n'))
    }),
    { numRuns: 500 },
  )
})

test('places in the text lead to positions in the document and back', () => {
  fc.assert(
    fc.property(arbitraryDocument, fc.nat(1000), (document, place) => {
      const doc = toEditor(document)
      const { text, toPosition, toOffset } = readEditorText(doc)
      fc.pre(text !== '')
      const offset = place % text.length
      expect(toOffset(toPosition(offset))).toBe(offset)
      const range = { start: offset, end: offset + 1 }
      expect(['ambiguous', range]).toContainEqual(findQuote(text, createQuote(text, range)))
    }),
    { numRuns: 500 },
  )
})
