import { InlineBuilder } from './inline-builder.ts'
import { isEmptyParagraph, paragraph, text } from './create-nodes.ts'
import { addMark } from './marks.ts'
import { columnId, columnTitle, recordId, orderIndex } from '../parse/table.ts'
import type {
  Block,
  Document,
  Fragment,
  InlineContent,
  Leaf,
  Mark,
  Table,
  TableRecord,
  TableValue,
  Text,
} from './types.ts'

/**
 * A document that says the same in the one way in which parsing says it: text in as few nodes as it can be, marks in
 * their order, no paragraphs with nothing in them, and what is left at its default left out. Columns and records of
 * tables have no names in Markdown and are numbered.
 *
 * The document is complete, and is changed.
 */
export function toNormalForm(document: Document): Document {
  return { ...document, nodes: blocks(document.nodes) }
}

function blocks(list: Block[]): Block[] {
  return list.filter((block) => !isEmptyParagraph(block)).map(normal)
}

function normal(block: Block): Block {
  dropDefaults(block)
  if (block.type === 'table') return normalTable(block)
  if ('nodes' in block) {
    const nodes: (Block | InlineContent)[] = block.nodes
    // Blocks by blocks of the same types, or inlines by inlines: a block holds one of the two.
    block.nodes = holdsInlines(block.type)
      ? inlines(nodes as InlineContent[], block.type === 'code-line')
      : blocks(nodes as Block[])
  }
  if (block.type === 'expandable') {
    block.fragments = ['expandable-title', 'expandable-body'].map((name) => {
      const found = block.fragments.find(({ fragment, type }) => (type ?? fragment) === name)
      const nodes = blocks(found?.nodes ?? [])
      return { object: 'fragment', key: '', fragment: name, type: name, nodes: orEmpty(nodes) }
    })
  } else if ('fragments' in block && block.fragments) {
    const captions = block.fragments.flatMap(({ nodes }) => blocks(nodes))
    const caption: Fragment[] =
      captions.length === 0 ? [] : [{ object: 'fragment', key: '', fragment: 'caption', nodes: captions }]
    if (block.type === 'image' || caption.length > 0) block.fragments = caption
    else delete block.fragments
  } else if (block.type === 'image') block.fragments = []
  return block
}

const orEmpty = (nodes: Block[]): Block[] => (nodes.length === 0 ? [paragraph([text('')])] : nodes)

const holdsInlines = (type: Block['type']): boolean =>
  type === 'paragraph' || type.startsWith('heading-') || type === 'code-line'

/** What a block is without being told so. */
function dropDefaults({ data }: Block): void {
  if ('align' in data && data.align === 'start') delete data.align
  if ('start' in data && data.start === 1) delete data.start
  if ('defaultExpanded' in data && !data.defaultExpanded) delete data.defaultExpanded
  if ('highlighted' in data && !data.highlighted) delete data.highlighted
}

function inlines(nodes: InlineContent[], isCode: boolean): InlineContent[] {
  const builder = new InlineBuilder(isCode)
  for (const node of nodes) {
    if (node.object === 'text') {
      builder.add([{ ...node, leaves: node.leaves.map(normalLeaf) }])
      continue
    }
    if (node.type === 'link') node.nodes = inlines(node.nodes, isCode)
    if (node.type === 'annotation') {
      // Text by text: an annotation holds nothing else.
      node.nodes = inlines(node.nodes, isCode) as Text[]
      const body = node.fragments.flatMap((fragment) => blocks(fragment.nodes))
      const name = 'annotation-body'
      node.fragments = [{ object: 'fragment', key: '', fragment: name, type: name, nodes: body }]
    }
    builder.inline(node)
  }
  return builder.finish()
}

function normalLeaf(leaf: Leaf): Leaf {
  const isRaw = leaf.raw === true
  const marks = leaf.marks.reduce<Mark[]>((all, mark) => addMark(all, plainly(mark)), [])
  return { object: 'leaf', text: leaf.text, marks, ...(isRaw && { raw: true }) }
}

const plainly = (mark: Mark): Mark =>
  mark.type === 'color'
    ? { object: 'mark', type: 'color', data: { text: mark.data.text, background: mark.data.background } }
    : { object: 'mark', type: mark.type }

function normalTable(table: Table): Table {
  const { data } = table
  // Columns that are not shown come after those that are, as Markdown has but one order of them.
  const shown = data.view.columns.filter((id) => Object.hasOwn(data.definition, id))
  const order = [...new Set([...shown, ...Object.keys(data.definition)])]
  const columns = new Map(order.map((id, index) => [id, columnId(index)]))
  const sorted = Object.entries(data.records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
  const records = new Map(sorted.map(([id], index) => [id, recordId(index)]))
  const cells = new Map(table.fragments.map((fragment) => [fragment.fragment ?? fragment.key, fragment]))
  const fragments: Fragment[] = []

  const renamed = (id: string): string => columns.get(id) ?? id
  const values = (record: string, given: TableRecord): TableRecord['values'] => {
    const result: TableRecord['values'] = {}
    for (const id of order) {
      const value = Object.hasOwn(given.values, id) ? given.values[id] : undefined
      if (value === undefined) continue
      const column = renamed(id)
      if (data.definition[id]?.type !== 'text') {
        if (!isNothing(value)) result[column] = value
        continue
      }
      const nodes = typeof value === 'string' ? blocks(cells.get(value)?.nodes ?? []) : []
      if (nodes.length === 0) continue
      const fragment = record + column
      fragments.push({ object: 'fragment', key: '', fragment, type: 'table-cell', nodes })
      result[column] = fragment
    }
    return result
  }

  const newRecords = Object.fromEntries(
    sorted.map(([id, given], index) => {
      const record = records.get(id) ?? id
      return [record, { orderIndex: orderIndex(index), values: values(record, given) }] as const
    }),
  )
  const definition = Object.fromEntries(
    order.flatMap((id) => {
      const given = data.definition[id]
      if (!given) return []
      const named = { ...given, id: renamed(id), title: columnTitle(given.title) }
      if (named.type === 'text') named.textAlignment ??= 'left'
      return [[renamed(id), named] as const]
    }),
  )
  const { view } = data
  const newView = { ...view, columns: shown.map(renamed) }
  if (newView.type === 'grid') {
    newView.hideHeader ??= false
    if (newView.columnWidths) {
      newView.columnWidths = Object.fromEntries(
        Object.entries(newView.columnWidths).map(([id, width]) => [renamed(id), width]),
      )
    }
  } else {
    for (const name of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'] as const) {
      const id = newView[name]
      if (id !== undefined) newView[name] = renamed(id)
    }
  }
  const { cellMerges, ...others } = data
  return {
    ...table,
    data: {
      ...others,
      view: newView,
      records: newRecords,
      definition,
      ...(cellMerges && {
        cellMerges: cellMerges.map(({ anchor, rowSpan, colSpan }) => ({
          anchor: { record: records.get(anchor.record) ?? anchor.record, column: renamed(anchor.column) },
          rowSpan,
          colSpan,
        })),
      }),
    },
    fragments,
  }
}

const isNothing = (value: TableValue): boolean => value === '' || (Array.isArray(value) && value.length === 0)
