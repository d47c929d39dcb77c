import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractTitle } from '../document/title.ts'
import { InvalidDocument } from '../errors.ts'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { arbitraryDocument } from '../testing/arbitrary.ts'
import { corpusPages, readCorpusPage } from '../testing/corpus.ts'
import { arbitraryGarbage } from '../testing/garbage.ts'
import { getRunOptions } from '../testing/run-options.ts'
import { writeMarkdown } from '../write/write-markdown.ts'
import { replaceWords } from './replace-words.ts'
import { listTextPlaces, listWords } from './text-blocks.ts'

const readWords = (markdown: string): string =>
  listWords(extractTitle(parseMarkdown(markdown).document).document)
    .texts.map(({ text }) => text)
    .join('\n')

function replace(markdown: string, words: string, replacement: string, occurrence = 0): string {
  const text = readWords(markdown)
  let start = text.indexOf(words)
  for (let skipped = 0; skipped < occurrence; skipped++) start = text.indexOf(words, start + 1)
  return replaceWords(markdown, { start, end: start + words.length }, replacement)
}

describe('replacing words', () => {
  test.each<[string, string, [string, string, number?], string]>([
    ['in a paragraph', 'One  two\nthree.\n', ['two', 'TWO'], 'One  TWO\nthree.\n'],
    ['and not in the title', '# two\n\none two\n', ['two', 'TWO'], '# two\n\none TWO\n'],
    ['the second of equal ones', 'a b a b a\n', ['a', 'X', 1], 'a b X b a\n'],
    ['and not in an address', '[two](two.md) and two\n', ['two', 'X', 1], '[two](two.md) and X\n'],
    ['in a link', 'See [the guide](a.md).\n', ['guide', 'manual'], 'See [the manual](a.md).\n'],
    [
      'behind front matter',
      '---\ndescription: two\n---\n\none two\n',
      ['two', 'X'],
      '---\ndescription: two\n---\n\none X\n',
    ],
    ['with lines of Windows', '\uFEFF*   one\r\n*   two\r\n', ['two', 'X'], '\uFEFF*   one\r\n*   X\r\n'],
    [
      'in a cell, which keeps its blanks',
      '| a    | b |\n| ---- | - |\n| two  | two |\n',
      ['two', 'twenty', 1],
      '| a    | b |\n| ---- | - |\n| two  | twenty |\n',
    ],
    [
      'in code',
      '```js\nconst a = 1\nconst b = 1\n```\n',
      ['1', 'a * b', 1],
      '```js\nconst a = 1\nconst b = a * b\n```\n',
    ],
    ['in a code span', 'Run `npm i` now\n', ['npm i', 'npm *ci*'], 'Run `npm *ci*` now\n'],
    ['over a wrapped line', '> one two\n> three four\n', ['two three', 'X'], '> one X four\n'],
    ['behind an escaped backslash', 'a \\\\\\*b c\n', ['*b', 'X'], 'a \\\\X c\n'],
    ['that have escapes', 'a \\*b\\* c\n', ['*b*', 'X'], 'a X c\n'],
    [
      'that become longer, and keep their wrapped line',
      'one two\nthree\n',
      ['one two three', 'one two four'],
      'one two\nfour\n',
    ],
    ['by more words at the end of a mark', 'a **word** b\n', ['word', 'word too'], 'a **word too** b\n'],
    ['that are marked', 'a __word__ and *more*\n', ['word', 'term'], 'a __term__ and *more*\n'],
    ['across marks, whose look stays', 'a **bo**ld *word*\n', ['bold', 'bolder'], 'a **bo**lder *word*\n'],
    ['by nothing', 'one two three\n', [' two', ''], 'one three\n'],
    ['by an insertion', 'one three\n', ['one', 'one two'], 'one two three\n'],
    ['by themselves', 'one   two\n', ['two', 'two'], 'one   two\n'],
    [
      'in a caption',
      '<figure><img src="a.png" alt=""><figcaption><p>The two</p></figcaption></figure>\n',
      ['two', 'a < b'],
      '<figure><img src="a.png" alt=""><figcaption><p>The a < b</p></figcaption></figure>\n',
    ],
  ])('%s', (_, markdown, [words, replacement, occurrence], expected) => {
    expect(replace(markdown, words, replacement, occurrence)).toBe(expected)
  })

  test.each([
    '*a*',
    '_a_',
    '<b>a</b>',
    'a|b',
    '[a](b)',
    '`a`',
    '# a',
    '1. a',
    '{% hint %}',
    '&amp;',
    ':smile:',
    '\\',
    '$$x$$',
    'https://a.example',
    '![a](b)',
  ])('what looks like Markdown stays text: %s', (replacement) => {
    const markdown = 'word here, a word.\n\n| a word |\n| --- |\n| word |\n\n```\nword\n```\n\n## word\n'
    for (let occurrence = 0; occurrence < 5; occurrence++) {
      const result = replace(markdown, 'word', replacement, occurrence)
      let count = 0
      expect(readWords(result)).toBe(
        readWords(markdown).replaceAll('word', (word) => (count++ === occurrence ? replacement : word)),
      )
      expect(parseMarkdown(result).document.nodes.map(({ type }) => type)).toEqual(
        parseMarkdown(markdown).document.nodes.map(({ type }) => type),
      )
    }
  })

  test('is refused for words of several blocks, for pictures, and for words that are not there', () => {
    const markdown = 'one\n\ntwo ![a](b.png) three <img src="c.png" alt="" data-size="line"> four\n'
    expect(() => replace(markdown, 'one\ntwo', 'X')).toThrow(InvalidDocument)
    expect(() => replace(markdown, '\uFFFC', 'X')).toThrow(InvalidDocument)
    expect(() => replaceWords(markdown, { start: 900, end: 903 }, 'X')).toThrow(InvalidDocument)
    expect(() => replaceWords(markdown, { start: 1, end: 1 }, 'X')).toThrow(InvalidDocument)
  })
})

/** Picks a word of a page. */
const pickWord = (text: string, seed: number): { start: number; end: number } | undefined => {
  const words = [...text.matchAll(/[a-z]{2,}/gi)]
  const word = words[seed % Math.max(1, words.length)]
  return word && { start: word.index, end: word.index + word[0].length }
}

/** Picks a word that no mark begins or ends in. */
const pickPlainWord = (markdown: string, seed: number): { start: number; end: number } | undefined => {
  const ranges: { start: number; end: number }[] = []
  let textStart = 0
  for (const { text, leaves } of listTextPlaces(extractTitle(parseMarkdown(markdown).document).document)) {
    for (const { index, 0: word } of text.matchAll(/[a-z]+/gi)) {
      const end = index + word.length
      const isPlain = leaves.some(({ from, to }) => from <= index && end <= to)
      if (isPlain) ranges.push({ start: textStart + index, end: textStart + end })
    }
    textStart += text.length + 1
  }
  return ranges[seed % Math.max(1, ranges.length)]
}

describe('laws', { timeout: 240_000 }, () => {
  const arbitrarySource = fc.oneof(
    arbitraryGarbage,
    arbitraryDocument.map((document) => writeMarkdown(document)),
  )

  test('the words of the result are those of the page, with the new ones in their place', () => {
    fc.assert(
      fc.property(
        arbitrarySource,
        fc.nat(),
        fc.constantFrom('Zq', 'a *b* c', '<i>|', '`'),
        (markdown, seed, replacement) => {
          const text = readWords(markdown)
          const range = pickWord(text, seed)
          fc.pre(range !== undefined)
          try {
            const result = replaceWords(markdown, range, replacement)
            expect(readWords(result)).toBe(text.slice(0, range.start) + replacement + text.slice(range.end))
          } catch (error) {
            // What cannot be said in Markdown is refused, and not written wrongly.
            if (!(error instanceof InvalidDocument)) throw error
          }
        },
      ),
      getRunOptions(150),
    )
  })

  test.runIf(corpusPages.length > 0)('on real pages, only the bytes of the words change', () => {
    let changedCount = 0
    for (const [index, name] of corpusPages.slice(0, 60).entries()) {
      const markdown = readCorpusPage(name)
      const text = readWords(markdown)
      for (const seed of [index, index * 7 + 3, index * 31 + 11]) {
        const range = pickWord(text, seed)
        if (!range) continue
        const word = text.slice(range.start, range.end)
        const result = replaceWords(markdown, range, 'Zqfresh')
        expect(result.split('Zqfresh')).toHaveLength(2)
        expect(result.replace('Zqfresh', word)).toBe(markdown)
        changedCount++
      }
    }
    expect(changedCount).toBeGreaterThan(120)
  })

  test('in written documents, only the bytes of a word change', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.nat(), (document, seed) => {
        const markdown = writeMarkdown(document)
        const text = readWords(markdown)
        const range = pickPlainWord(markdown, seed)
        fc.pre(range !== undefined)
        const word = text.slice(range.start, range.end)
        const fresh = `Zq${word}`
        const result = replaceWords(markdown, range, fresh)
        const at = result.indexOf(fresh)
        expect(at).toBeGreaterThanOrEqual(0)
        expect(result.slice(0, at) + word + result.slice(at + fresh.length)).toBe(markdown)
      }),
      getRunOptions(150),
    )
  })
})
