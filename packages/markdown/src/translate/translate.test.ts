import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Document,
  listHeadings,
  hasSameTags,
  parseMarkdown,
  listReferences,
  extractSegments,
  extractTextSegments,
  translateDocument,
  translatePage,
  translateText,
  walkBlocks,
  countWords,
  writeMarkdown,
} from '../index.ts'
import { arbitraryDocument } from '../testing/arbitrary.ts'
import { arbitraryGarbage } from '../testing/garbage.ts'

const keepSegment = (segment: string): string => segment

/** A translator that changes every letter and keeps the tags. */
const uppercaseSegment = (segment: string): string =>
  segment
    .split(/(<[^>]*>|&[a-z]+;)/)
    .map((part) => (/^[<&]/.test(part) ? part : part.toUpperCase()))
    .join('')

const translateMarkdown = (
  markdown: string,
  translateSegment: (segment: string) => string | undefined,
): string => writeMarkdown(translateDocument(parseMarkdown(markdown).document, translateSegment).result)

/** Lists the depths and types of all blocks, in order. */
const listBlockTypes = (document: Document): string[] =>
  Array.from(walkBlocks(document), ({ block, parents }) => `${parents.length} ${block.type}`)

describe('segments', () => {
  test('contain the text of a page, with tags for what must not be translated', () => {
    const { document } = parseMarkdown(
      [
        'Set `PORT` to **the port** you [like *best*](guide.md), then see https://example.com/a_b.',
        '{{ user.name }} has %d items in {cart} & $HOME, <YOUR_TOKEN> and MY_VAR.\\\nNext line :smile:.',
        '```js\nconst a = "words"\n```',
        '$$x + y$$',
      ].join('\n\n'),
    )
    expect(extractSegments(document)).toEqual([
      'Set <x1/> to <x2>the port</x2> you <x3>like <x4>best</x4></x3>, then see <x5/>.',
      '<x1/> has <x2/> items in <x3/> &amp; <x4/>, <x5/> and <x6/>.<x7/>Next line <x8/>.',
    ])
  })

  test('include titles, captions, alternative texts and cells, but not code and file names', () => {
    const { document } = parseMarkdown(`## A heading

{% tabs %}
{% tab title="First tab" %}
Inside.
{% endtab %}
{% endtabs %}

| Name | Meaning |
| --- | --- |
| \`a\` | The first |

![Some words](image.png "A caption")

<details>
<summary>More</summary>

Below.

</details>

{% code title="file.ts" %}
\`\`\`ts
words()
\`\`\`
{% endcode %}
`)
    expect(extractSegments(document)).toEqual([
      'A heading',
      'First tab',
      'Inside.',
      'Name',
      'Meaning',
      'The first',
      'Some words',
      'A caption',
      'More',
      'Below.',
    ])
  })

  test('do not include content without words', () => {
    expect(extractSegments(parseMarkdown('`a`\n\n1.5 — 3\n\n![](a.png)\n').document)).toEqual([])
    expect(extractTextSegments('2024')).toEqual([])
    expect(extractTextSegments('')).toEqual([])
  })

  test('are counted in words, or in characters for scripts without word separators', () => {
    expect(countWords("Set <x1/> to <x2>the port</x2>, don't.")).toBe(5)
    expect(countWords('設定する')).toBe(4)
    expect(countWords('<x1/>')).toBe(0)
  })
})

describe('a translation', () => {
  test('may have the tags in another order and notation', () => {
    const segment = 'Set <x1/> to <x2>red</x2> & <x3>blue</x3>'
    const translation = '<X3>azul</ x3> y <x2> rojo </x2> en < x1 ></x1>'
    expect(hasSameTags(segment, translation)).toBe(true)
  })

  test.each([
    ['a tag is missing', 'Pon a <x2>rojo</x2>'],
    ['a tag occurs twice', 'Pon <x1/> <x1/> a <x2>rojo</x2>'],
    ['a tag is new', 'Pon <x1/> a <x2>rojo</x2><x3/>'],
    ['a pair is not closed', 'Pon <x1/> a <x2>rojo'],
    ['a pair is crossed', 'Pon <x2><x1></x2></x1>'],
    ['a pair is empty', 'Pon <x1/> a <x2></x2>rojo'],
    ['a tag moved into another', 'Pon a <x2>rojo <x1/></x2>'],
    ['it is empty', ''],
  ])('is rejected and not used when %s', (_, translation) => {
    const markdown = 'Set `a` to **red**\n'
    const { document } = parseMarkdown(markdown)
    expect(extractSegments(document)).toEqual(['Set <x1/> to <x2>red</x2>'])
    const { result, rejectedSegments } = translateDocument(document, () => translation)
    expect(rejectedSegments).toEqual(['Set <x1/> to <x2>red</x2>'])
    expect(result).toBe(document)
  })

  test('cannot add markup', () => {
    const hostileTranslation =
      '<script>alert(1)</script> {% hint %} **x** [a](javascript:b)\n\n# no &lt;b&gt;'
    const markdown = translateMarkdown('Words.\n', () => hostileTranslation)
    expect(parseMarkdown(markdown).document.nodes).toMatchObject([
      {
        type: 'paragraph',
        nodes: [{ object: 'text' }],
      },
    ])
    expect(parseMarkdown(markdown).document.nodes).toHaveLength(1)
    expect(listReferences(parseMarkdown(markdown).document)).toEqual([])
  })

  test('of a heading keeps its anchor, also when it is numbered or in another script', () => {
    const source = parseMarkdown(
      '## Setup\n\n## Setup\n\n## Über uns\n\n## 入門\n\n## Own <a id="mine"></a>\n',
    ).document
    const result = parseMarkdown(writeMarkdown(translateDocument(source, () => 'Other').result)).document
    expect(listHeadings(result).map(({ title }) => title)).toEqual([
      'Other',
      'Other',
      'Other',
      'Other',
      'Other',
    ])
    expect(listHeadings(result).map(({ anchor }) => anchor)).toEqual([
      'setup',
      'setup-1',
      'über-uns',
      '入門',
      'mine',
    ])
  })

  test('of some segments leaves the others unchanged', () => {
    expect(translateMarkdown('One.\n\nTwo.\n', (segment) => (segment === 'Two.' ? 'Dos.' : undefined))).toBe(
      'One.\n\nDos.\n',
    )
  })

  test('of a text is decoded', () => {
    expect(translateText('Tom & Jerry <x1>', () => 'Tom &amp; Jerry&#39;s').rejectedSegments).toHaveLength(1)
    expect(translateText('Tom & Jerry', () => 'Tom &amp; Jerry&#39;s &unknown; & co').result).toBe(
      "Tom & Jerry's &unknown; & co",
    )
  })
})

describe('translating arbitrary documents', { timeout: 120_000 }, () => {
  test('with unchanged segments gives the same document', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          arbitraryDocument,
          arbitraryGarbage.map((source) => parseMarkdown(source).document),
        ),
        (document) => {
          const { result, rejectedSegments } = translateDocument(document, keepSegment)
          expect(rejectedSegments).toEqual([])
          expect(result).toEqual(document)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('keeps the blocks, references and anchors, also after writing and parsing', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const { result, rejectedSegments } = translateDocument(document, uppercaseSegment)
        expect(rejectedSegments).toEqual([])
        const parsedDocument = parseMarkdown(writeMarkdown(result)).document
        expect(listBlockTypes(parsedDocument)).toEqual(listBlockTypes(document))
        expect(listReferences(parsedDocument).map(({ ref }) => ref)).toEqual(
          listReferences(document).map(({ ref }) => ref),
        )
        expect(listHeadings(parsedDocument).map(({ anchor }) => anchor)).toEqual(
          listHeadings(document).map(({ anchor }) => anchor),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('keeps the blocks and references for arbitrary translations', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.string({ unit: 'binary', maxLength: 40 }), (document, prefix) => {
        const { result } = translateDocument(document, (segment) => `${prefix}${segment}`)
        const parsedDocument = parseMarkdown(writeMarkdown(result)).document
        expect(listBlockTypes(parsedDocument)).toEqual(listBlockTypes(document))
        expect(listReferences(parsedDocument).map(({ ref }) => ref)).toEqual(
          listReferences(document).map(({ ref }) => ref),
        )
      }),
      { numRuns: 300 },
    )
  })
})

const corpusPath = fileURLToPath(new URL('../../../../../shared/corpus/beefree-sdk-docs', import.meta.url))
const pages = existsSync(corpusPath) ? globSync('**/*.md', { cwd: corpusPath }).sort() : []

describe.skipIf(pages.length === 0)(
  'a real documentation repository (skipped when it is not available)',
  { timeout: 60_000 },
  () => {
    test.each(pages)(
      '%s is unchanged with unchanged segments, and keeps its blocks when translated',
      (name) => {
        const source = readFileSync(`${corpusPath}/${name}`, 'utf8')
        const { document } = parseMarkdown(source)
        const identity = translateDocument(document, keepSegment)
        expect(identity.rejectedSegments).toEqual([])
        expect(identity.result).toEqual(document)
        expect(translatePage({ markdown: source, document }, keepSegment).result).toBe(source)
        const parsedDocument = parseMarkdown(
          writeMarkdown(translateDocument(document, uppercaseSegment).result),
        ).document
        expect(listBlockTypes(parsedDocument)).toEqual(listBlockTypes(document))
        expect(listReferences(parsedDocument).map(({ ref }) => ref)).toEqual(
          listReferences(document).map(({ ref }) => ref),
        )
        expect(listHeadings(parsedDocument).map(({ anchor }) => anchor)).toEqual(
          listHeadings(document).map(({ anchor }) => anchor),
        )
      },
    )
  },
)

describe('a translated page', () => {
  test('keeps the layout of the page, and changes only the lines of what is translated', () => {
    const markdown = '---\nx:   y\n---\nA *word* in\na __line__.\n\n+ item\n+ other\n'
    const translations = new Map([['item', 'Element']])
    const { result } = translatePage({ markdown, document: parseMarkdown(markdown).document }, (segment) =>
      translations.get(segment),
    )
    expect(result).toBe(markdown.replace('item', 'Element'))
  })

  test('keeps the layout of the page where only its references change', () => {
    const markdown = 'A *word* in\na [link](a.md) and [another][b].\n\n[b]: b.md\n'
    const { result } = translatePage(
      { markdown, document: parseMarkdown(markdown).document },
      () => undefined,
      (ref) => (ref.kind === 'page' && ref.page === 'a.md' ? { kind: 'page', page: 'c.md' } : ref),
    )
    expect(result).toBe(markdown.replace('a.md', 'c.md'))
  })
})
