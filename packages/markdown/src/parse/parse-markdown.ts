import { assignAnchors } from '../document/anchors.ts'
import { assignKeys } from '../document/keys.ts'
import type { Block, Document } from '../document/types.ts'
import { MarkdownTooLarge } from '../errors.ts'
import { ParseContext } from './context.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { FrontMatter } from './front-matter.ts'
import { createMarkdownIt } from './markdown-it.ts'
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
  if (markdown.length > MAX_MARKDOWN_LENGTH) throw new MarkdownTooLarge(MAX_MARKDOWN_LENGTH)
  const { frontMatter, body } = splitFrontMatter(normalizeSource(markdown))
  parser ??= createMarkdownIt()
  const nodes = parseBlocks(parser, body)
  const document: Document = { object: 'document', data: { schemaVersion: 8 }, nodes }
  return { frontMatter, document: assignKeys(assignAnchors(document)) }
}

/** Parses only the front matter of a page. */
export const parseFrontMatter = (markdown: string): FrontMatter | undefined =>
  splitFrontMatter(normalizeSource(markdown)).frontMatter

/** Separating the tags that share a line may reveal further ones, so it is repeated up to this number of times. */
const MAX_SEPARATION_ROUNDS = 4

function parseBlocks(md: ReturnType<typeof createMarkdownIt>, body: string): Block[] {
  let source = body
  for (let round = 0; ; round++) {
    const context = new ParseContext(source)
    const nodes = new TreeBuilder(md, context).build()
    if (context.linesWithTags.size === 0 || round === MAX_SEPARATION_ROUNDS) return nodes
    const separatedSource = separateTags(source, context.linesWithTags)
    if (separatedSource === source) return nodes
    source = separatedSource
  }
}

/** Removes a byte order mark, and converts line endings to `\n` and NUL to U+FFFD, as CommonMark requires. */
function normalizeSource(markdown: string): string {
  let text = markdown.startsWith('\uFEFF') ? markdown.slice(1) : markdown
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n')
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
