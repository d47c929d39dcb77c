import { createActionReference } from './button-actions.ts'
import { InlineBuilder } from './inline-builder.ts'
import { isEmptyParagraph, createParagraph, createText } from './create-nodes.ts'
import { addMark } from './marks.ts'
import { normalizeTable } from './normalize-table.ts'
import type { Block, Document, Fragment, InlineContent, Leaf, Mark, Text } from './types.ts'

/**
 * Converts a document to the form that parsing creates: text in as few nodes as possible, marks in their order, no
 * empty paragraphs and no data with default values. Columns and records of tables have no names in Markdown, so they
 * are numbered.
 *
 * The document has to be complete. It is changed in place.
 */
export function toNormalForm(document: Document): Document {
  return { ...document, nodes: normalizeBlocks(document.nodes) }
}

function normalizeBlocks(blocks: Block[]): Block[] {
  return blocks.filter((block) => !isEmptyParagraph(block)).map(normalizeBlock)
}

function normalizeBlock(block: Block): Block {
  dropDefaults(block)
  if (block.type === 'table') return normalizeTable(block, normalizeBlocks)
  if ('nodes' in block) {
    const nodes: (Block | InlineContent)[] = block.nodes
    // A block has blocks or inlines, and each is replaced by nodes of the same types.
    block.nodes = hasInlineContent(block.type)
      ? normalizeInlines(nodes as InlineContent[], block.type === 'code-line')
      : normalizeBlocks(nodes as Block[])
  }
  if (block.type === 'expandable') {
    block.fragments = ['expandable-title', 'expandable-body'].map((name) => {
      const fragmentOfName = block.fragments.find(({ fragment, type }) => (type ?? fragment) === name)
      const nodes = normalizeBlocks(fragmentOfName?.nodes ?? [])
      return { object: 'fragment', key: '', fragment: name, type: name, nodes: withParagraph(nodes) }
    })
  } else if ('fragments' in block && block.fragments) {
    const captions = block.fragments.flatMap(({ nodes }) => normalizeBlocks(nodes))
    const caption: Fragment[] =
      captions.length === 0 ? [] : [{ object: 'fragment', key: '', fragment: 'caption', nodes: captions }]
    if (block.type === 'image' || caption.length > 0) block.fragments = caption
    else delete block.fragments
  } else if (block.type === 'image') block.fragments = []
  return block
}

const withParagraph = (nodes: Block[]): Block[] =>
  nodes.length === 0 ? [createParagraph([createText('')])] : nodes

const hasInlineContent = (type: Block['type']): boolean =>
  type === 'paragraph' || type.startsWith('heading-') || type === 'code-line'

/** Removes data that has its default value. */
function dropDefaults({ data }: Block): void {
  if ('align' in data && data.align === 'start') delete data.align
  if ('start' in data && data.start === 1) delete data.start
  if ('defaultExpanded' in data && !data.defaultExpanded) delete data.defaultExpanded
  if ('highlighted' in data && !data.highlighted) delete data.highlighted
}

function normalizeInlines(nodes: InlineContent[], isCode: boolean): InlineContent[] {
  const builder = new InlineBuilder(isCode)
  for (const node of nodes) {
    if (node.object === 'text') {
      builder.addNodes([{ ...node, leaves: node.leaves.map(normalizeLeaf) }])
      continue
    }
    if (node.type === 'link') node.nodes = normalizeInlines(node.nodes, isCode)
    if (node.type === 'annotation') {
      // An annotation contains only text, which is replaced by text.
      node.nodes = normalizeInlines(node.nodes, isCode) as Text[]
      const body = node.fragments.flatMap((fragment) => normalizeBlocks(fragment.nodes))
      const name = 'annotation-body'
      node.fragments = [{ object: 'fragment', key: '', fragment: name, type: name, nodes: body }]
    }
    if (node.type === 'button' && node.data.action) node.data.ref = createActionReference(node.data.action)
    builder.addInline(node)
  }
  return builder.finish()
}

function normalizeLeaf(leaf: Leaf): Leaf {
  const isRaw = leaf.raw === true
  const marks = leaf.marks.reduce<Mark[]>((all, mark) => addMark(all, normalizeMark(mark)), [])
  return { object: 'leaf', text: leaf.text, marks, ...(isRaw && { raw: true }) }
}

const normalizeMark = (mark: Mark): Mark =>
  mark.type === 'color'
    ? { object: 'mark', type: 'color', data: { text: mark.data.text, background: mark.data.background } }
    : { object: 'mark', type: mark.type }
