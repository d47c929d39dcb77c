import type { MarkdownIt, Token } from 'markdown-it'
import {
  createCode,
  isEmptyParagraph,
  noKey,
  createParagraph,
  createRawBlock,
} from '../document/create-nodes.ts'
import { extractInlineText } from '../document/inline-text.ts'
import type { Block, Code, CodeData, Image, InlineContent, ListItem, RawKind } from '../document/types.ts'
import { assembleBlocks } from './tag-assembler.ts'
import type { BlockEntry } from './tag-assembler.ts'
import { createCodeData, createPrompt } from './tag-blocks.ts'
import { createEnv } from './context.ts'
import type { ParseContext } from './context.ts'
import { createHeading } from '../document/heading.ts'
import { splitHeadingAnchor } from './heading-anchor.ts'
import {
  createDrawing,
  convertFlow,
  parseHtmlBlocks,
  createImage,
  createImages,
  createList,
} from './html-blocks.ts'
import { parseAttributes, parseHtml } from './html-tree.ts'
import { getAttribute, InlineParser } from './inline.ts'
import { normalizeColumnTitle, TableBuilder, createTextDefinition } from '../document/table-builder.ts'
import { possibleTagPattern } from './separate-tags.ts'
import type { Place, PlaceRecord } from './places.ts'
import type { Tag } from './tag.ts'

const parentBase = { object: 'block', key: noKey, isVoid: false } as const

/** Every reference to a footnote gets a copy of its content. This limits the length of all copies. */
const MAX_COPIED_FOOTNOTE_LENGTH = 1_000_000

interface FootnoteDefinition {
  tokens: Token[]
  source: string
  isUsed: boolean
  place: Place | undefined
}

/** Converts the tokens of a page to blocks in one pass. */
export class TreeBuilder {
  readonly #md: MarkdownIt
  readonly #context: ParseContext
  readonly #placeRecord: PlaceRecord
  readonly #inlineParser: InlineParser
  readonly #footnotes = new Map<string, FootnoteDefinition>()
  /** Further definitions of a label that is already defined. */
  readonly #duplicateFootnotes: FootnoteDefinition[] = []
  readonly #env: ReturnType<typeof createEnv>
  readonly #resolveFootnote = (label: string): Block[] | undefined => this.#buildFootnote(label)
  #tokens: Token[] = []
  #index = 0
  #depth = 0
  #copiedLength = 0
  #inFootnote = false

  constructor(md: MarkdownIt, context: ParseContext) {
    this.#md = md
    this.#placeRecord = context.placeRecord
    this.#context = context
    this.#env = createEnv(context)
    this.#inlineParser = new InlineParser(md, context, this.#resolveFootnote, this.#env)
  }

  build(): Block[] {
    const tokens: Token[] = []
    this.#md.block.parse(this.#context.source, this.#md, this.#env, tokens)
    this.#tokens = this.#context.footnotes.size === 0 ? tokens : this.#extractFootnotes(tokens)
    const blocks = this.#buildBlocks('')
    // A footnote without a reference would otherwise be lost when the page is written.
    for (const footnote of [...this.#footnotes.values(), ...this.#duplicateFootnotes]) {
      if (footnote.isUsed) continue
      const block = createRawBlock(footnote.source, 'footnote')
      this.#placeRecord.set(block, footnote.place)
      blocks.push(block)
    }
    return blocks
  }

  /** Removes the footnotes from the tokens. The first definition of a label counts, and others stay as source. */
  #extractFootnotes(tokens: Token[]): Token[] {
    const remainingTokens: Token[] = []
    const openFootnotes: Array<{ footnote: FootnoteDefinition; isFirst: boolean }> = []
    for (const token of tokens) {
      if (token.type === 'verso_footnote_open') {
        const label = String(token.meta?.['label'])
        const isFirst = openFootnotes.length === 0 && !this.#footnotes.has(label)
        const place = this.#placeRecord.addDefinition(label, token, isFirst)
        const footnote: FootnoteDefinition = { tokens: [], source: token.content, isUsed: false, place }
        if (isFirst) this.#footnotes.set(label, footnote)
        openFootnotes.push({ footnote, isFirst })
      } else if (token.type === 'verso_footnote_close') {
        const closedFootnote = openFootnotes.pop()
        if (closedFootnote && !closedFootnote.isFirst && openFootnotes.length === 0)
          this.#duplicateFootnotes.push(closedFootnote.footnote)
      } else (openFootnotes[0]?.footnote.tokens ?? remainingTokens).push(token)
    }
    return remainingTokens
  }

  #buildFootnote(label: string): Block[] | undefined {
    const footnote = this.#footnotes.get(label)
    // Footnotes in footnotes are not resolved, because two of them could refer to each other.
    if (!footnote || this.#inFootnote) return undefined
    if (footnote.isUsed) this.#copiedLength += footnote.source.length + 100
    if (this.#copiedLength > MAX_COPIED_FOOTNOTE_LENGTH) return undefined
    footnote.isUsed = true
    const savedPosition = { tokens: this.#tokens, index: this.#index }
    this.#tokens = footnote.tokens
    this.#index = 0
    this.#inFootnote = true
    const blocks = this.#buildBlocks('')
    this.#inFootnote = false
    this.#tokens = savedPosition.tokens
    this.#index = savedPosition.index
    const body = blocks.length === 0 ? [createParagraph(this.#inlineParser.parse(''))] : blocks
    if (body[0]) this.#placeRecord.footnoteLabels.set(body[0], label)
    return body
  }

  /** Builds the blocks up to and including the token that ends their container. */
  #buildBlocks(end: string, entries: BlockEntry[] = []): Block[] {
    this.#depth++
    while (this.#index < this.#tokens.length) {
      const token = this.#tokens[this.#index++]
      if (!token || token.type === end) break
      const entryIndex = entries.length
      this.#addEntry(token, entries)
      this.#placeRecord.addEntries(entries, entryIndex, token)
    }
    const blocks = assembleBlocks(entries, this.#depth, this.#placeRecord)
    this.#depth--
    return blocks
  }

  #addEntry(token: Token, entries: BlockEntry[]): void {
    switch (token.type) {
      case 'paragraph_open':
        entries.push(...this.#buildParagraph(this.#readInlineContent()))
        break
      case 'heading_open': {
        const { content, id } = splitHeadingAnchor(this.#readInlineContent())
        entries.push(createHeading(Number(token.tag.slice(1)), this.#inlineParser.parse(content), id))
        break
      }
      case 'bullet_list_open':
        entries.push(createList(this.#buildItems('bullet_list_close', token), false, 1))
        break
      case 'ordered_list_open':
        entries.push(
          createList(
            this.#buildItems('ordered_list_close', token),
            true,
            Number(token.attrGet('start') ?? 1),
          ),
        )
        break
      case 'blockquote_open':
        entries.push({
          ...parentBase,
          type: 'blockquote',
          data: {},
          nodes: this.#buildBlocks('blockquote_close'),
        })
        break
      case 'hr':
        entries.push({ object: 'block', type: 'divider', key: noKey, isVoid: true, data: {} })
        break
      case 'fence':
        entries.push(createFencedCode(this.#md, token))
        break
      case 'code_block':
        entries.push(createCode(splitCodeLines(token.content), {}))
        break
      case 'table_open':
        entries.push(this.#buildTable())
        break
      case 'verso_math':
        entries.push({
          object: 'block',
          type: 'math',
          key: noKey,
          isVoid: true,
          data: { formula: token.content },
        })
        break
      case 'verso_html':
        if (endsWithTagPattern.test(token.content)) this.#recordTagLines(token)
        this.#addHtml(token.content, entries)
        break
      case 'verso_raw':
        entries.push(createRawCode(token))
        break
      case 'verso_prompt':
        // The cast is safe because the rule that creates these tokens sets the tag.
        entries.push(createPrompt(token.meta?.['tag'] as Tag, createVerbatimCode(token, undefined)))
        break
      case 'verso_summary':
        this.#recordTagLines(token)
        entries.push({ object: 'summary', nodes: this.#parseSummary(token.content), source: token.content })
        break
      case 'verso_tag':
        // The cast is safe because the rule that creates these tokens sets the tag.
        entries.push({ object: 'tag', tag: token.meta?.['tag'] as Tag })
        break
    }
  }

  /** Adds blocks one by one, because a line of HTML may contain more blocks than a call may have arguments. */
  #addHtml(source: string, entries: BlockEntry[]): void {
    for (const block of parseHtmlBlocks(source, this.#resolveFootnote) ?? [createRawBlock(source, 'html')])
      entries.push(block)
  }

  /** Returns the text of the block that was just opened, and skips its inline token and its closing token. */
  #readInlineContent(): string {
    const token = this.#tokens[this.#index]
    this.#index += 2
    if (!token) return ''
    this.#recordTagLines(token)
    return token.content
  }

  #recordTagLines({ content, map }: Token): void {
    if (!map || !possibleTagPattern.test(content)) return
    for (let line = map[0]; line < map[1]; line++) this.#context.linesWithTags.add(line)
  }

  #parseSummary(source: string): InlineContent[] {
    const content = source.replace(/^<summary[^>]*>/i, '').replace(/<\/summary\s*>\s*$/i, '')
    return this.#inlineParser.parse(content.trim())
  }

  /** Builds a paragraph. An image that is alone in its paragraph becomes an image block, as in GitBook. */
  #buildParagraph(content: string): Block[] {
    if (content.startsWith('<img')) {
      const drawingBlocks =
        content.includes('gitbook-drawing') &&
        /^<img[^<>]*>$/.test(content) &&
        createDrawing(parseAttributes(content))
      if (drawingBlocks) return drawingBlocks
    }
    const nodes = this.#inlineParser.parse(content)
    const [onlyNode] = nodes
    if (
      nodes.length === 1 &&
      onlyNode?.object === 'inline' &&
      onlyNode.type === 'inline-image' &&
      startsWithImagePattern.test(content)
    ) {
      const { caption, size: _, ...data } = onlyNode.data
      const captions =
        caption === undefined
          ? []
          : [
              createParagraph([
                {
                  object: 'text',
                  leaves: [{ object: 'leaf', text: caption.replaceAll(/\s*\n\s*/g, ' '), marks: [] }],
                },
              ]),
            ]
      return [createImages([createImage(orderImageData(data), captions)])]
    }
    const block = createParagraph(nodes)
    return isEmptyParagraph(block) ? [] : [block]
  }

  #buildItems(end: string, listToken: Token): ListItem[] {
    const items: ListItem[] = []
    while (this.#index < this.#tokens.length) {
      const token = this.#tokens[this.#index++]
      if (!token || token.type === end) break
      if (token.type !== 'list_item_open') continue
      const item = this.#buildItem()
      this.#placeRecord.addItem(item, token, listToken, items.length === 0)
      items.push(item)
    }
    return items
  }

  #buildItem(): ListItem {
    const first = this.#tokens[this.#index]
    const inline = this.#tokens[this.#index + 1]
    const checkbox = first?.type === 'paragraph_open' && inline ? checkboxPattern.exec(inline.content) : null
    if (!checkbox || !inline)
      return { ...parentBase, type: 'list-item', data: {}, nodes: this.#buildBlocks('list_item_close') }
    this.#recordTagLines(inline)
    const data = { checked: checkbox[1] !== ' ' }
    const content = inline.content.slice(checkbox[0].length)
    this.#index += 3
    // An item with only a checkbox is empty.
    const nodes = content === '' ? [] : this.#buildParagraph(content)
    this.#placeRecord.addTaskText(nodes, first, checkbox[0])
    return { ...parentBase, type: 'list-item', data, nodes: this.#buildBlocks('list_item_close', nodes) }
  }

  #buildTable(): Block {
    const table = new TableBuilder()
    let record = ''
    let column = 0
    let isHead = true
    for (; this.#index < this.#tokens.length; this.#index++) {
      const token = this.#tokens[this.#index]
      if (!token || token.type === 'table_close') break
      if (token.type === 'thead_close') isHead = false
      else if (token.type === 'tr_open') {
        if (!isHead) record = table.addRow()
        column = 0
      } else if (token.type === 'th_open') {
        const title = normalizeColumnTitle(
          extractInlineText(this.#inlineParser.parse(this.#tokens[this.#index + 1]?.content ?? '')),
        )
        const alignment = /text-align:(\w+)/.exec(getAttribute(token, 'style') ?? '')?.[1]
        table.addColumn((id) => createTextDefinition(id, title, alignment))
      } else if (token.type === 'td_open') {
        column++
        const content = this.#tokens[this.#index + 1]?.content ?? ''
        if (content !== '') table.addTextCell(record, `c${column}`, this.#buildCell(content))
      }
    }
    this.#index++
    return table.finish({ view: { type: 'grid', columns: Object.keys(table.definition), hideHeader: false } })
  }

  /** Builds a cell of a pipe table. Content that needs more than a line of text is written as HTML. */
  #buildCell(content: string): Block[] {
    if (htmlCellPattern.test(content)) {
      const nodes = parseHtml(content)
      if (nodes?.every((node) => node.kind === 'element' && blockElements.has(node.name)))
        return convertFlow(nodes, this.#resolveFootnote)
    }
    return [createParagraph(this.#inlineParser.parse(content))]
  }
}

/** Matches HTML with a tag at its end. Other tags in HTML are part of it. */
const endsWithTagPattern = /(?:<\/details>|%\})\s*$/i
const startsWithImagePattern = /^(?:!\[|<img(?![^>]*data-size)|<picture)/i
const checkboxPattern = /^\[([ xX])\](?:\s+|$)/
const htmlCellPattern = /^<(?:p|ul|ol|pre|blockquote|figure|table|h[1-6])[\s>]/i
const blockElements = new Set('p ul ol pre blockquote figure table h1 h2 h3 h4 h5 h6'.split(' '))

function orderImageData(data: Image['data']): Image['data'] {
  const { ref, refDark, width, height, alt } = data
  return {
    ref,
    ...(refDark && { refDark }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(alt !== undefined && { alt }),
  }
}

/** Splits code into lines. A code block has at least one line. */
function splitCodeLines(content: string): string[] {
  return (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n')
}

function createFencedCode(md: MarkdownIt, token: Token): Code {
  const info = token.info.trim()
  if (info === '') return createCode(splitCodeLines(token.content), {})
  const words = md.utils.unescapeAll(info).trim().replaceAll(/\s+/g, ' ')
  if (words === '') return createCode(splitCodeLines(token.content), {})
  const space = words.indexOf(' ')
  const data: CodeData = createCodeData({
    syntax: space < 0 ? words : words.slice(0, space),
    info: space < 0 ? undefined : words.slice(space + 1),
  })
  return createCode(splitCodeLines(token.content), data)
}

function createRawCode(token: Token): Code {
  // The cast is safe because the rules set only these kinds.
  const kind = token.info as RawKind
  if (kind !== 'fence') return createRawBlock(token.content, kind)
  return createVerbatimCode(token, kind)
}

function createVerbatimCode(token: Token, raw: RawKind | undefined): Code {
  return createCode(token.content.split('\n'), createCodeData({ syntax: token.markup || undefined, raw }))
}
