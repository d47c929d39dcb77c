import { InlineBuilder } from '../document/inline-builder.ts'
import type { InlineContent, InlineImage, Text } from '../document/types.ts'
import { textContent } from './html-tree.ts'
import type { Attributes, HtmlElement, HtmlNode } from './html-tree.ts'
import { inlineImage, isDarkSource, meaningOf, VOID_ELEMENTS } from './inline-element.ts'
import { annotation, link } from './inline.ts'
import type { Footnotes } from './inline.ts'

interface Context {
  footnotes: Footnotes
  /** White space counts, as in `<pre>`. */
  preformatted?: boolean
  inLink?: boolean
}

/** The inlines of a run of HTML. */
export function htmlInlines(nodes: readonly HtmlNode[], footnotes: Footnotes): InlineContent[] {
  const builder = new InlineBuilder()
  addHtmlInlines(withoutLayoutEdges(nodes), builder, { footnotes })
  return builder.finish()
}

/**
 * A line break in the source of HTML is a space, and none at all at the edges. Other white space is kept as it is
 * written, so that text comes back from a table cell with every space it went in with.
 */
function withoutLayoutEdges(nodes: readonly HtmlNode[]): HtmlNode[] {
  const result = [...nodes]
  const [first] = result
  if (first?.kind === 'text') result[0] = { kind: 'text', value: first.value.replace(/^[ \t]*\n\s*/, '') }
  const last = result.at(-1)
  if (last?.kind === 'text') {
    const trimmed = last.value.trimEnd()
    if (last.value.slice(trimmed.length).includes('\n'))
      result[result.length - 1] = { kind: 'text', value: trimmed }
  }
  return result
}

export function addHtmlInlines(nodes: readonly HtmlNode[], builder: InlineBuilder, context: Context): void {
  for (const node of nodes) {
    if (node.kind === 'comment') builder.raw(node.source)
    else if (node.kind === 'text') {
      builder.text(context.preformatted ? node.value : node.value.replaceAll(/[ \t]*\n\s*/g, ' '))
    } else addElement(node, builder, context)
  }
}

function addElement(element: HtmlElement, builder: InlineBuilder, context: Context): void {
  const { name, attributes, children } = element
  const picture = name === 'picture' ? pictureOf(children) : undefined
  if (picture) {
    builder.inline(picture)
    return
  }
  const meaning = meaningOf(name, attributes)
  if (meaning?.kind === 'annotation' && annotate(element, meaning.label, builder, context)) return
  if (!meaning || meaning.kind === 'annotation' || (meaning.kind === 'link' && context.inLink)) {
    const keep = staysMarkup(element) ? (tag: string) => builder.raw(tag) : (tag: string) => builder.text(tag)
    keep(element.startTag)
    addHtmlInlines(children, builder, context)
    if (element.endTag !== '' && !VOID_ELEMENTS.has(name)) keep(element.endTag)
  } else if (meaning.kind === 'text') builder.text(meaning.text)
  else if (meaning.kind === 'raw') builder.raw(textContent(children))
  else if (meaning.kind === 'node') builder.inline(meaning.build(textContent(children)))
  else if (meaning.kind === 'link') {
    const inner = new InlineBuilder()
    inner.marks = builder.marks
    addHtmlInlines(children, inner, { ...context, inLink: true })
    builder.inline(link(meaning.ref, meaning.title, inner.finish()))
  } else {
    const marks = builder.marks
    builder.mark(meaning.mark)
    addHtmlInlines(children, builder, context)
    builder.marks = marks
  }
}

/** Elements that end a paragraph: written in one, they would tear it apart. */
const ENDS_PARAGRAPH = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul dd dt'
  ).split(' '),
)

/** Whether an element we do not know stays markup. Half an element would take hold of what follows it. */
function staysMarkup({ name, endTag }: HtmlElement): boolean {
  return (endTag !== '' || VOID_ELEMENTS.has(name)) && !ENDS_PARAGRAPH.has(name)
}

/** Annotates the text of an element with a footnote, if the page has it. */
function annotate(element: HtmlElement, label: string, builder: InlineBuilder, context: Context): boolean {
  const inner = new InlineBuilder()
  inner.marks = builder.marks
  addHtmlInlines(element.children, inner, { ...context, inLink: true })
  const nodes = inner.finish()
  const isText = nodes.every((node): node is Text => node.object === 'text')
  const body = isText ? context.footnotes(label) : undefined
  if (!isText || !body) return false
  builder.inline(annotation(nodes, body))
  return true
}

function pictureOf(children: readonly HtmlNode[]): InlineImage | undefined {
  let dark: Attributes | undefined
  let shown: Attributes | undefined
  for (const child of children) {
    if (child.kind !== 'element') continue
    if (child.name === 'source' && isDarkSource(child.attributes)) dark = child.attributes
    else if (child.name === 'img') shown = child.attributes
  }
  return shown && inlineImage(shown, dark)
}
