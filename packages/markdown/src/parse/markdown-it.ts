import markdownIt from 'markdown-it'
import type { MarkdownIt } from 'markdown-it'
import { addBlockRules } from './block-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import { recordBlockPlaces } from './block-places.ts'
import { usePlainStates } from './parser-states.ts'
import { isSafeAddress } from './reference.ts'

/**
 * Creates a markdown-it parser with the rules of this format. It does not encode addresses: the document has them as
 * the author wrote them, and the renderers encode them.
 */
export function createMarkdownIt(): MarkdownIt {
  const md = markdownIt('default', { html: true, linkify: false, typographer: false, maxNesting: 100 })
  md.normalizeLink = (url) => url
  md.normalizeLinkText = (url) => url
  md.validateLink = isSafeAddress
  usePlainStates(md)
  addBlockRules(md)
  addInlineRules(md)
  recordBlockPlaces(md)
  return md
}
