import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLineOrigins, matchLines, splitLines } from './line-origins.ts'

const number = (texts: readonly string[]) => texts.map((text, origin) => ({ text, origin }))
const findOrigins = (...texts: string[]) => findLineOrigins(undefined, number(texts))

/** Few different lines, so that many are repeated. */
const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 12 })
const texts = fc.array(
  lines.map((list) => list.join('\n')),
  { minLength: 1, maxLength: 6 },
)

describe('matches', () => {
  test('are equal lines in the same order', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const matches = matchLines(before, after)
        for (const [oldIndex, newIndex] of matches) expect(after[newIndex]).toBe(before[oldIndex])
        for (const [index, [oldIndex, newIndex]] of matches.entries()) {
          const [previousOld, previousNew] = matches[index - 1] ?? [-1, -1]
          expect([oldIndex > previousOld, newIndex > previousNew]).toEqual([true, true])
        }
      }),
    )
  })

  test('leave no line as new that was at that place before', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const matches = [
          [-1, -1] as const,
          ...matchLines(before, after),
          [before.length, after.length] as const,
        ]
        for (const [index, [oldEnd, newEnd]] of matches.slice(1).entries()) {
          const [oldStart, newStart] = matches[index] ?? [-1, -1]
          const removed = new Set(before.slice(oldStart + 1, oldEnd))
          expect(after.slice(newStart + 1, newEnd).filter((line) => removed.has(line))).toEqual([])
        }
      }),
    )
  })

  test('are all lines of a text that did not change, however often they are repeated', () => {
    const text = Array.from({ length: 3000 }, () => '')
    expect(matchLines(text, [...text]).length).toBe(3000)
  })
})

describe('the origin of a line', () => {
  test('is a text that has the line, as have all after it', () => {
    fc.assert(
      fc.property(texts, (versions) => {
        const last = splitLines(versions.at(-1) ?? '')
        const origins = findOrigins(...versions)
        expect(origins.length).toBe(last.length)
        for (const [index, origin] of origins.entries()) {
          const line = last[index] ?? ''
          const later = versions.slice(origin).map((text) => splitLines(text).includes(line))
          expect(later).not.toContain(false)
        }
      }),
    )
  })

  test('is where it was written, whatever was added, removed and replaced around it', () => {
    const edit = fc.record({ at: fc.nat(20), removed: fc.nat(3), added: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 10 }), (edits) => {
        const written: { line: string; origin: number }[] = []
        const versions: string[] = []
        for (const [origin, { at, removed, added }] of edits.entries()) {
          const newLines = Array.from({ length: added }, (_, n) => ({ line: `line ${origin}.${n}`, origin }))
          written.splice(at % (written.length + 1), removed, ...newLines)
          versions.push(written.map(({ line }) => line).join('\n'))
        }
        expect(findOrigins(...versions)).toEqual(written.map(({ origin }) => origin))
      }),
    )
  })

  test('is the same whether all texts are compared at once or some were before', () => {
    fc.assert(
      fc.property(texts, fc.nat(5), (versions, cut) => {
        const all = number(versions)
        const [earlier, later] = [all.slice(0, cut), all.slice(cut)]
        const text = earlier.at(-1)?.text
        const before = text === undefined ? undefined : { text, origins: findLineOrigins(undefined, earlier) }
        expect(findLineOrigins(before, later)).toEqual(findOrigins(...versions))
      }),
    )
  })

  test('of an empty text, of a text with and without a line break at its end', () => {
    expect(findOrigins('')).toEqual([])
    expect(findOrigins('a\n', 'a', 'a\nb\n')).toEqual([0, 2])
    // A page that was deleted and written again begins anew.
    expect(findOrigins('a', '', 'a')).toEqual([2])
  })
})
