import type { Block, InlineContent } from '../document/types.ts'
import { parseMarkdown } from '../parse/parse-markdown.ts'

/** The blocks of a page, for tests that look at one construct. */
export function blocksOf(markdown: string): Block[] {
  return parseMarkdown(markdown).document.nodes
}

/** The inlines of a page's first paragraph. */
export function inlinesOf(markdown: string): InlineContent[] {
  const [block] = blocksOf(markdown)
  return block?.type === 'paragraph' ? block.nodes : []
}

/**
 * A document in few words: types, and text in quotes. `hint(paragraph("a"))` is a hint with a paragraph in it;
 * a mark or inline is written like a function too, as in `paragraph("a " bold("b"))`.
 */
export function outline(blocks: readonly Block[]): string {
  return blocks.map(outlineBlock).join(' ')
}

function outlineBlock(block: Block): string {
  const parts: string[] = []
  if ('nodes' in block)
    parts.push(
      ...block.nodes.map((node) => (node.object === 'block' ? outlineBlock(node) : outlineInline(node))),
    )
  if ('fragments' in block)
    parts.push(...(block.fragments ?? []).map((fragment) => `[${outline(fragment.nodes)}]`))
  const name = block.type === 'code' && block.data.raw ? `raw-${block.data.raw}` : block.type
  return parts.length === 0 ? name : `${name}(${parts.join(' ')})`
}

function outlineInline(node: InlineContent): string {
  if (node.object === 'text') {
    return node.leaves
      .map(({ text, marks, raw }) => {
        const inner = raw ? `raw(${JSON.stringify(text)})` : JSON.stringify(text)
        return marks.reduceRight((content, mark) => `${mark.type}(${content})`, inner)
      })
      .join(' ')
  }
  return 'nodes' in node ? `${node.type}(${node.nodes.map(outlineInline).join(' ')})` : node.type
}
