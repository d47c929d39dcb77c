import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarkupElement, MarkupNode, Merged } from './markup.ts'
import { readMarkupText } from './markup.ts'
import { mergeElements } from './merge-markup.ts'

type Node = MarkupNode<string>
type Element = MarkupElement<string>

const text = (value: string): Node => ({ kind: 'text', source: value, text: value })

const element = (form: Element['form'], name: string, ...children: (Node | string)[]): Element => ({
  kind: 'element',
  source: name,
  name,
  identity: name,
  form,
  isInline: form === 'words' && name !== 'p' && name !== 'td',
  children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
})

const p = (...children: (Node | string)[]) => element('words', 'p', ...children)
const strong = (...children: (Node | string)[]) => element('words', 'strong', ...children)
const div = (...children: Element[]) => element('container', 'div', ...children)
const row = (...cells: string[]) =>
  element('container', 'tr', ...cells.map((cell) => element('words', 'td', cell)))
const table = (...rows: Element[]) => element('container', 'tbody', ...rows)

const mark = (kind: 'same' | 'added' | 'removed', value: string): string =>
  kind === 'same' ? value : kind === 'added' ? `{+${value}+}` : `[-${value}-]`

const picture = (source: string): Element => ({
  ...element('atom', 'img'),
  identity: `img ${source}`,
  source,
})
const figure = (source: string) => element('container', 'figure', picture(source))

/** Writes a merge as one line: `[-gone-]`, `{+new+}`, with names of elements where these differ as a whole. */
function write(merged: readonly Merged<string>[]): string {
  return merged
    .map((each) => {
      switch (each.kind) {
        case 'same':
        case 'added':
        case 'removed':
          return `${mark(each.kind, readMarkupText(each.node))};`
        case 'picture':
          return 'picture;'
        case 'changed':
          return `${each.after.name}(${write(each.children)})`
        case 'words': {
          let line = ''
          let open: 'same' | 'added' | 'removed' = 'same'
          let held = ''
          for (const { kind, text: value } of each.pieces) {
            if (kind !== open) {
              if (held !== '') line += mark(open, held)
              ;[open, held] = [kind, '']
            }
            held += value
          }
          return `${line}${mark(open, held)};`
        }
      }
    })
    .join('')
}

/** The text of one side of a merge. */
function readSide(merged: readonly Merged<string>[], side: 'before' | 'after'): string {
  const gone = side === 'before' ? 'added' : 'removed'
  return merged
    .map((each) => {
      if (each.kind === 'picture') return ''
      if (each.kind === 'changed') return readSide(each.children, side)
      if (each.kind === 'words')
        return each.pieces.map(({ kind, text: value }) => (kind === gone ? '' : value)).join('')
      return each.kind === gone ? '' : readMarkupText(each.node)
    })
    .join('')
}

const TIMEOUT_MS = 60_000

describe('merging two versions of a block', () => {
  test('words that differ are marked in their line', () => {
    const merged = mergeElements(p('Relay waits five seconds.'), p('Relay waits ten long seconds.'))
    expect(write(merged)).toBe('Relay waits [-five-]{+ten long+} seconds.;')
  })

  test('words that are formatted otherwise are other words', () => {
    const merged = mergeElements(p('Relay waits long.'), p('Relay ', strong('waits'), ' long.'))
    expect(write(merged)).toBe('Relay [-waits-]{+waits+} long.;')
  })

  test('languages without blanks have words', () => {
    expect(write(mergeElements(p('五秒待ちます。'), p('十秒待ちます。')))).toBe('[-五秒-]{+十秒+}待ちます。;')
  })

  test('each cell of a table is compared with itself, and a new row is new', () => {
    const merged = mergeElements(
      table(row('1', 'ten'), row('2', 'twenty')),
      table(row('1', 'ten'), row('2', 'thirty'), row('3', 'forty')),
    )
    expect(write(merged)).toBe('tbody(1ten;tr(2;[-twenty-]{+thirty+};){+3forty+};)')
  })

  test('blocks inside of a block come and go', () => {
    const merged = mergeElements(
      div(p('One stays.'), p('Two goes away.'), p('Three has a word.')),
      div(p('One stays.'), p('Three has another word.'), p('Quite different.')),
    )
    expect(write(merged)).toBe(
      'div(One stays.;[-Two goes away.-];Three has [-a-]{+another+} word.;{+Quite different.+};)',
    )
  })

  test('a picture with another address is compared with the one before', () => {
    expect(mergeElements(figure('a'), figure('b'))).toMatchObject([
      { kind: 'changed', children: [{ kind: 'picture', before: 'a', after: 'b' }] },
    ])
  })

  test('the places of words are those in the text of their element', () => {
    const [merged] = mergeElements(
      p('One ', strong('two'), ' three four'),
      p('One ', strong('2'), ' three five'),
    )
    expect(merged).toMatchObject({
      changes: [
        { before: { start: 4, end: 7 }, after: { start: 4, end: 5 } },
        { before: { start: 14, end: 18 }, after: { start: 12, end: 16 } },
      ],
    })
  })

  const arbitraryWord = fc.constantFrom('one', 'two', 'three', ' ', ', ', 'four')
  const arbitraryLine = fc
    .array(
      fc.oneof(
        arbitraryWord.map(text),
        fc.array(arbitraryWord, { maxLength: 3 }).map((words) => strong(...words)),
      ),
      { maxLength: 8 },
    )
    .map((children) => p(...children))
  const arbitraryBlock = fc.oneof(
    arbitraryLine,
    fc.array(arbitraryLine, { maxLength: 5 }).map((lines) => div(...lines)),
    fc
      .array(fc.array(arbitraryWord, { minLength: 2, maxLength: 3 }), { maxLength: 4 })
      .map((rows) => table(...rows.map((cells) => row(...cells)))),
  )

  test('both versions can be read from it', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(arbitraryBlock, arbitraryBlock, (before, after) => {
        const merged = mergeElements(before, after)
        expect(readSide(merged, 'before')).toBe(readMarkupText(before))
        expect(readSide(merged, 'after')).toBe(readMarkupText(after))
      }),
    )
  })

  test('a block is the same as itself', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(arbitraryBlock, (block) => {
        expect(mergeElements(block, structuredClone(block))).toMatchObject([{ kind: 'same' }])
      }),
    )
  })
})
