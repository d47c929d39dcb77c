import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Document, InvalidDocument, convertDocumentToMarkdown, parseMarkdown } from './index.ts'
import { arbitraryDocument } from './testing/arbitrary.ts'
import { markdownByBlockType, markdownByInlineType } from './testing/markdown-samples.ts'

/** Removes the derived properties, which clients do not send. */
function removeDerived(document: Document): unknown {
  return JSON.parse(
    JSON.stringify(document, (name, value: unknown) =>
      name === 'key' || name === 'meta' || name === 'isVoid' ? undefined : value,
    ),
  )
}

/** Splits all text into nodes of one letter each. */
function splitText(document: unknown): unknown {
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

/** Renames the records and columns of tables. */
const renameTableIds = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document), (_, value: { type?: string } | null) => {
    if (value?.type !== 'table') return value
    const table = JSON.stringify(value).replaceAll(/"(?:r\d+c\d+|[rc]\d+)"/g, (name) =>
      name.replace(/"$/, '-x"'),
    )
    return JSON.parse(table) as unknown
  })

const convertAndParse = (input: unknown): Document => parseMarkdown(convertDocumentToMarkdown(input)).document

/** A document has to be converted or rejected with `InvalidDocument`. Any other error is a bug. */
function getOutcome(input: unknown): unknown {
  try {
    convertDocumentToMarkdown(input)
    return 'as it should'
  } catch (error) {
    return error instanceof InvalidDocument ? 'as it should' : error
  }
}

const createParagraph = (...nodes: object[]) => ({ object: 'block', type: 'paragraph', nodes })
const createText = (value: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: value }] })
const createDocument = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })

describe(
  'converting a document to Markdown and parsing it gives the same document',
  { timeout: 120_000 },
  () => {
    test('for arbitrary documents', () => {
      fc.assert(
        fc.property(arbitraryDocument, (document) => {
          expect(convertAndParse(document)).toEqual(document)
          expect(convertAndParse(removeDerived(document))).toEqual(document)
        }),
        { numRuns: 300, seed: 1 },
      )
    })

    test.each(Object.entries({ ...markdownByBlockType, ...markdownByInlineType }))(
      'for the sample of %s',
      (_, markdown) => {
        const { document } = parseMarkdown(markdown)
        expect(convertAndParse(removeDerived(document))).toEqual(document)
      },
    )

    test('when its text is split and the records and columns of its tables have other names', () => {
      fc.assert(
        fc.property(arbitraryDocument, (document) => {
          const bareDocument = removeDerived(document)
          // Raw leaves and `{%` are separate leaves on purpose, so they cannot be split and joined again.
          if (/raw|\{%/.test(JSON.stringify(bareDocument))) return
          expect(convertAndParse(renameTableIds(splitText(bareDocument)))).toEqual(document)
        }),
        { numRuns: 200, seed: 2 },
      )
    })

    test('except for empty paragraphs, which are dropped', () => {
      const input = createDocument(
        createParagraph(createText('a')),
        createParagraph(createText('')),
        createParagraph(),
        createParagraph(createText('b')),
      )
      expect(convertAndParse(input).nodes).toHaveLength(2)
    })

    test('except for marks, which are sorted and deduplicated', () => {
      const marks = ['code', 'bold', 'code'].map((type) => ({ object: 'mark', type }))
      const input = createDocument(
        createParagraph({ object: 'text', leaves: [{ object: 'leaf', text: 'a', marks }] }),
      )
      expect(convertAndParse(input).nodes[0]).toMatchObject({
        nodes: [{ leaves: [{ marks: [{ type: 'bold' }, { type: 'code' }] }] }],
      })
    })

    test('for a formula with a sign of money at its end', () => {
      for (const formula of ['a$', '$', '\\$', 'a\n$']) {
        const document = createDocument({ object: 'block', type: 'math', data: { formula } })
        expect(convertAndParse(document).nodes).toMatchObject([{ type: 'math', data: { formula } }])
      }
    })

    test('for a hidden column between others, which stays where it is', () => {
      const markdown =
        '<table><thead><tr><th>A</th><th data-hidden>B</th><th>C</th></tr></thead>' +
        '<tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>\n'
      expect(convertDocumentToMarkdown(parseMarkdown(markdown).document)).toBe(markdown)
    })
  },
)

const createBlock = (type: string, properties: object = {}) => ({ object: 'block', type, ...properties })

describe('an invalid document is rejected with the path of the problem', { timeout: 120_000 }, () => {
  const createButtonParagraph = (data: object) =>
    createParagraph({ object: 'inline', type: 'button', data, isVoid: true })
  const nestQuotes = (levels: number): object =>
    Array.from({ length: levels }).reduce<object>(
      (innerBlock) => createBlock('blockquote', { nodes: [innerBlock] }),
      createParagraph(createText('a')),
    )

  const cases: [string, unknown, string][] = [
    ['nothing', undefined, 'document must be an object'],
    ['a string', 'text', 'document must be an object'],
    ['a list', [], 'document must be an object'],
    ['another object', { object: 'page', nodes: [] }, 'document.object must be "document"'],
    ['no nodes', { object: 'document', data: {} }, 'document.nodes must be a list'],
    ['an unknown property', { ...createDocument(), title: 'x' }, 'document.title is not allowed here'],
    [
      'an unknown block type',
      createDocument(createBlock('video', {})),
      'document.nodes.0.type must be the type of a block',
    ],
    [
      'a block type that is a method name',
      createDocument(createBlock('toString')),
      'document.nodes.0.type must be the type',
    ],
    [
      'a list item outside of a list',
      createDocument(createBlock('list-item', { nodes: [] })),
      'document.nodes.0.type is only allowed inside its parent block',
    ],
    [
      'a paragraph directly in a list',
      createDocument(createBlock('list-ordered', { nodes: [createParagraph()] })),
      'document.nodes.0.nodes.0.type must be "list-item"',
    ],
    [
      'a hint without a style',
      createDocument(createBlock('hint', { data: {}, nodes: [] })),
      'document.nodes.0.data.style must be given',
    ],
    [
      'an unknown hint style',
      createDocument(createBlock('hint', { data: { style: 'loud' }, nodes: [] })),
      'document.nodes.0.data.style must be "info" or',
    ],
    [
      'an unknown setting',
      createDocument(createBlock('hint', { data: { style: 'info', sound: 'x' }, nodes: [] })),
      'document.nodes.0.data.sound is not allowed here',
    ],
    [
      'a number as text',
      createDocument(createParagraph(createText(1 as never))),
      'document.nodes.0.nodes.0.leaves.0.text must be text',
    ],
    [
      'a block in a paragraph',
      createDocument(createParagraph(createParagraph())),
      'document.nodes.0.nodes.0.object must be "text" or "inline"',
    ],
    [
      'an unknown mark',
      createDocument(
        createParagraph({
          object: 'text',
          leaves: [{ object: 'leaf', text: 'a', marks: [{ object: 'mark', type: 'blink' }] }],
        }),
      ),
      'document.nodes.0.nodes.0.leaves.0.marks.0.type must be one of',
    ],
    ['null as a block', createDocument(null), 'document.nodes.0 must be an object'],
    ['blocks that are nested too deeply', createDocument(nestQuotes(70)), 'nests deeper than'],
    [
      'a button with an unknown action',
      createDocument(createButtonParagraph({ label: 'a', kind: 'primary', action: { action: 'dance' } })),
      'document.nodes.0.nodes.0.data.action.action must be one of search, ask, select',
    ],
    [
      'a button that does nothing',
      createDocument(createButtonParagraph({ label: 'a', kind: 'primary' })),
      'document.nodes.0.nodes.0.data.ref must be given',
    ],
    [
      'a formula that Markdown cannot express',
      createDocument(createBlock('math', { data: { formula: 'a $$ b' } })),
      'cannot be written in Markdown',
    ],
    [
      'a javascript: address',
      createDocument(
        createParagraph({
          object: 'inline',
          type: 'link',
          data: { ref: { kind: 'url', url: 'javascript:alert(1)' } },
          nodes: [createText('a')],
        }),
      ),
      'cannot be written in Markdown',
    ],
  ]
  test.each(cases)('%s', (_, input, message) => {
    expect(() => convertDocumentToMarkdown(input)).toThrow(InvalidDocument)
    expect(() => convertDocumentToMarkdown(input)).toThrow(message)
  })

  test('blocks that are nested 20,000 levels deep, without a stack overflow', () => {
    expect(() => convertDocumentToMarkdown(createDocument(nestQuotes(20_000)))).toThrow(InvalidDocument)
  })

  test('a damaged document, without any other error', () => {
    const arbitraryPiece = fc.constantFrom<unknown>(
      null,
      1,
      '',
      [],
      {},
      createParagraph(),
      createText('a'),
      createBlock('table'),
      createDocument(),
    )
    const arbitraryDamagedDocument = fc
      .tuple(arbitraryDocument, fc.nat(), arbitraryPiece)
      .map(([document, seed, replacement]) => {
        let remaining = seed % 97
        return JSON.parse(JSON.stringify(removeDerived(document)), (_, value: unknown) =>
          remaining-- === 0 ? replacement : value,
        ) as unknown
      })
    fc.assert(
      fc.property(arbitraryDamagedDocument, (input) => {
        expect(getOutcome(input)).toBe('as it should')
      }),
      { numRuns: 300, seed: 3 },
    )
  })
})
