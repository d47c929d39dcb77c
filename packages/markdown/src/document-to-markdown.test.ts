import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Document, InvalidDocument, markdownOfDocument, parseMarkdown } from './index.ts'
import { documents } from './testing/arbitrary.ts'
import { MARKDOWN_OF, MARKDOWN_OF_INLINE } from './testing/markdown-samples.ts'

/** As others send documents: without what is derived. */
function bare(document: Document): unknown {
  return JSON.parse(
    JSON.stringify(document, (name, value: unknown) =>
      name === 'key' || name === 'meta' || name === 'isVoid' ? undefined : value,
    ),
  )
}

/** The same said in more pieces than needed: each leaf in nodes of its own, one letter at a time. */
function inPieces(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    if (!Array.isArray(value)) return value
    return value.flatMap((node: { object?: string; leaves?: { text: string }[] }) =>
      node?.object === 'text' && node.leaves
        ? node.leaves.flatMap((leaf) =>
            Array.from(leaf.text, (letter) => ({ object: 'text', leaves: [{ ...leaf, text: letter }] })),
          )
        : [node],
    )
  })
}

/** Rows and columns by other names. */
const renamed = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document), (_, value: { type?: string } | null) => {
    if (value?.type !== 'table') return value
    const table = JSON.stringify(value).replaceAll(/"(?:r\d+c\d+|[rc]\d+)"/g, (name) =>
      name.replace(/"$/, '-x"'),
    )
    return JSON.parse(table) as unknown
  })

const back = (given: unknown): Document => parseMarkdown(markdownOfDocument(given)).document
/** A document is written or refused; anything else that is thrown is a fault. */
function outcome(given: unknown): unknown {
  try {
    markdownOfDocument(given)
    return 'as it should'
  } catch (error) {
    return error instanceof InvalidDocument ? 'as it should' : error
  }
}

const paragraph = (...nodes: object[]) => ({ object: 'block', type: 'paragraph', nodes })
const text = (value: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: value }] })
const documentOf = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })

describe('a document comes back from its Markdown', { timeout: 120_000 }, () => {
  test('whatever it holds', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(back(document)).toEqual(document)
        expect(back(bare(document))).toEqual(document)
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  test.each(Object.entries({ ...MARKDOWN_OF, ...MARKDOWN_OF_INLINE }))('%s', (_, markdown) => {
    const { document } = parseMarkdown(markdown)
    expect(back(bare(document))).toEqual(document)
  })

  test('however many pieces it comes in, and whatever rows and columns are called', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const plain = bare(document)
        // An emoji is two code units and one letter; a tag is kept apart from text on purpose.
        if (/raw|\{%/.test(JSON.stringify(plain))) return
        expect(back(renamed(inPieces(plain)))).toEqual(document)
      }),
      { numRuns: 200, seed: 2 },
    )
  })

  test('without paragraphs that hold nothing', () => {
    const given = documentOf(paragraph(text('a')), paragraph(text('')), paragraph(), paragraph(text('b')))
    expect(back(given).nodes).toHaveLength(2)
  })

  test('with marks in any order, once each', () => {
    const marks = ['code', 'bold', 'code'].map((type) => ({ object: 'mark', type }))
    const given = documentOf(paragraph({ object: 'text', leaves: [{ object: 'leaf', text: 'a', marks }] }))
    expect(back(given).nodes[0]).toMatchObject({
      nodes: [{ leaves: [{ marks: [{ type: 'bold' }, { type: 'code' }] }] }],
    })
  })
})

const block = (type: string, more: object = {}) => ({ object: 'block', type, ...more })

describe('is refused at its place', { timeout: 120_000 }, () => {
  const button = (data: object) => paragraph({ object: 'inline', type: 'button', data, isVoid: true })
  const deep = (levels: number): object =>
    Array.from({ length: levels }).reduce<object>(
      (inside) => block('blockquote', { nodes: [inside] }),
      paragraph(text('a')),
    )

  const cases: [string, unknown, string][] = [
    ['nothing', undefined, 'document must be an object'],
    ['a text', 'text', 'document must be an object'],
    ['a list', [], 'document must be an object'],
    ['another object', { object: 'page', nodes: [] }, 'document.object must be "document"'],
    ['no nodes', { object: 'document', data: {} }, 'document.nodes must be a list'],
    [
      'an unknown property',
      { ...documentOf(), title: 'x' },
      'document.title is nothing that a document has here',
    ],
    [
      'a block nobody knows',
      documentOf(block('video', {})),
      'document.nodes.0.type must be the type of a block',
    ],
    ['a block named like a method', documentOf(block('toString')), 'document.nodes.0.type must be the type'],
    ['a part alone', documentOf(block('list-item', { nodes: [] })), 'document.nodes.0.type stands only in'],
    [
      'a wrong part',
      documentOf(block('list-ordered', { nodes: [paragraph()] })),
      'document.nodes.0.nodes.0.type must be "list-item"',
    ],
    [
      'a hint without a style',
      documentOf(block('hint', { data: {}, nodes: [] })),
      'document.nodes.0.data.style must be given',
    ],
    [
      'a style nobody knows',
      documentOf(block('hint', { data: { style: 'loud' }, nodes: [] })),
      'document.nodes.0.data.style must be "info" or',
    ],
    [
      'an unknown setting',
      documentOf(block('hint', { data: { style: 'info', sound: 'x' }, nodes: [] })),
      'document.nodes.0.data.sound is nothing',
    ],
    [
      'text that is none',
      documentOf(paragraph(text(1 as never))),
      'document.nodes.0.nodes.0.leaves.0.text must be text',
    ],
    [
      'blocks as text',
      documentOf(paragraph(paragraph())),
      'document.nodes.0.nodes.0.object must be "text" or "inline"',
    ],
    [
      'a mark nobody knows',
      documentOf(
        paragraph({
          object: 'text',
          leaves: [{ object: 'leaf', text: 'a', marks: [{ object: 'mark', type: 'blink' }] }],
        }),
      ),
      'document.nodes.0.nodes.0.leaves.0.marks.0.type must be one of',
    ],
    ['null', documentOf(null), 'document.nodes.0 must be an object'],
    ['what is too deep', documentOf(deep(70)), 'nests deeper than'],
    [
      'a button that acts',
      documentOf(button({ label: 'a', kind: 'primary', action: { action: 'ask' } })),
      'document.nodes.0.nodes.0.data.action is nothing',
    ],
    [
      'what Markdown has no words for',
      documentOf(block('math', { data: { formula: 'a $$ b' } })),
      'cannot be said in Markdown',
    ],
    [
      'an address that runs',
      documentOf(
        paragraph({
          object: 'inline',
          type: 'link',
          data: { ref: { kind: 'url', url: 'javascript:alert(1)' } },
          nodes: [text('a')],
        }),
      ),
      'cannot be said in Markdown',
    ],
  ]
  test.each(cases)('%s', (_, given, message) => {
    expect(() => markdownOfDocument(given)).toThrow(InvalidDocument)
    expect(() => markdownOfDocument(given)).toThrow(message)
  })

  test('what is far too deep, without running out of stack', () => {
    expect(() => markdownOfDocument(documentOf(deep(20_000)))).toThrow(InvalidDocument)
  })

  test('and nothing else is ever thrown', () => {
    const piece = fc.constantFrom<unknown>(
      null,
      1,
      '',
      [],
      {},
      paragraph(),
      text('a'),
      block('table'),
      documentOf(),
    )
    const scrambled = fc.tuple(documents, fc.nat(), piece).map(([document, seed, other]) => {
      let at = seed % 97
      return JSON.parse(JSON.stringify(bare(document)), (_, value: unknown) =>
        at-- === 0 ? other : value,
      ) as unknown
    })
    fc.assert(
      fc.property(scrambled, (given) => {
        expect(outcome(given)).toBe('as it should')
      }),
      { numRuns: 300, seed: 3 },
    )
  })
})
