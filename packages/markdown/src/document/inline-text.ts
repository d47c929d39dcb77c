import { getEmojiCharacter } from '../emoji.ts'
import type { InlineContent } from './types.ts'

/** Returns the text of some inlines as a reader sees it. */
export function extractInlineText(nodes: readonly InlineContent[]): string {
  let value = ''
  for (const node of nodes) {
    if (node.object === 'text') for (const leaf of node.leaves) value += leaf.raw ? '' : leaf.text
    else if (node.type === 'link' || node.type === 'annotation') value += extractInlineText(node.nodes)
    else if (node.type === 'emoji') value += getEmojiCharacter(node.data.code)
    else if (node.type === 'button') value += node.data.label
    else if (node.type === 'inline-math') value += node.data.formula
    else if (node.type === 'inline-image') value += node.data.alt ?? ''
  }
  return value
}
