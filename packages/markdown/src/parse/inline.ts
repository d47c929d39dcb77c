import type { MarkdownIt, Token } from 'markdown-it'
import { NO_KEY } from '../document/create-nodes.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import { plainMark } from '../document/marks.ts'
import { defined } from '../document/create-nodes.ts'
import type {
  Annotation,
  Block,
  InlineContent,
  InlineImage,
  Link,
  Mark,
  PlainMarkType,
  Text,
} from '../document/types.ts'
import { addLinkified } from './autolink.ts'
import { contextEnv } from './context.ts'
import type { ParseContext } from './context.ts'
import { parseAttributes, parseHtmlTag } from './html-tree.ts'
import type { Attributes } from './html-tree.ts'
import { inlineImage, isDarkSource, isKnownElement, meaningOf, VOID_ELEMENTS } from './inline-element.ts'
import type { Meaning } from './inline-element.ts'
import { Pairing } from './pair-matcher.ts'
import { parseMediaReference, parseReference } from './reference.ts'

/** Gives the body of a footnote to a reference to it, or nothing if there is none to give. */
export type Footnotes = (label: string) => Block[] | undefined

const MARK_OF: Record<string, PlainMarkType> = { strong: 'bold', em: 'italic', s: 'strikethrough' }

export class InlineParser {
  readonly #md: MarkdownIt
  readonly #env: ReturnType<typeof contextEnv>
  readonly #footnotes: Footnotes

  constructor(md: MarkdownIt, context: ParseContext, footnotes: Footnotes, env = contextEnv(context)) {
    this.#md = md
    this.#env = env
    this.#footnotes = footnotes
  }

  parse(content: string): InlineContent[] {
    if (content === '') return new InlineBuilder().finish()
    const tokens: Token[] = []
    this.#md.inline.parse(content, this.#md, this.#env, tokens)
    const builder = new InlineBuilder()
    new InlineWalk(tokens, this.#footnotes).walk(0, tokens.length, builder, false)
    return builder.finish()
  }
}

interface OpenElement {
  meaning: Meaning
  end: number
}

class InlineWalk {
  readonly #tokens: Token[]
  readonly #footnotes: Footnotes
  /** The elements of the paragraph that are closed, by the index of their start tag. */
  readonly #elements: Map<number, OpenElement>
  /** End tags of elements that mark their content. */
  readonly #markEnds = new Set<number>()
  /** Tags of elements we know whose other half is missing. */
  readonly #unpaired = new Set<number>()
  /** For every token, the next that opens a Markdown link. */
  #nextLinks: number[] | undefined

  constructor(tokens: Token[], footnotes: Footnotes) {
    this.#tokens = tokens
    this.#footnotes = footnotes
    this.#elements = new Map()
    if (tokens.some((token) => token.type === 'html_inline')) this.#pairElements()
  }

  walk(start: number, end: number, builder: InlineBuilder, inLink: boolean): void {
    // Emphasis may be nested a million times, so it is a stack here and not a recursion.
    const outer: Mark[][] = []
    for (let index = start; index < end; index++) {
      const token = this.#tokens[index]
      if (!token) return
      switch (token.type) {
        case 'text':
          if (inLink) builder.text(token.content)
          else addLinkified(builder, token.content)
          break
        case 'text_special':
          builder.text(token.content)
          break
        case 'softbreak':
          builder.text(' ')
          break
        case 'hardbreak':
          builder.text('\n')
          break
        case 'code_inline': {
          const marks = builder.marks
          builder.mark(plainMark('code'))
          builder.text(token.content)
          builder.marks = marks
          break
        }
        case 'strong_open':
        case 'em_open':
        case 's_open':
          outer.push(builder.marks)
          builder.mark(plainMark(MARK_OF[token.tag] ?? 'bold'))
          break
        case 'strong_close':
        case 'em_close':
        case 's_close':
          builder.marks = outer.pop() ?? builder.marks
          break
        case 'link_open': {
          const close = this.#closeOf(index)
          this.#link(token, index + 1, close, builder)
          index = close
          break
        }
        case 'image':
          builder.inline(markdownImage(token))
          break
        case 'html_inline':
          index = this.#html(token, index, builder, inLink, outer)
          break
        case 'verso_math':
          builder.inline({
            object: 'inline',
            type: 'inline-math',
            isVoid: true,
            data: { formula: token.content },
          })
          break
        case 'verso_emoji':
          builder.inline({ object: 'inline', type: 'emoji', isVoid: true, data: { code: token.content } })
          break
        case 'verso_raw':
          builder.raw(token.content)
          break
        case 'verso_footnote':
          this.#annotate(builder, String(token.meta?.['label']), undefined)
          break
        case 'verso_span_open': {
          const close = this.#closeOf(index)
          this.#span(index + 1, close, builder, inLink)
          index = close
          break
        }
        default:
          builder.text(token.content)
      }
    }
  }

  /** markdown-it closes what it opens, on the same level. */
  #closeOf(index: number): number {
    const open = this.#tokens[index]
    const type = open?.type.replace('_open', '_close')
    let close = index + 1
    let depth = 0
    for (; close < this.#tokens.length; close++) {
      const token = this.#tokens[close]
      if (token?.type === open?.type) depth++
      else if (token?.type === type && depth-- === 0) break
    }
    return close
  }

  #link(token: Token, start: number, end: number, builder: InlineBuilder): void {
    const href = attribute(token, 'href') ?? ''
    const title = attribute(token, 'title')
    const ref = parseReference(href)
    if (title === 'mention') {
      builder.inline({ object: 'inline', type: 'mention', isVoid: true, data: { ref } })
      return
    }
    builder.inline(link(ref, title, this.#inner(start, end, builder)))
  }

  #inner(start: number, end: number, builder: InlineBuilder): InlineContent[] {
    const inner = new InlineBuilder()
    inner.marks = builder.marks
    this.walk(start, end, inner, true)
    return inner.finish()
  }

  /** `[several words][^label]`: the words are annotated, unless there is more than text in them. */
  #span(start: number, end: number, builder: InlineBuilder, inLink: boolean): void {
    const label = String(this.#tokens[end]?.meta?.['label'])
    const inner = new InlineBuilder()
    inner.marks = builder.marks
    this.walk(start, end, inner, true)
    const nodes = inner.finish()
    if (nodes.every((node): node is Text => node.object === 'text')) {
      this.#annotate(builder, label, nodes)
      return
    }
    builder.text('[')
    this.walk(start, end, builder, inLink)
    builder.text(']')
    this.#annotate(builder, label, undefined)
  }

  #annotate(builder: InlineBuilder, label: string, span: Text[] | undefined): void {
    const body = this.#footnotes(label)
    if (!body) {
      if (span) {
        builder.text('[')
        builder.add(span)
        builder.text(']')
      }
      builder.text(`[^${label}]`)
      return
    }
    builder.inline(annotation(span ?? [builder.takeLastWord()], body))
  }

  #html(token: Token, index: number, builder: InlineBuilder, inLink: boolean, outer: Mark[][]): number {
    const element = this.#elements.get(index)
    if (!element) {
      if (this.#markEnds.has(index)) builder.marks = outer.pop() ?? builder.marks
      else if (this.#unpaired.has(index)) builder.text(token.content)
      else builder.raw(token.content)
      return index
    }
    const { meaning, end } = element
    if (meaning.kind === 'mark') {
      outer.push(builder.marks)
      builder.mark(meaning.mark)
      this.#markEnds.add(end)
      return index
    }
    if (meaning.kind === 'annotation') return this.#htmlAnnotation(token, index, meaning.label, end, builder)
    // Links do not nest: the inner one counts.
    if (meaning.kind === 'link' && (inLink || this.#linkWithin(index, end))) {
      builder.raw(token.content)
      return index
    }
    if (meaning.kind === 'text') builder.text(meaning.text)
    else if (meaning.kind === 'raw') builder.raw(this.#sourceText(index + 1, end))
    else if (meaning.kind === 'node') builder.inline(meaning.build(this.#sourceText(index + 1, end)))
    else builder.inline(link(meaning.ref, meaning.title, this.#inner(index + 1, end, builder)))
    return end
  }

  #linkWithin(start: number, end: number): boolean {
    if (!this.#nextLinks) {
      this.#nextLinks = []
      let next = Infinity
      for (let index = this.#tokens.length - 1; index >= 0; index--) {
        if (this.#tokens[index]?.type === 'link_open') next = index
        this.#nextLinks[index] = next
      }
    }
    return (this.#nextLinks[start] ?? Infinity) < end
  }

  #htmlAnnotation(token: Token, index: number, label: string, end: number, builder: InlineBuilder): number {
    const nodes = this.#inner(index + 1, end, builder)
    const isText = nodes.every((node): node is Text => node.object === 'text')
    const body = isText ? this.#footnotes(label) : undefined
    if (!isText || !body) {
      builder.raw(token.content)
      return index
    }
    builder.inline(annotation(nodes, body))
    return end
  }

  /** The text between two tags, where it is data rather than content: a formula, a label. */
  #sourceText(start: number, end: number): string {
    let value = ''
    for (let index = start; index < end; index++) {
      const token = this.#tokens[index]
      if (token && token.type !== 'html_inline') value += token.content
    }
    return value
  }

  #pairElements(): void {
    const pairing = new Pairing()
    const floors: number[] = []
    for (const [index, token] of this.#tokens.entries()) {
      if (token.type !== 'html_inline') {
        // An element that starts inside emphasis ends inside it: marks nest, they do not overlap.
        if (token.nesting === 1) {
          floors.push(pairing.depth)
          pairing.open('', index)
        } else if (token.nesting === -1) pairing.reset(floors.pop() ?? 0)
        continue
      }
      const tag = parseHtmlTag(token.content)
      if (!tag) continue
      if (VOID_ELEMENTS.has(tag.name)) {
        const meaning = tag.closing ? undefined : meaningOf(tag.name, parseAttributes(token.content))
        if (meaning) this.#elements.set(index, { meaning, end: index })
      } else if (isKnownElement(tag.name)) {
        this.#unpaired.add(index)
        if (tag.closing) this.#closeElement(pairing, tag.name, index, floors.at(-1) ?? 0)
        else pairing.open(tag.name, index)
      }
    }
  }

  #closeElement(pairing: Pairing, name: string, index: number, floor: number): void {
    const opening = pairing.nearest(name)
    if (!opening || opening.position < floor) return
    pairing.close(opening, index)
    this.#unpaired.delete(opening.index)
    this.#unpaired.delete(index)
    const source = this.#tokens[opening.index]?.content ?? ''
    const meaning =
      name === 'picture' ? this.#picture(opening.index, index) : meaningOf(name, parseAttributes(source))
    if (meaning) this.#elements.set(opening.index, { meaning, end: index })
  }

  #picture(start: number, end: number): Meaning | undefined {
    let dark: Attributes | undefined
    let shown: Attributes | undefined
    for (let index = start + 1; index < end; index++) {
      const token = this.#tokens[index]
      if (token?.type !== 'html_inline') continue
      const name = parseHtmlTag(token.content)?.name
      const attributes = parseAttributes(token.content)
      if (name === 'source' && isDarkSource(attributes)) dark = attributes
      else if (name === 'img') shown = attributes
    }
    const node = shown && inlineImage(shown, dark)
    return node && { kind: 'node', build: () => node }
  }
}

export function link(ref: Link['data']['ref'], title: string | undefined, nodes: InlineContent[]): Link {
  return { object: 'inline', type: 'link', isVoid: false, data: defined<Link['data']>({ ref, title }), nodes }
}

export function annotation(nodes: Text[], body: Block[]): Annotation {
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes,
    fragments: [
      { object: 'fragment', key: NO_KEY, fragment: 'annotation-body', type: 'annotation-body', nodes: body },
    ],
  }
}

export function attribute(token: Token, name: string): string | undefined {
  const value = token.attrGet(name)
  return value === null ? undefined : String(value)
}

function markdownImage(token: Token): InlineImage {
  const data = defined<InlineImage['data']>({
    ref: parseMediaReference(attribute(token, 'src') ?? ''),
    caption: attribute(token, 'title') || undefined,
    alt: alternative(token.children ?? []) || undefined,
  })
  return { object: 'inline', type: 'inline-image', isVoid: true, data }
}

function alternative(tokens: Token[]): string {
  let value = ''
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') value += ' '
    else if (token.type === 'image') value += alternative(token.children ?? [])
    else value += token.content
  }
  return value
}
