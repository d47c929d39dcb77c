import { getHeadingLevel } from './heading.ts'
import { extractInlineText } from './inline-text.ts'
import type { Document } from './types.ts'

/**
 * Splits a document into its title and the rest. The file of a page starts with its title, a heading of level 1, which
 * the document of the contract does not include.
 */
export function extractTitle(document: Document): { title: string | undefined; document: Document } {
  const [first, ...nodes] = document.nodes
  const isTitle =
    (first?.type === 'heading-1' || first?.type === 'heading-2' || first?.type === 'heading-3') &&
    getHeadingLevel(first) === 1
  if (!isTitle) return { title: undefined, document }
  return { title: extractInlineText(first.nodes).trim(), document: { ...document, nodes } }
}
