import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyJson } from '../document/copy-json.ts'
import { assignKeys } from '../document/keys.ts'
import { createParagraph } from '../document/create-nodes.ts'
import { toNormalForm } from '../document/normal-form.ts'
import type { Document } from '../document/types.ts'
import { InvalidDocument } from '../errors.ts'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { applyEdits } from '../splice/apply-edits.ts'
import { arbitraryInlines } from '../testing/arbitrary-inlines.ts'
import { getRunOptions } from '../testing/run-options.ts'
import { revertWords, type WordPlace } from './revert-words.ts'
import { listWords } from './text-blocks.ts'

/** Finds words in the first block that has them. */
function findWords(document: Document, words: string): WordPlace {
  const { key = '', text = '' } = listWords(document).texts.find((each) => each.text.includes(words)) ?? {}
  return { node: key, start: text.indexOf(words), end: text.indexOf(words) + words.length }
}

function revert(markdown: string, earlier: string, words: string, earlierWords: string): string {
  const [document, earlierDocument] = [markdown, earlier].map((text) => parseMarkdown(text).document)
  if (!document || !earlierDocument) return ''
  const place = findWords(document, words)
  const reverted = revertWords(document, place, earlierDocument, findWords(earlierDocument, earlierWords))
  return applyEdits(markdown, reverted, earlier).markdown
}

describe('reverting words', () => {
  test.each<[string, [string, string], [string, string], string]>([
    ['leaves the others', ['A new text\nof two', 'An old text of one'], ['new', 'old'], 'A old text\nof two'],
    ['that were added', ['one two three', 'one three'], [' two', ''], 'one three'],
    ['that were removed', ['one three', 'one two three'], ['', 'one two '], 'one two one three'],
    ['with their marks', ['a bold word', 'a **bold** word'], ['bold', 'bold'], 'a **bold** word'],
    ['that lost their marks', ['a **bold** word', 'a bold word'], ['bold', 'bold'], 'a bold word'],
    [
      'in a link',
      ['[the new guide](a.md)', '[the old guide](a.md)'],
      ['new', 'old'],
      '[the old guide](a.md)',
    ],
    [
      'with another address',
      ['see [the guide](b.md) now', 'see [the guide](a.md) then'],
      ['the guide', 'the guide'],
      'see [the guide](a.md) now',
    ],
    [
      'that are the end of a link',
      ['[the](a.md) text', '[the guide](a.md) text'],
      ['the', 'the guide'],
      '[the guide](a.md) text',
    ],
    [
      'between two links with one address, which stay two',
      ['[a](x.md)', '[a](x.md)[b](x.md)'],
      ['a', 'ab'],
      '[a](x.md)[b](x.md)',
    ],
    ['and a picture', ['A text', 'A ![b](b.png) text'], ['A', 'A \uFFFC'], 'A ![b](b.png) text'],
    [
      'in a cell',
      ['| a | b |\n| --- | --- |\n| new   | other |', '| a | b |\n| --- | --- |\n| old | one |'],
      ['new', 'old'],
      '| a | b |\n| --- | --- |\n| old   | other |',
    ],
    [
      'in a line of code',
      ['```js\na = 2 * 1\nb = 3\n```', '```js\na = 1 * 1\nb = 1\n```'],
      ['2', '1'],
      '```js\na = 1 * 1\nb = 3\n```',
    ],
    ['in a heading', ['## A new thing\n\ntext', '## An old thing'], ['new', 'old'], '## A old thing\n\ntext'],
  ])('%s', (_, [markdown, earlier], [words, earlierWords], expected) => {
    expect(revert(markdown, earlier, words, earlierWords)).toBe(expected)
  })

  test('is refused where the words are not', () => {
    const { document } = parseMarkdown('some text\n\n```\ncode\n```\n')
    const place = findWords(document, 'text')
    const refused: [WordPlace, WordPlace][] = [
      [{ ...place, node: 'other' }, place],
      [place, { ...place, node: 'other' }],
      [{ ...place, end: 99 }, place],
      [{ ...place, start: 8, end: 7 }, place],
      [place, findWords(document, 'code')],
    ]
    for (const [words, earlierWords] of refused) {
      expect(() => revertWords(document, words, document, earlierWords)).toThrow(InvalidDocument)
    }
  })
})

const createDocument = (inlines: Parameters<typeof createParagraph>[0]): Document =>
  // Generated content has some nodes twice, and keys are set in place.
  assignKeys(toNormalForm(copyJson({ object: 'document', data: {}, nodes: [createParagraph(inlines)] })))
const readPlace = (document: Document, start = 0, end = Infinity): WordPlace => {
  const { key = '', text = '' } = listWords(document).texts[0] ?? {}
  return { node: key, start: Math.min(start, text.length), end: Math.min(end, text.length) }
}

describe('laws', { timeout: 240_000 }, () => {
  const arbitraryParagraphs = fc
    .array(arbitraryInlines, { minLength: 2, maxLength: 2 })
    .map((list) => list.map(createDocument))

  test('reverting all words of a block gives the earlier block', () => {
    fc.assert(
      fc.property(arbitraryParagraphs, ([now, before]) => {
        fc.pre(now !== undefined && before !== undefined && listWords(now).texts.length > 0)
        fc.pre(listWords(before).texts.length > 0)
        const reverted = revertWords(now, readPlace(now), before, readPlace(before))
        expect(assignKeys(toNormalForm(reverted))).toEqual(before)
      }),
      getRunOptions(300),
    )
  })

  test('what was put there is taken back by the words that it replaced', () => {
    const arbitraryPlaces = fc.array(fc.nat(40), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(arbitraryParagraphs, arbitraryPlaces, ([now, other], places) => {
        fc.pre(now !== undefined && other !== undefined && listWords(now).texts.length > 0)
        fc.pre(listWords(other).texts.length > 0)
        const [a = 0, b = 0] = places.slice(0, 2).toSorted((one, two) => one - two)
        const [c = 0, d = 0] = places.slice(2).toSorted((one, two) => one - two)
        const [place, otherPlace] = [readPlace(now, a, b), readPlace(other, c, d)]
        const changed = assignKeys(toNormalForm(revertWords(now, place, other, otherPlace)))
        fc.pre(listWords(changed).texts.length > 0)
        const { length } = listWords(changed).texts[0]?.text ?? ''
        const rest = (listWords(now).texts[0]?.text.length ?? 0) - place.end
        const changedPlace = { ...readPlace(changed), start: place.start, end: length - rest }
        const back = assignKeys(toNormalForm(revertWords(changed, changedPlace, now, place)))
        expect(listWords(back).texts).toEqual(listWords(now).texts)
        expect(back).toEqual(now)
      }),
      getRunOptions(300),
    )
  })
})
