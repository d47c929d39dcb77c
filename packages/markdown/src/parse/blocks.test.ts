import { describe, expect, test } from 'vitest'
import { parseToBlocks, formatOutline } from '../testing/outline.ts'

describe('headings', () => {
  test('levels 2 to 4 are the three of the contract; the others keep their own', () => {
    const found = parseToBlocks('# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f')
    expect(found.map((block) => [block.type, block.data])).toEqual([
      ['heading-1', { level: 1 }],
      ['heading-1', {}],
      ['heading-2', {}],
      ['heading-3', {}],
      ['heading-3', { level: 5 }],
      ['heading-3', { level: 6 }],
    ])
  })

  test('an anchor of the author is the id, and not text', () => {
    const [heading] = parseToBlocks('## Set up <a href="#setup" id="setup"></a>')
    expect(heading).toMatchObject({ data: { id: 'setup' }, meta: { id: 'setup' } })
    expect(formatOutline(heading ? [heading] : [])).toBe('heading-1("Set up")')
  })
})

describe('lists', () => {
  test('nested, ordered, with a start', () => {
    expect(formatOutline(parseToBlocks('* a\n  1. b\n\n5. c'))).toBe(
      'list-unordered(list-item(paragraph("a") list-ordered(list-item(paragraph("b"))))) list-ordered(list-item(paragraph("c")))',
    )
    expect(parseToBlocks('5. c')[0]).toMatchObject({ data: { start: 5 } })
  })

  test('one task makes a list of tasks', () => {
    const [list] = parseToBlocks('- [x] done\n- [ ] to do\n- neither')
    expect(list?.type).toBe('list-tasks')
    expect(list && 'nodes' in list ? list.nodes.map((item) => 'data' in item && item.data) : []).toEqual([
      { checked: true },
      { checked: false },
      {},
    ])
  })

  test('a tag ends the list it does not belong to', () => {
    expect(formatOutline(parseToBlocks('{% hint %}\n* a\n* b\n{% endhint %}\nc'))).toBe(
      'hint(list-unordered(list-item(paragraph("a")) list-item(paragraph("b")))) paragraph("c")',
    )
  })

  test('a tag inside an item stays inside', () => {
    expect(formatOutline(parseToBlocks('* a\n\n  {% hint %}\n  b\n  {% endhint %}\n* c'))).toBe(
      'list-unordered(list-item(paragraph("a") hint(paragraph("b"))) list-item(paragraph("c")))',
    )
  })
})

describe('code', () => {
  test('a fence with its language, and what follows it', () => {
    expect(parseToBlocks('```js {1,3}\na\n\nb\n```')[0]).toMatchObject({
      type: 'code',
      data: { syntax: 'js', info: '{1,3}' },
    })
  })

  test('tags in code are code', () => {
    expect(formatOutline(parseToBlocks('```\n{% hint %}\n```\n\n    {% endhint %}\n\n`{% x %}`'))).toBe(
      'code(code-line("{% hint %}")) code(code-line("{% endhint %}")) paragraph(code("{% x %}"))',
    )
  })

  test('a line in bold, in preformatted code, is highlighted', () => {
    const [block] = parseToBlocks(
      '<pre class="language-js"><code class="lang-js">a\n<strong>b\n</strong>c</code></pre>',
    )
    expect(block).toMatchObject({
      data: { syntax: 'js' },
      nodes: [{ data: {} }, { data: { highlighted: true } }, { data: {} }],
    })
  })
})

describe('other blocks', () => {
  test.each([
    ['quotes', '> a\n> > b', 'blockquote(paragraph("a") blockquote(paragraph("b")))'],
    ['a divider', 'a\n\n***', 'paragraph("a") divider'],
    ['math on one line and on several', '$$a$$\n\n$$\nb\nc\n$$', 'math math'],
    ['math in a paragraph is not a block', 'a $$b$$', 'paragraph("a " inline-math)'],
    ['an image that stands alone', '![a](b.png "c")', 'images(image([paragraph("c")]))'],
    [
      'details',
      '<details>\n\n<summary>a **b**</summary>\n\n* c\n\n</details>\nd',
      'expandable([paragraph("a " bold("b"))] [list-unordered(list-item(paragraph("c")))]) paragraph("d")',
    ],
    [
      'details on one line',
      '<details><summary>a</summary>b</details>',
      'expandable([paragraph("a")] [paragraph("b")])',
    ],
    [
      'a figure, and text on the next line',
      '<figure><img src="a.png"></figure>\nb',
      'images(image) paragraph("b")',
    ],
    [
      'a figure, and a tag on the next line',
      '{% hint %}\n<figure><img src="a.png"></figure>\n{% endhint %}',
      'hint(images(image))',
    ],
    ['aligned text', '<p align="center">a <b>b</b></p>', 'paragraph("a " bold("b"))'],
  ])('%s', (_name, markdown, expected) => {
    expect(formatOutline(parseToBlocks(markdown))).toBe(expected)
  })

  test('images side by side, aligned, in two themes', () => {
    const [block] = parseToBlocks(
      '<div align="left"><figure><img src="a.png" alt="A" width="50%"><figcaption></figcaption></figure> <figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="b.png" alt=""></picture><figcaption></figcaption></figure></div>',
    )
    expect(block).toMatchObject({
      type: 'images',
      data: { align: 'left' },
      nodes: [
        { data: { ref: { kind: 'file', file: 'a.png' }, alt: 'A', width: { unit: '%', value: 50 } } },
        { data: { ref: { kind: 'file', file: 'b.png' }, refDark: { kind: 'file', file: 'dark.png' } } },
      ],
    })
  })
})

describe('what we do not know stays as it is', () => {
  test.each([
    ['a tag', '{% youtube id="x" %}', 'raw-tag("{% youtube id=\\"x\\" %}")'],
    ['HTML', '<iframe src="x"></iframe>', 'raw-html("<iframe src=\\"x\\"></iframe>")'],
    ['a comment', '<!-- a\n\nb -->\nc', 'raw-comment("<!-- a" "" "b -->") paragraph("c")'],
    [
      'an element around Markdown',
      '<section>\n\n*a*\n\n</section>',
      'raw-html("<section>") paragraph(italic("a")) raw-html("</section>")',
    ],
    ['a footnote nobody refers to', 'a\n\n[^x]: b', 'paragraph("a") raw-footnote("[^x]: b")'],
  ])('%s', (_name, markdown, expected) => {
    expect(formatOutline(parseToBlocks(markdown)).replaceAll(/code-line\(([^()]*)\)/g, '$1')).toBe(expected)
  })
})
