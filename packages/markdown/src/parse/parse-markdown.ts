import { assignAnchors } from '../document/anchors.ts'
import { assignKeys } from '../document/keys.ts'
import type { Block, Document } from '../document/types.ts'
import { MarkdownTooLarge } from '../errors.ts'
import { ParseContext } from './context.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { FrontMatter } from './front-matter.ts'
import { createMarkdownIt } from './markdown-it.ts'
import type { PlaceRecord, SeparatedLines } from './places.ts'
import { separateTags } from './separate-tags.ts'
import { TreeBuilder } from './tree-builder.ts'

export interface ParsedPage {
  /** The YAML between `---` at the start, or undefined when there is none. */
  frontMatter: FrontMatter | undefined
  document: Document
}

/** No real page is longer. */
export const MAX_MARKDOWN_LENGTH = 50_000_000

let parser: ReturnType<typeof createMarkdownIt> | undefined

/**
 * Parses a page of GitBook-flavoured Markdown. What it does not recognize stays in the document as it is written.
 *
 * @throws {MarkdownTooDeep} or {MarkdownTooLarge}, and no other error.
 */
export function parseMarkdown(markdown: string): ParsedPage {
  const { frontMatter, document } = parsePage(markdown)
  return { frontMatter, document }
}

/** A page with what the parser knows about where its blocks are. */
export interface PlacedPage extends ParsedPage {
  /** Where the blocks are in the text whose tags were separated. */
  placeRecord: PlaceRecord
  /** For each line of that text, the line of the body that it comes from. */
  origins: readonly number[]
  /** The line after the front matter. */
  bodyLine: number
}

/** Parses a page, and says where its blocks are. */
export function parsePage(markdown: string): PlacedPage {
  if (markdown.length > MAX_MARKDOWN_LENGTH) throw new MarkdownTooLarge(MAX_MARKDOWN_LENGTH)
  const text = normalizeSource(markdown)
  const { frontMatter, body } = splitFrontMatter(text)
  parser ??= createMarkdownIt()
  const { nodes, placeRecord, origins } = parseBlocks(parser, body)
  const document: Document = { object: 'document', data: { schemaVersion: 8 }, nodes }
  return {
    frontMatter,
    document: assignKeys(assignAnchors(document)),
    placeRecord,
    origins,
    bodyLine: countLines(text.slice(0, text.length - body.length)),
  }
}

function countLines(head: string): number {
  if (head === '') return 0
  // The front matter may end with the text, without a line ending.
  return head.split('\n').length - (head.endsWith('\n') ? 1 : 0)
}

/** Parses only the front matter of a page. */
export const parseFrontMatter = (markdown: string): FrontMatter | undefined =>
  splitFrontMatter(normalizeSource(markdown)).frontMatter

/** Separating the tags that share a line may reveal further ones, so it is repeated up to this number of times. */
const MAX_SEPARATION_ROUNDS = 4

interface PlacedBlocks {
  nodes: Block[]
  placeRecord: PlaceRecord
  origins: readonly number[]
}

function parseBlocks(md: ReturnType<typeof createMarkdownIt>, body: string): PlacedBlocks {
  const bodyLines = body.split('\n')
  let separated: SeparatedLines = { lines: bodyLines, origins: bodyLines.map((_, line) => line) }
  for (let round = 0; ; round++) {
    const context = new ParseContext(separated.lines.join('\n'))
    const nodes = new TreeBuilder(md, context).build()
    const { linesWithTags, placeRecord } = context
    const result = { nodes, placeRecord, origins: separated.origins }
    if (linesWithTags.size === 0 || round === MAX_SEPARATION_ROUNDS) return result
    const next = separateTags(separated, linesWithTags)
    if (next.lines.every((line, index) => line === separated.lines[index])) return result
    separated = next
  }
}

/** Removes a byte order mark, and converts line endings to `\n` and NUL to U+FFFD, as CommonMark requires. */
function normalizeSource(markdown: string): string {
  let text = markdown.startsWith('\uFEFF') ? markdown.slice(1) : markdown
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n')
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
