import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLetters } from '../letters.ts'
import { listRows, listTextBlocks, PageWords, readDocument } from './document-rows.ts'

const compare = (before: string, after: string) => listRows(readDocument(before), readDocument(after))

const after = `Relay *waits* for [an answer](https://example.com/an-answer).

* First item
* Second item

The **end** of it.

---
`

const createWords = (markdown = after) => {
  const document = readDocument(markdown)
  const keys = document.nodes.map(({ key }) => key)
  const texts = document.nodes.map((block) =>
    listTextBlocks(block)
      .map(({ text }) => text)
      .join('\n'),
  )
  return { words: new PageWords(document), keys, texts }
}

const createComment = (exact: string, prefix = '', suffix = '') => ({
  id: exact,
  target: { quote: { exact, prefix, suffix }, space: 's', revision: 'r' },
})

const figure = (attributes: string) => `<figure><img src="https://example.com/a.png" ${attributes}></figure>`

describe('the blocks of two versions of a page', () => {
  test('belong together where they are alike, and come and go otherwise', () => {
    const rows = compare(
      '# T\n\nSame.\n\nRelay waits five seconds.\n\nOld and gone.\n',
      '# U\n\nSame.\n\nRelay waits ten seconds.\n\n> A quote.\n',
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'changed', 'removed', 'added'])
  })

  test('say which settings differ, also inside of others', () => {
    const rows = compare(
      '{% hint style="info" %}\nText.\n{% endhint %}\n\n## Part\n\n{% tabs %}\n{% tab title="A" %}\n```js\nx\n```\n{% endtab %}\n{% endtabs %}\n',
      '{% hint style="danger" %}\nText.\n{% endhint %}\n\n### Part\n\n{% tabs %}\n{% tab title="A" %}\n```ts\nx\n```\n{% endtab %}\n{% endtabs %}\n',
    )
    expect(rows.flatMap(({ settings }) => settings)).toEqual([
      { block: 'hint', setting: 'style', before: 'info', after: 'danger' },
      { block: 'heading-2', setting: 'kind', before: 'heading-1', after: 'heading-2' },
      { block: 'code', setting: 'language', before: 'js', after: 'ts' },
    ])
  })

  test('say where a picture and a link are other ones than they look', () => {
    const rows = compare(
      `${figure('alt="old"')}\n\nSee [here](https://example.com/a).\n`,
      `${figure('alt="new" width="300"')}\n\nSee [here](https://example.com/b).\n`,
    )
    expect(rows.flatMap(({ settings }) => settings)).toEqual([
      { block: 'image', setting: 'alt', before: 'old', after: 'new' },
      { block: 'image', setting: 'width', before: undefined, after: 300 },
      {
        block: 'paragraph',
        setting: 'link',
        before: 'https://example.com/a',
        after: 'https://example.com/b',
      },
    ])
  })

  const arbitraryText = fc
    .array(fc.constantFrom('One two.', 'One three.', '## Four', '> Five', '* Six', '---'), { maxLength: 10 })
    .map((blocks) => blocks.join('\n\n'))

  test('are all there, in their order', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (one, other) => {
        const rows = compare(one, other)
        expect(rows.flatMap((row) => row.before?.key ?? [])).toEqual(
          readDocument(one).nodes.map(({ key }) => key),
        )
        expect(rows.flatMap((row) => row.after?.key ?? [])).toEqual(
          readDocument(other).nodes.map(({ key }) => key),
        )
      }),
    )
  })
})

describe('commented words', () => {
  test('are found in their block, by its letters', () => {
    const { words, keys } = createWords()
    const marks = words.findMarks([createComment('waits for an'), createComment('end')])
    expect([...marks]).toEqual([
      [keys[0], [{ id: 'waits for an', first: 5, count: 10 }]],
      [keys[2], [{ id: 'end', first: 3, count: 3 }]],
    ])
  })

  test('of several blocks are marked in each of them', () => {
    const { words } = createWords('One two.\n\nThree four.\n')
    expect([...words.findMarks([createComment('two.\nThree')]).values()]).toEqual([
      [{ id: 'two.\nThree', first: 3, count: 3 }],
      [{ id: 'two.\nThree', first: 0, count: 5 }],
    ])
  })

  test('that are gone, or that nothing tells apart, are marked nowhere', () => {
    const { words } = createWords('Same words.\n\nSame words.\n')
    expect(words.findMarks([createComment('Same'), createComment('gone')]).size).toBe(0)
    const outdated = { id: 'x', target: { ...createComment('words').target, outdated: true } }
    expect(words.findMarks([outdated]).size).toBe(0)
  })
})

describe('a quote', () => {
  test('of a block is all its words, with what stands around them', () => {
    const { words, keys } = createWords()
    expect(words.quoteBlock(keys[1] ?? '')).toMatchObject({
      exact: 'First item\nSecond item',
      prefix: 'Relay waits for an answer.\n',
      suffix: '\nThe end of it.',
    })
  })

  test('of selected words is these words of the page, without Markdown', () => {
    const { words, keys } = createWords()
    const selected = { first: countLetters('Relay '), count: countLetters('waits for an answer') }
    expect(words.quoteBlock(keys[0] ?? '', selected)?.exact).toBe('waits for an answer')
  })

  test('of a block without words is none', () => {
    const { words, keys } = createWords()
    expect(words.quoteBlock(keys[3] ?? '')).toBeUndefined()
    expect(words.quoteBlock('nothing')).toBeUndefined()
  })

  test('of any words of any block is found where it was made', { timeout: 60_000 }, () => {
    const word = fc.stringMatching(/^[a-zé漢0-9]{1,6}$/u)
    const mark = fc.constantFrom('', '**', '*', '`', '~~')
    const sentence = fc
      .array(fc.tuple(mark, word), { minLength: 1, maxLength: 6 })
      .map((words) => words.map(([sign, text]) => sign + text + sign).join(' '))
    const prefix = fc.constantFrom('', '## ', '* ', '> ')
    const block = fc.tuple(prefix, sentence).map(([sign, text]) => sign + text)
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.nat(),
        (blocks, one, other) => {
          const { words, keys, texts } = createWords(`${blocks.join('\n\n')}\n`)
          const index = one % keys.length
          const letters = countLetters(texts[index] ?? '')
          const first = other % letters
          const quote = words.quoteBlock(keys[index] ?? '', { first, count: Math.min(3, letters - first) })
          if (!quote) throw new Error(`nothing is quoted in ${texts[index]}`)
          const [found] = words.findMarks([{ id: 'x', target: { quote, space: 's', revision: 'r' } }])
          // Equal words in equal surroundings cannot be told apart.
          expect(found ? [found[0], found[1][0]?.first] : [keys[index], first]).toEqual([keys[index], first])
        },
      ),
    )
  })
})
