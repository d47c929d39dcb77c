import { InlineBuilder } from '../document/inline-builder.ts'
import type { InlineContent, InlineImage, Text } from '../document/types.ts'
import { getTextContent } from './html-tree.ts'
import type { Attributes, HtmlElement, HtmlNode } from './html-tree.ts'
import { createInlineImage, isDarkSource, interpretElement, voidElements } from './inline-element.ts'
import { canStayMarkup } from './markup-element.ts'
import { createAnnotation, createLink } from '../document/create-nodes.ts'
import type { ResolveFootnote } from './inline.ts'

interface HtmlInlineContext {
  resolveFootnote: ResolveFootnote
  /** Whether whitespace is significant, as in `<pre>`. */
  isPreformatted?: boolean
  isInLink?: boolean
}

/** Converts HTML phrasing content to inlines. */
export function convertHtmlInlines(
  nodes: readonly HtmlNode[],
  resolveFootnote: ResolveFootnote,
): InlineContent[] {
  const builder = new InlineBuilder()
  addHtmlInlines(trimLayoutWhitespace(nodes), builder, { resolveFootnote })
  return builder.finish()
}

/**
 * Removes line breaks at the edges, which are layout of the HTML source. Other whitespace stays as it is, so that a
 * table cell keeps every space of its text when it is written and parsed again.
 */
function trimLayoutWhitespace(nodes: readonly HtmlNode[]): HtmlNode[] {
  const result = [...nodes]
  const [first] = result
  if (first?.kind === 'text') result[0] = { kind: 'text', value: first.value.replace(/^[ \t]*\n\s*/, '') }
  const last = result.at(-1)
  if (last?.kind === 'text') {
    const trimmedText = last.value.trimEnd()
    if (last.value.slice(trimmedText.length).includes('\n'))
      result[result.length - 1] = { kind: 'text', value: trimmedText }
  }
  return result
}

export function addHtmlInlines(
  nodes: readonly HtmlNode[],
  builder: InlineBuilder,
  context: HtmlInlineContext,
): void {
  for (const node of nodes) {
    if (node.kind === 'comment') builder.addRaw(node.source)
    else if (node.kind === 'text') {
      builder.addText(context.isPreformatted ? node.value : node.value.replaceAll(/[ \t]*\n\s*/g, ' '))
    } else addElement(node, builder, context)
  }
}

function addElement(element: HtmlElement, builder: InlineBuilder, context: HtmlInlineContext): void {
  const { name, attributes, children } = element
  const picture = name === 'picture' ? createPicture(children) : undefined
  if (picture) {
    builder.addInline(picture)
    return
  }
  const meaning = interpretElement(name, attributes)
  if (meaning?.kind === 'annotation' && addAnnotation(element, meaning.label, builder, context)) return
  if (!meaning || meaning.kind === 'annotation' || (meaning.kind === 'link' && context.isInLink)) {
    const addTag = canStayMarkup(element)
      ? (tag: string) => builder.addRaw(tag)
      : (tag: string) => builder.addText(tag)
    addTag(element.startTag)
    addHtmlInlines(children, builder, context)
    if (element.endTag !== '' && !voidElements.has(name)) addTag(element.endTag)
  } else if (meaning.kind === 'text') builder.addText(meaning.text)
  else if (meaning.kind === 'raw') builder.addRaw(getTextContent(children))
  else if (meaning.kind === 'node') builder.addInline(meaning.build(getTextContent(children)))
  else if (meaning.kind === 'link') {
    const innerBuilder = new InlineBuilder()
    innerBuilder.marks = builder.marks
    addHtmlInlines(children, innerBuilder, { ...context, isInLink: true })
    builder.addInline(createLink(meaning.ref, meaning.title, innerBuilder.finish()))
  } else {
    const marks = builder.marks
    builder.addMark(meaning.mark)
    addHtmlInlines(children, builder, context)
    builder.marks = marks
  }
}

/** Annotates the text of an element with a footnote. Returns false when the page does not define the footnote. */
function addAnnotation(
  element: HtmlElement,
  label: string,
  builder: InlineBuilder,
  context: HtmlInlineContext,
): boolean {
  const innerBuilder = new InlineBuilder()
  innerBuilder.marks = builder.marks
  addHtmlInlines(element.children, innerBuilder, { ...context, isInLink: true })
  const nodes = innerBuilder.finish()
  const isText = nodes.every((node): node is Text => node.object === 'text')
  const body = isText ? context.resolveFootnote(label) : undefined
  if (!isText || !body) return false
  builder.addInline(createAnnotation(nodes, body))
  return true
}

function createPicture(children: readonly HtmlNode[]): InlineImage | undefined {
  let darkAttributes: Attributes | undefined
  let imageAttributes: Attributes | undefined
  for (const child of children) {
    if (child.kind !== 'element') continue
    if (child.name === 'source' && isDarkSource(child.attributes)) darkAttributes = child.attributes
    else if (child.name === 'img') imageAttributes = child.attributes
  }
  return imageAttributes && createInlineImage(imageAttributes, darkAttributes)
}
