import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWords, diffSource, foldSource, readLine, type SourceRow } from './source-lines.ts'

const write = (rows: readonly SourceRow[]): string[] =>
  rows.map(({ kind, before, after }) => {
    const show = (line: typeof before): string =>
      line?.parts.map(({ text, isDifferent }) => (isDifferent ? `<${text}>` : text)).join('') ?? ''
    return kind === 'same' ? `  ${show(after)}` : `${kind}: ${show(before)} | ${show(after)}`
  })

const TIMEOUT_MS = 60_000

describe('comparing two texts as source', () => {
  test('lines that are alike are one line that was changed, with its words', () => {
    expect(
      write(diffSource('# A\n\nRelay waits five seconds.\n', '# A\n\nRelay waits ten seconds.\nNew.\n')),
    ).toEqual([
      '  # A',
      '  ',
      'changed: Relay waits <five> seconds. | Relay waits <ten> seconds.',
      'added:  | New.',
    ])
  })

  test('a page that was not there has only new lines', () => {
    const rows = diffSource('', 'One two.\n\nThree.\n')
    expect(rows.map(({ kind }) => kind)).toEqual(['added', 'added', 'added'])
    expect(countWords(rows)).toEqual({ added: 3, removed: 0 })
    expect(countWords(diffSource('Relay waits five seconds.', 'Relay waits ten seconds.'))).toEqual({
      added: 1,
      removed: 1,
    })
  })

  const arbitraryText = fc
    .array(fc.constantFrom('', 'One two three.', 'One two four.', '* x', 'Five'), { maxLength: 15 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))

  test('both texts can be read from it, by number', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (before, after) => {
        const rows = diffSource(before, after)
        for (const [side, text] of [
          ['before', before],
          ['after', after],
        ] as const) {
          const lines = rows.flatMap((row) => row[side] ?? [])
          expect(lines.map((line) => `${readLine(line)}\n`).join('')).toBe(text)
          expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1))
        }
      }),
    )
  })

  test('what is the same is folded, and what differs never is at first', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (before, after) => {
        const rows = diffSource(before, after)
        const ranges = foldSource(rows)
        expect(
          ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
        ).toEqual(rows.map((_, index) => index))
        const folded = ranges.filter(({ isFolded }) => isFolded)
        expect(
          folded.flatMap(({ start, end }) => rows.slice(start, end).map(({ kind }) => kind)),
        ).not.toContain('changed')
      }),
    )
    const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}\n`)
    const rows = diffSource(lines.join(''), lines.with(20, 'Other\n').join(''))
    expect(foldSource(rows).map(({ start, end, isFolded }) => [start, end, isFolded])).toEqual([
      [0, 17, true],
      [17, 25, false],
      [25, 41, true],
    ])
  })

  test('thousands of new lines are shown piece by piece', () => {
    const ranges = foldSource(diffSource('', 'x\n'.repeat(1200)))
    expect(ranges.map(({ end, isFolded }) => [end, isFolded])).toEqual([
      [500, false],
      [1000, true],
      [1200, true],
    ])
  })
})
