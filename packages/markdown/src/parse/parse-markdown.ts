import { assignAnchors } from '../document/anchors.ts'
import { assignKeys } from '../document/keys.ts'
import type { Block, Document } from '../document/types.ts'
import { MarkdownTooLarge } from '../errors.ts'
import { ParseContext } from './context.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { FrontMatter } from './front-matter.ts'
import { createParser } from './markdown-it.ts'
import { separateTags } from './separate-tags.ts'
import { TreeBuilder } from './tree-builder.ts'

export interface ParsedPage {
  /** What the YAML between `---` at the start says; absent where there is none. */
  frontMatter: FrontMatter | undefined
  document: Document
}

/** A page of fifty million characters is a mistake. */
export const MAX_LENGTH = 50_000_000

let parser: ReturnType<typeof createParser> | undefined

/**
 * Reads a page of GitBook-flavoured Markdown.
 *
 * Throws nothing but `MarkdownTooDeep` and `MarkdownTooLarge`: what cannot be understood is kept as it is written.
 */
export function parseMarkdown(markdown: string): ParsedPage {
  if (markdown.length > MAX_LENGTH) throw new MarkdownTooLarge(MAX_LENGTH)
  const { frontMatter, body } = splitFrontMatter(normalize(markdown))
  parser ??= createParser()
  const nodes = buildTree(parser, body)
  const document: Document = { object: 'document', data: { schemaVersion: 8 }, nodes }
  return { frontMatter, document: assignKeys(assignAnchors(document)) }
}

/** What the YAML at the start of a page says, without reading the rest. */
export const frontMatterOf = (markdown: string): FrontMatter | undefined =>
  splitFrontMatter(normalize(markdown)).frontMatter

/** Tags that share a line are parted where the parse has found them, which may bring others to light. */
const MAX_SEPARATIONS = 4

function buildTree(md: ReturnType<typeof createParser>, body: string): Block[] {
  let source = body
  for (let round = 0; ; round++) {
    const context = new ParseContext(source)
    const nodes = new TreeBuilder(md, context).build()
    if (context.linesWithTags.size === 0 || round === MAX_SEPARATIONS) return nodes
    const separated = separateTags(source, context.linesWithTags)
    if (separated === source) return nodes
    source = separated
  }
}

/** What Markdown asks for: one kind of line end, and no NUL. */
function normalize(markdown: string): string {
  let text = markdown.startsWith('\uFEFF') ? markdown.slice(1) : markdown
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n')
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
