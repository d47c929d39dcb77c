import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown, walkBlocks, writeMarkdown } from './index.ts'
import { documents } from './testing/arbitrary.ts'
import { garbage } from './testing/garbage.ts'

/** The same cases every time, as what fails must fail again. `FUZZ_SEED` and `FUZZ_FACTOR` look further. */
function options(numRuns: number): { numRuns: number; seed: number } {
  const { FUZZ_SEED = '1', FUZZ_FACTOR = '1' } = process.env
  return { numRuns: numRuns * Number(FUZZ_FACTOR), seed: Number(FUZZ_SEED) }
}

describe('laws', { timeout: 120_000 }, () => {
  test('a document comes back from the Markdown it is written as', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(parseMarkdown(writeMarkdown(document)).document).toEqual(document)
      }),
      options(2000),
    )
  })

  test('whatever is parsed comes back the same when it is written and parsed again', () => {
    fc.assert(
      fc.property(garbage, (markdown) => {
        const page = parseMarkdown(markdown)
        expect(parseMarkdown(writeMarkdown(page.document, page.frontMatter))).toEqual(page)
      }),
      options(5000),
    )
  })

  test('written Markdown stays as it is when it is written again', () => {
    fc.assert(
      fc.property(garbage, (markdown) => {
        const written = writeMarkdown(parseMarkdown(markdown).document)
        expect(writeMarkdown(parseMarkdown(written).document)).toBe(written)
      }),
      options(1000),
    )
  })

  test('every block has a key of its own', () => {
    fc.assert(
      fc.property(garbage, (markdown) => {
        const keys = Array.from(walkBlocks(parseMarkdown(markdown).document), ({ block }) => block.key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys).not.toContain('')
      }),
      options(1000),
    )
  })

  test('any string is a page', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (markdown) => {
        expect(parseMarkdown(markdown).document.object).toBe('document')
      }),
      options(2000),
    )
  })
})
