import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasConflictMarkers, mergeMarkdown } from './merge-markdown.ts'

const labels = { ours: 'main', theirs: 'change request 4' }
const mergeWithLabels = (base: string, ours: string, theirs: string) =>
  mergeMarkdown(base, ours, theirs, labels)

const arbitraryText = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', '', 'long line', 'x\r'), { maxLength: 12 })
  .map((lines) => lines.join('\n'))

const TIMEOUT_MS = 120_000

/** Creates two thousand sections of equal lines, each between a unique line and the given one. */
function createSections(lastLine: string): string {
  return Array.from({ length: 2000 }, (_, n) => `part ${n}\n${'x\n'.repeat(150)}${lastLine}`).join('\n')
}

describe('merging Markdown', () => {
  test('combines changes of different lines', () => {
    expect(mergeWithLabels('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nd\ne\n')).toEqual({
      markdown: 'A\nb\nc\nd\ne\n',
      conflict: false,
    })
  })

  test('has our lines only where both sides changed them, when the caller wants no markers', () => {
    const merged = mergeMarkdown('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'x\nb\nc\nD\n', 'ours')
    expect(merged).toEqual({ markdown: 'A\nb\nc\nD\n', conflict: true })
  })

  test('applies a change that both sides made once', () => {
    expect(mergeWithLabels('a\nb\na\nb\na\nb', 'Y\nb\na\nb\na\nb', 'Y\nb\na\nb\na\nZ')).toEqual({
      markdown: 'Y\nb\na\nb\na\nZ',
      conflict: false,
    })
  })

  test('has both versions of lines that both sides changed', () => {
    expect(mergeWithLabels('a\nb\nc', 'a\nours\nc', 'a\ntheirs\nc')).toEqual({
      markdown: 'a\n<<<<<<< main\nours\n=======\ntheirs\n>>>>>>> change request 4\nc',
      conflict: true,
    })
  })

  test('shows what both sides came from, where that has a name', () => {
    const labels = { ours: 'main', theirs: 'change request 4', base: 'before both' }
    expect(mergeMarkdown('a\nb\nc', 'a\nours\nc', 'a\ntheirs\nc', labels).markdown).toBe(
      'a\n<<<<<<< main\nours\n||||||| before both\nb\n=======\ntheirs\n>>>>>>> change request 4\nc',
    )
    // Both have added lines where there were none.
    expect(mergeMarkdown('a', 'a\nours', 'a\ntheirs', labels)).toEqual({
      markdown: 'a\n<<<<<<< main\nours\n||||||| before both\n=======\ntheirs\n>>>>>>> change request 4',
      conflict: true,
    })
    expect(hasConflictMarkers(mergeMarkdown('a', 'b', 'c', labels).markdown)).toBe(true)
  })

  test('keeps CRLF line endings and a missing last line ending', () => {
    expect(mergeWithLabels('a\r\nb\r\nc', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc').markdown).toBe('A\r\nb\r\nc\r\n')
  })

  test(
    'gives the other side when one side changed nothing',
    () => {
      fc.assert(
        fc.property(arbitraryText, arbitraryText, (base, other) => {
          expect(mergeWithLabels(base, base, other)).toEqual({ markdown: other, conflict: false })
          expect(mergeWithLabels(base, other, base)).toEqual({ markdown: other, conflict: false })
          expect(mergeWithLabels(base, other, other)).toEqual({ markdown: other, conflict: false })
        }),
        { numRuns: 1000 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'gives the same text with the sides swapped, except for the order within a conflict',
    () => {
      fc.assert(
        fc.property(arbitraryText, arbitraryText, arbitraryText, (base, ours, theirs) => {
          const ourMerge = mergeWithLabels(base, ours, theirs)
          const theirMerge = mergeWithLabels(base, theirs, ours)
          expect(theirMerge.conflict).toBe(ourMerge.conflict)
          expect(ourMerge.conflict || theirMerge.markdown === ourMerge.markdown).toBe(true)
          expect(hasConflictMarkers(ourMerge.markdown)).toBe(ourMerge.conflict)
        }),
        { numRuns: 5000 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'loses no line that a side added',
    () => {
      fc.assert(
        fc.property(arbitraryText, fc.nat(), fc.nat(), (base, i, j) => {
          const insert = (at: number, line: string): string => {
            const lines = base.split('\n')
            lines.splice(at % (lines.length + 1), 0, line)
            return lines.join('\n')
          }
          const lines = mergeWithLabels(base, insert(i, 'by ours'), insert(j, 'by theirs')).markdown.split(
            '\n',
          )
          expect(lines).toContain('by ours')
          expect(lines).toContain('by theirs')
        }),
        { numRuns: 1000 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'finishes on huge texts',
    () => {
      const uniqueLines = Array.from({ length: 200_000 }, (_, n) => `line ${n}`)
      const editLine = (at: number) => uniqueLines.with(at, 'edited').join('\n')
      const distantEdits = mergeWithLabels(uniqueLines.join('\n'), editLine(5), editLine(199_990))
      expect(distantEdits.conflict).toBe(false)
      expect(distantEdits.markdown.split('edited')).toHaveLength(3)
      const equalLines = 'x\n'.repeat(100_000)
      const equalLinesMerge = mergeWithLabels(
        equalLines,
        `${equalLines}ours`,
        `${equalLines.slice(2)}y\n${equalLines}`,
      )
      expect(equalLinesMerge.conflict).toBe(true)
      const manySectionsMerge = mergeWithLabels(
        createSections('y'),
        createSections('x\nx'),
        createSections('x\nz'),
      )
      expect(manySectionsMerge.conflict).toBe(true)
      expect(mergeWithLabels('', 'a'.repeat(5_000_000), 'b'.repeat(5_000_000)).conflict).toBe(true)
    },
    TIMEOUT_MS,
  )
})

describe('conflict markers', () => {
  test.each([
    ['a text without markers', 'a\nb', false],
    ['a heading', 'Title\n=======\n', false],
    ['an opening marker alone', '<<<<<<< main\na', false],
    ['all three markers', '<<<<<<< a\n1\n=======\n2\n>>>>>>> b', true],
    ['markers without labels', '<<<<<<<\n1\n=======\n2\n>>>>>>>', true],
    ['markers with carriage returns', '<<<<<<< a\r\n1\r\n=======\r\n2\r\n>>>>>>> b\r\n', true],
    ['markers within a line', 'see <<<<<<< a\nx\n=======\nx >>>>>>> b', false],
    ['markers in another order', '>>>>>>> b\n=======\n<<<<<<< a', false],
    ['longer markers', '<<<<<<<< a\n========\n>>>>>>>> b', false],
  ])('are recognized in %s: %j gives %s', (_, markdown, expected) => {
    expect(hasConflictMarkers(markdown)).toBe(expected)
  })

  test('are recognized with any label', () => {
    for (const label of ['', 'two\nlines', '  ', '=======']) {
      const { markdown } = mergeMarkdown('a', 'b', 'c', { ours: label, theirs: label })
      expect(hasConflictMarkers(markdown)).toBe(true)
    }
  })
})
