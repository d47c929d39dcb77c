import { checkDocument } from './document/check-document.ts'
import { completeDocument } from './document/complete-document.ts'
import { findDifference } from './document/find-difference.ts'
import { toNormalForm } from './document/normal-form.ts'
import { assignAnchors } from './document/anchors.ts'
import { assignKeys } from './document/keys.ts'
import { InvalidDocument } from './errors.ts'
import { createReferenceKey, mapReferences } from './document/references.ts'
import { extractTitle } from './document/title.ts'
import type { ContentRef } from './document/types.ts'
import { applyEdits } from './splice/apply-edits.ts'
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

/** How a document that a client got differs from the source of its page. */
export interface ServedDifferences {
  /** The title at the start of the source, which the client did not get. */
  title?: string | undefined
  /** The references of the source, by `createReferenceKey` of the references that the client got instead. */
  references: ReadonlyMap<string, ContentRef>
}

/**
 * Writes a document that a client sent into the source of the page that it replaces. What the client did not change
 * keeps its bytes.
 *
 * @throws {InvalidDocument} and no other error.
 */
export function writeDocumentOver(
  source: string,
  input: unknown,
  { title, references }: ServedDifferences,
): string {
  checkDocument(input)
  // The cast is safe because the document was just checked.
  const completed = completeDocument(input as { nodes: object[] })
  const document = mapReferences(completed, (ref) => references.get(createReferenceKey(ref)) ?? ref)
  const [titleBlock] = title === undefined ? [] : parseMarkdown(source).document.nodes
  const hasTitle = title === undefined || extractTitle(document).title === title
  if (titleBlock && !hasTitle) document.nodes.unshift(titleBlock)
  return applyEdits(source, document).markdown
}
