/* oxlint-disable oxc/no-map-spread -- these maps make one value each; there is nothing to be gained */
import fc from 'fast-check'
import {
  arbitraryText,
  arbitraryLine,
  arbitraryWord,
  arbitraryLabel,
  arbitraryMediaRef,
  arbitraryContentRef,
  arbitraryInlines,
  arbitraryParagraph,
} from './arbitrary-inlines.ts'
import { assignAnchors } from '../document/anchors.ts'
import { createCode, createCodeLine, createParagraph, noKey } from '../document/create-nodes.ts'
import { assignKeys } from '../document/keys.ts'
import type { Block, Code, Document, ListItem } from '../document/types.ts'
import { createCaption, createCodeData } from '../parse/tag-blocks.ts'
import { createHeading } from '../document/heading.ts'
import { createImage, createImages, createList } from '../parse/html-blocks.ts'
import {
  createColumnId,
  normalizeColumnTitle,
  TableBuilder,
  createTextDefinition,
} from '../document/table-builder.ts'

/* Arbitrary documents in their normal form, as parsing creates them, with text that looks like Markdown syntax. */

const parentBase = { object: 'block', key: noKey, isVoid: false } as const
const voidBase = { object: 'block', key: noKey, isVoid: true } as const

const arbitraryCode: fc.Arbitrary<Code> = fc
  .record({
    lines: fc.array(fc.oneof(arbitraryLine, fc.constantFrom('', '\tx', '    y', '```', '</code>', '<b>')), {
      minLength: 1,
      maxLength: 4,
    }),
    syntax: fc.option(fc.constantFrom('js', 'c++', 'a`b', 'x&amp;y'), { nil: undefined }),
    title: fc.option(arbitraryLine, { nil: undefined }),
    lineNumbers: fc.option(fc.boolean(), { nil: undefined }),
    highlighted: fc.boolean(),
  })
  .map(({ lines, syntax, title, lineNumbers, highlighted }) => {
    const block = createCode(lines, createCodeData({ syntax, title, lineNumbers }))
    const [first] = block.nodes
    if (highlighted && first && !syntax?.includes('`')) block.nodes[0] = createCodeLine(first.nodes, true)
    return block
  })

const arbitraryTable = fc
  .record({
    columns: fc.array(
      fc.record({ title: arbitraryLine, alignment: fc.constantFrom('left', 'center', 'right') }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    rows: fc.array(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: arbitraryParagraph.map((block): Block[] => [block]) },
          { weight: 1, arbitrary: fc.constant<Block[]>([]) },
        ),
        { maxLength: 3 },
      ),
      { maxLength: 3 },
    ),
    second: fc.option(arbitraryParagraph, { nil: undefined, freq: 3 }),
    hideHeader: fc.boolean(),
  })
  .map(({ columns, rows, second, hideHeader }) => {
    const builder = new TableBuilder()
    for (const { title, alignment } of columns)
      builder.addColumn((id) => createTextDefinition(id, normalizeColumnTitle(title), alignment))
    for (const cells of rows) {
      const record = builder.addRow()
      for (const [index, cell] of cells.slice(0, columns.length).entries()) {
        const blocks = index === 0 && second && cell.length > 0 ? [...cell, second] : cell
        builder.addTextCell(record, createColumnId(index), structuredClone(blocks))
      }
    }
    return builder.finish({ view: { type: 'grid', columns: Object.keys(builder.definition), hideHeader } })
  })

const arbitraryImages = fc
  .tuple(
    fc.array(
      fc.tuple(
        arbitraryMediaRef,
        fc.option(arbitraryLabel, { nil: undefined }),
        fc.array(arbitraryParagraph, { maxLength: 2 }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
    fc.constantFrom<'center' | undefined>('center', undefined),
  )
  .map(([list, align]) =>
    createImages(
      list.map(([ref, alt, caption]) => createImage(alt === undefined ? { ref } : { ref, alt }, caption)),
      align === undefined ? {} : { align },
    ),
  )

const arbitrarySimpleBlock: fc.Arbitrary<Block> = fc.oneof<Array<fc.Arbitrary<Block>>>(
  arbitraryParagraph,
  arbitraryParagraph,
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), arbitraryInlines, fc.option(arbitraryWord, { nil: undefined }))
    .map(([level, nodes, id]) => createHeading(level, nodes, id)),
  fc.constant<Block>({ ...voidBase, type: 'divider', data: {} }),
  arbitraryCode,
  arbitraryTable,
  arbitraryImages,
  arbitraryLabel
    .filter((formula) => !formula.includes('$'))
    .map((formula): Block => ({ ...voidBase, type: 'math', data: { formula } })),
  arbitraryContentRef.map((ref): Block => ({ ...voidBase, type: 'content-ref', data: { ref } })),
  arbitraryMediaRef.map((ref): Block => ({ ...voidBase, type: 'file', data: { ref } })),
  fc.tuple(arbitraryLine, fc.option(arbitraryParagraph, { nil: undefined })).map(([url, caption]): Block => ({
    ...voidBase,
    type: 'embed',
    data: { url },
    ...(caption && { fragments: [createCaption([caption])] }),
  })),
  fc
    .record({
      integration: arbitraryWord,
      block: arbitraryWord,
      props: fc.dictionary(
        arbitraryWord.filter((name) => name !== 'url'),
        fc.oneof(arbitraryText, fc.integer(), fc.boolean()),
        { maxKeys: 3 },
      ),
    })
    .map((data): Block => ({
      ...voidBase,
      type: 'integration',
      data: { ...data, props: { ...data.props } },
    })),
)

const { block: arbitraryBlock } = fc.letrec<{ block: Block; blocks: Block[] }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: arbitrarySimpleBlock },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.array(createArbitraryListItem(tie('blocks')), { minLength: 1, maxLength: 3 }),
          fc.boolean(),
          fc.constantFrom(1, 7),
        )
        .map(([items, ordered, start]) => createList(items, ordered, start)),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({
        ...parentBase,
        type: 'blockquote',
        data: {},
        nodes,
      })),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({
        ...parentBase,
        type: 'hint',
        data: { style: 'info' },
        nodes,
      })),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({
        ...parentBase,
        type: 'if',
        data: { expression: 'visitor.claims.b == "c"' },
        nodes,
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.tuple(arbitraryLine, tie('blocks')), { minLength: 1, maxLength: 2 })
        .map((tabs): Block => ({
          ...parentBase,
          type: 'tabs',
          data: {},
          nodes: tabs.map(([title, nodes]) => ({ ...parentBase, type: 'tabs-item', data: { title }, nodes })),
        })),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((nodes): Block => ({
        ...parentBase,
        type: 'stepper',
        data: {},
        nodes: [{ ...parentBase, type: 'stepper-step', data: {}, nodes }],
      })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(arbitraryInlines, tie('blocks')).map(([title, nodes]): Block => ({
        ...voidBase,
        type: 'expandable',
        data: {},
        fragments: [
          {
            object: 'fragment',
            key: noKey,
            fragment: 'expandable-title',
            type: 'expandable-title',
            nodes: [createParagraph(title)],
          },
          { object: 'fragment', key: noKey, fragment: 'expandable-body', type: 'expandable-body', nodes },
        ],
      })),
    },
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
}))

function createArbitraryListItem(nodes: fc.Arbitrary<Block[]>): fc.Arbitrary<ListItem> {
  return fc
    .tuple(fc.option(nodes, { nil: [] }), fc.constantFrom(undefined, undefined, true, false))
    .map(([children, checked]) => ({
      ...parentBase,
      type: 'list-item',
      data: checked === undefined ? {} : { checked },
      nodes: children,
    }))
}

export const arbitraryDocument: fc.Arbitrary<Document> = fc
  .array(arbitraryBlock, { maxLength: 4 })
  .map((nodes) =>
    assignKeys(assignAnchors({ object: 'document', data: { schemaVersion: 8 }, nodes: copyBlocks(nodes) })),
  )

/**
 * Copies blocks without shared objects, so that every block gets its own key. `structuredClone` would keep them
 * shared.
 */
function copyBlocks(nodes: Block[]): Block[] {
  return JSON.parse(JSON.stringify(nodes)) as Block[]
}
