import GithubSlugger from 'github-slugger'
import { extractInlineText } from './inline-text.ts'
import type { Block, Document, Heading } from './types.ts'

/**
 * Gives every heading an anchor: the one that the author chose, or one made of its text, numbered where it occurs
 * again. Chosen anchors are reserved first, so that an earlier heading cannot get one of them.
 */
export function assignAnchors(document: Document): Document {
  const headings: Heading[] = []
  collectHeadings(document.nodes, headings)
  const slugger = new GithubSlugger()
  for (const { data } of headings) if (data.id !== undefined) slugger.slug(data.id, true)
  for (const heading of headings) {
    heading.meta = {
      id: heading.data.id ?? slugger.slug(extractInlineText(heading.nodes).trim() || 'heading'),
    }
  }
  return document
}

/** The anchor that a heading with this text has if nobody chose another. */
export const createAnchor = (text: string): string => new GithubSlugger().slug(text.trim())

function collectHeadings(blocks: readonly Block[], headings: Heading[]): void {
  for (const block of blocks) {
    if (block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3')
      headings.push(block)
    else if (block.type !== 'code' && 'nodes' in block) {
      for (const node of block.nodes) if (node.object === 'block') collectHeadings([node], headings)
    }
    if ('fragments' in block && block.fragments) {
      for (const fragment of block.fragments) collectHeadings(fragment.nodes, headings)
    }
  }
}
