import { describe, expect, test } from 'vitest'
import { parseToBlocks, formatOutline } from '../testing/outline.ts'

describe('headings', () => {
  test('of levels 2 to 4 are the three heading types of the contract, and others have their level as data', () => {
    const blocks = parseToBlocks('# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f')
    expect(blocks.map((block) => [block.type, block.data])).toEqual([
      ['heading-1', { level: 1 }],
      ['heading-1', {}],
      ['heading-2', {}],
      ['heading-3', {}],
      ['heading-3', { level: 5 }],
      ['heading-3', { level: 6 }],
    ])
  })

  test('have the anchor that the author chose as their id, and not in their text', () => {
    const [heading] = parseToBlocks('## Set up <a href="#setup" id="setup"></a>')
    expect(heading).toMatchObject({ data: { id: 'setup' }, meta: { id: 'setup' } })
    expect(formatOutline(heading ? [heading] : [])).toBe('heading-1("Set up")')
  })
})

describe('lists', () => {
  test('may be nested and ordered, and may have a start number', () => {
    expect(formatOutline(parseToBlocks('* a\n  1. b\n\n5. c'))).toBe(
      'list-unordered(list-item(paragraph("a") list-ordered(list-item(paragraph("b"))))) list-ordered(list-item(paragraph("c")))',
    )
    expect(parseToBlocks('5. c')[0]).toMatchObject({ data: { start: 5 } })
  })

  test('with at least one task are task lists', () => {
    const [list] = parseToBlocks('- [x] done\n- [ ] to do\n- neither')
    expect(list?.type).toBe('list-tasks')
    expect(list && 'nodes' in list ? list.nodes.map((item) => 'data' in item && item.data) : []).toEqual([
      { checked: true },
      { checked: false },
      {},
    ])
  })

  test('end before the end tag of the block that contains them', () => {
    expect(formatOutline(parseToBlocks('{% hint %}\n* a\n* b\n{% endhint %}\nc'))).toBe(
      'hint(list-unordered(list-item(paragraph("a")) list-item(paragraph("b")))) paragraph("c")',
    )
  })

  test('may have tags inside an item', () => {
    expect(formatOutline(parseToBlocks('* a\n\n  {% hint %}\n  b\n  {% endhint %}\n* c'))).toBe(
      'list-unordered(list-item(paragraph("a") hint(paragraph("b"))) list-item(paragraph("c")))',
    )
  })
})

describe('code', () => {
  test('in a fence has its language and the rest of the info string', () => {
    expect(parseToBlocks('```js {1,3}\na\n\nb\n```')[0]).toMatchObject({
      type: 'code',
      data: { syntax: 'js', info: '{1,3}' },
    })
  })

  test('may contain tags, which are not interpreted', () => {
    expect(formatOutline(parseToBlocks('```\n{% hint %}\n```\n\n    {% endhint %}\n\n`{% x %}`'))).toBe(
      'code(code-line("{% hint %}")) code(code-line("{% endhint %}")) paragraph(code("{% x %}"))',
    )
  })

  test('in a pre element has highlighted lines where a line is bold', () => {
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
    ['an image that is alone in its paragraph', '![a](b.png "c")', 'images(image([paragraph("c")]))'],
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
  ])('%s', (_case, markdown, expected) => {
    expect(formatOutline(parseToBlocks(markdown))).toBe(expected)
  })

  test('images may be side by side, aligned, and different in dark mode', () => {
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

describe('unknown source stays as it is', () => {
  test.each([
    ['a tag', '{% youtube id="x" %}', 'raw-tag("{% youtube id=\\"x\\" %}")'],
    ['HTML', '<iframe src="x"></iframe>', 'raw-html("<iframe src=\\"x\\"></iframe>")'],
    ['a comment', '<!-- a\n\nb -->\nc', 'raw-comment("<!-- a" "" "b -->") paragraph("c")'],
    [
      'an element around Markdown',
      '<section>\n\n*a*\n\n</section>',
      'raw-html("<section>") paragraph(italic("a")) raw-html("</section>")',
    ],
    ['a footnote without a reference', 'a\n\n[^x]: b', 'paragraph("a") raw-footnote("[^x]: b")'],
  ])('%s', (_name, markdown, expected) => {
    expect(formatOutline(parseToBlocks(markdown)).replaceAll(/code-line\(([^()]*)\)/g, '$1')).toBe(expected)
  })
})
