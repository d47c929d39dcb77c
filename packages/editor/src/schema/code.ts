import type { NodeSpec } from 'prosemirror-model'
import {
  anyText,
  boolean,
  codeLanguage,
  finiteNumber,
  lineText,
  matching,
  oneOf,
  onlyTrue,
  optional,
  required,
} from './attributes.ts'
import { defineAtom, defineNode } from './define-node.ts'

const syntax = optional(codeLanguage)
const info = optional(matching(/^\S(?:[^\r\n]*\S)?$/, 'text of one line without white space around it'))

export const codeBlocks: Record<string, NodeSpec> = {
  code: defineNode('code', {
    content: 'code_line+',
    group: 'block',
    defining: true,
    isolating: true,
    tag: 'pre',
    settings: {
      syntax,
      title: optional(lineText),
      overflow: optional(oneOf('scroll', 'wrap')),
      lineNumbers: optional(boolean),
      fullWidth: optional(boolean),
      expandable: optional(boolean),
      collapsedLineCount: optional(finiteNumber),
      info,
    },
  }),
  code_line: defineNode('code_line', {
    content: '(text | expression)*',
    marks: 'annotation bold italic strikethrough keyboard superscript subscript color',
    code: true,
    defining: true,
    settings: { highlighted: optional(onlyTrue) },
  }),
  /**
   * Source that stays as the author wrote it: unknown HTML, an unknown tag, a comment. It cannot be edited letter by letter,
   * because a changed letter may make it a known tag; it is edited as Markdown, and what that is parsed to takes its place.
   */
  raw_block: defineAtom('raw_block', {
    source: required(anyText, ''),
    raw: required(oneOf('html', 'comment', 'tag', 'footnote', 'text', 'fence'), 'text'),
    syntax,
    info,
  }),
}
