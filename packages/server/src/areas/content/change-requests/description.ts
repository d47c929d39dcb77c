import { Invalid } from '../../../common/errors.ts'
import { writeDocumentMarkdown } from '../documents/document-markdown.ts'

const MAX_DESCRIPTION_LENGTH = 20_000

/** Reads the description of a change request from a request, as Markdown. */
export function readDescription(description: unknown): string {
  const markdown = writeDocumentMarkdown(description, 'body.description')
  if (markdown.length > MAX_DESCRIPTION_LENGTH) {
    throw new Invalid(`body.description is longer than ${MAX_DESCRIPTION_LENGTH} characters of Markdown.`)
  }
  return markdown
}
