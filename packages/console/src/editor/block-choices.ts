import type { Node } from 'prosemirror-model'
import * as icons from '../ui/icon-paths.ts'
import { createBlock, createItem, createParagraph, createStep, createTable } from './blocks.ts'
import type { EditorLabels } from './labels.ts'

/** What is chosen before it is inserted, so that a page never has one that leads nowhere. */
export type ChosenKind = 'reusableContent' | 'openApi' | 'icon' | 'mention' | 'button'

/** A block that people insert by name. */
export interface BlockChoice {
  id: string
  label: keyof EditorLabels
  help: keyof EditorLabels
  icon: icons.IconPath
  /** Other names that people look for. */
  keywords: string
  create: () => Node
  /** Its Markdown to begin with, for a block that is filled in as Markdown. */
  markdown?: string
  /** What is chosen first, where there is something to choose from. */
  chooses?: ChosenKind
  /** The control of the new block that is used first: a field gets the focus, a button is pressed. */
  opens?: string
}

const createListOf = (list: string, attrs: object | null = null): Node =>
  createBlock(list, null, [createBlock('list_item', attrs, [createParagraph()])])

/** Documents have a time behind every date. */
const createUpdates = (): Node => {
  const date = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
  return createBlock('updates', null, [createBlock('update', { date }, [createParagraph()])])
}

type Row = Pick<BlockChoice, 'id' | 'icon' | 'keywords' | 'create'> &
  Partial<Pick<BlockChoice, 'chooses' | 'markdown' | 'opens'>>

const rows: readonly Row[] = [
  { id: 'paragraph', icon: icons.paragraph, keywords: 'p text', create: createParagraph },
  {
    id: 'heading2',
    icon: icons.heading,
    keywords: 'h1 h2 title',
    create: () => createBlock('heading', { level: 2 }),
  },
  {
    id: 'heading3',
    icon: icons.heading,
    keywords: 'h2 h3',
    create: () => createBlock('heading', { level: 3 }),
  },
  {
    id: 'heading4',
    icon: icons.heading,
    keywords: 'h3 h4',
    create: () => createBlock('heading', { level: 4 }),
  },
  {
    id: 'bulletList',
    icon: icons.listUl,
    keywords: 'ul unordered',
    create: () => createListOf('list_unordered'),
  },
  { id: 'orderedList', icon: icons.listOl, keywords: 'ol 1.', create: () => createListOf('list_ordered') },
  {
    id: 'taskList',
    icon: icons.listCheck,
    keywords: 'todo checkbox',
    create: () => createListOf('list_tasks', { checked: false }),
  },
  {
    id: 'hint',
    icon: icons.circleInfo,
    keywords: 'callout note info warning danger',
    create: () => createBlock('hint', null, [createParagraph()]),
  },
  { id: 'code', icon: icons.code, keywords: 'pre snippet mermaid', create: () => createBlock('code') },
  {
    id: 'image',
    icon: icons.image,
    keywords: 'picture figure upload',
    create: () => createBlock('images', null, [createBlock('image')]),
  },
  { id: 'table', icon: icons.table, keywords: 'grid', create: () => createTable('grid') },
  { id: 'cards', icon: icons.clone, keywords: 'table grid tiles', create: () => createTable('cards') },
  {
    id: 'tabs',
    icon: icons.windowMaximize,
    keywords: 'languages',
    create: () => createBlock('tabs', null, [createItem('tabs_item'), createItem('tabs_item')]),
  },
  {
    id: 'expandable',
    icon: icons.chevronRight,
    keywords: 'details accordion toggle',
    create: () => createBlock('expandable'),
  },
  {
    id: 'stepper',
    icon: icons.listOl,
    keywords: 'steps',
    create: () => createBlock('stepper', null, [createStep(), createStep()]),
  },
  {
    id: 'columns',
    icon: icons.tableColumns,
    keywords: 'side by side',
    create: () => createBlock('columns', null, [createItem('column'), createItem('column')]),
  },
  {
    id: 'quote',
    icon: icons.quoteLeft,
    keywords: 'blockquote',
    create: () => createBlock('blockquote', null, [createParagraph()]),
  },
  { id: 'divider', icon: icons.minus, keywords: 'hr line', create: () => createBlock('divider') },
  {
    id: 'file',
    icon: icons.file,
    keywords: 'upload download attachment pdf',
    create: () => createBlock('file'),
    opens: '.editor-upload-button button',
  },
  {
    id: 'embed',
    icon: icons.display,
    keywords: 'video youtube iframe url',
    create: () => createBlock('embed'),
    opens: 'input',
  },
  {
    id: 'contentRef',
    icon: icons.fileLines,
    keywords: 'page reference content-ref card',
    create: () => createBlock('content_ref'),
    opens: 'button',
  },
  {
    id: 'math',
    icon: icons.squareRootVariable,
    keywords: 'tex latex formula katex',
    create: () => createBlock('math'),
    opens: 'textarea',
  },
  {
    id: 'condition',
    icon: icons.eye,
    keywords: 'if adaptive visitor',
    create: () => createBlock('if', null, [createParagraph()]),
    opens: 'input',
  },
  {
    id: 'prompt',
    icon: icons.wandMagicSparkles,
    keywords: 'ai assistant',
    create: () => createBlock('prompt', null, [createBlock('prompt_line')]),
    opens: 'input',
  },
  {
    id: 'updates',
    icon: icons.newspaper,
    keywords: 'changelog release news',
    create: createUpdates,
  },
  {
    id: 'button',
    icon: icons.arrowUpRightFromSquare,
    keywords: 'link cta action',
    create: createParagraph,
    chooses: 'button',
  },
  {
    id: 'reusableContent',
    icon: icons.cube,
    keywords: 'include snippet',
    create: createParagraph,
    chooses: 'reusableContent',
    markdown: '{% include "/reusable-contents/ID" %}',
  },
  {
    id: 'openApi',
    icon: icons.plug,
    keywords: 'openapi swagger endpoint rest',
    create: createParagraph,
    chooses: 'openApi',
    markdown: '{% openapi-operation spec="my-api" path="/path" method="get" %}',
  },
  { id: 'mention', icon: icons.at, keywords: '@ page link', create: createParagraph, chooses: 'mention' },
  {
    id: 'icon',
    icon: icons.faceSmile,
    keywords: 'fontawesome symbol',
    create: createParagraph,
    chooses: 'icon',
  },
  { id: 'rawBlock', icon: icons.markdown, keywords: 'source html', create: createParagraph, markdown: '' },
]

// Every row has a name and a sentence in the labels, by its id.
export const blockChoices: readonly BlockChoice[] = rows.map((row) =>
  Object.assign(row, {
    label: row.id as keyof EditorLabels,
    help: `${row.id}Help` as keyof EditorLabels,
  }),
)

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
