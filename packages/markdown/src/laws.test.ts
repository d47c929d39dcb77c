import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown, walkBlocks, writeMarkdown } from './index.ts'
import { arbitraryDocument } from './testing/arbitrary.ts'
import { arbitraryGarbage } from './testing/garbage.ts'
import { getRunOptions } from './testing/run-options.ts'

describe('parsing and writing', { timeout: 120_000 }, () => {
  test('writing a document and parsing the result gives the same document', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        expect(parseMarkdown(writeMarkdown(document)).document).toEqual(document)
      }),
      getRunOptions(2000),
    )
  })

  test('parsing any Markdown, writing it and parsing it again gives the same page', () => {
    fc.assert(
      fc.property(arbitraryGarbage, (markdown) => {
        const page = parseMarkdown(markdown)
        expect(parseMarkdown(writeMarkdown(page.document, page.frontMatter))).toEqual(page)
      }),
      getRunOptions(5000),
    )
  })

  test('parsing and writing Markdown that was written does not change it', () => {
    fc.assert(
      fc.property(arbitraryGarbage, (markdown) => {
        const writtenMarkdown = writeMarkdown(parseMarkdown(markdown).document)
        expect(writeMarkdown(parseMarkdown(writtenMarkdown).document)).toBe(writtenMarkdown)
      }),
      getRunOptions(1000),
    )
  })

  test('every block has a unique key', () => {
    fc.assert(
      fc.property(arbitraryGarbage, (markdown) => {
        const keys = Array.from(walkBlocks(parseMarkdown(markdown).document), ({ block }) => block.key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys).not.toContain('')
      }),
      getRunOptions(1000),
    )
  })

  test('any string can be parsed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (markdown) => {
        expect(parseMarkdown(markdown).document.object).toBe('document')
      }),
      getRunOptions(2000),
    )
  })
})
