import markdownIt from 'markdown-it'
import { findEmojiCode, findEmojiName } from '../emoji.ts'
import { findLastWord } from '../document/inline-builder.ts'
import type { Annotation, Inline, InlineContent, Leaf, Link, Mark } from '../document/types.ts'
import { formatReference } from '../parse/reference.ts'
import { escapeEdges, escapeLine, escapeText, formatLinkDestination, formatLinkTitle } from './escape.ts'
import type { FootnoteLabels } from './footnotes.ts'
import {
  formatButton,
  formatCloseTag,
  formatEmoji,
  formatIcon,
  formatImage,
  listMarkedItems,
  formatMentionLabel,
  formatOpenTag,
  removeMarks,
} from './html-inline.ts'
import { nestMarks } from './marks.ts'
import type { MarkNode } from './marks.ts'

/** An element that readers do not see. Written at the start of a line, it keeps what follows from starting a block. */
const emptyElement = '<b></b>'

const { isWhiteSpace, isPunctCharCode, isMdAsciiPunct } = markdownIt().utils

/**
 * Matches a paragraph that would be read as the definition of a link or a footnote, because of code that contains
 * `]:`.
 */
const definitionPattern = /^\[(?:[^\\[\]]|\\.)*\]:/s

interface InlineWriteOptions {
  footnotes: FootnoteLabels
  /**
   * Whether the result may have several lines, as in a paragraph, or has to be on one line, as in a heading or a table
   * cell.
   */
  isMultiline: boolean
}

/**
 * A piece of a line. Whether a mark is written as a Markdown delimiter or as an HTML tag depends on the adjacent
 * pieces, so that is decided when all pieces of the line are known.
 */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'raw'; text: string }
  | { kind: 'math'; formula: string }
  | { kind: 'open'; mark: Mark; close: number }
  | { kind: 'close'; mark: Mark; open: number }

export function inlinesToMarkdown(nodes: readonly InlineContent[], options: InlineWriteOptions): string {
  const pieces = new PieceWriter(options.footnotes, false).write(nodes)
  const lines = joinPieces(pieces, options.isMultiline)
  if (!options.isMultiline) return lines.map(escapeEdges).join('')
  const paragraph = lines.map(escapeLine).join('\\\n')
  return definitionPattern.test(paragraph) ? emptyElement + paragraph : paragraph
}

/** Writes plain text, such as the title of a column. */
export function textToMarkdown(text: string): string {
  return escapeEdges(escapeText(text, { inLink: false, beforeEmoji: false }).replaceAll('\n', '<br>'))
}

class PieceWriter {
  readonly #pieces: Piece[] = []
  readonly #footnotes: FootnoteLabels
  readonly #inLink: boolean

  constructor(footnotes: FootnoteLabels, inLink: boolean) {
    this.#footnotes = footnotes
    this.#inLink = inLink
  }

  write(nodes: readonly InlineContent[]): Piece[] {
    const items = listMarkedItems(nodes)
    this.#addNodes(nestMarks(items), false)
    const [onlyNode, ...others] = nodes
    // An image that is alone in its paragraph would be parsed as an image block.
    if (
      others.length === 0 &&
      onlyNode?.object === 'inline' &&
      onlyNode.type === 'inline-image' &&
      !onlyNode.data.size
    ) {
      this.#pieces.unshift({ kind: 'text', text: emptyElement })
    }
    return this.#pieces
  }

  #addText(text: string): void {
    this.#pieces.push({ kind: 'text', text })
  }

  #addNodes(nodes: ReadonlyArray<MarkNode<Leaf | Inline>>, nextIsEmoji: boolean): void {
    for (const [index, node] of nodes.entries()) {
      const next = nodes[index + 1]
      const beforeEmoji = next ? startsWithEmoji(next) : nextIsEmoji
      if (node.kind === 'mark') {
        const openPiece: Piece = { kind: 'open', mark: node.mark, close: 0 }
        const start = this.#pieces.push(openPiece) - 1
        this.#addNodes(node.nodes, beforeEmoji)
        openPiece.close = this.#pieces.push({ kind: 'close', mark: node.mark, open: start }) - 1
      } else if (node.item.object === 'leaf') this.#addLeaf(node.item, beforeEmoji)
      else this.#addInline(node.item, node.marks)
    }
  }

  #addLeaf(leaf: Leaf, beforeEmoji: boolean): void {
    const isCode = leaf.marks.some((mark) => mark.type === 'code')
    if (leaf.raw) {
      this.#pieces.push({ kind: 'raw', text: leaf.text })
    } else if (isCode && !/[\n\r]/.test(leaf.text)) this.#addText(formatCodeSpan(leaf.text))
    else {
      if (isCode) this.#addText('<code>')
      for (const [index, line] of leaf.text.split('\n').entries()) {
        if (index > 0) this.#pieces.push({ kind: 'break' })
        if (line !== '') this.#addText(escapeText(line, { inLink: this.#inLink, beforeEmoji }))
      }
      if (isCode) this.#addText('</code>')
    }
  }

  #escapePlain(text: string): string {
    return escapeText(text.replaceAll('\n', ' '), { inLink: true, beforeEmoji: false })
  }

  #addInline(node: Inline, marks: readonly Mark[]): void {
    switch (node.type) {
      case 'link':
        this.#addLink(node, marks)
        break
      case 'annotation':
        this.#addAnnotation(node, marks)
        break
      case 'mention':
        this.#addText(
          `[${this.#escapePlain(formatMentionLabel(node))}](${formatLinkDestination(formatReference(node.data.ref))} "mention")`,
        )
        break
      case 'button':
        this.#addText(formatButton(node, this.#escapePlain(node.data.label)))
        break
      case 'emoji': {
        const name = findEmojiName(node.data.code)
        const isKnown = name !== undefined && findEmojiCode(name) === node.data.code
        this.#addText(isKnown ? `:${name}:` : formatEmoji(node.data.code))
        break
      }
      case 'icon':
        this.#addText(formatIcon(node))
        break
      case 'inline-math':
        this.#pieces.push({ kind: 'math', formula: node.data.formula })
        break
      case 'expression':
        this.#addText(`<code class="expression">${this.#escapePlain(node.data.expression)}</code>`)
        break
      case 'inline-image':
        this.#addText(this.#formatImage(node))
    }
  }

  #formatImage(node: Extract<Inline, { type: 'inline-image' }>): string {
    const { ref, refDark, caption, alt = '', size, width, height } = node.data
    const needsTag =
      refDark || size || width !== undefined || height !== undefined || /[\n\r]/.test(alt + (caption ?? ''))
    if (needsTag) return formatImage(node.data)
    const title = caption === undefined ? '' : ` ${formatLinkTitle(caption)}`
    return `![${escapeText(alt, { inLink: true, beforeEmoji: false })}](${formatLinkDestination(formatReference(ref))}${title})`
  }

  #addLink(node: Link, marks: readonly Mark[]): void {
    const href = formatReference(node.data.ref)
    const nodes = removeMarks(node.nodes, marks)
    const autolink = node.data.title === undefined ? formatAutolink(nodes, href) : undefined
    if (autolink !== undefined) {
      this.#addText(autolink)
      return
    }
    this.#addText('[')
    this.#appendPieces(new PieceWriter(this.#footnotes, true).write(nodes))
    const title = node.data.title === undefined ? '' : ` ${formatLinkTitle(node.data.title)}`
    this.#addText(`](${formatLinkDestination(href)}${title})`)
  }

  #appendPieces(pieces: Piece[]): void {
    const offset = this.#pieces.length
    for (const piece of pieces) {
      if (piece.kind === 'open') this.#pieces.push({ ...piece, close: piece.close + offset })
      else if (piece.kind === 'close') this.#pieces.push({ ...piece, open: piece.open + offset })
      else this.#pieces.push(piece)
    }
  }

  /** Writes `word[^1]` when parsing would annotate exactly that word, otherwise `[words][^1]`. */
  #addAnnotation(node: Annotation, marks: readonly Mark[]): void {
    const label = this.#footnotes.add(node)
    const isEmpty = node.nodes.every((text) => text.leaves.every((leaf) => leaf.text === ''))
    const previousPiece = this.#pieces.at(-1)
    const followsText =
      previousPiece !== undefined &&
      !(previousPiece.kind === 'text' && /\s$/.test(previousPiece.text)) &&
      previousPiece.kind !== 'break'
    const [leaf] = node.nodes[0]?.leaves ?? []
    const leaves = node.nodes.reduce((count, text) => count + text.leaves.length, 0)
    const isWord =
      leaves === 1 && leaf && !leaf.raw && leaf.text !== '' && findLastWord(leaf.text) === leaf.text
    const isBare = isEmpty ? !followsText : isWord && !followsText
    if (!isBare) this.#addText('[')
    this.#appendPieces(new PieceWriter(this.#footnotes, !isBare).write(removeMarks(node.nodes, marks)))
    this.#addText(isBare ? `[^${label}]` : `][^${label}]`)
  }
}

function startsWithEmoji(node: MarkNode<Leaf | Inline>): boolean {
  return node.kind === 'item' && node.item.object === 'inline' && node.item.type === 'emoji'
}

function formatCodeSpan(text: string): string {
  let longestRun = 0
  for (const run of text.matchAll(/`+/g)) longestRun = Math.max(longestRun, run[0].length)
  const fence = '`'.repeat(longestRun + 1)
  const needsSpace = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '')
  const space = needsSpace ? ' ' : ''
  return fence + space + text + space + fence
}

// oxlint-disable-next-line no-control-regex -- these characters are not allowed in an autolink
const autolinkPattern = /^(?:https?|mailto):[^<>\u0000-\u0020]+$/i
const emailPattern =
  /^[\w.+-]+@[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?)+$/i

/** Formats a link whose text is its address as `<https://…>`. */
function formatAutolink(nodes: readonly InlineContent[], href: string): string | undefined {
  const [onlyNode, ...others] = nodes
  if (onlyNode?.object !== 'text' || others.length > 0 || onlyNode.leaves.length !== 1) return undefined
  const [leaf] = onlyNode.leaves
  if (!leaf || leaf.marks.length > 0 || leaf.raw) return undefined
  if (leaf.text === href && autolinkPattern.test(href)) return `<${href}>`
  return `mailto:${leaf.text}` === href && emailPattern.test(leaf.text) ? `<${leaf.text}>` : undefined
}

const delimitersByMark: Partial<Record<Mark['type'], string>> = {
  bold: '**',
  italic: '_',
  strikethrough: '~~',
}

/** Joins the pieces into one line, or into several lines where breaks are allowed. */
function joinPieces(pieces: readonly Piece[], isMultiline: boolean): string[] {
  const lines: string[] = ['']
  const appendText = (text: string): void => {
    lines[lines.length - 1] += text
  }
  for (const [index, piece] of pieces.entries()) {
    const isLineStart = lines.at(-1) === ''
    switch (piece.kind) {
      case 'text':
        appendText(piece.text)
        break
      case 'break':
        if (isMultiline && !isLineStart && hasMoreOnLine(pieces, index)) lines.push('')
        else appendText('<br>')
        break
      case 'raw': {
        const next = pieces[index + 1]
        appendText(
          (isLineStart ? emptyElement : '') +
            piece.text +
            (!next || next.kind === 'break' ? emptyElement : ''),
        )
        break
      }
      case 'math':
        appendText(
          isLineStart || /^$|[$\n]/.test(piece.formula) ? formatMath(piece.formula) : `$$${piece.formula}$$`,
        )
        break
      case 'open':
        appendText(chooseDelimiter(pieces, index, piece.close) ?? formatOpenTag(piece.mark))
        break
      case 'close':
        appendText(chooseDelimiter(pieces, piece.open, index) ?? formatCloseTag(piece.mark))
    }
  }
  return lines
}

function formatMath(formula: string): string {
  return `<span class="math">${escapeText(formula, { inLink: true, beforeEmoji: false })}</span>`
}

/** Whether text follows a break. A break is only written as a line break between two lines that have text. */
function hasMoreOnLine(pieces: readonly Piece[], index: number): boolean {
  const next = pieces[index + 1]
  return next !== undefined && next.kind !== 'break' && next.kind !== 'close'
}

/** Returns the Markdown delimiter of a mark, if Markdown would read it as a delimiter at both positions. */
function chooseDelimiter(
  pieces: readonly Piece[],
  openIndex: number,
  closeIndex: number,
): string | undefined {
  const opening = pieces[openIndex]
  const text = opening?.kind === 'open' ? delimitersByMark[opening.mark.type] : undefined
  if (text === undefined) return undefined
  const start = getFlanking(getLastCode(pieces[openIndex - 1]), getFirstCode(pieces[openIndex + 1]))
  const end = getFlanking(getLastCode(pieces[closeIndex - 1]), getFirstCode(pieces[closeIndex + 1]))
  if (text !== '_') return start.left && end.right ? text : undefined
  const canOpen = start.left && (!start.right || start.afterPunctuation)
  const canClose = end.right && (!end.left || end.beforePunctuation)
  return canOpen && canClose ? text : undefined
}

interface Flanking {
  left: boolean
  right: boolean
  afterPunctuation: boolean
  beforePunctuation: boolean
}

/** Applies CommonMark's rules for left- and right-flanking delimiter runs. */
function getFlanking(before: number, after: number): Flanking {
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

const spaceCode = 0x20
const starCode = 0x2a

/**
 * Returns the first code point of a piece. Delimiters, tags and references all start and end with ASCII punctuation.
 */
function getFirstCode(piece: Piece | undefined): number {
  if (!piece) return spaceCode
  if (piece.kind === 'text' || piece.kind === 'raw') return piece.text.codePointAt(0) ?? spaceCode
  return starCode
}

function getLastCode(piece: Piece | undefined): number {
  if (!piece) return spaceCode
  if (piece.kind !== 'text' && piece.kind !== 'raw') return piece.kind === 'break' ? spaceCode : starCode
  const lastCode = piece.text.codePointAt(piece.text.length - 2) ?? 0
  return lastCode > 0xffff ? lastCode : piece.text.charCodeAt(piece.text.length - 1) || spaceCode
}
