import type { Block, InlineContent } from '../document/types.ts'
import { parseMarkdown } from '../parse/parse-markdown.ts'

/** Parses Markdown and returns its blocks. */
export function parseToBlocks(markdown: string): Block[] {
  return parseMarkdown(markdown).document.nodes
}

/** Parses Markdown and returns the inlines of its first paragraph. */
export function parseToInlines(markdown: string): InlineContent[] {
  const [block] = parseToBlocks(markdown)
  return block?.type === 'paragraph' ? block.nodes : []
}

/**
 * Formats blocks as an outline of types and quoted text. `hint(paragraph("a"))` is a hint with a paragraph in it.
 * Marks and inlines are formatted in the same way, as in `paragraph("a " bold("b"))`.
 */
export function formatOutline(blocks: readonly Block[]): string {
  return blocks.map(formatBlock).join(' ')
}

function formatBlock(block: Block): string {
  const formattedParts: string[] = []
  if ('nodes' in block)
    formattedParts.push(
      ...block.nodes.map((node) => (node.object === 'block' ? formatBlock(node) : formatInline(node))),
    )
  if ('fragments' in block)
    formattedParts.push(...(block.fragments ?? []).map((fragment) => `[${formatOutline(fragment.nodes)}]`))
  const name = block.type === 'code' && block.data.raw ? `raw-${block.data.raw}` : block.type
  return formattedParts.length === 0 ? name : `${name}(${formattedParts.join(' ')})`
}

function formatInline(node: InlineContent): string {
  if (node.object === 'text') {
    return node.leaves
      .map(({ text, marks, raw }) => {
        const formattedText = raw ? `raw(${JSON.stringify(text)})` : JSON.stringify(text)
        return marks.reduceRight((content, mark) => `${mark.type}(${content})`, formattedText)
      })
      .join(' ')
  }
  return 'nodes' in node ? `${node.type}(${node.nodes.map(formatInline).join(' ')})` : node.type
}
