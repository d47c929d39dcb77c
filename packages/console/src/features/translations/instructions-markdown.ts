import { convertDocumentToMarkdown, parseMarkdown } from '@verso/markdown'
import type { JSONDocument } from '../../api/operations.ts'

/**
 * The instructions of a translation as people write them. It is a chunk of its own: what reads Markdown is large, and only
 * who edits instructions needs it.
 */

export const writeInstructions = (document: JSONDocument): string =>
  convertDocumentToMarkdown(document).trim()

export const readInstructions = (markdown: string): JSONDocument => ({ ...parseMarkdown(markdown).document })
