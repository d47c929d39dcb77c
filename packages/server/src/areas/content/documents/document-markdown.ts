import { InvalidDocument, markdownOfDocument } from '@verso/markdown'
import { Invalid } from '../../../common/errors.ts'

/** The Markdown that is kept of a document that someone sent; `where` is what it is called in the request. */
export function writeDocumentMarkdown(document: unknown, where: string): string {
  try {
    return markdownOfDocument(document)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Invalid(`${[where, ...error.path].join('.')} ${error.problem}.`)
  }
}
