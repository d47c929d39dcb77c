import type { NodeSpec } from 'prosemirror-model'
import {
  type AttributeKind,
  anyText,
  isPlainObject,
  length,
  lineText,
  matching,
  nonEmptyLine,
  oneOf,
  optional,
  required,
} from './attributes.ts'
import { defineInlineAtom, defineNode } from './define-node.ts'
import { contentReference, mediaReference } from './references.ts'

const icon = optional(lineText)

const iconName = matching(/^[\w-]+$/, 'the name of an icon')
const noReference = { kind: 'url', url: '' }
export const textColors = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const

/** The blocks of an annotation, in the form of the API's document. */
export const annotationBody: AttributeKind = {
  description: 'a list of blocks',
  accepts: (value) => Array.isArray(value),
}

/** A link with the title `mention` is a mention. */
export const linkTitle: AttributeKind = {
  description: 'text of one line other than "mention"',
  accepts: (value) => value !== 'mention' && nonEmptyLine.accepts(value),
}

/** Text without white space at its edges, which Markdown would drop. */
const label = matching(/^(?:\S(?:[^\r\n]*\S)?)?$/, 'text of one line without white space around it')

/** What a button does instead of leading somewhere, in the form of the API's document. */
const buttonAction: AttributeKind = {
  description: 'an action of a button',
  accepts: (value) => {
    if (!isPlainObject(value)) return false
    const { action, query, slug, ...rest } = value
    if (Object.keys(rest).length > 0) return false
    if (action === 'select') return query === undefined && lineText.accepts(slug)
    return (
      (action === 'search' || action === 'ask') &&
      slug === undefined &&
      (query === undefined || lineText.accepts(query))
    )
  },
}

export const inlines: Record<string, NodeSpec> = {
  text: { group: 'inline' },
  break: defineNode('break', {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  }),
  emoji: defineInlineAtom(
    'emoji',
    { code: required(matching(/^[\w-]+$/, 'the code of an emoji'), '2753') },
    'code',
  ),
  icon: defineInlineAtom(
    'icon',
    { icon: required(iconName, 'star'), color: optional(oneOf(...textColors)) },
    'icon',
  ),
  expression: defineInlineAtom('expression', { expression: required(lineText, 'x') }, 'expression'),
  inline_math: defineInlineAtom('inline_math', { formula: required(label, 'x') }, 'formula'),
  inline_image: defineInlineAtom(
    'inline_image',
    {
      ref: required(mediaReference, noReference),
      refDark: optional(mediaReference),
      caption: optional(nonEmptyLine),
      alt: optional(nonEmptyLine),
      size: optional(oneOf('original', 'line')),
      width: optional(length),
      height: optional(length),
    },
    'alt',
  ),
  mention: defineInlineAtom('mention', { ref: required(contentReference, noReference) }),
  button: defineInlineAtom(
    'button',
    {
      label: required(label, ''),
      kind: required(oneOf('primary', 'secondary'), 'primary'),
      ref: required(contentReference, noReference),
      icon,
      action: optional(buttonAction),
    },
    'label',
  ),
  /** Markup in a line that stays as the author wrote it. */
  raw_inline: defineInlineAtom('raw_inline', { source: required(anyText, '') }, 'source'),
  /** A link of no words. A mark needs something to stand on. */
  empty_link: defineInlineAtom('empty_link', {
    ref: required(contentReference, noReference),
    title: optional(linkTitle),
  }),
  /** An annotation of no words. */
  empty_annotation: defineInlineAtom('empty_annotation', { body: required(annotationBody, []) }),
}
