import { schema } from '@verso/editor'
import type { Node, NodeType } from 'prosemirror-model'
import * as icons from '../ui/icon-paths.ts'
import type { EditorLabels } from './labels.ts'

/** A block that people insert by name. */
export interface BlockChoice {
  id: string
  label: keyof EditorLabels
  help: keyof EditorLabels
  icon: icons.IconPath
  /** Other names that people look for. */
  keywords: string
  create: () => Node
}

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

const createListOf = (list: string, attrs: object | null = null): Node =>
  createBlock(list, null, [createBlock('list_item', attrs, [createParagraph()])])

function createTable(): Node {
  const createRow = (): Node =>
    createBlock(
      'table_row',
      null,
      [1, 2, 3].map(() => createBlock('table_cell', null, [createParagraph()])),
    )
  const titles = [1, 2, 3].map(() => createBlock('table_title'))
  return createBlock('table', null, [createBlock('table_head', null, titles), createRow(), createRow()])
}

export const blockChoices: readonly BlockChoice[] = [
  {
    id: 'paragraph',
    label: 'paragraph',
    help: 'paragraphHelp',
    icon: icons.paragraph,
    keywords: 'p text',
    create: createParagraph,
  },
  {
    id: 'heading2',
    label: 'heading2',
    help: 'heading2Help',
    icon: icons.heading,
    keywords: 'h1 h2 title',
    create: () => createBlock('heading', { level: 2 }),
  },
  {
    id: 'heading3',
    label: 'heading3',
    help: 'heading3Help',
    icon: icons.heading,
    keywords: 'h2 h3',
    create: () => createBlock('heading', { level: 3 }),
  },
  {
    id: 'heading4',
    label: 'heading4',
    help: 'heading4Help',
    icon: icons.heading,
    keywords: 'h3 h4',
    create: () => createBlock('heading', { level: 4 }),
  },
  {
    id: 'bulletList',
    label: 'bulletList',
    help: 'bulletListHelp',
    icon: icons.listUl,
    keywords: 'ul unordered',
    create: () => createListOf('list_unordered'),
  },
  {
    id: 'orderedList',
    label: 'orderedList',
    help: 'orderedListHelp',
    icon: icons.listOl,
    keywords: 'ol 1.',
    create: () => createListOf('list_ordered'),
  },
  {
    id: 'taskList',
    label: 'taskList',
    help: 'taskListHelp',
    icon: icons.listCheck,
    keywords: 'todo checkbox',
    create: () => createListOf('list_tasks', { checked: false }),
  },
  {
    id: 'hint',
    label: 'hint',
    help: 'hintHelp',
    icon: icons.circleInfo,
    keywords: 'callout note info warning danger',
    create: () => createBlock('hint', null, [createParagraph()]),
  },
  {
    id: 'code',
    label: 'code',
    help: 'codeHelp',
    icon: icons.code,
    keywords: 'pre snippet',
    create: () => createBlock('code'),
  },
  {
    id: 'table',
    label: 'table',
    help: 'tableHelp',
    icon: icons.table,
    keywords: 'grid',
    create: createTable,
  },
  {
    id: 'tabs',
    label: 'tabs',
    help: 'tabsHelp',
    icon: icons.tableColumns,
    keywords: 'languages',
    create: () => createBlock('tabs', null, [createItem('tabs_item'), createItem('tabs_item')]),
  },
  {
    id: 'expandable',
    label: 'expandable',
    help: 'expandableHelp',
    icon: icons.chevronRight,
    keywords: 'details accordion toggle',
    create: () => createBlock('expandable'),
  },
  {
    id: 'stepper',
    label: 'stepper',
    help: 'stepperHelp',
    icon: icons.listOl,
    keywords: 'steps',
    create: () => createBlock('stepper', null, [createStep(), createStep()]),
  },
  {
    id: 'columns',
    label: 'columns',
    help: 'columnsHelp',
    icon: icons.tableCells,
    keywords: 'side by side',
    create: () => createBlock('columns', null, [createItem('column'), createItem('column')]),
  },
  {
    id: 'image',
    label: 'image',
    help: 'imageHelp',
    icon: icons.image,
    keywords: 'picture figure',
    create: () => createBlock('images', null, [createBlock('image')]),
  },
  {
    id: 'quote',
    label: 'quote',
    help: 'quoteHelp',
    icon: icons.quoteLeft,
    keywords: 'blockquote',
    create: () => createBlock('blockquote', null, [createParagraph()]),
  },
  {
    id: 'divider',
    label: 'divider',
    help: 'dividerHelp',
    icon: icons.minus,
    keywords: 'hr line',
    create: () => createBlock('divider'),
  },
  {
    id: 'math',
    label: 'math',
    help: 'mathHelp',
    icon: icons.squareRootVariable,
    keywords: 'tex latex formula',
    create: () => createBlock('math'),
  },
]

function createStep(): Node {
  return createBlock('stepper_step', null, [createBlock('heading', { level: 3 }), createParagraph()])
}

/** A new item of a block that consists of items. */
export function createItem(name: string): Node {
  return name === 'stepper_step' ? createStep() : createBlock(name, null, [createParagraph()])
}

/** Finds blocks whose name, or another name, contains what was typed; those that start with it first. */
export function findBlocks(query: string, labels: EditorLabels): BlockChoice[] {
  const words = query.trim().toLocaleLowerCase()
  if (words === '') return [...blockChoices]
  const rank = (choice: BlockChoice): number => {
    const label = labels[choice.label].toLocaleLowerCase()
    if (label.startsWith(words)) return 0
    if (label.includes(words)) return 1
    return choice.keywords.split(' ').some((keyword) => keyword.startsWith(words)) ? 2 : 3
  }
  return blockChoices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map((found) => found.choice)
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
