import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasConflictMarkers, mergeMarkdown } from './text.ts'

const labels = { ours: 'main', theirs: 'change request 4' }
const merge = (base: string, ours: string, theirs: string) => mergeMarkdown(base, ours, theirs, labels)

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', '', 'long line', 'x\r'), { maxLength: 12 })
  .map((l) => l.join('\n'))

const timeout = 120_000

/** Two thousand stretches of equal lines, each with a line of its own at its end. */
function stretches(last: string): string {
  return Array.from({ length: 2000 }, (_, n) => `part ${n}\n${'x\n'.repeat(150)}${last}`).join('\n')
}

describe('merging Markdown', () => {
  test('takes changes of different lines from both sides', () => {
    expect(merge('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nd\ne\n')).toEqual({
      markdown: 'A\nb\nc\nd\ne\n',
      conflict: false,
    })
  })

  test('keeps our lines alone where both changed them, when no markers are wanted, and says so', () => {
    const merged = mergeMarkdown('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'x\nb\nc\nD\n', 'ours')
    expect(merged).toEqual({ markdown: 'A\nb\nc\nD\n', conflict: true })
  })

  test('takes what both sides changed alike once', () => {
    expect(merge('a\nb\na\nb\na\nb', 'Y\nb\na\nb\na\nb', 'Y\nb\na\nb\na\nZ')).toEqual({
      markdown: 'Y\nb\na\nb\na\nZ',
      conflict: false,
    })
  })

  test('keeps both texts of lines that both sides changed', () => {
    expect(merge('a\nb\nc', 'a\nours\nc', 'a\ntheirs\nc')).toEqual({
      markdown: 'a\n<<<<<<< main\nours\n=======\ntheirs\n>>>>>>> change request 4\nc',
      conflict: true,
    })
  })

  test('keeps line ends and the lack of a last one', () => {
    expect(merge('a\r\nb\r\nc', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc').markdown).toBe('A\r\nb\r\nc\r\n')
  })

  test(
    'is the other side when one side changed nothing',
    () => {
      fc.assert(
        fc.property(text, text, (base, other) => {
          expect(merge(base, base, other)).toEqual({ markdown: other, conflict: false })
          expect(merge(base, other, base)).toEqual({ markdown: other, conflict: false })
          expect(merge(base, other, other)).toEqual({ markdown: other, conflict: false })
        }),
        { numRuns: 1000 },
      )
    },
    timeout,
  )

  test(
    'is the same with the sides swapped, but for the order within a conflict',
    () => {
      fc.assert(
        fc.property(text, text, text, (base, ours, theirs) => {
          const one = merge(base, ours, theirs)
          const two = merge(base, theirs, ours)
          expect(two.conflict).toBe(one.conflict)
          expect(one.conflict || two.markdown === one.markdown).toBe(true)
          expect(hasConflictMarkers(one.markdown)).toBe(one.conflict)
        }),
        { numRuns: 5000 },
      )
    },
    timeout,
  )

  test(
    'loses no line that a side added',
    () => {
      fc.assert(
        fc.property(text, fc.nat(), fc.nat(), (base, i, j) => {
          const insert = (at: number, line: string): string => {
            const lines = base.split('\n')
            lines.splice(at % (lines.length + 1), 0, line)
            return lines.join('\n')
          }
          const lines = merge(base, insert(i, 'by ours'), insert(j, 'by theirs')).markdown.split('\n')
          expect(lines).toContain('by ours')
          expect(lines).toContain('by theirs')
        }),
        { numRuns: 1000 },
      )
    },
    timeout,
  )

  test(
    'ends soon on huge texts',
    () => {
      const unique = Array.from({ length: 200_000 }, (_, n) => `line ${n}`)
      const edited = (at: number) => unique.with(at, 'edited').join('\n')
      const far = merge(unique.join('\n'), edited(5), edited(199_990))
      expect(far.conflict).toBe(false)
      expect(far.markdown.split('edited')).toHaveLength(3)
      const same = 'x\n'.repeat(100_000)
      const alike = merge(same, `${same}ours`, `${same.slice(2)}y\n${same}`)
      expect(alike.conflict).toBe(true)
      const many = merge(stretches('y'), stretches('x\nx'), stretches('x\nz'))
      expect(many.conflict).toBe(true)
      expect(merge('', 'a'.repeat(5_000_000), 'b'.repeat(5_000_000)).conflict).toBe(true)
    },
    timeout,
  )
})

describe('conflict markers', () => {
  test.each([
    ['none', 'a\nb', false],
    ['a heading', 'Title\n=======\n', false],
    ['an opening alone', '<<<<<<< main\na', false],
    ['all three', '<<<<<<< a\n1\n=======\n2\n>>>>>>> b', true],
    ['without labels', '<<<<<<<\n1\n=======\n2\n>>>>>>>', true],
    ['with carriage returns', '<<<<<<< a\r\n1\r\n=======\r\n2\r\n>>>>>>> b\r\n', true],
    ['within a line', 'see <<<<<<< a\nx\n=======\nx >>>>>>> b', false],
    ['in another order', '>>>>>>> b\n=======\n<<<<<<< a', false],
    ['longer signs', '<<<<<<<< a\n========\n>>>>>>>> b', false],
  ])('%s', (_, markdown, expected) => {
    expect(hasConflictMarkers(markdown)).toBe(expected)
  })

  test('stay markers whatever the label', () => {
    for (const label of ['', 'two\nlines', '  ', '=======']) {
      const { markdown } = mergeMarkdown('a', 'b', 'c', { ours: label, theirs: label })
      expect(hasConflictMarkers(markdown)).toBe(true)
    }
  })
})
