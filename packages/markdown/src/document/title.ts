import { getHeadingLevel } from './heading.ts'
import { extractInlineText } from './inline-text.ts'
import type { Document } from './types.ts'

/**
 * A page's file starts with its title, a heading of level 1; the contract's document of a page does not. This
 * parts the two.
 */
export function takeTitle(document: Document): { title: string | undefined; document: Document } {
  const [first, ...nodes] = document.nodes
  const isTitle =
    (first?.type === 'heading-1' || first?.type === 'heading-2' || first?.type === 'heading-3') &&
    getHeadingLevel(first) === 1
  if (!isTitle) return { title: undefined, document }
  return { title: extractInlineText(first.nodes).trim(), document: { ...document, nodes } }
}
