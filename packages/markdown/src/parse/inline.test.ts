import { describe, expect, test } from 'vitest'
import { parseToBlocks, parseToInlines, formatOutline } from '../testing/outline.ts'

describe('text and marks are parsed', () => {
  test.each([
    ['**a** _b_ ~~c~~ `d`', 'bold("a") " " italic("b") " " strikethrough("c") " " code("d")'],
    ['**a _b_**', 'bold("a ") bold(italic("b"))'],
    ['<kbd>a</kbd><sup>b</sup><sub>c</sub>', 'keyboard("a") superscript("b") subscript("c")'],
    [
      '<strong>a</strong> <em>b</em> <del>c</del> <code>d</code>',
      'bold("a") " " italic("b") " " strikethrough("c") " " code("d")',
    ],
    ['<mark style="color:red;">a</mark>', 'color("a")'],
    ['a\\\nb  \nc<br>d\ne', '"a\\nb\\nc\\nd e"'],
    ['a&nbsp;&#x20;b \\*c\\*', '"a\u00A0 b *c*"'],
    ['a <u>b</u>', '"a " raw("<u>") "b" raw("</u>")'],
    ['a <strong>b', '"a <strong>b"'],
    ['a {% x %} b', '"a " raw("{% x %}") " b"'],
    ['a \\{% x %}', '"a {" "% x %}"'],
  ])('from %s', (markdown, expected) => {
    expect(formatOutline(parseToBlocks(markdown))).toBe(`paragraph(${expected})`)
  })

  test('with colours of text and background', () => {
    expect(parseToInlines('<mark style="color:red;background-color:$info;">a</mark>')[0]).toMatchObject({
      leaves: [{ marks: [{ type: 'color', data: { text: 'red', background: '$info' } }] }],
    })
    expect(formatOutline(parseToBlocks('<mark style="color:#f00">a</mark>'))).toContain('raw')
  })
})

describe('references are parsed', () => {
  test.each([
    ['[a](https://a.b/c)', { kind: 'url', url: 'https://a.b/c' }],
    ['[a](mailto:me@a.b)', { kind: 'url', url: 'mailto:me@a.b' }],
    ['[a](../b/c.md)', { kind: 'page', page: '../b/c.md' }],
    ['[a](b/)', { kind: 'page', page: 'b/' }],
    ['[a](b)', { kind: 'page', page: './b' }],
    ['[a](c.md#d)', { kind: 'anchor', page: 'c.md', anchor: 'd' }],
    ['[a](#d)', { kind: 'anchor', anchor: 'd' }],
    ['[a](<b c.pdf>)', { kind: 'file', file: 'b c.pdf' }],
    ['[a](/pages/p1)', { kind: 'page', page: 'p1' }],
    ['[a](/spaces/s1/pages/p1#d)', { kind: 'anchor', page: 'p1', space: 's1', anchor: 'd' }],
    ['[a](/spaces/s1/files/f1)', { kind: 'file', file: 'f1', space: 's1' }],
    ['[a](/spaces/s1)', { kind: 'space', space: 's1' }],
    ['[a](/collections/c1)', { kind: 'collection', collection: 'c1' }],
    ['[a](/users/u1)', { kind: 'user', user: 'u1' }],
    ['[a](/elsewhere)', { kind: 'url', url: '/elsewhere' }],
    ['<https://a.b>', { kind: 'url', url: 'https://a.b' }],
    ['https://a.b/c_d', { kind: 'url', url: 'https://a.b/c_d' }],
    ['www.a.b', { kind: 'url', url: 'http://www.a.b' }],
    ['me@a.b', { kind: 'url', url: 'mailto:me@a.b' }],
    ['<a href="b.md">c</a>', { kind: 'page', page: 'b.md' }],
  ])('from %s', (markdown, ref) => {
    expect(parseToInlines(markdown)).toMatchObject([{ type: 'link', data: { ref } }])
  })

  test('from a bare address without the punctuation of its sentence', () => {
    expect(formatOutline(parseToBlocks('See (https://a.b/c_(d)), or not.'))).toBe(
      'paragraph("See (" link("https://a.b/c_(d)") "), or not.")',
    )
  })
})

describe('inlines are parsed', () => {
  test.each<[string, object]>([
    [':tada:', { type: 'emoji', data: { code: '1f389' } }],
    [
      '<span data-gb-custom-inline data-tag="emoji" data-code="2705">x</span>',
      { type: 'emoji', data: { code: '2705' } },
    ],
    ['<i class="fa-rocket">:rocket:</i>', { type: 'icon', data: { icon: 'rocket' } }],
    ['<code class="expression">a.b</code>', { type: 'expression', data: { expression: 'a.b' } }],
    ['<span class="math">a+b</span>', { type: 'inline-math', data: { formula: 'a+b' } }],
    ['[x](b.md "mention")', { type: 'mention', data: { ref: { kind: 'page', page: 'b.md' } } }],
    [
      '<a data-mention href="/users/u1">x</a>',
      { type: 'mention', data: { ref: { kind: 'user', user: 'u1' } } },
    ],
    [
      '<a href="b.md" class="button secondary" data-icon="bolt">Go</a>',
      {
        type: 'button',
        data: { label: 'Go', kind: 'secondary', icon: 'bolt', ref: { kind: 'page', page: 'b.md' } },
      },
    ],
    [
      '<button type="button" class="button secondary" data-action="ask" data-query="How?" data-icon="bolt">Ask</button>',
      {
        type: 'button',
        data: {
          label: 'Ask',
          kind: 'secondary',
          icon: 'bolt',
          action: { action: 'ask', query: 'How?' },
          ref: { kind: 'url', url: '?ask=How%3F' },
        },
      },
    ],
    [
      '<button class="button primary" data-action="search">Find</button>',
      { type: 'button', data: { label: 'Find', action: { action: 'search' } } },
    ],
    [
      '<img src="a.png" alt="b" data-size="line">',
      { type: 'inline-image', data: { alt: 'b', size: 'line' } },
    ],
  ])('from %s', (markdown, expected) => {
    expect(parseToInlines(markdown)).toMatchObject([expected])
  })

  test('except for an unknown emoji name, which is text', () => {
    expect(formatOutline(parseToBlocks(':no-such-emoji: 10:30'))).toBe('paragraph(":no-such-emoji: 10:30")')
  })
})

describe('footnotes', () => {
  test('annotate the word before them', () => {
    const nodes = parseToInlines('One two[^a].\n\n[^a]: **Three**\n\n    four')
    expect(nodes).toMatchObject([
      { leaves: [{ text: 'One ' }] },
      { type: 'annotation', nodes: [{ leaves: [{ text: 'two' }] }] },
      { leaves: [{ text: '.' }] },
    ])
    const [, note] = nodes
    expect(
      note?.object === 'inline' && note.type === 'annotation'
        ? formatOutline(note.fragments[0]?.nodes ?? [])
        : '',
    ).toBe('paragraph(bold("Three")) paragraph("four")')
  })

  test('annotate several words in brackets', () => {
    expect(formatOutline(parseToBlocks('[One two][^a]\n\n[^a]: b'))).toBe('paragraph(annotation("One two"))')
  })

  test('annotate words that are a link to them, as GitBook writes them', () => {
    expect(formatOutline(parseToBlocks('A [b c](#user-content-fn-1)[^1] d.\n\n[^1]: e'))).toBe(
      'paragraph("A " annotation("b c") " d.")',
    )
    // A link to another footnote, or to another place, is a link.
    expect(formatOutline(parseToBlocks('[b](#user-content-fn-2)[^1]\n\n[^1]: e\n[^2]: f'))).toContain('link(')
  })

  test('without a definition are text', () => {
    expect(formatOutline(parseToBlocks('a[^1]'))).toBe('paragraph("a[^1]")')
  })
})

describe('links in links', () => {
  test('an address in angle brackets is text of the link around it', () => {
    expect(formatOutline(parseToBlocks('[h <header/@file>](https://x.y)'))).toBe(
      'paragraph(link("h header/@file"))',
    )
  })
})
