import type { MarkSpec } from 'prosemirror-model'
import { formatReference, parseReference } from '@verso/markdown'
import type { ContentRef } from '@verso/markdown'
import { defineAttributes, oneOf, optional, required } from './attributes.ts'
import { annotationBody, linkTitle, textColors } from './inlines.ts'
import { contentReference } from './references.ts'

/** `part` keeps two links with the same data apart that stand side by side; otherwise they would become one. */
const part = required(oneOf(0, 1), 0)
const color = required(oneOf(...textColors), 'default')

/** Links of pasted HTML. What is no address of a link stays text. */
function readLink(element: { getAttribute(name: string): string | null }): { ref: ContentRef } | false {
  const ref = parseReference(element.getAttribute('href') ?? '')
  return contentReference.accepts(ref) ? { ref } : false
}

function definePlainMark(tag: string, ...otherTags: string[]): MarkSpec {
  return { parseDOM: [tag, ...otherTags].map((name) => ({ tag: name })), toDOM: () => [tag, 0] }
}

/** The order of the marks is the order in which documents list them. Links and annotations are around all others. */
export const marks: Record<string, MarkSpec> = {
  link: {
    attrs: defineAttributes({
      ref: required(contentReference, { kind: 'url', url: '' }),
      title: optional(linkTitle),
      part,
    }),
    inclusive: false,
    // Markdown has no notation for an annotation in a link.
    excludes: 'link annotation',
    parseDOM: [{ tag: 'a[href]', getAttrs: readLink }],
    toDOM: (mark) => ['a', { href: formatReference(mark.attrs['ref'] as ContentRef) }, 0],
  },
  annotation: {
    attrs: defineAttributes({ body: required(annotationBody, []), part }),
    inclusive: false,
    toDOM: () => ['span', { 'data-annotation': '' }, 0],
  },
  bold: definePlainMark('strong', 'b'),
  italic: definePlainMark('em', 'i'),
  strikethrough: definePlainMark('s', 'del', 'strike'),
  /** A node has the name `code` already. */
  mono: { ...definePlainMark('code'), code: true },
  keyboard: definePlainMark('kbd'),
  superscript: { ...definePlainMark('sup') },
  subscript: { ...definePlainMark('sub') },
  color: {
    attrs: defineAttributes({ text: color, background: color }),
    toDOM: (mark) => [
      'mark',
      { 'data-text': String(mark.attrs['text']), 'data-background': String(mark.attrs['background']) },
      0,
    ],
  },
}
