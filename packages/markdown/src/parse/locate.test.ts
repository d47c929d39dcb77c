import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locateMarkdown, parseMarkdown, walkBlocks, writeMarkdown } from '../index.ts'
import type { Block, LocatedPage } from '../index.ts'
import { arbitraryDocument } from '../testing/arbitrary.ts'
import { arbitraryGarbage } from '../testing/garbage.ts'
import { getRunOptions } from '../testing/run-options.ts'

/** Returns the source of the first block of a type, without line endings. */
function locate(source: string, type: Block['type']): { lines: string[]; column: number | undefined } {
  const page = locateMarkdown(source)
  const block = walkBlocks(page.document).find((visit) => visit.block.type === type)?.block
  const place = block && page.places.get(block)
  const lines = place ? page.lines.slice(place.startLine, place.endLine) : []
  return { lines: lines.map((line) => line.trimEnd()), column: place?.column }
}

const isUnusedFootnote = (block: Block): boolean => block.type === 'code' && block.data.raw === 'footnote'

function expectRisingPlaces(page: LocatedPage): void {
  let [startLine, endLine] = [page.bodyLine, page.bodyLine]
  for (const block of page.document.nodes) {
    const place = page.places.get(block)
    expect(place).toBeDefined()
    // A definition that nothing refers to comes last in the document, wherever it is in the text.
    if (!place || isUnusedFootnote(block)) continue
    expect(place.startLine).toBeGreaterThanOrEqual(startLine)
    expect(place.endLine).toBeGreaterThanOrEqual(endLine)
    expect(place.endLine).toBeGreaterThan(place.startLine)
    ;({ startLine, endLine } = place)
  }
  expect(endLine).toBeLessThanOrEqual(page.lines.length)
}

describe('where blocks are', () => {
  test.each<[string, Block['type'], string[], number]>([
    ['# a\n\nb\nc\n\nd', 'paragraph', ['b', 'c'], 0],
    ['---\nx: y\n---\n\nb', 'paragraph', ['b'], 0],
    ['\uFEFFb', 'paragraph', ['b'], 0],
    ['a\r\n\r\n> # b\r\n> c', 'heading-1', ['> # b'], 2],
    ['* a\n\n  b\n* c', 'list-unordered', ['* a', '', '  b', '* c'], 0],
    ['1. x\n   > * [x] a\n   >   b', 'list-item', ['1. x', '   > * [x] a', '   >   b'], 0],
    ['- [x] a\n  b', 'paragraph', ['- [x] a', '  b'], 6],
    [
      '{% hint style="info" %}\na\n{% endhint %}\nb',
      'hint',
      ['{% hint style="info" %}', 'a', '{% endhint %}'],
      0,
    ],
    ['x\n{% hint %}a{% endhint %}\ny', 'hint', ['{% hint %}a{% endhint %}'], 0],
    [
      '<details>\n<summary>a</summary>\n\nb\n</details>',
      'expandable',
      ['<details>', '<summary>a</summary>', '', 'b', '</details>'],
      0,
    ],
    ['a\n\n$$\nb\n$$', 'math', ['$$', 'b', '$$'], 0],
    ['| a |\n| - |\n| b |\n\nc', 'table', ['| a |', '| - |', '| b |'], 0],
  ])('in %j the first %s is %j', (source, type, lines, column) => {
    expect(locate(source, type)).toEqual({ lines, column })
  })

  test('definitions of footnotes have a place and a label, and are in no block', () => {
    const page = locateMarkdown('a[^x]\n\n[^x]: b\n\n    c\n\nd')
    expect(page.definitions).toMatchObject([{ label: 'x', place: { startLine: 2, endLine: 6 } }])
    expect([...page.footnoteLabels.values()]).toEqual(['x'])
    expect(page.document.nodes).toHaveLength(2)
  })
})

describe(
  'locating a page gives the document that parsing gives, and rising places',
  { timeout: 120_000 },
  () => {
    test('for any Markdown', () => {
      fc.assert(
        fc.property(arbitraryGarbage, fc.constantFrom('\n', '\r\n', '\r'), (markdown, lineEnding) => {
          const source = markdown.replaceAll('\n', lineEnding)
          const page = locateMarkdown(source)
          expect({ frontMatter: page.frontMatter, document: page.document }).toEqual(parseMarkdown(source))
          expect(page.lines.join('')).toBe(source.replace(/^\uFEFF/, ''))
          expectRisingPlaces(page)
        }),
        getRunOptions(3000),
      )
    })

    test('for written documents, whose top blocks share no line', () => {
      fc.assert(
        fc.property(arbitraryDocument, (document) => {
          const page = locateMarkdown(writeMarkdown(document))
          expect(page.document).toEqual(document)
          let endLine = 0
          for (const block of page.document.nodes) {
            expect(page.places.get(block)?.startLine).toBeGreaterThanOrEqual(endLine)
            endLine = page.places.get(block)?.endLine ?? 0
          }
        }),
        getRunOptions(1000),
      )
    })
  },
)
