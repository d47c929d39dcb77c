import { InlineBuilder } from '../document/inline-builder.ts'
import type { Annotation, Inline, InlineContent, Leaf, Link, Mark, Text } from '../document/types.ts'
import { encode, keepsTags, type Token, tokensOf } from './segment.ts'

/** What a tag of a segment stands for. */
type Masked =
  /** Around text with these marks. */
  | { kind: 'marks'; marks: Mark[] }
  /** Around what the node holds. */
  | { kind: 'node'; node: Link | Annotation }
  /** In place of these. */
  | { kind: 'leaf'; leaf: Leaf }
  | { kind: 'inline'; node: Inline }

export interface Masking {
  segment: string
  /** The first is tag 1. */
  tags: readonly Masked[]
  /** Blanks around the segment, which are no translator's to keep. */
  before: string
  after: string
}

/**
 * What is not language in a text: addresses, variables and placeholders in the notations of programs and templates,
 * names with an underscore. Line breaks and control characters are kept this way too.
 */
const PROTECTED = new RegExp(
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

const LETTER = /\p{L}/u

/** The segment of some inlines; nothing where there is nothing to translate. */
export function mask(nodes: readonly InlineContent[]): Masking | undefined {
  const masker = new Masker()
  masker.nodes(nodes)
  if (!masker.hasLetters) return undefined
  const { text, tags } = masker
  const segment = text.trim()
  const start = text.indexOf(segment)
  return { segment, tags, before: text.slice(0, start), after: text.slice(start + segment.length) }
}

class Masker {
  readonly tags: Masked[] = []
  text = ''
  hasLetters = false

  nodes(nodes: readonly InlineContent[]): void {
    for (const node of nodes) {
      if (node.object === 'text') for (const leaf of node.leaves) this.#leaf(leaf)
      else if (node.type === 'link' || node.type === 'annotation') {
        if (!hasWords(node.nodes)) this.#inPlace({ kind: 'inline', node })
        else this.#around({ kind: 'node', node }, () => this.nodes(node.nodes))
      } else this.#inPlace({ kind: 'inline', node })
    }
  }

  #leaf(leaf: Leaf): void {
    if (leaf.text === '') return
    const isMarked = leaf.marks.length > 0
    if (leaf.raw || leaf.marks.some(isCode) || (isMarked && !LETTER.test(wordsOf(leaf.text)))) {
      this.#inPlace({ kind: 'leaf', leaf })
    } else if (!isMarked) this.#plain(leaf)
    else this.#around({ kind: 'marks', marks: leaf.marks }, () => this.#plain(leaf))
  }

  #plain(leaf: Leaf): void {
    let end = 0
    for (const match of leaf.text.matchAll(PROTECTED)) {
      this.#words(leaf.text.slice(end, match.index))
      end = match.index + match[0].length
      this.#inPlace({ kind: 'leaf', leaf: { ...leaf, text: match[0] } })
    }
    this.#words(leaf.text.slice(end))
  }

  #words(text: string): void {
    this.text += encode(text)
    this.hasLetters ||= LETTER.test(text)
  }

  #inPlace(masked: Masked): void {
    this.text += `<x${this.tags.push(masked)}/>`
  }

  #around(masked: Masked, inside: () => void): void {
    const tag = this.tags.push(masked)
    this.text += `<x${tag}>`
    inside()
    this.text += `</x${tag}>`
  }
}

const isCode = ({ type }: Mark): boolean => type === 'code' || type === 'keyboard'

const wordsOf = (text: string): string => text.replaceAll(PROTECTED, ' ')

/** Whether there is something in it to translate; if not, it is one tag as a whole. */
function hasWords(nodes: readonly InlineContent[]): boolean {
  const masker = new Masker()
  masker.nodes(nodes)
  return masker.hasLetters
}

/** What a translation of a segment says, in the place of what was masked; nothing when it breaks a tag. */
export function unmask(masking: Masking, translation: string): InlineContent[] | undefined {
  if (!keepsTags(masking.segment, translation)) return undefined
  const builder = new InlineBuilder()
  builder.text(masking.before)
  const tokens = tokensOf(translation.trim())
  new Unmasker(masking.tags, tokens).into(builder)
  builder.text(masking.after)
  return builder.finish()
}

class Unmasker {
  readonly #tags: readonly Masked[]
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(tags: readonly Masked[], tokens: readonly Token[]) {
    this.#tags = tags
    this.#tokens = tokens
  }

  /** Up to the tag that closes what the builder is for. */
  into(builder: InlineBuilder): void {
    for (let token = this.#take(); token && token.kind !== 'close'; token = this.#take()) {
      if (token.kind === 'text') builder.text(oneLine(token.text))
      else this.#put(builder, this.#tags[token.tag - 1])
    }
  }

  #take(): Token | undefined {
    return this.#tokens[this.#next++]
  }

  #put(builder: InlineBuilder, masked: Masked | undefined): void {
    switch (masked?.kind) {
      case 'leaf':
        builder.addLeaf(masked.leaf)
        return
      case 'inline':
        builder.inline(masked.node)
        return
      case 'marks':
        builder.marks = masked.marks
        this.into(builder)
        builder.marks = []
        return
      case 'node':
        builder.inline(this.#around(masked.node))
        return
      case undefined:
    }
  }

  #around(node: Link | Annotation): Inline {
    const inside = new InlineBuilder()
    this.into(inside)
    const nodes = inside.finish()
    // An annotation is around text alone, and its tags are those of that text.
    return node.type === 'link' ? { ...node, nodes } : { ...node, nodes: nodes as Text[] }
  }
}

/** Translators write line ends where they like; those of the author are tags. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')
