import { MarkdownError, parseMarkdown } from '@verso/markdown'
import { Invalid } from '../../../common/errors.ts'
import { markdownOf } from '../../content/index.ts'
import { type Body, type BodyInput, type Format, longestMarkdown } from './schema.ts'

/** The Markdown that is kept of what was sent: as given, or what the document is written as. */
export function readBody({ markdown, document }: BodyInput): string {
  if ((markdown === undefined) === (document === undefined)) {
    throw new Invalid('body.body must have either `markdown` or `document`.')
  }
  const text = markdown ?? markdownOf(document, 'body.body.document')
  if (text.length > longestMarkdown) {
    throw new Invalid(`body.body is longer than ${longestMarkdown} characters of Markdown.`)
  }
  if (text.trim() === '') throw new Invalid('body.body must not be empty.')
  requireReadable(text)
  return text
}

export const presentBody = (markdown: string, format: Format = 'markdown'): Body =>
  format === 'markdown' ? { markdown } : { document: parseMarkdown(markdown).document }

/** What is kept must come back as a document whenever it is asked for as one. */
function requireReadable(markdown: string): void {
  try {
    parseMarkdown(markdown)
  } catch (error) {
    throw error instanceof MarkdownError ? new Invalid(`body.body: ${error.message}`) : error
  }
}
