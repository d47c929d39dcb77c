import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyEdits,
  findInText,
  findText,
  InvalidDocument,
  parseMarkdown,
  replaceInText,
  replaceText,
  type TextQuery,
  writeMarkdown,
} from '../index.ts'
import { arbitraryDocument } from '../testing/arbitrary.ts'
import { corpusPages, readCorpusPage } from '../testing/corpus.ts'
import { arbitraryGarbage } from '../testing/garbage.ts'
import { getRunOptions } from '../testing/run-options.ts'

const find = (markdown: string, query: TextQuery) =>
  findText(parseMarkdown(markdown).document, query, 1000).matches

function replaceAll(markdown: string, query: TextQuery, replacement: string, indices?: number[]): string {
  const { document } = parseMarkdown(markdown)
  const all = findText(document, query, 1000).matches.map(({ index }) => index)
  const chosen = new Set(indices ?? all)
  return applyEdits(markdown, replaceText(document, query, chosen, replacement)).markdown
}

describe('finding', () => {
  test('words in paragraphs, headings, lists, cells, code, captions and labels, with the words around them', () => {
    const markdown = [
      '# An apple',
      '',
      'One apple a day.',
      '',
      '* an *apple* [apple](https://apple.example/apple)',
      '',
      '| apple | b |',
      '| ----- | - |',
      '| c     | an `apple` |',
      '',
      '{% code title="apple.js" %}',
      '```js',
      'const apple = 1',
      '```',
      '{% endcode %}',
      '',
      '<figure><img src="apple.png" alt="an apple"><figcaption><p>The apple</p></figcaption></figure>',
      '',
    ].join('\n')
    expect(
      find(markdown, { text: 'apple' }).map(({ kind, before, text, after }) => [kind, before + text + after]),
    ).toEqual([
      ['heading', 'An apple'],
      ['text', 'One apple a day.'],
      ['text', 'an apple apple'],
      ['text', 'an apple apple'],
      ['label', 'apple'],
      ['text', 'an apple'],
      ['label', 'apple.js'],
      ['code', 'const apple = 1'],
      ['label', 'an apple'],
      ['text', 'The apple'],
    ])
  })

  test('words across marks, links and wrapped lines, but not across an image', () => {
    expect(find('**bo**ld and bo[ld](https://a.example)', { text: 'bold' })).toHaveLength(2)
    expect(find('two\nwords', { text: 'two words' })).toHaveLength(1)
    expect(find('bo<img src="a.png" alt="" data-size="line">ld', { text: 'bold' })).toHaveLength(0)
  })

  test('nothing in front matter, addresses, formulas, expressions, unknown tags and comments', () => {
    const markdown = [
      '---',
      'description: word',
      '---',
      '',
      '[link](word.md) $$word$$ <code class="expression">space.vars.word</code>',
      '',
      '{% unknown title="word" %}',
      '',
      '<!-- word -->',
      '',
    ].join('\n')
    expect(find(markdown, { text: 'word' })).toEqual([])
  })

  test('capital letters, whole words, and letters that become several when they are made small', () => {
    expect(find('Cat cat CAT', { text: 'cat' })).toHaveLength(3)
    expect(find('Cat cat CAT', { text: 'cat', matchCase: true })).toHaveLength(1)
    expect(find('cat catalogue _cat_ bobcat cat.', { text: 'cat', wholeWords: true })).toHaveLength(3)
    expect(find('C++ C', { text: 'C++', wholeWords: true })).toHaveLength(1)
    expect(findInText('İİ cat', { text: 'CAT' })).toMatchObject([{ text: 'cat', before: 'İİ ' }])
    expect(findInText('aaaa', { text: 'aa' })).toHaveLength(2)
  })

  test('says that there are more than were asked for', () => {
    const { document } = parseMarkdown('a '.repeat(30))
    expect(findText(document, { text: 'a' }, 10)).toMatchObject({ hasMore: true })
    expect(findText(document, { text: 'a' }, 10).matches).toHaveLength(10)
    expect(findText(document, { text: 'a' }, 30).hasMore).toBe(false)
  })

  test('long texts around a place are shortened, and never within a character', () => {
    const [match] = findInText(`${'😀'.repeat(99)}x${'😀'.repeat(99)}`, { text: 'x' })
    expect(match?.before.isWellFormed()).toBe(true)
    expect(match?.after.isWellFormed()).toBe(true)
    expect(match?.before.length).toBeLessThan(70)
  })
})

describe('replacing', () => {
  test('changes the line of each chosen place only', () => {
    const markdown = '*   One  apple\n*   two apples\n\nAn apple\nwrapped apple.\n'
    expect(replaceAll(markdown, { text: 'apple' }, 'pear')).toBe(
      '*   One  pear\n*   two pears\n\nAn pear\nwrapped pear.\n',
    )
    expect(replaceAll(markdown, { text: 'apple' }, 'pear', [1])).toBe(
      '*   One  apple\n*   two pears\n\nAn apple\nwrapped apple.\n',
    )
  })

  test('keeps marks: what both words begin and end with looks as before', () => {
    expect(replaceAll('a **bo**ld word\n', { text: 'bold' }, 'bolder')).toBe('a **bo**lder word\n')
    expect(replaceAll('a **bo**ld word\n', { text: 'bold' }, 'new')).toBe('a **new** word\n')
    expect(replaceAll('see [the guide](a.md)\n', { text: 'guide' }, 'manual')).toBe(
      'see [the manual](a.md)\n',
    )
  })

  test('takes a link away that has no words left', () => {
    expect(replaceAll('see [this](a.md) page\n', { text: 'this' }, '')).toBe('see  page\n')
  })

  test.each([
    '*',
    '_a_',
    '<b>',
    '|',
    '[a](b)',
    '`',
    '# ',
    '{% hint %}',
    '{{ x }}',
    '&amp;',
    ':smile:',
    '\\',
    '$$x$$',
  ])('what looks like Markdown stays text: %s', (replacement) => {
    const markdown = 'A word here.\n\n| a word |\n| --- |\n| word |\n\n```\nword\n```\n\n## word\n'
    const result = replaceAll(markdown, { text: 'word' }, replacement)
    const words = (text: string) => find(text, { text: replacement.trim(), matchCase: true })
    expect(words(result)).toHaveLength(words(markdown).length + 5)
    expect(parseMarkdown(result).document.nodes.map(({ type }) => type)).toEqual(
      parseMarkdown(markdown).document.nodes.map(({ type }) => type),
    )
  })

  test('in a text without marks', () => {
    expect(replaceInText('a b a', { text: 'a' }, new Set([1]), 'c')).toBe('a b c')
  })
})

const pickWord = (markdown: string, seed: number): string => {
  const words = findText(parseMarkdown(markdown).document, { text: 'a' }, 1000).matches
  const { text = 'a', after = '' } = words[seed % Math.max(1, words.length)] ?? {}
  return text + (/^[\p{L}\p{N}]*/u.exec(after)?.[0] ?? '')
}

describe('laws', { timeout: 240_000 }, () => {
  const arbitrarySource = fc.oneof(
    arbitraryGarbage,
    arbitraryDocument.map((document) => writeMarkdown(document)),
  )

  test('replacing a word by itself changes no byte', () => {
    fc.assert(
      fc.property(arbitrarySource, fc.nat(), (markdown, seed) => {
        const text = pickWord(markdown, seed)
        expect(replaceAll(markdown, { text, matchCase: true }, text)).toBe(markdown)
      }),
      getRunOptions(500),
    )
  })

  test('a result has the new word wherever the old one was', () => {
    fc.assert(
      fc.property(arbitrarySource, fc.nat(), (markdown, seed) => {
        const text = pickWord(markdown, seed)
        const count = find(markdown, { text, matchCase: true }).length
        try {
          const result = replaceAll(markdown, { text, matchCase: true }, 'Zqfresh')
          expect(find(result, { text: 'Zqfresh', matchCase: true })).toHaveLength(count)
        } catch (error) {
          // Not every document can be said in Markdown; what cannot is refused, and not written wrongly.
          if (!(error instanceof InvalidDocument)) throw error
        }
      }),
      getRunOptions(300),
    )
  })

  test.runIf(corpusPages.length > 0)(
    'replacing and replacing back gives the same bytes on real pages',
    () => {
      let changedCount = 0
      for (const name of corpusPages.slice(0, 120)) {
        const markdown = readCorpusPage(name)
        for (const [word, fresh] of [
          ['the', 'zqx'],
          ['Beefree', 'Zqfresh'],
          ['and', 'Zqfresh'],
        ] as const) {
          const replaced = replaceAll(markdown, { text: word, matchCase: true, wholeWords: true }, fresh)
          const restored = replaceAll(replaced, { text: fresh, matchCase: true }, word)
          // The cells of a table are filled up with blanks, and a longer word takes some that a shorter one does not give back.
          const isSameLength = word.length === fresh.length
          expect(isSameLength ? restored : joinBlanks(restored)).toBe(
            isSameLength ? markdown : joinBlanks(markdown),
          )
          if (replaced !== markdown) changedCount += 1
        }
      }
      expect(changedCount).toBeGreaterThan(100)
    },
  )
})

const joinBlanks = (markdown: string): string => markdown.replaceAll(/ {2,}/g, ' ')
