import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffTexts } from './diff-blocks.ts'
import { DiffPlaces } from './diff-places.ts'
import { countLetters } from './letters.ts'
import { parseMarkdown } from '@verso/markdown'

const before = 'Relay waits.\n\nThe **end** of it.\n'
const after = `Relay *waits* for [an answer](https://example.com/an-answer).

* First item
* Second item

The **end** of it.
`

const createPlaces = (markdown = after) => {
  const { blocks } = diffTexts(before, markdown)
  const read = (index: number): string =>
    (blocks[index]?.parts ?? [])
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text }) => text)
      .join('')
  return { places: new DiffPlaces(markdown, blocks), blocks, read }
}

/** The types of the outermost blocks of a page that have some keys. */
const listTypes = (markdown: string, keys: string[]): string[] =>
  parseMarkdown(markdown)
    .document.nodes.filter(({ key }) => keys.includes(key))
    .map(({ type }) => type)

const createComment = (exact: string, prefix = '', suffix = '') => ({
  id: exact,
  target: { quote: { exact, prefix, suffix }, space: 's', revision: 'r' },
})

describe('commented words', () => {
  test('are found in the Markdown of their block, whatever marks are among them', () => {
    const { places, read } = createPlaces()
    const marks = places.findMarks([createComment('waits for an'), createComment('end')])
    const texts = [...marks].map(([block, [mark]]) => [block, read(block).slice(mark?.start, mark?.end)])
    expect(texts).toEqual([
      [0, 'waits* for [an'],
      [2, 'end'],
    ])
  })

  test('of several blocks are marked in each of them', () => {
    const { places, blocks, read } = createPlaces('One two.\n\nThree four.\n')
    const marks = places.findMarks([createComment('two.\nThree')])
    const texts = [...marks].map(([block, [mark]]) => read(block).slice(mark?.start, mark?.end))
    expect(texts).toEqual(['two', 'Three'])
    expect([...marks.keys()].map((index) => blocks[index]?.kind)).not.toContain('removed')
  })

  test('that are gone, or that nothing tells apart, are marked nowhere', () => {
    const { places } = createPlaces('Same words.\n\nSame words.\n')
    expect(places.findMarks([createComment('Same'), createComment('gone')]).size).toBe(0)
    const outdated = { id: 'x', target: { ...createComment('words').target, outdated: true } }
    expect(places.findMarks([outdated]).size).toBe(0)
  })
})

describe('a quote', () => {
  test('of a block is all its words, with what stands around them', () => {
    const { places, blocks } = createPlaces()
    const list = blocks.findIndex(({ parts }) => parts.some(({ text }) => text.includes('First item')))
    expect(places.quoteBlock(list)).toMatchObject({
      exact: 'First item\nSecond item',
      prefix: 'Relay waits for an answer.\n',
      suffix: '\nThe end of it.',
    })
  })

  test('of selected words is these words of the page, without Markdown', () => {
    const { places } = createPlaces()
    const first = countLetters('Relay ')
    expect(places.quoteBlock(0, { first, count: countLetters('waits for an answer') })?.exact).toBe(
      'waits for an answer',
    )
  })

  test('of a block without words is none', () => {
    const { places, blocks } = createPlaces('Words.\n\n---\n')
    expect(places.quoteBlock(blocks.length - 1)).toBeUndefined()
    expect(places.quoteBlock(99)).toBeUndefined()
  })
})

test('the blocks of the page that a block of the differences is made of are named, before and after', () => {
  const [one, other] = ['Same.\n\nOld words here.\n', 'Same.\n\nNew words here.\n\n* One\n* Two\n']
  const { blocks } = diffTexts(one, other)
  const [after, earlier] = [new DiffPlaces(other, blocks), new DiffPlaces(one, blocks, 'before')]
  expect(blocks.map(({ kind }) => kind)).toEqual(['same', 'changed', 'added'])
  expect(listTypes(other, after.listTopKeys(1))).toEqual(['paragraph'])
  expect(listTypes(one, earlier.listTopKeys(1))).toEqual(['paragraph'])
  expect(listTypes(other, after.listTopKeys(2))).toEqual(['list-unordered'])
  expect(earlier.listTopKeys(2)).toEqual([])
})

test('a quote of any words of any block is found where it was made', () => {
  const word = fc.stringMatching(/^[a-zé漢0-9]{1,6}$/u)
  const mark = fc.constantFrom('', '**', '*', '`', '~~')
  const sentence = fc
    .array(fc.tuple(mark, word), { minLength: 1, maxLength: 6 })
    .map((words) => words.map(([sign, text]) => sign + text + sign).join(' '))
  const prefix = fc.constantFrom('', '## ', '* ', '> ')
  const block = fc.tuple(prefix, sentence).map(([sign, text]) => sign + text)
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(), (texts, one, other) => {
      const { places, blocks, read } = createPlaces(`${texts.join('\n\n')}\n`)
      const present = blocks.flatMap(({ kind }, index) => (kind === 'removed' ? [] : [index]))
      const index = present[one % present.length] ?? 0
      const letters = countLetters(read(index))
      const first = other % letters
      const quote = places.quoteBlock(index, { first, count: Math.min(3, letters - first) })
      if (!quote) throw new Error(`nothing is quoted in ${read(index)}`)
      const marks = places.findMarks([{ id: 'x', target: { quote, space: 's', revision: 'r' } }])
      // Equal words in equal surroundings cannot be told apart.
      if (marks.size === 0) return
      const found = [...marks.entries()].map(([place, ranges]) => [
        place,
        countLetters(read(place).slice(0, ranges[0]?.start)),
      ])
      expect(found[0]).toEqual([index, first])
    }),
  )
})
