import { completeDocument, MarkdownError, parseMarkdown, writeMarkdown } from '@verso/markdown'
import { Invalid } from '../../common/errors.ts'
import type { Body, BodyInput, Format } from './schema.ts'

/** The Markdown that is kept of what was sent: as given, or what the document is written as. */
export function readBody({ markdown, document }: BodyInput): string {
  if ((markdown === undefined) === (document === undefined)) {
    throw new Invalid('body.body must have either `markdown` or `document`.')
  }
  const text = markdown ?? written(document ?? { nodes: [] })
  if (text.trim() === '') throw new Invalid('body.body must not be empty.')
  requireReadable(text)
  return text
}

export const presentBody = (markdown: string, format: Format = 'markdown'): Body =>
  format === 'markdown' ? { markdown } : { document: parseMarkdown(markdown).document }

function written(document: { nodes: object[] }): string {
  try {
    return writeMarkdown(completeDocument(document))
  } catch {
    // Whatever the writer stumbles over, it is something in the document that the contract has not.
    throw new Invalid('body.body.document is not a valid document.')
  }
}

/** What is kept must come back as a document whenever it is asked for as one. */
function requireReadable(markdown: string): void {
  try {
    parseMarkdown(markdown)
  } catch (error) {
    throw error instanceof MarkdownError ? new Invalid(`body.body: ${error.message}`) : error
  }
}
