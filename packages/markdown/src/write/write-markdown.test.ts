import { describe, expect, test } from 'vitest'
import { parseMarkdown, writeMarkdown } from '../index.ts'

const rewriteMarkdown = (markdown: string): string => writeMarkdown(parseMarkdown(markdown).document)

describe('writing Markdown as people write it', () => {
  test.each([
    '# Title\n\n## Part <a href="#own" id="own"></a>\n\nText with **bold**, _italic_, ~~gone~~ and `code`.\n',
    '* a\n  * b\n  * c\n* d\n',
    '3. a\n4. b\n',
    '* [x] done\n* [ ] to do\n',
    '> a\n>\n> b\n',
    'a\\\nb\n',
    '{% hint style="info" %}\na\n\n* b\n{% endhint %}\n',
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}\n',
    '<details>\n\n<summary>a</summary>\n\nb\n\n</details>\n',
    '{% code title="a.js" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}\n',
    '| a   | b        |\n| --- | :------: |\n| c   | `d \\| e` |\n',
    '## 1. - a #b\n',
    '<figure><img src="a b.png" alt="c"><figcaption><p>d <em>e</em></p></figcaption></figure>\n',
    '[a](b.md) <https://c.d> [e](<f g.pdf>) :tada:\n',
    'word[^1] and [two words][^2]\n\n[^1]: a\n\n[^2]: b\n',
    '{% embed url="https://a.b" %}\n\n{% include "c.md" %}\n\n{% youtube id="x" %}\n',
    'snake_case and 2 \\* 3 and \\<b> and a\\@b.c\n',
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}\n',
  ])('does not change %j', (markdown) => {
    expect(rewriteMarkdown(markdown)).toBe(markdown)
  })
})

describe('writing HTML or escapes where Markdown would be misread', () => {
  test.each([
    ['a**b **c', 'a\\*\\*b \\*\\*c\n'],
    ['<strong>b </strong>c', '<strong>b </strong>c\n'],
    ['a<em>b</em>c', 'a<em>b</em>c\n'],
    ['a**b**c', 'a**b**c\n'],
    ['<code>a<br>b</code>', '<code>a\\\nb</code>\n'],
  ])('writes %s as %j', (markdown, expected) => {
    expect(rewriteMarkdown(markdown)).toBe(expected)
  })
})

describe('writing what parses to the same document', () => {
  test.each([
    '[h <header/@file>](https://x.y)',
    '[**a <b@c.de>** d](e.md)',
    '| a | b |\n| - | - |\n| d</p><p>e</p> | <p>x</p><p>y</p> |',
    '| a | b |\n| - | - |\n| <td> </table> <!-- c --> <u>d</u> <u> | <p>x</p><p>y</p> |',
    '| a | b |\n| - | - |\n| **c <u> d** e</u> <script> <input> | <p>x</p><p>y</p> |',
    '| a | b |\n| - | - |\n| <a href="q">x [y](z.md)</a> <foo/> <?x?> | <p>x</p><p>y</p> |',
  ])('for %j', (markdown) => {
    const { document } = parseMarkdown(markdown)
    expect(parseMarkdown(writeMarkdown(document)).document).toEqual(document)
  })

  test('raw markup with both tags stays markup in the HTML table that a pipe table becomes', () => {
    expect(rewriteMarkdown('| a |\n| - |\n| <u>b</u> |\n| <p>x</p><p>y</p> |')).toContain('<td><u>b</u></td>')
  })
})
