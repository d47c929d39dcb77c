import type { NodeSpec } from 'prosemirror-model'
import { length, lineText, nonEmptyLine, oneOf, onlyTrue, boolean, optional, required } from './attributes.ts'
import { defineAtom, defineNode } from './define-node.ts'
import { fileReference, mediaReference } from './references.ts'

const emptyReference = { kind: 'url', url: '' }

export const mediaBlocks: Record<string, NodeSpec> = {
  images: defineNode('images', {
    content: 'image+',
    group: 'block',
    defining: true,
    draggable: true,
    settings: {
      align: optional(oneOf('center', 'left', 'right')),
      fullWidth: optional(onlyTrue),
      withFrame: optional(onlyTrue),
    },
  }),
  image: defineNode('image', {
    content: 'caption?',
    isolating: true,
    tag: 'figure',
    settings: {
      ref: required(mediaReference, emptyReference),
      refDark: optional(mediaReference),
      width: optional(length),
      height: optional(length),
      alt: optional(nonEmptyLine),
    },
  }),
  caption: defineNode('caption', { content: 'paragraph+', isolating: true, tag: 'figcaption' }),
  /** The paragraph of a file or an embed is its caption. Markdown has no notation for more. */
  file: defineNode('file', {
    content: 'paragraph?',
    group: 'block',
    isolating: true,
    draggable: true,
    settings: { ref: required(mediaReference, emptyReference) },
  }),
  embed: defineNode('embed', {
    content: 'paragraph?',
    group: 'block',
    isolating: true,
    draggable: true,
    settings: { url: required(lineText, ''), fullWidth: optional(boolean) },
  }),
  drawing: defineAtom('drawing', { ref: optional(fileReference) }),
}
