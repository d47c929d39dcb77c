import { checkDocument } from './document/check-document.ts'
import { completeDocument } from './document/complete-document.ts'
import { toNormalForm } from './document/normal-form.ts'
import { assignAnchors } from './document/anchors.ts'
import { assignKeys } from './document/keys.ts'
import type { Document } from './document/types.ts'
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

/** Returns the path of the first difference between two documents. */
function findDifference(a: Document, b: Document): (string | number)[] | undefined {
  return findDifferenceAt(a.nodes, b.nodes, ['nodes'])
}

const derivedProperties = new Set(['key', 'meta', 'isVoid'])

function findDifferenceAt(
  a: unknown,
  b: unknown,
  path: (string | number)[],
): (string | number)[] | undefined {
  if (a === b) return undefined
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return path
  if (Array.isArray(a) !== Array.isArray(b)) return path
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => !derivedProperties.has(name),
  )
  for (const name of names) {
    const [firstValue, secondValue]: unknown[] = [Reflect.get(a, name), Reflect.get(b, name)]
    const differencePath = findDifferenceAt(firstValue, secondValue, [...path, name])
    if (differencePath) return differencePath
  }
  return undefined
}
