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
 * The Markdown of a document from elsewhere. What comes back from it is the document that was given, in its normal
 * form: what Markdown has no notation for is refused, at its place, and never dropped.
 *
 * Throws `InvalidDocument`, and nothing else.
 */
export function markdownOfDocument(input: unknown): string {
  checkDocument(input)
  // It was just checked.
  const document = toNormalForm(completeDocument(input as { nodes: object[] }))
  assignKeys(assignAnchors(document))
  const markdown = writeMarkdown(document)
  const path = findDifference(document, parseMarkdown(markdown).document)
  if (path) throw new InvalidDocument(path, 'cannot be said in Markdown')
  return markdown
}

/** Where two documents first say something else. */
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
