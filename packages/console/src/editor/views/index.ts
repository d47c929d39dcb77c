import type { NodeViewConstructor } from 'prosemirror-view'
import type { EditorContext } from '../context.ts'
import { createBlockCard } from './block-card.ts'
import { createCodeView } from './code.ts'
import { createContentRefView } from './content-ref.ts'
import { createEmbedView } from './embed.ts'
import { createExpandableView } from './expandable.ts'
import { createFileView } from './file.ts'
import { createHintView } from './hint.ts'
import { createImageView } from './image.ts'
import { createInlineAtomView } from './inline-atom.ts'
import { createListItemView } from './list-item.ts'
import { createMathView } from './math.ts'
import { createOpenApiOperationView } from './openapi-operation.ts'
import { createReusableContentView } from './reusable-content.ts'
import { createTableValueView } from './table-value.ts'
import { createTableView } from './table.ts'
import { createTabsView } from './tabs.ts'
import type { CreateView } from './view.ts'

const views: Readonly<Record<string, CreateView>> = {
  hint: createHintView,
  code: createCodeView,
  list_item: createListItemView,
  expandable: createExpandableView,
  tabs: createTabsView,
  image: createImageView,
  file: createFileView,
  embed: createEmbedView,
  content_ref: createContentRefView,
  reusable_content: createReusableContentView,
  openapi_operation: createOpenApiOperationView,
  math: createMathView,
  table: createTableView,
  table_value: createTableValueView,
}

const cards = [
  'drawing',
  'integration',
  'swagger',
  'openapi_webhook',
  'openapi_schemas',
  'raw_block',
  'if',
  'updates',
  'update',
  'prompt',
]

const inlineAtoms = [
  'emoji',
  'icon',
  'expression',
  'inline_math',
  'inline_image',
  'mention',
  'button',
  'raw_inline',
  'empty_link',
  'empty_annotation',
]

/** The views of all nodes that are more than their HTML. */
export function createNodeViews(context: EditorContext): Record<string, NodeViewConstructor> {
  return Object.fromEntries([
    ...Object.entries(views).map(([name, create]) => [name, create(context)] as const),
    ...cards.map((name) => [name, createBlockCard(context)] as const),
    ...inlineAtoms.map((name) => [name, createInlineAtomView(context)] as const),
  ])
}
