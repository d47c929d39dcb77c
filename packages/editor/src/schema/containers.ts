import type { NodeSpec } from 'prosemirror-model'
import {
  type AttributeField,
  type AttributeKind,
  boolean,
  length,
  lineText,
  listOf,
  matching,
  oneOf,
  onlyTrue,
  optional,
  required,
} from './attributes.ts'
import { defineNode } from './define-node.ts'
import { tagReference } from './references.ts'

const icon = optional(lineText)
const fullWidth = optional(boolean)

/** A block around other blocks. */
function defineContainer(name: string, settings: Record<string, AttributeField> = {}): NodeSpec {
  return defineNode(name, { content: 'block+', group: 'block', defining: true, settings })
}

/** A block of items. Items can be neither joined with what stands around them nor left by pressing Backspace. */
function defineGroup(name: string, content: string, settings: Record<string, AttributeField> = {}): NodeSpec {
  return defineNode(name, { content, group: 'block', defining: true, isolating: true, settings })
}

function defineItem(name: string, settings: Record<string, AttributeField> = {}): NodeSpec {
  return defineNode(name, { content: 'block+', defining: true, isolating: true, settings })
}

const tags: AttributeKind = {
  description: 'a list of tags that is not empty',
  accepts: (value) => listOf(tagReference).accepts(value) && (value as unknown[]).length > 0,
}

/** Documents have a time behind every date. */
const date: AttributeKind = {
  description: 'a date with a time',
  accepts: (value) => lineText.accepts(value) && !/^\d{4}-\d{2}-\d{2}$/.test(String(value)),
}

/** A condition stands between `{% if` and `%}` as it is. */
const condition = matching(/^(?!.*(?:%\}|\{%))\S(?:[^\r\n]*\S)?$/, 'an expression of one line')

export const containers: Record<string, NodeSpec> = {
  blockquote: defineNode('blockquote', {
    content: 'block+',
    group: 'block flow',
    defining: true,
    tag: 'blockquote',
    parseDOM: [{ tag: 'blockquote' }],
  }),
  hint: defineContainer('hint', {
    style: required(oneOf('info', 'warning', 'danger', 'success'), 'info'),
    icon,
  }),
  if: defineContainer('if', { expression: required(condition, 'true') }),
  tabs: defineGroup('tabs', 'tabs_item+', { fullWidth }),
  tabs_item: defineItem('tabs_item', {
    title: optional(lineText),
    icon,
    slug: optional(lineText),
  }),
  stepper: defineGroup('stepper', 'stepper_step+'),
  stepper_step: defineItem('stepper_step', { icon }),
  columns: defineGroup('columns', 'column+', { fullWidth }),
  column: defineItem('column', {
    width: optional(length),
    verticalAlignment: optional(oneOf('top', 'middle', 'bottom')),
  }),
  updates: defineGroup('updates', 'update+', {
    format: required(oneOf('numeric', 'full', 'short'), 'full'),
  }),
  update: defineItem('update', { date: required(date, ''), tags: optional(tags) }),
  /** `syntax` belongs to the code block that a prompt consists of in documents. */
  prompt: defineGroup('prompt', 'prompt_line+', {
    syntax: optional(matching(/^[\w+#.-]+$/, 'a language')),
    description: required(lineText, ''),
    icon,
    openInAIProviders: optional(boolean),
    defaultExpanded: optional(oneOf('hidden', 'partial', 'full')),
  }),
  prompt_line: defineNode('prompt_line', { content: 'text*', marks: '', code: true, defining: true }),
  expandable: defineGroup('expandable', 'expandable_title expandable_body', {
    defaultExpanded: optional(onlyTrue),
  }),
  expandable_title: defineNode('expandable_title', { content: 'inline*', defining: true, isolating: true }),
  expandable_body: defineItem('expandable_body'),
}
