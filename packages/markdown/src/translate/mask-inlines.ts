import { InlineBuilder } from '../document/inline-builder.ts'
import type { Annotation, Inline, InlineContent, Leaf, Link, Mark, Text } from '../document/types.ts'
import { encodeText, hasSameTags, type SegmentToken, tokenizeSegment } from './segment.ts'

/** The content that a tag of a segment represents. */
type MaskedNode =
  /** A pair of tags around text with these marks. */
  | { kind: 'marks'; marks: Mark[] }
  /** A pair of tags around the content of the node. */
  | { kind: 'node'; node: Link | Annotation }
  /** A single tag that replaces a leaf. */
  | { kind: 'leaf'; leaf: Leaf }
  /** A single tag that replaces an inline. */
  | { kind: 'inline'; node: Inline }

export interface MaskedSegment {
  segment: string
  /** The content of the tags, where tag 1 is the first. */
  tags: readonly MaskedNode[]
  /** The whitespace around the segment, which translators do not preserve. */
  before: string
  after: string
}

/**
 * Matches parts of a text that must not be translated: addresses, variables and placeholders in the notations of
 * programs and templates, names with an underscore, line breaks and control characters.
 */
const protectedPattern = new RegExp(
  [
    String.raw`https?:\/\/[^\s<>"'\p{Cc}]*[^\s<>"'.,;:!?)\]}\p{Cc}]`,
    String.raw`[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}`,
    String.raw`\{\{[^{}\n]{0,200}\}\}`,
    String.raw`\$?\{[\w.$:-]{1,100}\}`,
    String.raw`\$[A-Z_][A-Z0-9_]{0,100}`,
    String.raw`%(?:\d{1,2}\$|\(\w{1,60}\))?[sdif]\b`,
    String.raw`<\/?[A-Za-z][^<>\s]{0,100}>`,
    String.raw`\b[A-Za-z0-9]{1,60}(?:_[A-Za-z0-9]{1,60}){1,20}\b`,
    String.raw`\p{Cc}+`,
  ].join('|'),
  'gu',
)

const letterPattern = /\p{L}/u

/** Converts inlines to a segment. Returns undefined when there is nothing to translate. */
export function maskInlines(nodes: readonly InlineContent[]): MaskedSegment | undefined {
  const masker = new Masker()
  masker.addNodes(nodes)
  if (!masker.hasLetters) return undefined
  const { text, tags } = masker
  const segment = text.trim()
  const start = text.indexOf(segment)
  return { segment, tags, before: text.slice(0, start), after: text.slice(start + segment.length) }
}

class Masker {
  readonly tags: MaskedNode[] = []
  text = ''
  hasLetters = false

  addNodes(nodes: readonly InlineContent[]): void {
    for (const node of nodes) {
      if (node.object === 'text') for (const leaf of node.leaves) this.#addLeaf(leaf)
      else if (node.type === 'link' || node.type === 'annotation') {
        if (!hasTranslatableText(node.nodes)) this.#addVoidTag({ kind: 'inline', node })
        else this.#addPairedTag({ kind: 'node', node }, () => this.addNodes(node.nodes))
      } else this.#addVoidTag({ kind: 'inline', node })
    }
  }

  #addLeaf(leaf: Leaf): void {
    if (leaf.text === '') return
    const isMarked = leaf.marks.length > 0
    if (
      leaf.raw ||
      leaf.marks.some(isCodeMark) ||
      (isMarked && !letterPattern.test(removeProtected(leaf.text)))
    ) {
      this.#addVoidTag({ kind: 'leaf', leaf })
    } else if (!isMarked) this.#addPlainText(leaf)
    else this.#addPairedTag({ kind: 'marks', marks: leaf.marks }, () => this.#addPlainText(leaf))
  }

  #addPlainText(leaf: Leaf): void {
    let end = 0
    for (const match of leaf.text.matchAll(protectedPattern)) {
      this.#addWords(leaf.text.slice(end, match.index))
      end = match.index + match[0].length
      this.#addVoidTag({ kind: 'leaf', leaf: { ...leaf, text: match[0] } })
    }
    this.#addWords(leaf.text.slice(end))
  }

  #addWords(text: string): void {
    this.text += encodeText(text)
    this.hasLetters ||= letterPattern.test(text)
  }

  #addVoidTag(maskedNode: MaskedNode): void {
    this.text += `<x${this.tags.push(maskedNode)}/>`
  }

  #addPairedTag(maskedNode: MaskedNode, addContent: () => void): void {
    const tag = this.tags.push(maskedNode)
    this.text += `<x${tag}>`
    addContent()
    this.text += `</x${tag}>`
  }
}

const isCodeMark = ({ type }: Mark): boolean => type === 'code' || type === 'keyboard'

const removeProtected = (text: string): string => text.replaceAll(protectedPattern, ' ')

/** Whether the nodes contain text to translate. If not, a single tag replaces all of them. */
function hasTranslatableText(nodes: readonly InlineContent[]): boolean {
  const masker = new Masker()
  masker.addNodes(nodes)
  return masker.hasLetters
}

/**
 * Converts the translation of a segment back to inlines. Returns undefined when its tags are not those of the segment.
 */
export function unmaskInlines(
  maskedSegment: MaskedSegment,
  translation: string,
): InlineContent[] | undefined {
  if (!hasSameTags(maskedSegment.segment, translation)) return undefined
  const builder = new InlineBuilder()
  builder.addText(maskedSegment.before)
  const tokens = tokenizeSegment(translation.trim())
  new Unmasker(maskedSegment.tags, tokens).readInto(builder)
  builder.addText(maskedSegment.after)
  return builder.finish()
}

class Unmasker {
  readonly #tags: readonly MaskedNode[]
  readonly #tokens: readonly SegmentToken[]
  #nextIndex = 0

  constructor(tags: readonly MaskedNode[], tokens: readonly SegmentToken[]) {
    this.#tags = tags
    this.#tokens = tokens
  }

  /** Reads tokens into a builder, up to the closing tag of its content. */
  readInto(builder: InlineBuilder): void {
    for (let token = this.#readToken(); token && token.kind !== 'close'; token = this.#readToken()) {
      if (token.kind === 'text') builder.addText(joinLines(token.text))
      else this.#addMaskedNode(builder, this.#tags[token.tag - 1])
    }
  }

  #readToken(): SegmentToken | undefined {
    return this.#tokens[this.#nextIndex++]
  }

  #addMaskedNode(builder: InlineBuilder, maskedNode: MaskedNode | undefined): void {
    switch (maskedNode?.kind) {
      case 'leaf':
        builder.addLeaf(maskedNode.leaf)
        return
      case 'inline':
        builder.addInline(maskedNode.node)
        return
      case 'marks':
        builder.marks = maskedNode.marks
        this.readInto(builder)
        builder.marks = []
        return
      case 'node':
        builder.addInline(this.#restoreNode(maskedNode.node))
        return
      case undefined:
    }
  }

  #restoreNode(node: Link | Annotation): Inline {
    const innerBuilder = new InlineBuilder()
    this.readInto(innerBuilder)
    const nodes = innerBuilder.finish()
    // The cast is safe because an annotation contains only text, and so do the tags inside it.
    return node.type === 'link' ? { ...node, nodes } : { ...node, nodes: nodes as Text[] }
  }
}

/** Removes line breaks that a translator added. Those of the author are tags. */
const joinLines = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')
