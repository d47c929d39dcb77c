import { describe, expect, test } from 'vitest'
import { applyEdits, parseMarkdown } from '../index.ts'
import { corpusPages, readCorpusPage } from '../testing/corpus.ts'
import { countChangedLines, createRandom, edits } from '../testing/edits.ts'
import type { Edit } from '../testing/edits.ts'

const TIMEOUT_MS = 240_000

/** Makes an edit of every page, and counts the lines that it changes in each. */
function countLines(edit: Edit, seeds: readonly number[]): { counts: number[]; pagesWrittenWhole: number } {
  const counts: number[] = []
  let pagesWrittenWhole = 0
  for (const [index, name] of corpusPages.entries()) {
    const source = readCorpusPage(name)
    const { document } = parseMarkdown(source)
    for (const seed of seeds) {
      const edited = edit(document, createRandom(seed * 1000 + index))
      if (!edited) continue
      const { markdown, fineness } = applyEdits(source, edited)
      counts.push(countChangedLines(source, markdown))
      if (fineness === 'page') pagesWrittenWhole++
    }
  }
  return { counts, pagesWrittenWhole }
}

const countAbove = (counts: readonly number[], limit: number): number =>
  counts.filter((count) => count > limit).length

// The bounds are what was counted. They may only fall.
describe.skipIf(corpusPages.length === 0)(
  'edits of a real documentation repository (skipped when it is not available)',
  { timeout: TIMEOUT_MS },
  () => {
    test('no edit gives the same bytes for every page', () => {
      const changedPages = corpusPages.filter((name) => {
        const source = readCorpusPage(name)
        return applyEdits(source, parseMarkdown(source).document).markdown !== source
      })
      expect(changedPages).toEqual([])
    })

    test('a word that changes in any text changes one line', () => {
      const { counts, pagesWrittenWhole } = countLines(edits['a word of a text'], [1, 2, 3, 4])
      expect(counts.length).toBeGreaterThan(800)
      expect(countAbove(counts, 1)).toBe(0)
      expect(pagesWrittenWhole).toBe(0)
    })

    test.each([
      ['a new paragraph', 2, 0],
      ['a setting of a tag', 1, 0],
      ['a new row of a table', 1, 0],
      ['a new item of a list', 5, 7],
    ] as const)('%s changes at most %i lines, except on %i pages', (name, limit, exceptions) => {
      const { counts, pagesWrittenWhole } = countLines(edits[name], [1])
      expect(countAbove(counts, limit)).toBeLessThanOrEqual(exceptions)
      expect(pagesWrittenWhole).toBe(0)
    })

    test.each(['a deleted block', 'a moved block'] as const)(
      '%s never makes the whole page be written',
      (name) => {
        expect(countLines(edits[name], [1, 2]).pagesWrittenWhole).toBe(0)
      },
    )
  },
)
