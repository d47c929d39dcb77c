import { InvalidDocument, convertDocumentToMarkdown } from '@verso/markdown'
import { Invalid } from '../../../common/errors.ts'

/** Writes a document of a request as Markdown. `where` is its path in the request, for error messages. */
export function writeDocumentMarkdown(document: unknown, where: string): string {
  try {
    return convertDocumentToMarkdown(document)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Invalid(`${[where, ...error.path].join('.')} ${error.problem}.`)
  }
}
