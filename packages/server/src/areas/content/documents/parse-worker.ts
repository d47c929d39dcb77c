import { type Document, MarkdownError, parseMarkdown } from '@verso/markdown'
import { defineTask } from '../../../workers/worker-entry.ts'

/** The document of a text, or why no page can have the text. */
export type ParseResult = { document: Document } | { error: string }

export default defineTask((markdown: string): ParseResult => {
  try {
    return { document: parseMarkdown(markdown).document }
  } catch (error) {
    if (error instanceof MarkdownError) return { error: error.message }
    throw error
  }
})
