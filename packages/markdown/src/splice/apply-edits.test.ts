import { describe, expect, test } from 'vitest'
import { copyJson } from '../document/copy-json.ts'
import { applyEdits, InvalidDocument, parseMarkdown, walkBlocks } from '../index.ts'
import type { Block, Document, EditedMarkdown } from '../index.ts'
import { edits, createRandom } from '../testing/edits.ts'

/** Replaces words in the texts of a page, and writes the edited document into its source. */
function replaceWords(source: string, oldText: string, newText: string): EditedMarkdown {
  const { document } = parseMarkdown(source)
  const edited: unknown = JSON.parse(JSON.stringify(document).replaceAll(oldText, newText))
  // The replacement changes texts only, so the result is a document.
  return applyEdits(source, edited as Document)
}

/** Replaces the blocks of a page by those of another text. */
const replaceBlocks = (source: string, markdown: string): EditedMarkdown =>
  applyEdits(source, parseMarkdown(markdown).document)

function findBlock<Type extends Block['type']>(
  document: Document,
  type: Type,
): Extract<Block, { type: Type }> {
  const block = walkBlocks(document).find((visit) => visit.block.type === type)?.block
  if (!block || !isOfType(block, type)) throw new Error(`the page has no ${type}`)
  return block
}

const isOfType = <Type extends Block['type']>(
  block: Block,
  type: Type,
): block is Extract<Block, { type: Type }> => block.type === type

describe('a changed word changes nothing else', () => {
  test.each([
    ['wrapped lines and other markers', 'A *word* in\na __wrapped__\nparagraph.\n\n- x\n'],
    ['CRLF', 'word\r\nb  \r\nc\r\n\r\n* d\r\n'],
    ['mixed line endings', 'word\r\nb\n\nc\r'],
    ['a byte order mark', '\uFEFFword b\n'],
    ['no line ending at the end', '# a\n\nb\n\nword'],
    ['blank lines at the end and inside', '\n\nword\n\n\n\nb\n\n\n'],
    ['front matter with comments', '---\n# comment\ntitle:   A\n---\nword\n'],
    ['tabs', '-\tword\n\n\tb\n-\tc\n'],
    ['non-breaking spaces and entities', 'a\u00A0word &nbsp;&copy; b\n'],
    ['a nested list after a number', '1. - word\n   - b\n2) c\n'],
    ['a quote without blanks', '>word\n>b\n\nc\n'],
    ['the text of a task', '- [X] word\n  b\n- [ ]   c\n'],
    ['reference links', 'a [word][x] b\n\n[x]: y.md "t"\n\nc [d][x]\n'],
    ['a heading with its underline', 'word b\n======\n\nc\n---\n'],
    ['a heading with closing signs', '## word ##\n'],
    ['a hint on one line', 'a\n\n{% hint style="info" %}word{% endhint %}\n\nb\n'],
    ['attributes in another order', '{% hint icon="x"   style="info" %}\nword\n{% endhint %}\n'],
    ['an expandable block', '<details open><summary>word</summary>\n\n*b*\n\n</details>\n'],
    ['an unaligned table', '|a|b|\n|-|:-:|\n|word|*c*|\n|d|__e__|\n'],
    [
      'a table in HTML',
      '<table>\n  <tr><th>a</th></tr>\n  <tr><td>word</td></tr>\n  <tr><td><b>c</b></td></tr>\n</table>\n',
    ],
    ['a footnote', 'a[^n] b\n\n[^n]: word *c*\n    d\n\ne\n'],
    ['an unused footnote', 'a\n\n[^z]: b\n\nword\n'],
    ['broken tags', '{% hint %}\nword\n\n{% tab %}\nb\n'],
    ['indented code and a fence', 'word\n\n    code\n\n~~~js\nx\n~~~\n'],
    ['a figure', '<figure>\n<img src="a.png" alt="">\n<figcaption>word</figcaption></figure>\n\n*b*\n'],
  ])('of %s', (_name, source) => {
    expect(replaceWords(source, 'word', 'changed')).toEqual({
      markdown: source.replace('word', 'changed'),
      fineness: 'characters',
    })
  })

  test('when two words of a paragraph change', () => {
    const source = 'one *a*\n__b__ two\n'
    const { document } = parseMarkdown(source)
    const edited: unknown = JSON.parse(
      JSON.stringify(document).replace('one', 'first').replace('two', 'second'),
    )
    // The replacement changes texts only, so the result is a document.
    expect(applyEdits(source, edited as Document).markdown).toBe('first *a*\n__b__ second\n')
  })

  test('when blanks of the cell become text', () => {
    expect(replaceWords('| a      | b |\n| ------ | - |\n| word   | c |\n', 'word', 'longer').markdown).toBe(
      '| a      | b |\n| ------ | - |\n| longer | c |\n',
    )
  })
})

describe('blocks', () => {
  test.each([
    ['added', 'a\n\n*b*\n', 'a\n\nnew\n\n*b*\n', 'a\n\nnew\n\n*b*\n'],
    ['added at the start', '*b*\n', 'new\n\n*b*\n', 'new\n\n*b*\n'],
    [
      'added at the end, behind a definition',
      '*b* [x]\n\n[x]: y\n',
      '*b* [x](y)\n\nnew\n',
      '*b* [x]\n\nnew\n\n[x]: y\n',
    ],
    ['added between lines without a blank one', '# a\n*b*\n', '# a\n\nnew\n\n*b*\n', '# a\n\nnew\n\n*b*\n'],
    ['added to an empty page', '', 'new', 'new\n'],
    ['added in a quote', '> *a*\n>\n> b\n', '> *a*\n>\n> new\n>\n> b\n', '> *a*\n>\n> new\n>\n> b\n'],
    [
      'added in an empty tag',
      '{% hint style="info" %}\n{% endhint %}\n',
      '{% hint style="info" %}\nnew\n{% endhint %}\n',
      '{% hint style="info" %}\nnew\n{% endhint %}\n',
    ],
    ['deleted', '*a*\n\nb\n\n__c__\n', '*a*\n\n**c**\n', '*a*\n\n__c__\n'],
    ['deleted between others without blank lines', '# a\n- b\n\n*c*\n', '# a\n\n*c*\n', '# a\n\n*c*\n'],
    ['deleted at the end', '*a*\n\nb\n', '*a*\n', '*a*\n'],
    [
      'moved',
      '*a*\n\n__b__\n\n~~~\nc\n~~~\n',
      '~~~\nc\n~~~\n\n*a*\n\n**b**\n',
      '~~~\nc\n~~~\n\n*a*\n\n__b__\n',
    ],
    ['turned into headings', '*a* b c d\n\n*e*\n', '## *a* b c d\n\n*e*\n', '## *a* b c d\n\n*e*\n'],
    [
      'turned into headings in an item',
      '- *a* b c d\n\n  __e__\n- __f__\n',
      '- ## *a* b c d\n\n  __e__\n- __f__\n',
      '- ## *a* b c d\n\n  __e__\n- __f__\n',
    ],
    ['lists that come to meet', '- a\n\nb\n\n- *c*\n', '- a\n\n* *c*\n', '- a\n\n* *c*\n'],
    [
      'that share a line',
      '{% hint %}*a*{% endhint %}{% hint %}b{% endhint %}\n\n__c__\n',
      '{% hint %}*a*{% endhint %}\n\n__c__\n',
      '{% hint style="info" %}\n_a_\n{% endhint %}\n\n__c__\n',
    ],
  ])('%s', (_name, source, edited, expected) => {
    const { markdown, fineness } = replaceBlocks(source, edited)
    expect(markdown).toBe(expected)
    expect(fineness).not.toBe('page')
  })
})

describe('items of lists', () => {
  test.each([
    ['take the marker of the others', '- *a*\n- b\n', '- *a*\n- new\n- b\n', '- *a*\n- new\n- b\n'],
    [
      'are as far apart as the others',
      '+ *a*\n\n+ b\n',
      '+ *a*\n\n+ new\n\n+ b\n',
      '+ *a*\n\n+ new\n\n+ b\n',
    ],
    [
      'renumber the items behind them',
      '1. *a*\n2. b\n3. *c*\n',
      '1. *a*\n2. new\n3. b\n4. *c*\n',
      '1. *a*\n2. new\n3. b\n4. *c*\n',
    ],
    ['renumber when one is deleted', '4) *a*\n5) b\n6) *c*\n', '4) *a*\n5) *c*\n', '4) *a*\n5) *c*\n'],
    ['renumber when the first is deleted', '1. a\n2. *b*\n3. *c*\n', '1. *b*\n2. *c*\n', '1. *b*\n2. *c*\n'],
    ['keep one number for all', '1. *a*\n1. b\n', '1. *a*\n1. new\n1. b\n', '1. *a*\n1. new\n1. b\n'],
    [
      'keep a number whose length would move the text below',
      '9. *a*\n10. b\n\n    c\n',
      '9. new\n10. *a*\n11. b\n\n    c\n',
      '9. new\n10. *a*\n11. b\n\n    c\n',
    ],
    ['are ticked', '* [ ] *a*\n* [ ] __b__\n', '* [ ] *a*\n* [x] **b**\n', '* [ ] *a*\n* [x] __b__\n'],
  ])('%s', (_name, source, edited, expected) => {
    expect(replaceBlocks(source, edited)).toEqual({ markdown: expected, fineness: 'characters' })
  })
})

describe('settings, rows and footnotes', () => {
  test('a setting changes in its tag only', () => {
    const source = '{% hint icon="x"  style="info" %}\n*a*\n{% endhint %}\n'
    const { document } = parseMarkdown(source)
    findBlock(document, 'hint').data.style = 'danger'
    expect(applyEdits(source, document).markdown).toBe(source.replace('info', 'danger'))
  })

  test('a new row is a new line of a pipe table, and of an HTML table with a line for each row', () => {
    const pipeTable = '| a   | b |\n|-----|---|\n| *c* | d |\n'
    const htmlTable =
      '<table>\n  <tr><th>a</th></tr>\n  <tr><td><b>c</b></td></tr>\n  <tr><td>d</td></tr>\n</table>\n'
    for (const source of [pipeTable, htmlTable]) {
      const edited = edits['a new row of a table'](parseMarkdown(source).document, createRandom(1))
      const { markdown } = applyEdits(source, edited ?? parseMarkdown('').document)
      const lines = markdown.split('\n')
      expect(lines.filter((line) => !line.includes('A new cell'))).toEqual(source.split('\n'))
    }
  })

  test('a cell of two paragraphs does not turn a pipe table into HTML', () => {
    const source = '| a | b |\n| - | - |\n| c | *d* |\n| __e__ | f |\n'
    const { document } = parseMarkdown(source)
    const [fragment] = findBlock(document, 'table').fragments
    fragment?.nodes.push(...copyJson(parseMarkdown('g').document.nodes))
    expect(applyEdits(source, document).markdown).toBe(source.replace('| c |', '| <p>c</p><p>g</p> |'))
  })

  test('a new footnote gets a free label, and a deleted one loses its definition', () => {
    expect(replaceBlocks('a[^1] *b*\n\n[^1]: c\n', 'a[^1] *b* d[^2]\n\n[^1]: c\n\n[^2]: e\n').markdown).toBe(
      'a[^1] *b* d[^2]\n\n[^1]: c\n\n[^2]: e\n',
    )
    expect(replaceBlocks('a[^x] *b*\n\n[^x]: c\n\n__d__\n', 'a *b*\n\n**d**\n').markdown).toBe(
      'a *b*\n\n__d__\n',
    )
  })
})

describe('what Markdown has no notation for', () => {
  test('is rejected with its path', () => {
    const { document } = parseMarkdown('a')
    const edited: unknown = JSON.parse(
      JSON.stringify(document).replace('"type":"paragraph"', '"type":"code-line"'),
    )
    // The type of the block is changed to one that occurs only in code.
    expect(() => applyEdits('a', edited as Document)).toThrow(InvalidDocument)
  })
})
