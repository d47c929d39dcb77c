import type { NodeSpec } from 'prosemirror-model'
import { matching, oneOf, optional, required } from './attributes.ts'
import { defineNode } from './define-node.ts'
import { createDomAttributes } from './dom.ts'

const align = optional(oneOf('center', 'end'))
const levels = [1, 2, 3, 4, 5, 6] as const

/** Anchors are made of titles in any language and have no capital letters. */
const anchor = matching(/^[-.+_\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+$/u, 'an anchor of small letters')

export const textBlocks: Record<string, NodeSpec> = {
  paragraph: defineNode('paragraph', {
    content: 'inline*',
    group: 'block flow',
    tag: 'p',
    settings: { align },
    parseDOM: [{ tag: 'p' }],
  }),
  /** `level` is the level in Markdown, where 1 is the title of a page. */
  heading: defineNode('heading', {
    content: 'inline*',
    group: 'block flow',
    defining: true,
    settings: { level: required(oneOf(...levels), 2), id: optional(anchor), align },
    parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: (node) => [`h${String(node.attrs['level'])}`, createDomAttributes(node), 0],
  }),
}
