import { checkDocument } from './document/check-document.ts'
import { completeDocument } from './document/complete-document.ts'
import { findDifference } from './document/find-difference.ts'
import { toNormalForm } from './document/normal-form.ts'
import { assignAnchors } from './document/anchors.ts'
import { assignKeys } from './document/keys.ts'
import { InvalidDocument } from './errors.ts'
import { parseMarkdown } from './parse/parse-markdown.ts'
import { writeMarkdown } from './write/write-markdown.ts'

/**
 * Converts a document that a client sent to Markdown. Parsing the result gives the normal form of the document: what
 * Markdown has no notation for is rejected with its path and never dropped.
 *
 * @throws {InvalidDocument} and no other error.
 */
export function convertDocumentToMarkdown(input: unknown): string {
  checkDocument(input)
  // The cast is safe because the document was just checked.
  const document = toNormalForm(completeDocument(input as { nodes: object[] }))
  assignKeys(assignAnchors(document))
  const markdown = writeMarkdown(document)
  const path = findDifference(document, parseMarkdown(markdown).document)
  if (path) throw new InvalidDocument(path, 'cannot be written in Markdown')
  return markdown
}
