import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { getRunOptions } from '../testing/run-options.ts'
import { createQuote, findQuote } from './find-quote.ts'
import { RangeMapper } from './range-mapper.ts'
import { listWords, OBJECT_CHARACTER } from './text-blocks.ts'

/** Maps the words between brackets of one text into another, and returns what is around them there. */
function mapMarked(marked: readonly string[], current: readonly string[]): string | undefined {
  const text = marked.join('\n')
  const [start, end] = [text.indexOf('['), text.indexOf(']') - 1]
  const base = marked.map((line) => line.replaceAll(/[[\]]/g, ''))
  const place = new RangeMapper(base, current).map({ start, end })
  const now = current.join('\n')
  return place && `${now.slice(0, place.start)}[${now.slice(place.start, place.end)}]${now.slice(place.end)}`
}

describe('words are found again', () => {
  test.each<[string, string[], string[], string]>([
    ['where nothing changed', ['one [two] three'], ['one two three'], 'one [two] three'],
    ['behind a new block', ['one [two] three'], ['new', 'one two three'], 'new\none [two] three'],
    ['in a block that moved', ['[a] b', 'c d', 'e f'], ['c d', 'e f', 'a b'], 'c d\ne f\n[a] b'],
    ['between words that changed', ['one [two] three'], ['uno two tres'], 'uno [two] tres'],
    ['in a block that was split', ['one [two] three'], ['one', 'two three'], 'one\n[two] three'],
    ['in blocks that were joined', ['one', '[two] three'], ['one two three'], 'one [two] three'],
    [
      'in a block that was moved and changed',
      ['The [quick] fox jumps', 'x y z', 'p q r'],
      ['x y z', 'p q r s', 'A quick fox jumps far'],
      'x y z\np q r s\nA [quick] fox jumps far',
    ],
    ['in one of several equal blocks', ['yes', 'a', '[yes]', 'b'], ['a', 'yes', 'b'], 'a\n[yes]\nb'],
    ['below an equal block that is new', ['[yes]', 'a', 'b'], ['yes', 'yes', 'a', 'b'], 'yes\n[yes]\na\nb'],
    ['over several blocks', ['a [b', 'c] d'], ['new', 'a b', 'c d'], 'new\na [b\nc] d'],
    ['over blocks that changed around them', ['a [b', 'c] d'], ['x b', 'c y'], 'x [b\nc] y'],
    ['without blanks between words', ['我们[安装]软件'], ['你们先安装软件'], '你们先[安装]软件'],
    [
      'with signs at their ends',
      ['Run [`npm i`, then] wait'],
      ['Now run `npm i`, then stop'],
      'Now run [`npm i`, then] stop',
    ],
  ])('%s', (_, base, current, expected) => {
    expect(mapMarked(base, current)).toBe(expected)
  })
})

describe('words that are gone are found nowhere', () => {
  test.each<[string, string[], string[]]>([
    ['deleted', ['one [two] three'], ['one three']],
    ['changed', ['one [two words] three'], ['one two other words three']],
    ['deleted with their block, while an equal one stays', ['[yes]', 'a', 'yes', 'b'], ['a', 'yes', 'b']],
    ['deleted, and written elsewhere', ['one [the] three', 'x'], ['one three', 'x', 'all the time']],
    ['deleted, where another of them stays', ['the a [the] b', 'x'], ['the a b', 'x']],
    ['with everything else', ['one [two] three'], []],
    ['with other signs between them', ['one [two, three] four'], ['one two; three four']],
  ])('%s', (_, base, current) => {
    expect(mapMarked(base, current)).toBeUndefined()
  })
})

/** A word with an identity, so that it is known where it went. */
interface TracedWord {
  text: string
  isNew?: true
}
type TracedText = TracedWord[][]

const arbitraryEdit = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'replace', 'addBlock', 'deleteBlock', 'split', 'join', 'move'),
  block: fc.nat(50),
  place: fc.nat(50),
  target: fc.nat(50),
})
type Edit = typeof arbitraryEdit extends fc.Arbitrary<infer Value> ? Value : never

/** Applies an edit. Words that are the same objects afterwards are the words that nobody touched. */
function applyEdit(
  text: TracedText,
  { kind, block, place, target }: Edit,
  createWord: () => TracedWord,
): TracedText {
  const blocks = text.map((words) => [...words])
  const at = blocks.length === 0 ? 0 : block % blocks.length
  const words = blocks[at] ?? []
  const index = words.length === 0 ? 0 : place % words.length
  if (kind === 'insert') words.splice(index, 0, createWord())
  if (kind === 'delete') words.splice(index, 1)
  if (kind === 'replace') words.splice(index, 1, createWord())
  if (kind === 'addBlock') blocks.splice(at, 0, [createWord(), createWord()])
  if (kind === 'deleteBlock') blocks.splice(at, 1)
  if (kind === 'split') blocks.splice(at, 1, words.slice(0, index), words.slice(index))
  if (kind === 'join' && at + 1 < blocks.length) blocks.splice(at, 2, [...words, ...(blocks[at + 1] ?? [])])
  if (kind === 'move') {
    blocks.splice(at, 1)
    blocks.splice(target % (blocks.length + 1), 0, words)
  }
  return blocks.filter((block) => block.length > 0)
}

const writeLines = (text: TracedText): string[] =>
  text.map((words) => words.map((word) => word.text).join(' '))

/** Where words stand, if they all stand side by side in one block. */
function locate(text: TracedText, words: readonly TracedWord[]): { start: number; end: number } | undefined {
  let start = 0
  for (const block of text) {
    const first = words[0] ? block.indexOf(words[0]) : -1
    if (first !== -1) {
      if (!words.every((word, index) => block[first + index] === word)) return undefined
      const before = writeLines([block.slice(0, first)]).join('')
      const offset = start + before.length + (first > 0 ? 1 : 0)
      return { start: offset, end: offset + writeLines([[...words]]).join('').length }
    }
    start += writeLines([block]).join('').length + 1
  }
  return undefined
}

const arbitraryCase = (edits: fc.Arbitrary<Edit[]>, vocabulary: fc.Arbitrary<string> | undefined) =>
  fc.record({
    blocks: fc.array(fc.array(vocabulary ?? fc.constant(''), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 8,
    }),
    newWords: fc.array(vocabulary ?? fc.constant(''), { minLength: 1, maxLength: 20 }),
    block: fc.nat(50),
    first: fc.nat(50),
    length: fc.integer({ min: 1, max: 4 }),
    edits,
  })

type Case = ReturnType<typeof arbitraryCase> extends fc.Arbitrary<infer Value> ? Value : never

/** Runs a case and returns where the words were, where they are, and where they are said to be. */
function runCase({ blocks, newWords, block, first, length, edits }: Case) {
  let count = 0
  const createWord = (text: string): TracedWord => ({ text: text === '' ? `w${count++}` : text })
  const base = blocks.map((words) => words.map(createWord))
  const words = base[block % base.length] ?? []
  const start = first % words.length
  const quoted = words.slice(start, start + length)
  let current = base
  for (const edit of edits) {
    current = applyEdit(current, edit, () => createWord(newWords[count++ % newWords.length] ?? ''))
  }
  const [baseLines, currentLines] = [writeLines(base), writeLines(current)]
  const range = locate(base, quoted)
  const mapped = range && new RangeMapper(baseLines, currentLines).map(range)
  return {
    exact: writeLines([quoted]).join(''),
    isTouched: !quoted.every((word) => current.some((line) => line.includes(word))),
    truth: locate(current, quoted),
    mapped,
    text: currentLines.join('\n'),
  }
}

const withoutMoves = arbitraryEdit.filter(({ kind }) => kind !== 'move')

describe('any edits', () => {
  test('words that nobody touched are found exactly where they are now', () => {
    fc.assert(
      fc.property(arbitraryCase(fc.array(withoutMoves, { maxLength: 12 }), undefined), (testCase) => {
        const { truth, mapped } = runCase(testCase)
        expect(mapped).toEqual(truth)
      }),
      getRunOptions(3000),
    )
  })

  test('words in blocks that only moved are found, however many moved', () => {
    const moves = arbitraryEdit.map((edit) => ({ ...edit, kind: 'move' as const }))
    fc.assert(
      fc.property(arbitraryCase(fc.array(moves, { maxLength: 12 }), undefined), (testCase) => {
        const { truth, mapped } = runCase(testCase)
        expect(mapped).toEqual(truth)
      }),
      getRunOptions(1000),
    )
  })

  test('words are never found where they are not, moves included', () => {
    fc.assert(
      fc.property(arbitraryCase(fc.array(arbitraryEdit, { maxLength: 15 }), undefined), (testCase) => {
        const { truth, mapped, isTouched } = runCase(testCase)
        expect([undefined, isTouched ? undefined : truth]).toContainEqual(mapped)
      }),
      getRunOptions(3000),
    )
  })

  test('what is found in a text of few words that repeat are the same words', () => {
    const vocabulary = fc.constantFrom('the', 'a', 'tool', 'is', 'run')
    fc.assert(
      fc.property(arbitraryCase(fc.array(arbitraryEdit, { maxLength: 8 }), vocabulary), (testCase) => {
        const { exact, mapped, text } = runCase(testCase)
        expect([undefined, exact]).toContain(mapped && text.slice(mapped.start, mapped.end))
      }),
      getRunOptions(2000),
    )
  })
})

describe('a quote', () => {
  test('is found by what stands around it', () => {
    const text = 'run the tool, then run the test'
    expect(findQuote(text, { exact: 'run', suffix: ' the test' })).toEqual({ start: 19, end: 22 })
    expect(findQuote(text, { exact: 'run' })).toBe('ambiguous')
    expect(findQuote(text, { exact: 'walk' })).toBe('missing')
    expect(findQuote(text, { exact: '' })).toBe('missing')
  })

  test('of any place of a text leads back to that place, or is said to be in several', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(100), fc.nat(10), (text, first, length) => {
        const start = first % text.length
        const range = { start, end: Math.min(text.length, start + length + 1) }
        const place = findQuote(text, createQuote(text, range))
        expect(['ambiguous', range]).toContainEqual(place)
      }),
      getRunOptions(1000),
    )
  })
})

test('text blocks are the words of a document, with a sign for what has none', () => {
  const { document } = parseMarkdown(
    '# Title\n\nSome **bold** [link](https://example.com) :smile:\n\n* one\n* two\n\n```js\nlet a\n\nlet b\n```\n\n| h |\n|---|\n| cell |\n',
  )
  expect(listWords(document).texts.map(({ text }) => text)).toEqual([
    'Title',
    `Some bold link ${OBJECT_CHARACTER}`,
    'one',
    'two',
    'let a',
    'let b',
    'cell',
  ])
})

/** Creates lines of words that come again and again. */
const createLongText = (seed: number): string[] =>
  Array.from({ length: 4000 }, (_, line) =>
    Array.from({ length: 12 }, (__, word) => `w${(line * seed + word * 7) % 997}`).join(' '),
  )

test('long texts that changed everywhere are compared in bounded time', () => {
  const mapper = new RangeMapper(createLongText(13), createLongText(17))
  const places = Array.from({ length: 100 }, (_, index) =>
    mapper.map({ start: index * 20, end: index * 20 + 8 }),
  )
  expect(places).toHaveLength(100)
})
