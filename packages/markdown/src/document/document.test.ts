import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  listHeadings,
  MarkdownTooDeep,
  mapReferences,
  parseMarkdown,
  extractPlainText,
  listReferences,
  listSections,
  extractTitle,
  writeMarkdown,
} from '../index.ts'

const pageMarkdown = `---
description: A page
---

# Title

Intro with a [link](a.md) and :tada:

## Part

{% tabs %}
{% tab title="One" %}
### Part

| A | B |
|---|---|
| c | ![d](e.png) |
{% endtab %}
{% endtabs %}

## Part <a href="#own" id="own"></a>

<!-- not for readers -->
`

const { document } = parseMarkdown(pageMarkdown)

describe('headings', () => {
  test('have unique anchors, with numbers for equal titles', () => {
    expect(listHeadings(document).map(({ level, title, anchor }) => [level, title, anchor])).toEqual([
      [1, 'Title', 'title'],
      [2, 'Part', 'part'],
      [3, 'Part', 'part-1'],
      [2, 'Part', 'own'],
    ])
  })

  test('do not get an anchor that the author chose for another heading', () => {
    const page = parseMarkdown('## Own\n\n## Other <a href="#own" id="own"></a>')
    expect(listHeadings(page.document).map(({ anchor }) => anchor)).toEqual(['own-1', 'own'])
  })
})

describe('text', () => {
  test('is split into sections', () => {
    expect(listSections(document).map(({ heading, text }) => [heading?.anchor, text])).toEqual([
      ['title', 'Intro with a link and 🎉'],
      ['part', 'One'],
      ['part-1', 'A B\nc\nd'],
      ['own', ''],
    ])
  })

  test('of the whole page has one line per block', () => {
    expect(extractPlainText(document)).toBe(
      'Title\nIntro with a link and 🎉\nPart\nOne\nPart\nA B\nc\nd\nPart',
    )
  })

  test('before the first heading is a section without a heading', () => {
    expect(listSections(parseMarkdown('a').document)).toEqual([{ heading: undefined, text: 'a' }])
  })
})

describe('references', () => {
  const page = parseMarkdown(
    '[a](a.md) <a href="/users/u1" data-mention>x</a>\n\n{% embed url="https://e.f" %}\n\n{% openapi-operation spec="s" path="/" method="get" %}\n\n{% include "i.md" %}\n\n<table><tr><th data-type="files"></th></tr><tr><td><a href="f.zip">f</a></td></tr></table>\n\nw[^1]\n\n[^1]: [g](#h)',
  )

  test('of every kind are listed with the block that contains them', () => {
    const foundReferences = listReferences(page.document)
    expect(foundReferences.map(({ ref }) => ref)).toEqual([
      { kind: 'page', page: 'a.md' },
      { kind: 'user', user: 'u1' },
      { kind: 'url', url: 'https://e.f' },
      { kind: 'openapi', spec: 's' },
      { kind: 'reusable-content', reusableContent: 'i.md' },
      { kind: 'file', file: 'f.zip' },
      { kind: 'anchor', anchor: 'h' },
    ])
    expect(foundReferences[0]?.block).toBe(page.document.nodes[0]?.key)
  })

  test('can be replaced without changing keys', () => {
    const mappedDocument = mapReferences(page.document, (ref) =>
      ref.kind === 'page' ? { kind: 'page', page: 'p1' } : ref,
    )
    expect(writeMarkdown(mappedDocument)).toContain('[a](/pages/p1)')
    expect(mappedDocument.nodes.map((block) => block.key)).toEqual(
      page.document.nodes.map((block) => block.key),
    )
  })
})

function listKeys(markdown: string): string[] {
  return parseMarkdown(markdown).document.nodes.map((block) => block.key)
}

describe('keys', () => {
  test('are the same for the same Markdown', () => {
    expect(listKeys(pageMarkdown)).toEqual(listKeys(pageMarkdown))
  })

  test('do not change when other blocks change', () => {
    const [, second] = listKeys('a\n\nb')
    expect(listKeys('changed\n\nnew\n\nb')[2]).toBe(second)
  })

  test('differ for two blocks with the same content', () => {
    const [first, second] = listKeys('a\n\na')
    expect(first).not.toBe(second)
  })
})

describe('title and front matter', () => {
  test('the title is the heading of level 1 at the start of a page', () => {
    expect(extractTitle(document).title).toBe('Title')
    expect(extractTitle(document).document.nodes).toHaveLength(document.nodes.length - 1)
    expect(extractTitle(parseMarkdown('## a').document).title).toBeUndefined()
  })

  test('front matter is parsed and written', () => {
    expect(parseMarkdown(pageMarkdown).frontMatter).toEqual({ description: 'A page' })
    expect(writeMarkdown(document, { description: 'A page' })).toMatch(
      /^---\ndescription: A page\n---\n\n# Title\n/,
    )
  })

  test('empty front matter is front matter', () => {
    expect(parseMarkdown('---\n---\na')).toMatchObject({
      frontMatter: {},
      document: { nodes: [{ type: 'paragraph' }] },
    })
    expect(writeMarkdown(parseMarkdown('a').document, {})).toBe('---\n---\n\na\n')
  })

  test.each(['---\na: [\n---\nb', '---\n- a\n---\nb', '---\nb'])(
    'YAML that is not an object is not front matter: %j',
    (markdown) => {
      expect(parseMarkdown(markdown).frontMatter).toBeUndefined()
    },
  )
})

describe('completing a document from a client', () => {
  const bareDocument = {
    object: 'document',
    nodes: [
      {
        object: 'block',
        type: 'heading-1',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'A' }] }],
      },
      {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'b' }] }],
      },
    ],
  }

  test('adds keys, anchors and empty data', () => {
    const document = completeDocument(bareDocument)
    expect(document.nodes[0]).toMatchObject({ meta: { id: 'a' }, isVoid: false })
    expect(document).toEqual({ ...parseMarkdown('## A\n\nb').document, data: {} })
    expect(writeMarkdown(document)).toBe('## A\n\nb\n')
  })

  test('rejects a document that is nested too deeply', () => {
    let node: object = { object: 'block', type: 'paragraph', nodes: [] }
    for (let depth = 0; depth < 1000; depth++) node = { object: 'block', type: 'blockquote', nodes: [node] }
    expect(() => completeDocument({ nodes: [node] })).toThrow(MarkdownTooDeep)
  })
})
