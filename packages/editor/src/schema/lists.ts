import type { NodeSpec } from 'prosemirror-model'
import { boolean, optional, wholeNumber } from './attributes.ts'
import { defineNode } from './define-node.ts'

/** Markdown reads numbers of up to nine digits. A list that starts with 1 has no setting. */
const start = {
  description: 'a number from 0 to 999999999 other than 1',
  accepts: (value: unknown) => wholeNumber(0, 999_999_999).accepts(value) && value !== 1,
}

export const lists: Record<string, NodeSpec> = {
  list_unordered: defineNode('list_unordered', {
    content: 'list_item+',
    group: 'block flow',
    tag: 'ul',
    parseDOM: [{ tag: 'ul' }],
  }),
  list_ordered: defineNode('list_ordered', {
    content: 'list_item+',
    group: 'block flow',
    tag: 'ol',
    settings: { start: optional(start) },
    parseDOM: [{ tag: 'ol' }],
  }),
  list_tasks: defineNode('list_tasks', { content: 'list_item+', group: 'block flow', tag: 'ul' }),
  /** `checked` is null in an item that is no task. A task list may have such items too. */
  list_item: defineNode('list_item', {
    content: 'block+',
    defining: true,
    tag: 'li',
    settings: { checked: optional(boolean) },
    parseDOM: [{ tag: 'li' }],
  }),
}
