import type { MarkdownIt, Token } from 'markdown-it'
import { code, isEmptyParagraph, NO_KEY, paragraph, rawBlock } from '../document/create-nodes.ts'
import { plainTextOf } from '../document/inline-text.ts'
import type { Block, Code, CodeData, Image, InlineContent, ListItem, RawKind } from '../document/types.ts'
import { assemble } from './tag-assembler.ts'
import type { Entry } from './tag-assembler.ts'
import { codeData, promptBlock } from './tag-blocks.ts'
import { contextEnv } from './context.ts'
import type { ParseContext } from './context.ts'
import { heading, splitAnchor } from './heading.ts'
import { drawing, flowBlocks, htmlBlocks, image, imagesOf, listOf } from './html-blocks.ts'
import { parseAttributes, parseHtml } from './html-tree.ts'
import { attribute, InlineParser } from './inline.ts'
import { columnTitle, TableBuilder, textDefinition } from './table.ts'
import { HOLDS_TAG } from './separate-tags.ts'
import type { Tag } from './tag.ts'

const PARENT = { object: 'block', key: NO_KEY, isVoid: false } as const

/** A footnote may be referred to more than once, and each reference carries its text; but not without end. */
const FOOTNOTE_COPIES = 1_000_000

interface Footnote {
  tokens: Token[]
  source: string
  used: boolean
}

/** Turns the tokens of a page into blocks: one pass, no look back. */
export class TreeBuilder {
  readonly #md: MarkdownIt
  readonly #context: ParseContext
  readonly #inline: InlineParser
  readonly #footnotes = new Map<string, Footnote>()
  /** Further definitions of a label that has one. */
  readonly #otherFootnotes: Footnote[] = []
  readonly #env: ReturnType<typeof contextEnv>
  readonly #footnoteBody = (label: string): Block[] | undefined => this.#footnote(label)
  #tokens: Token[] = []
  #index = 0
  #depth = 0
  #copied = 0
  #inFootnote = false

  constructor(md: MarkdownIt, context: ParseContext) {
    this.#md = md
    this.#context = context
    this.#env = contextEnv(context)
    this.#inline = new InlineParser(md, context, this.#footnoteBody, this.#env)
  }

  build(): Block[] {
    const tokens: Token[] = []
    this.#md.block.parse(this.#context.source, this.#md, this.#env, tokens)
    this.#tokens = this.#context.footnotes.size === 0 ? tokens : this.#takeFootnotes(tokens)
    const blocks = this.#blocks('')
    // A definition nobody refers to would be lost with the page's next change.
    for (const footnote of [...this.#footnotes.values(), ...this.#otherFootnotes]) {
      if (!footnote.used) blocks.push(rawBlock(footnote.source, 'footnote'))
    }
    return blocks
  }

  /** Sets the footnotes aside. The first definition of a label counts, and others stay as they are. */
  #takeFootnotes(tokens: Token[]): Token[] {
    const rest: Token[] = []
    const open: Array<{ footnote: Footnote; isFirst: boolean }> = []
    for (const token of tokens) {
      if (token.type === 'verso_footnote_open') {
        const label = String(token.meta?.['label'])
        const footnote: Footnote = { tokens: [], source: token.content, used: false }
        const isFirst = open.length === 0 && !this.#footnotes.has(label)
        if (isFirst) this.#footnotes.set(label, footnote)
        open.push({ footnote, isFirst })
      } else if (token.type === 'verso_footnote_close') {
        const closed = open.pop()
        if (closed && !closed.isFirst && open.length === 0) this.#otherFootnotes.push(closed.footnote)
      } else (open[0]?.footnote.tokens ?? rest).push(token)
    }
    return rest
  }

  #footnote(label: string): Block[] | undefined {
    const footnote = this.#footnotes.get(label)
    // A footnote in a footnote would let two of them refer to each other for ever.
    if (!footnote || this.#inFootnote) return undefined
    if (footnote.used) this.#copied += footnote.source.length + 100
    if (this.#copied > FOOTNOTE_COPIES) return undefined
    footnote.used = true
    const outside = { tokens: this.#tokens, index: this.#index }
    this.#tokens = footnote.tokens
    this.#index = 0
    this.#inFootnote = true
    const blocks = this.#blocks('')
    this.#inFootnote = false
    this.#tokens = outside.tokens
    this.#index = outside.index
    return blocks.length === 0 ? [paragraph(this.#inline.parse(''))] : blocks
  }

  /** The blocks up to the token that ends their container, which is passed over. */
  #blocks(end: string, entries: Entry[] = []): Block[] {
    this.#depth++
    while (this.#index < this.#tokens.length) {
      const token = this.#tokens[this.#index++]
      if (!token || token.type === end) break
      this.#entry(token, entries)
    }
    const blocks = assemble(entries, this.#depth)
    this.#depth--
    return blocks
  }

  #entry(token: Token, entries: Entry[]): void {
    switch (token.type) {
      case 'paragraph_open':
        entries.push(...this.#paragraph(this.#inlineContent()))
        break
      case 'heading_open': {
        const { content, id } = splitAnchor(this.#inlineContent())
        entries.push(heading(Number(token.tag.slice(1)), this.#inline.parse(content), id))
        break
      }
      case 'bullet_list_open':
        entries.push(listOf(this.#items('bullet_list_close'), false, 1))
        break
      case 'ordered_list_open':
        entries.push(listOf(this.#items('ordered_list_close'), true, Number(token.attrGet('start') ?? 1)))
        break
      case 'blockquote_open':
        entries.push({ ...PARENT, type: 'blockquote', data: {}, nodes: this.#blocks('blockquote_close') })
        break
      case 'hr':
        entries.push({ object: 'block', type: 'divider', key: NO_KEY, isVoid: true, data: {} })
        break
      case 'fence':
        entries.push(fencedCode(this.#md, token))
        break
      case 'code_block':
        entries.push(code(codeLines(token.content), {}))
        break
      case 'table_open':
        entries.push(this.#table())
        break
      case 'verso_math':
        entries.push({
          object: 'block',
          type: 'math',
          key: NO_KEY,
          isVoid: true,
          data: { formula: token.content },
        })
        break
      case 'verso_html':
        if (ENDS_WITH_TAG.test(token.content)) this.#noteTags(token)
        this.#html(token.content, entries)
        break
      case 'verso_raw':
        entries.push(rawOf(token))
        break
      case 'verso_prompt':
        // The rule that makes these tokens, like that of tags, puts a tag in every one.
        entries.push(promptBlock(token.meta?.['tag'] as Tag, verbatimCode(token, undefined)))
        break
      case 'verso_summary':
        this.#noteTags(token)
        entries.push({ object: 'summary', nodes: this.#summary(token.content), source: token.content })
        break
      case 'verso_tag':
        // As above.
        entries.push({ object: 'tag', tag: token.meta?.['tag'] as Tag })
        break
    }
  }

  /** One by one: a line of HTML may hold more blocks than a call may have arguments. */
  #html(source: string, entries: Entry[]): void {
    for (const block of htmlBlocks(source, this.#footnoteBody) ?? [rawBlock(source, 'html')])
      entries.push(block)
  }

  /** The text of the block just opened; its inline and its closing token are passed over. */
  #inlineContent(): string {
    const token = this.#tokens[this.#index]
    this.#index += 2
    if (!token) return ''
    this.#noteTags(token)
    return token.content
  }

  #noteTags({ content, map }: Token): void {
    if (!map || !HOLDS_TAG.test(content)) return
    for (let line = map[0]; line < map[1]; line++) this.#context.linesWithTags.add(line)
  }

  #summary(source: string): InlineContent[] {
    const content = source.replace(/^<summary[^>]*>/i, '').replace(/<\/summary\s*>\s*$/i, '')
    return this.#inline.parse(content.trim())
  }

  /** A paragraph; an image that stands alone is a block of its own, as in GitBook. */
  #paragraph(content: string): Block[] {
    if (content.startsWith('<img')) {
      const drawn =
        content.includes('gitbook-drawing') &&
        /^<img[^<>]*>$/.test(content) &&
        drawing(parseAttributes(content))
      if (drawn) return drawn
    }
    const nodes = this.#inline.parse(content)
    const [only] = nodes
    if (
      nodes.length === 1 &&
      only?.object === 'inline' &&
      only.type === 'inline-image' &&
      STARTS_WITH_IMAGE.test(content)
    ) {
      const { caption, size: _, ...data } = only.data
      const captions =
        caption === undefined
          ? []
          : [
              paragraph([
                {
                  object: 'text',
                  leaves: [{ object: 'leaf', text: caption.replaceAll(/\s*\n\s*/g, ' '), marks: [] }],
                },
              ]),
            ]
      return [imagesOf([image(inImageOrder(data), captions)])]
    }
    const block = paragraph(nodes)
    return isEmptyParagraph(block) ? [] : [block]
  }

  #items(end: string): ListItem[] {
    const items: ListItem[] = []
    while (this.#index < this.#tokens.length) {
      const token = this.#tokens[this.#index++]
      if (!token || token.type === end) break
      if (token.type === 'list_item_open') items.push(this.#item())
    }
    return items
  }

  #item(): ListItem {
    const first = this.#tokens[this.#index]
    const inline = this.#tokens[this.#index + 1]
    const box = first?.type === 'paragraph_open' && inline ? CHECKBOX.exec(inline.content) : null
    if (!box || !inline)
      return { ...PARENT, type: 'list-item', data: {}, nodes: this.#blocks('list_item_close') }
    this.#noteTags(inline)
    const data = { checked: box[1] !== ' ' }
    const content = inline.content.slice(box[0].length)
    this.#index += 3
    // Where there is nothing but a box, the item is empty.
    const nodes = content === '' ? [] : this.#paragraph(content)
    return { ...PARENT, type: 'list-item', data, nodes: this.#blocks('list_item_close', nodes) }
  }

  #table(): Block {
    const table = new TableBuilder()
    let record = ''
    let column = 0
    let isHead = true
    for (; this.#index < this.#tokens.length; this.#index++) {
      const token = this.#tokens[this.#index]
      if (!token || token.type === 'table_close') break
      if (token.type === 'thead_close') isHead = false
      else if (token.type === 'tr_open') {
        if (!isHead) record = table.row()
        column = 0
      } else if (token.type === 'th_open') {
        const title = columnTitle(
          plainTextOf(this.#inline.parse(this.#tokens[this.#index + 1]?.content ?? '')),
        )
        const alignment = /text-align:(\w+)/.exec(attribute(token, 'style') ?? '')?.[1]
        table.column((id) => textDefinition(id, title, alignment))
      } else if (token.type === 'td_open') {
        column++
        const content = this.#tokens[this.#index + 1]?.content ?? ''
        if (content !== '') table.text(record, `c${column}`, this.#cell(content))
      }
    }
    this.#index++
    return table.finish({ view: { type: 'grid', columns: Object.keys(table.definition), hideHeader: false } })
  }

  /** A cell of a pipe table that needs more than a line of text is written as HTML. */
  #cell(content: string): Block[] {
    if (HTML_CELL.test(content)) {
      const nodes = parseHtml(content)
      if (nodes?.every((node) => node.kind === 'element' && BLOCK_ELEMENTS.has(node.name)))
        return flowBlocks(nodes, this.#footnoteBody)
    }
    return [paragraph(this.#inline.parse(content))]
  }
}

/** HTML that holds a tag is its own business, unless the tag stands behind it. */
const ENDS_WITH_TAG = /(?:<\/details>|%\})\s*$/i
const STARTS_WITH_IMAGE = /^(?:!\[|<img(?![^>]*data-size)|<picture)/i
const CHECKBOX = /^\[([ xX])\](?:\s+|$)/
const HTML_CELL = /^<(?:p|ul|ol|pre|blockquote|figure|table|h[1-6])[\s>]/i
const BLOCK_ELEMENTS = new Set('p ul ol pre blockquote figure table h1 h2 h3 h4 h5 h6'.split(' '))

function inImageOrder(data: Image['data']): Image['data'] {
  const { ref, refDark, width, height, alt } = data
  return {
    ref,
    ...(refDark && { refDark }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(alt !== undefined && { alt }),
  }
}

/** A block of code has at least one line. */
function codeLines(content: string): string[] {
  return (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n')
}

function fencedCode(md: MarkdownIt, token: Token): Code {
  const info = token.info.trim()
  if (info === '') return code(codeLines(token.content), {})
  const words = md.utils.unescapeAll(info).trim().replaceAll(/\s+/g, ' ')
  if (words === '') return code(codeLines(token.content), {})
  const space = words.indexOf(' ')
  const data: CodeData = codeData({
    syntax: space < 0 ? words : words.slice(0, space),
    info: space < 0 ? undefined : words.slice(space + 1),
  })
  return code(codeLines(token.content), data)
}

function rawOf(token: Token): Code {
  // The rules give only these kinds.
  const kind = token.info as RawKind
  if (kind !== 'fence') return rawBlock(token.content, kind)
  return verbatimCode(token, kind)
}

function verbatimCode(token: Token, raw: RawKind | undefined): Code {
  return code(token.content.split('\n'), codeData({ syntax: token.markup || undefined, raw }))
}
