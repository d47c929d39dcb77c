import type { MarkdownIt, Token } from 'markdown-it'
import { InlineBuilder } from '../document/inline-builder.ts'
import { createPlainMark } from '../document/marks.ts'
import { createAnnotation, createLink, omitUndefined } from '../document/create-nodes.ts'
import type { Block, InlineContent, InlineImage, Mark, PlainMarkType, Text } from '../document/types.ts'
import { addLinkedText } from './autolink.ts'
import { createEnv } from './context.ts'
import type { ParseContext } from './context.ts'
import { parseAttributes, parseHtmlTag } from './html-tree.ts'
import type { Attributes } from './html-tree.ts'
import {
  createInlineImage,
  isDarkSource,
  isKnownElement,
  interpretElement,
  voidElements,
} from './inline-element.ts'
import type { ElementMeaning } from './inline-element.ts'
import { PairMatcher } from './pair-matcher.ts'
import { parseMediaReference, parseReference } from './reference.ts'

/** Returns the body of a footnote, or undefined when there is none. */
export type ResolveFootnote = (label: string) => Block[] | undefined

const markTypesByTag: Record<string, PlainMarkType> = { strong: 'bold', em: 'italic', s: 'strikethrough' }

export class InlineParser {
  readonly #md: MarkdownIt
  readonly #env: ReturnType<typeof createEnv>
  readonly #resolveFootnote: ResolveFootnote

  constructor(
    md: MarkdownIt,
    context: ParseContext,
    resolveFootnote: ResolveFootnote,
    env = createEnv(context),
  ) {
    this.#md = md
    this.#env = env
    this.#resolveFootnote = resolveFootnote
  }

  parse(content: string): InlineContent[] {
    if (content === '') return new InlineBuilder().finish()
    const tokens: Token[] = []
    this.#md.inline.parse(content, this.#md, this.#env, tokens)
    const builder = new InlineBuilder()
    new InlineTokenWalker(tokens, this.#resolveFootnote).walk(0, tokens.length, builder, false)
    return builder.finish()
  }
}

interface PairedElement {
  meaning: ElementMeaning
  end: number
}

class InlineTokenWalker {
  readonly #tokens: Token[]
  readonly #resolveFootnote: ResolveFootnote
  /** The elements of the paragraph with both tags, by the index of their start tag. */
  readonly #elements: Map<number, PairedElement>
  /** The indexes of end tags of elements that mark their content. */
  readonly #markEndTags = new Set<number>()
  /** The indexes of tags of known elements whose other tag is missing. */
  readonly #unpairedTags = new Set<number>()
  /** For every token, the index of the next token that opens a Markdown link. */
  #nextLinkIndexes: number[] | undefined

  constructor(tokens: Token[], resolveFootnote: ResolveFootnote) {
    this.#tokens = tokens
    this.#resolveFootnote = resolveFootnote
    this.#elements = new Map()
    if (tokens.some((token) => token.type === 'html_inline')) this.#pairElements()
  }

  walk(start: number, end: number, builder: InlineBuilder, inLink: boolean): void {
    // Emphasis may be nested a million times, so this is a stack instead of a recursion.
    const outerMarks: Mark[][] = []
    for (let index = start; index < end; index++) {
      const token = this.#tokens[index]
      if (!token) return
      switch (token.type) {
        case 'text':
          if (inLink) builder.addText(token.content)
          else addLinkedText(builder, token.content)
          break
        case 'text_special':
          builder.addText(token.content)
          break
        case 'softbreak':
          builder.addText(' ')
          break
        case 'hardbreak':
          builder.addText('\n')
          break
        case 'code_inline': {
          const marks = builder.marks
          builder.addMark(createPlainMark('code'))
          builder.addText(token.content)
          builder.marks = marks
          break
        }
        case 'strong_open':
        case 'em_open':
        case 's_open':
          outerMarks.push(builder.marks)
          builder.addMark(createPlainMark(markTypesByTag[token.tag] ?? 'bold'))
          break
        case 'strong_close':
        case 'em_close':
        case 's_close':
          builder.marks = outerMarks.pop() ?? builder.marks
          break
        case 'link_open': {
          const closeIndex = this.#findClose(index)
          // An address in `<>` inside the text of a link is text, because links cannot be nested.
          if (inLink) this.walk(index + 1, closeIndex, builder, true)
          else this.#addLink(token, index + 1, closeIndex, builder)
          index = closeIndex
          break
        }
        case 'image':
          builder.addInline(createMarkdownImage(token))
          break
        case 'html_inline':
          index = this.#addHtml(token, index, builder, inLink, outerMarks)
          break
        case 'verso_math':
          builder.addInline({
            object: 'inline',
            type: 'inline-math',
            isVoid: true,
            data: { formula: token.content },
          })
          break
        case 'verso_emoji':
          builder.addInline({ object: 'inline', type: 'emoji', isVoid: true, data: { code: token.content } })
          break
        case 'verso_raw':
          builder.addRaw(token.content)
          break
        case 'verso_footnote':
          this.#addAnnotation(builder, String(token.meta?.['label']), undefined)
          break
        case 'verso_span_open': {
          const closeIndex = this.#findClose(index)
          this.#addAnnotatedSpan(index + 1, closeIndex, builder, inLink)
          index = closeIndex
          break
        }
        default:
          builder.addText(token.content)
      }
    }
  }

  /** Returns the index of the token that closes the token at `index`. markdown-it always creates both. */
  #findClose(index: number): number {
    const open = this.#tokens[index]
    const type = open?.type.replace('_open', '_close')
    let closeIndex = index + 1
    let depth = 0
    for (; closeIndex < this.#tokens.length; closeIndex++) {
      const token = this.#tokens[closeIndex]
      if (token?.type === open?.type) depth++
      else if (token?.type === type && depth-- === 0) break
    }
    return closeIndex
  }

  #addLink(token: Token, start: number, end: number, builder: InlineBuilder): void {
    const href = getAttribute(token, 'href') ?? ''
    const title = getAttribute(token, 'title')
    const ref = parseReference(href)
    if (title === 'mention') {
      builder.addInline({ object: 'inline', type: 'mention', isVoid: true, data: { ref } })
      return
    }
    builder.addInline(createLink(ref, title, this.#walkInner(start, end, builder)))
  }

  #walkInner(start: number, end: number, builder: InlineBuilder): InlineContent[] {
    const innerBuilder = new InlineBuilder()
    innerBuilder.marks = builder.marks
    this.walk(start, end, innerBuilder, true)
    return innerBuilder.finish()
  }

  /** Adds `[several words][^label]`. The words are annotated, unless they contain more than text. */
  #addAnnotatedSpan(start: number, end: number, builder: InlineBuilder, inLink: boolean): void {
    const label = String(this.#tokens[end]?.meta?.['label'])
    const innerBuilder = new InlineBuilder()
    innerBuilder.marks = builder.marks
    this.walk(start, end, innerBuilder, true)
    const nodes = innerBuilder.finish()
    if (nodes.every((node): node is Text => node.object === 'text')) {
      this.#addAnnotation(builder, label, nodes)
      return
    }
    builder.addText('[')
    this.walk(start, end, builder, inLink)
    builder.addText(']')
    this.#addAnnotation(builder, label, undefined)
  }

  #addAnnotation(builder: InlineBuilder, label: string, span: Text[] | undefined): void {
    const body = this.#resolveFootnote(label)
    if (!body) {
      if (span) {
        builder.addText('[')
        builder.addNodes(span)
        builder.addText(']')
      }
      builder.addText(`[^${label}]`)
      return
    }
    // GitBook writes annotated words as a link to their footnote.
    const words = span ?? builder.takeLastLink(`user-content-fn-${label}`) ?? [builder.takeLastWord()]
    builder.addInline(createAnnotation(words, body))
  }

  #addHtml(
    token: Token,
    index: number,
    builder: InlineBuilder,
    inLink: boolean,
    outerMarks: Mark[][],
  ): number {
    const element = this.#elements.get(index)
    if (!element) {
      if (this.#markEndTags.has(index)) builder.marks = outerMarks.pop() ?? builder.marks
      else if (this.#unpairedTags.has(index)) builder.addText(token.content)
      else builder.addRaw(token.content)
      return index
    }
    const { meaning, end } = element
    if (meaning.kind === 'mark') {
      outerMarks.push(builder.marks)
      builder.addMark(meaning.mark)
      this.#markEndTags.add(end)
      return index
    }
    if (meaning.kind === 'annotation')
      return this.#addHtmlAnnotation(token, index, meaning.label, end, builder)
    // Links cannot be nested. The inner link counts, and the outer one stays markup.
    if (meaning.kind === 'link' && (inLink || this.#hasLinkBetween(index, end))) {
      builder.addRaw(token.content)
      return index
    }
    if (meaning.kind === 'text') builder.addText(meaning.text)
    else if (meaning.kind === 'raw') builder.addRaw(this.#getSourceText(index + 1, end))
    else if (meaning.kind === 'node') builder.addInline(meaning.build(this.#getSourceText(index + 1, end)))
    else builder.addInline(createLink(meaning.ref, meaning.title, this.#walkInner(index + 1, end, builder)))
    return end
  }

  #hasLinkBetween(start: number, end: number): boolean {
    if (!this.#nextLinkIndexes) {
      this.#nextLinkIndexes = []
      let nextLinkIndex = Infinity
      for (let index = this.#tokens.length - 1; index >= 0; index--) {
        if (this.#tokens[index]?.type === 'link_open') nextLinkIndex = index
        this.#nextLinkIndexes[index] = nextLinkIndex
      }
    }
    return (this.#nextLinkIndexes[start] ?? Infinity) < end
  }

  #addHtmlAnnotation(
    token: Token,
    index: number,
    label: string,
    end: number,
    builder: InlineBuilder,
  ): number {
    const nodes = this.#walkInner(index + 1, end, builder)
    const isText = nodes.every((node): node is Text => node.object === 'text')
    const body = isText ? this.#resolveFootnote(label) : undefined
    if (!isText || !body) {
      builder.addRaw(token.content)
      return index
    }
    builder.addInline(createAnnotation(nodes, body))
    return end
  }

  /** Returns the text between two tags that is data instead of content, such as a formula or a label. */
  #getSourceText(start: number, end: number): string {
    let value = ''
    for (let index = start; index < end; index++) {
      const token = this.#tokens[index]
      if (token && token.type !== 'html_inline') value += token.content
    }
    return value
  }

  #pairElements(): void {
    const pairMatcher = new PairMatcher()
    const minPositions: number[] = []
    for (const [index, token] of this.#tokens.entries()) {
      if (token.type !== 'html_inline') {
        // An element that starts inside emphasis has to end inside it, because marks may be nested but not overlap.
        if (token.nesting === 1) {
          minPositions.push(pairMatcher.depth)
          pairMatcher.open('', index)
        } else if (token.nesting === -1) pairMatcher.reset(minPositions.pop() ?? 0)
        continue
      }
      const tag = parseHtmlTag(token.content)
      if (!tag) continue
      if (voidElements.has(tag.name)) {
        const meaning = tag.closing ? undefined : interpretElement(tag.name, parseAttributes(token.content))
        if (meaning) this.#elements.set(index, { meaning, end: index })
      } else if (isKnownElement(tag.name)) {
        this.#unpairedTags.add(index)
        if (tag.closing) this.#closeElement(pairMatcher, tag.name, index, minPositions.at(-1) ?? 0)
        else pairMatcher.open(tag.name, index)
      }
    }
  }

  #closeElement(pairMatcher: PairMatcher, name: string, index: number, minPosition: number): void {
    const opening = pairMatcher.findNearest(name)
    if (!opening || opening.position < minPosition) return
    pairMatcher.close(opening)
    this.#unpairedTags.delete(opening.index)
    this.#unpairedTags.delete(index)
    const source = this.#tokens[opening.index]?.content ?? ''
    const meaning =
      name === 'picture'
        ? this.#interpretPicture(opening.index, index)
        : interpretElement(name, parseAttributes(source))
    if (meaning) this.#elements.set(opening.index, { meaning, end: index })
  }

  #interpretPicture(start: number, end: number): ElementMeaning | undefined {
    let darkAttributes: Attributes | undefined
    let imageAttributes: Attributes | undefined
    for (let index = start + 1; index < end; index++) {
      const token = this.#tokens[index]
      if (token?.type !== 'html_inline') continue
      const name = parseHtmlTag(token.content)?.name
      const attributes = parseAttributes(token.content)
      if (name === 'source' && isDarkSource(attributes)) darkAttributes = attributes
      else if (name === 'img') imageAttributes = attributes
    }
    const node = imageAttributes && createInlineImage(imageAttributes, darkAttributes)
    return node && { kind: 'node', build: () => node }
  }
}

export function getAttribute(token: Token, name: string): string | undefined {
  const value = token.attrGet(name)
  return value === null ? undefined : String(value)
}

function createMarkdownImage(token: Token): InlineImage {
  const data = omitUndefined<InlineImage['data']>({
    ref: parseMediaReference(getAttribute(token, 'src') ?? ''),
    caption: getAttribute(token, 'title') || undefined,
    alt: getAlternativeText(token.children ?? []) || undefined,
  })
  return { object: 'inline', type: 'inline-image', isVoid: true, data }
}

function getAlternativeText(tokens: Token[]): string {
  let value = ''
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') value += ' '
    else if (token.type === 'image') value += getAlternativeText(token.children ?? [])
    else value += token.content
  }
  return value
}
