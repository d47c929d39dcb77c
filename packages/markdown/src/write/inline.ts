import markdownIt from 'markdown-it'
import { emojiCodeOf, emojiNameOf } from '../emoji.ts'
import { lastWord } from '../document/inline-builder.ts'
import type { Annotation, Inline, InlineContent, Leaf, Link, Mark } from '../document/types.ts'
import { formatReference } from '../parse/reference.ts'
import { escapeEdges, escapeLine, escapeText, linkDestination, linkTitle } from './escape.ts'
import type { FootnoteWriter } from './footnotes.ts'
import {
  buttonTag,
  closeTag,
  emojiTag,
  iconTag,
  imageTag,
  markedItems,
  mentionLabel,
  openTag,
  withoutMarks,
} from './html-inline.ts'
import { nestMarks } from './marks.ts'
import type { MarkNode } from './marks.ts'

/** An element without content: nothing to a reader, but the line no longer starts with what follows it. */
const NOTHING = '<b></b>'

const { isWhiteSpace, isPunctCharCode, isMdAsciiPunct } = markdownIt().utils

/** What would be read as the definition of a link or a footnote, as code that holds `]:` may make it. */
const DEFINITION = /^\[(?:[^\\[\]]|\\.)*\]:/s

interface Place {
  footnotes: FootnoteWriter
  /** Whether these are lines of their own, as in a paragraph, or part of one: a heading, a table cell. */
  multiline: boolean
}

/**
 * A piece of the line to be. Whether a delimiter is written as Markdown or as a tag depends on what stands
 * around it, so that is decided when the whole line is there.
 */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'raw'; text: string }
  | { kind: 'math'; formula: string }
  | { kind: 'open'; mark: Mark; close: number }
  | { kind: 'close'; mark: Mark; open: number }

export function inlinesToMarkdown(nodes: readonly InlineContent[], place: Place): string {
  const pieces = new PieceWriter(place.footnotes, false).write(nodes)
  const lines = join(pieces, place.multiline)
  if (!place.multiline) return lines.map(escapeEdges).join('')
  const paragraph = lines.map(escapeLine).join('\\\n')
  return DEFINITION.test(paragraph) ? NOTHING + paragraph : paragraph
}

/** Text and nothing else, such as the title of a column. */
export function textToMarkdown(text: string): string {
  return escapeEdges(escapeText(text, { inLink: false, beforeEmoji: false }).replaceAll('\n', '<br>'))
}

class PieceWriter {
  readonly #pieces: Piece[] = []
  readonly #footnotes: FootnoteWriter
  readonly #inLink: boolean

  constructor(footnotes: FootnoteWriter, inLink: boolean) {
    this.#footnotes = footnotes
    this.#inLink = inLink
  }

  write(nodes: readonly InlineContent[]): Piece[] {
    const items = markedItems(nodes)
    this.#nodes(nestMarks(items), false)
    const [only, ...others] = nodes
    // Alone in its paragraph, an image would be a block.
    if (others.length === 0 && only?.object === 'inline' && only.type === 'inline-image' && !only.data.size) {
      this.#pieces.unshift({ kind: 'text', text: NOTHING })
    }
    return this.#pieces
  }

  #text(text: string): void {
    this.#pieces.push({ kind: 'text', text })
  }

  #nodes(nodes: ReadonlyArray<MarkNode<Leaf | Inline>>, nextIsEmoji: boolean): void {
    for (const [index, node] of nodes.entries()) {
      const next = nodes[index + 1]
      const beforeEmoji = next ? startsWithEmoji(next) : nextIsEmoji
      if (node.kind === 'mark') {
        const open: Piece = { kind: 'open', mark: node.mark, close: 0 }
        const start = this.#pieces.push(open) - 1
        this.#nodes(node.nodes, beforeEmoji)
        open.close = this.#pieces.push({ kind: 'close', mark: node.mark, open: start }) - 1
      } else if (node.item.object === 'leaf') this.#leaf(node.item, beforeEmoji)
      else this.#inline(node.item, node.marks)
    }
  }

  #leaf(leaf: Leaf, beforeEmoji: boolean): void {
    const isCode = leaf.marks.some((mark) => mark.type === 'code')
    if (leaf.raw) {
      this.#pieces.push({ kind: 'raw', text: leaf.text })
    } else if (isCode && !/[\n\r]/.test(leaf.text)) this.#text(codeSpan(leaf.text))
    else {
      if (isCode) this.#text('<code>')
      for (const [index, line] of leaf.text.split('\n').entries()) {
        if (index > 0) this.#pieces.push({ kind: 'break' })
        if (line !== '') this.#text(escapeText(line, { inLink: this.#inLink, beforeEmoji }))
      }
      if (isCode) this.#text('</code>')
    }
  }

  #plain(text: string): string {
    return escapeText(text.replaceAll('\n', ' '), { inLink: true, beforeEmoji: false })
  }

  #inline(node: Inline, marks: readonly Mark[]): void {
    switch (node.type) {
      case 'link':
        this.#link(node, marks)
        break
      case 'annotation':
        this.#annotation(node, marks)
        break
      case 'mention':
        this.#text(
          `[${this.#plain(mentionLabel(node))}](${linkDestination(formatReference(node.data.ref))} "mention")`,
        )
        break
      case 'button':
        this.#text(`${buttonTag(node)}${this.#plain(node.data.label)}</a>`)
        break
      case 'emoji': {
        const name = emojiNameOf(node.data.code)
        const isKnown = name !== undefined && emojiCodeOf(name) === node.data.code
        this.#text(isKnown ? `:${name}:` : emojiTag(node.data.code))
        break
      }
      case 'icon':
        this.#text(iconTag(node))
        break
      case 'inline-math':
        this.#pieces.push({ kind: 'math', formula: node.data.formula })
        break
      case 'expression':
        this.#text(`<code class="expression">${this.#plain(node.data.expression)}</code>`)
        break
      case 'inline-image':
        this.#text(this.#image(node))
    }
  }

  #image(node: Extract<Inline, { type: 'inline-image' }>): string {
    const { ref, refDark, caption, alt = '', size, width, height } = node.data
    const needsTag =
      refDark || size || width !== undefined || height !== undefined || /[\n\r]/.test(alt + (caption ?? ''))
    if (needsTag) return imageTag(node.data)
    const title = caption === undefined ? '' : ` ${linkTitle(caption)}`
    return `![${escapeText(alt, { inLink: true, beforeEmoji: false })}](${linkDestination(formatReference(ref))}${title})`
  }

  #link(node: Link, marks: readonly Mark[]): void {
    const href = formatReference(node.data.ref)
    const nodes = withoutMarks(node.nodes, marks)
    const auto = node.data.title === undefined ? autolink(nodes, href) : undefined
    if (auto !== undefined) {
      this.#text(auto)
      return
    }
    this.#text('[')
    this.#append(new PieceWriter(this.#footnotes, true).write(nodes))
    const title = node.data.title === undefined ? '' : ` ${linkTitle(node.data.title)}`
    this.#text(`](${linkDestination(href)}${title})`)
  }

  #append(pieces: Piece[]): void {
    const offset = this.#pieces.length
    for (const piece of pieces) {
      if (piece.kind === 'open') this.#pieces.push({ ...piece, close: piece.close + offset })
      else if (piece.kind === 'close') this.#pieces.push({ ...piece, open: piece.open + offset })
      else this.#pieces.push(piece)
    }
  }

  /** `word[^1]` where reading takes exactly that word again, else `[words][^1]`. */
  #annotation(node: Annotation, marks: readonly Mark[]): void {
    const label = this.#footnotes.add(node)
    const isEmpty = node.nodes.every((text) => text.leaves.every((leaf) => leaf.text === ''))
    const before = this.#pieces.at(-1)
    const afterText =
      before !== undefined && !(before.kind === 'text' && /\s$/.test(before.text)) && before.kind !== 'break'
    const [leaf] = node.nodes[0]?.leaves ?? []
    const leaves = node.nodes.reduce((count, text) => count + text.leaves.length, 0)
    const isWord = leaves === 1 && leaf && !leaf.raw && leaf.text !== '' && lastWord(leaf.text) === leaf.text
    const bare = isEmpty ? !afterText : isWord && !afterText
    if (!bare) this.#text('[')
    this.#append(new PieceWriter(this.#footnotes, !bare).write(withoutMarks(node.nodes, marks)))
    this.#text(bare ? `[^${label}]` : `][^${label}]`)
  }
}

function startsWithEmoji(node: MarkNode<Leaf | Inline>): boolean {
  return node.kind === 'item' && node.item.object === 'inline' && node.item.type === 'emoji'
}

function codeSpan(text: string): string {
  let longest = 0
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length)
  const fence = '`'.repeat(longest + 1)
  const needsSpace = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '')
  const space = needsSpace ? ' ' : ''
  return fence + space + text + space + fence
}

// oxlint-disable-next-line no-control-regex -- what may not stand in an autolink
const AUTOLINK = /^(?:https?|mailto):[^<>\u0000-\u0020]+$/i
const EMAIL = /^[\w.+-]+@[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?)+$/i

/** `<https://…>`, where a link's text is its own address. */
function autolink(nodes: readonly InlineContent[], href: string): string | undefined {
  const [only, ...others] = nodes
  if (only?.object !== 'text' || others.length > 0 || only.leaves.length !== 1) return undefined
  const [leaf] = only.leaves
  if (!leaf || leaf.marks.length > 0 || leaf.raw) return undefined
  if (leaf.text === href && AUTOLINK.test(href)) return `<${href}>`
  return `mailto:${leaf.text}` === href && EMAIL.test(leaf.text) ? `<${leaf.text}>` : undefined
}

const DELIMITERS: Partial<Record<Mark['type'], string>> = { bold: '**', italic: '_', strikethrough: '~~' }

/** Puts the pieces together, as one line or, where breaks are allowed, several. */
function join(pieces: readonly Piece[], multiline: boolean): string[] {
  const lines: string[] = ['']
  const add = (text: string): void => {
    lines[lines.length - 1] += text
  }
  for (const [index, piece] of pieces.entries()) {
    const atStart = lines.at(-1) === ''
    switch (piece.kind) {
      case 'text':
        add(piece.text)
        break
      case 'break':
        if (multiline && !atStart && hasMoreOnLine(pieces, index)) lines.push('')
        else add('<br>')
        break
      case 'raw': {
        const next = pieces[index + 1]
        add((atStart ? NOTHING : '') + piece.text + (!next || next.kind === 'break' ? NOTHING : ''))
        break
      }
      case 'math':
        add(atStart || /^$|[$\n]/.test(piece.formula) ? mathTag(piece.formula) : `$$${piece.formula}$$`)
        break
      case 'open':
        add(delimiter(pieces, index, piece.close) ?? openTag(piece.mark))
        break
      case 'close':
        add(delimiter(pieces, piece.open, index) ?? closeTag(piece.mark))
    }
  }
  return lines
}

function mathTag(formula: string): string {
  return `<span class="math">${escapeText(formula, { inLink: true, beforeEmoji: false })}</span>`
}

/** A break is a line break only between two lines that both hold something. */
function hasMoreOnLine(pieces: readonly Piece[], index: number): boolean {
  const next = pieces[index + 1]
  return next !== undefined && next.kind !== 'break' && next.kind !== 'close'
}

/** The delimiter of the mark between two pieces, if Markdown would read it as one there. */
function delimiter(pieces: readonly Piece[], open: number, close: number): string | undefined {
  const opening = pieces[open]
  const text = opening?.kind === 'open' ? DELIMITERS[opening.mark.type] : undefined
  if (text === undefined) return undefined
  const start = flanking(lastChar(pieces[open - 1]), firstChar(pieces[open + 1]))
  const end = flanking(lastChar(pieces[close - 1]), firstChar(pieces[close + 1]))
  if (text !== '_') return start.left && end.right ? text : undefined
  const opens = start.left && (!start.right || start.afterPunctuation)
  const closes = end.right && (!end.left || end.beforePunctuation)
  return opens && closes ? text : undefined
}

interface Flanking {
  left: boolean
  right: boolean
  afterPunctuation: boolean
  beforePunctuation: boolean
}

/** CommonMark's rules of left- and right-flanking delimiter runs. */
function flanking(before: number, after: number): Flanking {
  const afterPunctuation = isPunctuation(before)
  const beforePunctuation = isPunctuation(after)
  const spaceBefore = isWhiteSpace(before)
  const spaceAfter = isWhiteSpace(after)
  return {
    left: !spaceAfter && (!beforePunctuation || spaceBefore || afterPunctuation),
    right: !spaceBefore && (!afterPunctuation || spaceAfter || beforePunctuation),
    afterPunctuation,
    beforePunctuation,
  }
}

function isPunctuation(code: number): boolean {
  return isMdAsciiPunct(code) || isPunctCharCode(code)
}

const SPACE = 0x20
const STAR = 0x2a

/** Delimiters, tags and references all start and end with ASCII punctuation. */
function firstChar(piece: Piece | undefined): number {
  if (!piece) return SPACE
  if (piece.kind === 'text' || piece.kind === 'raw') return piece.text.codePointAt(0) ?? SPACE
  return STAR
}

function lastChar(piece: Piece | undefined): number {
  if (!piece) return SPACE
  if (piece.kind !== 'text' && piece.kind !== 'raw') return piece.kind === 'break' ? SPACE : STAR
  const last = piece.text.codePointAt(piece.text.length - 2) ?? 0
  return last > 0xffff ? last : piece.text.charCodeAt(piece.text.length - 1) || SPACE
}
