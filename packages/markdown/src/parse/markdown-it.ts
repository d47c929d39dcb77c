import markdownIt from 'markdown-it'
import type { MarkdownIt } from 'markdown-it'
import { addBlockRules } from './block-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import { isSafeAddress } from './reference.ts'

/**
 * markdown-it, with the rules of this format. Addresses stay as the author wrote them: they are data here, and
 * whoever renders them encodes them.
 */
export function createMarkdownIt(): MarkdownIt {
  const md = markdownIt('default', { html: true, linkify: false, typographer: false, maxNesting: 100 })
  md.normalizeLink = (url) => url
  md.normalizeLinkText = (url) => url
  md.validateLink = isSafeAddress
  addBlockRules(md)
  addInlineRules(md)
  return md
}
