/* oxlint-disable oxc/no-map-spread -- these maps make one value each; there is nothing to be gained */
import fc from 'fast-check'
import { assignAnchors } from '../document/anchors.ts'
import { code, codeLine, NO_KEY, paragraph } from '../document/create-nodes.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import { assignKeys } from '../document/keys.ts'
import { addMark, plainMark } from '../document/marks.ts'
import type {
  Block,
  Code,
  ContentRef,
  Document,
  Inline,
  InlineContent,
  ListItem,
  Mark,
  MediaRef,
  Paragraph,
  PlainMarkType,
  TextColor,
} from '../document/types.ts'
import { captionFragment, codeData } from '../parse/tag-blocks.ts'
import { heading } from '../parse/heading.ts'
import { image, imagesOf, listOf } from '../parse/html-blocks.ts'
import { annotation, link } from '../parse/inline.ts'
import { columnId, columnTitle, TableBuilder, textDefinition } from '../parse/table.ts'

/** Documents in their normal form, as parsing makes them, with text that looks like anything but text. */

const PARENT = { object: 'block', key: NO_KEY, isVoid: false } as const
const VOID = { object: 'block', key: NO_KEY, isVoid: true } as const

const TEXT_PIECES = [
  [
    'a',
    'word',
    'two words',
    ' ',
    '  ',
    '.',
    ', ',
    '1. ',
    '2) ',
    '# ',
    '- ',
    '+ ',
    '> ',
    '* ',
    '=',
    '---',
    '|',
    ':',
    '`',
    '```',
    '~~~',
    '~',
  ],
  [
    '**',
    '*',
    '_',
    'a_b',
    '[',
    ']',
    '(',
    ')',
    '![',
    '<',
    '<b>',
    '</b>',
    '<div>',
    '<!--',
    '&amp;',
    '&',
    '\\',
    '\n',
    '$',
    '$$',
    '{%',
    '%}',
    '{% hint %}',
    '{{',
    '}}',
  ],
  [
    ':smile:',
    ':x:',
    'https://a.b/c',
    'www.a.b',
    'me@a.b',
    '[^1]',
    '[x] ',
    '[ ] ',
    '\u00A0',
    'é',
    '中文',
    '🙂',
    '"',
    "'",
    '!',
    '#',
    '^',
    '\t',
  ],
].flat()

const text = fc
  .array(fc.constantFrom(...TEXT_PIECES), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''))
const line = text.map((value) => value.replaceAll('\n', ' '))
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
/** Of a kind that keeps its edges: titles, labels. */
const label = line.map((value) => value.trim()).filter((value) => value !== '')

const PLAIN_MARKS: PlainMarkType[] = [
  'bold',
  'italic',
  'strikethrough',
  'code',
  'keyboard',
  'superscript',
  'subscript',
]
const COLORS: TextColor[] = ['default', 'red', '$info']

const mark: fc.Arbitrary<Mark> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PLAIN_MARKS).map(plainMark) },
  {
    weight: 1,
    arbitrary: fc
      .record({ text: fc.constantFrom(...COLORS), background: fc.constantFrom(...COLORS) })
      .filter((data) => data.text !== data.background)
      .map((data): Mark => ({ object: 'mark', type: 'color', data })),
  },
)
const marks = fc.array(mark, { maxLength: 3 }).map((list) => list.reduce<Mark[]>(addMark, []))

const mediaRef: fc.Arbitrary<MediaRef> = fc.oneof(
  word.map((name): MediaRef => ({ kind: 'file', file: `../assets/${name} 1.png` })),
  word.map((file): MediaRef => ({ kind: 'file', file })),
  word.map((name): MediaRef => ({ kind: 'url', url: `https://example.com/${name}(1)?a=b&c=d` })),
)

const contentRef: fc.Arbitrary<ContentRef> = fc.oneof<Array<fc.Arbitrary<ContentRef>>>(
  mediaRef,
  word.map((name) => ({ kind: 'page', page: `guide/${name}.md` })),
  fc.record({ kind: fc.constant('page'), page: word, space: word }),
  fc.record({ kind: fc.constant('anchor'), anchor: word }),
  fc.record({ kind: fc.constant('anchor'), anchor: word, page: word }),
  fc.record({ kind: fc.constant('user'), user: word }),
  fc.record({ kind: fc.constant('space'), space: word }),
  fc.record({ kind: fc.constant('collection'), collection: word }),
)

const VOID_INLINE = { object: 'inline', isVoid: true } as const

const voidInline: fc.Arbitrary<Inline> = fc.oneof<Array<fc.Arbitrary<Inline>>>(
  fc
    .constantFrom('1f604', '2705', 'custom')
    .map((emoji) => ({ ...VOID_INLINE, type: 'emoji', data: { code: emoji } })),
  word.map((icon) => ({ ...VOID_INLINE, type: 'icon', data: { icon } })),
  label.map((formula) => ({ ...VOID_INLINE, type: 'inline-math', data: { formula } })),
  label.map((expression) => ({ ...VOID_INLINE, type: 'expression', data: { expression } })),
  contentRef.map((ref) => ({ ...VOID_INLINE, type: 'mention', data: { ref } })),
  fc
    .record({ label, ref: contentRef, kind: fc.constantFrom('primary' as const, 'secondary' as const) })
    .map((data) => ({ ...VOID_INLINE, type: 'button', data })),
  fc
    .record(
      { ref: mediaRef, alt: line, caption: line, size: fc.constant('line' as const) },
      { requiredKeys: ['ref'] },
    )
    .map((data) => ({ ...VOID_INLINE, type: 'inline-image', data })),
)

const leaf = fc.record({ text, marks })

const texts = fc.array(leaf, { minLength: 1, maxLength: 3 }).map((leaves) => {
  const builder = new InlineBuilder()
  for (const each of leaves) builder.addLeaf({ object: 'leaf', ...each })
  return builder.finish().filter((node) => node.object === 'text')
})

const inline: fc.Arbitrary<Inline> = fc.oneof<Array<fc.Arbitrary<Inline>>>(
  voidInline,
  fc
    .tuple(
      contentRef,
      fc.option(
        label.filter((title) => title !== 'mention'),
        { nil: undefined },
      ),
      texts,
    )
    .map(([ref, title, nodes]) => link(ref, title, nodes)),
  fc
    .tuple(
      texts,
      fc.array(
        fc.oneof(
          texts.map((nodes) => paragraph(nodes)),
          fc.constant(code(['x'], {})),
        ),
        { minLength: 1, maxLength: 2 },
      ),
    )
    .map(([nodes, body]) => annotation(nodes, structuredClone(body))),
)

const inlines: fc.Arbitrary<InlineContent[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: inline }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => {
    const builder = new InlineBuilder()
    for (const part of parts) {
      if ('object' in part) builder.inline(structuredClone(part))
      else builder.addLeaf({ object: 'leaf', ...part })
    }
    return builder.finish()
  })

const plainParagraph: fc.Arbitrary<Paragraph> = inlines.map(paragraph)

const codeBlock: fc.Arbitrary<Code> = fc
  .record({
    lines: fc.array(fc.oneof(line, fc.constantFrom('', '\tx', '    y', '```', '</code>', '<b>')), {
      minLength: 1,
      maxLength: 4,
    }),
    syntax: fc.option(fc.constantFrom('js', 'c++', 'a`b', 'x&amp;y'), { nil: undefined }),
    title: fc.option(line, { nil: undefined }),
    lineNumbers: fc.option(fc.boolean(), { nil: undefined }),
    highlighted: fc.boolean(),
  })
  .map(({ lines, syntax, title, lineNumbers, highlighted }) => {
    const block = code(lines, codeData({ syntax, title, lineNumbers }))
    const [first] = block.nodes
    if (highlighted && first && !syntax?.includes('`')) block.nodes[0] = codeLine(first.nodes, true)
    return block
  })

const table = fc
  .record({
    columns: fc.array(fc.record({ title: line, alignment: fc.constantFrom('left', 'center', 'right') }), {
      minLength: 1,
      maxLength: 3,
    }),
    rows: fc.array(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: plainParagraph.map((block): Block[] => [block]) },
          { weight: 1, arbitrary: fc.constant<Block[]>([]) },
        ),
        { maxLength: 3 },
      ),
      { maxLength: 3 },
    ),
    second: fc.option(plainParagraph, { nil: undefined, freq: 3 }),
    hideHeader: fc.boolean(),
  })
  .map(({ columns, rows, second, hideHeader }) => {
    const builder = new TableBuilder()
    for (const { title, alignment } of columns)
      builder.column((id) => textDefinition(id, columnTitle(title), alignment))
    for (const cells of rows) {
      const record = builder.row()
      for (const [index, cell] of cells.slice(0, columns.length).entries()) {
        const blocks = index === 0 && second && cell.length > 0 ? [...cell, second] : cell
        builder.text(record, columnId(index), structuredClone(blocks))
      }
    }
    return builder.finish({ view: { type: 'grid', columns: Object.keys(builder.definition), hideHeader } })
  })

const images = fc
  .tuple(
    fc.array(
      fc.tuple(mediaRef, fc.option(label, { nil: undefined }), fc.array(plainParagraph, { maxLength: 2 })),
      { minLength: 1, maxLength: 2 },
    ),
    fc.constantFrom<'center' | undefined>('center', undefined),
  )
  .map(([list, align]) =>
    imagesOf(
      list.map(([ref, alt, caption]) => image(alt === undefined ? { ref } : { ref, alt }, caption)),
      align === undefined ? {} : { align },
    ),
  )

const simpleBlock: fc.Arbitrary<Block> = fc.oneof<Array<fc.Arbitrary<Block>>>(
  plainParagraph,
  plainParagraph,
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), inlines, fc.option(word, { nil: undefined }))
    .map(([level, nodes, id]) => heading(level, nodes, id)),
  fc.constant<Block>({ ...VOID, type: 'divider', data: {} }),
  codeBlock,
  table,
  images,
  label
    .filter((formula) => !formula.includes('$'))
    .map((formula): Block => ({ ...VOID, type: 'math', data: { formula } })),
  contentRef.map((ref): Block => ({ ...VOID, type: 'content-ref', data: { ref } })),
  mediaRef.map((ref): Block => ({ ...VOID, type: 'file', data: { ref } })),
  fc.tuple(line, fc.option(plainParagraph, { nil: undefined })).map(([url, caption]): Block => ({
    ...VOID,
    type: 'embed',
    data: { url },
    ...(caption && { fragments: [captionFragment([caption])] }),
  })),
  fc
    .record({
      integration: word,
      block: word,
      props: fc.dictionary(
        word.filter((name) => name !== 'url'),
        fc.oneof(text, fc.integer(), fc.boolean()),
        { maxKeys: 3 },
      ),
    })
    .map((data): Block => ({ ...VOID, type: 'integration', data: { ...data, props: { ...data.props } } })),
)

export const { block, blocks } = fc.letrec<{ block: Block; blocks: Block[] }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: simpleBlock },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.array(listItem(tie('blocks')), { minLength: 1, maxLength: 3 }),
          fc.boolean(),
          fc.constantFrom(1, 7),
        )
        .map(([items, ordered, start]) => listOf(items, ordered, start)),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({ ...PARENT, type: 'blockquote', data: {}, nodes })),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({
        ...PARENT,
        type: 'hint',
        data: { style: 'info' },
        nodes,
      })),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({
        ...PARENT,
        type: 'if',
        data: { expression: 'visitor.claims.b == "c"' },
        nodes,
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.tuple(line, tie('blocks')), { minLength: 1, maxLength: 2 })
        .map((tabs): Block => ({
          ...PARENT,
          type: 'tabs',
          data: {},
          nodes: tabs.map(([title, nodes]) => ({ ...PARENT, type: 'tabs-item', data: { title }, nodes })),
        })),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({
        ...PARENT,
        type: 'stepper',
        data: {},
        nodes: [{ ...PARENT, type: 'stepper-step', data: {}, nodes }],
      })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(inlines, tie('blocks')).map(([title, nodes]): Block => ({
        ...VOID,
        type: 'expandable',
        data: {},
        fragments: [
          {
            object: 'fragment',
            key: NO_KEY,
            fragment: 'expandable-title',
            type: 'expandable-title',
            nodes: [paragraph(title)],
          },
          { object: 'fragment', key: NO_KEY, fragment: 'expandable-body', type: 'expandable-body', nodes },
        ],
      })),
    },
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
}))

function listItem(nodes: fc.Arbitrary<Block[]>): fc.Arbitrary<ListItem> {
  return fc
    .tuple(fc.option(nodes, { nil: [] }), fc.constantFrom(undefined, undefined, true, false))
    .map(([children, checked]) => ({
      ...PARENT,
      type: 'list-item',
      data: checked === undefined ? {} : { checked },
      nodes: children,
    }))
}

export const documents: fc.Arbitrary<Document> = fc
  .array(block, { maxLength: 4 })
  .map((nodes) =>
    assignKeys(assignAnchors({ object: 'document', data: { schemaVersion: 8 }, nodes: copy(nodes) })),
  )

/** A tree without shared parts, which `structuredClone` would share again: every block gets a key of its own. */
function copy(nodes: Block[]): Block[] {
  return JSON.parse(JSON.stringify(nodes)) as Block[]
}
