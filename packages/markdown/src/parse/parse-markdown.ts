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
  /** What the YAML between `---` at the start says; absent where there is none. */
  frontMatter: FrontMatter | undefined
  document: Document
}

/** A page of fifty million characters is a mistake. */
export const MAX_MARKDOWN_LENGTH = 50_000_000

let parser: ReturnType<typeof createMarkdownIt> | undefined

/**
 * Reads a page of GitBook-flavoured Markdown.
 *
 * Throws nothing but `MarkdownTooDeep` and `MarkdownTooLarge`: what cannot be understood is kept as it is written.
 */
export function parseMarkdown(markdown: string): ParsedPage {
  if (markdown.length > MAX_MARKDOWN_LENGTH) throw new MarkdownTooLarge(MAX_MARKDOWN_LENGTH)
  const { frontMatter, body } = splitFrontMatter(normalizeSource(markdown))
  parser ??= createMarkdownIt()
  const nodes = parseBlocks(parser, body)
  const document: Document = { object: 'document', data: { schemaVersion: 8 }, nodes }
  return { frontMatter, document: assignKeys(assignAnchors(document)) }
}

/** What the YAML at the start of a page says, without reading the rest. */
export const parseFrontMatter = (markdown: string): FrontMatter | undefined =>
  splitFrontMatter(normalizeSource(markdown)).frontMatter

/** Tags that share a line are parted where the parse has found them, which may bring others to light. */
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

/** What Markdown asks for: one kind of line end, and no NUL. */
function normalizeSource(markdown: string): string {
  let text = markdown.startsWith('\uFEFF') ? markdown.slice(1) : markdown
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n')
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
