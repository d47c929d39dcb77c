import { MarkdownError, parseMarkdown } from '@verso/markdown'
import { Invalid } from '../../../common/errors.ts'
import { writeDocumentMarkdown } from '../../content/index.ts'
import { type CommentBody, type CommentBodyInput, type CommentFormat, MAX_COMMENT_LENGTH } from './schema.ts'

/** Reads the Markdown to store: the given Markdown as it is, or the document written as Markdown. */
export function readCommentBody({ markdown, document }: CommentBodyInput): string {
  if ((markdown === undefined) === (document === undefined)) {
    throw new Invalid('body.body must have either `markdown` or `document`.')
  }
  const text = markdown ?? writeDocumentMarkdown(document, 'body.body.document')
  if (text.length > MAX_COMMENT_LENGTH) {
    throw new Invalid(`body.body is longer than ${MAX_COMMENT_LENGTH} characters of Markdown.`)
  }
  if (text.trim() === '') throw new Invalid('body.body must not be empty.')
  requireParsable(text)
  return text
}

export const presentCommentBody = (markdown: string, format: CommentFormat = 'markdown'): CommentBody =>
  format === 'markdown' ? { markdown } : { document: parseMarkdown(markdown).document }

/** Refuses Markdown that cannot be parsed, because a stored comment can be requested as a document at any time. */
function requireParsable(markdown: string): void {
  try {
    parseMarkdown(markdown)
  } catch (error) {
    throw error instanceof MarkdownError ? new Invalid(`body.body: ${error.message}`) : error
  }
}
