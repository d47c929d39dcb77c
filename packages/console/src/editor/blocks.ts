import { schema } from '@verso/editor'
import type { Node, NodeType } from 'prosemirror-model'
import type { EditorLabels } from './labels.ts'

/** The schema has every node that is asked for here; a missing one is a mistake in this file. */
export function nodeType(name: string): NodeType {
  const type = schema.nodes[name]
  if (!type) throw new Error(`The schema has no node ${name}`)
  return type
}

export function createBlock(name: string, attrs: object | null = null, content: Node[] = []): Node {
  const node = nodeType(name).createAndFill(attrs, content)
  if (!node) throw new Error(`The content of ${name} does not fit`)
  return node
}

export const createParagraph = (): Node => createBlock('paragraph')

export function createTable(view: 'grid' | 'cards'): Node {
  const createRow = (): Node =>
    createBlock(
      'table_row',
      null,
      [1, 2, 3].map(() => createBlock('table_cell', null, [createParagraph()])),
    )
  const titles = [1, 2, 3].map(() => createBlock('table_title'))
  return createBlock('table', { view }, [createBlock('table_head', null, titles), createRow(), createRow()])
}

export function createStep(): Node {
  return createBlock('stepper_step', null, [createBlock('heading', { level: 3 }), createParagraph()])
}

/** A new item of a block that consists of items. */
export function createItem(name: string): Node {
  return name === 'stepper_step' ? createStep() : createBlock(name, null, [createParagraph()])
}

const labelsByNode: Readonly<Record<string, keyof EditorLabels>> = {
  paragraph: 'paragraph',
  heading: 'heading2',
  list_unordered: 'bulletList',
  list_ordered: 'orderedList',
  list_tasks: 'taskList',
  list_item: 'bulletList',
  blockquote: 'quote',
  hint: 'hint',
  if: 'condition',
  tabs: 'tabs',
  stepper: 'stepper',
  columns: 'columns',
  updates: 'updates',
  update: 'update',
  prompt: 'prompt',
  expandable: 'expandable',
  code: 'code',
  raw_block: 'rawBlock',
  images: 'image',
  file: 'file',
  embed: 'embed',
  drawing: 'drawing',
  divider: 'divider',
  math: 'math',
  content_ref: 'contentRef',
  reusable_content: 'reusableContent',
  integration: 'integration',
  swagger: 'openApi',
  openapi_operation: 'openApi',
  openapi_webhook: 'openApi',
  openapi_schemas: 'openApi',
  table: 'table',
}

export function getBlockLabel(node: Node, labels: EditorLabels): string {
  return labels[labelsByNode[node.type.name] ?? 'paragraph']
}
