import { describe, expect, test } from 'vitest'
import type { Document } from '@verso/markdown'
import { Node } from 'prosemirror-model'
import { Step } from 'prosemirror-transform'
import { findMisplacedBlock, fromEditor, InvalidEditorDocument, schema, toEditor } from './index.ts'

const text = (value: unknown, marks: unknown = []): unknown => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks }],
})
const block = (type: string, properties: object = {}): unknown => ({
  object: 'block',
  type,
  key: 'k',
  isVoid: false,
  data: {},
  nodes: [],
  ...properties,
})
const paragraph = (...nodes: unknown[]): unknown => block('paragraph', { nodes })

/** Opens a document that has none of the types that it should have. */
const open = (...nodes: unknown[]): Node =>
  toEditor({ object: 'document', data: { schemaVersion: 8 }, nodes } as unknown as Document)

const link = (ref: unknown): unknown => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref },
  nodes: [text('a')],
})

function nest(depth: number): unknown {
  let inner = paragraph(text('deep'))
  for (let level = 0; level < depth; level++) inner = block('blockquote', { nodes: [inner] })
  return inner
}

const gridData = { view: { type: 'grid', columns: ['c1'], hideHeader: false }, records: {}, definition: {} }

const hostileBlocks: Record<string, [block: unknown, path: string]> = {
  'a block of an unknown type': [block('marquee'), 'nodes.0'],
  'a type that every object has': [block('constructor'), 'nodes.0'],
  'a type that is a node of the editor only': [block('raw_block'), 'nodes.0'],
  'a block without a type': [{ object: 'block' }, 'nodes.0.type'],
  'no block': [null, 'nodes.0'],
  'a list instead of a block': [[paragraph()], 'nodes.0'],
  'nodes that are no list': [block('paragraph', { nodes: 'abc' }), 'nodes.0.nodes'],
  'text that is a number': [paragraph(text(7)), 'nodes.0.nodes.0.leaves.0.text'],
  'a mark of an unknown type': [
    paragraph(text('a', [{ type: 'blink' }])),
    'nodes.0.nodes.0.leaves.0.marks.0',
  ],
  'a colour that does not exist': [
    paragraph(text('a', [{ type: 'color', data: { text: 'url(x)', background: 'red' } }])),
    'nodes.0.nodes.0.leaves.0.marks.0',
  ],
  'an inline of an unknown type': [
    paragraph({ object: 'inline', type: 'script', data: {} }),
    'nodes.0.nodes.0',
  ],
  'a block among inlines': [paragraph(paragraph()), 'nodes.0.nodes.0'],
  'a link that runs code': [paragraph(link({ kind: 'url', url: 'javascript:alert(1)' })), 'nodes.0.nodes.0'],
  'a link that runs code, in disguise': [
    paragraph(link({ kind: 'url', url: ' jAva\tscript:alert(1)' })),
    'nodes.0.nodes.0',
  ],
  'a link to an object': [paragraph(link({ kind: 'url', url: { toString: 'x' } })), 'nodes.0.nodes.0'],
  'a link in a link': [
    paragraph({
      ...(link({ kind: 'url', url: 'https://a.b' }) as object),
      nodes: [link({ kind: 'url', url: 'https://c.d' })],
    }),
    'nodes.0.nodes.0.nodes.0',
  ],
  'a setting that the block does not have': [
    block('hint', { data: { style: 'info', onclick: 'x' } }),
    'nodes.0',
  ],
  'a value that the setting does not have': [block('hint', { data: { style: 'rainbow' } }), 'nodes.0'],
  'settings that are no object': [block('hint', { data: 'info' }), 'nodes.0.data'],
  'tabs without a tab': [block('tabs'), 'nodes.0'],
  'a paragraph instead of a tab': [block('tabs', { nodes: [paragraph()] }), 'nodes.0'],
  'a tab without tabs': [block('tabs-item'), ''],
  'a heading of a level that does not exist': [block('heading-1', { data: { level: 9 } }), 'nodes.0'],
  'a table without data': [block('table'), 'nodes.0.data.view'],
  'a table of unknown columns': [
    block('table', { data: { ...gridData, definition: { c1: { id: 'c1', title: 'a', type: 'evil' } } } }),
    'nodes.0.data.definition.c1',
  ],
  'a merged cell of a billion rows': [
    block('table', {
      data: {
        ...gridData,
        definition: { c1: { id: 'c1', title: 'a', type: 'text', textAlignment: 'left' } },
        cellMerges: [{ anchor: { record: 'r1', column: 'c1' }, rowSpan: 1e9, colSpan: 1e9 }],
      },
    }),
    'nodes.0.data.cellMerges.0',
  ],
}

describe('a document that the editor cannot hold is refused with the path', () => {
  test.each(Object.entries(hostileBlocks))('%s', (_name, [hostileBlock, path]) => {
    let error: unknown
    try {
      open(hostileBlock)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(InvalidEditorDocument)
    expect((error as InvalidEditorDocument).path.join('.')).toBe(path)
  })

  test('nesting that would overflow the stack', () => {
    expect(() => open(nest(100_000))).toThrow(InvalidEditorDocument)
    expect(fromEditor(open(nest(60))).nodes).toHaveLength(1)
  })

  test('no document at all', () => {
    for (const value of [null, undefined, 'text', 7, [], { nodes: 7 }])
      expect(() => toEditor(value as unknown as Document)).toThrow(InvalidEditorDocument)
  })
})

describe('a document and a step from a hostile client are refused', () => {
  const doc = open(block('hint', { data: { style: 'info' }, nodes: [paragraph(text('a'))] }))

  test('with an attribute that Markdown cannot say', () => {
    const json = JSON.parse(JSON.stringify(doc)) as { content: { attrs: object }[] }
    Object.assign(json.content[0]?.attrs ?? {}, { style: 'rainbow' })
    expect(() => Node.fromJSON(schema, json)).toThrow(RangeError)
  })

  test('with a step that sets such an attribute', () => {
    const step = Step.fromJSON(schema, { stepType: 'attr', pos: 0, attr: 'style', value: 'rainbow' })
    expect(() => {
      const { doc: changed } = step.apply(doc)
      changed?.check()
    }).toThrow(RangeError)
  })

  test('with a link that runs code', () => {
    const json = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: 'a',
              marks: [{ type: 'link', attrs: { ref: { kind: 'url', url: 'javascript:alert(1)' } } }],
            },
          ],
        },
      ],
    }
    expect(() => Node.fromJSON(schema, json)).toThrow(RangeError)
  })
})

test('a block that cannot be written in a table cell is found, however deep it stands', () => {
  const hint = { type: 'hint', content: [{ type: 'paragraph' }] }
  const list = {
    type: 'list_unordered',
    content: [{ type: 'list_item', content: [{ type: 'paragraph' }, hint] }],
  }
  const doc = Node.fromJSON(schema, {
    type: 'doc',
    content: [
      {
        type: 'table',
        content: [
          { type: 'table_head', content: [{ type: 'table_title' }] },
          { type: 'table_row', content: [{ type: 'table_cell', content: [list] }] },
        ],
      },
    ],
  })
  doc.check()
  const misplaced = findMisplacedBlock(doc)
  expect(misplaced?.node.type.name).toBe('hint')
  expect(doc.nodeAt(misplaced?.position ?? -1)?.type.name).toBe('hint')
  expect(findMisplacedBlock(open(paragraph(text('a'))))).toBeUndefined()
})
